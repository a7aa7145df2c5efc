"""`farmstead verify`: replay records through the rules and compare what they say with what happens."""

from __future__ import annotations

from typing import Annotated

import typer

from farmstead.cli.arguments import EditionFile, games_for, read_record_bytes
from farmstead.cli.errors import BAD_INPUT, sentence_of, short_path
from farmstead.cli.telling import say_fault
from farmstead.engine.record import UNFINISHED, BadRecord, GameFor, Record, re_execute, read_record

Records = Annotated[
    list[str], typer.Argument(metavar="RECORD...", help="Record files; `-` is standard input.")
]


def verify(records: Records, edition: EditionFile = None) -> None:
    """Check records of games: form, checksum, every move against the rules, and the score.

    Prints a line for each: `ok`, the file and its score, or `FAILED`, the file, the line and why.
    The exit status is 0 when all are ok and 1 when any is not.

    Examples:

        farmstead verify game.record
        farmstead verify games/*.record
        farmstead verify --edition mybox.toml game.record
        cat game.record | farmstead verify -
    """
    game_for = games_for(edition)
    fine = [report(path, game_for) for path in records]
    if not all(fine):
        raise typer.Exit(BAD_INPUT)


def report(path: str, game_for: GameFor) -> bool:
    """Print how one record stands; whether it is ok."""
    record: Record | None = None
    try:
        record = read_record(read_record_bytes(path), edited=True)
        re_execute(record, game_for)
        if not record.intact:
            raise BadRecord(record.last_line(), "checksum")
    except BadRecord as error:
        print(f"FAILED {path} line {error.line}: {_why(error, record, game_for)}", flush=True)
        return False
    except OSError as error:
        print(f"FAILED {_without_name(path, error)}", flush=True)
        return False
    print(_fine(path, record.score), flush=True)
    return True


def _why(error: BadRecord, record: Record | None, game_for: GameFor) -> str:
    """What is wrong in that line and, where it was found by a wrong checksum, that too."""
    why = say_fault(error, record, game_for)
    edited = record is not None and not record.intact and error.key != "checksum"
    return (
        f"{why} (the file was changed after it was written: its checksum does not match)" if edited else why
    )


def _fine(path: str, score: str) -> str:
    return f"ok (unfinished)  {path}" if score == UNFINISHED else f"ok  {path}  {score}"


def _without_name(path: str, error: OSError) -> str:
    error.filename = None
    return f"{short_path(path)}: {sentence_of(error)}"
