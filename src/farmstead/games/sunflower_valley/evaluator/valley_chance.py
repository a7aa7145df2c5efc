"""What a roll is worth: the round is played to its end with each of the rolls that could have come.

A position after a roll looks like the one before it, so one look at each would find no luck. Rolls in which
the same dice are taken lead through the same positions, so each of these is looked at once: for the best
drawing with every face, of which each roll allows some.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmstead.engine.contract import CHANCE, Action, State
from farmstead.evaluators.base import Evaluator
from farmstead.games.sunflower_valley.rules.actions import Rolled, Take, dice_left, pooled
from farmstead.games.sunflower_valley.rules.names import CHANCE_ROLL, FACES, NO_CHANCE, TURNS_IN_ROUND
from farmstead.games.sunflower_valley.rules.position import ALONE
from farmstead.games.sunflower_valley.rules.state import SunflowerValley

NEVER: Final = -1e9


class RoundPosition:
    """A position in a round, before any roll is known, and what comes of taking each face."""

    def __init__(self, state: SunflowerValley, turn: int) -> None:
        self.state = state
        self.turn = turn
        self.values: list[float] = []  # by seat, once somebody has asked
        self.looked = False
        self.aims: list[float] = []  # by face: how good the best drawing with it looks
        self.best: list[list[Action]] = []  # by face: that drawing
        self.after: list[RoundPosition | None] = []  # by face, once somebody has taken it

    def valued(self, judge: Evaluator) -> list[float]:
        if not self.values:
            self.values = [judge.value(self.state, seat) for seat in range(self.state.players)]
        return self.values

    def look(self, judge: Evaluator) -> None:
        """Judge the drawings with all faces."""
        self.looked = True
        self.aims = [NEVER] * len(FACES)
        self.after = [None] * len(FACES)
        self.best = [[] for _ in range(len(FACES))]
        self.state.pool = 0
        for face in range(len(FACES)):
            self.state.pool += pooled(face)
        for turn in judge.turns(self.state, self.state.acting[0]):
            take = turn.moves[0]
            assert isinstance(take, Take)
            if turn.value > self.aims[take.what]:
                self.aims[take.what] = turn.value
                self.best[take.what] = turn.moves

    def taken(self, face: int) -> RoundPosition:
        """The position after the best drawing with a face."""
        found = self.after[face]
        if found is None:
            state = self.state.clone()
            seat = state.acting[0]
            for move in self.best[face]:
                state.apply(seat, move)
            found = RoundPosition(state, self.turn + 1)
            self.after[face] = found
        return found


def values_after_chance(judge: Evaluator, state: State) -> list[list[float]]:
    """By outcome, in the order of the odds, then by seat; nothing of set-up, which is the same for all."""
    assert isinstance(state, SunflowerValley)
    if state.chance != CHANCE_ROLL:
        return []
    begun = state.clone()
    begun.chance = NO_CHANCE
    begun.acting = ALONE[begun.first]
    first = RoundPosition(begun, 0)
    found: list[list[float]] = []
    for roll, _ in state.odds():
        assert isinstance(roll, Rolled)
        found.append(at_the_end(judge, first, roll.pool).valued(judge))
    return found


def at_the_end(judge: Evaluator, first: RoundPosition, roll: i64) -> RoundPosition:
    """Where a round ends in which everybody in turn takes what looks best of a roll."""
    pool: i64 = roll
    here = first
    while here.turn < TURNS_IN_ROUND and here.state.acting and here.state.acting[0] != CHANCE:
        if not here.looked:
            here.look(judge)
        best = -1
        for face in range(len(FACES)):
            if dice_left(pool, face) != 0 and (best < 0 or here.aims[face] > here.aims[best]):
                best = face
        pool -= pooled(best)
        here = here.taken(best)
    return here
