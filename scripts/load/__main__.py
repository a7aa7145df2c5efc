"""Measures how much the table server stands, and writes it to benchmarks/server.md. `make load`."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

from farmstead.engine.contract import FarmsteadError
from scripts.load import pages
from scripts.load.base import SQLITE, Base, add_options, based
from scripts.load.measuring import Found, Plan, measure
from scripts.load.page import PAGE, where, write_chapter
from scripts.load.report import TITLE, lines, misses

FULL: Final = Plan()
SHARED: Final = replace(
    FULL, seconds=30.0, runs=2, streams=2_000
)  # with PostgreSQL, for each number of workers
QUICK: Final = Plan(tables=50, stored=200, rate=50.0, seconds=5.0, rush=3.0, runs=1, streams=500)
QUICK_PAGES: Final = pages.PagesPlan(tables=12, first=5.0, step=5.0, most=10.0, seconds=3.0, warm=1.0)
FAILED: Final = 1
INTERRUPTED: Final = 130


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.load", description=__doc__.splitlines()[0] if __doc__ else None
    )
    parser.add_argument(
        "--quick", action="store_true", help="a little of everything, to see that all is well"
    )
    parser.add_argument(
        "--pages", action="store_true", help="seats are pages, which get boards; how many moves a second then"
    )
    parser.add_argument("--tables", type=int, help=f"in play at the same time ({FULL.tables})")
    parser.add_argument("--stored", type=int, help=f"games in the store ({FULL.stored:,})")
    parser.add_argument("--rate", type=float, help=f"moves a second ({FULL.rate:g})")
    parser.add_argument("--seconds", type=float, help=f"of playing at that rate ({FULL.seconds:g})")
    parser.add_argument("--runs", type=int, help=f"with a server started anew ({FULL.runs})")
    parser.add_argument("--streams", type=int, help=f"opened and dropped ({FULL.streams:,})")
    add_options(parser)
    return parser.parse_args(words)


def plan_of(options: argparse.Namespace, base: Base = SQLITE) -> Plan:
    usual = QUICK if options.quick else usually(base)
    return Plan(
        tables=chosen(options.tables, usual.tables),
        stored=chosen(options.stored, usual.stored),
        rate=chosen(options.rate, usual.rate),
        seconds=chosen(options.seconds, usual.seconds),
        rush=usual.rush,
        runs=chosen(options.runs, usual.runs),
        streams=chosen(options.streams, usual.streams),
        base=base,
    )


def usually(base: Base) -> Plan:
    """What the plain command measures; only that is kept."""
    return SHARED if base.db else FULL


Number = TypeVar("Number", int, float)


def chosen(value: Number | None, usual: Number) -> Number:
    return usual if value is None else value


def run(plan: Plan, folder: Path) -> None:
    folder.mkdir()
    found = asyncio.run(measure(folder, plan, tell))
    chapter = lines(found)
    print()
    print("\n".join(chapter))
    if replace(plan, base=SQLITE) == usually(plan.base):
        write(found)
        print(f"Goals that are not reached: {len(misses(chapter))}")


def run_pages(options: argparse.Namespace, base: Base, folder: Path) -> None:
    """Kept when nothing of it was changed."""
    folder.mkdir()
    usual = pages.PagesPlan(base=base)
    plan = QUICK_PAGES if options.quick else usual
    plan = replace(
        plan,
        tables=chosen(options.tables, plan.tables),
        seconds=chosen(options.seconds, plan.seconds),
        base=base,
    )
    found = asyncio.run(pages.measure_pages(folder, plan, tell))
    chapter = pages.lines(found)
    print("\n".join(["", *chapter]))
    if plan == usual and not base.db:
        write_chapter(pages.TITLE, [f"`make load ARGS=--pages`. {where()}", "", *chapter])
        print(f"Written: {PAGE}")


def write(found: Found) -> None:
    """Only what the plain command measures is kept."""
    base = found.plan.base
    words = f' ARGS="--postgres --workers {base.workers}"' if base.db else ""
    write_chapter(base.title(TITLE), [f"`make load{words}`. {where()}", "", *lines(found)])
    print(f"Written: {PAGE}")


def tell(what: str) -> None:
    print(f"{what} …", flush=True)


def main(words: list[str] | None = None) -> int:
    """The status of the command."""
    try:
        options = arguments(words)
        with tempfile.TemporaryDirectory(prefix="farmstead-load-") as folder, based(options) as (base, _):
            if options.pages:
                run_pages(options, base, Path(folder) / "server")
            else:
                run(plan_of(options, base), Path(folder) / "server")
            return 0
    except FarmsteadError as error:
        print(error, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
