"""One game seen from one seat: chance and the agents at the other seats play until that seat is to decide."""

from __future__ import annotations

from collections.abc import Sequence

from farmstead.agents.observation import Agent, observation_at
from farmstead.agents.specs import agent, split
from farmstead.engine.contract import BadSetup, Seat, State
from farmstead.engine.dealer import QuickDealer
from farmstead.research.rewards import RewardMeter
from farmstead.research.settings import EnvironmentSetup, draw_chance

DEFAULT_OPPONENTS = "greedy"


def opponent_specs(opponents: str | Sequence[str], seats: int) -> list[str]:
    """An agent's spec for each other seat: one for all of them, or as many as there are."""
    specs = split(opponents) if isinstance(opponents, str) else list(opponents)
    others = seats - 1
    if len(specs) == 1:
        return specs * others
    if len(specs) != others and others:
        raise BadSetup(f"{len(specs)} opponents for {others} other seats; name one, or as many", "opponents")
    return specs[:others]


class SeatedGame:
    """A game that one seat learns from. `reset` before anything else."""

    def __init__(
        self, made: EnvironmentSetup, seat: Seat, opponents: str | Sequence[str], reward: str
    ) -> None:
        if not 0 <= seat < made.setup.seats:
            raise BadSetup(f"there is no seat {seat}; seats are 0 to {made.setup.seats - 1}", "seat")
        self.made = made
        self.seat = seat
        self.meter = RewardMeter(reward, seat)
        self._specs = opponent_specs(opponents, made.setup.seats)
        self._agents: dict[Seat, Agent] = {}
        self.state: State = made.game.start(made.setup)
        self._dealer = QuickDealer(0)
        for spec in self._specs:
            agent(spec)  # BadSpec now rather than at the first game

    def reset(self, seed: int) -> None:
        """Begin a game; the same seed gives the same game for the same actions."""
        self._dealer = QuickDealer(seed)
        self.state = self.made.game.start(self.made.setup)
        others = [seat for seat in range(self.made.setup.seats) if seat != self.seat]
        self._agents = {other: agent(spec, seed) for other, spec in zip(others, self._specs, strict=True)}
        self.meter.reset()
        self._advance()

    def step(self, action: int) -> float:
        """Make a move, by its number, and go on until the next decision; what it paid."""
        move = self.made.encoding.legal_move(self.state, self.seat, action)
        self.state.apply(self.seat, move)
        self._advance()
        return self.meter.step(self.state)

    def is_over(self) -> bool:
        return not self.state.to_act()

    def _advance(self) -> None:
        """Chance and opponents, until the seat is to act or the game is over."""
        while True:
            draw_chance(self.state, self._dealer)
            acting = self.state.to_act()
            if not acting or self.seat in acting:
                return
            other = acting[0]
            text = self._agents[other].choose(observation_at(self.made.game, self.state, other))
            self.state.apply(other, next(move for move in self.state.legal(other) if str(move) == text))
