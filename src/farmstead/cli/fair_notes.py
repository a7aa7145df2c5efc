"""What a client or a browser noted of a game before it began, compared with the game's record.

The notes have everything that was ever opened at the table, with what was shown before that. Each of it
counts in the game, or belongs to a start that was cancelled; docs/fair.md says how they are written.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from farmstead.cli import language
from farmstead.cli.arguments import read_text
from farmstead.cli.errors import BadInput
from farmstead.engine.contract import Setup
from farmstead.engine.fair import CancelledRound, Fairness, commitment_to, pledge_for
from farmstead.engine.record import HEADER, BadRecord, Record
from farmstead.messages import FairRound, FairSetup

FIRST_HEADER_LINE: Final = 2


class OpeningNote(Struct, frozen=True):
    """A value that was sent to the server, and what it had shown before that. Seats count from 0."""

    seat: int
    value: str
    commitment: str
    pledges: tuple[str, ...]  # of all, in the order of seats
    round: int | None = None  # None: noted by a page from before this was kept
    scheme: int = 1
    setup: FairSetup | None = None
    acknowledged: bool = False  # the server said that it has it
    cancelled: FairRound | None = None  # how the start was cancelled for which it was opened


class NotesFile(Struct, frozen=True):
    """All that was opened at a table, in that order."""

    openings: tuple[OpeningNote, ...]


def read_notes(path: str) -> Sequence[OpeningNote]:
    """The openings in a file of notes; BadInput says what is wrong with it."""
    try:
        return msgspec.json.decode(read_text(path).encode(), type=NotesFile).openings
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(language.say("fair", "no_notes", path=path, why=str(error))) from None


def check_notes(record: Record, fair: Fairness, openings: Sequence[OpeningNote]) -> list[str]:
    """What was compared, in words; BadRecord says in which line the record is not as it was shown."""
    for one in openings:
        _check_same_game(record, fair, one)
    for seat in {
        one.seat for one in openings
    }:  # each opens once in a round: for the game, and for each cancelled
        values = {one.value for one in openings if one.seat == seat}
        if len(values) > fair.start_round + 1:
            raise BadRecord(record.fair_line() + 1, "fair_openings", f"{len(values)} / {fair.start_round}")
    counting = [one for one in openings if _counts(fair, one)]
    for one in openings:
        if one in counting:
            _check_counting(record, fair, one)
        elif one.round is not None:
            _check_void(record, fair, one, one.round)
    if not counting and openings and fair.start_round == 0:
        raise BadRecord(record.fair_line(), "fair_contribution")
    return _said(len(openings), len(counting))


def _check_same_game(record: Record, fair: Fairness, one: OpeningNote) -> None:
    if one.scheme != fair.scheme:
        raise BadRecord(record.fair_line(), "fair_scheme", f"{one.scheme} / {fair.scheme}")
    if one.setup is None:
        return
    shown = Setup(*astuple(one.setup)).lines()
    for n, line in enumerate(record.setup.lines()):
        if line != shown[n]:
            raise BadRecord(FIRST_HEADER_LINE + n, "fair_setup", shown[n].removeprefix(f"{HEADER[n]} "))


def _counts(fair: Fairness, one: OpeningNote) -> bool:
    """Whether it was opened for the start that led to the game."""
    if one.round is not None:
        return one.round == fair.start_round
    return pledge_for(one.seat, one.value) in [each.pledge for each in fair.contributions]


def _check_counting(record: Record, fair: Fairness, one: OpeningNote) -> None:
    if one.commitment != fair.commitment:
        raise BadRecord(record.fair_line() + 2, "fair_commitment")
    if list(one.pledges) != [each.pledge for each in fair.contributions]:
        raise BadRecord(record.fair_line(), "fair_pledges")
    if (one.seat, one.value) not in [(each.seat, each.value) for each in fair.contributions]:
        raise BadRecord(record.fair_line(), "fair_contribution")


def _check_void(record: Record, fair: Fairness, one: OpeningNote, number: int) -> None:
    """It was opened for a start that was cancelled: the record has it, or scheme 1 the notes."""
    line = record.fair_line() + 1
    if not 0 <= number < fair.start_round:
        raise BadRecord(line, "fair_unexplained", str(number))
    if fair.scheme == 1:
        if one.cancelled is None or _commitment_to(one.cancelled.key) != one.commitment:
            raise BadRecord(line, "fair_unexplained", str(number))
        return
    found = fair.cancelled[number]
    line = record.fair_line() + fair.line_of_cancelled(number)
    if not _is_as_shown(one, found, fair.commitment_of(number, record.setup)):
        raise BadRecord(line, "fair_cancelled", str(number))
    if all(each.value for each in found.contributions if each.seat != one.seat):
        raise BadRecord(line, "fair_blamed", str(number))


def _commitment_to(key: str) -> str:
    try:
        return commitment_to(bytes.fromhex(key))
    except ValueError:
        return ""


def _is_as_shown(one: OpeningNote, found: CancelledRound, commitment: str) -> bool:
    """Whether a cancelled start is the one that something was opened for, with all that was known of it."""
    if one.commitment != commitment or list(one.pledges) != [each.pledge for each in found.contributions]:
        return False
    own = next((each.value for each in found.contributions if each.seat == one.seat), None)
    if own is None or own != ("" if not own and not one.acknowledged else one.value):
        return False
    return one.cancelled is None or _shown(one.cancelled) == _shown(found)


def _shown(one: FairRound | CancelledRound) -> tuple[str, str, list[tuple[int, str, str]]]:
    return one.why, one.key, [(each.seat, each.pledge, each.value) for each in one.contributions]


def _said(openings: int, counting: int) -> list[str]:
    if not openings:
        return [language.say("fair", "nothing_opened")]
    return [language.say("fair", "counts" if counting else "none_counts", cancelled=openings - counting)]
