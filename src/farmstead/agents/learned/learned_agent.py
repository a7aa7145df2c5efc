"""An agent with a learned judgement: one look, or a search whose tries end where it is trusted."""

from typing import Final, final

from farmstead.agents.learned.learned_evaluator import LearnedEvaluator
from farmstead.agents.learned.weights import learned_evaluator_for
from farmstead.agents.observation import Observation
from farmstead.agents.search import Search
from farmstead.evaluators.base import Evaluator

WIDTH: Final = 8  # turns that are tried
ENVY: Final = 0.5  # how much of the other's points counts against one's own, if there is one other


@final
class LearnedAgent:
    """Plays the turn that looks best after so many tries; after one look if there are none."""

    def __init__(
        self, tries: int = 0, width: int = WIDTH, horizon: int = 0, seed: int = 1, of: Evaluator | None = None
    ) -> None:
        self._tries = tries
        self._width = width
        self._horizon = horizon  # 0: as far as the evaluator says
        self._seed = seed
        self._evaluator = of  # instead of the packaged one

    def choose(self, seen: Observation) -> str:
        if len(seen.legal) == 1:
            return seen.legal[0]
        evaluator = self._evaluator or learned_evaluator_for(seen.game.name)
        dice = seen.dice(self._seed)
        state = seen.imagine(dice)
        effort = evaluator.effort(state, seen.seat)
        if effort == 0.0:
            return str(evaluator.best_turn(state, seen.seat).moves[0])
        trust = evaluator.trust if isinstance(evaluator, LearnedEvaluator) else 0
        search = Search(evaluator, self._width, self._horizon, ENVY, trust)
        tries = max(1, round(effort * self._tries)) if self._tries else 0
        return str(search.consider(state, seen.seat, tries, 0.0, dice)[0].turn.moves[0])
