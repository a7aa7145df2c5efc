"""Gymnasium environments: one seat of a game, alone or against agents, and many such games at once.

    gymnasium.make("farmstead.gym:farmstead/WalnutGrove-v1")
    gymnasium.make("farmstead.gym:farmstead/SunflowerValley-v1", seats=3, opponents="level:3", sheet="C")
    gymnasium.make_vec("farmstead.gym:farmstead/SunflowerValley-v1", num_envs=64, opponents="uniform")

Every decision of the seat is a step, also one with a single legal move. `info["action_mask"]` has a 1 for
each legal action; any other raises `IllegalMove`, which names the paragraph of the rules, and nothing has
happened. With `illegal="replace"` a legal one is drawn in its place, and `info["replaced"]` says so.

Game n of `make_vec(…)`, reset with seed s, is that of `make(…)` reset with seed s + n, and the games after it
are the same, too. Its mode of autoreset is NEXT_STEP: when a game is over, the next step begins another one,
whatever its action, and pays nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from farmstead import shelf
from farmstead.engine.contract import BadSetup, Seat
from farmstead.research.many_games import ManyGames
from farmstead.research.opponents import DEFAULT_OPPONENTS, opponent_specs, opponents_of
from farmstead.research.rendering import MODES, check_mode, rendered
from farmstead.research.rewards import DEFAULT_REWARD
from farmstead.research.seated_game import SEEDS, SeatedGame
from farmstead.research.settings import EnvironmentSetup, deep_copy, settings
from farmstead.research.spaces import (
    LegalActions,
    ManyLegalActions,
    Mask,
    Numbers,
    batched,
    check_form,
    formed,
    mask_of,
    numbers_of,
)
from farmstead.research.spaces import observation_space as space_of

ILLEGAL: Final = ("raise", "replace")
IDS: Final = {f"farmstead/{name.title().replace('-', '')}-v1": name for name in shelf.SHELF}


def _check_illegal(illegal: str) -> None:
    if illegal not in ILLEGAL:
        raise BadSetup(f"illegal={illegal!r}: what happens then is {' or '.join(ILLEGAL)}", "illegal")


def _seated_games(
    made: EnvironmentSetup, seat: Seat, opponents: str | Sequence[str], reward: str, many: int
) -> list[SeatedGame]:
    game, setup, encoding = made
    if not 0 <= seat < setup.seats:
        raise BadSetup(f"there is no seat {seat}; seats are 0 to {setup.seats - 1}", "seat")
    specs = opponent_specs(opponents, setup.seats)
    return [SeatedGame(game, setup, encoding, seat, opponents_of(game, specs), reward) for _ in range(many)]


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
        self.made = made
        self.encoding = made.encoding
        self.render_mode = render_mode
        (self.seated,) = _seated_games(made, seat, opponents, reward, 1)
        self.observation_space = space_of(made.encoding, form)
        self.action_space: LegalActions = LegalActions(made.encoding.actions)
        self._form = form
        self._illegal = illegal
        self._sown = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or not self._sown:
            self.seated.sow(int(self.np_random.integers(SEEDS)) if seed is None else seed)
            self._sown = True
        self.seated.begin()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        number, replaced = index(action), False
        if self._illegal == "replace" and not (self.action_space.contains(action) and self._legal[number]):
            number, replaced = int(self.np_random.choice(np.flatnonzero(self._legal))), True
        reward = self.seated.step(self.seated.move(number))
        observation, info = self._seen()
        if self._illegal == "replace":
            info["replaced"] = replaced
        return observation, reward, self.seated.is_over(), False, info

    def __deepcopy__(self, memo: dict[int, Any]) -> FarmsteadEnv:
        """A copy of the game, with the same luck to come."""
        found: FarmsteadEnv = deep_copy(self, memo, [(self.seated, self.seated.clone())])
        return found

    def action_masks(self) -> Mask:
        """The mask of this decision, as sb3-contrib asks for it."""
        return self._legal.astype(bool)

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        return rendered(self.render_mode, self.made.game, self.seated.state, self.seated.seat)

    def close(self) -> None:
        """Give back what the opponents hold, such as processes."""
        self.seated.close()

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        state, seat = self.seated.state, self.seated.seat
        mask = self._legal = self.action_space.legal = mask_of(self.encoding, state, seat)
        info: dict[str, Any] = {"action_mask": mask.copy()}
        if self.seated.is_over():
            info |= {"lines": state.score_lines(seat), "places": list(state.places())}
        return formed(self.encoding, self._form, numbers_of(self.encoding, state, seat), mask.copy()), info


class FarmsteadVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games in one process. With `copy` off, the next step writes into the arrays of the last one."""

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
        copy: bool = True,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if render_mode is not None:
            raise BadSetup("many games at once are not drawn; take a single environment", "render_mode")
        made = settings(game, seats, options, version)
        self.made = made
        self.encoding = made.encoding
        self.num_envs = num_envs
        self.single_observation_space = space_of(made.encoding, form)
        self.single_action_space = LegalActions(made.encoding.actions)
        self.observation_space = batched(self.single_observation_space, num_envs)
        self.action_space = ManyLegalActions(num_envs, made.encoding.actions)
        self.games = ManyGames(_seated_games(made, seat, opponents, reward, num_envs))
        self._form = form
        self._copy = copy
        self._sown = False
        self._numbers, self._mask = self._buffers()

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games. A seed is that of the first game, the next has one more; a list has them all."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if isinstance(seed, int):
            seed = [seed + n for n in range(self.num_envs)]
        for n, game in enumerate(self.games.games):
            own = None if seed is None else seed[n]
            if own is not None or not self._sown:
                game.sow(int(self.np_random.integers(SEEDS)) if own is None else int(own))
        self._sown = True
        self.games.begin(*self._rows())
        return self._seen()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make a move in each game; IllegalMove, and none is made, unless all are legal."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise TypeError(f"a step takes {self.num_envs} whole numbers, not {actions!r}")
        rewards = np.array(self.games.step(chosen.tolist(), *self._rows()))
        over = np.array(self.games.over)
        observations, info = self._seen()
        return observations, rewards, over, np.zeros(self.num_envs, bool), info

    def __deepcopy__(self, memo: dict[int, Any]) -> FarmsteadVectorEnv:
        """A copy of the games, with the same luck to come."""
        found: FarmsteadVectorEnv = deep_copy(self, memo, [(self.games, self.games.clone())])
        return found

    def close_extras(self, **_: Any) -> None:
        """Give back what the opponents hold, such as processes."""
        for game in self.games.games:
            game.close()

    def _buffers(self) -> tuple[Numbers, Mask]:
        many, encoding = self.num_envs, self.encoding
        return np.empty((many, encoding.size), np.int16), np.empty((many, encoding.actions), np.int8)

    def _rows(self) -> tuple[memoryview, memoryview]:
        """Where the next step writes: as one long row, which is what encodings write to."""
        if self._copy:
            self._numbers, self._mask = self._buffers()
        return self._numbers.reshape(-1).data, self._mask.reshape(-1).view(np.uint8).data

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        self.action_space.legal = self._mask
        info: dict[str, Any] = {"action_mask": self._mask}
        if any(self.games.over):
            info |= self._results()
        return formed(self.encoding, self._form, self._numbers, self._mask), info

    def _results(self) -> dict[str, Any]:
        """Lines of the score and places of the games that are over, as Gymnasium has what only some have."""
        over = np.array(self.games.over)
        found: dict[str, Any] = {"_lines": over, "_places": over}
        found["lines"] = np.full(self.num_envs, None, object)
        found["places"] = np.full(self.num_envs, None, object)
        for n in np.flatnonzero(over):
            each = self.games.games[n]
            found["lines"][n] = each.state.score_lines(each.seat)
            found["places"][n] = list(each.state.places())
        return found


for _id, _game in IDS.items():
    gymnasium.register(
        _id,
        entry_point="farmstead.gym:FarmsteadEnv",
        vector_entry_point="farmstead.gym:FarmsteadVectorEnv",
        kwargs={"game": _game},
    )
