"""Where games are kept: a record each, and beside it the key that decides the chance still to come."""

import os
import secrets
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from farmstead.cli.errors import BadInput
from farmstead.engine.record import UNFINISHED, write_record
from farmstead.engine.table import Table

ENDING: Final = ".record"
KEY_ENDING: Final = ".key"
PERSON: Final = "person"


def folder() -> Path:
    """The user's folder for saved games."""
    if sys.platform == "win32":
        return (
            Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "farmstead" / "saves"
        )
    if os.environ.get("XDG_DATA_HOME"):
        return Path(os.environ["XDG_DATA_HOME"]) / "farmstead" / "saves"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "farmstead" / "saves"
    return Path.home() / ".local" / "share" / "farmstead" / "saves"


def new_path(game: str) -> Path:
    """A file nobody has yet, named after game and time."""
    return folder() / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}{ENDING}"


@dataclass(frozen=True, slots=True)
class Keeping:
    """What a record does not say and a resumed game needs: the dealer's key, and who sits where."""

    key: bytes
    seating: tuple[str, ...]  # `person`, or the spec of an agent

    def text(self) -> str:
        return f"key {self.key.hex()}\nseating {' '.join(self.seating)}\n"


def save(path: Path, table: Table, keeping: Keeping) -> None:
    """Write record and key; whoever looks finds the old ones or the new ones, never half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if read_keeping(path, table.setup.seats) != keeping:
        write_atomically(_key_path(path), keeping.text())
    write_atomically(path, write_record(table))


def _key_path(path: Path) -> Path:
    return path.with_name(path.name + KEY_ENDING)


def write_atomically(path: Path, text: str) -> None:
    """A file made beside it, for its owner only, and put in its place when it is whole."""
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if not path.name.endswith(KEY_ENDING):
            os.chmod(beside, 0o666 & ~_umask())
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def read_keeping(path: Path, seats: int) -> Keeping | None:
    """What lies beside a record, or None when it is not there or not usable."""
    try:
        text = _key_path(path).read_text(encoding="utf-8")
        words = dict([line.split(" ", 1) for line in text.splitlines()])
        seating = tuple(words["seating"].split())
        return Keeping(bytes.fromhex(words["key"]), seating) if len(seating) == seats else None
    except (OSError, ValueError, KeyError):
        return None


def unfinished(game: str) -> list[Path]:
    """Saved games of this name that are not over, the newest first."""
    if not folder().is_dir():
        return []
    files = sorted(folder().glob(f"{game}-*{ENDING}"), key=_age, reverse=True)
    return [path for path in files if _is_unfinished(path)]


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _is_unfinished(path: Path) -> bool:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError):
        return False
    return len(lines) > 2 and lines[-2] == f"= {UNFINISHED}"


def newest(game: str) -> Path:
    """The game played last that is not over."""
    found = unfinished(game)
    if not found:
        raise BadInput(f"there is no unfinished game in {folder()}")
    return found[0]
