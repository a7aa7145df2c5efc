"""Flat Monte Carlo with common random numbers: the best turns at a glance are carried on and compared.

It knows no game. An evaluator lists the ways to play the turn and their values; the most promising are played
on a little way, all seats as the evaluator would, all of them with the same luck, and valued again. Half of
them go on to the next, longer trial, until one is left. The position it is given is one that its seat has
imagined: what that seat cannot know has been dealt anew.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final, final

from farmstead.agents.signals import let_signals_through
from farmstead.engine.contract import CHANCE, Dealer, Seat, State
from farmstead.engine.dealer import QuickDealer
from farmstead.evaluators.base import Evaluator, Turn

LUCK: Final = 1 << 30  # so many ways luck can begin


@final
class Forecast:
    """What several tries say a seat may expect."""

    __slots__ = ("lines", "squares", "tries", "worths")

    def __init__(self) -> None:
        self.tries = 0
        self.worths = 0.0  # final points, all tries together
        self.squares = 0.0
        self.lines: dict[str, float] = {}

    def note(self, lines: dict[str, float]) -> float:
        """Add what one try came to; its points."""
        points = 0.0
        for line, value in lines.items():
            points += value
            self.lines[line] = self.lines.get(line, 0.0) + value
        self.tries += 1
        self.worths += points
        self.squares += points * points
        return points

    @property
    def value(self) -> float:
        """Expected final points."""
        return self.worths / self.tries if self.tries else 0.0

    @property
    def spread(self) -> float:
        """The standard error of `worth`."""
        return standard_error(self.tries, self.worths, self.squares)

    def by_line(self) -> dict[str, float]:
        return {line: points / self.tries for line, points in self.lines.items()} if self.tries else {}


@final
class Option:
    """A turn that is being tried."""

    __slots__ = ("aims", "forecast", "points", "trust", "turn")

    def __init__(self, turn: Turn, trust: float = 0.0) -> None:
        self.turn = turn
        self.trust = trust  # so many tries is what the turn looked like worth
        self.aims = 0.0  # what the seat is after: its points, less some of what a single other has
        self.forecast = Forecast()
        self.points: list[float] = []  # of each try; the same place is the same luck

    def note(self, aim: float, lines: dict[str, float]) -> None:
        self.aims += aim
        self.points.append(self.forecast.note(lines))

    def aim(self) -> float:
        tries = self.forecast.tries
        if tries == 0:
            return self.turn.value
        return (self.aims + self.trust * self.turn.value) / (tries + self.trust)

    def value(self) -> float:
        """Expected final points."""
        return self.forecast.value if self.forecast.tries else self.turn.value

    def behind(self, best: Option) -> tuple[float, float]:
        """How many points less than another it brings with the same luck, and the standard error of that."""
        common = min(len(self.points), len(best.points))
        if common == 0:
            return best.turn.value - self.turn.value, 0.0
        total, squares = 0.0, 0.0
        for n in range(common):
            missing = best.points[n] - self.points[n]
            total += missing
            squares += missing * missing
        return total / common, standard_error(common, total, squares)


@final
class Search:
    """How widely, how often and how far it tries."""

    def __init__(
        self, evaluator: Evaluator, width: int, horizon: int, envy: float, trust: float = 0.0
    ) -> None:
        self.evaluator = evaluator
        self.width = width  # turns that are tried
        self.horizon = horizon if horizon else evaluator.horizon  # how far each is carried on, by the clock
        self.envy = envy  # how much of the other's points counts against one's own, if there is one other
        self.trust = trust  # how many tries one look is worth

    def consider(
        self, state: State, seat: Seat, tries: int, seconds: float, dealer: Dealer, made: str = ""
    ) -> list[Option]:
        """The most promising turns, best first; by about so many tries, or by seconds if these are not 0.

        In each round every turn that is in it is tried at least once. The best turn that begins with the move
        `made` stays among them to the last trial.
        """
        options = self.options(state, seat, made)
        trial = Trial(len(options), tries, seconds)
        luck = dealer.below(LUCK)
        while trial.goes_on():
            alive = alive_of(options, trial.alive, made)
            for _ in range(trial.samples()):
                self.try_out(state, seat, alive, luck, trial.sample)
                trial.count(1)
                if trial.is_late():
                    break
            trial.halve(options)
        return options

    def options(self, state: State, seat: Seat, made: str = "") -> list[Option]:
        """The turns that look best, and one that begins with `made`."""
        turns = sorted(self.evaluator.turns(state, seat), key=_worth, reverse=True)
        found = [Option(turn, self.trust) for turn in turns[: self.width]]
        if made and not any(begins_with(option, made) for option in found):
            found += [Option(turn, self.trust) for turn in turns if str(turn.moves[0]) == made][:1]
        return found

    def try_out(self, state: State, seat: Seat, options: list[Option], luck: int, sample: int) -> None:
        """Each once, with the same luck."""
        for option in options:
            self._try(state.clone(), seat, option, luck + sample)
            let_signals_through()

    def forecast(self, state: State, seat: Seat, tries: int, dealer: Dealer) -> Forecast:
        """What a seat may expect from here when everybody plays on as the evaluator would."""
        found = Forecast()
        luck = dealer.below(LUCK)
        for sample in range(tries):
            after = state.clone()
            self._carry_on(after, luck + sample)
            let_signals_through()
            found.note(self.evaluator.value_by_line(after, seat))
        return found

    def _try(self, state: State, seat: Seat, option: Option, luck: int) -> None:
        for move in option.turn.moves:
            state.apply(seat, move)
        self._carry_on(state, luck)
        option.note(self._aim(state, seat), self.evaluator.value_by_line(state, seat))

    def _carry_on(self, state: State, luck: int) -> None:
        """Everybody plays as the evaluator would, until the horizon.

        Luck begins anew with every step of the clock, so that what was drawn in one does not shift the next.
        """
        now = self.evaluator.clock(state)
        end = now + self.horizon
        while now < end and state.to_act():
            play_on(self.evaluator, state, now + 1, dealer_at(luck, now))
            now = self.evaluator.clock(state)

    def _aim(self, state: State, seat: Seat) -> float:
        value = self.evaluator.value(state, seat)
        if self.envy == 0.0 or state.seats() != 2:
            return value  # among several, hurting one helps the others
        return value - self.envy * self.evaluator.value(state, 1 - seat)


def play_on(evaluator: Evaluator, state: State, until: int, dealer: Dealer) -> None:
    """Everybody plays as the evaluator would, until its clock says so or the game is over."""
    while True:
        acting = state.to_act()
        if not acting or evaluator.clock(state) >= until:
            return
        seat = acting[0]
        if seat == CHANCE:
            state.apply(seat, dealer.deal(state))
            continue
        moves = state.legal(seat)
        if len(moves) == 1:
            state.apply(seat, moves[0])
            continue
        for move in evaluator.best_turn(state, seat).moves:
            state.apply(seat, move)


def dealer_at(luck: int, clock: int) -> QuickDealer:
    """Luck that begins anew with this step of the clock."""
    return QuickDealer(luck + 0x3C6EF372 * (clock + 1))


def standard_error(many: int, total: float, squares: float) -> float:
    """Of the mean of so many numbers, from their sum and the sum of their squares."""
    if many < 2:
        return 0.0
    mean = total / many
    return float((max(0.0, squares / many - mean * mean) / (many - 1)) ** 0.5)


@final
class Trial:
    """How many turns are still in it, and how often they are tried before the worse half drops out."""

    __slots__ = ("alive", "begun", "round", "rounds", "sample", "seconds", "tries", "used")

    def __init__(self, options: int, tries: int, seconds: float) -> None:
        self.alive = options
        self.tries = tries
        self.seconds = seconds
        self.begun = perf_counter()
        self.used = 0
        self.sample = 0  # the luck of the next try
        self.round = 1
        self.rounds = 1  # how often the field is halved until one is left
        while options > 2:
            options = (options + 1) // 2
            self.rounds += 1

    def goes_on(self) -> bool:
        return self.alive > 1 and self.used < self.tries

    def samples(self) -> int:
        """How often each is tried in this round."""
        return max(1, self.tries // (self.alive * self.rounds))

    def is_late(self) -> bool:
        """Whether the time for this round is over."""
        spent = perf_counter() - self.begun
        return self.seconds > 0.0 and spent * self.rounds >= self.seconds * self.round

    def count(self, samples: int) -> None:
        self.sample += samples
        self.used += samples * self.alive

    def halve(self, options: list[Option]) -> None:
        """The better half goes on."""
        options[: self.alive] = sorted(options[: self.alive], key=_aim, reverse=True)
        self.alive = (self.alive + 1) // 2
        self.round += 1


def alive_of(options: list[Option], many: int, made: str) -> list[Option]:
    """Those that are still in it, and the one that has to stay."""
    return options[:many] + [option for option in options[many:] if made and begins_with(option, made)][:1]


def begins_with(option: Option, move: str) -> bool:
    return str(option.turn.moves[0]) == move


def _worth(turn: Turn) -> float:
    return turn.value


def _aim(option: Option) -> float:
    return option.aim()
