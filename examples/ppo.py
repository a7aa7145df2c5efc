"""PPO with masks, from scratch: one seat of a game learns in many games at once.

    python examples/ppo.py SunflowerValley-v1 --seconds 60
    python examples/ppo.py WalnutGrove-v1 --seats 2 --seconds 3600 --out grove.npz --curve grove.csv

Needs `pip install 'farmstead[research,examples]'`. What has been learnt is kept as arrays of NumPy;
`examples/ppo_agent.py` plays with them wherever an agent is named.
"""

import argparse
import csv
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn

GAMES, STEPS, EPOCHS, BATCHES, WIDTH = 32, 128, 4, 8, 256  # games at once, steps of each between two updates
GAMMA, LAMBDA, CLIP, ENTROPY, RATE, UNIT = 1.0, 0.95, 0.2, 0.01, 5e-4, 10.0  # UNIT: points that count as 1


class Steps(NamedTuple):
    """What has been played; first by step, then by game."""

    seen: Tensor
    masks: Tensor
    actions: Tensor
    logs: Tensor  # of how likely the actions were
    worths: Tensor
    rewards: Tensor
    over: Tensor
    real: Tensor  # not the step in which a game begins anew, whatever is done


class Network(nn.Module):
    """How likely each action is, and the points still to come."""

    def __init__(self, numbers: int, actions: int) -> None:
        super().__init__()

        def layers(outputs: int) -> nn.Sequential:
            first, second = nn.Linear(numbers, WIDTH), nn.Linear(WIDTH, WIDTH)
            return nn.Sequential(first, nn.ReLU(), second, nn.ReLU(), nn.Linear(WIDTH, outputs))

        self.policy, self.worth = layers(actions), layers(1)
        nn.init.zeros_(self.policy[-1].weight)  # at first all legal actions are nearly alike

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Any, Tensor]:
        seen = seen.sign() * seen.abs().log1p()  # so that no number is large
        logits = self.policy(seen).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.worth(seen).squeeze(
            -1
        )


def advantages(played: Steps, last: Tensor) -> Tensor:
    """What each action was better than expected (GAE)."""
    found, after = torch.zeros_like(played.rewards), torch.zeros_like(last)
    following = torch.cat([played.worths[1:], last[None]])
    for t in reversed(range(STEPS)):
        goes_on = 1 - played.over[t]
        surprise = played.rewards[t] + GAMMA * following[t] * goes_on - played.worths[t]
        found[t] = after = surprise + GAMMA * LAMBDA * goes_on * after
    return found


def learn(network: Network, optimizer: torch.optim.Optimizer, played: Steps, gains: Tensor) -> int:
    """Some passes over what has been played; how many decisions those were."""
    real = played.real.flatten()
    returns = (gains + played.worths).flatten()[real]
    seen, masks, actions, logs = (each.flatten(0, 1)[real] for each in played[:4])
    gains = gains.flatten()[real]
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(actions)).split(len(actions) // BATCHES):
            policy, worths = network(seen[rows], masks[rows])
            ratio = (policy.log_prob(actions[rows]) - logs[rows]).exp()
            gain = torch.min(ratio * gains[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * gains[rows]).mean()
            wrong = (worths - returns[rows]).square().mean()
            optimizer.zero_grad()
            (0.5 * wrong - gain - ENTROPY * policy.entropy().mean()).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
    return len(actions)


def train(env: Any, network: Network, seed: int, tell: Callable[[int, list[float]], bool]) -> None:
    """Play and learn by turns, until `tell` has enough."""
    optimizer = torch.optim.Adam(network.parameters(), RATE, eps=1e-5)
    seen, info = env.reset(seed=seed)
    before, sums = np.zeros(env.num_envs, bool), np.zeros(env.num_envs)
    go_on = True
    while go_on:
        rows, ended = [], []
        for _ in range(STEPS):
            inputs = torch.as_tensor(seen).float(), torch.as_tensor(info["action_mask"]).bool()
            with torch.no_grad():
                policy, worths = network(*inputs)
            actions = policy.sample()
            seen, rewards, over, _, info = env.step(actions.numpy())
            paid, flags, real = (torch.as_tensor(each) for each in (rewards / UNIT, over, ~before))
            rows.append(
                (*inputs, actions, policy.log_prob(actions), worths, paid.float(), flags.float(), real)
            )
            sums += rewards
            ended += sums[over].tolist()
            sums[over] = 0
            before = over.copy()
        played = Steps(*map(torch.stack, zip(*rows, strict=True)))
        with torch.no_grad():
            _, last = network(torch.as_tensor(seen).float(), torch.as_tensor(info["action_mask"]).bool())
        go_on = tell(learn(network, optimizer, played, advantages(played, last)), ended)


def main() -> None:
    parser = argparse.ArgumentParser(description="PPO with masks on the vector environment.")
    parser.add_argument("game", choices=["WalnutGrove-v1", "SunflowerValley-v1"])
    parser.add_argument("--seats", type=int, help="players; by default as few as the game has")
    parser.add_argument("--opponents", default="greedy", help="agents at the other seats, by spec")
    parser.add_argument("--reward", default="lines", help="points, difference, win or lines")
    parser.add_argument("--seconds", type=float, default=60, help="how long it learns")
    parser.add_argument("--steps", type=float, default=float("inf"), help="the most decisions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="where the policy goes, as arrays of NumPy")
    parser.add_argument("--curve", help="where the curve goes, as CSV")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    settings = {"seats": asked.seats, "opponents": asked.opponents, "reward": asked.reward}
    env = gymnasium.make_vec(f"farmstead.gym:farmstead/{asked.game}", num_envs=GAMES, **settings)
    network = Network(env.single_observation_space.shape[0], env.single_action_space.n)
    curve: list[tuple[object, ...]] = [("seconds", "decisions", "games", "mean reward of a game")]
    begun, decisions = time.monotonic(), 0

    def tell(more: int, ended: list[float]) -> bool:
        nonlocal decisions
        decisions += more
        seconds, mean = time.monotonic() - begun, float(np.mean(ended)) if ended else float("nan")
        curve.append((round(seconds, 1), decisions, len(ended), round(mean, 2)))
        print(
            f"{seconds:7.0f} s {decisions:9,} decisions {len(ended):5} games, {mean:6.2f} a game", flush=True
        )
        if asked.out:
            np.savez(asked.out, *[array.detach().numpy() for array in network.policy.parameters()])
        if asked.curve:
            with open(asked.curve, "w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows(curve)
        return bool(seconds < asked.seconds and decisions < asked.steps)

    train(env, network, asked.seed, tell)


if __name__ == "__main__":
    main()
