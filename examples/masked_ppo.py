"""Masked PPO of sb3-contrib learns one seat of a game, and then plays games that are counted.

    python examples/masked_ppo.py SunflowerValley-v1 --steps 100000

Needs `pip install 'farmstead[research,examples]'`.
"""

import argparse
from statistics import fmean, stdev

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy


def main() -> None:
    parser = argparse.ArgumentParser(description="Masked PPO of sb3-contrib.")
    parser.add_argument("game", choices=["WalnutGrove-v1", "SunflowerValley-v1"])
    parser.add_argument("--seats", type=int, help="players; by default as few as the game has")
    parser.add_argument("--opponents", default="greedy", help="agents at the other seats, by spec")
    parser.add_argument("--reward", default="lines", help="points, difference, win or lines")
    parser.add_argument("--steps", type=int, default=100_000, help="decisions from which it learns")
    parser.add_argument("--games", type=int, default=50, help="games that are counted")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="where the model goes")
    asked = parser.parse_args()
    settings = {"seats": asked.seats, "opponents": asked.opponents, "reward": asked.reward}
    env = gymnasium.make(f"farmstead.gym:farmstead/{asked.game}", **settings)
    model = MaskablePPO(
        "MlpPolicy", env, gamma=1.0, seed=asked.seed, n_steps=min(2048, asked.steps), verbose=1
    )
    model.learn(asked.steps)
    if asked.out:
        model.save(asked.out)
    rewards, _ = evaluate_policy(
        model, model.get_env(), n_eval_episodes=asked.games, return_episode_rewards=True
    )
    half = 1.96 * stdev(rewards) / len(rewards) ** 0.5
    print(f"{asked.games} games, {asked.reward}: {fmean(rewards):.2f} ± {half:.2f} a game (95 %)")


if __name__ == "__main__":
    main()
