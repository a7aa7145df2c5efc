"""How fast the environments for researchers are, beside two that they know: `make bench`.

Runs where the libraries of researchers are installed, with the build of farmstead that PYTHONPATH leads to.
Steps of the vector are timed without the choice of actions, which is the learner's; a step of a game by turns
is all that its caller waits for: `last()`, a legal action at random from the mask, `step()`.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

ROUNDS = 7
GAMES = 64  # in a vector that is timed
SECONDS = 0.4  # a round of each
MANY = 4096  # games in memory
NAMES = {"sunflower-valley": "SunflowerValley", "walnut-grove": "WalnutGrove"}


def vector(game: str, seats: int, many: int, **keywords: Any) -> Any:
    import gymnasium

    name = f"farmstead.gym:farmstead/{NAMES[game]}-v1"
    return gymnasium.make_vec(name, num_envs=many, seats=seats, opponents="uniform", **keywords)


def chosen(masks: Any, luck: Any) -> Any:
    """Any legal action of each game."""
    rows, actions = np.nonzero(masks)
    first = np.searchsorted(rows, np.arange(len(masks)))
    counts = np.bincount(rows, minlength=len(masks))
    return actions[first + (luck.random(len(masks)) * counts).astype(np.int64)]


def vector_steps(game: str, seats: int) -> list[float]:
    """Steps per second of all games together, one figure a round, after a round that does not count."""
    env, luck = vector(game, seats, GAMES), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    found: list[float] = []
    for _ in range(ROUNDS + 1):
        spent, steps = 0.0, 0
        while spent < SECONDS:
            actions = chosen(info["action_mask"], luck)
            began = time.process_time()
            _, _, _, _, info = env.step(actions)
            spent += time.process_time() - began
            steps += GAMES
        found.append(steps / spent)
    return found[1:]


def mask_of(observation: Any, info: dict[str, Any]) -> Any:
    return observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]


def turns(make: Callable[[], Any]) -> list[float]:
    """Steps per second of one PettingZoo environment by turns."""
    env, luck = make(), random.Random(1)
    found: list[float] = []
    for n in range(ROUNDS + 1):
        began, steps = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            env.reset(seed=n + steps)
            for _ in env.agent_iter():
                observation, _, over, cut_off, info = env.last()
                if over or cut_off:
                    env.step(None)
                else:
                    env.step(luck.choice(np.flatnonzero(mask_of(observation, info))))
                    steps += 1
        found.append(steps / (time.process_time() - began))
    return found[1:]


def connect_four() -> Any:
    from pettingzoo.classic import connect_four_v3

    return connect_four_v3.env()


def farmstead(game: str, seats: int) -> Any:
    from farmstead import pettingzoo

    return pettingzoo.env(game, seats=seats)


def backgammon() -> list[float]:
    """Steps per second of OpenSpiel's backgammon with what a learner reads: tensor and mask."""
    import pyspiel

    game, luck = pyspiel.load_game("backgammon"), random.Random(1)
    found: list[float] = []
    for _ in range(ROUNDS + 1):
        began, steps = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(luck.choices(outcomes, odds)[0])
                else:
                    state.observation_tensor(state.current_player())
                    state.apply_action(luck.choice(np.flatnonzero(state.legal_actions_mask())))
                    steps += 1
        found.append(steps / (time.process_time() - began))
    return found[1:]


def memory_now() -> float:
    """Megabytes of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def memory(game: str) -> float:
    """Megabytes that the games of a large vector take in the midst of play, its buffers not counted."""
    small, luck = vector(game, 4, 1), np.random.default_rng(1)
    small.reset(seed=1)
    before = memory_now()
    env = vector(game, 4, MANY, copy=False)
    _, info = env.reset(seed=1)
    for _ in range(60):
        observations, _, _, _, info = env.step(chosen(info["action_mask"], luck))
    buffers: float = (observations.nbytes + info["action_mask"].nbytes) / 1e6
    return memory_now() - before - buffers


def memories(game: str) -> list[float]:
    """Measured in processes of their own, since one gives nothing back."""
    command = [sys.executable, __file__, "--memory", game]
    return [float(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(2)]


def measured(name: str, measure: Callable[[], list[float]]) -> dict[str, list[float]]:
    """A figure, or a sentence where its library is missing."""
    try:
        return {name: measure()}
    except ImportError as missing:
        print(f"Not measured: {name} ({missing}).", file=sys.stderr)
        return {}


def figures() -> dict[str, list[float]]:
    warnings.simplefilter("ignore")  # of libraries about themselves
    found: dict[str, list[float]] = {}
    for game, seats in (("sunflower-valley", 2), ("walnut-grove", 1)):
        title = NAMES[game]
        found[f"{title}, vector, {seats} seat{'s'[: seats > 1]}: steps per second"] = vector_steps(
            game, seats
        )
        found[f"{title}, vector, 4 seats: steps per second"] = vector_steps(game, 4)
        found[f"{title}, by turns, 2 seats: steps per second"] = turns(partial(farmstead, game, 2))
        found[f"{title}, {MANY:,} games of 4 seats (MB)"] = memories(game)
    found |= measured("PettingZoo's connect_four: steps per second", lambda: turns(connect_four))
    found |= measured("OpenSpiel's backgammon: steps per second", backgammon)
    return found


if __name__ == "__main__":
    print(memory(sys.argv[2]) if "--memory" in sys.argv else json.dumps(figures()))
