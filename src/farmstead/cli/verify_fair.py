"""`farmstead verify --fair`: derive the luck of a game again, from the server's key and the contributions.

Nothing here deals as the game does: tickets and outcomes are worked out as docs/fair.md says.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from farmstead.cli.fair_notes import OpeningNote, check_notes
from farmstead.engine.contract import seat_text
from farmstead.engine.draws import draws_of
from farmstead.engine.fair import BEFORE_SEATS, BadFairness, Fairness, ticket
from farmstead.engine.record import BadRecord, GameFor, Record, open_record

MARKS: Final = {
    "undone": "The game went back by consent: what came later was known when some choices were made again.",
    "branched": "The game was branched off another: whoever did that could know what was to come.",
    "imported": "The game was brought from elsewhere: what this server shows was not shown before it.",
}
SCHEMES: Final = {
    1: "Scheme 1: the set-up is not bound to the key, and starts that failed are not shown.",
    2: "Scheme 2: the set-up is bound to the key, and every start that failed is shown.",
}


class NotedFairness(NamedTuple):
    """What somebody noted before the game, if they did."""

    commitment: str = ""
    contributions: Sequence[str] = ()  # their own
    pledges: Sequence[str] = ()  # of everybody
    openings: Sequence[OpeningNote] | None = None  # all that their client noted


def check_fair(record: Record, game_for: GameFor, noted: NotedFairness) -> list[str]:
    """What was checked, in words; BadRecord says in which line something is not as it was promised."""
    if (fair := record.fair) is None:
        raise BadRecord(record.last_line(), "fair_none")
    try:
        fair.check(record.setup)
    except BadFairness as error:
        raise BadRecord(record.fair_line() + error.at, error.key, error.detail) from None
    _check_noted(record, fair, noted)
    compared = [] if noted.openings is None else check_notes(record, fair, noted.openings)
    draws = draws_of(open_record(record, game_for), record.moves)
    key = fair.game_key(record.setup)
    for draw in draws:
        if (derived := draw.outcome_of(ticket(key, draw.name, draw.tickets))) != draw.outcome:
            raise BadRecord(record.first_line + draw.move, "fair_draw", f"{draw.outcome} / {derived}")
    return [*_said(fair, len(draws), noted), *compared]


def _check_noted(record: Record, fair: Fairness, noted: NotedFairness) -> None:
    if noted.commitment and noted.commitment.strip().lower() != fair.commitment:
        raise BadRecord(record.fair_line() + 2, "fair_commitment")
    for value in noted.contributions:
        if value.strip().lower() not in [one.value for one in fair.contributions]:
            raise BadRecord(record.fair_line(), "fair_contribution")
    if noted.pledges:
        _check_pledges(record, fair, {pledge.strip().lower() for pledge in noted.pledges})


def _check_pledges(record: Record, fair: Fairness, shown: set[str]) -> None:
    """Who sees the values of others before they pledge could find one that makes the luck they like."""
    for n, one in enumerate(fair.contributions):
        if one.pledge not in shown:
            raise BadRecord(record.fair_line() + BEFORE_SEATS + n, "fair_pledges")
    if len(shown) != len(fair.contributions):
        raise BadRecord(record.fair_line(), "fair_pledges")


def _said(fair: Fairness, draws: int, noted: NotedFairness) -> list[str]:
    seats, starts = [seat_text(one.seat) for one in fair.contributions], fair.start_round
    were = "One start was" if starts == 1 else f"{starts} starts were"
    shown = "the one you noted" if noted.commitment else "compare it with the one you were shown"
    return [
        SCHEMES[fair.scheme],
        f"The server’s key is the one it had committed to: {fair.commitment} ({shown}).",
        _contributed(seats),
        *(["Their pledges are those you noted."] if noted.pledges else []),
        f"All {draws} draws follow from them and from their names.",
        *([f"{were} cancelled before this one."] if starts else []),
        *[MARKS[mark] for mark in fair.marks],
    ]


def _contributed(seats: Sequence[str]) -> str:
    if not seats:
        return "Nobody contributed: the server alone chose the key, and could have tried several before."
    if len(seats) == 1:
        return f"Seat {seats[0]} contributed, and opened what it had pledged."
    return f"Seats {', '.join(seats)} contributed, and opened what they had pledged."
