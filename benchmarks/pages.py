"""How fast the pages are, in a real browser: `make bench-pages` writes benchmarks/pages.md.

A real server and Chromium, on one machine: what a first visit to a table brings over the wire and how long it
takes, how soon a choice is seen on the boards, and how long the browser is busy at a time while somebody
drags the board or points at its parts.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from statistics import median
from threading import Timer
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

from benchmarks.pages_in_browser import DESKTOP, PHONE, Device, Figures, Plan, measured
from farmstead import shelf
from farmstead.agents.arena.match_folder import write_whole
from farmstead.engine.contract import FarmsteadError
from scripts.browsing import opened
from scripts.load.page import spread, table, where
from tests.luck import sitecustomize as luck

PAGE: Final = Path(__file__).parent / "pages.md"
FULL: Final = Plan()
QUICK: Final = Plan(visits=1, choices=2, drags=1)
DEVICES: Final = (DESKTOP, PHONE)
OPEN: Final = re.compile(r"is open: (http://[^/]+)/")
PATIENCE: Final = 60.0  # seconds to start
HEADS: Final = ("what", "median (least – most)", "90 of 100", "goal", "reached")
MISSED: Final = 1
INTERRUPTED: Final = 130


class Row(NamedTuple):
    """A figure and its goal."""

    what: str
    figure: str
    most_of_them: str = ""  # what nine of ten stay below
    goal: str = ""
    reached: str = ""


# ---- figures -----------------------------------------------------------------------------------------------


def row(
    what: str,
    values: Sequence[float],
    goal: float | None = None,
    decimals: int = 0,
    judged: Callable[[Sequence[float]], float] = max,
) -> Row:
    """By the worst, if nothing else is said."""
    nine = f"{tenth(values):,.{decimals}f}" if len(values) >= 10 else ""
    if goal is None:
        return Row(what, spread(values, decimals), nine)
    reached = "yes" if values and judged(values) <= goal else "no"
    return Row(what, spread(values, decimals), nine, f"at most {goal:g}", reached)


def tenth(values: Sequence[float]) -> float:
    """What nine of ten do not exceed."""
    return sorted(values)[ceil(0.9 * len(values)) - 1]


def rows(found: Figures) -> list[Row]:
    pointing = [
        row("longest task while pointing at parts (ms)", [task.lasted for task in found.pointing], 50),
        row("most that one of them computed (ms)", [task.computed for task in found.pointing]),
    ]
    return [
        row("first visit, a new game (kB over the wire)", found.bytes_new, 120),
        row("first visit, later in a game (kB over the wire)", found.bytes_late, 120),
        row("first visit, a new game (requests)", found.requests_new, 25),
        row("first visit, later in a game (requests)", found.requests_late, 25),
        row("first visit, a new game: until usable (ms)", found.usable_new, 1000, judged=median),
        row("first visit, later in a game: until usable (ms)", found.usable_late, 1000, judged=median),
        row("first visit, a new game: layout shift", found.shift_new, 0.05, decimals=3),
        row("first visit, later in a game: layout shift", found.shift_late, 0.05, decimals=3),
        row("twelve choices: layout shift", found.shift_playing, 0.05, decimals=3),
        row("from a click to the boards redrawn (ms)", found.redrawn, 80, judged=tenth),
        row("longest task while dragging the board (ms)", [task.lasted for task in found.dragging], 50),
        row("most that one of them computed (ms)", [task.computed for task in found.dragging]),
        row("changes on the board while dragging, besides transforms", found.changes, 0),
        *(pointing if found.pointing else []),
    ]


# ---- measuring ---------------------------------------------------------------------------------------------


class NotOpen(FarmsteadError):
    """The server did not come up."""


@contextmanager
def a_server(folder: Path) -> Iterator[str]:
    """Where it is: `farmstead serve`, of the package that is installed or on the path."""
    words = ["serve", "--no-open", "--port", "0", "--pace", "0", "--folder", str(folder / "server")]
    with (folder / "log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "farmstead", *words],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=with_chosen_luck(folder),
        )
    stuck = Timer(PATIENCE, process.kill)
    stuck.start()
    try:
        assert process.stdout is not None
        told = (OPEN.search(line) for line in process.stdout)
        url = next((found[1] for found in told if found), "")
        stuck.cancel()
        if not url:
            raise NotOpen(f"The server does not open. {(folder / 'log').read_text(encoding='utf-8')}")
        yield url
    finally:
        stuck.cancel()
        process.kill()
        process.communicate()


def with_chosen_luck(folder: Path) -> dict[str, str]:
    """The environment of a server whose tables have the luck that this process chooses."""
    (folder / "luck").mkdir()
    os.environ[luck.FOLDER] = str(folder / "luck")
    luck.choose("start")
    paths = [str(Path(luck.__file__).parent), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def devices_for(number: int, plan: Plan) -> tuple[Device, ...]:
    """On which the game of this number is measured; in a hurry each game on one, and all devices in turn."""
    return (DEVICES[number % len(DEVICES)],) if plan == QUICK else DEVICES


def measure(plan: Plan, folder: Path, console: Console) -> dict[str, list[Row]]:
    """Every game on every device, by title."""
    found: dict[str, list[Row]] = {}
    with a_server(folder) as url, opened() as browser, console.status("") as status:
        for number, game in enumerate(shelf.names()):
            for device in devices_for(number, plan):
                title = f"{shelf.game(game).title}, {device.name}"

                def tell(what: str, title: str = title) -> None:
                    if console.is_terminal:
                        status.update(f"{title}: {what} …")
                    else:
                        console.print(f"{title}: {what} …")

                found[title] = rows(measured(browser, url, game, device, plan, tell))
    return found


# ---- telling -----------------------------------------------------------------------------------------------


def show(found: dict[str, list[Row]], console: Console) -> None:
    for title, lines in found.items():
        shown = Table(*HEADS, title=title, title_justify="left")
        for column in shown.columns[1:]:
            column.justify = "right"
        for each in lines:
            shown.add_row(*each, style="bold red" if each.reached == "no" else "")
        console.print(shown)


def business() -> str:
    """What else goes on here: figures of a busy machine are too high."""
    try:
        load = os.getloadavg()[0]
    except (AttributeError, OSError):  # not on every system
        return ""
    return f"Before it began, {load:.1f} processes were waiting or running on the machine's processors."


def report(found: dict[str, list[Row]], plan: Plan, busy: str) -> str:
    lines = [
        "# How fast the pages are",
        "",
        f"`make bench-pages`. {where()}",
        "",
        f"Chromium without a window, and the server on the same machine. {plan.visits} first visits each,"
        " with an empty cache, to a table that begins and to one that has been played for a while, by"
        " somebody who sits there: everything that comes, headers and stream included, and the time from"
        " asking for the page to the first frame in which something can be chosen."
        f" {plan.choices} choices each, from the click that decides to the first frame with the new boards;"
        f" a choice may be several moves. {plan.drags} times the board is enlarged and dragged to and fro,"
        " and a dozen open parts are pointed at, each for long enough to be shown what it would do: the"
        " longest task of the page's main thread, and the most that one of them computed. Layout shift is"
        " what browsers call cumulative layout shift. Times of visits are judged by the median, choices by"
        " what 90 of 100 stay below, all else by the worst.",
        "",
        busy,
    ]
    for title, each in found.items():
        lines += ["", f"## {title}", "", *table(HEADS, each)]
    return "\n".join(lines) + "\n"


def misses(found: dict[str, list[Row]]) -> list[str]:
    """The goals that are not reached."""
    return [
        f"{title}: {each.what}" for title, lines in found.items() for each in lines if each.reached == "no"
    ]


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.pages", description=__doc__.splitlines()[0] if __doc__ else None
    )
    parser.add_argument("--quick", action="store_true", help="a little of everything; nothing is written")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> int:
    """The status of the command: whether all goals are reached."""
    console = Console()
    plan, busy = QUICK if arguments(words).quick else FULL, business()
    console.print(busy)
    try:
        with tempfile.TemporaryDirectory(prefix="farmstead-pages-") as folder:
            found = measure(plan, Path(folder), console)
    except FarmsteadError as error:
        print(error, file=sys.stderr)
        return MISSED
    except KeyboardInterrupt:
        return INTERRUPTED
    show(found, console)
    if plan == FULL:
        write_whole(PAGE, report(found, plan, busy))
        console.print(f"Written: {PAGE}")
    missed = misses(found)
    for each in missed:
        console.print(f"Not reached: {each}", style="bold red")
    console.print(f"Goals that are not reached: {len(missed)}")
    return MISSED if missed else 0


if __name__ == "__main__":
    sys.exit(main())
