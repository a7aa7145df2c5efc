"""Charts: round axes, everything in its place and inside the picture, and readable without colour."""

import re
from xml.etree import ElementTree

import pytest

from farmstead.render.chart import (
    DASHES,
    MARKS,
    SERIES,
    STACK,
    WIDTH,
    Axis,
    ChartPanel,
    Value,
    across,
    apart,
    charted,
    distributions,
    grouped_bars,
    history,
    intervals,
    nice_step,
    number_text,
    small_interval,
    with_room,
)
from farmstead.render.ink import TOKENS, contrast

# ---- axes and places -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rough", "step"), [(0.7, 1), (1, 1), (1.1, 2), (3, 5), (7, 10), (0.03, 0.05), (140, 200), (0, 1)]
)
def test_steps_of_an_axis_are_round(rough: float, step: float) -> None:
    assert nice_step(rough) == pytest.approx(step)


def test_an_axis_has_both_ends_on_it() -> None:
    axis = across(-13.2, 41.7)
    assert axis.ticks() == [-20, -10, 0, 10, 20, 30, 40, 50]
    assert axis.at(-20) == 14 and axis.at(50) == 386 and axis.at(15) == 200
    assert axis.at(-1000) == 14 and axis.at(1000) == 386
    assert across(5, 5).ticks() == [5, 6]


def test_an_exact_axis_ends_where_it_is_told_and_has_round_ticks() -> None:
    axis = Axis(3, 17, 100, 0, exact=True)
    assert axis.at(3) == 100 and axis.at(17) == 0 and axis.ticks() == [5, 10, 15]


def test_figures_are_as_people_write_them() -> None:
    assert [number_text(value) for value in (-2.0, 0.1 + 0.2, -1e-12, 20.0)] == ["−2", "0.3", "0", "20"]


def test_names_do_not_overlap() -> None:
    assert apart([5.0, 6.0, 30.0], 16, 0, 100) == [5.0, 21.0, 37.0]
    assert apart([95.0, 99.0], 16, 0, 100) == [84.0, 100.0]
    assert with_room({0.0: "Set-up", 3.0: "Round 1", 20.0: "Round 2"}, 1, 1, 40) == {
        3.0: "Round 1",
        20.0: "Round 2",
    }


@pytest.mark.parametrize("light", [0, 1])
def test_every_series_can_be_seen_on_the_paper(light: int) -> None:
    for token in SERIES:
        assert contrast(TOKENS[token][light], TOKENS["paper"][light]) >= 3, token
    assert len(set(SERIES)) == len(SERIES) and len(set(STACK)) == len(STACK)
    assert len(set(DASHES)) == len(set(MARKS)) == 5


def test_a_picture_says_its_name() -> None:
    svg = charted(10, 20, ["<path/>"], 'rating "27" & more')
    root = ElementTree.fromstring(svg)
    assert (
        root.get("role") == "img" and root.get("aria-label") == root.findtext("title") == 'rating "27" & more'
    )
    assert "xmlns" not in svg and 'xmlns="http://www.w3.org/2000/svg"' in charted(1, 1, [], "x", alone=True)


def test_a_badge_that_has_no_room_above_stands_below() -> None:
    panel = ChartPanel(Axis(0, 10, 0, 100), Axis(0, 10, 200, 0))
    panel.badge("A", 5, 5)
    panel.badge("B", 5, 10)
    assert re.findall(r'<circle cx="50" cy="([^"]*)"', "".join(panel.parts)) == ["76", "24"]


# ---- over time -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 6])
def test_a_history_stays_in_its_picture_and_says_what_it_shows(count: int) -> None:
    values = [25.0 + n for n in range(count)]
    svg = history(values, 'rating "27"', "games", 3, spreads=[16.0 - 2 * n for n in range(count)])
    assert 'aria-label="rating &quot;27&quot;"' in svg and "style=" not in svg and "nan" not in svg
    texts = ["".join(each.itertext()) for each in ElementTree.fromstring(svg).iter("text")]
    assert texts[-3:] == ["3", str(2 + count), "games"]
    paths = re.findall(r'd="([^"]*)" fill="[^"]*" class="band"|d="([^"]*)" class="line"', svg)
    assert len(paths) == 2
    for drawn in paths:
        for x, y in re.findall(r"([\d.-]+) ([\d.-]+)", "".join(drawn)):
            assert 0 <= float(x) <= WIDTH and 0 <= float(y) <= 220


def test_a_history_of_results_has_a_dot_for_each() -> None:
    svg = history([10, 12, 9], "points", "games", dots=[10, 14, 3])
    assert svg.count("<circle") == 3 and "band" not in svg


def test_a_small_interval_is_wider_for_what_is_less_certain() -> None:
    def width(svg: str) -> float:
        found = re.search(r'd="M([\d.]+) 8L([\d.]+) 8"[^>]*class="reach"', svg)
        assert found is not None
        return float(found[2]) - float(found[1])

    assert width(small_interval(25, 9, 41)) > width(small_interval(25, 21, 29)) > 0


# ---- by name, over one axis ----------------------------------------------------------------------------


def test_an_interval_reaches_from_low_to_high() -> None:
    plot = ElementTree.fromstring(intervals("p", [Value("a", 0, 50, 40, 60, "")], 50, (0, 100)))
    reach = next(path for path in plot.iter("path") if path.get("class") == "reach")
    assert reach.attrib["d"].startswith("M162.8 33.0H237.2")
    assert float(next(plot.iter("circle")).attrib["cx"]) == 200


def test_a_hill_is_as_high_as_its_scores_are_frequent() -> None:
    plot = ElementTree.fromstring(
        distributions("p", [(Value("a", 0, 2, None, None, ""), {1: 2, 2: 4, 4: 1})])
    )
    assert [float(bar.attrib["height"]) for bar in plot.iter("rect")] == [23, 46, 11.5]


def test_bars_begin_at_nought() -> None:
    agents = [Value("a", 0, 0, None, None, ""), Value("b", 1, 0, None, None, "")]
    plot = ElementTree.fromstring(grouped_bars("p", agents, {"good": [4.0, 8.0], "bad": [-4.0, 0.0]}))
    one, two, less, none = [(float(bar.attrib["x"]), float(bar.attrib["width"])) for bar in plot.iter("rect")]
    assert one[0] == two[0] == none[0] == pytest.approx(less[0] + less[1], abs=0.11)
    assert two[1] == pytest.approx(2 * one[1], abs=0.11) and none[1] == 0.5
