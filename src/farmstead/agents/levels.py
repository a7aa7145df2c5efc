"""Six levels, from a friendly beginner to the best we have.

The two best try turns out before they choose; the sixth judges by what was learned from games, where a game
has that, and tries longer in any case. The others take one look, and the lower ones are content with a move
that loses a little: they choose among those that lose at most so much by their own judgement. None plays at
random.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, final

from farmstead.agents.evaluators import Evaluator, Turn, evaluator_for
from farmstead.agents.learned.learned_agent import LearnedAgent
from farmstead.agents.observation import Agent, Observation
from farmstead.agents.search_agent import SearchAgent
from farmstead.engine.contract import Dealer

__all__ = ["LEVELS", "Level", "LevelAgent", "best_of_moves", "contented"]


@dataclass(frozen=True, slots=True)
class Level:
    """How much a level thinks, and what it lets go."""

    name: str
    tries: int  # 0: one look is enough
    regret: float  # how much of what a careless player loses with a decision
    learned: bool = False  # whether it judges by what was learned; where nothing was, as the others do


LEVELS: Final[dict[int, Level]] = {
    1: Level("Seedling", tries=0, regret=1.2),
    2: Level("Gardener", tries=0, regret=0.8),
    3: Level("Neighbour", tries=0, regret=0.4),
    4: Level("Farmer", tries=0, regret=0.0),
    5: Level("Master farmer", tries=48, regret=0.0),
    6: Level("Almanac", tries=200, regret=0.0, learned=True),  # as many as 0.5 s a decision have room for
}


@final
class LevelAgent:
    """Plays at a level; the same seed and view give the same move."""

    def __init__(self, level: int, seed: int = 1) -> None:
        self.level = LEVELS[level]
        self._seed = seed
        searching = LearnedAgent if self.level.learned else SearchAgent
        self._searching: Agent = searching(self.level.tries, seed=seed)

    def choose(self, seen: Observation) -> str:
        if len(seen.legal) == 1:
            return seen.legal[0]
        if self.level.tries:
            return self._searching.choose(seen)
        evaluator, dice = evaluator_for(seen.game.name), seen.dice(self._seed)
        best = best_of_moves(evaluator.turns(seen.imagine(dice), seen.seat))
        return contented(seen, self.level, best, evaluator, dice)


def best_of_moves(turns: Sequence[Turn]) -> dict[str, float]:
    """By first move: what the best turn that begins with it is worth."""
    best: dict[str, float] = {}
    for turn in turns:
        move = str(turn.moves[0])
        best[move] = max(turn.value, best.get(move, turn.value))
    return best


def contented(
    seen: Observation, level: Level, best: Mapping[str, float], evaluator: Evaluator, dice: Dealer
) -> str:
    """One of the moves that lose no more than a level lets go."""
    least = max(best.values()) - level.regret * evaluator.careless_loss
    content = [move for move in seen.legal if best[move] >= least]
    return content[dice.below(len(content))]
