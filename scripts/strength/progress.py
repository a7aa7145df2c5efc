"""How far a task is, from what is kept; nothing is held or changed."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from farmstead.agents.arena.match_folder import results_in
from farmstead.agents.arena.match_game import Result
from farmstead.agents.arena.match_run import MatchEnd, MatchRun
from scripts.strength.kept import findings_in
from scripts.strength.tasks import Contest, Finding, Study, Task


class Played(NamedTuple):
    """What there is of a match."""

    course: MatchRun
    games: list[Result]  # of whole deals
    every: dict[int, Result]


def played(contest: Contest, folder: Path) -> Played:
    """The games of a match that count so far."""
    results = results_in(contest.match, folder / contest.name)
    course = MatchRun(contest.match)
    course.follow(results)
    return Played(course, MatchEnd(course).counted(results), results)


def found(study: Study, folder: Path) -> dict[int, Finding]:
    return findings_in(study, folder / study.name)


def is_over(task: Task, folder: Path) -> bool:
    """Whether nothing is missing."""
    if isinstance(task, Contest):
        return played(task, folder).course.is_over()
    return len(found(task, folder)) == task.count


def done(task: Task, folder: Path) -> int:
    """Games or numbers that are there."""
    if isinstance(task, Contest):
        return len(played(task, folder).every)
    return len(found(task, folder))


def state_of(task: Task, folder: Path) -> str:
    """`120 of 400`, `complete`."""
    many = f"{done(task, folder)} of {task.total}"
    return f"{many}, complete" if is_over(task, folder) else many
