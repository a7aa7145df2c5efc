"""A training run: rounds of games, samples, weights and contests, kept in one file from which it goes on.

Each round the newest weights play against themselves, and what is tried at some of their decisions says what
turns are worth; the weights that fit are the next ones if they play better. The same settings and seed give
the same weights on any number of cores, stopped and begun again as often as one likes.
"""

from __future__ import annotations

import io
import json
import os
import platform
import random
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np

from farmstead import _build, shelf
from farmstead.agents.learned.weights import (
    LearnedWeights,
    evaluator_with,
    inputs_of,
)
from farmstead.engine.contract import BadSetup
from farmstead.evaluators.inputs import Inputs
from farmstead.training.contest import Contest, Contestant, Deal, Verdict, play_deal, verdict
from farmstead.training.fitting import UNIT, Normals, whole
from farmstead.training.samples import Plan, Samples, of_game

RIDGES: Final = (1e-5, 1e-4, 1e-3, 1e-2)  # the one that explains the games kept aside best is taken
KEPT_ASIDE: Final = 10  # one of so many games
MAX_GAMES_AT_A_TIME: Final = 32
GROUPS_OF_A_GAME: Final = 20  # about
SAVED_EVERY_S: Final = 10.0
MAX_FILE_BYTES: Final = 50_000_000


@dataclass(frozen=True)
class RunSettings:
    """What a run does; another file is needed for others."""

    game: str
    seats: tuple[int, ...]
    seed: int = 1
    rounds: int = 3
    groups: int = 6000  # of compared turns, in each round
    lucks: int = 8
    depths: int = 2
    furthest: int = 5
    explore: float = 0.1
    every: int = 16
    fade: float = 0.3  # how much what was learned in the round before still counts
    horizon: int = 5  # of a search with these weights
    trust: int = 8  # how many of its tries one look is worth
    ahead: int = 0  # how far turns are carried on before they are judged; 0: to the end
    contest_seats: int = 2
    contest_deals: int = 100

    def plan(self) -> Plan:
        return Plan(
            self.game,
            self.seats,
            self.lucks,
            self.depths,
            self.furthest,
            self.explore,
            self.every,
            self.ahead,
        )


@dataclass
class RunProgress:
    """How far a run is."""

    settings: RunSettings
    weights: list[list[int]]  # the best so far
    round: int = 0
    games: int = 0  # of this round
    groups: int = 0
    seconds: float = 0.0
    learned: Normals | None = None  # all rounds
    aside: Normals | None = None
    curve: list[dict[str, Any]] = field(default_factory=list)  # a line for each round


# ---- the file --------------------------------------------------------------------------------------------


def save(progress: RunProgress, file: Path) -> None:
    """Whole or not at all."""
    about = {
        "settings": asdict(progress.settings),
        "weights": progress.weights,
        "round": progress.round,
        "games": progress.games,
        "groups": progress.groups,
        "seconds": progress.seconds,
        "curve": progress.curve,
    }
    arrays: dict[str, Any] = {"about": np.frombuffer(json.dumps(about).encode(), np.uint8)}
    for name, sums in (("learned", progress.learned), ("aside", progress.aside)):
        if sums is not None:
            arrays[f"{name} matrix"] = sums.matrix
            arrays[f"{name} right"] = sums.right
            arrays[f"{name} rest"] = np.array([sums.squares, sums.rows])
    held = io.BytesIO()
    np.savez_compressed(held, **arrays)
    data = held.getvalue()
    assert len(data) <= MAX_FILE_BYTES, "sums for so many numbers do not fit the file"
    part = file.with_name(file.name + ".part")
    with part.open("wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    part.replace(file)


def load(file: Path, settings: RunSettings) -> RunProgress:
    """Where the run stopped; BadSetup where the file is another run's, or none."""
    try:
        with file.open("rb") as opened:
            held = io.BytesIO(opened.read(MAX_FILE_BYTES))
        with np.load(held, allow_pickle=False) as arrays:
            about = json.loads(arrays["about"].tobytes())
            learned, aside = (_sums(arrays, name) for name in ("learned", "aside"))
        said = about.pop("settings")
        progress = RunProgress(settings, **about, learned=learned, aside=aside)
    except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile, zlib.error) as error:
        raise BadSetup(
            f"{file} is no training run that can go on ({type(error).__name__}); name another file"
        ) from None
    if said != json.loads(json.dumps(asdict(settings))):
        raise BadSetup(f"{file} is a training run with other settings; name another file for these")
    return progress


def _sums(arrays: Any, name: str) -> Normals | None:
    if f"{name} matrix" not in arrays:
        return None
    squares, rows = arrays[f"{name} rest"]
    return Normals(arrays[f"{name} matrix"], arrays[f"{name} right"], float(squares), int(rows))


# ---- the run ---------------------------------------------------------------------------------------------


def begun(settings: RunSettings) -> RunProgress:
    return RunProgress(settings, whole(_inputs(settings.game).first_weights()))


def train(progress: RunProgress, file: Path, jobs: int, tell: Callable[[str], None]) -> LearnedWeights:
    """All rounds that are left; the file is written again and again."""
    settings = progress.settings
    with ProcessPoolExecutor(jobs) as pool:
        while progress.round < settings.rounds:
            _gather(progress, file, pool, tell)
            _end_round(progress, pool, tell)
            save(progress, file)
    return learned(progress)


def learned(progress: RunProgress) -> LearnedWeights:
    """The best weights so far, with how they came about."""
    settings = progress.settings
    card = {
        "how": "ridge regression on differences between turns carried on with the same luck",
        "data": asdict(settings),
        "seed": settings.seed,
        "commit": f"farmstead {_build.version()}",
        "hours": round(progress.seconds / 3600, 2),
        "hardware": f"{os.cpu_count()} cores, {platform.machine()}, {_build.build()}",
        "figures": progress.curve,
    }
    return _weights(settings, progress.weights, card)


def _gather(
    progress: RunProgress, file: Path, pool: ProcessPoolExecutor, tell: Callable[[str], None]
) -> None:
    """Games of one round, until there are enough groups."""
    settings, last = progress.settings, time.monotonic()
    first = _inputs(settings.game).first_weights()
    steps = _inputs(settings.game).steps
    at_a_time = max(1, min(MAX_GAMES_AT_A_TIME, settings.groups // GROUPS_OF_A_GAME))
    while progress.groups < settings.groups:
        begun_at = time.monotonic()
        tasks = [
            (settings, progress.weights, _game_seed(progress, number))
            for number in range(progress.games, progress.games + at_a_time)
        ]
        for number, samples in enumerate(pool.map(_sampled, tasks), start=progress.games):
            if not len(samples.points):
                continue
            sums = Normals.of(samples, first, steps)
            progress.groups += int(samples.groups.max()) + 1
            if number % KEPT_ASIDE == 0:
                progress.aside = _added(progress.aside, sums)
            else:
                progress.learned = _added(progress.learned, sums)
        progress.games += at_a_time
        progress.seconds += time.monotonic() - begun_at
        if time.monotonic() - last > SAVED_EVERY_S:
            save(progress, file)
            last = time.monotonic()
            tell(
                f"round {progress.round + 1}: {progress.groups} of {settings.groups} groups of turns,"
                f" {progress.games} games, {progress.seconds:.0f} s"
            )


def _end_round(progress: RunProgress, pool: ProcessPoolExecutor, tell: Callable[[str], None]) -> None:
    """New weights, which are kept if they play better."""
    settings, begun_at = progress.settings, time.monotonic()
    assert progress.learned is not None, "there were games"
    first = _inputs(settings.game).first_weights()
    aside = progress.aside or progress.learned
    tried = []
    for ridge in RIDGES:
        found, _ = progress.learned.solved(first, ridge)
        change = (found - np.array(first)).ravel()
        left = aside.squares - 2 * change @ aside.right + change @ aside.matrix @ change
        tried.append((float(left), ridge, found))
    left, ridge, found = min(tried, key=lambda entry: entry[0])
    fresh = whole(found)
    result = contested(
        pool,
        Contest(
            settings.game,
            settings.contest_seats,
            Contestant("", _weights(settings, fresh, {})),
            Contestant("", _weights(settings, progress.weights, {})),
            f"{settings.seed} {progress.round}",
        ),
        settings.contest_deals,
    )
    better = result.difference.mean > 0
    progress.seconds += time.monotonic() - begun_at
    progress.curve.append(
        {
            "round": progress.round + 1,
            "games": progress.games,
            "groups": progress.groups,
            "ridge": ridge,
            "explained": round(1 - left / max(aside.squares, 1e-9), 4),
            "share": result.share.as_json(),
            "points": result.difference.as_json(),
            "kept": better,
            "seconds": round(progress.seconds),
        }
    )
    tell(f"round {progress.round + 1}: the new weights against those before it: {result.told()}")
    if better:
        progress.weights = fresh
    progress.learned = _faded(progress.learned, settings.fade)
    progress.aside = None if progress.aside is None else _faded(progress.aside, settings.fade)
    progress.round += 1
    progress.games = progress.groups = 0


def contested(pool: ProcessPoolExecutor, contest: Contest, deals: int) -> Verdict:
    """A contest on all cores."""
    found: list[Deal] = list(pool.map(_deal, [(contest, number) for number in range(deals)]))
    return verdict(found)


def _deal(task: tuple[Contest, int]) -> Deal:
    return play_deal(*task)


def _added(sums: Normals | None, more: Normals) -> Normals:
    return more if sums is None else sums.more(more)


def _faded(sums: Normals, fade: float) -> Normals:
    return Normals(fade * sums.matrix, fade * sums.right, fade * sums.squares, sums.rows)


def _game_seed(progress: RunProgress, number: int) -> int:
    return random.Random(f"{progress.settings.seed} {progress.round} {number}").randrange(1 << 31)


def _sampled(task: tuple[RunSettings, list[list[int]], int]) -> Samples:
    settings, weights, seed = task
    inputs = _inputs(settings.game)
    return of_game(settings.plan(), evaluator_with(_weights(settings, weights, {}), inputs), seed)


@lru_cache(maxsize=4)
def _inputs(game: str) -> Inputs:
    found = inputs_of(game)
    if found is None:
        raise BadSetup(f"{game} says nothing that could be learned from; there is `inputs` in {_having()}")
    return found


def _having() -> str:
    return " and ".join(shelf.having("inputs"))


def _weights(settings: RunSettings, powers: list[list[int]], card: dict[str, Any]) -> LearnedWeights:
    inputs = _inputs(settings.game)
    return LearnedWeights(
        settings.game, inputs.names, inputs.steps, UNIT, settings.horizon, settings.trust, powers, card
    )
