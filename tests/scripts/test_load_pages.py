"""`make load ARGS=--pages` on a small scale: pages play, and boards come to every seat."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from scripts.load import pages
from scripts.load.measuring import Stretch
from scripts.load.page_clients import sent
from scripts.load.pages import PagesFound, PagesPlan, drawings, lines, measure_pages
from scripts.load.report import misses
from scripts.load.stored import courses
from scripts.load.timing import Times

SMALL = PagesPlan(tables=6, first=5.0, step=100.0, most=10.0, seconds=3.0, warm=1.0, calm=0.5)


@pytest.mark.more
def test_pages_play_and_all_seats_get_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow: it plays by pages for seconds."""
    monkeypatch.setattr(pages, "MOST_WAIT", 60.0)  # however slow this machine is now
    monkeypatch.setattr(pages, "drawings", lambda _: [0.001])
    folder = tmp_path / "server"
    folder.mkdir()
    said: list[str] = []
    found = asyncio.run(measure_pages(folder, SMALL, said.append))
    assert found.held is not None and found.failed is None and any("5 moves" in line for line in said)
    times = found.held.times
    assert not times.refused and not times.dropped and len(times.acknowledged) > 10
    assert times.boards >= len(times.shown) >= 2 * len(times.acknowledged)  # of two seats at least


def test_each_seat_is_drawn_after_each_move() -> None:
    course = min(courses(1)[::4], key=lambda each: len(each.entries))
    assert len(drawings(course)) == len(course.entries) * course.setup.seats


def test_what_is_forced_is_not_sent() -> None:
    choices = [("take a", "reserve x", "draw 1"), ("take a", "reserve x", "draw 2"), ("take b", "reserve x")]
    assert sent(choices, choices[0]) == ["take a", "draw 1"]
    assert sent(choices, choices[2]) == ["take b"]


@pytest.mark.parametrize(
    ("drawing", "rate", "missed"), [(0.001, 130, []), (0.002, 130, ["to draw"]), (0.001, 90, ["most moves"])]
)
def test_what_is_reached_is_said(drawing: float, rate: int, missed: list[str]) -> None:
    held = Stretch(1.0, Times([0.1] * rate, shown=[0.1] * rate, boards=3 * rate), server=1.0, clients=0.5)
    found = misses(lines(PagesFound(PagesPlan(), 450, [drawing] * 10, held)))
    assert len(found) == len(missed) and all(what in line for what, line in zip(missed, found, strict=True))
