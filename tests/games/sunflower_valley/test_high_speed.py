"""The high-speed valley (SV 5.6): which villages stay together, on links alone and on real sheets."""

from __future__ import annotations

from random import Random

import pytest

from farmstead.games.sunflower_valley.rules.connections import staying_together
from farmstead.games.sunflower_valley.rules.scoring import high_speed
from tests.games.sunflower_valley import slow_scorer
from tests.games.sunflower_valley.boards import Board, alone, lines, villages
from tests.games.sunflower_valley.scenes import drawn

# ---- links alone ---------------------------------------------------------------------------------------


def linked(text: str) -> list[int]:
    """`0-1 1-2` as the pairs of numbers the game uses."""
    return [int(village) for link in text.split() for village in link.split("-")]


def groups(count: int, text: str) -> list[str]:
    """The groups of two villages and more: `["012", "45"]`."""
    first = staying_together(count, linked(text))
    every = ["".join(str(n) for n in range(count) if first[n] == village) for village in range(count)]
    return [group for group in every if len(group) > 1]


def ring(size: int) -> str:
    return " ".join(f"{n}-{(n + 1) % size}" for n in range(size))


GROUPS: dict[str, tuple[int, str, list[str]]] = {
    "no links": (3, "", []),
    "one link": (2, "0-1", []),
    "two links between the same villages": (2, "0-1 0-1", ["01"]),
    "the same the other way round": (2, "0-1 1-0", ["01"]),
    "three links between the same villages": (2, "0-1 1-0 0-1", ["01"]),
    "a ring of three": (3, "0-1 1-2 2-0", ["012"]),
    "a ring that is not closed": (4, "0-1 1-2 2-3", []),
    "a star": (5, "0-1 0-2 0-3 0-4", []),
    "a ring of four in another order": (4, "0-2 1-3 2-1 3-0", ["0123"]),
    "a tail on a ring": (4, "0-1 1-2 2-0 2-3", ["012"]),
    "a tail that was there first": (4, "3-2 0-1 1-2 2-0", ["012"]),
    "a tail of two": (5, "0-1 1-2 2-0 2-3 3-4", ["012"]),
    "a double link at the end of a tail": (5, "0-1 1-2 2-0 2-3 3-4 3-4", ["012", "34"]),
    "two rings apart": (6, "0-1 1-2 2-0 3-4 4-5 5-3", ["012", "345"]),
    "two rings joined by one link": (6, "0-1 1-2 2-0 2-3 3-4 4-5 5-3", ["012", "345"]),
    "two rings joined by one link laid first": (6, "2-3 0-1 1-2 2-0 3-4 4-5 5-3", ["012", "345"]),
    "two rings joined through a village": (7, "0-1 1-2 2-0 2-6 6-3 3-4 4-5 5-3", ["012", "345"]),
    "two rings joined by two links": (6, "0-1 1-2 2-0 3-4 4-5 5-3 2-3 0-5", ["012345"]),
    "two rings sharing a village": (5, "0-1 1-2 2-0 2-3 3-4 4-2", ["01234"]),
    "two rings sharing a link": (4, "0-1 1-2 2-0 1-3 3-2", ["0123"]),
    "a ring with a chord": (5, "0-1 1-2 2-3 3-4 4-0 1-3", ["01234"]),
    "double links in a row": (4, "0-1 0-1 1-2 1-2 2-3 2-3", ["0123"]),
    "double and single links in turn": (4, "0-1 0-1 1-2 2-3 2-3", ["01", "23"]),
    "trees joined late": (6, "0-1 2-3 4-5 1-2 3-4 5-0", ["012345"]),
    "a ring closed last far from its root": (6, "5-4 4-3 3-2 2-1 1-0 0-3", ["0123"]),
    "three rings on one village": (7, "0-1 1-2 2-0 0-3 3-4 4-0 0-5 5-6 6-0", ["0123456"]),
    "villages out of reach": (6, "1-3 3-5 5-1", ["135"]),
}


@pytest.mark.rule("SV 5.6")
@pytest.mark.rule("SV S6")
@pytest.mark.rule("SV S17")
@pytest.mark.parametrize("name", GROUPS)
def test_villages_stay_together_when_two_links_must_be_cut_to_part_them(name: str) -> None:
    count, text, expected = GROUPS[name]
    assert groups(count, text) == expected


@pytest.mark.rule("SV 5.6")
@pytest.mark.rule("SV S10")
@pytest.mark.parametrize("size", range(2, 13))
def test_a_group_scores_the_square_of_its_villages_without_limit(size: int) -> None:
    assert high_speed(size, linked(ring(size))) == [4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144][size - 2]


@pytest.mark.rule("SV 5.6")
def test_groups_add_up() -> None:
    assert high_speed(5, linked("0-1 1-2 2-0 3-4 3-4")) == 9 + 4
    assert high_speed(6, linked("0-1 0-1 2-3 2-3 4-5 4-5")) == 4 + 4 + 4
    assert high_speed(9, linked("0-1 1-2 2-0 2-3 3-4 4-5 5-3 5-6 7-8")) == 9 + 9


@pytest.mark.rule("SV 5.6", "refused")
def test_a_village_that_hangs_on_one_link_or_none_scores_nothing() -> None:
    assert high_speed(1, []) == 0
    assert high_speed(4, []) == 0
    assert high_speed(4, linked("0-1 1-2 2-3")) == 0
    assert high_speed(4, linked("0-1 1-2 2-0 2-3")) == 9


@pytest.mark.rule("SV 5.6")
def test_links_in_any_order_make_the_groups_that_cutting_each_in_turn_shows() -> None:
    """Against a search that cuts every link, over random links of two to nine villages."""
    rng = Random(56)
    for _ in range(600):
        count = rng.randint(2, 9)
        pairs = [rng.sample(range(count), 2) for _ in range(rng.randint(0, 2 * count))]
        flat = [village for pair in pairs for village in pair]
        expected = slow_scorer.groups(count, [(one, other) for one, other in pairs])
        assert groups(count, " ".join(f"{one}-{other}" for one, other in pairs)) == [
            "".join(str(village) for village in group) for group in expected
        ]
        assert high_speed(count, flat) == sum(len(group) ** 2 for group in expected)


# ---- real sheets ---------------------------------------------------------------------------------------


def speed(sheet: str, board: Board) -> int:
    """The same in both variants: only what sheep do is different (SV 6.1)."""
    points: int = alone(sheet, board)["high_speed"]
    assert alone(sheet, board, "family")["high_speed"] == points
    return points


@pytest.mark.rule("SV 5.6", "refused")
def test_one_line_between_two_villages_scores_nothing() -> None:
    assert speed("F", drawn("F", c1="H", c2="L03", c3="H")) == 0


DOUBLE = """
    .   .   C04 C35 ^   .
      .   H   C35 C24 .   .
    ^   .   ^   H   ^   .
      .   .   .   .   .   .
    .   .   .   ^   .   .
"""


@pytest.mark.rule("SV 5.6")
def test_two_lines_between_two_villages_score_four() -> None:
    assert lines("A", DOUBLE) == ["b2>a3>a4>b4>c4", "b2>b3>c4"]
    assert speed("A", DOUBLE) == 4


@pytest.mark.rule("SV 5.6", "refused")
@pytest.mark.parametrize("token", ["C04", "C35", "C24"])
def test_a_double_line_with_one_track_gone_scores_nothing(token: str) -> None:
    for gone in [".", "S", "F", "L14"]:
        assert speed("A", DOUBLE.replace(token, gone, 1)) == 0


RING = """
    H   L03 H   ^   .   .
      L25 L14 ^   .   .   .
    .   H   .   .   .   ^
      .   .   .   ^   .   .
    .   .   ^   .   .   .
"""


@pytest.mark.rule("SV 5.6")
@pytest.mark.rule("SV S6")
def test_a_ring_of_three_villages_scores_nine() -> None:
    assert lines("F", RING) == ["a1>a2>a3", "a1>b1>c2", "a3>b2>c2"]
    assert speed("F", RING) == 9


@pytest.mark.rule("SV 5.6", "refused")
@pytest.mark.rule("SV S6")
def test_a_village_that_hangs_on_a_ring_by_a_single_line_does_not_count() -> None:
    board = """
        H   L03 H   ^   .   .
          L25 L14 ^   .   .   .
        .   H   L03 L03 H   ^
          .   .   .   ^   .   .
        .   .   ^   .   .   .
    """
    assert lines("F", board)[-1] == "c2>c3>c4>c5"
    assert speed("F", board) == 9


@pytest.mark.rule("SV 5.6")
@pytest.mark.rule("SV S6")
def test_two_rings_joined_by_one_line_are_two_groups() -> None:
    """a1, a3, c2 and a6, c4, c6; the line a3>b3>c4 is the only one between them."""
    board = """
        H   L03 H   .   ^   H
          L25 L14 L25 C04 C13 C24
        ^   H   ^   H   ^   H
          .   .   .   C02 C13 .
        .   .   .   ^   .   .
    """
    assert "a3>b3>c4" in lines("A", board) and len(lines("A", board)) == 7
    assert speed("A", board) == 9 + 9


@pytest.mark.rule("SV 5.6")
def test_two_rings_that_share_a_village_are_one_group() -> None:
    """c2 is in both; no single cut parts any two of the five."""
    board = """
        H   L03 H   .   ^   .
          L25 L14 .   .   .   .
        ^   H   ^   .   ^   .
          L14 L25 .   .   .   .
        H   L03 H   ^   .   .
    """
    assert len(lines("A", board)) == 6
    assert speed("A", board) == 25


@pytest.mark.rule("SV 5.6")
@pytest.mark.rule("SV S7")
def test_a_village_is_one_point_from_whichever_of_its_houses_lines_leave() -> None:
    """One line from a1, one from a2, into c1 and c3, which c2 makes one village."""
    board = """
        H   H   .   ^   .   .
          C24 L25 ^   .   .   .
        H   H   H   .   .   ^
          .   .   .   ^   .   .
        .   .   ^   .   .   .
    """
    assert lines("F", board) == ["a1>b1>c1", "a2>b2>c3"]
    assert speed("F", board) == 4


@pytest.mark.rule("SV 5.6", "refused")
@pytest.mark.rule("SV S7")
def test_without_the_house_between_them_they_are_two_villages_on_a_line_each() -> None:
    board = """
        H   H   .   ^   .   .
          C24 L25 ^   .   .   .
        H   .   H   .   .   ^
          .   .   .   ^   .   .
        .   .   ^   .   .   .
    """
    assert villages("F", board) == ["a1 a2", "c1", "c3"]
    assert speed("F", board) == 0


VILLAGE_TO_ITSELF = """
    H   C35 .   ^   .   .
      H   C24 ^   .   .   .
    H   C13 .   .   .   ^
      .   .   .   ^   .   .
    .   .   ^   .   .   .
"""
HOUSE_TO_ITSELF = """
    .   .   .   .   ^   .
      .   H   C35 .   .   .
    ^   C15 ^   C24 ^   .
      .   C02 C13 .   .   .
    .   .   .   ^   .   .
"""


@pytest.mark.rule("SV 5.6", "refused")
@pytest.mark.rule("SV S7")
@pytest.mark.rule("SV S15")
def test_a_line_inside_a_village_does_not_count() -> None:
    assert len(lines("F", VILLAGE_TO_ITSELF)) == 1
    assert speed("F", VILLAGE_TO_ITSELF) == 0


@pytest.mark.rule("SV 5.6", "refused")
@pytest.mark.rule("SV S7")
def test_a_line_inside_a_village_is_no_second_line_to_another() -> None:
    """The village of a1 has its own line, and a single one to c3."""
    board = """
        H   C35 .   ^   .   .
          H   C24 ^   .   .   .
        H   C13 H   .   .   ^
          C02 C13 .   ^   .   .
        .   .   ^   .   .   .
    """
    assert lines("F", board) == ["a1>a2>b2>c2>c1", "c1>d1>d2>c3"]
    assert speed("F", board) == 0


@pytest.mark.rule("SV 5.6", "refused")
@pytest.mark.rule("SV S15")
def test_a_line_from_a_house_to_itself_does_not_count() -> None:
    assert lines("A", HOUSE_TO_ITSELF) == ["b2>b3>c4>d3>d2>c2>b2"]
    assert speed("A", HOUSE_TO_ITSELF) == 0


@pytest.mark.rule("SV 5.6", "refused")
@pytest.mark.rule("SV S15")
def test_a_ring_of_tracks_scores_nothing() -> None:
    board = HOUSE_TO_ITSELF.replace("H", "C04")
    assert lines("A", board) == []
    assert speed("A", board) == 0


@pytest.mark.rule("SV 5.6", "refused")
def test_a_track_into_the_flank_of_another_closes_no_ring() -> None:
    """b2 leads from a3 into the flank of the curve on c2, which joins b1 and c3."""
    board = """
        H   L03 H   ^   .   .
          L25 L14 ^   .   .   .
        .   C02 H   .   .   ^
          .   .   .   ^   .   .
        .   .   ^   .   .   .
    """
    assert lines("F", board) == ["a1>a2>a3", "a1>b1>c2>c3"]
    assert speed("F", board) == 0


@pytest.mark.rule("SV 5.6")
def test_a_line_that_goes_round_a_house_to_the_next_is_a_link_like_any_other() -> None:
    """Between a1 and c1 directly, and by three tracks."""
    board = """
        H   C35 .   ^   .   .
          C24 C24 ^   .   .   .
        H   C13 .   .   .   ^
          .   .   .   ^   .   .
        .   .   ^   .   .   .
    """
    assert speed("F", board) == 4


ELEVEN = """
    H   L03 H   L03 H   ^
      C24 C15 ^   C15 C02 H
    H   ^   H   L03 H   C15
      C24 C15 ^   C15 C02 H
    H   L03 H   L03 H   ^
"""


@pytest.mark.rule("SV 5.6")
@pytest.mark.rule("SV S10")
def test_eleven_villages_in_one_group_score_a_hundred_and_twenty_one() -> None:
    assert len(villages("B", ELEVEN)) == 11
    assert speed("B", ELEVEN) == 121


@pytest.mark.rule("SV 5.6")
@pytest.mark.parametrize(
    ("places", "left"),
    [
        pytest.param("c4", 121, id="the line in the middle: every village is still on a ring"),
        pytest.param("a4", 121, id="a3 to a5: the same"),
        pytest.param("c6", 81, id="b6 and d6 hang on a line each"),
        pytest.param("a2", 64, id="a1, c1 and e1 hang in a row"),
        pytest.param("a4 c4", 36 + 16, id="six in the west, four in the east, e5 on the way between"),
        pytest.param("a2 c6", 36, id="both ends: six in the middle"),
        pytest.param("a2 c6 c4", 36, id="they need no line through the middle"),
        pytest.param("a2 c6 b4", 16, id="a5 and a3 now hang in a row: c3, c5, e3 and e5"),
    ],
)
def test_what_is_left_of_the_eleven_when_tracks_are_taken_away(places: str, left: int) -> None:
    tokens = dict(zip(slow_scorer.HEXES, ELEVEN.split(), strict=True)) | dict.fromkeys(places.split(), ".")
    assert speed("B", drawn("B", **tokens)) == left
