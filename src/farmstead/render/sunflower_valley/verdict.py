"""Who has won a game of Sunflower Valley, by how much, and what broke a tie (SV 5.7)."""

from collections.abc import Sequence
from typing import Final

from farmstead.engine.contract import Arg, Seat
from farmstead.render.shared import signed
from farmstead.render.sunflower_valley.view import TableView, valleys_of
from farmstead.render.words import Words
from farmstead.sunflower_valley.components import Edition
from farmstead.sunflower_valley.valley import Valley

TIE_BREAKS: Final = ("houses", "sunflowers", "villagers")


def verdict(
    words: Words, edition: Edition, scores: Sequence[int], places: Sequence[int], table: TableView
) -> list[str]:
    """What is to be said when the game is over, a sentence each."""
    winners = [seat for seat, place in enumerate(places) if place == 1]
    best, winner = signed(scores[winners[0]]), winners[0]
    if len(winners) > 1:
        return [words.say("verdict", "level", who=_seats(words, winners), points=best)]
    others = [seat for seat in range(len(scores)) if seat != winner]
    level = [seat for seat in others if scores[seat] == scores[winner]]
    if level:
        won = words.say("verdict", "wins", who=_seats(words, winners), points=best)
        return [won, tie_break(words, valleys_of(edition, table), winner, level)]
    second = max([scores[seat] for seat in others])
    after = _seats(words, [seat for seat in others if scores[seat] == second])
    fields: dict[str, Arg] = {"points": best, "ahead": scores[winner] - second, "after": after}
    return [words.say("verdict", "ahead", who=_seats(words, winners), **fields)]


def tie_break(words: Words, valleys: Sequence[Valley], winner: Seat, level: Sequence[Seat]) -> str:
    """The first count in which nobody is level with the winner any more."""
    counts = [_counts(valley) for valley in valleys]
    rivals = list(level)
    for n, what in enumerate(TIE_BREAKS):
        still = [seat for seat in rivals if counts[seat][n] == counts[winner][n]]
        if not still:
            numbers: dict[str, Arg] = {
                "own": counts[winner][n],
                "other": max([counts[seat][n] for seat in rivals]),
            }
            who = _seats(words, level)
            return words.say("verdict", "tie_break", who=who, count=len(level), what=what, **numbers)
        rivals = still
    raise AssertionError("who wins alone is ahead in one of the counts")


def _counts(valley: Valley) -> list[int]:
    return [valley.house_count(), valley.sunflower_count(), int(valley.villagers)]


def _seats(words: Words, seats: Sequence[Seat]) -> str:
    return words.listing(list(map(words.who, seats)))
