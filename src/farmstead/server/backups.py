"""A server's games and secret in one file, and back: taken while it runs, put into an empty place."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from farmstead.engine.contract import FarmsteadError
from farmstead.server.elsewhere import check_here
from farmstead.server.locking import locked
from farmstead.server.secret import SECRET_BYTES
from farmstead.server.settings import Settings
from farmstead.server.store import (
    Backup,
    companions,
    draft_of,
    file_of,
    is_shared,
    look_through,
    move_store,
    place_draft,
    put_back,
    take,
)

SECRET: Final = "secret"
MADE: Final = "made"


class CannotRestore(FarmsteadError):
    """There is something in the place already, or the backup is none; a sentence says what to do."""


async def back_up(settings: Settings, file: Path, over: bool = False) -> Backup:
    """Everything that a server needs to go on as it is now, in a file for its owner only."""
    if not settings.secret.is_file():
        raise CannotRestore(
            f"There is no secret.key in {settings.folder}: this is not the folder of a server."
            " Name it: --folder FOLDER"
        )
    check_here(settings)
    if not over and os.path.lexists(file):
        raise CannotRestore(f"{file} is there already. Name another file, or let it go: --force")
    beside = {SECRET: settings.secret.read_bytes(), MADE: str(int(time.time())).encode()}
    with draft_of(file) as draft:
        taken = await take(settings.place, draft, beside)
        place_draft(draft, file, over)
        return taken


def made_at(backup: Backup) -> float:
    """When it was taken, in seconds."""
    return float(backup.beside.get(MADE, b"0"))


def restore(settings: Settings, file: Path) -> None:
    """All of a backup or nothing, where there is nothing yet. A server that runs there is not disturbed."""
    secret = look_through(file).beside.get(SECRET, b"")
    if len(secret) != SECRET_BYTES:
        raise CannotRestore(f"{file} holds no secret of a server.")
    settings.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with unused(settings):
        check_secret(settings.secret, secret)
        if is_shared(settings.place):
            restore_shared(settings, file)
        else:
            restore_file(file_of(settings.place), file)
        keep_secret(settings.secret, secret)


@contextmanager
def unused(settings: Settings) -> Iterator[None]:
    """No server has the folder, or the file; a database says itself whether one uses it."""
    with ExitStack() as stack:
        if not is_shared(settings.place):
            stack.enter_context(locked(settings.lock))
            if settings.db:
                file = file_of(settings.db)
                file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                stack.enter_context(locked(file.with_name(f"{file.name}.lock")))
        yield


def check_secret(path: Path, secret: bytes) -> None:
    """Another secret would be lost, and with it who everybody is."""
    if path.exists() and path.read_bytes() != secret:
        raise CannotRestore(
            f"{path} is the secret of another server. Restore into an empty folder: --folder FOLDER"
        )


def keep_secret(path: Path, secret: bytes) -> None:
    if not path.exists():
        with draft_of(path) as draft:
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                os.write(handle, secret)
                os.fsync(handle)
            finally:
                os.close(handle)
            place_draft(draft, path, over=False)


def restore_file(target: Path, file: Path) -> None:
    for each in (target, *companions(target)):
        if os.path.lexists(each):
            raise CannotRestore(
                f"{each} is there already, and nothing is ever written over it."
                " Restore into an empty folder (--folder FOLDER), or move it away first."
            )
    with draft_of(target) as draft:
        put_back(file, draft)
        place_draft(draft, target, over=False)


def restore_shared(settings: Settings, file: Path) -> None:
    """By way of a file that is gone afterwards; whatever is not empty refuses."""
    with TemporaryDirectory(dir=settings.folder) as folder:
        store = Path(folder) / "tables.db"
        put_back(file, store)
        asyncio.run(move_store(store, settings.place))
