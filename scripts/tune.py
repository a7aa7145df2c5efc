"""Find the weights of a judge whose weights are plain numbers: small changes that play better are kept.

A separable evolution strategy (CMA-ES with a diagonal covariance): each generation tries some changed
weights, all of them on the same games, and moves towards the better half. Needs numpy; best on a compiled
build.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np

from farmstead import shelf
from farmstead.agents.search import play_on
from farmstead.engine.dealer import QuickDealer
from farmstead.evaluators.base import Evaluator, Numbers
from farmstead.evaluators.linear import LinearEvaluator

SOURCES: Final = Path(__file__).resolve().parent.parent / "src"
STEP: Final = 0.35  # the first change of a weight, as a part of its guess
LEAST: Final = 0.3  # a weight is taken to be at least so large when it is changed
DIGITS: Final = 4
ENDLESS: Final = 1_000_000  # by any clock


def evaluator_of(game: str, weights: Numbers) -> Evaluator:
    found: Evaluator = shelf.part(game, "evaluator")(weights)
    return found


def play(evaluator: Evaluator, game: str, seats: int, seed: int) -> float:
    """The mean score of a game in which every seat plays as the evaluator would."""
    rules = shelf.game(game)
    dealer = QuickDealer(seed)
    state = rules.start(rules.setup(seats))
    play_on(evaluator, state, ENDLESS, dealer)
    return sum(state.scores()) / seats


def many(task: tuple[str, Numbers, list[int], list[int]]) -> float:
    """The mean of some games, in a process of their own."""
    game, weights, seats, seeds = task
    evaluator = evaluator_of(game, weights)
    return sum(play(evaluator, game, seats[seed % len(seats)], seed) for seed in seeds) / len(seeds)


def write(game: str, weights: Numbers) -> None:
    rounded = {name: round(value, DIGITS) for name, value in weights.items()}
    text = json.dumps({"game": game, "weights": rounded}, indent=1)
    file_of(game).write_text(text + "\n", encoding="utf-8")


def file_of(game: str) -> Path:
    return SOURCES / shelf.row(game).package.replace(".", "/") / "evaluator" / "weights.json"


class Evolution:
    """Where the search stands: the middle of what is tried, and how far to both sides."""

    def __init__(self, start: np.ndarray, step: float, population: int, seed: int) -> None:
        size, self.half = len(start), population // 2
        self.mean, self.step, self.spread = start, step, np.ones(size)
        share = np.log(self.half + 0.5) - np.log(np.arange(1, self.half + 1))
        self.share = share / share.sum()
        self.mass = float(1 / (self.share**2).sum())
        self.path, self.shape_path = np.zeros(size), np.zeros(size)
        self.fade = (self.mass + 2) / (size + self.mass + 5)
        self.damping = 1 + 2 * max(0.0, math.sqrt((self.mass - 1) / (size + 1)) - 1) + self.fade
        self.shape_fade = 4 / (size + 4)
        faster = (size + 2) / 3  # a diagonal is learned faster than a whole matrix
        self.learn_one = faster * 2 / ((size + 1.3) ** 2 + self.mass)
        most = faster * 2 * (self.mass - 2 + 1 / self.mass) / ((size + 2) ** 2 + self.mass)
        self.learn_many = min(1 - self.learn_one, most)
        self.usual = math.sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size**2))
        self.chance = np.random.default_rng(seed)
        self.changes = np.zeros((0, size))

    def ask(self) -> list[np.ndarray]:
        """Weights to try, in pairs to both sides, and last the middle itself."""
        changes = self.chance.standard_normal((self.half, len(self.mean)))
        self.changes = np.vstack([changes, -changes]) * np.sqrt(self.spread)
        return [*(self.mean + self.step * self.changes), self.mean]

    def tell(self, scores: list[float]) -> None:
        """How they did; the middle moves towards the better half."""
        better = self.changes[np.argsort([-score for score in scores[:-1]])[: self.half]]
        move = self.share @ better
        self.mean = self.mean + self.step * move
        kept, fresh = 1 - self.fade, math.sqrt(self.fade * (2 - self.fade) * self.mass)
        self.path = kept * self.path + fresh * move / np.sqrt(self.spread)
        fresh = math.sqrt(self.shape_fade * (2 - self.shape_fade) * self.mass)
        self.shape_path = (1 - self.shape_fade) * self.shape_path + fresh * move
        self.spread = (
            (1 - self.learn_one - self.learn_many) * self.spread
            + self.learn_one * self.shape_path**2
            + self.learn_many * (self.share @ better**2)
        )
        length = float(np.linalg.norm(self.path))
        self.step *= math.exp(self.fade / self.damping * (length / self.usual - 1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=shelf.names())
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--population", type=int, default=24)
    parser.add_argument("--games", type=int, default=60, help="that each changed set of weights plays")
    parser.add_argument("--seats", default="1", help="numbers of seats, as in 1,2")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="from the packaged weights, not from the hunch")
    parser.add_argument("--step", type=float, default=STEP, help="how far to try, as a part of the hunch")
    arguments = parser.parse_args()
    game, seats = arguments.game, [int(word) for word in arguments.seats.split(",")]
    if isinstance(shelf.part(game, "evaluator")(), LinearEvaluator):
        parser.error(f"the weights of {game} belong to features: `python -m scripts.train` finds those")
    default_weights: Numbers = shelf.part(game, "default_weights")()
    start = json.loads(file_of(game).read_text())["weights"] if arguments.go_on else default_weights
    scale = np.array([max(LEAST, abs(value)) for value in default_weights.values()])
    middle = np.array([start.get(name, value) for name, value in default_weights.items()]) / scale
    evolution = Evolution(middle, arguments.step, arguments.population, arguments.seed)

    def named(numbers: np.ndarray) -> Numbers:
        return dict(zip(default_weights, (numbers * scale).tolist(), strict=True))

    with ProcessPoolExecutor(arguments.jobs) as pool:
        for generation in range(1, arguments.generations + 1):
            begun = time.perf_counter()
            seeds = [int(seed) for seed in evolution.chance.integers(2**31, size=arguments.games)]
            tasks = [(game, named(numbers), seats, seeds) for numbers in evolution.ask()]
            scores = list(pool.map(many, tasks))
            evolution.tell(scores)
            write(game, named(evolution.mean))
            seconds = time.perf_counter() - begun
            print(
                f"{generation}: {scores[-1]:.2f} before it, best {max(scores):.2f}, {seconds:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
