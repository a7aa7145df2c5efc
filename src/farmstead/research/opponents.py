"""Opponents by spec: agents as everywhere else, and `uniform` without a view for every move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from farmstead.agents.guard import checked
from farmstead.agents.observation import Agent, observation_at
from farmstead.agents.specs import agent, split
from farmstead.engine.contract import Action, BadSetup, Game, Seat, State
from farmstead.research.seated_game import AtRandom, Opponent

DEFAULT_OPPONENTS: Final = "greedy"
AT_RANDOM: Final = "uniform"


class AgentOpponent(Opponent):
    """An agent by spec; it sees the view of its seat and nothing else. A new one for each game."""

    def __init__(self, game: Game, spec: str) -> None:
        self._game = game
        self._spec = spec
        self._seed = 0
        self._agent: Agent | None = None

    def begin(self, seed: int) -> None:
        self.close()
        self._seed = seed
        self._agent = agent(self._spec, seed)

    def choose(self, state: State, seat: Seat) -> Action:
        """AgentFailed if the agent answers something else than a legal move."""
        assert self._agent is not None
        seen = observation_at(self._game, state, seat)
        legal = list(seen.legal)
        return state.legal(seat)[legal.index(checked(self._agent.choose(seen), seen, legal))]

    def clone(self) -> AgentOpponent:
        """An agent of the same spec and seed, which answers alike; a program is started again."""
        found = AgentOpponent(self._game, self._spec)
        if self._agent is not None:
            found.begin(self._seed)
        return found

    def close(self) -> None:
        _close(self._agent)
        self._agent = None


def _close(player: Agent | None) -> None:
    """An agent that holds something, such as a process, has `close`."""
    call = getattr(player, "close", None)
    if call is not None:
        call()


def opponent_specs(opponents: str | Sequence[str], seats: int) -> list[str]:
    """A checked spec for each other seat: one for all of them, or as many as there are."""
    specs = split(opponents) if isinstance(opponents, str) else list(opponents)
    for spec in dict.fromkeys(specs):
        _close(agent(spec))  # BadSpec now rather than at the first game
    others = seats - 1
    if len(specs) == 1:
        specs *= others
    elif len(specs) != others and others:
        raise BadSetup(f"{len(specs)} opponents for {others} other seats; name one, or as many", "opponents")
    return specs[:others]


def opponents_of(game: Game, specs: Sequence[str]) -> list[Opponent]:
    """Who plays the other seats of one game."""
    return [AtRandom() if spec == AT_RANDOM else AgentOpponent(game, spec) for spec in specs]
