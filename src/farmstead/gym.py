"""Gymnasium environments: one seat of a game, alone or against agents, and many such games at once.

    gymnasium.make("farmstead.gym:farmstead/WalnutGrove-v1")
    gymnasium.make("farmstead.gym:farmstead/SunflowerValley-v1", seats=3, opponents="level:3", sheet="C")
    gymnasium.make_vec("farmstead.gym:farmstead/SunflowerValley-v1", num_envs=64, opponents="uniform")

Every decision of the seat is a step, also one with a single legal move. `info["action_mask"]` has a 1 for
each legal action; any other raises `IllegalMove`, which names the paragraph of the rules. With
`illegal="replace"` a legal one is drawn in its place, and `info["replaced"]` says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from farmstead import shelf
from farmstead.engine.contract import BadSetup, Seat
from farmstead.research.rendering import MODES, check_mode, rendered
from farmstead.research.rewards import DEFAULT_REWARD
from farmstead.research.seated_game import DEFAULT_OPPONENTS, SeatedGame
from farmstead.research.settings import settings
from farmstead.research.spaces import LegalActions, Mask, Numbers, check_form, formed, mask_of, numbers_of
from farmstead.research.spaces import observation_space as space_of

SEEDS: Final = 1 << 32
ILLEGAL: Final = ("raise", "replace")
IDS: Final = {f"farmstead/{name.title().replace('-', '')}-v1": name for name in shelf.SHELF}


def _check_illegal(illegal: str) -> None:
    if illegal not in ILLEGAL:
        raise BadSetup(f"illegal={illegal!r}: what happens then is {' or '.join(ILLEGAL)}", "illegal")


class FarmsteadEnv(gymnasium.Env[Any, Any]):
    """One seat of a game. Further keywords are options of the game: `sheet="C"`, `french=True`."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 4}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        seat: Seat = 0,
        opponents: str | Sequence[str] = DEFAULT_OPPONENTS,
        reward: str = DEFAULT_REWARD,
        form: str = "flat",
        version: int | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        check_mode(render_mode)
        check_form(form)
        _check_illegal(illegal)
        made = settings(game, seats, options, version)
        self.encoding = made.encoding
        self.render_mode = render_mode
        self.seated = SeatedGame(made, seat, opponents, reward)
        self.observation_space = space_of(made.encoding, form)
        self.action_space: LegalActions = LegalActions(made.encoding.actions)
        self._form = form
        self._illegal = illegal

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.seated.reset(int(self.np_random.integers(SEEDS)))
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        number, replaced = int(action), False
        if self._illegal == "replace" and not (self.action_space.contains(action) and self._legal[number]):
            number, replaced = int(self.np_random.choice(np.flatnonzero(self._legal))), True
        reward = self.seated.step(number)
        observation, info = self._seen()
        if self._illegal == "replace":
            info["replaced"] = replaced
        return observation, reward, self.seated.is_over(), False, info

    def action_masks(self) -> Mask:
        """The mask of this decision, as sb3-contrib asks for it."""
        return self._legal.astype(bool)

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        return rendered(self.render_mode, self.seated.made.game, self.seated.state, self.seated.seat)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        state, seat = self.seated.state, self.seated.seat
        mask = self._legal = self.action_space.legal = mask_of(self.encoding, state, seat)
        info: dict[str, Any] = {"action_mask": mask.copy()}
        if self.seated.is_over():
            info |= {"lines": state.score_lines(seat), "places": list(state.places())}
        return formed(self.encoding, self._form, numbers_of(self.encoding, state, seat), mask.copy()), info


class FarmsteadVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games in one process. One that is over begins again at the next step, which ignores its action."""

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        num_envs: int = 1,
        seats: int | None = None,
        seat: Seat = 0,
        opponents: str | Sequence[str] = DEFAULT_OPPONENTS,
        reward: str = DEFAULT_REWARD,
        form: str = "flat",
        version: int | None = None,
        **options: object,
    ) -> None:
        made = settings(game, seats, options, version)
        self.encoding = made.encoding
        self.num_envs = num_envs
        self.seated = [SeatedGame(made, seat, opponents, reward) for _ in range(num_envs)]
        self.single_observation_space = space_of(made.encoding, form)
        self.single_action_space = LegalActions(made.encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(gymnasium.spaces.Discrete(made.encoding.actions), num_envs)
        self._form = form
        self._numbers: Numbers = np.zeros((num_envs, made.encoding.size), np.int16)
        self._flags = np.zeros((num_envs, made.encoding.actions), np.uint8)
        self._rows = self._numbers.reshape(-1).data
        self._flag_rows = self._flags.reshape(-1).data
        self._over = np.zeros(num_envs, bool)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games; a number seeds them all, a list each by itself."""
        single = seed if isinstance(seed, int) or seed is None else None
        super().reset(seed=single)
        drawn = self.np_random.integers(SEEDS, size=self.num_envs)
        for n, each in enumerate(self.seated):
            own = None if isinstance(seed, int) or seed is None else seed[n]
            each.reset(int(drawn[n]) if own is None else own % SEEDS)
            self._write(n)
        self._over[:] = False
        return self._seen()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        rewards = np.zeros(self.num_envs, np.float64)
        for n, each in enumerate(self.seated):
            if self._over[n]:
                each.reset(int(self.np_random.integers(SEEDS)))
                self._over[n] = False
            else:
                rewards[n] = each.step(int(actions[n]))
                self._over[n] = each.is_over()
            self._write(n)
        observations, info = self._seen()
        return observations, rewards, self._over.copy(), np.zeros(self.num_envs, bool), info

    def _write(self, n: int) -> None:
        each, encoding = self.seated[n], self.encoding
        encoding.write_observation(each.state, each.seat, self._rows, n * encoding.size)
        encoding.write_mask(each.state, each.seat, self._flag_rows, n * encoding.actions)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        mask = self._flags.view(np.int8).copy()
        return formed(self.encoding, self._form, self._numbers.copy(), mask), {"action_mask": mask.copy()}


for _id, _game in IDS.items():
    gymnasium.register(
        _id,
        entry_point="farmstead.gym:FarmsteadEnv",
        vector_entry_point="farmstead.gym:FarmsteadVectorEnv",
        kwargs={"game": _game},
    )
