"""What to do now, and why: the best moves of a decision, compared line by line of the score.

A hint is made from what the seat sees and from nothing else. First a search finds the moves worth looking at;
then each of them is carried on equally often with the same luck. So the figures of all moves can be compared,
and the differences by line of the score add up to the points that a move is behind.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from time import perf_counter
from typing import Final, TypeAlias, final

from farmstead.agents.advice import Advice
from farmstead.agents.calibration import corrected, correction_at
from farmstead.agents.evaluators import evaluator_for
from farmstead.agents.observation import Observation
from farmstead.agents.search import LUCK, Search, standard_error
from farmstead.agents.search_agent import SearchAgent, forecaster
from farmstead.engine.contract import BadSetup, Dealer, Seat, State
from farmstead.engine.dealer import QuickDealer

ITERATIONS: Final = 400
MOVES: Final = 5  # moves in a hint
LOOKED_AT: Final = 9  # moves that are compared, however few are shown
MIN_TRIES: Final = 2  # tries of each move, or there would be no error to tell
MIN_SHOWN: Final = 0.05  # less than this is nothing when points are written with one decimal
SURE_STANDARD_ERRORS: Final = 2.0  # standard errors
WORTH_SAYING: Final = 0.25  # a loss that is less than this part of the largest gain is not spoken of
MAX_GAINS: Final = 3  # lines of the score that a reason names
MAX_OF_IT: Final = 0.75  # the part of the lead that they should account for, the loss taken off
MAX_LOSSES: Final = 2  # lines against it
MAX_UNTOLD_POINTS: Final = 0.5  # points that a reason may leave out
UNTOLD_PART: Final = 1 / 3  # or this part of the lead

ONLY: Final = "only"  # there is no choice
EVEN: Final = "even"  # all moves come to the same
ALIKE: Final = "alike"  # all that were looked at do, but these are not all there are
GAIN: Final = "gain"  # some line of the score speaks for the best
TRADE: Final = "trade"  # and another against it
LITTLE: Final = "little"  # a little in several lines
LEVEL: Final = "level"  # no more than another, but the tries leave much open


Lines: TypeAlias = tuple[tuple[str, float], ...]  # of the score, with their points


@dataclass(frozen=True, slots=True)
class HintReason:
    """The reason why the best is the best: one of the keys above, and its figures."""

    key: str
    ties: int = 1  # moves that certainly are as good as the best, the best included
    tied: str = ""  # the first of them after the best
    left: int = 0  # moves that were not looked at
    other: str = ""  # the best move that is not one of them; all below is against it
    ahead: float = 0.0  # points
    doubt: float = 0.0  # the standard error of `ahead`
    gains: Lines = ()  # the lines of the score that speak most for the best
    losses: Lines = ()  # those that speak most against it
    rest: float = 0.0  # what the others come to, where that is much

    @property
    def is_sure(self) -> bool:
        """Whether the lead is more than the tries may have brought about by chance."""
        return self.ahead >= SURE_STANDARD_ERRORS * self.doubt


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
    why: HintReason
    legal: int  # how many moves there are to choose from
    looked_at: int  # how many of them were compared
    tries: int  # of each of these
    too_few: int = 0  # the tries asked for, where they were too few to compare the moves

    def first(self, count: int) -> "Hint":
        """This hint with so many moves at most."""
        return replace(self, moves=self.moves[:count])


def hint_for(
    seen: Observation, iterations: int = ITERATIONS, seconds: float = 0.0, best: int = MOVES, seed: int = 1
) -> Hint:
    """The best moves of a decision, by a number of tries or, if these are not 0, by seconds.

    Half of the tries find the moves, the other half compare them. The same view, seed and number of tries
    give the same hint; how many moves it has is nothing but that, unless more are wanted than are compared
    anyway.
    """
    if iterations < 1 or best < 1:
        raise BadSetup(f"a hint needs a try and a move at least, not {iterations} and {best}")
    plans = candidates(seen, iterations, seconds, max(best, LOOKED_AT), seed)
    comparison = Comparison(seen, plans, seed)
    too_few = 0
    if seconds > 0:
        comparison.go_on_for(seconds / 2)
    else:
        tries = iterations // (2 * len(plans))
        too_few = iterations if tries < MIN_TRIES else 0
        comparison.go_on(max(MIN_TRIES, tries))
    advice, legal = comparison.advice(), len(seen.legal)
    moves = [Suggestion(each, against(advice, n)) for n, each in enumerate(advice)]
    hint = Hint(seen.seat, tuple(moves), why(advice, legal), legal, len(plans), comparison.tries, too_few)
    return hint.first(best)


def candidates(
    seen: Observation, iterations: int, seconds: float, best: int, seed: int
) -> list[tuple[str, ...]]:
    """The turns to compare, one for each first move: those a search finds, then what looks best."""
    found: dict[str, tuple[str, ...]] = {}
    if len(seen.legal) > 1:
        searching = SearchAgent(max(1, iterations // 2), seconds / 2, seed=seed)
        found = {advice.move: advice.plan for advice in searching.advise(seen)}
    turns = evaluator_for(seen.game.name).turns(seen.imagine(seen.dice(seed)), seen.seat)
    for turn in sorted(turns, key=lambda turn: -turn.value):
        plan = tuple([str(move) for move in turn.moves])
        found.setdefault(plan[0], plan)
    return list(found.values())[:best]


@final
class Comparison:
    """Turns that are carried on side by side."""

    def __init__(self, seen: Observation, plans: Sequence[tuple[str, ...]], seed: int) -> None:
        dice = seen.dice(seed)
        start = seen.imagine(dice)
        self.luck = dice.below(LUCK)
        self.tries = 0
        search = forecaster(seen.game.name)
        self.more = correction_at(seen.game.name, start)
        self._turns = [TriedMove(seen, start.clone(), plan, search) for plan in plans]

    def go_on(self, tries: int) -> None:
        """So many more tries of each."""
        for _ in range(tries):
            for turn in self._turns:
                turn.carry_on(QuickDealer(self.luck + self.tries))
            self.tries += 1

    def go_on_for(self, seconds: float) -> None:
        """More tries of each for this time."""
        end = perf_counter() + seconds
        self.go_on(MIN_TRIES)
        while perf_counter() < end:
            self.go_on(1)

    def advice(self) -> list[Advice]:
        """What each turn leads to, best first."""
        ranked = sorted(self._turns, key=lambda turn: -fsum(turn.points))  # equal ones as they came
        return [turn.advice(ranked[0], self.more) for turn in ranked]


@final
class TriedMove:
    """One turn, and what the tries of it have come to."""

    def __init__(self, seen: Observation, state: State, plan: tuple[str, ...], search: Search) -> None:
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
        self.points.append(found.value)
        for line, points in found.by_line().items():
            self._lines[line] = self._lines.get(line, 0.0) + points

    def advice(self, best: "TriedMove", more: float) -> Advice:
        """What the tries say, and so many points more."""
        missing = [most - here for most, here in zip(best.points, self.points, strict=True)]
        worth, spread = mean_and_error(self.points)
        behind, doubt = mean_and_error(missing)
        lines = corrected(self._by_line(), more, best._by_line())
        return Advice(self.plan[0], worth + more, spread, lines, self.plan, behind, doubt)

    def _by_line(self) -> dict[str, float]:
        return {line: points / len(self.points) for line, points in self._lines.items()}


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean of some numbers, and the standard error of it."""
    total, squares = fsum(numbers), fsum([number * number for number in numbers])
    return total / len(numbers), standard_error(len(numbers), total, squares)


def against(advice: Sequence[Advice], n: int) -> dict[str, float]:
    """How much more a move brings in each line than the best does; the best, than the next best."""
    other = advice[1 if n == 0 else 0] if len(advice) > 1 else advice[0]
    return more_than(advice[n], other)


def more_than(one: Advice, other: Advice) -> dict[str, float]:
    """How much more a move brings than another, by line of the score."""
    return {line: points - other.lines.get(line, 0.0) for line, points in one.lines.items()}


def why(advice: Sequence[Advice], legal: int) -> HintReason:
    """The reason why the first is the best: what tells it from the first that is not as good."""
    same = [each for each in advice if is_same(each)]
    ties, tied, left = len(same), same[1].move if len(same) > 1 else "", legal - len(advice)
    if ties == len(advice):
        return HintReason(ALIKE if left > 0 else EVEN if ties > 1 else ONLY, ties, tied, left)
    best, other = advice[0], next(each for each in advice if not is_same(each))
    lines, ahead, doubt = more_than(best, other), other.behind, other.behind_spread
    gains = most_gains(lines, MAX_OF_IT * ahead - min(lines.values()))
    if not gains:
        return HintReason(LITTLE if ahead >= MIN_SHOWN else LEVEL, ties, tied, left, other.move, ahead, doubt)
    losses = most_losses(lines, gains, ahead)
    rest = untold(gains + losses, ahead)
    key = TRADE if losses or rest < 0 else GAIN
    return HintReason(key, ties, tied, left, other.move, ahead, doubt, gains, losses, rest)


def is_same(advice: Advice) -> bool:
    """Whether a move is as good as the best, and the tries leave no doubt about it."""
    return advice.behind < MIN_SHOWN and advice.behind_spread < MIN_SHOWN


def most_gains(lines: Mapping[str, float], enough: float) -> Lines:
    """The largest gains, until they are enough together; none when all are too small to be seen."""
    found: list[tuple[str, float]] = []
    for line in sorted(lines, key=lambda line: -lines[line])[:MAX_GAINS]:
        if lines[line] >= MIN_SHOWN and sum([points for _, points in found]) < enough:
            found.append((line, lines[line]))
    return tuple(found)


def most_losses(lines: Mapping[str, float], gains: Lines, ahead: float) -> Lines:
    """The largest loss if it is large beside the gains, and what else is needed to understand the lead."""
    found: Lines = ()
    for line in sorted(lines, key=lambda line: lines[line])[:MAX_LOSSES]:
        is_large = not found and -lines[line] >= WORTH_SAYING * gains[0][1]
        if -lines[line] >= MIN_SHOWN and (is_large or untold(gains + found, ahead) < 0):
            found += ((line, lines[line]),)
    return found


def untold(told: Lines, ahead: float) -> float:
    """What is missing of the lead when only these lines are told; 0 when it is not much."""
    rest = ahead - fsum([points for _, points in told])
    return rest if abs(rest) > max(MAX_UNTOLD_POINTS, UNTOLD_PART * ahead) else 0.0
