"""How fast it is, on one core: `make bench` writes benchmarks/results.md.

Every figure is measured several times in one run and given with its spread, for the compiled package and,
in the same run, for the sources as they are, beside two well-known engines (yardsticks.py).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the process that only reports imports no game
    from farmstead.engine.contract import Game, State
    from farmstead.games.sunflower_valley.rules.valley import Valley

HERE = Path(__file__).parent
ROOT = HERE.parent
RESULTS = HERE / "results.md"
RESEARCH = ROOT / ".venv-research"  # with the libraries of researchers, and what they are compared with
ROUNDS = 7

Figures = dict[str, list[float]]  # what was measured -> one value for each round
Goal = tuple[str, float]

# The least or the most that is asked for, by build and chapter of the results.
WANTED: dict[str, dict[str, dict[str, Goal]]] = {
    "compiled": {
        "Walnut Grove": {
            "random solo games per second": ("at least", 9000),
            "decisions per second, solo": ("at least", 1_000_000),
            "random four-player games per second": ("at least", 2500),
            "clone, solo (µs)": ("at most", 4),
            "clone, four players (µs)": ("at most", 12),
            "checked replay, four players (ms)": ("at most", 10),
        },
        "Sunflower Valley": {
            "random two-player games per second": ("at least", 45_000),
            "full scoring of a sheet (µs)": ("at most", 20),
            "clone, two players (µs)": ("at most", 4),
        },
        "Command line": {"farmstead --help (s)": ("at most", 0.15)},
    },
    "interpreted": {
        "Walnut Grove": {"random solo games per second": ("at least", 300)},
        "Sunflower Valley": {"random two-player games per second": ("at least", 250)},
    },
}
# Of the environments for researchers, with the compiled package.
WANTED_OF_ENVIRONMENTS: dict[str, Goal] = {
    "SunflowerValley, vector, 2 seats: steps per second": ("at least", 200_000),
    "WalnutGrove, vector, 1 seat: steps per second": ("at least", 80_000),
    "SunflowerValley, by turns, 2 seats: steps per second": ("at least", 40_000),
    "WalnutGrove, by turns, 2 seats: steps per second": ("at least", 25_000),
    "SunflowerValley, 4,096 games of 4 seats (MB)": ("at most", 200),
    "WalnutGrove, 4,096 games of 4 seats (MB)": ("at most", 200),
}


def measured(work: Callable[[], float]) -> list[float]:
    """One figure a round, after a round that does not count."""
    work()
    return [work() for _ in range(ROUNDS)]


def playouts(game: Game, seats: int, games: int) -> tuple[list[float], list[float]]:
    """Games and decisions per second, uniform over `legal`."""
    from farmstead.engine.dealer import QuickDealer
    from farmstead.engine.playout import MoveCounts, play_out

    setup = game.setup(seats)
    decisions: list[float] = []

    def round_of_games() -> float:
        tally, began = MoveCounts(), time.perf_counter()
        for seed in range(games):
            play_out(game.start(setup), QuickDealer(seed), tally)
        seconds = time.perf_counter() - began
        decisions.append(tally.decisions / seconds)
        return games / seconds

    rates = measured(round_of_games)
    return rates, decisions[1:]


def played(game: Game, seats: int, seed: int) -> list[State]:
    """The positions after every move of a random game."""
    from farmstead.engine.dealer import QuickDealer

    state, dealer = game.start(game.setup(seats)), QuickDealer(seed)
    positions: list[State] = []
    while state.to_act():
        seat = state.to_act()[0]
        state.apply(seat, state.deal(dealer) if seat < 0 else state.pick(seat, dealer))
        positions.append(state.clone())
    return positions


def clones(game: Game, seats: int) -> list[float]:
    """Microseconds for a clone, over positions of a whole game."""
    positions = played(game, seats, 1)

    def round_of_clones() -> float:
        began = time.perf_counter()
        for _ in range(20):
            for position in positions:
                position.clone()
        return (time.perf_counter() - began) / (20 * len(positions)) * 1e6

    return measured(round_of_clones)


def replays(game: Game, seats: int) -> list[float]:
    """Milliseconds to check and re-execute a game."""
    from farmstead.engine.dealer import QuickDealer
    from farmstead.engine.record import re_execute, read_record, write_record
    from farmstead.engine.table import Table

    records: list[bytes] = []
    for seed in range(5):
        table, dealer = Table(game, game.setup(seats)), QuickDealer(seed)
        while table.state.to_act():
            seat = table.state.to_act()[0]
            move = table.state.deal(dealer) if seat < 0 else table.state.pick(seat, dealer)
            table.play(seat, str(move))
        records.append(write_record(table).encode())

    def round_of_replays() -> float:
        began = time.perf_counter()
        for data in records:
            re_execute(read_record(data), lambda name, edition: game)
        return (time.perf_counter() - began) / len(records) * 1e3

    return measured(round_of_replays)


def views(game: Game, seats: int) -> list[float]:
    """Microseconds for one seat's view, over a whole game."""
    positions = played(game, seats, 1)

    def round_of_views() -> float:
        began = time.perf_counter()
        for position in positions:
            position.view(0)
        return (time.perf_counter() - began) / len(positions) * 1e6

    return measured(round_of_views)


def sheets(games: int) -> list[float]:
    """Microseconds to score a finished sheet by itself, from nothing: every symbol is drawn again first,
    because some of the counting is done while drawing."""
    from farmstead.games.sunflower_valley.rules import GAME
    from farmstead.games.sunflower_valley.rules.hexes import listed
    from farmstead.games.sunflower_valley.rules.scoring import own_points
    from farmstead.games.sunflower_valley.rules.state import SunflowerValley
    from farmstead.games.sunflower_valley.rules.valley import Valley

    finished: list[tuple[Valley, list[tuple[int, int]]]] = []
    for seed in range(games):
        last = played(GAME, 2, seed)[-1]
        assert isinstance(last, SunflowerValley)
        for valley in last.valleys:
            drawn = [(place, valley.symbols[place]) for place in listed(valley.layout.open)]
            finished.append((valley, drawn))

    def round_of_sheets() -> float:
        began = time.perf_counter()
        for valley, drawn in finished:
            fresh = Valley(valley.layout, valley.family, valley.town)
            for place, symbol in drawn:
                fresh.draw(place, symbol)
            own_points(fresh)
        return (time.perf_counter() - began) / len(finished) * 1e6

    return measured(round_of_sheets)


def help_text() -> list[float]:
    """Seconds until `farmstead --help` has answered."""

    def once() -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "farmstead", "--help"], check=True, capture_output=True)
        return time.perf_counter() - began

    return measured(once)


def walnut_grove(games: int) -> Figures:
    from farmstead.games.walnut_grove.rules import GAME

    solo, solo_decisions = playouts(GAME, 1, games)
    four, four_decisions = playouts(GAME, 4, games // 4)
    return {
        "random solo games per second": solo,
        "decisions per second, solo": solo_decisions,
        "random four-player games per second": four,
        "decisions per second, four players": four_decisions,
        "clone, solo (µs)": clones(GAME, 1),
        "clone, four players (µs)": clones(GAME, 4),
        "checked replay, four players (ms)": replays(GAME, 4),
        "view, four players (µs)": views(GAME, 4),
    }


def sunflower_valley(games: int) -> Figures:
    from farmstead.games.sunflower_valley.rules import GAME

    two, two_decisions = playouts(GAME, 2, games)
    five, five_decisions = playouts(GAME, 5, games // 2)
    return {
        "random two-player games per second": two,
        "decisions per second, two players": two_decisions,
        "random five-player games per second": five,
        "decisions per second, five players": five_decisions,
        "full scoring of a sheet (µs)": sheets(1000),
        "clone, two players (µs)": clones(GAME, 2),
        "clone, five players (µs)": clones(GAME, 5),
        "checked replay, five players (ms)": replays(GAME, 5),
        "view, five players (µs)": views(GAME, 5),
    }


# What is measured of each game of the shelf.
MEASURES: dict[str, Callable[[int], Figures]] = {
    "walnut-grove": walnut_grove,
    "sunflower-valley": sunflower_valley,
}


def figures() -> dict[str, Figures]:
    """The chapters of the results, measured with the build that is running."""
    from farmstead import shelf
    from farmstead._build import build

    if missing := [name for name in shelf.names() if name not in MEASURES]:
        sys.exit(f"MEASURES does not say what to measure of {', '.join(missing)}.")
    games = 400 if build() == "compiled" else 60
    chapters = {shelf.game(name).title: MEASURES[name](games) for name in shelf.names()}
    return {**chapters, "Command line": {"farmstead --help (s)": help_text()}}


def measure(build: str) -> dict[str, Figures]:
    """The figures of one build, in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if build == "interpreted":
        environment["PYTHONPATH"] = str(ROOT / "src")
    command = [sys.executable, str(Path(__file__)), "--figures"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=HERE)
    if done.returncode:
        sys.exit(done.stderr)
    found: dict[str, Figures] = json.loads(done.stdout)
    return found


def measure_yardsticks() -> Figures:
    """Other engines, in a process of their own; nothing where they are not installed."""
    command = [sys.executable, str(HERE / "yardsticks.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=HERE)
    if done.returncode:
        print(f"No yardsticks: {done.stderr.strip().rpartition(chr(10))[2]}", file=sys.stderr)
        return {}
    found: Figures = json.loads(done.stdout)
    return found


def measure_environments() -> Figures:
    """The environments for researchers, with what is installed here and their libraries; nothing without."""
    python = RESEARCH / "bin" / "python"
    if not python.exists():
        print(
            "The environments for researchers are not measured: make .venv-research/.research",
            file=sys.stderr,
        )
        return {}
    path = os.pathsep.join([sysconfig.get_path("purelib"), str(RESEARCH / "yardsticks")])
    command = [str(python), str(HERE / "environments.py")]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False, cwd=HERE
    )
    print(done.stderr, end="", file=sys.stderr)
    if done.returncode:
        sys.exit("The environments for researchers could not be measured.")
    found: Figures = json.loads(done.stdout)
    return found


def is_compiled() -> bool:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    script = "from farmstead._build import build; print(build())"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=HERE)
    return done.stdout.strip() == "compiled"


def shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def row(name: str, values: list[float], goal: Goal | None) -> str:
    middle = statistics.median(values)
    asked = "" if goal is None else f"{goal[0]} {shown(goal[1])}"
    return f"| {name} | {shown(middle)} | {shown(min(values))} – {shown(max(values))} | {asked} |"


def chapter(title: str, values: Figures, goals: dict[str, Goal]) -> list[str]:
    head = [f"### {title}", "", "| what | median | spread | goal |", "|---|--:|--:|---|"]
    return ["", *head, *[row(name, figure, goals.get(name)) for name, figure in values.items()]]


def machine() -> str:
    names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    return names[0].partition(":")[2].strip() if names else platform.processor()


def commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return done.stdout.strip() or "unknown"


# Found with `perf record` on the compiled build; to be looked at again when the rules are made otherwise.
LIMITS = [
    "What limits random games, of 100 samples of the compiled build. Walnut Grove, solo: 49 are in the",
    "rules themselves, 10 of them in districts and free cells after a tile is laid, 8 in what can be",
    "paid and how, 5 in choosing a move; 47 are in Python, whose objects the rules are made of: 13 for",
    "making and freeing them, 12 in lists, 9 in dictionaries (edges and fences of the land), 7 in",
    "integers. Sunflower Valley, two players: 62 are in the rules, 22 of them in listing dice, colours",
    "and hexes; 34 in Python, most of it in making those lists.",
]
ENVIRONMENTS = [
    "A step is a decision of a seat. Vectors: 64 games, the other seats at random, observations and masks",
    "written; only `step` is timed. By turns: one game, `last()`, a legal action at random from the mask,",
    "`step()`. Seconds are those of the processor. Memory: in the midst of play, without the arrays of",
    "observations and masks. Steps of a vector are limited by the rules themselves (moves of other seats,",
    "what is legal), by one Python number for each number of an observation that changes, and, with many",
    "games, by the processor's cache; those by turns by the library's own calls and by making arrays.",
]


def report(found: dict[str, dict[str, Figures]], yardsticks: Figures, environments: Figures) -> str:
    lines = [
        "# How fast it is",
        "",
        f"Written by `make bench`: one core, the median of {ROUNDS} rounds and their spread, both builds in",
        "one run. Decisions are moves of players, uniform over `legal`, forced ones included; outcomes of",
        "chance are played but not counted. A sheet is scored from nothing: drawn anew, then counted.",
        "",
        f"{machine()}, {platform.system()}, Python {platform.python_version()}, commit {commit()}.",
        "",
        *LIMITS,
    ]
    if yardsticks:
        lines += [
            "",
            "## Yardsticks",
            *chapter("Other engines, on the same core in the same run", yardsticks, {}),
        ]
    if environments:
        build = next(iter(found))
        goals = WANTED_OF_ENVIRONMENTS if build == "compiled" else {}
        title = f"{build.capitalize()}, beside two that are well known, on the same core in the same run"
        lines += [
            "",
            "## Environments for researchers",
            "",
            *ENVIRONMENTS,
            *chapter(title, environments, goals),
        ]
    for build, chapters in found.items():
        lines += ["", f"## {build.capitalize()}"]
        for title, values in chapters.items():
            lines += chapter(title, values, WANTED[build].get(title, {}))
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--figures", action="store_true", help="print this build's figures as JSON")
    if parser.parse_args().figures:
        print(json.dumps(figures()))
        return
    builds = ["compiled", "interpreted"] if is_compiled() else ["interpreted"]
    found = {}
    for build in builds:
        print(f"Measuring the {build} build …", flush=True)
        found[build] = measure(build)
    print("Measuring the yardsticks …", flush=True)
    yardsticks = measure_yardsticks()
    print("Measuring the environments for researchers …", flush=True)
    told = report(found, yardsticks, measure_environments())
    RESULTS.write_text(told, encoding="utf-8")
    print(told)


if __name__ == "__main__":
    main()
