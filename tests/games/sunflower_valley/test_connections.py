"""What is connected (SV 4): villages, lines, networks and herds."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.games.sunflower_valley import slow_scorer
from tests.games.sunflower_valley.boards import alone, lines, networks, sheep_points, villages
from tests.games.sunflower_valley.scenes import drawn, printed

SHEETS = "ABCDEFGH"
AROUND_C2 = ["c3", "b2", "b1", "c1", "d1", "d2"]  # on sheet F, by side: east, north-east …
WAYS = ["L03", "L14", "L25", "C02", "C04", "C13", "C15", "C24", "C35"]


# ---- villages (SV 4.1) ---------------------------------------------------------------------------------


@pytest.mark.rule("SV 4.1")
def test_a_lone_house_is_a_village() -> None:
    assert villages("F", drawn("F", c2="H")) == ["c2"]
    assert villages("F", drawn("F")) == []


@pytest.mark.rule("SV 4.1")
def test_houses_on_neighbouring_hexes_are_one_village_however_many() -> None:
    board = """
        .   .   .   ^   .   H
          .   .   ^   .   H   .
        .   .   .   .   H   ^
          .   H   H   ^   H   .
        .   H   ^   .   .   H
    """
    assert villages("F", board) == ["a6 b5 c5 d5 e6", "d2 d3 e2"]


@pytest.mark.rule("SV 4.1")
@pytest.mark.parametrize(
    ("sheet", "pair"),
    [("F", pair) for pair in ["c2 c3", "b2 c2", "b1 c2", "c1 c2", "c2 d1", "c2 d2"]]
    + [("A", pair) for pair in ["d2 d3", "a4 b3", "c2 d2", "d1 d2", "d2 e2", "d2 e3"]],
)
def test_a_hex_has_a_neighbour_on_each_of_its_six_sides(sheet: str, pair: str) -> None:
    """First in a row that is not shifted (c), then in those that are (b, d); anticlockwise from east."""
    assert villages(sheet, drawn(sheet, **dict.fromkeys(pair.split(), "H"))) == [pair]


@pytest.mark.rule("SV 4.1")
@pytest.mark.parametrize("sheet", SHEETS)
def test_two_houses_are_one_village_exactly_when_their_hexes_touch(sheet: str) -> None:
    free = [place for place in slow_scorer.HEXES if printed(sheet, place) != "^"]
    for one, other in combinations(free, 2):
        touching = other in slow_scorer.around(one)
        expected = [f"{one} {other}"] if touching else [one, other]
        assert villages(sheet, drawn(sheet, **{one: "H", other: "H"})) == expected


@pytest.mark.rule("SV 4.1", "refused")
@pytest.mark.parametrize(
    "places",
    [
        pytest.param("c2 c4", id="two apart in a row"),
        pytest.param("b2 c4", id="corner to corner"),
        pytest.param("b2 d2", id="one above the other"),
        pytest.param("a6 b1", id="from the end of a row to the next row"),
        pytest.param("b6 c1", id="from the end of a shifted row to the next row"),
        pytest.param("a1 a6", id="both ends of a row"),
        pytest.param("a2 e2", id="top and bottom"),
    ],
)
def test_houses_that_do_not_touch_are_no_village(places: str) -> None:
    assert villages("F", drawn("F", **dict.fromkeys(places.split(), "H"))) == places.split()


@pytest.mark.rule("SV 4.1", "refused")
def test_a_mountain_a_sheep_or_a_track_between_houses_makes_no_village() -> None:
    board = """
        .   .   H   ^   H   .
          .   .   ^   .   .   .
        H   S   H   L03 H   ^
          .   .   .   ^   .   .
        .   .   ^   .   .   .
    """
    assert villages("F", board) == ["a3", "a5", "c1", "c3", "c5"]


# ---- lines (SV 4.2) ------------------------------------------------------------------------------------


@pytest.mark.rule("SV 4.2")
@pytest.mark.parametrize("way", WAYS)
def test_a_track_joins_the_two_houses_at_its_ends_and_no_other_around_it(way: str) -> None:
    """Houses on all six sides; the number of a side is the place in the list."""
    board = drawn("F", c2=way, **dict.fromkeys(AROUND_C2, "H"))
    first, last = sorted(AROUND_C2[int(side)] for side in way[1:])
    assert lines("F", board) == [f"{first}>c2>{last}"]


@pytest.mark.rule("SV 4.2")
def test_a_line_is_a_chain_of_tracks_each_leading_into_the_next() -> None:
    """From a1 along the row, down, round the mountain c3 and back up to b5."""
    board = """
        H   L03 C35 .   ^   .
          .   .   L25 .   H   .
        ^   .   ^   L25 ^   L14
          .   .   .   C02 C13 .
        .   .   .   ^   .   .
    """
    assert lines("A", board) == []  # L14 on c6 comes from d5 and runs past b5 to b6
    mended = board.replace("L14", "C24")
    assert lines("A", mended) == ["a1>a2>a3>b3>c4>d4>d5>c6>b5"]


@pytest.mark.rule("SV 4.2")
def test_one_track_is_enough_for_a_line_but_none_is_not() -> None:
    assert lines("F", drawn("F", a1="H", a2="L03", a3="H")) == ["a1>a2>a3"]
    assert lines("F", drawn("F", a1="H", a2="H")) == []


@pytest.mark.rule("SV 4.2")
def test_a_house_takes_tracks_on_all_its_sides() -> None:
    """Four of the six lead to houses, the one to the west to the edge, the one to the south-east to e3."""
    board = """
        H   .   H   ^   .   .
          L25 L14 ^   .   .   .
        L03 H   L03 H   .   ^
          L14 L25 .   ^   .   .
        H   .   ^   .   .   .
    """
    assert lines("F", board) == ["a1>b1>c2", "a3>b2>c2", "c2>c3>c4", "c2>d1>e1"]
    assert networks("F", board) == ["a1 a3 c2 c4 e1"]


@pytest.mark.rule("SV 4.2")
def test_two_lines_may_join_the_same_two_houses() -> None:
    board = """
        H   C35 .   ^   .   .
          C24 C24 ^   .   .   .
        H   C13 .   .   .   ^
          .   .   .   ^   .   .
        .   .   ^   .   .   .
    """
    assert lines("F", board) == ["a1>a2>b2>c2>c1", "a1>b1>c1"]


@pytest.mark.rule("SV 4.2")
@pytest.mark.rule("SV S15")
def test_a_line_may_lead_back_to_the_village_it_left_and_joins_nothing_new() -> None:
    board = """
        H   C35 .   ^   .   .
          H   C24 ^   .   H   .
        H   C13 .   .   .   ^
          .   .   .   ^   .   .
        .   .   ^   .   .   .
    """
    assert lines("F", board) == ["a1>a2>b2>c2>c1"]
    assert networks("F", board) == ["a1 b1 c1", "b5"]
    assert alone("F", board)["total"] == -20  # four houses without a sheep, nothing for the line


@pytest.mark.rule("SV 4.2")
@pytest.mark.rule("SV S15")
def test_a_line_may_lead_back_to_the_very_house_it_left_and_joins_nothing_new() -> None:
    """Round the mountain c3."""
    board = """
        .   .   .   .   ^   .
          .   H   C35 .   H   .
        ^   C15 ^   C24 ^   .
          .   C02 C13 .   .   .
        .   .   .   ^   .   .
    """
    assert lines("A", board) == ["b2>b3>c4>d3>d2>c2>b2"]
    assert networks("A", board) == ["b2", "b5"]
    assert alone("A", board)["total"] == -10


DEAD_ENDS = {
    "a mountain": ("A", {"d4": "H", "d3": "C02"}),  # side 2 of d3 is c3
    "a mountain straight on": ("F", {"a2": "H", "a3": "L03"}),
    "the edge": ("A", {"d5": "H", "d6": "L03"}),
    "the upper edge": ("A", {"a1": "H", "a2": "C13"}),
    "a sheep": ("A", {"d1": "H", "d2": "L03", "d3": "S"}),
    "a sunflower": ("A", {"d1": "H", "d2": "L03", "d3": "F"}),
    "a super sunflower": ("A", {"d1": "H", "d2": "L03", "d3": "U"}),
    "a free hex": ("A", {"d1": "H", "d2": "L03", "d4": "H"}),
    "the flank of a straight": ("A", {"d1": "H", "d2": "L03", "d3": "L14", "d4": "L03", "d5": "H"}),
    "the flank of a curve": ("A", {"d1": "H", "d2": "L03", "d3": "C02", "d4": "H"}),
}


@pytest.mark.rule("SV 4.2", "refused")
@pytest.mark.parametrize("end", DEAD_ENDS)
def test_a_track_that_ends_at_anything_but_a_house_is_no_line(end: str) -> None:
    sheet, symbols = DEAD_ENDS[end]
    board = drawn(sheet, **symbols)
    assert lines(sheet, board) == []
    assert len(networks(sheet, board)) == list(symbols.values()).count("H")


@pytest.mark.rule("SV 4.2", "refused")
def test_a_house_beside_a_track_that_passes_by_has_no_line() -> None:
    board = drawn("A", d1="H", d2="L14", d3="H")  # from c3, a mountain, to e2
    assert lines("A", board) == []
    assert lines("A", drawn("A", d1="H", d2="L25", c2="H", e3="H", d3="H")) == ["c2>d2>e3"]


@pytest.mark.rule("SV 4.2", "refused")
def test_there_are_no_junctions() -> None:
    """b2 leads into the flank of the straight on c3: the line of the row goes on, a3 is not on it."""
    board = """
        .   H   .   ^   .   .
          .   L25 ^   .   .   .
        .   H   L03 H   .   ^
          .   .   .   ^   .   .
        .   .   ^   .   .   .
    """
    assert lines("F", board) == ["c2>c3>c4"]
    assert networks("F", board) == ["a2", "c2 c4"]


@pytest.mark.rule("SV 4.2", "refused")
@pytest.mark.rule("SV S15")
def test_a_ring_of_tracks_without_a_house_is_no_line() -> None:
    """Neither the house inside nor the one outside is on it."""
    board = """
        .   H   .   ^   .   .
          C04 C35 ^   .   .   .
        C15 H   C24 H   .   ^
          C02 C13 .   ^   .   .
        .   .   ^   .   .   .
    """
    assert lines("F", board) == []
    assert networks("F", board) == ["a2", "c2", "c4"]
    assert alone("F", board)["high_speed"] == 0


@pytest.mark.rule("SV 4.2", "refused")
def test_one_track_turned_breaks_the_line() -> None:
    tracks = dict.fromkeys(["b2", "b3", "b4", "b5"], "L03")
    ends = {"b1": "H", "b6": "H"}
    assert lines("H", drawn("H", **ends, **tracks)) == ["b1>b2>b3>b4>b5>b6"]
    for place in tracks:
        for way in WAYS[1:]:
            assert lines("H", drawn("H", **ends, **tracks | {place: way})) == []


# ---- networks (SV 4.3) ---------------------------------------------------------------------------------


@pytest.mark.rule("SV 4.3")
def test_a_network_is_villages_and_lines_in_any_chain() -> None:
    """a1 beside a2, a line to c3 beside c4, a line from there to c1: and d6 stays alone."""
    board = """
        H   H   .   ^   .   .
          .   L25 ^   .   .   .
        H   C04 H   H   .   ^
          C13 .   .   ^   .   H
        .   .   ^   .   .   .
    """
    assert lines("F", board) == ["a2>b2>c3"]  # c2 leads from c3 to d1, and d1 past c1 to the edge
    assert networks("F", board) == ["a1 a2 c3 c4", "c1", "d6"]
    joined = """
        H   H   .   ^   .   .
          .   L25 ^   .   .   .
        H   L03 H   H   .   ^
          .   .   .   ^   .   H
        .   .   ^   .   .   .
    """
    assert networks("F", joined) == ["a1 a2 c1 c3 c4", "d6"]


@pytest.mark.rule("SV 4.3")
def test_a_sheep_at_one_end_of_a_chain_serves_a_house_at_the_other() -> None:
    """Three villages in a row of lines; each sheep serves a house, wherever it stands."""
    board = """
        .   .   ^   ^   .   .
          .   .   .   .   .   .
        .   ^   .   .   ^   .
          .   .   .   ^   .   S
        H   L03 H   L03 H   S
    """
    assert networks("H", board) == ["e1 e3 e5"]
    assert sheep_points("H", board) == (6, -5)


@pytest.mark.rule("SV 4.3", "refused")
def test_houses_that_neither_touch_nor_have_a_line_are_no_network() -> None:
    """The track on e4 is turned away, so two of the houses are out of reach of the sheep."""
    board = """
        .   .   ^   ^   .   .
          .   .   .   .   .   .
        .   ^   .   .   ^   .
          .   .   .   ^   .   S
        H   L03 H   C02 H   S
    """
    assert networks("H", board) == ["e1 e3", "e5"]
    assert sheep_points("H", board) == (3, -10)


@pytest.mark.rule("SV 4.3", "refused")
def test_sheep_do_not_make_a_network_of_two_houses() -> None:
    assert networks("F", drawn("F", c1="H", c2="S", c3="H")) == ["c1", "c3"]


# ---- herds (SV 4.4) ------------------------------------------------------------------------------------


@pytest.mark.rule("SV 4.4")
def test_a_herd_touches_a_house_with_any_of_its_sheep() -> None:
    """The herd winds round from b2 to the house c4; all three serve there."""
    board = """
        .   .   .   ^   .   .
          .   S   ^   H   .   .
        .   S   S   H   H   ^
          .   .   .   ^   .   .
        .   .   ^   .   .   .
    """
    assert sheep_points("F", board) == (9, 0)


@pytest.mark.rule("SV 4.4")
def test_a_herd_may_touch_a_network_far_from_the_house_it_serves() -> None:
    """The herd is beside e5; by the line one of its sheep serves e3."""
    board = """
        .   .   ^   ^   .   .
          .   .   .   .   .   .
        .   ^   .   .   ^   S
          .   .   .   ^   S   .
        .   .   H   L03 H   .
    """
    assert sheep_points("H", board) == (6, 0)


@pytest.mark.rule("SV 4.4", "refused")
def test_sheep_that_do_not_touch_are_no_herd() -> None:
    """c1 is beside the house, c3 is not: c2 between them is a sunflower, so c3 serves nobody."""
    apart = drawn("F", b1="H", a1="H", c1="S", c2="F", c3="S")
    one_herd = drawn("F", b1="H", a1="H", c1="S", c2="S", c3="F")
    assert sheep_points("F", apart) == (3, -5)
    assert sheep_points("F", one_herd) == (6, 0)


@pytest.mark.rule("SV 4.4", "refused")
def test_a_herd_without_a_sheep_beside_a_house_touches_nothing() -> None:
    board = """
        H   .   S   ^   .   .
          .   .   ^   .   .   .
        .   .   .   S   S   ^
          .   .   .   ^   S   .
        H   .   ^   .   .   S
    """
    assert sheep_points("F", board) == (0, -10)


@pytest.mark.rule("SV 4.4", "refused")
@pytest.mark.parametrize("places", ["a6 b1", "b6 c1", "c5 d1", "a3 a5"])
def test_a_sheep_across_the_edge_of_the_sheet_touches_nothing(places: str) -> None:
    house, sheep = places.split()
    assert sheep_points("F", drawn("F", **{house: "H", sheep: "S"})) == (0, -5)
