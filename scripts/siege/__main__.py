"""Sends the dearest requests to every route while others play, and writes what they notice. `make siege`.

It goes on where it was stopped, as long as the sources are the same; a full run goes to benchmarks/server.md.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from farmstead import _build
from farmstead.agents.arena.match_folder import write_whole
from farmstead.engine.contract import FarmsteadError
from scripts.load.page import PAGE, ROOT, git, where, write_chapter
from scripts.siege.measuring import NOBODY_SENDS, Plan, Result, siege
from scripts.siege.report import TITLE, all_faults, lines
from scripts.siege.routes import ENTRIES, Entry

FULL: Final = Plan()
QUICK: Final = replace(FULL, moves=30, rate=15.0)
KEPT: Final = ROOT / "build" / "siege"
FAILED: Final = 1
INTERRUPTED: Final = 130


class Kept(Struct):
    """What has been measured so far, and of what."""

    of: str
    results: dict[str, Result] = {}
    complaints: list[str] = []


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.siege", description=__doc__.splitlines()[0] if __doc__ else None
    )
    parser.add_argument("--quick", action="store_true", help=f"{QUICK.moves} moves for each route")
    parser.add_argument("--moves", type=int, help=f"of others, for each route ({FULL.moves})")
    parser.add_argument("--rate", type=float, help=f"their moves a second ({FULL.rate:g})")
    parser.add_argument("--only", default="", help="entries whose name has this in it; nothing is kept")
    parser.add_argument("--again", action="store_true", help="forget what was measured, and begin anew")
    parser.add_argument("--list", action="store_true", help="what is sent, and nothing else")
    return parser.parse_args(words)


def plan_of(options: argparse.Namespace) -> Plan:
    usual = QUICK if options.quick else FULL
    return replace(usual, moves=options.moves or usual.moves, rate=options.rate or usual.rate)


def sources() -> str:
    """By which one knows that the same is measured: the code, the build and the entries."""
    code = [git("rev-parse", f"HEAD:{part}") + git("diff", "HEAD", "--", part) for part in ("src", "scripts")]
    return sha256("\n".join([*code, _build.build()]).encode()).hexdigest()


def kept_for(plan: Plan, path: Path, again: bool = False) -> Kept:
    """What is known of the same sources and plan; nothing, if it is of others."""
    of = f"{sources()} {plan}"
    if path.exists() and not again:
        kept = msgspec.json.decode(path.read_bytes(), type=Kept)
        if kept.of == of:
            return kept
    return Kept(of)


def left(kept: Kept, entries: list[Entry]) -> list[Entry]:
    """What is still to be done."""
    return [entry for entry in entries if entry.name not in kept.results]


def run(plan: Plan, entries: list[Entry], kept: Kept, path: Path | None) -> list[str]:
    """What is still to be done; each result is kept at once. All that is wrong."""

    def keep(result: Result) -> None:
        kept.results[result.name] = result
        for fault in result.faults():
            print(f"  WRONG: {fault}", flush=True)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, msgspec.json.encode(kept).decode())

    todo = left(kept, entries)
    if todo:
        with tempfile.TemporaryDirectory(prefix="farmstead-siege-") as folder:
            kept.complaints += asyncio.run(siege(Path(folder), plan, todo, keep, tell))
        if path is not None:
            write_whole(path, msgspec.json.encode(kept).decode())
    results = in_order(kept, entries)
    chapter = lines(plan, results)
    print()
    print("\n".join(chapter))
    faults = all_faults(results, kept.complaints)
    if plan == FULL and entries == ENTRIES:
        write_chapter(TITLE, [f"`make siege`. {where()}", "", *chapter])
        print(f"Written: {PAGE}")
    return faults


def in_order(kept: Kept, entries: list[Entry]) -> list[Result]:
    names = [NOBODY_SENDS, *[entry.name for entry in entries]]
    return [kept.results[name] for name in names if name in kept.results]


def tell(what: str) -> None:
    print(f"{what} …", flush=True)


def main(words: list[str] | None = None) -> int:
    """The status of the command."""
    options = arguments(words)
    entries = [entry for entry in ENTRIES if options.only in entry.name]
    if options.list:
        print("\n".join([entry.name for entry in entries]))
        return 0
    if not entries:
        print(
            f"There is no entry with {options.only!r} in its name; --list says which there are.",
            file=sys.stderr,
        )
        return FAILED
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # no server is left behind
    plan = plan_of(options)
    path = None if options.only else KEPT / f"{'quick' if options.quick else 'full'}.json"
    kept = Kept("") if path is None else kept_for(plan, path, options.again)
    try:
        faults = run(plan, entries, kept, path)
    except FarmsteadError as error:
        print(error, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return INTERRUPTED
    for fault in faults:
        print(f"WRONG: {fault}")
    print("Others hardly notice." if not faults else f"{len(faults)} faults.")
    return FAILED if faults else 0


if __name__ == "__main__":
    sys.exit(main())
