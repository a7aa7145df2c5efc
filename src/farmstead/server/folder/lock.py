"""One server to a folder, and one to a file of SQLite: two would not hear of each other's moves.

A file is locked by a second one beside it, `tables.db.lock`, and never by itself: closing a file that SQLite
has open would give up SQLite's own locks on it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from farmstead.engine.contract import FarmsteadError
from farmstead.server.base.settings import Settings
from farmstead.server.store import file_of, is_shared


class Taken(FarmsteadError):
    """Another server uses the folder, or the file."""

    def __init__(self, used: Path, holder: str, instead: str) -> None:
        process, _, address = holder.strip().partition(" ")
        who = f" (process {process})" if process.isdigit() else ""
        where = f" It is open: {address}" if address else ""
        super().__init__(
            f"Another Farmstead server{who} uses {used}.{where}"
            f" Play there, stop it, or name another {instead}"
        )


@contextmanager
def server_locked(settings: Settings, address: str = "") -> Iterator[None]:
    """Hold the folder of a server and the file with its games; a shared database needs neither."""
    with ExitStack() as stack:
        if not is_shared(settings.place):
            stack.enter_context(folder_locked(settings, address))
            stack.enter_context(store_locked(settings.place, address))
        yield


@contextmanager
def folder_locked(settings: Settings, address: str = "") -> Iterator[None]:
    """Hold the folder alone."""
    settings.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _locked(settings.lock, address, settings.folder, "folder: --folder FOLDER"):
        yield


@contextmanager
def store_locked(place: str | Path, address: str = "") -> Iterator[None]:
    """Hold a file of SQLite, whichever folder or link it is reached by."""
    if is_shared(place):
        yield
        return
    file = file_of(place).resolve()
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = file.with_name(f"{file.name}.lock")
    with _locked(lock, address, file, "place for games: --folder FOLDER, or --db URL"):
        yield


@contextmanager
def _locked(path: Path, address: str, used: Path, instead: str) -> Iterator[None]:
    """Hold the lock; the system lets go of it however this process ends. Others can read who holds it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _lock(handle):
            raise Taken(used, os.read(handle, 300).decode("utf-8", "replace"), instead)
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()} {address}\n".encode())
        yield
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        with suppress(OSError):
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            return True
        return False
    import fcntl

    with suppress(OSError):
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False
