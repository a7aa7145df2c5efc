"""A search on several processor cores: each process tries the same turns with other luck.

The luck of a try hangs on its number alone, so the answer by a number of tries is the same on any number of
cores. The processes know the games by name: a game with components of one's own is searched on one core. What
a process was at when it died is tried in this one, and another takes its place.
"""

import json
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias, final

from farmstead import shelf
from farmstead.agents.evaluators import evaluator_for
from farmstead.agents.observation import Observation
from farmstead.agents.search import LUCK, Option, Search, Trial, alive_of
from farmstead.agents.workers import WorkerLost, WorkerPool
from farmstead.engine.contract import Seat, State

SAMPLES_PER_CLOCK_CHECK: Final = 4  # samples between two looks at the watch, for each core
MAX_DEATHS: Final = 12  # after so many no process is started any more


class SearchTask(NamedTuple):
    """What a process has to know to try turns out."""

    game: str
    seat: Seat
    view: str  # canonical JSON
    legal: tuple[str, ...]
    seed: int
    width: int
    horizon: int
    envy: float
    made: str


class TriedTurn(NamedTuple):
    """What one try of one turn came to."""

    aim: float
    lines: dict[str, float]


class SearchPart(NamedTuple):
    """What one process does at a time: each of these turns with each luck."""

    task: SearchTask
    turns: list[tuple[str, ...]]
    luck: int
    samples: list[int]


Rows: TypeAlias = list[list[TriedTurn]]  # by sample, then by turn


@final
class ParallelSearch:
    """Processes that are started when they are first needed."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self.pool: WorkerPool[SearchPart, Rows] = WorkerPool(try_part, jobs)

    def consider(self, task: SearchTask, tries: int, seconds: float) -> list[Option]:
        """As `Search.consider`, on all cores."""
        luck, options = prepare(task)[2:]
        trial = Trial(len(options), tries, seconds)
        while trial.goes_on():
            alive = alive_of(options, trial.alive, task.made)
            left = trial.samples()
            while left > 0 and not trial.is_late():
                many = min(left, self._jobs * SAMPLES_PER_CLOCK_CHECK) if seconds else left
                self._try(task, alive, luck, trial.sample, many)
                trial.count(many)
                left -= many
            trial.halve(options)
        return options

    def _try(self, task: SearchTask, alive: list[Option], luck: int, first: int, many: int) -> None:
        turns = [tuple(str(move) for move in option.turn.moves) for option in alive]
        samples = list(range(first, first + many))
        size = -(-many // self._jobs)
        parts = [SearchPart(task, turns, luck, samples[n : n + size]) for n in range(0, many, size)]
        found: dict[int, Rows] = {}  # by first sample
        try:
            for part, rows in self.pool.unordered(parts) if self.pool.deaths < MAX_DEATHS else ():
                found[part.samples[0]] = [] if isinstance(rows, WorkerLost) else rows
        except BaseException:  # such as an interrupt: nobody may answer later what was asked now
            self.close()
            raise
        for part in parts:
            for row in found.get(part.samples[0]) or try_part(part):
                for option, tried in zip(alive, row, strict=True):
                    option.note(tried.aim, tried.lines)

    def close(self) -> None:
        self.pool.dismiss()


def task_of(
    seen: Observation, seed: int, width: int, horizon: int, envy: float, made: str
) -> SearchTask | None:
    """None where other processes could not know the game."""
    if seen.game is not shelf.game(seen.game.name):
        return None
    return SearchTask(
        seen.game.name, seen.seat, seen.text(), tuple(seen.legal), seed, width, horizon, envy, made
    )


def try_part(part: SearchPart) -> Rows:
    """Each turn with each luck."""
    search, state, _, every = _known(part.task)
    by_moves = {tuple(str(move) for move in option.turn.moves): option.turn for option in every}
    found: Rows = []
    for sample in part.samples:
        options = [Option(by_moves[moves]) for moves in part.turns]
        search.try_out(state, part.task.seat, options, part.luck, sample)
        found.append([TriedTurn(option.aims, option.forecast.by_line()) for option in options])
    return found


class Prepared(NamedTuple):
    """A search that can begin."""

    search: Search
    state: State  # as its seat imagines it
    luck: int
    options: list[Option]


def prepare(task: SearchTask) -> Prepared:
    seen = Observation(shelf.game(task.game), task.seat, json.loads(task.view), task.legal)
    dice = seen.dice(task.seed)
    search = Search(evaluator_for(task.game), task.width, task.horizon, task.envy)
    state = seen.imagine(dice)
    return Prepared(search, state, dice.below(LUCK), search.options(state, task.seat, task.made))


_known = lru_cache(maxsize=2)(prepare)  # for a process that is asked several times for one decision
