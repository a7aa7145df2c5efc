"""`farmstead verify --fair`: derive the luck of a game again, from the server's key and the contributions.

Nothing here deals as the game does: tickets and outcomes are worked out as docs/fair.md says.
"""

from collections.abc import Sequence
from typing import NamedTuple

from farmstead.cli import language
from farmstead.cli.fair_notes import OpeningNote, check_notes
from farmstead.engine.contract import seat_text
from farmstead.engine.draws import draws_of
from farmstead.engine.fair import BEFORE_SEATS, BadFairness, Fairness, ticket
from farmstead.engine.record import BadRecord, GameFor, Record, open_record


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
    return [
        language.say("fair", f"scheme_{fair.scheme}"),
        language.say("fair", "key_noted" if noted.commitment else "key", commitment=fair.commitment),
        _contributed(seats),
        *([language.say("fair", "pledges")] if noted.pledges else []),
        language.say("fair", "draws", draws=draws),
        *([language.say("fair", "starts", starts=starts)] if starts else []),
        *[language.say("fair", mark) for mark in fair.marks],
    ]


def _contributed(seats: Sequence[str]) -> str:
    if not seats:
        return language.say("fair", "nobody")
    if len(seats) == 1:
        return language.say("fair", "one_seat", seat=seats[0])
    return language.say("fair", "several_seats", seats=", ".join(seats))
