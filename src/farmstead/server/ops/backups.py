"""A server's games and secret in one file, and back: taken while it runs, put into an empty place."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from farmstead.engine.contract import FarmsteadError
from farmstead.server.base.settings import Settings
from farmstead.server.folder.lock import server_locked
from farmstead.server.folder.moved_note import check_here
from farmstead.server.folder.secret import SECRET_BYTES, keep_secret
from farmstead.server.store import (
    Backup,
    StoreError,
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
DAMAGED_SUFFIX: Final = ".damaged"  # after the name of a backup


class CannotRestore(FarmsteadError):
    """There is something in the place already, or the backup is none; a sentence says what to do."""


async def back_up(settings: Settings, file: Path, over: bool = False) -> NewBackup:
    """Everything that a server needs to go on as it is now, in a file for its owner only.

    One with damaged entries is kept as well; a sound one stays where it is beside it.
    """
    if not settings.secret.is_file():
        raise CannotRestore(
            f"There is no secret.key in {settings.folder}: this is not the folder of a server."
            " Name it: --folder FOLDER"
        )
    check_here(settings)
    if not over and os.path.lexists(file):
        raise CannotRestore(f"{file} is there already. Name another file, or let it go: --force")
    now = int(time.time())
    beside = {SECRET: settings.secret.read_bytes(), MADE: str(now).encode()}
    with draft_of(file) as draft:
        backup = await take(settings.place, draft, beside)
        is_better = backup.is_sound or not is_sound_backup(file)
        target = file if is_better else file.with_name(f"{file.name}{DAMAGED_SUFFIX}")
        place_draft(draft, target, over)
    if backup.is_sound:
        with suppress(OSError):  # it may be taken by somebody who may only read the folder
            settings.last_backup.write_text(f"{now}\n", encoding="ascii")
    return NewBackup(target, backup)


class NewBackup(NamedTuple):
    """A backup, and where it is: not in the place of one that is better."""

    file: Path
    backup: Backup


def is_sound_backup(file: Path) -> bool:
    """Whether a file is a backup without any damage."""
    try:
        return look_through(file).is_sound
    except StoreError:
        return False


def last_backup(settings: Settings) -> int:
    """When the last sound backup was taken from this folder, in seconds; 0 where none is known."""
    try:
        return int(settings.last_backup.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0


def made_at(backup: Backup) -> float:
    """When it was taken, in seconds."""
    return float(backup.beside.get(MADE, b"0"))


def restore(settings: Settings, file: Path) -> None:
    """All of a backup or nothing, where there is nothing yet. A server that runs there is not disturbed."""
    secret = look_through(file).beside.get(SECRET, b"")
    if len(secret) != SECRET_BYTES:
        raise CannotRestore(f"{file} holds no secret of a server.")
    settings.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with server_locked(settings):
        if settings.secret.exists() and settings.secret.read_bytes() != secret:  # it would be lost
            raise CannotRestore(
                f"{settings.secret} is the secret of another server. Restore into an empty folder:"
                " --folder FOLDER"
            )
        if is_shared(settings.place):
            with TemporaryDirectory(dir=settings.folder) as folder:  # by way of a file
                store = Path(folder) / "tables.db"
                put_back(file, store)
                asyncio.run(move_store(store, settings.place))  # whatever is not empty refuses
        else:
            restore_file(file_of(settings.place), file)
        keep_secret(settings.secret, secret)


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
