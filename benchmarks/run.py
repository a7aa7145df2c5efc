"""How fast it is, on one core: `make bench` writes benchmarks/results.md.

Every figure is measured several times in one run and given with its spread, for the compiled package and,
in the same run, for the sources as they are.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
RESULTS = HERE / "results.md"
ROUNDS = 7

WANTED: dict[str, dict[str, tuple[float, str]]] = {  # least or most that is asked for, by build
    "compiled": {
        "random solo games per second": (2000, "at least"),
        "decisions per second, solo": (300_000, "at least"),
        "clone, solo (µs)": (4, "at most"),
        "clone, four players (µs)": (12, "at most"),
        "checked replay, four players (ms)": (10, "at most"),
        "farmstead --help (s)": (0.6, "at most"),
    },
    "interpreted": {"random solo games per second": (300, "at least")},
}


def measured(work: Callable[[], float]) -> list[float]:
    """One figure a round, after a round that does not count."""
    work()
    return [work() for _ in range(ROUNDS)]


def playouts(seats: int, games: int) -> tuple[list[float], list[float]]:
    """Games and decisions per second, uniform over `legal`."""
    from farmstead.engine.dealer import QuickDealer
    from farmstead.engine.playout import Tally, play_out
    from farmstead.walnut_grove import GAME

    setup = GAME.setup(seats)
    decisions: list[float] = []

    def round_of_games() -> float:
        tally, began = Tally(), time.perf_counter()
        for seed in range(games):
            play_out(GAME.start(setup), QuickDealer(seed), tally)
        seconds = time.perf_counter() - began
        decisions.append(tally.decisions / seconds)
        return games / seconds

    rates = measured(round_of_games)
    return rates, decisions[1:]


def clones(seats: int) -> list[float]:
    """Microseconds for a clone, over positions of whole games."""
    from farmstead.engine.contract import State
    from farmstead.engine.dealer import QuickDealer
    from farmstead.walnut_grove import GAME

    positions: list[State] = []
    state, dealer = GAME.start(GAME.setup(seats)), QuickDealer(1)
    while state.to_act():
        seat = state.to_act()[0]
        state.apply(seat, state.deal(dealer) if seat < 0 else state.pick(seat, dealer))
        positions.append(state.clone())

    def round_of_clones() -> float:
        began = time.perf_counter()
        for _ in range(20):
            for position in positions:
                position.clone()
        return (time.perf_counter() - began) / (20 * len(positions)) * 1e6

    return measured(round_of_clones)


def replays() -> list[float]:
    """Milliseconds to check and re-execute a four-player game."""
    from farmstead.engine.dealer import QuickDealer
    from farmstead.engine.record import re_execute, read_record, write_record
    from farmstead.engine.table import Table
    from farmstead.walnut_grove import GAME

    records: list[bytes] = []
    for seed in range(5):
        table, dealer = Table(GAME, GAME.setup(4)), QuickDealer(seed)
        while table.state.to_act():
            seat = table.state.to_act()[0]
            move = table.state.deal(dealer) if seat < 0 else table.state.pick(seat, dealer)
            table.play(seat, str(move))
        records.append(write_record(table).encode())

    def round_of_replays() -> float:
        began = time.perf_counter()
        for data in records:
            re_execute(read_record(data), lambda name, edition: GAME)
        return (time.perf_counter() - began) / len(records) * 1e3

    return measured(round_of_replays)


def views() -> list[float]:
    """Microseconds for one seat's view of a four-player game, over a whole game."""
    from farmstead.engine.dealer import QuickDealer
    from farmstead.walnut_grove import GAME

    state, dealer = GAME.start(GAME.setup(4)), QuickDealer(1)
    positions = []
    while state.to_act():
        seat = state.to_act()[0]
        state.apply(seat, state.deal(dealer) if seat < 0 else state.pick(seat, dealer))
        positions.append(state.clone())

    def round_of_views() -> float:
        began = time.perf_counter()
        for position in positions:
            position.view(0)
        return (time.perf_counter() - began) / len(positions) * 1e6

    return measured(round_of_views)


def help_text() -> list[float]:
    """Seconds until `farmstead --help` has answered."""

    def once() -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "farmstead", "--help"], check=True, capture_output=True)
        return time.perf_counter() - began

    return measured(once)


def figures() -> dict[str, list[float]]:
    from farmstead._build import build

    games = 400 if build() == "compiled" else 60
    solo, solo_decisions = playouts(1, games)
    four, four_decisions = playouts(4, games // 4)
    return {
        "random solo games per second": solo,
        "decisions per second, solo": solo_decisions,
        "random four-player games per second": four,
        "decisions per second, four players": four_decisions,
        "clone, solo (µs)": clones(1),
        "clone, four players (µs)": clones(4),
        "checked replay, four players (ms)": replays(),
        "view, four players (µs)": views(),
        "farmstead --help (s)": help_text(),
    }


def measure(build: str) -> dict[str, list[float]]:
    """The figures of one build, in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if build == "interpreted":
        environment["PYTHONPATH"] = str(ROOT / "src")
    command = [sys.executable, str(Path(__file__)), "--figures"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=HERE)
    if done.returncode:
        sys.exit(done.stderr)
    found: dict[str, list[float]] = json.loads(done.stdout)
    return found


def is_compiled() -> bool:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    script = "from farmstead._build import build; print(build())"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=HERE)
    return done.stdout.strip() == "compiled"


def shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def row(name: str, values: list[float], build: str) -> str:
    middle = statistics.median(values)
    wanted = WANTED[build].get(name)
    goal = "" if wanted is None else f"{wanted[1]} {shown(wanted[0])}"
    return f"| {name} | {shown(middle)} | {shown(min(values))} – {shown(max(values))} | {goal} |"


def machine() -> str:
    names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    return names[0].partition(":")[2].strip() if names else platform.processor()


def commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return done.stdout.strip() or "unknown"


def report(found: dict[str, dict[str, list[float]]]) -> str:
    lines = [
        "# How fast it is",
        "",
        f"Written by `make bench`: one core, the median of {ROUNDS} rounds and their spread, both builds in",
        "one run. Decisions are moves of players, uniform over `legal`, forced ones included; outcomes of",
        "chance are played but not counted.",
        "",
        f"{machine()}, {platform.system()}, Python {platform.python_version()}, commit {commit()}.",
    ]
    for build, values in found.items():
        lines += [
            "",
            f"## {build.capitalize()}",
            "",
            "| what | median | spread | goal |",
            "|---|--:|--:|---|",
        ]
        lines += [row(name, figure, build) for name, figure in values.items()]
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
    RESULTS.write_text(report(found), encoding="utf-8")
    print(report(found))


if __name__ == "__main__":
    main()
