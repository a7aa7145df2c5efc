"""An agent that tries the best turns out before it chooses, and can say what it found."""

from typing import Final, final

from farmstead.agents.advice import Advice
from farmstead.agents.judges import judge_for
from farmstead.agents.search import Option, Search
from farmstead.agents.seen import Seen

ITERATIONS: Final = 48
PLENTY: Final = 1_000_000  # tries that no time is long enough for
WIDTH: Final = 8
HORIZON: Final = 5
ENVY: Final = 0.5


@final
class Searching:
    """Flat Monte Carlo over whole turns, by a number of tries or by seconds."""

    def __init__(
        self,
        iterations: int = ITERATIONS,
        seconds: float = 0.0,
        width: int = WIDTH,
        horizon: int = HORIZON,
        seed: int = 1,
    ) -> None:
        self._tries = PLENTY if seconds else iterations
        self._seconds = seconds
        self._width = width
        self._horizon = horizon
        self._seed = seed

    def options(self, seen: Seen) -> list[Option]:
        """The turns it thinks of, best first."""
        dice = seen.dice(self._seed)
        search = Search(judge_for(seen.game.name), self._width, self._horizon, ENVY)
        return search.consider(seen.imagine(dice), seen.seat, self._tries, self._seconds, dice)

    def choose(self, seen: Seen) -> str:
        if len(seen.legal) == 1:
            return seen.legal[0]
        return str(self.options(seen)[0].turn.moves[0])

    def advise(self, seen: Seen) -> list[Advice]:
        """The best turn for each first move it has tried."""
        found: dict[str, Advice] = {}
        for option in self.options(seen):
            move = str(option.turn.moves[0])
            found.setdefault(move, advice_of(option))
        return list(found.values())


def advice_of(option: Option) -> Advice:
    plan = tuple(str(move) for move in option.turn.moves)
    return Advice(plan[0], option.worth(), option.spread(), option.by_line(), plan)
