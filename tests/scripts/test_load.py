"""`make load` on a small scale: whole games are played and timed, and the page says what is reached."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from scripts.load.__main__ import FULL, QUICK, arguments, plan_of
from scripts.load.measuring import Found, Plan, Run, Stretch, measure
from scripts.load.report import lines, misses
from scripts.load.timing import Times, percentile

SMALL = Plan(tables=11, stored=20, rate=40.0, seconds=1.0, warm=0.2, rush=0.5, runs=1, streams=50, calm=0.5)


@pytest.mark.more
def test_a_little_load_is_measured(tmp_path: Path) -> None:
    """Slow: a server is put under load."""
    folder = tmp_path / "server"
    folder.mkdir()
    said: list[str] = []
    found = asyncio.run(measure(folder, SMALL, said.append))
    (run,) = found.runs
    assert (run.tables, len(found.starts)) == (SMALL.tables, 1) and run.streams > 2 * SMALL.tables
    made = len(run.even.times.acknowledged) + run.even.times.nobody
    assert abs(made - SMALL.rate * SMALL.seconds) <= 4  # those under way at both ends
    assert len(run.rush.times.acknowledged) > 10 and run.rush.times.broadcast
    assert len(run.even.times.broadcast) >= len(run.even.times.acknowledged)
    assert not run.even.times.refused and not run.even.times.dropped
    before, after, _ = found.dropped
    assert after <= before
    assert any("11 tables" in line for line in said)
    assert len(lines(found)) > 20


# ---- the page ----------------------------------------------------------------------------------------------


def a_stretch(rate: float, wait: float) -> Stretch:
    return Stretch(10.0, Times([wait] * int(10 * rate), [wait] * 10), server=0.5, clients=0.2)


def a_run(
    tables: int,
    memory: int,
    start: float = 1.0,
    rate: float = 400.0,
    wait: float = 0.05,
    most: float = 1000.0,
) -> Run:
    even, rush = a_stretch(rate, wait), a_stretch(most, wait)
    return Run(start, tables, 3 * tables, memory, memory, memory, even, rush)


def a_found(*runs: Run, starts: float = 1.0, left: int = 3) -> Found:
    return Found(FULL, 1000, [0.001], [starts], a_run(10, 10_000_000), list(runs), (3, left, 0))


def test_what_is_reached_is_said() -> None:
    few_bytes = 10_000_000 + 490 * 79_000
    assert misses(lines(a_found(a_run(500, few_bytes), a_run(500, few_bytes)))) == []


@pytest.mark.parametrize(
    ("found", "what"),
    [
        (a_found(a_run(490, 20_000_000)), "tables being played"),
        (a_found(a_run(500, 20_000_000, rate=390)), "moves a second, each on the disk"),
        (a_found(a_run(500, 20_000_000, most=980)), "most moves a second"),
        (a_found(a_run(500, 20_000_000), a_run(500, 20_000_000, wait=0.07)), "99 of 100"),
        (a_found(a_run(500, 10_000_000 + 490 * 81_000)), "with all its streams"),
        (a_found(a_run(500, 20_000_000, start=2.1)), "more in play"),
        (a_found(a_run(500, 20_000_000), starts=2.1), "stored games"),
        (a_found(a_run(500, 20_000_000), left=4), "connections left"),
    ],
)
def test_what_is_not_reached_is_said(found: Found, what: str) -> None:
    missed = misses(lines(found))
    assert missed and all(what in line for line in missed)


def test_the_command_line_changes_the_plan() -> None:
    assert plan_of(arguments([])) == FULL == Plan()
    assert plan_of(arguments(["--quick"])) == QUICK
    assert plan_of(arguments(["--tables", "7", "--rate", "2.5"])) == Plan(tables=7, rate=2.5)


def test_a_percentile_is_one_of_the_values() -> None:
    values = [float(n) for n in range(1, 101)]
    assert (percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1.0)) == (
        51.0,
        100.0,
        100.0,
    )
    assert (percentile([7.0], 0.99), percentile([], 0.5)) == (7.0, 0.0)
