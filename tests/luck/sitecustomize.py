"""The luck of a test: all that is drawn by lot follows from the test's name.

Python imports this module at the start of every process whose PYTHONPATH has this folder, so that servers
that tests start draw as the tests themselves do. `LUCK_FOLDER` names the folder with the running test's
name; without it nothing changes.
"""

import os
import secrets
from hashlib import sha256
from pathlib import Path
from typing import Final

FOLDER: Final = "LUCK_FOLDER"
RUNNING: Final = "running"  # the file with the name of the running test


def token_bytes(nbytes: int | None = None) -> bytes:
    """In place of `secrets.token_bytes`: never the same twice in a test, whichever of its processes asks."""
    name, draw = _next_draw(Path(os.environ[FOLDER]))
    found = b""
    while len(found) < (nbytes or secrets.DEFAULT_ENTROPY):
        found += sha256(f"{name} {draw} {len(found)}".encode()).digest()
    return found[: nbytes or secrets.DEFAULT_ENTROPY]


def _next_draw(folder: Path) -> tuple[str, int]:
    """The running test, and how often something was drawn in it: a byte is appended for each draw."""
    name = (folder / RUNNING).read_text(encoding="utf-8")
    draws = folder / sha256(name.encode()).hexdigest()
    handle = os.open(draws, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    try:
        os.write(handle, b".")
        return name, os.lseek(handle, 0, os.SEEK_CUR)
    finally:
        os.close(handle)


def choose(name: str) -> None:
    """From now on the luck is that of the test with this name."""
    folder = Path(os.environ[FOLDER])
    later = folder / f"{RUNNING}.new"
    later.write_text(name, encoding="utf-8")
    later.replace(folder / RUNNING)


def install() -> None:
    """Whoever asks `secrets` in this process gets the luck of the running test."""
    secrets.token_bytes = token_bytes


if FOLDER in os.environ:
    install()
