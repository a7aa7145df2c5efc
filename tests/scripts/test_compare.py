"""Two commits beside each other: figures are read from pages, and judged by the other's spread."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scripts.compare import COMMANDS, MEASURES, NotMeasured, Sides, chapter, pages, rows, verdict

PAGE = """## Walnut Grove, phone

| what | median (least – most) | 90 of 100 | goal | reached |
|---|--:|--:|--:|--:|
| first visit, a new game (kB over the wire) | 1,172 (172 – 172) |  | at most 200 | yes |
| from a click to the boards redrawn (ms) | 109.5 (63 – 159) | 138 | at most 150 | yes |
""".splitlines()


def test_the_figures_of_each_row_are_read_under_their_heading() -> None:
    assert rows(PAGE) == {
        "Walnut Grove, phone: first visit, a new game (kB over the wire)": [1172.0],
        "Walnut Grove, phone: from a click to the boards redrawn (ms)": [109.5],
        "Walnut Grove, phone: from a click to the boards redrawn (ms), 90 of 100": [138.0],
    }


def test_a_goal_is_no_figure_and_rounds_are_gathered() -> None:
    told = [
        "| what | figure | goal |",
        "|---|--:|--:|",
        "| moves | 12 (11 – 13) | 400 |",
        "| moves | .5 | 400 |",
    ]
    assert rows(told) == {"moves": [12.0, 0.5]}


@pytest.mark.parametrize(
    ("what", "now", "judged"),
    [
        ("view (µs)", 11.0, "within"),
        ("view (µs)", 9.0, "better"),
        ("view (µs)", 13.0, "WORSE"),
        ("random solo games per second", 13.0, "better"),
        ("most moves a second", 9.0, "WORSE"),
        ("processors that the clients used", 99.0, ""),
    ],
)
def test_a_median_outside_the_others_spread_is_better_or_worse(what: str, now: float, judged: str) -> None:
    assert verdict(what, [10.0, 12.0], [now]) == judged


def test_what_only_one_commit_measures_is_new_or_gone() -> None:
    sides = Sides({"a": [1.0], "gone": [1.0]}, {"a": [2.0], "added": [3.0]})
    assert chapter(sides) == [
        ("a", "1.00", "2.00", "WORSE"),
        ("gone", "1.00", "—", "gone"),
        ("added", "—", "3.00", "new"),
    ]


@pytest.mark.parametrize(
    ("name", "words"),
    [("load", ["--runs", "1"]), ("load-pages", ["--pages"]), ("postgres", ["--postgres"])],
)
def test_each_kind_of_load_is_measured_and_its_page_put_back(
    tmp_path: Path, name: str, words: list[str]
) -> None:
    """A stand-in for `scripts.load` prints what it was asked for."""
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (tmp_path / "scripts").mkdir()
    (tmp_path / "benchmarks").mkdir()
    page = tmp_path / "benchmarks" / "server.md"
    page.write_text("kept", "utf-8")
    script = "import sys; print('| what | figure |'); print('|', *sys.argv[1:], '| 5.5 |')"
    (tmp_path / "scripts" / "load.py").write_text(
        f"open('benchmarks/server.md', 'w').write('written')\n{script}", "utf-8"
    )
    ((what, figures),) = MEASURES[name](tmp_path).items()
    assert figures == [5.5] and all(word in what.split() for word in words)
    assert page.read_text("utf-8") == "kept"
    assert name in COMMANDS


@pytest.mark.parametrize("script", ["raise SystemExit(1)", "raise AssertionError('the board does not move')"])
def test_a_run_that_breaks_off_is_not_taken_for_the_kept_figures(tmp_path: Path, script: str) -> None:
    """Both end with 1, as a run does that missed a goal."""
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / "pages.py").write_text(script, "utf-8")
    (tmp_path / "benchmarks" / "pages.md").write_text("| kept | 1 |\n", "utf-8")
    with pytest.raises(NotMeasured):
        pages(tmp_path)
    assert (tmp_path / "benchmarks" / "pages.md").read_text("utf-8") == "| kept | 1 |\n"
