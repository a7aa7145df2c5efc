"""An agent that searches: it tries the best turns out, chooses one, and can say what it found."""

from typing import TYPE_CHECKING, Final, final

from farmstead.agents.advice import Advice
from farmstead.agents.calibration import corrected, correction_at
from farmstead.agents.evaluators import evaluator_for
from farmstead.agents.observation import Observation
from farmstead.agents.search import Option, Search

if TYPE_CHECKING:  # processes are not to be had everywhere
    from farmstead.agents.parallel_search import ParallelSearch

SEARCH_ITERATIONS: Final = 48
PLENTY: Final = 1_000_000  # tries that no time is long enough for
SEARCH_WIDTH: Final = 8
HORIZON: Final = 0  # as far as the evaluator of the game finds useful
ENVY: Final = 0.5


@final
class SearchAgent:
    """Flat Monte Carlo over whole turns, by a number of tries or by seconds, on one core or several."""

    def __init__(
        self,
        iterations: int = SEARCH_ITERATIONS,
        seconds: float = 0.0,
        width: int = SEARCH_WIDTH,
        horizon: int = HORIZON,
        jobs: int = 1,
        seed: int = 1,
    ) -> None:
        self._tries = PLENTY if seconds else iterations
        self._seconds = seconds
        self._width = width
        self._horizon = horizon
        self._cores = _on_cores(jobs) if jobs > 1 else None
        self._seed = seed

    def options(
        self, seen: Observation, envy: float = 0.0, made: str = "", effort: float = 1.0
    ) -> list[Option]:
        """The turns it thinks of, best first, with so much of the effort."""
        tries, seconds = max(1, round(effort * self._tries)), effort * self._seconds
        if self._cores is not None:
            from farmstead.agents.parallel_search import task_of

            task = task_of(seen, self._seed, self._width, self._horizon, envy, made)
            if task is not None:
                return self._cores.consider(task, tries, seconds)
        dice = seen.dice(self._seed)
        search = Search(evaluator_for(seen.game.name), self._width, self._horizon, envy)
        return search.consider(seen.imagine(dice), seen.seat, tries, seconds, dice, made)

    def close(self) -> None:
        if self._cores is not None:
            self._cores.close()

    def choose(self, seen: Observation) -> str:
        if len(seen.legal) == 1:
            return seen.legal[0]
        evaluator, state = evaluator_for(seen.game.name), seen.imagine(seen.dice(self._seed))
        effort = evaluator.effort(state, seen.seat)
        if effort == 0.0:
            return str(evaluator.best_turn(state, seen.seat).moves[0])
        return str(self.options(seen, ENVY, "", effort)[0].turn.moves[0])

    def advise(self, seen: Observation, made: str = "") -> list[Advice]:
        """The best turn for each first move it has tried, by the seat's own points; `made` is one of them."""
        options = self.options(seen, made=made)
        more = correction_at(seen.game.name, seen.imagine(seen.dice(self._seed)))
        found: dict[str, Advice] = {}
        for option in options:
            advice = advice_of(option, options[0], more)
            found.setdefault(advice.move, advice)
        return list(found.values())


def forecaster(game: str) -> Search:
    """The search by which hints and reviews look ahead without choosing."""
    return Search(evaluator_for(game), SEARCH_WIDTH, HORIZON, 0.0)


def advice_of(option: Option, best: Option, more: float) -> Advice:
    """What the tries say, and so many points more."""
    plan = tuple(str(move) for move in option.turn.moves)
    behind, doubt = option.behind(best)
    lines = corrected(option.forecast.by_line(), more, best.forecast.by_line())
    return Advice(plan[0], option.value() + more, option.forecast.spread, lines, plan, behind, doubt)


def _on_cores(jobs: int) -> "ParallelSearch":
    from farmstead.agents.parallel_search import ParallelSearch

    return ParallelSearch(jobs)
