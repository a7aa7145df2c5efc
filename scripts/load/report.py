"""What the load has to tell, and whether it reaches what was to be reached."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from scripts.load.measuring import Found, Run, Stretch
from scripts.load.page import spread, table
from scripts.load.timing import percentile

TITLE: Final = "Under load"
LEAST_TABLES: Final = 500
LEAST_RATE: Final = 400.0
LEAST_AT_MOST: Final = 1000.0  # moves a second when as many as possible are made
MOST_WAIT: Final = 60.0  # milliseconds
MOST_MEMORY: Final = 80.0  # kilobytes a table
MOST_START: Final = 2.0  # seconds
HEADS: Final = ("what", "median of the runs (least – most)", "goal", "reached")


class Row(NamedTuple):
    """A figure with its goal, if it has one."""

    what: str
    figure: str
    goal: str = ""
    reached: str = ""


def at_least(what: str, values: Sequence[float], goal: float, decimals: int = 0) -> Row:
    """Also the worst of them must reach it; a rate that was offered may fall short by what rounding does."""
    reached = "yes" if values and min(values) >= 0.99 * goal else "no"
    return Row(what, spread(values, decimals), f"at least {goal:g}", reached)


def at_most(what: str, values: Sequence[float], goal: float, decimals: int = 1) -> Row:
    reached = "yes" if values and max(values) <= goal else "no"
    return Row(what, spread(values, decimals), f"at most {goal:g}", reached)


def plain(what: str, values: Sequence[float], decimals: int = 1) -> Row:
    return Row(what, spread(values, decimals))


def lines(found: Found) -> list[str]:
    """The chapter."""
    rows = [
        *even_rows(found),
        *memory_rows(found),
        *rush_rows(found),
        *start_rows(found),
        *stream_rows(found),
    ]
    return [about(found), "", *table(HEADS, rows)]


def about(found: Found) -> str:
    plan = found.plan
    base = plan.base
    server = f"the server in {base.workers} process{'es' if base.workers > 1 else ''}"
    server += ", PostgreSQL beside it on the same machine," if base.db else ""
    return (
        f"Runs: {plan.runs}, of {plan.seconds:.0f} s each, with {server} and all clients in"
        " another process. Both games, 2 to 4 seats, each with a cookie, a stream and a connection of"
        " its own."
        f" Tables begin at any point of a game, and when one is over the same people make another."
        f" {plan.stored:,} games are in the store ({found.bytes / 1e6:.0f} MB); a small write takes"
        f" {1000 * percentile(found.disk, 0.5):.1f} ms to be on the disk."
    )


def even_rows(found: Found) -> list[Row]:
    def of(figure: Callable[[Stretch], float]) -> list[float]:
        return [figure(run.even) for run in found.runs]

    def wait(share: float, which: str) -> list[float]:
        return of(lambda stretch: 1000 * percentile(getattr(stretch.times, which), share))

    return [
        at_least("tables being played", [run.tables for run in found.runs], LEAST_TABLES),
        plain("streams open", [run.streams for run in found.runs], 0),
        at_least("moves a second, each on the disk", of(lambda stretch: stretch.rate), LEAST_RATE),
        plain("from a move to the others' news, half of them (ms)", wait(0.5, "broadcast")),
        at_most("from a move to the others' news, 99 of 100 (ms)", wait(0.99, "broadcast"), MOST_WAIT),
        plain("from a move to its acknowledgement, half of them (ms)", wait(0.5, "acknowledged")),
        at_most("from a move to its acknowledgement, 99 of 100 (ms)", wait(0.99, "acknowledged"), MOST_WAIT),
        plain("processors that the server used", of(lambda stretch: stretch.server), 2),
        plain("processors that the clients used", of(lambda stretch: stretch.clients), 2),
        plain("games that ended, and tables made for the next", of(lambda stretch: stretch.times.games), 0),
        plain("streams broken off, moves refused", of(failures), 0),
    ]


def failures(stretch: Stretch) -> float:
    return stretch.times.dropped + sum(stretch.times.refused.values())


def memory_rows(found: Found) -> list[Row]:
    def kilobytes(of: Callable[[Run], int]) -> list[float]:
        return [value / 1000 for value in found.per_table(of)]

    return [
        plain("memory of a table in play, with nobody there (kB)", kilobytes(lambda run: run.loaded)),
        at_most("the same with all its streams (kB)", kilobytes(lambda run: run.joined), MOST_MEMORY),
        plain("the same after all that playing (kB)", kilobytes(lambda run: run.played)),
        plain("memory of the server in all (MB)", [run.played / 1e6 for run in found.runs], 0),
    ]


def rush_rows(found: Found) -> list[Row]:
    rushes = [run.rush for run in found.runs]
    waits = [1000 * percentile(rush.times.broadcast, 0.99) for rush in rushes]
    return [
        at_least("most moves a second", [rush.rate for rush in rushes], LEAST_AT_MOST),
        plain("from a move to the others' news then, 99 of 100 (ms)", waits),
    ]


def start_rows(found: Found) -> list[Row]:
    stored, tables = f"{found.plan.stored:,}", f"{found.plan.tables:,}"
    return [
        at_most(f"start with {stored} stored games (s)", found.starts, MOST_START, 2),
        at_most(f"and {tables} more in play (s)", [run.start for run in found.runs], MOST_START, 2),
    ]


def stream_rows(found: Found) -> list[Row]:
    before, after, more = found.dropped
    what = f"after {found.plan.streams:,} streams opened and dropped: connections left"
    reached = "yes" if after <= before else "no"
    return [
        Row(what, f"{after - before}", "none", reached),
        Row("memory that they left behind (MB)", f"{more / 1e6:.1f}"),
    ]


def misses(chapter: Sequence[str]) -> list[str]:
    """The rows that do not reach their goal."""
    return [line for line in chapter if line.endswith("| no |")]
