"""One server to a folder: two would not hear of each other's moves."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from farmstead.engine.contract import FarmsteadError


class Taken(FarmsteadError):
    """Another server uses the folder."""

    def __init__(self, folder: Path, holder: str) -> None:
        process, _, address = holder.strip().partition(" ")
        who = f" (process {process})" if process.isdigit() else ""
        where = f" It is open: {address}" if address else ""
        super().__init__(
            f"Another Farmstead server{who} uses {folder}.{where}"
            " Play there, stop it, or name another folder: --folder FOLDER"
        )


@contextmanager
def locked(path: Path, address: str = "") -> Iterator[None]:
    """Hold the lock; the system lets go of it however this process ends. Others can read who holds it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _lock(handle):
            raise Taken(path.parent, os.read(handle, 300).decode("utf-8", "replace"))
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
