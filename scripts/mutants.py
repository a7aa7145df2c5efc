"""Breaks the rules in many places, one at a time, and sees whether the tests notice.

A copy of the project is tested with each change (scripts/breaking.py finds them). Results are kept in
.mutants/ until the sources or tests change, so a run that was stopped goes on where it was. The figures
go to benchmarks/mutants.md, a chapter for each game; with --game the other chapters stay as they are.
"""

import argparse
import hashlib
import json
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import Progress

from farmstead import shelf
from scripts.breaking import Finder, Mutant, one_line

ROOT: Final = Path(__file__).resolve().parent.parent
KEPT: Final = ROOT / ".mutants"
REPORT: Final = ROOT / "benchmarks" / "mutants.md"
COPIED: Final = (
    "src",
    "tests",
    "scripts",
    "benchmarks",
    "docs",
    "pyproject.toml",
    "hatch_build.py",
    "README.md",
)


class Run(NamedTuple):
    """Tests that are run together: patterns of files, and which of their cases (what pytest's -k takes)."""

    files: tuple[str, ...]  # a pattern after `!` leaves out what it fits
    cases: str = ""


class Suite(NamedTuple):
    """What is broken of a game, and which tests should notice: the quickest to notice first."""

    title: str
    parts: tuple[str, ...]
    runs: tuple[Run, ...]


# Tests of all games, of which each suite takes the cases that are about its game or about none.
SHARED: Final = (
    "tests/test_records.py",
    "tests/test_view_schema.py",
    "tests/test_editions.py",
    "tests/cli/test_score.py",
    "tests/cli/test_edition.py",
    "tests/render/test_words.py",
)


def suite_of(name: str) -> Suite:
    """The suite of a game. All laws and the referee take minutes and could only catch more."""
    game, folder = shelf.game(name), folder_of(name)
    first = name == shelf.names()[0]  # the engine is broken together with the first game
    others = [word for other in shelf.names() if other != name for word in (other, folder_of(other))]
    rest = " and ".join(f"not {word}" for word in others)
    own = (f"tests/games/{folder}/test_*.py", f"!tests/games/{folder}/test_slow_*.py")
    return Suite(
        title=f"{game.title} and the engine" if first else game.title,
        parts=(*(["src/farmstead/engine"] if first else []), f"src/farmstead/games/{folder}/rules"),
        runs=(
            Run(("tests/test_golden.py",), rest),
            Run((*own, *(["tests/engine/test_*.py"] if first else []), *SHARED), rest),
            Run(("tests/test_laws.py",), f"test_law and {name}-{game.fewest}-"),
        ),
    )


def folder_of(name: str) -> str:
    """The name of a game's folders."""
    return name.replace("-", "_")


SUITES: Final = {name: suite_of(name) for name in shelf.names()}


def all_mutants(suite: Suite, only: list[str]) -> list[Mutant]:
    """Every place of the parts, or of the files asked for."""
    files = [file for part in suite.parts for file in sorted((ROOT / part).rglob("*.py"))]
    names = [file.relative_to(ROOT).as_posix() for file in files]
    wanted = [name for name in names if not only or any(name.endswith(end) for end in only)]
    return [mutant for name in wanted for mutant in Finder(name, (ROOT / name).read_bytes()).mutants()]


class Copy:
    """A copy of the project in which one file at a time is broken."""

    def __init__(self, folder: Path, runs: list[Run], seconds: float) -> None:
        self.folder = folder
        self.runs = runs
        self.seconds = seconds
        for name in COPIED:
            copy(ROOT / name, folder / name)

    def survives(self, mutant: Mutant) -> bool:
        """Whether all tests pass in spite of the change."""
        file = self.folder / mutant.file
        source = file.read_bytes()
        file.write_bytes(mutant.applied_to(source))
        try:
            return self.passes()[0]
        finally:
            file.write_bytes(source)

    def passes(self) -> tuple[bool, str]:
        """Whether the tests pass in time, and what the last said: one run after the other."""
        passed, said = True, ""
        for run in self.runs:
            if passed:
                passed, said = self.run(run)
        return passed, said

    def run(self, run: Run) -> tuple[bool, str]:
        """Run some tests. Nothing is cached: a stale .pyc would lie."""
        plain = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", run.cases]
        env = {
            **os.environ,
            "PYTHONPATH": "src",
            "FARMSTEAD_BUILD": "interpreted",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pytest", *plain, *run.files],
                cwd=self.folder,
                env=env,
                timeout=self.seconds,
                capture_output=True,
                text=True,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False, f"not finished after {self.seconds:.0f} seconds"
        return done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def copy(source: Path, target: Path) -> None:
    """One file or folder, if it is there, without anything compiled."""
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.so", ".hypothesis"))
    elif source.exists():
        shutil.copy2(source, target)


class Results:
    """What is known of mutants of these very sources and tests, kept in a file."""

    def __init__(self, runs: list[Run]) -> None:
        self.file = KEPT / f"{fingerprint(runs)}.json"
        self.survived: dict[str, bool] = json.loads(self.file.read_text()) if self.file.exists() else {}

    def add(self, mutant: Mutant, survived: bool) -> None:
        """Remember it at once: the run may be stopped."""
        self.survived[mutant.name] = survived
        KEPT.mkdir(exist_ok=True)
        self.file.write_text(json.dumps(self.survived, indent=1, ensure_ascii=False))


def fingerprint(runs: list[Run]) -> str:
    """Changes when any source or test does, or other tests are chosen."""
    digest = hashlib.sha256(" ".join(word for run in runs for word in [*run.files, run.cases]).encode())
    for folder in ("src", "tests"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def run_all(chosen: list[Mutant], results: Results, jobs: int, runs: list[Run], seconds: float) -> None:
    """Test every mutant that has no result yet, `jobs` at a time."""
    todo = [mutant for mutant in chosen if mutant.name not in results.survived]
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = make_copies(Path(folder), jobs, runs, seconds)
        check_unbroken(copies)
        with ThreadPoolExecutor(jobs) as pool, Progress() as progress:
            bar = progress.add_task("mutants", total=len(chosen), completed=len(chosen) - len(todo))
            futures = {pool.submit(try_one, copies, mutant): mutant for mutant in todo}
            for future in as_completed(futures):
                results.add(futures[future], future.result())
                if future.result():
                    progress.console.print(f"survived: {futures[future].name}", highlight=False, markup=False)
                progress.advance(bar)


def make_copies(folder: Path, jobs: int, runs: list[Run], seconds: float) -> "queue.Queue[Copy]":
    """One copy for each job, handed round."""
    copies: queue.Queue[Copy] = queue.Queue()
    for job in range(jobs):
        place = folder / str(job)
        place.mkdir()
        copies.put(Copy(place, runs, seconds))
    return copies


def check_unbroken(copies: "queue.Queue[Copy]") -> None:
    """The tests must pass while nothing is broken, or every mutant would count as caught."""
    unbroken = copies.get()
    start = time.monotonic()
    passed, said = unbroken.passes()
    if not passed:
        sys.exit(f"The tests fail without any mutant; mend that first.\n{said}")
    print(f"The tests take {time.monotonic() - start:.0f} seconds.")
    copies.put(unbroken)


def try_one(copies: "queue.Queue[Copy]", mutant: Mutant) -> bool:
    """Whether the mutant survives in the next free copy."""
    free = copies.get()
    try:
        return free.survives(mutant)
    finally:
        copies.put(free)


def commit() -> str:
    """The commit that is tested, and whether the working tree differs from it."""
    head = git("rev-parse", "--short=12", "HEAD") or "none"
    return f"{head} with changes" if git("status", "--porcelain", "src", "tests") else head


def git(*words: str) -> str:
    """What git says, or nothing."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def chapter(suite: Suite, chosen: list[Mutant], results: Results, places: int, seed: int) -> str:
    """What the page says of one game."""
    survivors = [mutant for mutant in chosen if results.survived[mutant.name]]
    caught = len(chosen) - len(survivors)
    lines = [
        f"**{caught} of {len(chosen)} caught ({100 * caught / max(1, len(chosen)):.1f} %)**, "
        f"drawn from {places} possible changes with seed {seed}, at commit {commit()}.",
        "",
        "| place | was | became |",
        "|---|---|---|",
        *[f"| `{m.file}:{m.line}` | {cell(m.old)} | {cell(m.new)} |" for m in survivors],
    ]
    return "\n".join([f"## {suite.title}", "", *(lines if survivors else [lines[0], "", "None survived."])])


def cell(source: str) -> str:
    """A piece of source in a table."""
    return f"`{one_line(source)}`".replace("|", "\\|")


HEAD: Final = """\
# Mutants

`make mutants` breaks the engine and the rules in random places, one at a time, and runs the tests.
A broken place that no test notices survives; each is a missing test, or changes nothing. The survivors:"""


def page(written: str, chapters: dict[str, str]) -> str:
    """benchmarks/mutants.md with new chapters, those of other games as they were written."""
    old = {title_of(text): text for text in written.split("\n\n## ")[1:]}
    texts = [chapters.get(suite.title) or kept(old, suite.title) for suite in SUITES.values()]
    return "\n\n".join([HEAD, *[text for text in texts if text]]) + "\n"


def title_of(text: str) -> str:
    return text.partition("\n")[0]


def kept(old: dict[str, str], title: str) -> str:
    return f"## {old[title].rstrip()}" if title in old else ""


def existing(run: Run) -> Run:
    """The run with the files that are there, in the order of its patterns."""
    out = {path for pattern in run.files if pattern[0] == "!" for path in ROOT.glob(pattern[1:])}
    found = [path for pattern in run.files if pattern[0] != "!" for path in sorted(ROOT.glob(pattern))]
    return Run(tuple(path.relative_to(ROOT).as_posix() for path in found if path not in out), run.cases)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--game", choices=SUITES, action="append", help="only this game; may be repeated (all of them)"
    )
    parser.add_argument("--count", type=int, default=200, help="how many mutants of each game (200)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at the same time (2)")
    parser.add_argument(
        "--only", action="append", default=[], metavar="FILE", help="only this file; may be repeated"
    )
    parser.add_argument(
        "--tests", nargs="+", default=[], help="the tests to run, patterns allowed (all that are about rules)"
    )
    parser.add_argument("--seconds", type=float, default=120, help="time limit for each run of tests (120)")
    parser.add_argument("--list", action="store_true", help="only list the mutants that would be tried")
    return parser.parse_args()


def drawn(places: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Some of the mutants, in the order of the text."""
    some = random.Random(seed).sample(places, min(count, len(places)))
    return sorted(some, key=lambda m: (m.file, m.start, m.new))


def tried(suite: Suite, options: argparse.Namespace) -> str:
    """Draw, try, report: the chapter of one game."""
    places = all_mutants(suite, options.only)
    chosen = drawn(places, options.count, options.seed)
    wanted = [Run(tuple(options.tests))] if options.tests else suite.runs
    runs = [run for run in map(existing, wanted) if run.files] or sys.exit("None of the tests named exists.")
    results = Results(runs)
    run_all(chosen, results, options.jobs, runs, options.seconds)
    return chapter(suite, chosen, results, len(places), options.seed)


def main() -> None:
    """One game after the other."""
    options = arguments()
    chapters: dict[str, str] = {}
    for suite in [SUITES[name] for name in options.game or SUITES]:
        if options.list:
            chosen = drawn(all_mutants(suite, options.only), options.count, options.seed)
            print("\n".join(mutant.name for mutant in chosen))
            continue
        if not all_mutants(suite, options.only):
            continue
        chapters[suite.title] = tried(suite, options)
        Console().print(chapters[suite.title], highlight=False, markup=False, soft_wrap=True)
        if not options.only:
            REPORT.parent.mkdir(exist_ok=True)
            written = REPORT.read_text(encoding="utf-8") if REPORT.exists() else ""
            REPORT.write_text(page(written, chapters), encoding="utf-8")


if __name__ == "__main__":
    main()
