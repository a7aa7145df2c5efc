"""The charts of a review: seats told apart without colour, whatever the curve is like."""

from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from farmstead.agents.review import Decision, GamePositions, Luck, Measure, Point, Review, Turning
from farmstead.render import drawing_for
from farmstead.reviews.charts import expected_chart, review_picture, standing_chart, text_chart
from farmstead.reviews.sentences import ReviewText
from tests.agents.test_review import GROVE, VALLEY, random_table

SVG = "{http://www.w3.org/2000/svg}"
MOVES = 20


def telling(seats: int, curve: Sequence[Point]) -> ReviewText:
    """A review of the beginning of a game, with one turning point and some luck."""
    story = GamePositions(random_table(VALLEY if seats > 1 else GROVE, seats, 3, MOVES))
    ply = next(ply for ply, (seat, _) in enumerate(story.moves) if seat >= 0)
    seat, made = story.moves[ply]
    measure = Measure(3.0, 0.5, {"houses": 2.0, "sheep": 0.01}, 8)
    one = Decision(ply, seat, made, 2, (made,), (made,), 1, measure)
    luck = Luck(0, "roll", "roll <1>", 6, True, *[(each,) * seats for each in (1.0, 0.1, 9.0, 0.2)])
    turnings = (Turning(one, measure),) if curve else ()
    everybody = tuple(range(seats))
    review = Review(
        seats, None, everybody, 0, MOVES, 8, (one,), (luck,), tuple(curve), turnings, (7,) * seats
    )
    return ReviewText(review, story, drawing_for(story.game), [f"<Seat> {n}" for n in everybody])


def rising(seats: int) -> list[Point]:
    return [Point(ply, (9.0 + ply,) * seats, (0.5,) * seats) for ply in (0, 10, 20)]


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_seats_can_be_told_apart_without_colour(seats: int) -> None:
    told = telling(seats, rising(seats))
    root = ElementTree.fromstring(review_picture(told))
    lines = [part for part in root.iter() if part.get("class") == "line"]
    assert len({path.get("stroke-dasharray") for path in lines}) == len(lines) == seats
    marks = [
        part.get("d")
        for part in root.iter(f"{SVG}path")
        if str(part.get("d")).startswith("M-") or "M0-" in str(part.get("d"))
    ]
    assert len(set(marks)) == seats
    texts = ["".join(part.itertext()) for part in root.iter(f"{SVG}text")]
    assert "A" in texts and texts.count("<Seat> 0") == 1 and any(text.startswith("A. ") for text in texts)
    empty = [part for part in root.iter(f"{SVG}rect") if part.get("fill") == "#fbf4e3"]
    assert len(empty) == 1 + seats + 1  # the paper, each seat's luck, and what empty bars mean


def test_a_flat_or_empty_curve_is_drawn() -> None:
    flat = [Point(0, (9.0, 9.0), (0.0, 0.0)), Point(MOVES, (9.0, 9.0), (0.0, 0.0))]
    for curve in (flat, flat[:1], []):
        told = telling(2, curve)
        assert "nan" not in review_picture(told)
        assert (
            bool(expected_chart(told, told.review.turnings, "chart"))
            == bool(text_chart(told, 80))
            == bool(curve)
        )


def test_the_chart_of_a_page_has_bands_names_and_letters() -> None:
    told = telling(2, rising(2))
    root = ElementTree.fromstring(expected_chart(told, told.review.turnings, "a & b"))
    assert root.get("aria-label") == "a & b"
    assert [part.get("class") for part in root.iter("path")].count("band") == 2
    texts = ["".join(part.itertext()) for part in root.iter("text")]
    assert {"A", "<Seat> 0 29", "<Seat> 1 29"} <= set(texts)


def test_points_stand_on_each_other_and_losses_below() -> None:
    told = telling(2, rising(2))
    svg = standing_chart(
        told, [(0, {"a": 2, "b": 3, "c": -1}), (5, {"a": 4, "b": 0, "c": 0})], ["a", "b", "c"], "x"
    )
    bars = [part.attrib for part in ElementTree.fromstring(svg).iter("rect")]
    first, second, loss, later = [(float(bar["y"]), float(bar["height"])) for bar in bars]
    unit = first[1] / 2
    assert second[1] == pytest.approx(3 * unit, abs=0.2) and second[0] + second[1] == pytest.approx(
        first[0], abs=0.2
    )
    assert loss[0] == pytest.approx(first[0] + first[1], abs=0.2) and loss[1] == pytest.approx(unit, abs=0.2)
    assert later[1] == pytest.approx(4 * unit, abs=0.2)
    assert standing_chart(told, [], [], "x") == ""


def test_in_characters_lines_meet_and_luck_points_up() -> None:
    told = telling(2, [Point(0, (0.0, 0.0), (0.0, 0.0)), Point(10, (10.0, 0.0), (0.0, 0.0))])
    rows = ["".join(text for text, _ in row) for row in text_chart(told, 80)]
    assert "=" in rows[11] and "1" in rows[0] and "2" in rows[11] and "10.0 ┤" in rows[0]
    assert any("luck 1" in row and "▲" in row for row in rows) and any(row.strip() == "A" for row in rows)
    assert any(row.split()[0] == "lost" and "▆" in row for row in rows[14:-1])
    short = text_chart(replace_end(told), 80)
    assert len(short) == len(rows)


def replace_end(told: ReviewText) -> ReviewText:
    return ReviewText(replace(told.review, end=1), told.story, told.drawing, told.names)
