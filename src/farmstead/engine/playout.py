"""Whole games played at random: the hot loop of simulations, benchmarks and laws."""

from __future__ import annotations

from farmstead.engine.contract import CHANCE, Dealer, State


class MoveCounts:
    """How many moves of each sort a playout took."""

    __slots__ = ("chance", "decisions")

    def __init__(self) -> None:
        self.decisions = 0  # moves of players, forced ones included
        self.chance = 0  # outcomes of chance


def play_out(state: State, dealer: Dealer, tally: MoveCounts | None = None) -> None:
    """Play `state` to its end, every decision uniform over `legal`."""
    decisions = 0
    chance = 0
    while True:
        seats = state.to_act()
        if not seats:
            break
        seat = seats[0]
        if seat == CHANCE:
            state.apply(CHANCE, state.deal(dealer))
            chance += 1
        else:
            state.apply(seat, state.pick(seat, dealer))
            decisions += 1
    if tally is not None:
        tally.decisions += decisions
        tally.chance += chance
