"""Two commits beside each other: figures are read from pages, and judged by the other's spread."""

from __future__ import annotations

import pytest

from scripts.compare import Sides, chapter, rows, verdict

PAGE = """## Walnut Grove, phone

| what | median (least – most) | 90 of 100 | goal | reached |
|---|--:|--:|--:|--:|
| first visit, a new game (kB over the wire) | 1,172 (172 – 172) |  | at most 200 | yes |
| from a click to the boards redrawn (ms) | 109.5 (63 – 159) | 138 | at most 150 | yes |
""".splitlines()


def test_the_first_figure_of_each_row_is_read_under_its_heading() -> None:
    assert rows(PAGE) == {
        "Walnut Grove, phone: first visit, a new game (kB over the wire)": [1172.0],
        "Walnut Grove, phone: from a click to the boards redrawn (ms)": [109.5],
    }


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


def test_what_only_one_commit_measures_is_left_out() -> None:
    sides = Sides({"a": [1.0], "gone": [1.0]}, {"a": [2.0], "new": [1.0]})
    assert chapter(sides) == [("a", "1.00", "2.00", "WORSE")]
