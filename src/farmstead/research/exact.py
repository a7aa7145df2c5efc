"""Exact values of small games, by going back from the ends through merged positions.

Positions that are alike are one position (`GameTree.alike`): what can come of it, and what it pays, is the
same. For one seat the value is the most that it can expect, for two whose payments sum to zero what the first
can expect when both play as well as they can. Nothing may be hidden.

Values are fractions: nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from farmstead.engine.contract import CHANCE, Action, BadSetup, Game, Seat, Setup, State
from farmstead.research.utilities import Utility

MAX_POSITIONS = 100_000


class Solved(NamedTuple):
    """A game that has been solved, and how large its tree is."""

    value: Fraction  # of the first seat
    positions: int  # merged ones, where a seat decides, chance does, or the game is over
    decisions: int  # those where a seat decides
    draws: int  # those where chance does
    ends: int
    histories: int  # ways through the tree, none merged


class _Node(NamedTuple):
    value: Fraction
    histories: int


def solve(
    game: Game,
    setup: Setup,
    utility: Utility,
    alike: Callable[[State], str],
    most: int = MAX_POSITIONS,
) -> Solved:
    """The value of a game; BadSetup where it is not of one or two seats that play for the same sum.

    `alike` says which positions are merged: those for which it gives the same text.
    """
    if setup.seats > 1 and not (setup.seats == 2 and utility.sums_to_zero):
        raise BadSetup(
            "only games of one seat, or of two whose payments sum to zero, have one value", "seats"
        )
    solver = ExactSolver(alike, utility, most)
    root = solver.node(game.start(setup))
    return Solved(root.value, len(solver.nodes), solver.decisions, solver.draws, solver.ends, root.histories)


class ExactSolver:
    """The positions that have been met, by their text."""

    def __init__(self, alike: Callable[[State], str], utility: Utility, most: int) -> None:
        self.alike = alike
        self.utility = utility
        self.most = most
        self.nodes: dict[str, _Node] = {}
        self.decisions = self.draws = self.ends = 0

    def node(self, state: State) -> _Node:
        """The value of a position, and how many ways lead on from it."""
        text = self.alike(state)
        found = self.nodes.get(text)
        if found is None:
            found = self._work_out(state)
            self.nodes[text] = found
            if len(self.nodes) > self.most:
                raise BadSetup(
                    f"there are more than {self.most:,} positions; this game is too large to be solved"
                )
        return found

    def _work_out(self, state: State) -> _Node:
        acting = state.to_act()
        if not acting:
            self.ends += 1
            return _Node(Fraction(self.utility.paid(state)[0]), 1)
        mover = min(acting)
        if mover == CHANCE:
            self.draws += 1
            odds = state.odds()
            total = sum([weight for _, weight in odds])
            after = [(self._after(state, mover, move), weight) for move, weight in odds]
            value = sum([node.value * weight for node, weight in after], Fraction(0)) / total
            return _Node(value, sum([node.histories for node, _ in after]))
        self.decisions += 1
        nodes = [self._after(state, mover, move) for move in state.legal(mover)]
        values = [node.value for node in nodes]
        return _Node(max(values) if mover == 0 else min(values), sum([node.histories for node in nodes]))

    def _after(self, state: State, mover: Seat, move: Action) -> _Node:
        following = state.clone()
        following.apply(mover, move)
        return self.node(following)
