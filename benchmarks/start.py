"""How long it takes until one can play, and what a server takes when nobody does: `make bench-start` writes
benchmarks/start.md.

Each clone is of the commit that is checked out, into a folder of its own, with empty caches of its own, so
nothing of this machine's user is read or changed. `--fresh 0` measures the commands and an idle server, and
writes only what that takes; `--fresh 0 --runs 0` measures nothing else.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from farmstead._build import build
from farmstead.agents.arena.match_folder import write_whole
from scripts.load.page import spread, table, where, write_chapter
from scripts.load.process import children_of, memory_of, seconds_of

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = Path(__file__).parent / "start.md"
OPEN: Final = re.compile(r"is open: (http://[^/]+/)")
FETCHED: Final = re.compile(r"fetched .* in ([\d.]+) s, installed in ([\d.]+) s")
COMPILED: Final = re.compile(r"Compiled in (\d+) s")
PAUSE_S: Final = 0.01
SETTLING_S: Final = 10.0  # after the first page, before an idle server is measured
IDLE_HEADS: Final = ("what", "figure", "goal")
HEADS: Final = ("what", "seconds: median (least – most)", "goal")


class Started(NamedTuple):
    """How long a fresh clone took, in seconds."""

    page: float
    download: float
    install: float
    others: float  # the virtual environment, the package itself, and the start of the server


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fresh", type=int, default=3, help="how many fresh clones (default: 3)")
    parser.add_argument("--runs", type=int, default=10, help="how often each command is called (default: 10)")
    parser.add_argument("--idle", type=float, default=3, help="minutes of an idle server (default: 3)")
    arguments = parser.parse_args()
    waiting = os.getloadavg()[0]
    rows: list[tuple[str, str, str]] = []
    with tempfile.TemporaryDirectory(prefix="farmstead-start-") as name:
        folder = Path(name)
        if arguments.fresh:
            rows += clone_rows(folder, arguments.fresh)
        if arguments.runs:
            rows += command_rows(folder, arguments.runs)
        idle = idle_lines(folder / "idle", arguments.idle, waiting) if arguments.idle else []
    if rows:
        text = page(rows, arguments.fresh, arguments.runs, waiting)
        print(text)
        if arguments.fresh:
            write_whole(PAGE, text)
    if idle:
        print("\n".join(idle))
        write_chapter("An idle server", idle, PAGE)
    return 0


def page(rows: Sequence[tuple[str, str, str]], fresh: int, runs: int, waiting: float) -> str:
    lines = [
        "# How long it takes until one can play",
        "",
        f"`make bench-start`. {where()}",
        "",
        f"{fresh} fresh clones with empty caches, {fresh} second ones with what the first has compiled, and"
        f" {runs} calls of each command on a warm disk. A page is open when it has been answered whole.",
        "",
        f"Before it began, {waiting:.1f} processes were waiting or running on the machine's processors.",
        "",
        *table(HEADS, rows),
        "",
    ]
    return "\n".join(lines)


def row(what: str, values: Sequence[float], goal: str = "") -> tuple[str, str, str]:
    return what, spread(values), f"at most {goal}" if goal else ""


# ---- clones ------------------------------------------------------------------------------------------------


def clone_rows(folder: Path, count: int) -> list[tuple[str, str, str]]:
    fresh: list[Started] = []
    second: list[Started] = []
    compiling: list[float] = []
    for number in range(count):
        own = folder / f"fresh{number}"
        env = {**os.environ, "XDG_CACHE_HOME": str(own / "cache")}
        print(f"Fresh clone {number + 1} of {count} …", flush=True)
        first, compiled_s = played(own / "first", env, wait_for_compiled=True)
        print(f"  page after {first.page:.1f} s, compiled after {compiled_s:.0f} s", flush=True)
        fresh.append(first)
        compiling.append(compiled_s)
        second.append(played(own / "second", env, wait_for_compiled=False)[0])
    return [
        row("a fresh clone, `make play`: until the page is open", [each.page for each in fresh], "45"),
        row("– of that, fetching packages", [each.download for each in fresh]),
        row("– installing them", [each.install for each in fresh]),
        row("– all else, from the virtual environment to the first answer", [each.others for each in fresh]),
        row("– compiling, meanwhile, at low priority", compiling),
        row("a second clone of the same sources: until the page is open", [each.page for each in second]),
        row("– without fetching and installing packages", [each.others for each in second]),
    ]


def played(clone: Path, env: Mapping[str, str], wait_for_compiled: bool) -> tuple[Started, float]:
    """Clone, `make play`, and stop it again; how long it took, and how long compiling."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    command = ["make", "play", f"ARGS=--no-open --port 0 --folder {clone / 'games'}"]
    pip_cache = {"PIP_CACHE_DIR": str(clone / "pip"), "PYTHONUNBUFFERED": "1"}
    begun = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=clone,
        env={**env, **pip_cache},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    said: list[str] = []
    page_s = compiled_s = 0.0
    try:
        for line in process.stdout or ():
            said.append(line)
            if match := OPEN.search(line):
                answered(match[1])
                page_s = time.monotonic() - begun
                if not wait_for_compiled:
                    break
            if match := COMPILED.search(line):
                compiled_s = float(match[1])
                break
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.communicate()
    found = FETCHED.search("".join(said))
    if not page_s or found is None:
        sys.exit("It did not start:\n" + "".join(said))
    download, install = float(found[1]), float(found[2])
    return Started(page_s, download, install, page_s - download - install), compiled_s


def answered(url: str) -> None:
    """Ask until there is an answer."""
    while True:
        try:
            with urllib.request.urlopen(url, timeout=60) as page:
                page.read()
            return
        except urllib.error.URLError:
            time.sleep(PAUSE_S)


# ---- commands ----------------------------------------------------------------------------------------------


def command_rows(folder: Path, runs: int) -> list[tuple[str, str, str]]:
    command = [str(Path(sys.executable).with_name("farmstead"))]
    first_answers = [first_answer_s(command, folder / "games") for _ in range(runs + 1)][1:]
    helps = [call_s([*command, "--help"]) for _ in range(runs + 1)][1:]
    return [
        row(f"`farmstead serve` ({build()}): until the first page is answered", first_answers, "0.8"),
        row("`farmstead --help`", helps, "0.15"),
        row("Python alone, for comparison", [call_s([sys.executable, "-c", "pass"]) for _ in range(runs)]),
    ]


@contextmanager
def serving(command: Sequence[str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """`farmstead serve`, which has answered its first page."""
    process = subprocess.Popen(
        [*command, "serve", "--no-open", "--port", "0", "--folder", str(folder)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        for line in process.stdout or ():
            if match := OPEN.search(line):
                answered(match[1])
                yield process
                return
        sys.exit("farmstead serve did not open.")
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()


def first_answer_s(command: Sequence[str], folder: Path) -> float:
    begun = time.monotonic()
    with serving(command, folder):
        return time.monotonic() - begun


def call_s(command: Sequence[str]) -> float:
    begun = time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - begun


# ---- an idle server ----------------------------------------------------------------------------------------


def idle_lines(folder: Path, minutes: float, waiting: float) -> list[str]:
    """The chapter: processor time and memory of all its processes together, after one page was asked for."""
    print(f"An idle server for {minutes:g} minutes …", flush=True)
    with serving([sys.executable, "-m", "farmstead"], folder) as server:
        time.sleep(SETTLING_S)
        before = used_s(server.pid)
        time.sleep(60 * minutes)
        each = used_s(server.pid)
        megabytes = sum([memory_of(pid) for pid in each]) / 1e6
    # A process that was there before and is not now has used what nobody can tell any more.
    used = sum([seconds - before.get(pid, 0.0) for pid, seconds in each.items()])
    ended = len(before.keys() - each.keys())
    rows = [
        ("processor time in ten minutes (s)", f"{used * 10 / minutes:.2f}", "at most 1"),
        ("memory of all processes (MB, resident)", f"{megabytes:.0f}", "at most 120"),
        ("processes", f"{len(each)}" + (f", and {ended} that ended" if ended else ""), ""),
    ]
    return [
        f"`make bench-start`: `farmstead serve` in an empty folder ({build()}) for {minutes:g} minutes, after"
        f" it has answered its first page, while nobody asks for anything. Processor time is as Linux has it,"
        f" scaled to ten minutes. {where()}",
        "",
        f"Before it began, {waiting:.1f} processes were waiting or running on the machine's processors.",
        "",
        *table(IDLE_HEADS, rows),
    ]


def used_s(pid: int) -> dict[int, float]:
    """Of processor time, by process: the server and all that it has started."""
    return {each: seconds_of(each) for each in (pid, *children_of(pid))}


if __name__ == "__main__":
    sys.exit(main())
