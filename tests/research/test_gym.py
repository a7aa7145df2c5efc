"""The Gymnasium environments: the library's own checker, masks, rewards, seeds, many games at once."""

from __future__ import annotations

import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import env_checker
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from farmstead.agents.specs import BadSpec
from farmstead.engine.contract import BadSetup, IllegalMove
from farmstead.gym import FarmsteadEnv
from farmstead.research.rewards import REWARDS

GROVE = "farmstead.gym:farmstead/WalnutGrove-v1"
VALLEY = "farmstead.gym:farmstead/SunflowerValley-v1"
# A program that plays the first legal move, and notes when it comes and goes.
PROGRAM = """
import json, sys
def note(word):
    with open({log!r}, "a") as file:
        file.write(word + " ")
note("hello")
for line in sys.stdin:
    asked = json.loads(line)
    if "legal" in asked:
        print(json.dumps({{"move": asked["legal"][0]}}), flush=True)
    elif "protocol" in asked:
        print(json.dumps({{"ready": 1}}), flush=True)
note("gone")
"""


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
@pytest.mark.parametrize(
    ("name", "seats"),
    [(GROVE, 1), (GROVE, 2), (GROVE, 3), (GROVE, 4)] + [(VALLEY, 2), (VALLEY, 3), (VALLEY, 4), (VALLEY, 5)],
)
def test_the_checker_finds_nothing(name: str, seats: int, form: str) -> None:
    """The checker knows no masks: it tries an action of one game in another."""
    env = gymnasium.make(name, seats=seats, form=form, opponents="uniform", illegal="replace")
    check_env(env.unwrapped)


@pytest.mark.parametrize("name", [GROVE, VALLEY])
def test_with_nothing_named_the_checker_stumbles_over_its_own_action_alone(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It draws an action in one game and tries it in that of seed 123. Drawn in that game, it is legal."""
    env = gymnasium.make(name, render_mode="rgb_array").unwrapped
    with pytest.raises(IllegalMove) as caught:
        check_env(env)
    assert "check_step_determinism" in [entry.name for entry in caught.traceback]
    as_it_is = env_checker.check_step_determinism

    def in_one_game(checked: Any) -> None:
        checked.reset(seed=123)
        as_it_is(checked)

    monkeypatch.setattr(env_checker, "check_step_determinism", in_one_game)
    check_env(env)


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


@pytest.mark.parametrize(("name", "seats"), [(GROVE, 1), (GROVE, 4), (VALLEY, 5)])
def test_flat_and_dict_are_the_same_numbers(name: str, seats: int) -> None:
    flat: Any = gymnasium.make(name, seats=seats, opponents="uniform").unwrapped
    named: Any = gymnasium.make(name, seats=seats, opponents="uniform", form="dict").unwrapped
    (numbers, info), (arrays, _) = flat.reset(seed=2), named.reset(seed=2)
    chosen, over = np.random.default_rng(2), False
    while not over:
        assert list(arrays) == [field.name for field in flat.encoding.fields]
        assert np.array_equal(np.concatenate([array.ravel() for array in arrays.values()]), numbers)
        assert all(array.shape == named.observation_space[key].shape for key, array in arrays.items())
        action = chosen.choice(np.flatnonzero(info["action_mask"]))
        arrays = named.step(action)[0]
        numbers, _, over, _, info = flat.step(action)


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
    for number in (1.0, np.float32(1), "1", [1], None):
        with pytest.raises(TypeError):
            env.step(number)


@pytest.mark.parametrize(("name", "opponents", "steps"), [(GROVE, "uniform", 200), (VALLEY, "greedy", 90)])
def test_a_copy_plays_on_alike_and_by_itself(name: str, opponents: str, steps: int) -> None:
    """Slow: whole games twice, some against an agent that thinks."""
    env: Any = gymnasium.make(name, seats=2, opponents=opponents, reward="lines")
    env.reset(seed=6)
    for _ in range(5):
        env.step(env.action_space.sample())
    copy = deepcopy(env)
    assert copy.unwrapped.made is env.unwrapped.made  # rules and components are shared
    before = env.unwrapped.seated.state.text()
    played_on: list[list[Any]] = []
    for each in (copy, env):
        assert each.unwrapped.seated.state.text() == before
        each.action_space.seed(1)
        played_on.append([])
        for _ in range(steps):  # into the next game
            seen, reward, over, _, info = each.step(each.action_space.sample())
            if over:
                seen, info = each.reset()
            played_on[-1].append((seen.tobytes(), info["action_mask"].tobytes(), reward, over))
    assert played_on[0] == played_on[1] and any(over for *_, over in played_on[0])


def test_levels_play_and_options_are_keywords() -> None:
    env: Any = gymnasium.make(VALLEY, seats=3, opponents="level:1", sheet="C", family=True, seat=2).unwrapped
    env.reset(seed=1)
    assert env.made.setup.options == ("family", "sheet=C")
    assert env.seated.state.to_act() == [2]
    with pytest.raises(BadSetup, match="2 opponents for 3 other seats"):
        gymnasium.make(VALLEY, seats=4, opponents="uniform,greedy")
    with pytest.raises(BadSpec, match="no opponent 'greddy'"):
        gymnasium.make(GROVE, opponents="greddy")  # though nobody else plays


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
    with pytest.raises(BadSetup, match="many games at once are not drawn"):
        gymnasium.make_vec(name, num_envs=2, render_mode="ansi")


def stepped(env: Any, is_over: bool, action: int) -> tuple[Any, Any, float, bool]:
    """What an environment by itself shows, pays and says, where one that is over begins again."""
    if is_over:
        return *env.reset(), 0.0, False
    observation, reward, over, _, info = env.step(action)
    return observation, info, reward, over


@pytest.mark.parametrize(
    ("name", "seats", "opponents"),
    [(GROVE, 1, "greedy"), (GROVE, 4, "uniform"), (VALLEY, 2, "greedy"), (VALLEY, 5, "uniform")],
)
def test_many_games_at_once_are_the_same_games(name: str, seats: int, opponents: str) -> None:
    """Slow: whole games twice. Each is that of an environment by itself, and so are those that follow."""
    many: Any = gymnasium.make_vec(name, num_envs=3, seats=seats, opponents=opponents)
    assert many.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    alone = [gymnasium.make(name, seats=seats, opponents=opponents).unwrapped for _ in range(3)]
    observations, info = many.reset(seed=11)
    for n, env in enumerate(alone):
        expected, told = env.reset(seed=11 + n)
        assert np.array_equal(observations[n], expected)
    many.action_space.seed(1)
    over, games = np.zeros(3, bool), 0
    while games < 5:
        assert many.observation_space.contains(observations)
        actions = many.action_space.sample()  # of those that are legal
        assert many.action_space.contains(actions)
        ended = over
        observations, rewards, over, cut_off, info = many.step(actions)
        assert not cut_off.any() and not (ended & over).any() and not rewards[ended].any()
        for n, env in enumerate(alone):
            expected, told, reward, finished = stepped(env, ended[n], actions[n])
            assert np.array_equal(observations[n], expected)
            assert np.array_equal(info["action_mask"][n], told["action_mask"])
            assert (rewards[n], over[n]) == (reward, finished)
            if finished:
                assert info["_lines"][n] and info["lines"][n] == told["lines"]
                assert info["places"][n] == told["places"]
        games += int(over.sum())


@pytest.mark.parametrize("name", [GROVE, VALLEY])
def test_gymnasium_itself_steps_many_games_alike(name: str) -> None:
    """Its own vector of single environments shows, pays and ends just the same, over several games."""
    ours: Any = gymnasium.make_vec(name, num_envs=2, opponents="uniform")
    theirs: Any = gymnasium.make_vec(name, num_envs=2, opponents="uniform", vectorization_mode="sync")
    assert theirs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    (seen, info), (expected, _) = ours.reset(seed=8), theirs.reset(seed=8)
    ended = 0
    while ended < 3:
        assert np.array_equal(seen, expected)
        actions = ours.action_space.sample()
        seen, *rest, info = ours.step(actions)
        expected, *wanted, told = theirs.step(actions)
        assert all(np.array_equal(one, other) for one, other in zip(rest, wanted, strict=True))
        assert all(
            np.array_equal(*both) for both in zip(info["action_mask"], told["action_mask"], strict=True)
        )
        ended += rest[1].sum()


@pytest.mark.parametrize("form", ["flat", "dict", "masked"])
def test_the_vector_fills_its_spaces_in_all_forms(form: str) -> None:
    many: Any = gymnasium.make_vec(VALLEY, num_envs=2, opponents="uniform", form=form)
    flat: Any = gymnasium.make_vec(VALLEY, num_envs=2, opponents="uniform")
    seen, info = many.reset(seed=5)
    numbers, _ = flat.reset(seed=5)
    assert many.observation_space == batch_space(many.single_observation_space, 2)
    many.observation_space.seed(1)
    assert many.observation_space.contains(many.observation_space.sample())
    for _ in range(20):
        assert many.observation_space.contains(seen)
        if form == "dict":
            joined = np.concatenate(
                [seen[field.name].reshape(2, -1) for field in many.encoding.fields], axis=1
            )
            assert np.array_equal(joined, numbers)
        elif form == "masked":
            assert np.array_equal(seen["observation"], numbers)
            assert np.array_equal(seen["action_mask"], info["action_mask"])
        actions = [int(np.flatnonzero(mask)[-1]) for mask in info["action_mask"]]
        seen, _, _, _, info = many.step(actions)
        numbers, *_ = flat.step(np.array(actions))


def test_the_vector_makes_no_move_unless_all_are_legal() -> None:
    many: Any = gymnasium.make_vec(VALLEY, num_envs=3, opponents="uniform", copy=False)
    observations, info = many.reset(seed=1)
    before = observations.copy()
    actions = [int(np.flatnonzero(mask)[0]) for mask in info["action_mask"]]
    with pytest.raises(IllegalMove, match=r"draw a1: SV 3\.1 wrong_decision") as caught:
        many.step([*actions[:2], 12])
    assert caught.value.__notes__ == ["in game 2 of the vector"]
    assert np.array_equal(observations, before)
    for wrong in ([*actions, 1], actions[:2], [1.0, 1.0, 1.0], [actions], 1, None):
        with pytest.raises(TypeError, match="a step takes 3 whole numbers, not"):
            many.step(wrong)
    again, *_ = many.step(actions)
    assert again is observations and not np.array_equal(observations, before)


def test_seeds_may_be_a_list_and_games_go_on_without() -> None:
    many: Any = gymnasium.make_vec(VALLEY, num_envs=2, opponents="uniform")
    seen = many.reset(seed=[4, 4])[0]
    assert np.array_equal(seen[0], seen[1])
    after = many.reset()[0]
    assert np.array_equal(after[0], after[1]) and not np.array_equal(after, seen)
    assert np.array_equal(many.reset(seed=[4, None])[0][0], seen[0])


def test_agents_give_back_what_they_hold(tmp_path: Path) -> None:
    """A program that plays the other seat ends with its game, and with the environment."""
    program = tmp_path / "bot.py"
    program.write_text(PROGRAM.format(log=str(tmp_path / "log")), encoding="utf-8")
    env = gymnasium.make(VALLEY, opponents=[f"stdio:{sys.executable} {program}"], seat=1)
    for _ in range(2):
        env.reset(seed=1)
    assert (tmp_path / "log").read_text(encoding="utf-8") == "hello gone hello "
    env.close()
    assert (tmp_path / "log").read_text(encoding="utf-8") == "hello gone hello gone "
