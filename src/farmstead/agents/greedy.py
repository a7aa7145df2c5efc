"""Takes what looks best now, by rule of thumb: every way to play the turn is tried and judged once."""

from typing import Final, final

from farmstead.agents.evaluators import plain_evaluator_for
from farmstead.agents.observation import Observation

ENOUGH: Final = 1e-9  # closer than this is a tie


@final
class Greedy:
    """The best turn by one look; ties are broken by seed."""

    def __init__(self, seed: int = 1) -> None:
        self._seed = seed

    def choose(self, seen: Observation) -> str:
        if len(seen.legal) == 1:
            return seen.legal[0]
        dice = seen.dice(self._seed)
        turns = plain_evaluator_for(seen.game.name).turns(seen.imagine(dice), seen.seat)
        best = max(turn.value for turn in turns)
        equal = list(dict.fromkeys(str(turn.moves[0]) for turn in turns if turn.value > best - ENOUGH))
        return equal[dice.below(len(equal))]
