"""How a neighbour chooses: as their level would, and of moves worth nearly as much the one they love.

The level chooses first. Only turns whose value lies within a small bound of that choice, to both sides, are
near-equal; of these a neighbour takes the one after which there is most of what they love. What that gains
or costs is made up for by how careless they are, so they are as strong as their level:
`benchmarks/neighbours.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import final

from farmstead import shelf
from farmstead.agents.characters import Neighbour, Preference, neighbours
from farmstead.agents.evaluators import Turn, evaluator_for
from farmstead.agents.levels import LEVELS, LevelAgent, best_of_moves, contented
from farmstead.agents.observation import Observation
from farmstead.agents.search_agent import ENVY, SearchAgent
from farmstead.engine.contract import Seat, State

Amount = Callable[[State, Seat], float]  # how much of something a seat has


@final
class NeighbourAgent:
    """Plays at the level of a neighbour, in their manner; the same seed and view give the same move."""

    def __init__(self, name: str, seed: int = 1) -> None:
        self.neighbour: Neighbour = neighbours()[name]
        self.level = LEVELS[self.neighbour.level]
        self._seed = seed
        self._as_level = LevelAgent(self.neighbour.level, seed)
        self._searching = SearchAgent(self.level.tries, seed=seed)

    def choose(self, seen: Observation) -> str:
        loved = self.neighbour.preferences.get(seen.game.name)
        amount = None if loved is None else amounts_of(seen.game.name).get(loved.loves)
        if len(seen.legal) == 1 or loved is None or amount is None:
            return self._as_level.choose(seen)
        return (
            self._after_search(seen, loved, amount)
            if self.level.tries
            else self._at_a_look(seen, loved, amount)
        )

    def _at_a_look(self, seen: Observation, loved: Preference, amount: Amount) -> str:
        evaluator, dice = evaluator_for(seen.game.name), seen.dice(self._seed)
        state = seen.imagine(dice)
        turns = evaluator.turns(state, seen.seat)
        best = best_of_moves(turns)
        level = replace(self.level, regret=loved.careless * self.level.regret)
        value = best[contented(seen, level, best, evaluator, dice)]
        near = [turn for turn in turns if abs(turn.value - value) <= loved.within]
        return _most_loved(state, seen.seat, sorted(near, key=lambda turn: abs(turn.value - value)), amount)

    def _after_search(self, seen: Observation, loved: Preference, amount: Amount) -> str:
        state = seen.imagine(seen.dice(self._seed))
        effort = evaluator_for(seen.game.name).effort(state, seen.seat)
        if effort == 0.0:
            return self._as_level.choose(seen)
        options = self._searching.options(seen, ENVY, "", effort)
        near = [each.turn for each in options if each.behind(options[0])[0] <= loved.within]
        return _most_loved(state, seen.seat, near, amount)


def amounts_of(game: str) -> Mapping[str, Amount]:
    """What can be loved in a game, by name."""
    return shelf.part(game, "preferences") or {}


def _most_loved(state: State, seat: Seat, near: Sequence[Turn], amount: Amount) -> str:
    """The first move of the turn with the most of it, the first of several."""

    def after(turn: Turn) -> float:
        then = state.clone()
        for move in turn.moves:
            then.apply(seat, move)
        return amount(then, seat)

    return str(max(near, key=after).moves[0])
