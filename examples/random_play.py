"""Random legal moves at one seat, and what comes of them.

    python examples/random_play.py WalnutGrove-v1 --games 20
    python examples/random_play.py SunflowerValley-v1 --seats 3 --opponents level:1 --games 5 --draw

Needs `pip install 'farmstead[research]'`.
"""

import argparse
import time
from statistics import fmean

import gymnasium
import numpy as np


def main() -> None:
    parser = argparse.ArgumentParser(description="Random legal moves at one seat.")
    parser.add_argument("game", choices=["WalnutGrove-v1", "SunflowerValley-v1"])
    parser.add_argument("--seats", type=int, help="players; by default as few as the game has")
    parser.add_argument("--opponents", default="greedy", help="agents at the other seats, by spec")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="after which no game is begun")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draw", action="store_true", help="draw the end of the last game")
    asked = parser.parse_args()
    settings = {"seats": asked.seats, "opponents": asked.opponents, "render_mode": "ansi"}
    env = gymnasium.make(f"farmstead.gym:farmstead/{asked.game}", **settings)
    chance = np.random.default_rng(asked.seed)
    points: list[float] = []
    begun = time.monotonic()
    for game in range(asked.games):
        if points and time.monotonic() - begun > asked.seconds:
            break
        _, info = env.reset(seed=asked.seed + game)
        total, decisions, over = 0.0, 0, False
        while not over:
            action = chance.choice(np.flatnonzero(info["action_mask"]))
            _, reward, over, _, info = env.step(action)
            total, decisions = total + reward, decisions + 1
        points.append(total)
        lines = ", ".join(f"{name} {gained}" for name, gained in info["lines"].items())
        print(f"game {game + 1}: {decisions} decisions, place {info['places'][0]}, {lines}")
    print(f"mean of {len(points)} games: {fmean(points):.1f} points")
    if asked.draw:
        print(env.render())


if __name__ == "__main__":
    main()
