"""PettingZoo environments: all seats of a game by turns (`env`), or all at once (`parallel_env`).

    env("sunflower-valley", seats=3)             a step is a decision of one seat
    parallel_env("walnut-grove", seats=4)        a step is a decision of every seat that is to act
    cycling_env("walnut-grove", seats=4)         the same by turns: every seat is asked in every cycle

Agents are `seat_0`, `seat_1` … `infos[agent]["action_mask"]` has a 1 for each legal action; any other raises
`IllegalMove`, which names the paragraph of the rules. A seat that is not to act has one action: 0.
"""

from __future__ import annotations

from operator import index
from typing import Any, Final

import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from farmstead.engine.contract import IllegalMove, Seat, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.encoding import NOTHING_TO_DO, Encoding
from farmstead.research.rendering import MODES, check_mode, rendered
from farmstead.research.rewards import DEFAULT_REWARD, RewardMeter
from farmstead.research.settings import deep_copy, draw_chance, settings
from farmstead.research.spaces import LegalActions, check_form, formed, mask_of, numbers_of
from farmstead.research.spaces import observation_space as space_of

SEEDS: Final = 1 << 32


class _Seats:
    """A game whose seats are all played from outside; what both kinds of environment share."""

    def __init__(
        self,
        game: str,
        seats: int | None,
        reward: str,
        form: str,
        version: int | None,
        options: dict[str, object],
    ) -> None:
        check_form(form)
        made = settings(game, seats, options, version)
        self.made = made
        self.encoding: Encoding = made.encoding
        self.form = form
        self.agents = [f"seat_{seat}" for seat in range(made.setup.seats)]
        self.seat_of = {name: seat for seat, name in enumerate(self.agents)}
        self.meters = {name: RewardMeter(reward, seat) for name, seat in self.seat_of.items()}
        self.observation_spaces = {name: space_of(made.encoding, form) for name in self.agents}
        self.action_spaces = {name: LegalActions(made.encoding.actions) for name in self.agents}
        self.state: State = made.game.start(made.setup)
        self.dealer = QuickDealer(0)
        self.random = np.random.default_rng()
        self.nothing_to_do = np.zeros(made.encoding.actions, np.int8)  # the mask of a seat that is not to act
        self.nothing_to_do[NOTHING_TO_DO] = 1

    def __deepcopy__(self, memo: dict[int, Any]) -> _Seats:
        """A copy of the game, with the same luck to come."""
        clones: list[tuple[object, object]] = [(meter, meter.clone()) for meter in self.meters.values()]
        clones += [(self.state, self.state.clone()), (self.dealer, QuickDealer(int(self.dealer.x)))]
        found: _Seats = deep_copy(self, memo, clones)
        return found

    def reset(self, seed: int | None) -> None:
        """Begin a game. Without a seed it is drawn, from the last seed that was given."""
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.dealer = QuickDealer(int(self.random.integers(SEEDS)))
        self.state = self.made.game.start(self.made.setup)
        draw_chance(self.state, self.dealer)
        for meter in self.meters.values():
            meter.reset()

    def apply(self, seat: Seat, move: Any) -> None:
        """Make a legal move, and let chance decide what is due."""
        self.state.apply(seat, move)
        draw_chance(self.state, self.dealer)

    def look(self) -> dict[str, dict[str, Any]]:
        """What every seat may do now; the action spaces are told, too."""
        infos: dict[str, dict[str, Any]] = {}
        acting = self.state.to_act()
        for seat, name in enumerate(self.agents):
            to_act = seat in acting
            mask = mask_of(self.encoding, self.state, seat) if to_act else self.nothing_to_do.copy()
            infos[name] = {"action_mask": mask}
            self.action_spaces[name].legal = mask
        return infos

    def observation(self, name: str) -> Any:
        seat = self.seat_of[name]
        numbers = numbers_of(self.encoding, self.state, seat)
        if self.form == "flat":
            return numbers
        return formed(self.encoding, self.form, numbers, mask_of(self.encoding, self.state, seat))

    def is_over(self) -> bool:
        return not self.state.to_act()


class TurnsEnv(AECEnv[str, Any, Any]):
    """All seats by turns; where several may act at once, the lowest number goes first."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "name": "farmstead_v1"}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        reward: str = DEFAULT_REWARD,
        form: str = "flat",
        version: int | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        self.seats = _Seats(game, seats, reward, form, version, options)
        self.possible_agents = self.seats.agents[:]
        self.agents: list[str] = []
        self.observation_spaces = self.seats.observation_spaces
        self.action_spaces = self.seats.action_spaces
        self.render_mode = render_mode
        self.max_cycles = max_cycles  # decisions of all seats together, after which the game is cut off
        self._decisions = 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.seats.reset(seed)
        self._decisions = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()

    def observe(self, agent: str) -> Any:
        return self.seats.observation(agent)

    def step(self, action: Any) -> None:
        name = self.agent_selection
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        seat = self.seats.seat_of[name]
        seats = self.seats
        seats.apply(seat, seats.encoding.legal_move(seats.state, seat, index(action)))
        self._decisions += 1
        self._cumulative_rewards[name] = 0.0
        for each in self.agents:
            self.rewards[each] = seats.meters[each].step(seats.state)
        self._accumulate_rewards()
        if seats.is_over():
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._decisions >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._tell()

    def _tell(self) -> None:
        """Whose turn it is, and the masks of all."""
        acting = self.seats.state.to_act()
        self.agent_selection = self.possible_agents[min(acting)] if acting else self.agents[0]
        self.infos = self.seats.look()

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        seat = self.seats.seat_of[self.agent_selection]
        return rendered(self.render_mode, self.seats.made.game, self.seats.state, seat)

    def close(self) -> None:
        """Nothing is held open."""


class SeasonsEnv(ParallelEnv[str, Any, Any]):
    """All seats at once: those to act decide without seeing each other's choice, all others do nothing."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "name": "farmstead_parallel_v1"}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        reward: str = DEFAULT_REWARD,
        form: str = "flat",
        version: int | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        check_mode(render_mode)
        self.seats = _Seats(game, seats, reward, form, version, options)
        self.possible_agents = self.seats.agents[:]
        self.agents: list[str] = []
        self.observation_spaces = self.seats.observation_spaces
        self.action_spaces = self.seats.action_spaces
        self.render_mode = render_mode
        self.max_cycles = max_cycles  # steps after which the game is cut off
        self._steps = 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.seats.reset(seed)
        self._steps = 0
        self.agents = self.possible_agents[:]
        return self._seen(self.agents)

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        seats, agents = self.seats, self.agents
        chosen = [(seat, self._move(seat, actions)) for seat in sorted(seats.state.to_act())]
        for seat in range(seats.made.setup.seats):
            self._must_wait(seat, actions)
        for seat, move in chosen:
            seats.apply(seat, move)
        self._steps += 1
        over = seats.is_over()
        cut_off = not over and self.max_cycles is not None and self._steps >= self.max_cycles
        rewards = {name: seats.meters[name].step(seats.state) for name in agents}
        observations, infos = self._seen(agents)
        if over or cut_off:
            self.agents = []
        return (
            observations,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut_off),
            infos,
        )

    def _move(self, seat: Seat, actions: dict[str, Any]) -> Any:
        """What a seat to act wants to do; all are checked before any is made."""
        action = index(actions.get(self.possible_agents[seat], NOTHING_TO_DO))
        return self.seats.encoding.legal_move(self.seats.state, seat, action)

    def _must_wait(self, seat: Seat, actions: dict[str, Any]) -> None:
        """IllegalMove for a seat that does something out of turn."""
        state, encoding = self.seats.state, self.seats.encoding
        action = index(actions.get(self.possible_agents[seat], NOTHING_TO_DO))
        if seat not in state.to_act() and action != NOTHING_TO_DO:
            raise IllegalMove(state.why_not(seat, encoding.move_at(state, seat, action)))

    def _seen(self, agents: list[str]) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        infos = self.seats.look()
        return {name: self.seats.observation(name) for name in agents}, infos

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        seat = min(self.seats.state.to_act(), default=0)
        return rendered(self.render_mode, self.seats.made.game, self.seats.state, seat)

    def close(self) -> None:
        """Nothing is held open."""


def env(game: str, **keywords: Any) -> TurnsEnv:
    """All seats of a game by turns: a step is a decision."""
    return TurnsEnv(game, **keywords)


def parallel_env(game: str, **keywords: Any) -> SeasonsEnv:
    """All seats of a game at once."""
    return SeasonsEnv(game, **keywords)


def cycling_env(game: str, **keywords: Any) -> Any:
    """The parallel environment by turns: each cycle asks every seat, those not to act for action 0."""
    return parallel_to_aec(SeasonsEnv(game, **keywords))
