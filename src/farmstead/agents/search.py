"""Flat Monte Carlo with common random numbers: the best turns at a glance are carried on and compared.

It knows no game. A judge lists the ways to play the turn and what each looks worth; the most promising are
played on a little way, all seats as the judge would, all of them with the same luck, and judged again. Half
of them go on to the next, longer trial, until one is left. The position it is given is one that its seat has
imagined: what that seat cannot know has been dealt anew.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final, final

from farmstead.agents.judges.judge import Judge, Turn
from farmstead.engine.contract import CHANCE, Dealer, Seat, State
from farmstead.engine.dealer import QuickDealer

NEVER: Final = 1e18


@final
class Option:
    """A turn that is being tried."""

    __slots__ = ("aims", "aims_squared", "lines", "tries", "turn", "worths")

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.tries = 0
        self.aims = 0.0  # what the seat is after: its points, less what the best other has
        self.aims_squared = 0.0
        self.worths = 0.0  # its points
        self.lines: dict[str, float] = {}

    def note(self, aim: float, lines: dict[str, float]) -> None:
        self.tries += 1
        self.aims += aim
        self.aims_squared += aim * aim
        for line, points in lines.items():
            self.worths += points
            self.lines[line] = self.lines.get(line, 0.0) + points

    def aim(self) -> float:
        return self.aims / self.tries if self.tries else self.turn.worth

    def worth(self) -> float:
        """Expected final points."""
        return self.worths / self.tries if self.tries else self.turn.worth

    def spread(self) -> float:
        """The standard error of `aim`."""
        if self.tries < 2:
            return 0.0
        mean = self.aims / self.tries
        variance = max(0.0, self.aims_squared / self.tries - mean * mean)
        return float((variance / (self.tries - 1)) ** 0.5)

    def by_line(self) -> dict[str, float]:
        return {line: points / self.tries for line, points in self.lines.items()} if self.tries else {}


@final
class Search:
    """How widely, how often and how far it tries."""

    def __init__(self, judge: Judge, width: int, horizon: int, envy: float) -> None:
        self.judge = judge
        self.width = width  # turns that are tried
        self.horizon = horizon  # how far each is carried on, by the judge's clock
        self.envy = envy  # how much of the best other's points counts against one's own

    def consider(self, state: State, seat: Seat, tries: int, seconds: float, dealer: Dealer) -> list[Option]:
        """The most promising turns, best first; at most so many tries, or seconds if these are not 0."""
        turns = sorted(self.judge.turns(state, seat), key=_worth, reverse=True)
        options = [Option(turn) for turn in turns[: self.width]]
        end = perf_counter() + seconds if seconds > 0 else NEVER
        luck = dealer.below(1 << 30)
        alive, used, sample = len(options), 0, 0
        while alive > 1 and used < tries and perf_counter() < end:
            rounds = max(1, tries // (alive * _halvings(len(options))))
            for _ in range(rounds):
                for option in options[:alive]:
                    self._try(state.clone(), seat, option, QuickDealer(luck + sample))
                sample += 1
                used += alive
                if perf_counter() >= end:
                    break
            options[:alive] = sorted(options[:alive], key=_aim, reverse=True)
            alive = (alive + 1) // 2
        return options

    def _try(self, state: State, seat: Seat, option: Option, dealer: Dealer) -> None:
        for move in option.turn.moves:
            state.apply(seat, move)
        self._carry_on(state, dealer)
        option.note(self._aim(state, seat), self.judge.guess(state, seat))

    def _carry_on(self, state: State, dealer: Dealer) -> None:
        """Everybody plays as the judge would, until the horizon."""
        end = self.judge.clock(state) + self.horizon
        while True:
            acting = state.to_act()
            if not acting or self.judge.clock(state) >= end:
                return
            seat = acting[0]
            if seat == CHANCE:
                state.apply(seat, state.deal(dealer))
                continue
            moves = state.legal(seat)
            if len(moves) == 1:
                state.apply(seat, moves[0])
                continue
            for move in self.judge.best_turn(state, seat).moves:
                state.apply(seat, move)

    def _aim(self, state: State, seat: Seat) -> float:
        value = self.judge.worth(state, seat)
        if self.envy == 0.0 or state.seats() == 1:
            return value
        best = -NEVER
        for other in range(state.seats()):
            if other != seat:
                best = max(best, self.judge.worth(state, other))
        return value - self.envy * best


def _halvings(options: int) -> int:
    """How often a number can be halved until one is left."""
    many = 1
    while options > 2:
        options = (options + 1) // 2
        many += 1
    return many


def _worth(turn: Turn) -> float:
    return turn.worth


def _aim(option: Option) -> float:
    return option.aim()
