"""Five levels, from a friendly beginner to the best we have.

The best tries turns out before it chooses. The others take one look, and the lower ones are content with a
move that loses a little: they choose among those that lose at most so much by their own judgement. None
plays at random.
"""

from dataclasses import dataclass
from typing import Final, final

from farmstead.agents.evaluators import evaluator_for
from farmstead.agents.observation import Observation
from farmstead.agents.search_agent import SearchAgent

__all__ = ["LEVELS", "Level", "LevelAgent"]


@dataclass(frozen=True, slots=True)
class Level:
    """How much a level thinks, and what it lets go."""

    name: str
    tries: int  # 0: one look is enough
    regret: float  # how much of what a careless player loses with a decision


LEVELS: Final[dict[int, Level]] = {
    1: Level("Seedling", tries=0, regret=1.2),
    2: Level("Gardener", tries=0, regret=0.8),
    3: Level("Neighbour", tries=0, regret=0.4),
    4: Level("Farmer", tries=0, regret=0.0),
    5: Level("Master farmer", tries=48, regret=0.0),
}


@final
class LevelAgent:
    """Plays at a level; the same seed and view give the same move."""

    def __init__(self, level: int, seed: int = 1) -> None:
        self.level = LEVELS[level]
        self._seed = seed
        self._searching = SearchAgent(self.level.tries, seed=seed)

    def choose(self, seen: Observation) -> str:
        if len(seen.legal) == 1:
            return seen.legal[0]
        if self.level.tries:
            return self._searching.choose(seen)
        evaluator, dice = evaluator_for(seen.game.name), seen.dice(self._seed)
        best: dict[str, float] = {}
        for turn in evaluator.turns(seen.imagine(dice), seen.seat):
            move = str(turn.moves[0])
            best[move] = max(turn.value, best.get(move, turn.value))
        least = max(best.values()) - self.level.regret * evaluator.careless_loss
        content = [move for move in seen.legal if best[move] >= least]
        return content[dice.below(len(content))]
