"""The Gymnasium environments: the library's own checker, masks, rewards, seeds, many games at once."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from farmstead.engine.contract import BadSetup, IllegalMove
from farmstead.gym import FarmsteadEnv
from farmstead.research.rewards import REWARDS

GROVE = "farmstead.gym:farmstead/WalnutGrove-v1"
VALLEY = "farmstead.gym:farmstead/SunflowerValley-v1"


def played(env: Any, seed: int) -> tuple[list[bytes], float]:
    """A game of random legal moves: every observation, and the sum of the rewards."""
    chosen = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    seen, total, over = [observation.tobytes()], 0.0, False
    while not over:
        action = chosen.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, cut_off, info = env.step(action)
        assert not cut_off and env.observation_space.contains(observation)
        seen.append(observation.tobytes())
        total += reward
    return seen, total


@pytest.mark.parametrize("form", ["flat", "dict", "masked"])
@pytest.mark.parametrize("name", [GROVE, VALLEY])
def test_the_checker_finds_nothing(name: str, form: str) -> None:
    """The checker knows no masks: it tries an action of one game in another."""
    for mode in (None, "ansi"):
        env = gymnasium.make(name, form=form, opponents="uniform", illegal="replace", render_mode=mode)
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("reward", list(REWARDS))
@pytest.mark.parametrize(("name", "seats"), [(GROVE, 1), (GROVE, 3), (VALLEY, 2), (VALLEY, 5)])
def test_rewards_sum_to_their_total(name: str, seats: int, reward: str) -> None:
    env: Any = gymnasium.make(name, seats=seats, opponents="uniform", reward=reward).unwrapped
    _, total = played(env, 4)
    state = env.seated.state
    scores, places = state.scores(), state.places()
    wanted = {
        "points": scores[0],
        "difference": scores[0] - max(scores[1:], default=0),
        "win": 1 / places.count(1) if places[0] == 1 else 0,
        "lines": state.score_lines(0)["total"],
    }
    assert total == pytest.approx(wanted[reward])


@pytest.mark.parametrize("name", [GROVE, VALLEY])
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    games = [played(gymnasium.make(name, opponents="greedy").unwrapped, seed) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_an_action_that_is_not_legal_gets_the_paragraph() -> None:
    env = gymnasium.make(VALLEY)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"draw a1: SV 3\.1 wrong_decision"):
        env.step(12)
    with pytest.raises(IllegalMove, match=r"SV 3\.3 passing"):
        env.step(0)


def test_levels_play_and_options_are_keywords() -> None:
    env: Any = gymnasium.make(VALLEY, seats=3, opponents="level:1", sheet="C", family=True, seat=2).unwrapped
    env.reset(seed=1)
    assert env.seated.made.setup.options == ("family", "sheet=C")
    assert env.seated.state.to_act() == [2]
    with pytest.raises(BadSetup, match="2 opponents for 3 other seats"):
        gymnasium.make(VALLEY, seats=4, opponents="uniform,greedy")


@pytest.mark.parametrize("name", [GROVE, VALLEY])
def test_pictures(name: str) -> None:
    for mode in ("ansi", "svg", "rgb_array"):
        env = gymnasium.make(name, render_mode=mode)
        env.reset(seed=1)
        drawn: Any = env.render()
        if mode == "rgb_array":
            assert drawn.dtype == np.uint8 and drawn.shape[2] == 3 and len(np.unique(drawn)) > 20
        else:
            assert drawn.lstrip().startswith("<svg") == (mode == "svg") and len(drawn) > 500
    with pytest.raises(BadSetup, match="no render mode"):
        FarmsteadEnv("walnut-grove", render_mode="human")


@pytest.mark.parametrize("name", [GROVE, VALLEY])
def test_many_games_at_once_are_the_same_games(name: str) -> None:
    """Seeded alike, a game of the vector is that of an environment by itself; all begin again when over."""
    many: Any = gymnasium.make_vec(name, num_envs=3, opponents="uniform")
    assert many.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    alone: Any = gymnasium.make(name, opponents="uniform").unwrapped
    observations, info = many.reset(seed=[11, 12, 13])
    alone.seated.reset(12)
    expected, told = alone._seen()
    chosen, over, games = np.random.default_rng(1), np.zeros(3, bool), 0
    while games < 4:
        assert many.observation_space.contains(observations)
        if games == 0:
            assert np.array_equal(observations[1], expected)
            assert np.array_equal(info["action_mask"][1], told["action_mask"])
        actions = [int(chosen.choice(np.flatnonzero(mask))) for mask in info["action_mask"]]
        ended = over
        observations, rewards, over, cut_off, info = many.step(actions)
        assert not cut_off.any() and not (ended & over).any() and not rewards[ended].any()
        if games == 0 and not alone.seated.is_over():
            expected, _, _, _, told = alone.step(actions[1])
        games += int(over.sum())
