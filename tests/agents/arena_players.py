"""Players for matches in which processes die. The match's seed names a folder for what they leave behind."""

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from farmstead.agents.arena.match_game import PlayedGame, play
from farmstead.agents.arena.matches import Match

DEADLY: Final = 3  # the game that costs lives


def dies_once(match: Match, number: int) -> PlayedGame:
    """As everybody plays, but the first process with the deadly game is killed in the midst of it."""
    _leave(match, f"worker-{os.getpid()}")
    _wait_for_company(match)
    if number == DEADLY and _leave(match, "died"):
        os.kill(os.getpid(), signal.SIGKILL)
    return play(match, number)


def always_dies(match: Match, number: int) -> PlayedGame:
    """Nobody survives the deadly game."""
    if number == DEADLY:
        _leave(match, f"died-{os.getpid()}")
        os.kill(os.getpid(), signal.SIGKILL)
    return play(match, number)


def of_another_version(match: Match, number: int) -> PlayedGame:
    """As on a machine with another farmstead."""
    return play(replace(match, version="0.0.1"), number)


def _wait_for_company(match: Match) -> None:
    """Until another process plays too, so that one is left when this one dies."""
    patience = time.monotonic() + 60
    while left(Path(match.seed), "worker-*") < 2 and time.monotonic() < patience:
        time.sleep(0.01)


def _leave(match: Match, name: str) -> bool:
    """Whether nobody has left this before."""
    try:
        (Path(match.seed) / name).open("x").close()
    except FileExistsError:
        return False
    return True


def left(folder: Path, pattern: str) -> int:
    return len(list(folder.glob(pattern)))


def counted(most: int) -> Iterator[int]:
    """How nice its process is, and then numbers."""
    yield os.nice(0)
    yield from range(1, most)


def sleeping(seconds: float) -> Iterator[float]:
    time.sleep(seconds)
    yield seconds
