"""Samples: turns of one position, each carried to the end several times with the same luck.

What the luck of a game does to its points is far more than what one turn does. So turns are compared with
each other, never with other positions: rows of one group share position and luck, and only their differences
are learned from.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from farmstead import shelf
from farmstead.agents.learned.learned_evaluator import LearnedEvaluator
from farmstead.agents.search import LUCK, dealer_at, play_on
from farmstead.engine.contract import CHANCE, Seat, State
from farmstead.engine.dealer import QuickDealer
from farmstead.evaluators.base import Turn
from farmstead.evaluators.inputs import TurnOutcome

BEST: Final = 5  # of the turns that are compared, so many look best
OTHERS: Final = 3  # and so many are drawn from those that come next
NEXT: Final = 16
ENDLESS: Final = 1 << 30  # by any clock


class Plan(NamedTuple):
    """How samples of a game are made."""

    game: str
    seats: tuple[int, ...]  # drawn from for each game
    lucks: int  # how often each turn is carried to the end
    depths: int  # of these, how many are also looked at on their way
    furthest: int  # how far on their way at most, by the clock
    explore: float  # how often a game takes a turn other than the best
    every: int  # one of so many decisions is sampled
    ahead: int = 0  # how far turns are carried on before they are judged, by the clock; 0: to the end
    careful: bool = False  # whether tries are played by one look each, where that is slow


class Samples(NamedTuple):
    """Rows of numbers; those of one group are compared with each other."""

    numbers: npt.NDArray[np.int16]
    times: npt.NDArray[np.int16]
    groups: npt.NDArray[np.int32]
    depths: npt.NDArray[np.int16]  # how far on its way, 0 right after the turn
    points: npt.NDArray[np.float32]
    weights: npt.NDArray[np.float32]


class Rows:
    """Samples in the making."""

    def __init__(self, evaluator: LearnedEvaluator) -> None:
        self._evaluator = evaluator
        self.numbers: list[list[int]] = []
        self.times: list[int] = []
        self.groups: list[int] = []
        self.depths: list[int] = []
        self.points: list[float] = []
        self.weights: list[float] = []
        self.group = 0

    def seen(self, state: State, seat: Seat) -> tuple[list[int], int]:
        inputs = self._evaluator.inputs
        return inputs.numbers(state, seat), inputs.time_left(state, seat)

    def add(self, seen: list[tuple[list[int], int]], points: list[float], depth: int, weight: float) -> None:
        """One group."""
        for (numbers, time), value in zip(seen, points, strict=True):
            self.numbers.append(numbers)
            self.times.append(time)
            self.groups.append(self.group)
            self.depths.append(depth)
            self.points.append(value)
            self.weights.append(weight)
        self.group += 1

    def samples(self) -> Samples:
        width = len(self._evaluator.inputs.names)
        return Samples(
            np.array(self.numbers, np.int16).reshape(-1, width),
            np.array(self.times, np.int16),
            np.array(self.groups, np.int32),
            np.array(self.depths, np.int16),
            np.array(self.points, np.float32),
            np.array(self.weights, np.float32),
        )


def joined(parts: list[Samples]) -> Samples:
    """All of them, with groups that stay apart."""
    shifted, first = [], 0
    for part in parts:
        shifted.append(part._replace(groups=part.groups + first))
        first += int(part.groups.max(initial=-1)) + 1
    return Samples(*(np.concatenate(column) for column in zip(*shifted, strict=True)))


def of_game(plan: Plan, evaluator: LearnedEvaluator, seed: int) -> Samples:
    """One game of the evaluator against itself, and what was tried at some of its decisions."""
    coin, dealer = random.Random(seed), QuickDealer(seed)
    rules = shelf.game(plan.game)
    state = rules.start(rules.setup(coin.choice(plan.seats)))
    rows = Rows(evaluator)
    while acting := state.to_act():
        seat = coin.choice(list(acting))
        if seat == CHANCE:
            state.apply(seat, state.deal(dealer))
            continue
        legal = state.legal(seat)
        if len(legal) == 1:
            state.apply(seat, legal[0])
            continue
        effort = evaluator.effort(state, seat)
        if effort >= 0.5 and coin.randrange(plan.every) == 0:
            try_turns(plan, evaluator, state, seat, coin, rows)
        for move in chosen(plan, evaluator, state, seat, effort, coin).moves:
            state.apply(seat, move)
    return rows.samples()


def chosen(
    plan: Plan, evaluator: LearnedEvaluator, state: State, seat: Seat, effort: float, coin: random.Random
) -> Turn:
    """The turn that is played: mostly the best."""
    if effort == 0.0:
        return evaluator.best_turn(state, seat)
    turns = sorted(evaluator.turns(state, seat), key=_value, reverse=True)
    if len(turns) > 1 and coin.random() < plan.explore:
        return turns[min(len(turns) - 1, 1 + int(coin.expovariate(0.3)))]
    return turns[0]


def _value(turn: Turn) -> float:
    return turn.value


def try_turns(
    plan: Plan, evaluator: LearnedEvaluator, state: State, seat: Seat, coin: random.Random, rows: Rows
) -> None:
    """Some turns of a position carried to the end, all of them with the same luck."""
    options = compared(evaluator, state, seat, coin)
    if len(options) < 2:
        return
    sides = [seat] if state.seats() != 2 else [seat, 1 - seat]
    seen = {side: [rows.seen(option.state, side) for option in options] for side in sides}
    sums = {side: [0.0] * len(options) for side in sides}
    now = evaluator.clock(state)
    for luck in range(plan.lucks):
        start = coin.randrange(LUCK)
        depth = coin.randint(1, plan.furthest) if luck < plan.depths else 0
        on_its_way: dict[Seat, list[tuple[list[int], int]]] = {side: [] for side in sides}
        ends: dict[Seat, list[float]] = {side: [] for side in sides}
        for n, option in enumerate(options):
            after = option.state.clone()
            if depth:
                carry_on(plan, evaluator, after, start, now + depth)
                if after.to_act():
                    for side in sides:
                        on_its_way[side].append(rows.seen(after, side))
            carry_on(plan, evaluator, after, start, now + plan.ahead if plan.ahead else ENDLESS)
            for side in sides:
                value = evaluator.value(after, side)
                ends[side].append(value)
                sums[side][n] += value
        for side in sides:
            if len(on_its_way[side]) == len(options):
                rows.add(on_its_way[side], ends[side], depth, 1.0)
    for side in sides:
        rows.add(seen[side], [total / plan.lucks for total in sums[side]], 0, float(plan.lucks))


def compared(evaluator: LearnedEvaluator, state: State, seat: Seat, coin: random.Random) -> list[TurnOutcome]:
    """Those that look best, and some of the next."""
    outcomes = evaluator.inputs.outcomes(state, seat)
    outcomes.sort(key=lambda outcome: evaluator.aim(outcome.state, seat), reverse=True)
    rest = outcomes[BEST : BEST + NEXT]
    return outcomes[:BEST] + coin.sample(rest, min(OTHERS, len(rest)))


def carry_on(plan: Plan, evaluator: LearnedEvaluator, state: State, luck: int, until: int) -> None:
    """Everybody plays as the evaluator would; luck begins anew with every step of the clock."""
    now = evaluator.clock(state)
    while now < until and state.to_act():
        dealer = dealer_at(luck, now)
        if plan.careful:
            look_on(evaluator, state, now + 1, dealer)
        else:
            play_on(evaluator, state, now + 1, dealer)
        now = evaluator.clock(state)


def look_on(evaluator: LearnedEvaluator, state: State, until: int, dealer: QuickDealer) -> None:
    """As `play_on`, but each decision takes one look by what was learned."""
    while acting := state.to_act():
        seat = acting[0]
        if evaluator.clock(state) >= until:
            return
        if seat == CHANCE:
            state.apply(seat, dealer.deal(state))
            continue
        legal = state.legal(seat)
        if len(legal) == 1:
            state.apply(seat, legal[0])
            continue
        if evaluator.effort(state, seat) == 0.0:
            turn = evaluator.best_turn(state, seat)
        else:
            turn = max(evaluator.turns(state, seat), key=_value)
        for move in turn.moves:
            state.apply(seat, move)
