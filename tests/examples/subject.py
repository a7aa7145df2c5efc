"""What the laws must know about Pebbles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from farmstead.engine.contract import State
from pebbles.rules import GAME, WORDS, PebblesState
from tests.laws import Stages, Subject

PARAGRAPHS = ("PB 0", "PB 1", "PB 2")


def count_pieces(state: State) -> Mapping[str, object]:
    """Nobody comes or goes, and nobody has more than two pebbles and one bet of each round."""
    assert isinstance(state, PebblesState)
    rounds = state.round + 1
    bounds = [
        (taken <= 2 * rounds, bets <= rounds) for taken, bets in zip(state.taken, state.bets, strict=True)
    ]
    return {"seats": state.seats(), "within bounds": [*map(all, bounds)]}


def slow_scores(state: State) -> Sequence[int]:
    """Counted from what everybody sees at the end."""
    view = state.view(None)
    taken, bets = view["taken"], view["bets"]
    assert isinstance(taken, list) and isinstance(bets, list)
    return [taken[seat] + bets[seat] for seat in range(len(taken))]


def subject(seats: int) -> Subject:
    return Subject(
        game=GAME,
        seats=seats,
        options=("plain",),
        count_pieces=count_pieces,
        slow_scores=slow_scores,
        corpus=lambda state: list(WORDS),
        most_moves=lambda seats: 2 * (1 + 2 * seats),
        rules=lambda rule: rule in PARAGRAPHS,
        stages=Stages("phase", frozenset({"heap", "take", "bet"})),
    )


SUBJECTS = [subject(seats) for seats in range(GAME.fewest, GAME.most + 1)]
