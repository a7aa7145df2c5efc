"""One game seen from one seat: chance and the other seats play until that seat is to decide."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from farmstead.engine.contract import CHANCE, Action, Game, Seat, Setup, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.encoding import Encoding
from farmstead.research.rewards import DEFAULT_REWARD, RewardMeter

SEEDS: Final = 0x7FFFFFFF  # how many a game may be drawn from


@mypyc_attr(allow_interpreted_subclasses=True)
class Opponent:
    """Plays another seat, one game after the other."""

    def begin(self, seed: int) -> None:
        """A game begins; equal seeds and positions give equal moves."""
        raise NotImplementedError

    def choose(self, state: State, seat: Seat) -> Action:
        """One of the legal moves."""
        raise NotImplementedError

    def clone(self) -> Opponent:
        """One that plays on just so."""
        raise NotImplementedError

    def close(self) -> None:
        """Give back what it holds."""


@final
class AtRandom(Opponent):
    """Any legal move, each with the same chance."""

    def __init__(self) -> None:
        self._dealer = QuickDealer(0)

    def begin(self, seed: int) -> None:
        self._dealer = QuickDealer(seed)

    def choose(self, state: State, seat: Seat) -> Action:
        return state.pick(seat, self._dealer)

    def clone(self) -> Opponent:
        found = AtRandom()
        found._dealer = QuickDealer(int(self._dealer.x))
        return found


@final
class SeatedGame:
    """Games that one seat learns from, one after the other: `sow`, then `begin` before anything else."""

    def __init__(
        self,
        game: Game,
        setup: Setup,
        encoding: Encoding,
        seat: Seat,
        opponents: list[Opponent],
        reward: str,
    ) -> None:
        assert len(opponents) == setup.seats - 1
        self.game = game
        self.setup = setup
        self.encoding = encoding
        self.seat = seat
        self.meter = RewardMeter(reward, seat)
        self.opponents = opponents  # of the other seats, in their order
        self.state: State = game.start(setup)
        self._seeds = QuickDealer(0)
        self._dealer = QuickDealer(0)

    def clone(self) -> SeatedGame:
        """A copy of the game, with the same luck to come."""
        opponents = [opponent.clone() for opponent in self.opponents]
        found = SeatedGame(self.game, self.setup, self.encoding, self.seat, opponents, DEFAULT_REWARD)
        found.meter = self.meter.clone()
        found.state = self.state.clone()
        found._seeds = QuickDealer(int(self._seeds.x))
        found._dealer = QuickDealer(int(self._dealer.x))
        return found

    def sow(self, seed: int) -> None:
        """Equal seeds give equal games, one after the other, for equal actions."""
        self._seeds = QuickDealer(seed ^ (seed >> 32))

    def begin(self) -> None:
        """Begin the next game."""
        self._dealer = QuickDealer(self._seeds.below(SEEDS))
        for opponent in self.opponents:
            opponent.begin(self._seeds.below(SEEDS))
        self.state = self.game.start(self.setup)
        self.meter.reset()
        self._advance()

    def move(self, action: int) -> Action:
        """What a number means; IllegalMove, with the paragraph of the rules, unless it is legal now."""
        return self.encoding.legal_move(self.state, self.seat, action)

    def step(self, move: Action) -> float:
        """Make a legal move, and go on until the next decision; what it paid."""
        self.state.apply(self.seat, move)
        self._advance()
        return self.meter.step(self.state)

    def is_over(self) -> bool:
        return len(self.state.to_act()) == 0

    def write(self, n: int, numbers: memoryview[int], flags: memoryview[int]) -> None:
        """Write what the seat sees and what it may do into the n-th rows of two buffers."""
        encoding = self.encoding
        encoding.write_observation(self.state, self.seat, numbers, n * encoding.size)
        encoding.write_mask(self.state, self.seat, flags, n * encoding.actions)

    def close(self) -> None:
        """Give back what the opponents hold."""
        for opponent in self.opponents:
            opponent.close()

    def _advance(self) -> None:
        """Chance and opponents, until the seat is to act or the game is over."""
        state, dealer = self.state, self._dealer
        while True:
            acting = state.to_act()
            if not acting or self.seat in acting:
                return
            first = acting[0]
            if first == CHANCE:
                state.apply(CHANCE, state.deal(dealer))
            else:
                opponent = self.opponents[first if first < self.seat else first - 1]
                state.apply(first, opponent.choose(state, first))
