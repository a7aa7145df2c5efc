"""Where games are kept: a record each, and beside it the key that decides the chance still to come."""

import json
import os
import secrets
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from farmstead.agents import agent
from farmstead.cli import language
from farmstead.cli.errors import BadInput
from farmstead.engine.contract import BadSetup
from farmstead.engine.record import MAX_RECORD_BYTES, UNFINISHED, write_record
from farmstead.engine.table import Table
from farmstead.places import data_folder

ENDING: Final = ".record"
KEY_ENDING: Final = ".key"
KEY_LENGTH: Final = 32  # bytes
MAX_KEY: Final = 20_000  # bytes of a key file
PERSON: Final = "person"


class ChangedElsewhere(OSError):
    """The files are not as this process left them, so they are not overwritten."""

    def __init__(self, path: Path) -> None:
        super().__init__(0, language.say("saving", "elsewhere"), str(path))


def folder() -> Path:
    """The user's folder for saved games."""
    return data_folder() / "saves"


def new_path(game: str) -> Path:
    """A file nobody has yet, named after game and time."""
    return folder() / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}{ENDING}"


# ---- one game's files ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SavedSecrets:
    """What a record does not say and a resumed game needs: the dealer's key, and who sits where."""

    key: bytes
    seating: tuple[str, ...]  # `person`, or the spec of an agent

    def text(self) -> str:
        return f"key {self.key.hex()}\nseating {json.dumps(self.seating)}\n"


class SaveFiles:
    """The files of one game, and what this process last read or wrote there."""

    def __init__(self, path: Path, record: bytes | None = None, has_key: bool = False) -> None:
        self.path = real(path)
        self._record = record
        self._has_key = has_key

    @property
    def key_path(self) -> Path:
        return key_path(self.path)

    def save(self, table: Table, keeping: SavedSecrets) -> None:
        """Write record and key; whoever looks finds the old ones or the new ones, never half of one."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self._has_key or not self.key_path.exists():
            write_atomically(self.key_path, keeping.text(), lambda: _must_hold(self.key_path, None))
        self._has_key = True
        text = write_record(table)
        write_atomically(self.path, text, lambda: _must_hold(self.path, self._record))
        self._record = text.encode()

    def beside(self) -> "SaveFiles":
        """Files with a number after their name that nobody has yet."""
        names = (f"{self.path.stem}-{number}{self.path.suffix}" for number in count(2))
        paths = map(self.path.with_name, names)
        return next(SaveFiles(each) for each in paths if not any(map(os.path.lexists, files_of(each))))


def _must_hold(path: Path, expected: bytes | None) -> None:
    """Nothing, or what is expected; a file that has vanished may be written again."""
    if os.path.lexists(path) and (expected is None or not path.is_file() or path.read_bytes() != expected):
        raise ChangedElsewhere(path)


def must_be_new(path: Path) -> None:
    """A new game overwrites nothing, neither a record nor the key of one."""
    for file in files_of(real(path)):
        if os.path.lexists(file):
            raise BadInput(language.say("saving", "exists", path=str(file)))


def real(path: Path) -> Path:
    """The file a link leads to, for a file put in the place of a link would end the link."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def key_path(path: Path) -> Path:
    return path.with_name(path.name + KEY_ENDING)


def files_of(path: Path) -> tuple[Path, Path]:
    return path, key_path(path)


def write_atomically(
    path: Path, content: str | bytes, check: Callable[[], None] = lambda: None, durable: bool = True
) -> None:
    """A file made beside it, for its owner only, and put in its place when it is whole and `check` agrees."""
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        if not path.name.endswith(KEY_ENDING):
            os.chmod(beside, 0o666 & ~_umask())
        check()
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# ---- reading what was kept -------------------------------------------------------------------------------


def read_saved(path: Path) -> bytes:
    """The bytes of a saved game; one more than a record may have shows that it has too many."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise BadInput(language.say("saving", "no_file", path=str(path)))
    with path.open("rb") as file:
        return file.read(MAX_RECORD_BYTES + 1)


def read_secrets(path: Path, seats: int) -> SavedSecrets | None:
    """What lies beside a record, or None when nothing does; BadInput names a file that cannot be used."""
    file = key_path(real(path))
    if not os.path.lexists(file):
        return None
    try:
        if not file.is_file():
            raise ValueError("no file")
        with file.open("rb") as stream:
            return _keeping(stream.read(MAX_KEY).decode("utf-8"), seats)
    except (BadSetup, ValueError, KeyError) as error:
        why = f": {error}" if isinstance(error, BadSetup) else ""
        raise BadInput(language.say("saving", "key_damaged", path=str(file), why=why)) from None


def _keeping(text: str, seats: int) -> SavedSecrets:
    """KeyError, ValueError and BadSetup say in their ways that it is none."""
    words = dict([line.split(" ", 1) for line in text.splitlines()])
    key, seating = bytes.fromhex(words["key"]), _seating(words["seating"])
    if len(key) != KEY_LENGTH or len(seating) != seats:
        raise ValueError("a key or a seat too short")
    for spec in seating:
        if spec != PERSON:
            agent(spec)
    return SavedSecrets(key, seating)


def _seating(text: str) -> tuple[str, ...]:
    """A JSON list of specs; before there were specs with blanks it was words."""
    if not text.startswith("["):
        return tuple(text.split())
    found = json.loads(text)
    if not all(isinstance(spec, str) for spec in found):
        raise ValueError("a seat that is no text")
    return tuple(found)


def unfinished(game: str | None) -> list[Path]:
    """Saved games of this name, or of any, that are not over, the newest first."""
    if not folder().is_dir():
        return []
    named = "*" if game is None else f"{game}-*"
    files = sorted(folder().glob(f"{named}{ENDING}"), key=_age, reverse=True)
    return [path for path in files if _is_unfinished(path)]


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _is_unfinished(path: Path) -> bool:
    try:
        lines = read_saved(path).decode("utf-8").splitlines()
    except (BadInput, OSError, UnicodeError):
        return False
    return len(lines) > 2 and lines[-2] == f"= {UNFINISHED}"


def newest(game: str | None) -> Path:
    """The game played last that is not over."""
    if not (found := unfinished(game)):
        raise BadInput(language.say("saving", "none", folder=str(folder())))
    return found[0]
