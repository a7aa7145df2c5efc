"""Masked PPO of sb3-contrib learns one seat of a game, and then plays games that are counted.

    python examples/masked_ppo.py SunflowerValley-v1 --steps 100000
    python examples/masked_ppo.py SunflowerValley-v1 --steps 1e9 --seconds 600 --curve valley.csv

Needs `pip install 'farmstead[research,examples]'`.
"""

import argparse
import csv
import time
from pathlib import Path
from statistics import fmean, stdev

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.callbacks import BaseCallback


class Curve(BaseCallback):
    """Notes the games of each update, as examples/ppo.py does, and ends learning when the time is over."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.rows: list[tuple[float, int, int, float]] = []
        self._seconds, self._begun = seconds, time.monotonic()
        self._earned: list[float] = []

    def _on_step(self) -> bool:
        self._earned += [info["episode"]["r"] for info in self.locals["infos"] if "episode" in info]
        return time.monotonic() - self._begun < self._seconds

    def _on_rollout_end(self) -> None:
        if self._earned:
            took = round(time.monotonic() - self._begun, 1)
            mean = round(fmean(self._earned), 2)
            self.rows.append((took, self.num_timesteps, len(self._earned), mean))
            self._earned.clear()

    def write(self, file: Path) -> None:
        with file.open("w", newline="", encoding="utf-8") as out:
            csv.writer(out).writerows(
                [("seconds", "decisions", "games", "mean reward of a game"), *self.rows]
            )


def main() -> None:
    parser = argparse.ArgumentParser(description="Masked PPO of sb3-contrib.")
    parser.add_argument("game", choices=["WalnutGrove-v1", "SunflowerValley-v1"])
    parser.add_argument("--seats", type=int, help="players; by default as few as the game has")
    parser.add_argument("--opponents", default="greedy", help="agents at the other seats, by spec")
    parser.add_argument("--reward", default="lines", help="points, difference, win or lines")
    parser.add_argument("--steps", type=float, default=100_000, help="decisions from which it learns")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="the longest it learns")
    parser.add_argument("--games", type=int, default=50, help="games that are counted")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="where the model goes")
    parser.add_argument("--curve", type=Path, help="where the curve goes, as CSV; examples/curve.py draws it")
    asked = parser.parse_args()
    settings = {"seats": asked.seats, "opponents": asked.opponents, "reward": asked.reward}
    env = gymnasium.make(f"farmstead.gym:farmstead/{asked.game}", **settings)
    model = MaskablePPO(
        "MlpPolicy", env, gamma=1.0, seed=asked.seed, n_steps=min(2048, int(asked.steps)), verbose=1
    )
    curve = Curve(asked.seconds)
    model.learn(int(asked.steps), callback=curve)
    if asked.curve:
        curve.write(asked.curve)
    if asked.out:
        model.save(asked.out)
    rewards, _ = evaluate_policy(
        model, model.get_env(), n_eval_episodes=asked.games, return_episode_rewards=True
    )
    half = 1.96 * stdev(rewards) / len(rewards) ** 0.5
    print(f"{asked.games} games, {asked.reward}: {fmean(rewards):.2f} ± {half:.2f} a game (95 %)")


if __name__ == "__main__":
    main()
