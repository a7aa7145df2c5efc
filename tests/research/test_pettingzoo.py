"""The PettingZoo environments: the library's own checkers for every seat count, masks, rewards."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

from farmstead import pettingzoo
from farmstead.engine.contract import IllegalMove

TABLES = [("walnut-grove", seats) for seats in (1, 2, 3, 4)] + [
    ("sunflower-valley", seats) for seats in (2, 3, 4, 5)
]
CYCLES = 150


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_turns_pass_the_checkers(game: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(pettingzoo.env(game, seats=seats), num_cycles=CYCLES)
        seed_test(lambda: pettingzoo.env(game, seats=seats), num_cycles=CYCLES)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_seasons_pass_the_checkers(game: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(pettingzoo.parallel_env(game, seats=seats), num_cycles=CYCLES)
        parallel_seed_test(lambda: pettingzoo.parallel_env(game, seats=seats), num_cycles=CYCLES)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_cycles_pass_the_checkers(game: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(pettingzoo.cycling_env(game, seats=seats), num_cycles=CYCLES)
        seed_test(lambda: pettingzoo.cycling_env(game, seats=seats), num_cycles=CYCLES)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_game_is_cut_off_when_it_is_asked_for(game: str, seats: int) -> None:
    """The library's test counts the turns of each agent, so it takes that which asks all in turn."""
    module = SimpleNamespace(
        parallel_env=lambda max_cycles: pettingzoo.parallel_env(game, seats=seats, max_cycles=max_cycles),
        env=lambda max_cycles: pettingzoo.cycling_env(game, seats=seats, max_cycles=max_cycles),
    )
    max_cycles_test(module)


@pytest.mark.parametrize("most", [1, 7, 30])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_turns_are_cut_off_after_so_many_decisions_of_all_seats(game: str, seats: int, most: int) -> None:
    turns = pettingzoo.env(game, seats=seats, max_cycles=most)
    for seed in (1, 2):  # the second game is counted anew
        turns.reset(seed=seed)
        decisions, closed = 0, []
        for agent in turns.agent_iter():
            _, _, over, cut_off, _ = turns.last()
            assert not over
            assert cut_off == (decisions == most)
            if cut_off:
                closed.append(agent)
            decisions += not cut_off
            turns.step(None if cut_off else turns.action_space(agent).sample())
        assert decisions == most and sorted(closed) == turns.possible_agents and not turns.agents
    api_test(turns, num_cycles=CYCLES)


def check_masks(seats: Any, infos: dict[str, dict[str, Any]]) -> None:
    """Of all seats at once: the numbers of the legal moves, or that of doing nothing."""
    for agent, seat in seats.seat_of.items():
        moves = seats.state.legal(seat)
        wanted = [seats.encoding.action_at(seats.state, seat, move) for move in moves] or [0]
        assert np.flatnonzero(infos[agent]["action_mask"]).tolist() == sorted(wanted)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_both_play_to_the_end_and_pay_the_points(game: str, seats: int) -> None:
    """Masks are those of `legal` at every step; rewards sum to the points."""
    turns: Any = pettingzoo.env(game, seats=seats, reward="lines")
    turns.reset(seed=3)
    chosen, paid = np.random.default_rng(3), dict.fromkeys(turns.possible_agents, 0.0)
    for agent in turns.agent_iter():
        _, reward, over, _, info = turns.last()
        paid[agent] += reward
        if over:
            turns.step(None)
            continue
        assert info is turns.infos[agent] and info["action_mask"][0] == 0
        check_masks(turns.seats, turns.infos)
        turns.step(chosen.choice(np.flatnonzero(info["action_mask"])))
    assert list(paid.values()) == turns.seats.state.scores()

    seasons: Any = pettingzoo.parallel_env(game, seats=seats, reward="lines")
    _, infos = seasons.reset(seed=3)
    paid = dict.fromkeys(seasons.possible_agents, 0.0)
    while seasons.agents:
        check_masks(seasons.seats, infos)
        actions = {name: chosen.choice(np.flatnonzero(info["action_mask"])) for name, info in infos.items()}
        _, rewards, _, _, infos = seasons.step(actions)
        for name, reward in rewards.items():
            paid[name] += reward
    assert list(paid.values()) == seasons.seats.state.scores()


@pytest.mark.parametrize("game", ["walnut-grove", "sunflower-valley"])
def test_a_copy_plays_on_alike_and_by_itself(game: str) -> None:
    """Slow: whole games of both kinds twice."""
    for make in (pettingzoo.parallel_env, pettingzoo.env):
        env: Any = make(game, seats=2, reward="lines")
        env.reset(seed=2)
        if make is not pettingzoo.parallel_env:
            for _ in range(20):
                env.step(env.action_space(env.agent_selection).sample())
        played_on: list[list[Any]] = []
        for each in (deepcopy(env), env):
            for agent in each.possible_agents:
                each.action_space(agent).seed(1)
            played_on.append([])
            while each.agents:
                if make is pettingzoo.parallel_env:
                    chosen = {agent: each.action_space(agent).sample() for agent in each.agents}
                    seen, rewards, *_ = each.step(chosen)
                    played_on[-1].append((rewards, [numbers.tobytes() for numbers in seen.values()]))
                else:
                    numbers, reward, over, *_ = each.last()
                    played_on[-1].append((each.agent_selection, numbers.tobytes(), reward))
                    each.step(None if over else each.action_space(each.agent_selection).sample())
        assert played_on[0] == played_on[1] and len(played_on[0]) > 20


def test_an_action_out_of_turn_gets_the_paragraph() -> None:
    seasons: Any = pettingzoo.parallel_env("sunflower-valley", seats=2)
    _, infos = seasons.reset(seed=1)
    legal = int(np.flatnonzero(infos["seat_0"]["action_mask"])[0])
    with pytest.raises(IllegalMove, match=r"SV 2\.2 not_your_turn"):
        seasons.step({"seat_0": legal, "seat_1": legal})
    with pytest.raises(IllegalMove, match=r"SV 3\.3 passing"):
        seasons.step({"seat_1": 0})
    with pytest.raises(TypeError):
        seasons.step({"seat_0": float(legal)})


SCRIPT = """
import hashlib, sys
import numpy as np
from farmstead import pettingzoo
found = hashlib.sha256()
for game in ("walnut-grove", "sunflower-valley"):
    seasons = pettingzoo.parallel_env(game, seats=3)
    seen, infos = seasons.reset(seed=7)
    while seasons.agents:
        found.update(b"".join(seen[agent].tobytes() for agent in seasons.agents))
        chosen = {agent: int(np.flatnonzero(info["action_mask"])[-1]) for agent, info in infos.items()}
        seen, _, _, _, infos = seasons.step(chosen)
print(found.hexdigest())
"""


def test_the_same_seed_gives_the_same_games_in_other_processes() -> None:
    """Slow: two processes import the libraries and play."""
    told = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "4242")
    ]
    assert told[0] == told[1] != b""
