"""Who has won a game of Sunflower Valley, by how much, and what broke a tie (SV 5.7)."""

from collections.abc import Sequence
from typing import Final

from farmstead.engine.contract import Seat
from farmstead.render.shared import listing, many
from farmstead.render.sunflower_valley.view import TableView, valleys_of
from farmstead.sunflower_valley.components import Edition
from farmstead.sunflower_valley.valley import Valley

TIE_BREAKS: Final = ("houses", "sunflowers", "villagers")


def verdict(edition: Edition, scores: Sequence[int], places: Sequence[int], table: TableView) -> list[str]:
    """What is to be said when the game is over, a sentence each."""
    winners = [seat for seat, place in enumerate(places) if place == 1]
    best = many(scores[winners[0]], "point")
    if len(winners) > 1:
        alike = "houses, sunflowers and villagers are level too"
        return [f"{_seats(winners)} share the victory with {best}: {alike} (SV 5.7)."]
    winner = winners[0]
    others = [seat for seat in range(len(scores)) if seat != winner]
    level = [seat for seat in others if scores[seat] == scores[winner]]
    if level:
        return [f"{_seats(winners)} wins with {best}.", tie_break(valleys_of(edition, table), winner, level)]
    second = max([scores[seat] for seat in others])
    after = _seats([seat for seat in others if scores[seat] == second])
    return [f"{_seats(winners)} wins with {best}, {scores[winner] - second} ahead of {after}."]


def tie_break(valleys: Sequence[Valley], winner: Seat, level: Sequence[Seat]) -> str:
    """The first count in which nobody is level with the winner any more."""
    counts = [_counts(valley) for valley in valleys]
    have, rivals = ("has" if len(level) == 1 else "have"), list(level)
    for n, what in enumerate(TIE_BREAKS):
        still = [seat for seat in rivals if counts[seat][n] == counts[winner][n]]
        if not still:
            numbers = f"{counts[winner][n]} to {max([counts[seat][n] for seat in rivals])}"
            return f"{_seats(level)} {have} as many points: {what} decide, {numbers} (SV 5.7)."
        rivals = still
    raise AssertionError("who wins alone is ahead in one of the counts")


def _counts(valley: Valley) -> list[int]:
    return [valley.house_count(), valley.sunflower_count(), int(valley.villagers)]


def _seats(seats: Sequence[Seat]) -> str:
    return listing([f"Seat {seat + 1}" for seat in seats])
