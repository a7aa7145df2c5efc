"""Plays what is still missing of a task. Whatever stops it, the same again goes on."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from farmstead.agents.arena.local import done_in_processes, played_here, played_in_processes
from farmstead.agents.arena.match_folder import REPORT, SUMMARY, MatchFolder
from farmstead.agents.arena.match_game import Lost
from farmstead.agents.arena.match_run import MatchRun, run
from farmstead.agents.arena.report import report_of
from farmstead.agents.arena.summary import summary_of
from farmstead.cli.arena import so_far
from scripts.strength.kept import Kept
from scripts.strength.tasks import Contest, Finding, Study, Task

Tell: TypeAlias = Callable[[int, str], None]  # how much is done, and a word about it


@dataclass
class Outcome:
    """How a task went."""

    done: int  # games or numbers that are there now
    fresh: int  # of these, by this run
    is_over: bool = False
    interrupted: bool = False
    lost: list[Lost] = field(default_factory=list)


def go_on(task: Task, folder: Path, jobs: int, tell: Tell) -> Outcome:
    """Do what is missing, in a folder of its own."""
    place = folder / task.name
    if isinstance(task, Contest):
        return play_on(task, place, 1 if task.one_core else jobs, tell)
    return look_on(task, place, jobs, tell)


def play_on(contest: Contest, folder: Path, jobs: int, tell: Tell) -> Outcome:
    """A match, as `farmstead arena` plays it, its summary and report too."""

    def told(course: MatchRun, games: int) -> None:
        tell(games, so_far(course))

    contest.match.check()
    players = played_here if jobs == 1 else partial(played_in_processes, jobs=jobs)
    with MatchFolder(folder, contest.match) as store:
        before = len(store.results)
        ending = run(store, players, told)
        if len(store.results) > before:
            summary = summary_of(ending, store.results)
            store.write(SUMMARY, json.dumps(summary, indent=1, ensure_ascii=False) + "\n")
            store.write(REPORT, report_of(summary))
        fresh = len(store.results) - before
    return Outcome(before + fresh, fresh, ending.course.is_over(), ending.interrupted, ending.lost)


def look_on(study: Study, folder: Path, jobs: int, tell: Tell) -> Outcome:
    """A study, number by number."""
    with Kept(folder, study) as kept:
        outcome = Outcome(len(kept.findings), 0)
        tell(outcome.done, "")
        try:
            with closing(findings(study, kept.missing(), jobs)) as coming:
                for found in coming:
                    if isinstance(found, Lost):
                        outcome.lost.append(found)
                    else:
                        kept.add(*found)
                        outcome.done, outcome.fresh = outcome.done + 1, outcome.fresh + 1
                    tell(outcome.done, "")
        except KeyboardInterrupt:
            outcome.interrupted = True
        outcome.is_over = not kept.missing()
    return outcome


Numbered: TypeAlias = tuple[int, Finding]


def findings(study: Study, numbers: list[int], jobs: int) -> Generator[Numbered | Lost, None, None]:
    """What the numbers give, in the order in which they are done."""
    if jobs > 1:
        yield from done_in_processes(study, numbers, jobs, find)
        return
    for number in numbers:
        yield find(study, number)


def find(study: Study, number: int) -> Numbered:
    return number, study.work(study.settings, number)


@contextmanager
def bar(task: Task) -> Iterator[Tell]:
    """A bar on stderr, when somebody looks."""
    if not sys.stderr.isatty():
        yield lambda done, text: None
        return
    columns = (
        TextColumn(task.name),
        BarColumn(20),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        shown_task = shown.add_task("", total=task.total)

        def tell(done: int, text: str) -> None:
            shown.update(shown_task, completed=done, description=escape(text))

        yield tell
