"""The plan of a review: the tasks that a game is divided into, and the review that their results make.

Each piece of the work is done from the record alone, so that it does not matter who does it, and when.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, NamedTuple, TypeAlias

from farmstead import shelf
from farmstead.agents.observation import Observation, observation_at
from farmstead.agents.review.decision_cost import DecisionCosts
from farmstead.agents.review.expectation import Expectation, Positions, always, key_of
from farmstead.agents.review.game_positions import GamePositions
from farmstead.agents.review.results import Decision, Luck, Point, Review, Turning
from farmstead.agents.search_agent import forecaster
from farmstead.agents.workers import WorkerLost, WorkerPool
from farmstead.engine.contract import Seat
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.record import re_execute, read_record

TURNINGS: Final = 3
LOOKED_AT_AGAIN: Final = 6  # decisions from which the turning points are taken
MIN_TRIES: Final = 2  # tries from which an uncertainty can be told

WEIGH: Final = "weigh"  # a decision
CHANCE_MOVE: Final = "chance"  # what chance did
EXPECT: Final = "expect"  # what all may expect at a moment
REPEATED: Final = "again"  # a decision once more

Found: TypeAlias = Decision | Luck | Point | Turning | None
Work: TypeAlias = "Callable[[Sequence[ReviewTask]], Iterator[Found]]"
Tell: TypeAlias = Callable[[int, int], None]  # how much is done, and of how much
Progress: TypeAlias = tuple[int, int]  # the same
Course: TypeAlias = Generator[Progress, None, Review]


@dataclass(frozen=True, slots=True)
class ReviewPlan:
    """What is reviewed, and how thoroughly."""

    record: str  # the whole text
    edition: str | None  # the text of the edition, where it is not the packaged one
    tries: int
    of: tuple[Seat, ...]  # whose decisions are weighed
    eyes: Seat | None  # whose knowledge holds, None for the whole truth
    first: int
    end: int
    apart: bool = False  # each seat's turning points are wanted as well


class ReviewTask(NamedTuple):
    """A piece of the work."""

    kind: str
    ply: int
    decision: Decision | None = None  # to look at again


class Reviewer:
    """Does pieces of the work."""

    def __init__(self, plan: ReviewPlan, story: GamePositions) -> None:
        self._plan = plan
        self._story = story
        setup = story.setup
        seed = key_of(setup.game, setup.rules, setup.seats, *setup.options, setup.edition, plan.eyes).hex()
        pairs = max(MIN_TRIES, plan.tries // 2)
        self._outlook = Expectation(forecaster(setup.game), pairs, seed)
        self._scales = DecisionCosts(self._outlook, plan.tries, pairs)

    def do(self, task: ReviewTask) -> Found:
        ply, (seat, text) = task.ply, self._story.moves[task.ply]
        if task.kind == CHANCE_MOVE:
            return self._outlook.luck(ply, self._positions(ply), text)
        if task.kind == EXPECT:
            return self._outlook.at(ply, self._positions(ply))
        seen = self._seen(ply, seat)
        if task.decision is None:
            return self._scales.weigh(ply, seen, text)
        return Turning(task.decision, self._scales.measured(task.decision, seen, to_the_end=True))

    def _seen(self, ply: int, seat: Seat) -> Observation:
        return observation_at(self._story.game, self._story.positions[ply], seat)

    def _positions(self, ply: int) -> Positions:
        """The true position, or those that look to the seat like it."""
        if self._plan.eyes is None:
            return always(self._story.positions[ply])
        seen = self._seen(ply, self._plan.eyes)
        return lambda sample: seen.imagine(QuickDealer(sample))


def story_of(plan: ReviewPlan) -> GamePositions:
    """The game that is reviewed."""
    games = shelf.game_for if plan.edition is None else shelf.games_from(plan.edition)
    return GamePositions(re_execute(read_record(plan.record.encode()), games))


def reviewed(
    plan: ReviewPlan, story: GamePositions, jobs: int = 1, tell: Tell = lambda done, of: None
) -> Review:
    """Review a game; the same plan gives the same review, however many do the work."""
    do: Work = done_here(plan, story) if jobs == 1 else partial(done_in_processes, plan, jobs)
    course = steps(plan, story, do)
    try:
        while True:
            tell(*next(course))
    except StopIteration as end:
        found: Review = end.value
        return found
    finally:
        course.close()


def steps_here(plan: ReviewPlan) -> Course:
    """The course of a review in this process, from its plan alone."""
    story = story_of(plan)
    return steps(plan, story, done_here(plan, story))


def steps(plan: ReviewPlan, story: GamePositions, do: Work) -> Course:
    """A review piece by piece, telling after each how much is done and of how much; then all of it."""
    first = tasks_of(plan, story)
    whole = len(first) + LOOKED_AT_AGAIN * (1 + len(plan.of) * plan.apart)  # at most
    found = yield from told(do(first), 0, whole)
    decisions = sorted([one for one in found if isinstance(one, Decision)], key=lambda one: one.ply)
    dear = worth_another_look(decisions)
    own = [worth_another_look([one for one in decisions if one.seat == seat]) for seat in plan.of]
    again = {one.ply: one for one in [*dear, *[one for some in own for one in some if plan.apart]]}
    second = [ReviewTask(REPEATED, ply, one) for ply, one in again.items()]
    yield whole - len(second), whole
    twice = yield from told(do(second), whole - len(second), whole)
    measured = {one.decision.ply: one for one in twice if isinstance(one, Turning)}
    lucks = sorted([one for one in found if isinstance(one, Luck)], key=lambda one: one.ply)
    points = [one for one in found if isinstance(one, Point)]
    return Review(
        seats=story.setup.seats,
        eyes=plan.eyes,
        of=plan.of,
        first=plan.first,
        end=plan.end,
        tries=plan.tries,
        decisions=tuple(decisions),
        lucks=tuple(lucks),
        curve=tuple(curve_of(plan, story, lucks, points)),
        turnings=tuple(turnings_of([measured[one.ply] for one in dear])),
        scores=tuple(story.end.scores()) if story.is_over else None,
        own=tuple([tuple(turnings_of([measured[one.ply] for one in some])) for some in own if plan.apart]),
    )


def tasks_of(plan: ReviewPlan, story: GamePositions) -> list[ReviewTask]:
    """All that is to be found out, but for what is looked at twice."""
    everybody = tuple(range(story.setup.seats)) if plan.eyes is None else plan.of
    own = story.decisions(plan.first, plan.end, plan.of)
    chances = story.chances(plan.first, plan.end, plan.eyes)
    return [
        *[ReviewTask(WEIGH, ply) for ply in own],
        *[ReviewTask(CHANCE_MOVE, ply) for ply in chances],
        *[ReviewTask(EXPECT, ply) for ply in story.decisions(plan.first, plan.end, everybody)],
    ]


def done_here(plan: ReviewPlan, story: GamePositions) -> Work:
    """One piece after the other, in this process."""
    return partial(map, Reviewer(plan, story).do)


def done_in_processes(plan: ReviewPlan, jobs: int, tasks: Sequence[ReviewTask]) -> Iterator[Found]:
    """As many pieces at a time as there are jobs, in the order in which they are done."""
    pool = WorkerPool[ReviewTask, Found](partial(done_by_plan, plan), jobs, helpers=False)
    with closing(pool), closing(pool.unordered(tasks)) as coming:
        for _, found in coming:
            if isinstance(found, WorkerLost):
                raise found
            yield found


def done_by_plan(plan: ReviewPlan, task: ReviewTask) -> Found:
    """A piece of the work, in a process that knows nothing but the plan."""
    return _reviewer(plan).do(task)


@lru_cache(maxsize=1)
def _reviewer(plan: ReviewPlan) -> Reviewer:
    return Reviewer(plan, story_of(plan))


def told(work: Iterator[Found], before: int, of: int) -> Generator[Progress, None, list[Found]]:
    """Wait for the work, telling how it goes; whoever is at it is let go, whatever happens."""
    done: list[Found] = []
    try:
        for one in work:
            done.append(one)
            yield before + len(done), of
    finally:
        if isinstance(work, Generator):
            work.close()
    return done


def worth_another_look(decisions: Sequence[Decision]) -> list[Decision]:
    """Those that seem to have cost most; some of them only seem so."""
    dear = sorted([one for one in decisions if one.loss > one.spread], key=lambda one: (-one.loss, one.ply))
    return dear[:LOOKED_AT_AGAIN]


def turnings_of(twice: Sequence[Turning]) -> list[Turning]:
    """The decisions whose cost is beyond doubt, the dearest first."""
    clear = [one for one in twice if one.measure.stands_clear()]
    return sorted(clear, key=lambda one: (-one.measure.loss, one.decision.ply))[:TURNINGS]


def curve_of(
    plan: ReviewPlan, story: GamePositions, lucks: Sequence[Luck], points: Sequence[Point]
) -> list[Point]:
    """What all could expect, from moment to moment; at the end it is the score."""
    found = [*points, *[Point(one.ply, one.before, one.before_spreads) for one in lucks]]
    if story.is_over and plan.end == len(story.moves):
        scores = tuple(map(float, story.end.scores()))
        found.append(Point(plan.end, scores, (0.0,) * len(scores)))
    return sorted(found, key=lambda point: point.ply)
