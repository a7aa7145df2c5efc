"""Measures how strong the opponents are, and writes benchmarks/strength.md.

Everything that was played is kept in build/strength/, a folder for each commit, so a run that was stopped
goes on where it was. Seeds follow from the commit.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from farmstead.agents.arena.match_folder import write_whole
from farmstead.engine.contract import BadSetup, FarmsteadError
from scripts.strength.about import note
from scripts.strength.progress import is_over, state_of
from scripts.strength.report import page
from scripts.strength.runs import Outcome, bar, go_on
from scripts.strength.sources import ROOT, Sources, sources
from scripts.strength.tasks import FULL, QUICK, Plan, Task, Tasks, tasks

PAGE: Final = ROOT / "benchmarks" / "strength.md"
FAILED: Final = 1
INTERRUPTED: Final = 130


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.strength", description=__doc__.splitlines()[0] if __doc__ else None
    )
    parser.add_argument("--quick", action="store_true", help="a few games of each, to see that all is well")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="only this task, or those that fit a pattern such as ladder-*; may be repeated",
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="games at a time (all processors)"
    )
    parser.add_argument("--list", action="store_true", help="only list the tasks and how far they are")
    parser.add_argument("--report", action="store_true", help="only write the page from what is there")
    parser.add_argument("--dirty", action="store_true", help="also with changes that are not committed")
    return parser.parse_args(words)


def chosen(every: list[Task], only: list[str]) -> list[Task]:
    """The tasks that are asked for; BadSetup for a name that is none."""
    for name in only:
        if not any(fnmatch(task.name, name) for task in every):
            raise BadSetup(f"--only {name}: there is no such task; there are {', '.join(names(every))}")
    return [task for task in every if not only or any(fnmatch(task.name, name) for name in only)]


def names(every: list[Task]) -> list[str]:
    return [task.name for task in every]


def run_all(wanted: list[Task], folder: Path, jobs: int) -> int:
    """One task after the other; the status of the command."""
    status = 0
    for count, task in enumerate(wanted, start=1):
        begun = time.monotonic()
        with bar(task) as tell:
            outcome = go_on(task, folder, jobs, tell)
        print(f"[{count}/{len(wanted)}] {said(task, outcome, time.monotonic() - begun)}", flush=True)
        if outcome.interrupted:
            print("Interrupted; the same command goes on.")
            return INTERRUPTED
        if outcome.lost:
            print(f"  {task.name} {outcome.lost[0].number} could not be played: {outcome.lost[0].why}")
            status = FAILED
    return status


def said(task: Task, outcome: Outcome, seconds: float) -> str:
    """`solo: 400 of 400, 12 of them now, 34 s`."""
    now = f"{outcome.fresh} of them now, {seconds:.0f} s" if outcome.fresh else "nothing was missing"
    early = ", clear before the end" if outcome.is_over and outcome.done < task.total else ""
    return f"{task.name}: {outcome.done} of {task.total}{early}, {now}"


def written(every: Tasks, folder: Path, found: Sources, quick: bool) -> Path:
    """The page; only full runs of what is committed go to benchmarks/."""
    path = folder / PAGE.name if quick or found.changes else PAGE
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, page(every, folder, found, before))
    return path


def measured(options: argparse.Namespace) -> int:
    """What the command line asks for."""
    if options.jobs < 1:
        raise BadSetup(f"--jobs {options.jobs}: at least one game must be played at a time")
    plan: Plan = QUICK if options.quick else FULL
    found = sources()
    every = tasks(plan, found.seed)
    folder = found.folder(options.quick)
    wanted = chosen(every.all(), options.only)
    if options.list:
        for task in wanted:
            print(f"{task.name:44} {state_of(task, folder)}")
        return 0
    if found.changes and not options.dirty:
        raise BadSetup(
            "the rules or the agents have changes that are not committed, so the figures would belong to no "
            "commit: commit them, or measure with --dirty, which marks the figures"
        )
    status = 0
    if not options.report:
        note(folder, found, options.jobs)
        status = run_all(wanted, folder, options.jobs)
        note(folder, found, options.jobs)
    path = written(every, folder, found, options.quick)
    missing = sum(not is_over(task, folder) for task in every.all())
    print(f"Written: {path}" + (f"; tasks that are not complete: {missing}" if missing else ""))
    return status


def main(words: list[str] | None = None) -> int:
    """The status of the command."""
    try:
        return measured(arguments(words))
    except FarmsteadError as error:
        print(error, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
