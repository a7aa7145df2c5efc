"""Measures another commit and this one by turns, and writes both to benchmarks/compare.md. `make compare`.

    git worktree add ../before COMMIT && make -C ../before .venv/.dev .venv/.installed
    make compare BEFORE=../before

Each round runs `make bench`, `make load` (by the API, and as pages use it) or `make bench-pages` first there,
then here, with each checkout's own package and scripts; `--only postgres` runs `make load` with PostgreSQL. A
figure is worse when the median of this commit's rounds lies outside the spread of the other's, on the wrong
side. One that a commit does not have is new, or gone.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

from farmstead.agents.arena.match_folder import write_whole
from scripts.load.page import spread, table, where, write_chapter

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "benchmarks" / "compare.md"
TITLE: Final = "# This commit beside another"
LOAD: Final = ("--tables", "500", "--stored", "2000", "--seconds", "30", "--runs", "1", "--streams", "500")
HIGHER_IS_BETTER: Final = re.compile(r"(per|a) second|^streams open|^tables|games that ended")
NOT_JUDGED: Final = re.compile(r"clients|games that ended|connections|in play \(s\)|left behind")
FIGURE: Final = re.compile(r"[\d,]*\.?\d+")
FURTHER: Final = re.compile(r"\d+ of 100")  # columns beside the first that have figures of their own
HEADS: Final = ("what", "before: median (least – most)", "now: median (least – most)", "judged")

Figures = dict[str, list[float]]


class NotMeasured(Exception):
    """A command failed; the message says which, with the end of what it printed."""


@dataclass
class Sides:
    """The figures of both commits by name, one value for each round (all rounds of `make bench`)."""

    before: Figures = field(default_factory=dict)
    now: Figures = field(default_factory=dict)


def output(checkout: Path, *words: str) -> str:
    """What a command of that checkout's Python prints."""
    command = [str(checkout.absolute() / ".venv" / "bin" / "python"), *words]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    is_traceback = "Traceback (most recent call last)" in done.stderr
    if done.returncode not in (0, 1) or is_traceback:  # 1 without one: a goal was not reached
        raise NotMeasured(f"{' '.join(command)}\n{(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def rows(lines: Iterable[str]) -> Figures:
    """The figures of Markdown tables, under the heading before them: each row's first, and `90 of 100`."""
    heading, heads, figures = "", [""], Figures()
    for line in lines:
        if line.startswith("## "):
            heading = f"{line[3:]}: "
        if not line.startswith("| "):
            continue
        what, *cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if what == "what":
            heads = cells
            continue
        for number, cell in enumerate(cells):
            head = heads[number] if number < len(heads) else ""
            found = FIGURE.match(cell)
            if found and (number == 0 or FURTHER.fullmatch(head)):
                name = heading + what + (f", {head}" if number else "")
                figures.setdefault(name, []).append(float(found[0].replace(",", "")))
    return figures


def bench(checkout: Path) -> Figures:
    chapters: dict[str, Figures] = json.loads(output(checkout, "benchmarks/run.py", "--figures"))
    return {f"{title}: {what}": values for title, part in chapters.items() for what, values in part.items()}


def load(checkout: Path) -> Figures:
    return printed(checkout, *LOAD)


def load_pages(checkout: Path) -> Figures:
    return printed(checkout, "--pages")


def postgres(checkout: Path) -> Figures:
    return printed(checkout, "--postgres", *LOAD)


def printed(checkout: Path, *words: str) -> Figures:
    """What `make load` prints; the page that it writes is put back."""
    page = checkout / "benchmarks" / "server.md"
    kept = page.read_text("utf-8")
    try:
        return rows(output(checkout, "-m", "scripts.load", *words).splitlines())
    finally:
        page.write_text(kept, "utf-8")


def pages(checkout: Path) -> Figures:
    """`make bench-pages` writes its page, which is read; the kept one is put back."""
    page = checkout / "benchmarks" / "pages.md"
    kept = page.read_text("utf-8")
    page.unlink()  # so that a run that breaks off is not taken for the kept figures
    try:
        printed = output(checkout, "-m", "benchmarks.pages")
        if not page.exists():
            raise NotMeasured(f"make bench-pages in {checkout} wrote nothing.\n{printed[-2000:]}")
        return rows(page.read_text("utf-8").splitlines())
    finally:
        page.write_text(kept, "utf-8")


COMMANDS: Final = {
    "bench": "make bench",
    "load": "make load",
    "load-pages": "make load ARGS=--pages",
    "postgres": "make load ARGS=--postgres",
    "pages": "make bench-pages",
}
MEASURES: Final[dict[str, Callable[[Path], Figures]]] = {
    "bench": bench,
    "load": load,
    "load-pages": load_pages,
    "postgres": postgres,
    "pages": pages,
}
ASKED_FOR: Final = {"postgres"}  # only where it is named: it needs a PostgreSQL on this machine


def by_turns(measure: Callable[[Path], Figures], before: Path, rounds: int) -> Sides:
    sides = Sides()
    for number in range(rounds):
        for checkout, figures in ((before, sides.before), (ROOT, sides.now)):
            print(f"  round {number + 1} of {rounds}: {checkout.name}", flush=True)
            for what, values in measure(checkout).items():
                figures.setdefault(what, []).extend(values)
    return sides


def verdict(what: str, before: list[float], now: list[float]) -> str:
    """Where this commit's median lies beside the other's spread."""
    if NOT_JUDGED.search(what):
        return ""
    middle, low, high = median(now), min(before), max(before)
    if low <= middle <= high:
        return "within"
    return "better" if (middle > high) == bool(HIGHER_IS_BETTER.search(what)) else "WORSE"


def chapter(sides: Sides) -> list[tuple[str, ...]]:
    """All that either commit measures: what both have, what is new, what is gone."""
    found: list[tuple[str, ...]] = []
    for what in [*sides.before, *[each for each in sides.now if each not in sides.before]]:
        before, now = sides.before.get(what, []), sides.now.get(what, [])
        judged = verdict(what, before, now) if before and now else "new" if now else "gone"
        found.append((what, spread(before), spread(now), judged))
    return found


def commit(checkout: Path) -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=checkout, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def write(name: str, sides: Sides, before: Path, rounds: int) -> list[str]:
    """The chapter of one measurement; the figures that are worse."""
    compared = chapter(sides)
    intro = (
        f'`make compare BEFORE=… ARGS="--only {name} --rounds {rounds}"`: {commit(before)} and'
        f" {commit(ROOT)} by turns, {rounds} rounds each. {where()}"
    )
    if not PAGE.exists():
        write_whole(PAGE, f"{TITLE}\n")
    write_chapter(COMMANDS[name], [intro, "", *table(HEADS, compared)], PAGE)
    return [row[0] for row in compared if row[-1] == "WORSE"]


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m scripts.compare", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("before", type=Path, help="a checkout of the other commit, with its .venv")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", choices=sorted(MEASURES), action="append", help="else all but postgres")
    options = parser.parse_args(words)
    worse: list[str] = []
    for name in options.only or [each for each in MEASURES if each not in ASKED_FOR]:
        print(f"{name} …", flush=True)
        try:
            sides = by_turns(MEASURES[name], options.before, options.rounds)
        except NotMeasured as error:
            print(error, file=sys.stderr)
            return 2
        worse += write(name, sides, options.before, options.rounds)
    for what in worse:
        print(f"WORSE: {what}")
    print(f"Written: {PAGE}. Figures that are worse: {len(worse)}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
