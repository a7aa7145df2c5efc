"""Kills the server again and again while games are played, then checks everything. `make soak`.

With several workers one of them is killed, or sleeps for ten seconds (SIGSTOP) and wakes; its tables have to
be served by others within two seconds.

It prints what it found; a full run without faults also goes to benchmarks/server.md.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Final

from farmstead.engine.contract import FarmsteadError
from scripts.load.base import add_options, based
from scripts.load.page import PAGE, table, where, write_chapter
from scripts.soak.report import TITLE, rows
from scripts.soak.storm import Outcome, Plan, soak

FULL: Final = 200  # kills of a run whose figures are kept
FAILED: Final = 1
INTERRUPTED: Final = 130


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.soak", description=__doc__.splitlines()[0] if __doc__ else None
    )
    parser.add_argument("--kills", type=int, default=FULL, help=f"how often the server is killed ({FULL})")
    parser.add_argument("--tables", type=int, default=16, help="how many games at a time (16)")
    parser.add_argument("--seed", type=int, default=1, help="of what the clients choose, and when (1)")
    parser.add_argument("--hours", type=float, default=2.0, help="after which it has failed (2)")
    parser.add_argument(
        "--folder", type=Path, help="where the server keeps its games; else one that is deleted"
    )
    add_options(parser)
    return parser.parse_args(words)


def run(options: argparse.Namespace, folder: Path) -> int:
    """The status of the command."""
    with based(options) as (base, cluster):
        plan = Plan(options.kills, options.tables, options.seed, 3600 * options.hours, base=base)
        outcome = asyncio.run(soak(folder / "server", plan, tell, cluster))
    print()
    for line in table(("what", "figure"), rows(outcome)):
        print(line)
    for fault in outcome.faults:
        print(f"WRONG: {fault}")
    if outcome.faults:
        return FAILED
    if plan.kills >= FULL:
        write(outcome)
    print("Nothing is lost, nothing was done twice, all games went on to their end.")
    return 0


def write(outcome: Outcome) -> None:
    plan = outcome.plan
    more = f" --postgres --workers {plan.base.workers}" if plan.base.db else ""
    command = f'`make soak ARGS="--kills {plan.kills} --tables {plan.tables} --seed {plan.seed}{more}"`'
    lines = [f"{command}. {where()}", "", *table(("what", "figure"), rows(outcome))]
    write_chapter(plan.base.title(TITLE), lines)
    print(f"Written: {PAGE}")


def tell(what: str) -> None:
    print(f"\r{what} …   ", end="", flush=True)


def main(words: list[str] | None = None) -> int:
    """The status of the command."""
    options = arguments(words)
    try:
        if options.folder is not None:
            options.folder.mkdir(parents=True, exist_ok=True)
            return run(options, options.folder)
        with tempfile.TemporaryDirectory(prefix="farmstead-soak-") as folder:
            return run(options, Path(folder))
    except FarmsteadError as error:
        print(f"\n{error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
