"""Find the weights of a judge's features: games that it plays against itself say what they are worth.

Each round the evaluator plays with the weights found so far, now and then something else, and a straight
line is laid through what was seen and what came of it, for each line of the score. Where games say little the
default weights stay. Needs numpy; best on a compiled build.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from farmstead import shelf
from farmstead.engine.contract import CHANCE, Seat, State
from farmstead.engine.dealer import QuickDealer
from farmstead.evaluators.linear import POWERS, LinearEvaluator, Weights

SOURCES: Final = Path(__file__).resolve().parent.parent / "src"
EVERY: Final = 3  # one of so many positions is noted
DIGITS: Final = 4


class Sample(NamedTuple):
    """What was seen at a time, and what each line of the score came to."""

    time: float
    features: list[float]
    points: list[float]


def evaluator_of(game: str, weights: Weights) -> LinearEvaluator:
    found: LinearEvaluator = shelf.part(game, "evaluator")(weights)
    return found


def play(
    game: str, weights: Weights, seats: int, seed: int, explore: float
) -> tuple[list[Sample], list[int]]:
    """One game of the evaluator against itself; samples, and the final scores."""
    evaluator, dealer, coin = evaluator_of(game, weights), QuickDealer(seed), random.Random(seed)
    rules = shelf.game(game)
    state = rules.start(rules.setup(seats))
    noted: list[tuple[Seat, float, list[float]]] = []
    while state.to_act():
        seat = coin.choice(list(state.to_act()))
        if seat == CHANCE:
            state.apply(seat, state.deal(dealer))
            continue
        make_turn(evaluator, state, seat, coin, explore)
        if coin.randrange(EVERY) == 0 and state.to_act():
            noted.append(
                (seat, evaluator.time_left(state, seat) / evaluator.steps, evaluator.features(state, seat))
            )
    finals = [state.score_lines(seat) for seat in range(seats)]
    samples = [
        Sample(at, features, [float(finals[seat][line]) for line in evaluator.lines])
        for seat, at, features in noted
    ]
    return samples, [final["total"] for final in finals]


def make_turn(
    evaluator: LinearEvaluator, state: State, seat: Seat, coin: random.Random, explore: float
) -> None:
    legal = state.legal(seat)
    if len(legal) == 1:
        state.apply(seat, legal[0])
    elif coin.random() < explore:
        state.apply(seat, coin.choice(legal))
    else:
        for move in evaluator.best_turn(state, seat).moves:
            state.apply(seat, move)


def many(task: tuple[str, Weights, list[int], list[int], float]) -> tuple[list[Sample], list[int]]:
    """Some games, in a process of their own."""
    game, weights, seats, seeds, explore = task
    samples: list[Sample] = []
    scores: list[int] = []
    for seed in seeds:
        found, final = play(game, weights, seats[seed % len(seats)], seed, explore)
        samples += found
        scores += final
    return samples, scores


def fitted(samples: Sequence[Sample], default_weights: Weights, ridge: float) -> tuple[Weights, Any, float]:
    """The weights near the hunch that explain the samples best; what they miss, by line and in all."""
    lines = list(default_weights)
    before = np.array([[number for row in default_weights[line] for number in row] for line in lines])
    times = np.array([sample.time for sample in samples])[:, None]
    seen = np.array([sample.features for sample in samples])
    points = np.array([sample.points for sample in samples])
    columns = np.hstack([seen * times**power for power in range(POWERS)])
    scale = np.sqrt((columns**2).mean(axis=0)) + 1e-9
    columns /= scale
    normal = columns.T @ columns + ridge * np.eye(columns.shape[1])
    found = before + np.linalg.solve(normal, columns.T @ (points - (columns * scale) @ before.T)).T / scale
    missed = points - (columns * scale) @ found.T
    width = seen.shape[1]
    weights = {
        line: [
            found[n][power * width : (power + 1) * width].round(DIGITS).tolist() for power in range(POWERS)
        ]
        for n, line in enumerate(lines)
    }
    return weights, np.sqrt((missed**2).mean(axis=0)), float(np.sqrt((missed.sum(axis=1) ** 2).mean()))


def write(game: str, weights: Weights) -> None:
    text = json.dumps({"game": game, "weights": weights}, indent=1)
    file_of(game).write_text(text + "\n", encoding="utf-8")


def file_of(game: str) -> Path:
    return SOURCES / shelf.row(game).package.replace(".", "/") / "evaluator" / "weights.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=shelf.names())
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--games", type=int, default=400, help="of each round")
    parser.add_argument("--seats", default="", help="numbers of seats, as in 1,2; all unless named")
    parser.add_argument("--explore", type=float, default=0.03, help="how often another move is tried")
    parser.add_argument("--kept", type=int, default=200_000, help="samples that are remembered")
    parser.add_argument("--ridge", type=float, default=10.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="from the packaged weights, not from the hunch")
    arguments = parser.parse_args()
    file = file_of(arguments.game)
    rules = shelf.game(arguments.game)
    every = range(rules.fewest, rules.most + 1)
    seats = [int(word) for word in arguments.seats.split(",")] if arguments.seats else list(every)
    if not isinstance(shelf.part(arguments.game, "evaluator")(), LinearEvaluator):
        parser.error(
            f"the weights of {arguments.game} are single numbers: `python -m scripts.tune` finds those"
        )
    default_weights: Weights = shelf.part(arguments.game, "default_weights")()
    weights = json.loads(file.read_text())["weights"] if arguments.go_on else default_weights
    chance = random.Random(arguments.seed)
    memory: list[Sample] = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for number in range(arguments.rounds):
            begun = time.perf_counter()
            seeds = [chance.randrange(2**31) for _ in range(arguments.games)]
            tasks = [
                (arguments.game, weights, seats, seeds[n :: arguments.jobs], arguments.explore)
                for n in range(arguments.jobs)
            ]
            scores: list[int] = []
            for found, final in pool.map(many, tasks):
                memory += found
                scores += final
            memory = memory[-arguments.kept :]
            weights, by_line, whole = fitted(memory, default_weights, arguments.ridge)
            write(arguments.game, weights)
            missed = ", ".join(f"{line} {by:.2f}" for line, by in zip(weights, by_line, strict=True))
            seconds = time.perf_counter() - begun
            mean = float(np.mean(scores))
            print(f"round {number + 1}: mean {mean:.2f} before it, {len(memory)} samples, {seconds:.0f} s")
            print(f"  missed by {whole:.2f} in all; {missed}", flush=True)


if __name__ == "__main__":
    main()
