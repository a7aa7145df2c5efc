"""The folder of a match: its settings, results as they come, records, summary and report.

`match.json` says which match it is. `results.jsonl` has one line for each game, written and flushed to the
disk before the next is looked at; whatever kills the program, at most the last line is half, and that game is
played again.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import IO, Any, Final, Self

from farmstead.agents.arena.match_game import PlayedGame, Result
from farmstead.agents.arena.matches import Match
from farmstead.engine.contract import BadSetup, FarmsteadError

try:
    import fcntl
except ImportError:  # not on Windows: there nobody is kept from writing into one folder twice at a time
    fcntl = None  # type: ignore[assignment]

FOLDER_FORMAT: Final = 1
MATCH: Final = "match.json"
RESULTS: Final = "results.jsonl"
RECORDS: Final = "records"
SUMMARY: Final = "summary.json"
REPORT: Final = "report.html"
ADJUSTED: Final = "adjusted"
LUCK: Final = "luck"  # the one part of a result that a match need not have


class BadFolder(FarmsteadError):
    """The folder of a match cannot be used; the message is a sentence that names the file."""


def described(match: Match) -> dict[str, object]:
    """What tells this match from others, as JSON."""
    setup = match.setup()
    return {
        "format": FOLDER_FORMAT,
        "farmstead": match.version,
        "game": match.game,
        "rules": setup.rules,
        "edition": setup.edition,
        "options": list(setup.options),
        "seats": match.seats,
        "agents": list(match.agents),
        "games": match.games,
        "tables": match.tables,
        "seed": match.seed,
        "records": match.records,
        "stop_when_sure": match.stop_when_sure,
        **({ADJUSTED: True} if match.adjusted else {}),  # folders from before it was counted go on
    }


class JsonLinesFile:
    """A file with a line of JSON for each thing that is done; one program at a time adds to it.

    Whatever kills the program, at most the last line is half.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def held(self, taken: str) -> list[bytes]:
        """Hold the file and see what is in it; half a line at its end is cut off. `taken` is what
        BadFolder says when another program holds it."""
        self._file = self._path.open("a+b")
        try:
            self._hold(taken)
            found = whole_lines(self._path)
            self._file.truncate(sum(map(len, found)))
        except BaseException:
            self.close()
            raise
        return found

    def _hold(self, taken: str) -> None:
        assert self._file is not None
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadFolder(taken) from None

    def add(self, thing: Mapping[str, object]) -> None:
        """One more line, which is in the file when it is closed; `keep` makes sure of it before."""
        assert self._file is not None
        line = json.dumps(thing, separators=(",", ":"), ensure_ascii=False)
        self._file.write(line.encode() + b"\n")

    def keep(self) -> None:
        assert self._file is not None
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def whole_lines(path: Path) -> list[bytes]:
    """The lines of a file that are finished; another program may be adding to it."""
    if not path.exists():
        return []
    lines = path.read_bytes().splitlines(keepends=True)
    return lines if not lines or lines[-1].endswith(b"\n") else lines[:-1]


class MatchFolder:
    """The results of a match on disk; as a context it holds the folder for itself."""

    def __init__(self, folder: Path, match: Match) -> None:
        self.folder = folder
        self.match = match
        self.results: dict[int, Result] = {}
        self._lines = JsonLinesFile(folder / RESULTS)

    def __enter__(self) -> Self:
        """Make the folder or go on with it; BadFolder when it belongs to another match or another run."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._must_be_of_this_match()
        found = self._lines.held(f"{self.folder}: another program is playing this match just now")
        try:
            self.results = {result.number: result for result in results_of(self.match, self.folder, found)}
        except BaseException:
            self.__exit__()
            raise
        if self.match.records:
            (self.folder / RECORDS).mkdir(exist_ok=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()

    # ---- whose folder it is ------------------------------------------------------------------------------

    def _must_be_of_this_match(self) -> None:
        path = self.folder / MATCH
        wanted = described(self.match)
        if path.exists():
            found = _document(path)
            if found != wanted:
                raise BadSetup(
                    f"{self.folder} has another match: {difference(found, wanted)}; name another --out"
                )
        elif any(other.name != _beside(path).name for other in self.folder.iterdir()):
            raise BadSetup(f"{self.folder} is not empty and has no match in it; name another --out")
        else:
            write_whole(path, json.dumps(wanted, indent=1, ensure_ascii=False) + "\n")

    # ---- results -----------------------------------------------------------------------------------------

    def add(self, played: PlayedGame) -> None:
        """Keep a result, its record first: a result on disk says that its record is there."""
        result = played.result
        if self.match.records:
            write_whole(self.record_path(result.number), played.record)
        self._lines.add(line_of(result))
        self.results[result.number] = result  # now: whoever interrupts the disk finds it in both places
        self._lines.keep()

    def record_path(self, number: int) -> Path:
        return self.folder / RECORDS / f"{number:06}.record"

    def write(self, name: str, text: str) -> Path:
        """Summary or report, whole or not at all."""
        write_whole(self.folder / name, text)
        return self.folder / name


def results_in(match: Match, folder: Path) -> dict[int, Result]:
    """The results of a match so far, also while it is being played; none when the folder has another."""
    path = folder / MATCH
    if not path.exists() or _document(path) != described(match):
        return {}
    return {each.number: each for each in results_of(match, folder, whole_lines(folder / RESULTS))}


def results_of(match: Match, folder: Path, lines: Iterable[bytes]) -> Iterator[Result]:
    """What the lines of a match say; BadFolder names the first that is no result of it."""
    for count, line in enumerate(lines, start=1):
        try:
            result = result_of(json.loads(line))
            good = fits(match, result)
        except (ValueError, TypeError, KeyError):
            good = False
        if not good:
            raise BadFolder(f"{folder / RESULTS}: line {count} is no result of this match")
        yield result


def fits(match: Match, result: Result) -> bool:
    """Whether it can be a game of this match."""
    if not 1 <= result.number <= match.total:
        return False
    by_seat = [value for name, value in vars(result).items() if isinstance(value, tuple) and name != LUCK]
    right_size = all(len(values) == match.seats for values in by_seat)
    counted = len(result.luck) == (match.seats if match.adjusted else 0)
    return right_size and counted and result.seating == match.seating(result.number)


def line_of(result: Result) -> dict[str, object]:
    """A result as JSON; luck only where it was counted."""
    return {name: value for name, value in asdict(result).items() if name != LUCK or value}


# `Any` because it comes from outside as JSON; what does not fit raises TypeError, KeyError or ValueError.
def result_of(found: Any) -> Result:
    """The result a line of JSON says."""
    values: dict[str, Any] = {
        field.name: found[field.name] for field in fields(Result) if field.name != LUCK or LUCK in found
    }
    for name, value in values.items():
        values[name] = tuple(value) if isinstance(value, list) else value
    return Result(**values)


def difference(found: Mapping[str, object], wanted: Mapping[str, object]) -> str:
    """The first thing in which two matches differ, as both say it."""
    for name, value in {ADJUSTED: False, **wanted}.items():
        there = found.get(name, False if name == ADJUSTED else None)
        if there != value:
            return f"there {name.replace('_', ' ')} is {_said(there)}, and now {_said(value)}"
    return f"it was made by another version of farmstead ({', '.join(sorted(found.keys() - wanted.keys()))})"


def _said(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _document(path: Path) -> dict[str, object]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadFolder(f"{path}: this does not describe a match")
    return found


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically: to a draft beside it, then renamed."""
    with _beside(path).open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(_beside(path), path)


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.part")
