"""What to do now, and why: the best moves of a decision, compared line by line of the score.

A hint is made from what the seat sees and from nothing else. First a search finds the moves worth looking at;
then each of them is carried on equally often with the same luck. So the figures of all moves can be compared,
and the differences by line of the score add up to the points that a move is behind.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final, TypeAlias, final

from farmstead.agents.advice import Advice
from farmstead.agents.calibration import corrected, correction_at
from farmstead.agents.judges import judge_for
from farmstead.agents.search import Search, standard_error
from farmstead.agents.searching import Searching, forecaster
from farmstead.agents.seen import Seen
from farmstead.engine.contract import BadSetup, Dealer, Seat, State
from farmstead.engine.dealer import QuickDealer

ITERATIONS: Final = 400
BEST: Final = 5  # moves in a hint
FEWEST: Final = 2  # tries of each move, or there would be no error to tell
SHOWN: Final = 0.05  # less than this is nothing when points are written with one decimal
SURE: Final = 2.0  # standard errors
WORTH_SAYING: Final = 0.25  # a loss that is less than this part of the largest gain is not spoken of
MOST_GAINS: Final = 3  # lines of the score that a reason names
MOST_OF_IT: Final = 0.75  # the part of the lead that they should account for, the loss taken off

ONLY: Final = "only"  # there is no choice
EVEN: Final = "even"  # all that was looked at comes to the same
GAIN: Final = "gain"  # some line of the score speaks for the best
TRADE: Final = "trade"  # and another against it
LITTLE: Final = "little"  # a little in several lines


Lines: TypeAlias = tuple[tuple[str, float], ...]  # of the score, with their points


@dataclass(frozen=True, slots=True)
class Why:
    """The reason why the best is the best: one of the keys above, and its figures."""

    key: str
    ties: int = 1  # moves that are as good as the best, the best included
    tied: str = ""  # the first of them after the best
    other: str = ""  # the best move that is not as good; all below is against it
    ahead: float = 0.0  # points
    doubt: float = 0.0  # the standard error of `ahead`
    gains: Lines = ()  # the lines of the score that speak most for the best
    loss: tuple[str, float] = ("", 0.0)  # the one that speaks most against it

    @property
    def is_sure(self) -> bool:
        """Whether the lead is more than the tries may have brought about by chance."""
        return self.ahead >= SURE * self.doubt


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move, what it leads to, and by which lines of the score that differs."""

    advice: Advice
    against: Mapping[str, float]  # more than the best move brings; for the best, more than the next best


@dataclass(frozen=True, slots=True)
class Hint:
    """The best moves of a decision, best first."""

    seat: Seat
    moves: tuple[Suggestion, ...]
    why: Why
    legal: int  # how many moves there are to choose from
    tries: int  # of each move that is shown


def hint_for(
    seen: Seen, iterations: int = ITERATIONS, seconds: float = 0.0, best: int = BEST, seed: int = 1
) -> Hint:
    """The best moves of a decision, by a number of tries or, if these are not 0, by seconds.

    Half of the tries find the moves, the other half compare them. The same view, seed and number of tries
    give the same hint.
    """
    if iterations < 1 or best < 1:
        raise BadSetup(f"a hint needs a try and a move at least, not {iterations} and {best}")
    plans = candidates(seen, iterations, seconds, max(best, BEST), seed)
    comparison = Comparison(seen, plans, seed)
    if seconds > 0:
        comparison.go_on_for(seconds / 2)
    else:
        comparison.go_on(max(FEWEST, iterations // (2 * len(plans))))
    advice = comparison.advice()
    moves = [Suggestion(each, against(advice, n)) for n, each in enumerate(advice[:best])]
    return Hint(seen.seat, tuple(moves), why(advice), len(seen.legal), comparison.tries)


def candidates(seen: Seen, iterations: int, seconds: float, best: int, seed: int) -> list[tuple[str, ...]]:
    """The turns to compare, one for each first move: those a search finds, then what looks best."""
    found: dict[str, tuple[str, ...]] = {}
    if len(seen.legal) > 1:
        searching = Searching(max(1, iterations // 2), seconds / 2, seed=seed)
        found = {advice.move: advice.plan for advice in searching.advise(seen)}
    turns = judge_for(seen.game.name).turns(seen.imagine(seen.dice(seed)), seen.seat)
    for turn in sorted(turns, key=lambda turn: -turn.worth):
        plan = tuple([str(move) for move in turn.moves])
        found.setdefault(plan[0], plan)
    return list(found.values())[:best]


@final
class Comparison:
    """Turns that are carried on side by side."""

    def __init__(self, seen: Seen, plans: Sequence[tuple[str, ...]], seed: int) -> None:
        dice = seen.dice(seed)
        start = seen.imagine(dice)
        self.luck = dice.below(1 << 30)
        self.tries = 0
        search = forecaster(seen.game.name)
        self.more = correction_at(seen.game.name, start)
        self._turns = [Tried(seen, start.clone(), plan, search) for plan in plans]

    def go_on(self, tries: int) -> None:
        """So many more tries of each."""
        for _ in range(tries):
            for turn in self._turns:
                turn.carry_on(QuickDealer(self.luck + self.tries))
            self.tries += 1

    def go_on_for(self, seconds: float) -> None:
        """More tries of each for this time."""
        end = perf_counter() + seconds
        self.go_on(FEWEST)
        while perf_counter() < end:
            self.go_on(1)

    def advice(self) -> list[Advice]:
        """What each turn leads to, best first."""
        ranked = sorted(self._turns, key=lambda turn: -sum(turn.points))  # equal ones as they came
        return [turn.advice(ranked[0], self.more) for turn in ranked]


@final
class Tried:
    """One turn, and what the tries of it have come to."""

    def __init__(self, seen: Seen, state: State, plan: tuple[str, ...], search: Search) -> None:
        for text in plan:
            state.apply(seen.seat, seen.game.parse(text))
        self.plan = plan
        self.points: list[float] = []  # of each try; the same place is the same luck
        self._lines: dict[str, float] = {}
        self._seat = seen.seat
        self._state = state
        self._search = search

    def carry_on(self, dealer: Dealer) -> None:
        found = self._search.forecast(self._state, self._seat, 1, dealer)
        self.points.append(found.worth)
        for line, points in found.by_line().items():
            self._lines[line] = self._lines.get(line, 0.0) + points

    def advice(self, best: "Tried", more: float) -> Advice:
        """What the tries say, and so many points more."""
        missing = [most - here for most, here in zip(best.points, self.points, strict=True)]
        worth, spread = mean_and_error(self.points)
        behind, doubt = mean_and_error(missing)
        lines = {line: points / len(self.points) for line, points in self._lines.items()}
        return Advice(self.plan[0], worth + more, spread, corrected(lines, more), self.plan, behind, doubt)


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean of some numbers, and the standard error of it."""
    total, squares = sum(numbers), sum([number * number for number in numbers])
    return total / len(numbers), standard_error(len(numbers), total, squares)


def against(advice: Sequence[Advice], n: int) -> dict[str, float]:
    """How much more a move brings in each line than the best does; the best, than the next best."""
    other = advice[1 if n == 0 else 0] if len(advice) > 1 else advice[0]
    return more_than(advice[n], other)


def more_than(one: Advice, other: Advice) -> dict[str, float]:
    """How much more a move brings than another, by line of the score."""
    return {line: points - other.lines.get(line, 0.0) for line, points in one.lines.items()}


def why(advice: Sequence[Advice]) -> Why:
    """The reason why the first is the best: what tells it from the first that is not as good."""
    ties = sum([each.behind < SHOWN for each in advice])
    if ties == len(advice):
        return Why(EVEN, ties, advice[1].move) if ties > 1 else Why(ONLY)
    best, other = advice[0], advice[ties]
    lines = more_than(best, other)
    loss = min(lines, key=lines.__getitem__)
    gains = most_gains(lines, MOST_OF_IT * other.behind - lines[loss])
    key = GAIN if gains else LITTLE
    if gains and -lines[loss] >= max(SHOWN, WORTH_SAYING * gains[0][1]):
        key = TRADE
    tied = advice[1].move if ties > 1 else ""
    return Why(key, ties, tied, other.move, other.behind, other.behind_spread, gains, (loss, lines[loss]))


def most_gains(lines: Mapping[str, float], enough: float) -> Lines:
    """The largest gains, until they are enough together; none when all are too small to be seen."""
    found: list[tuple[str, float]] = []
    for line in sorted(lines, key=lambda line: -lines[line])[:MOST_GAINS]:
        if lines[line] >= SHOWN and sum([points for _, points in found]) < enough:
            found.append((line, lines[line]))
    return tuple(found)
