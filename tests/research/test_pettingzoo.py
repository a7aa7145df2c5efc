"""The PettingZoo environments: the library's own checkers for every seat count, masks, rewards."""

from __future__ import annotations

import warnings
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
def test_a_game_is_cut_off_when_it_is_asked_for(game: str, seats: int) -> None:
    module = SimpleNamespace(
        parallel_env=lambda max_cycles: pettingzoo.parallel_env(game, seats=seats, max_cycles=max_cycles),
        env=lambda max_cycles: pettingzoo.cycling_env(game, seats=seats, max_cycles=max_cycles),
    )
    max_cycles_test(module)


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
        seat = turns.seats.seat_of[agent]
        assert info["action_mask"].sum() == len(turns.seats.state.legal(seat)) > 0
        turns.step(chosen.choice(np.flatnonzero(info["action_mask"])))
    assert list(paid.values()) == turns.seats.state.scores()

    seasons: Any = pettingzoo.parallel_env(game, seats=seats, reward="lines")
    _, infos = seasons.reset(seed=3)
    paid = dict.fromkeys(seasons.possible_agents, 0.0)
    while seasons.agents:
        actions = {name: chosen.choice(np.flatnonzero(info["action_mask"])) for name, info in infos.items()}
        _, rewards, _, _, infos = seasons.step(actions)
        for name, reward in rewards.items():
            paid[name] += reward
    assert list(paid.values()) == seasons.seats.state.scores()


def test_an_action_out_of_turn_gets_the_paragraph() -> None:
    seasons: Any = pettingzoo.parallel_env("sunflower-valley", seats=2)
    _, infos = seasons.reset(seed=1)
    legal = int(np.flatnonzero(infos["seat_0"]["action_mask"])[0])
    with pytest.raises(IllegalMove, match=r"SV 2\.2 not_your_turn"):
        seasons.step({"seat_0": legal, "seat_1": legal})
    with pytest.raises(IllegalMove, match=r"SV 3\.3 passing"):
        seasons.step({"seat_1": 0})
