"""`farmstead verify`: replay records through the rules and compare what they say with what happens."""

from collections.abc import Callable
from typing import Annotated

import typer
from typer import Argument, Option

from farmstead.cli import language
from farmstead.cli.arguments import EditionFile, games_for, read_record_bytes
from farmstead.cli.errors import BAD_INPUT, BadInput, about_file, sentence_of
from farmstead.cli.fair_notes import read_notes
from farmstead.cli.sentences import say_fault
from farmstead.cli.verify_fair import NotedFairness, check_fair
from farmstead.engine.branches import Branch
from farmstead.engine.contract import Arg
from farmstead.engine.record import UNFINISHED, BadRecord, GameFor, Record, re_execute, read_record
from farmstead.engine.table import Table

Records = Annotated[
    list[str],
    Argument(metavar="RECORD...", help="Record files, or pictures that carry one; `-` is standard input."),
]

FairToo = Annotated[bool, Option("--fair", help="Also derive every draw again, from key and contributions.")]
Commitment = Annotated[
    str, Option(metavar="DIGITS", help="Check the luck, too: the commitment you were shown before.")
]
Contributions = Annotated[
    list[str] | None,
    Option("--contribution", metavar="DIGITS", help="Check the luck, too: what you contributed."),
]
Pledges = Annotated[
    list[str] | None,
    Option("--pledge", metavar="DIGITS", help="Check the luck, too: a pledge you were shown; say all."),
]
NotesFile = Annotated[
    str,
    Option(metavar="FILE", help="Check the luck, too: all that your browser or client noted at this table."),
]
Check = Callable[[Record], list[str]]


def verify(
    records: Records,
    edition: EditionFile = None,
    fair: FairToo = False,
    commitment: Commitment = "",
    contribution: Contributions = None,
    pledge: Pledges = None,
    notes: NotesFile = "",
    in_language: language.Language = None,
) -> None:
    """Check records of games: form, checksum, every move against the rules, and the score.

    With --fair the luck as well: what it comes from, and every draw. docs/fair.md says how.

    Prints a line for each: `ok`, the file and its score, or `FAILED`, the file, the line and why.
    The exit status is 0 when all are ok and 1 when any is not.

    Examples:

        farmstead verify game.record
        farmstead verify games/*.record
        farmstead verify --edition mybox.toml game.record
        farmstead verify --fair game.record
        farmstead verify --fair --notes game.notes.json game.record
        cat game.record | farmstead verify -
    """
    game_for = games_for(edition)
    noted = NotedFairness(commitment, contribution or [], pledge or [], read_notes(notes) if notes else None)

    def luck(record: Record) -> list[str]:
        return check_fair(record, game_for, noted) if fair or noted != NotedFairness("", [], []) else []

    fine = [report(path, game_for, luck) for path in records]
    if not all(fine):
        raise typer.Exit(BAD_INPUT)


def report(path: str, game_for: GameFor, luck: Check) -> bool:
    """Print how one record stands, and what `luck` finds out about it; whether it is ok."""
    record: Record | None = None
    try:
        record = read_record(read_record_bytes(path), edited=True)
        table = re_execute(record, game_for)
        found = luck(record)  # before the checksum, as it may say which line was changed
        if not record.intact:
            raise BadRecord(record.last_line(), "checksum")
    except (BadRecord, BadInput, OSError) as error:
        print(f"FAILED {_failure(path, error, record, game_for)}", flush=True)
        return False
    found = [*_ties(table), *found]
    found += [] if record.branch is None else [_branched(record.branch)]
    unfinished = f"ok ({language.say('checking', 'unfinished')})  {path}"
    fine = unfinished if record.score == UNFINISHED else f"ok  {path}  {record.score}"
    print("\n".join([fine, *[f"    {line}" for line in found]]), flush=True)
    return True


def _failure(path: str, error: Exception, record: Record | None, game_for: GameFor) -> str:
    """What is wrong in which line and, where the checksum is wrong as well, that too."""
    if isinstance(error, OSError):
        error.filename = None
        return about_file(path, sentence_of(error))
    if not isinstance(error, BadRecord):
        return str(error)
    fault = say_fault(error, record, game_for)
    why = language.say("checking", "line", path=path, line=error.line, why=fault)
    edited = record is not None and not record.intact and error.key != "checksum"
    return language.say("checking", "edited", fault=why) if edited else why


def _ties(table: Table) -> list[str]:
    """Of a finished game: what broke a tie, and which ranks are shared."""
    state = table.state
    if state.to_act():
        return []
    return language.drawing(table.game).tied(state.scores(), state.places(), state.view(None))


def _branched(branch: Branch) -> str:
    fields: dict[str, Arg] = {"luck": branch.luck, "ply": branch.ply, "parent": branch.parent}
    return language.say("checking", "branched", **fields)
