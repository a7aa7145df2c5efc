"""Runs the tests again and again beside busy processes: is any of them ever red? `make steady`.

Five whole runs of what `make test` tests, and fifty of each test that waits for a time or a picture
(`tests/waiting.py`). What is done is kept in .steady/ until sources or tests change, so that a run that was
stopped goes on where it was; what a red run said is kept there, too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from scripts.load.page import ROOT, git
from tests.waiting import waiting_tests

KEPT: Final = ROOT / ".steady"
PARTS: Final = ("src", "tests", "scripts", "examples", "pyproject.toml", "constraints.txt", "Makefile")
WHOLE_RUNS: Final = 5
WAITING_RUNS: Final = 50
BUSY_PROCESSES: Final = 2
BUSY: Final = "while True: pass"
INTERRUPTED: Final = 130


class Task(NamedTuple):
    """Tests that are run together, and how often."""

    name: str
    command: tuple[str, ...]
    times: int


@dataclass
class Kept:
    """What has been done so far, and of which sources."""

    of: str
    done: dict[str, int] = field(default_factory=dict)  # runs of each task
    red: list[str] = field(default_factory=list)  # runs that failed, by the names of what they said


def tasks() -> list[Task]:
    """The parts of `make test` that run tests, and then what waits."""
    whole = [
        Task(part, ("make", part), WHOLE_RUNS)
        for part in ("test-interpreted", "test-compiled", "test-browser")
    ]
    command = (sys.executable, "-m", "pytest", "-q", "-n", "2", *waiting_tests())
    return [*whole, Task("waiting", command, WAITING_RUNS)]


def sources() -> str:
    """By which one knows that the same is tested."""
    names = git("ls-files", "--cached", "--others", "--exclude-standard", "--", *PARTS).splitlines()
    files = [ROOT / name for name in names]
    texts = [f"{file}\0".encode() + file.read_bytes() for file in files if file.is_file()]
    return sha256(b"\0".join(texts)).hexdigest()


def read(folder: Path, of: str, again: bool = False) -> Kept:
    """What is known of the same sources; nothing, if it is of others."""
    path = folder / "state.json"
    if path.exists() and not again:
        kept = Kept(**json.loads(path.read_text(encoding="utf-8")))
        if kept.of == of:
            return kept
    return Kept(of)


def write(folder: Path, kept: Kept) -> None:
    """Whole or not at all."""
    folder.mkdir(exist_ok=True)
    new = folder / "state.new"
    new.write_text(json.dumps(asdict(kept), indent=1) + "\n", encoding="utf-8")
    new.replace(folder / "state.json")


def left(kept: Kept, wanted: Sequence[Task]) -> Iterator[tuple[Task, int]]:
    """Runs that are still to be done, numbered from 1: first each task once, then each a second time."""
    for number in range(1, max(task.times for task in wanted) + 1):
        for task in wanted:
            if kept.done.get(task.name, 0) < number <= task.times:
                yield task, number


def go_on(folder: Path, kept: Kept, wanted: Sequence[Task], run: Callable[[Task], tuple[bool, str]]) -> None:
    """Do what is left, and write down each run as soon as it is over."""
    for task, number in left(kept, wanted):
        print(f"{task.name}, {number} of {task.times} … ", end="", flush=True)
        passed, said = run(task)
        print("passed" if passed else "RED", flush=True)
        kept.done[task.name] = number
        if not passed:
            name = f"{task.name}-{number}.txt"
            folder.mkdir(exist_ok=True)
            (folder / name).write_text(said, encoding="utf-8")
            kept.red.append(name)
        write(folder, kept)


def environment() -> dict[str, str]:
    """That of CI, without what `make steady ARGS=…` was told: the `make` of a run would tell pytest."""
    told = ("MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS", "MAKELEVEL", "ARGS")
    return {**{name: value for name, value in os.environ.items() if name not in told}, "CI": "true"}


def run_tests(task: Task) -> tuple[bool, str]:
    """Whether all passed, and what was said. Nothing may be left out: a skipped test is a failed one."""
    done = subprocess.run(
        task.command,
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode == 0, done.stdout


@contextmanager
def busy(count: int = BUSY_PROCESSES) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Processes that take all the time they get."""
    processes = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
    try:
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def report(folder: Path, kept: Kept, wanted: Sequence[Task]) -> int:
    """Print how often each task has run; 1 if any run was red."""
    for task in wanted:
        print(f"{task.name}: {kept.done.get(task.name, 0)} of {task.times}")
    for name in kept.red:
        print(f"RED: {folder / name}")
    return 1 if kept.red else 0


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m scripts.steady", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--again", action="store_true", help="forget what was run, and begin anew")
    parser.add_argument("--list", action="store_true", help="how far it is, and nothing else")
    options = parser.parse_args(words)
    kept, wanted = read(KEPT, sources(), options.again), tasks()
    try:
        if not options.list:
            with busy():
                go_on(KEPT, kept, wanted, run_tests)
    except KeyboardInterrupt:
        print("\nStopped. `make steady` goes on here.")
        return INTERRUPTED
    return report(KEPT, kept, wanted)


if __name__ == "__main__":
    sys.exit(main())
