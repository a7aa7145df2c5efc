"""The page with the figures: each command writes its own chapter and leaves the others as they are."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Final

from farmstead import _build
from farmstead.agents.arena.match_folder import write_whole
from scripts.strength.about import processor

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PAGE: Final = ROOT / "benchmarks" / "server.md"
TITLE: Final = "# What the table server stands"
HEAD: Final = f"{TITLE}\n\nEach chapter is written by the command that it names.\n"


def write_chapter(title: str, lines: Sequence[str], page: Path = PAGE) -> None:
    """In place of the chapter with this title, or after all others."""
    before = page.read_text(encoding="utf-8") if page.exists() else HEAD
    write_whole(page, with_chapter(before, title, lines))


def with_chapter(page: str, title: str, lines: Sequence[str]) -> str:
    head, *chapters = page.split("\n## ")
    by_title = {chapter.partition("\n")[0]: chapter.strip("\n") for chapter in chapters}
    by_title[title] = "\n".join([title, "", *lines]).strip("\n")
    return "\n\n## ".join([head.strip("\n"), *by_title.values()]) + "\n"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Markdown; what comes after the first column are numbers, and the last may be a goal."""
    return [
        f"| {' | '.join(heads)} |",
        f"|{'|'.join(['---', *['--:'] * (len(heads) - 1)])}|",
        *[f"| {' | '.join(row)} |" for row in rows],
    ]


def where() -> str:
    """On what it was measured, in a sentence."""
    python = platform.python_version()
    return (
        f"{processor()}, {os.cpu_count() or 1} cores, {platform.system()}, Python {python},"
        f" farmstead {_build.VERSION} ({_build.build()}), {commit()}, {datetime.now(UTC).date().isoformat()}."
    )


def commit() -> str:
    """What is measured; figures of what is not committed say so."""
    name = git("rev-parse", "--short", "HEAD")
    changed = git("status", "--porcelain", "--", "src")
    if not name:
        return "no commit"
    return f"commit {name}" + (" **and changes that are not committed**" if changed else "")


def git(*words: str) -> str:
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def spread(values: Sequence[float], decimals: int = 2) -> str:
    """`1.20 (1.10 – 1.35)`: the middle one, the least and the most."""
    if not values:
        return "—"
    middle, least, most = [f"{value:,.{decimals}f}" for value in (median(values), min(values), max(values))]
    return middle if len(values) == 1 else f"{middle} ({least} – {most})"
