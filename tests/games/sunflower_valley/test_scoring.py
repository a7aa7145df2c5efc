"""Scoring (SV 5): every line of the score but the high-speed valley, and the final order."""

from __future__ import annotations

import pytest

from tests.games.sunflower_valley import slow_scorer
from tests.games.sunflower_valley.boards import alone, column, rows, sheep_points, together
from tests.games.sunflower_valley.scenes import Scene, drawn, hexes_of, printed

NAMES = ["orange", "yellow", "green", "pink", "blue"]


# ---- houses with a sheep (SV 5.1) and without (SV 5.2) -------------------------------------------------


@pytest.mark.rule("SV 5.1")
@pytest.mark.rule("SV 5.2", "refused")
def test_a_house_with_a_sheep_of_its_own_scores_three_and_no_minus() -> None:
    assert sheep_points("F", drawn("F", c1="H", c2="S")) == (3, 0)
    apart = drawn("F", a1="H", a2="S", c5="H", c4="S", e6="H", e5="S")
    assert sheep_points("F", apart) == (9, 0)


@pytest.mark.rule("SV 5.2")
@pytest.mark.parametrize("houses", [1, 2, 7, 25])
def test_each_house_without_a_sheep_costs_five(houses: int) -> None:
    places = [place for place in slow_scorer.HEXES if printed("A", place) != "^"][:houses]
    found = alone("A", drawn("A", **dict.fromkeys(places, "H")))
    assert (found["houses_with_sheep"], found["houses_without"]) == (0, -5 * houses)
    assert found["total"] == -5 * houses


@pytest.mark.rule("SV 5.1")
@pytest.mark.rule("SV 5.2")
def test_houses_with_and_without_are_counted_apart() -> None:
    """A village of three with two sheep."""
    assert sheep_points("F", drawn("F", c1="H", c2="H", c3="H", b1="S", d2="S")) == (6, -5)


@pytest.mark.rule("SV 5.1", "refused")
@pytest.mark.rule("SV S12")
def test_a_second_sheep_at_a_house_scores_nothing() -> None:
    assert sheep_points("F", drawn("F", c1="S", c2="H", c3="S")) == (3, 0)  # two herds
    assert sheep_points("F", drawn("F", b1="S", b2="S", c2="H")) == (3, 0)  # one herd
    surrounded = dict.fromkeys(["b1", "b2", "c1", "c3", "d1", "d2"], "S")
    assert alone("F", drawn("F", c2="H", **surrounded))["total"] == 3


@pytest.mark.rule("SV 5.1", "refused")
def test_a_sheep_whose_herd_touches_no_house_scores_nothing() -> None:
    assert sheep_points("F", drawn("F", c1="H", c3="S", c4="S")) == (0, -5)
    assert alone("F", drawn("F", c3="S", c4="S"))["total"] == 0


@pytest.mark.rule("SV 5.1", "refused")
def test_a_sheep_serves_one_house_only() -> None:
    assert sheep_points("F", drawn("F", c1="H", c2="S", c3="H")) == (3, -5)
    assert sheep_points("F", drawn("F", c1="H", b1="H", a1="H", c2="S")) == (3, -10)


@pytest.mark.rule("SV 5.1")
def test_a_sheep_serves_any_house_of_the_network_its_herd_touches() -> None:
    """Both sheep are beside c5 alone; by village and line they serve any two of c1, c3, c4 and c5."""
    board = """
        .   .   .   ^   .   .
          .   .   ^   .   S   .
        H   L03 H   H   H   ^
          .   .   .   ^   S   .
        .   .   ^   .   .   .
    """
    assert sheep_points("F", board) == (6, -10)


@pytest.mark.rule("SV S4")
@pytest.mark.rule("SV 5.1")
def test_all_sheep_of_a_herd_may_serve_each_one_house() -> None:
    """The herd of four has one sheep beside the village, in which there are four houses."""
    board = """
        H   H   .   ^   .   .
          H   H   ^   .   .   .
        .   .   S   S   S   ^
          .   .   S   ^   .   .
        .   .   ^   .   .   .
    """
    assert sheep_points("F", board) == (12, 0)


@pytest.mark.rule("SV S4")
def test_a_herd_may_serve_several_networks() -> None:
    """a1, a3 and c4 are three villages; the herd touches all of them."""
    board = """
        H   S   H   ^   .   .
          .   S   ^   .   .   .
        .   .   S   H   .   ^
          .   .   .   ^   .   .
        .   .   ^   .   .   .
    """
    assert sheep_points("F", board) == (9, 0)


@pytest.mark.rule("SV S3")
@pytest.mark.rule("SV 5.1", "refused")
def test_a_herd_carries_no_sheep_of_another_herd_between_networks() -> None:
    """The sheep c1 and d1 touch only the house c2. The sheep c3 touches c2 and the village of c4 and c5,
    but opens no way for the other two: c2 and one of the village are served."""
    board = """
        .   .   .   ^   .   .
          .   .   ^   .   .   .
        S   H   S   H   H   ^
          S   .   .   ^   .   .
        .   .   ^   .   .   .
    """
    assert sheep_points("F", board) == (6, -5)


@pytest.mark.rule("SV S5")
@pytest.mark.rule("SV 5.1", "refused")
def test_a_sheep_at_the_open_end_of_a_track_is_not_connected() -> None:
    assert sheep_points("F", drawn("F", c1="H", c2="L03", c3="S")) == (0, -5)
    assert sheep_points("F", drawn("F", c1="H", c2="L03", c3="H", c4="S")) == (3, -5)
    assert sheep_points("F", drawn("F", c1="H", c2="L03", c3="H", c4="S", c5="S")) == (6, 0)


ROW_OF_SIX = """
    .   .   ^   ^   .   .
      .   .   .   .   .   .
    .   ^   .   .   ^   .
      .   .   .   ^   .   .
    {}
"""


@pytest.mark.rule("SV 5.1")
@pytest.mark.parametrize(
    ("row", "served", "unserved"),
    [
        ("H S H S H S", 3, 0),  # each sheep its left house; the one at the right edge has no choice
        ("S H S H S H", 3, 0),
        ("S H S H . .", 2, 0),
        (". . H S H S", 2, 0),
        ("H S H S H .", 2, 1),
        ("S H S H S .", 2, 0),
        ("S S H S H H", 2, 1),  # e1 and e2 only at e3: e4 must go right
        ("H H S H S S", 2, 1),
        ("H S S H S H", 3, 0),
    ],
)
def test_the_allotment_that_serves_most_houses_is_taken(row: str, served: int, unserved: int) -> None:
    assert sheep_points("H", ROW_OF_SIX.format(row)) == (3 * served, -5 * unserved)


@pytest.mark.rule("SV 5.1")
def test_a_sheep_with_a_choice_makes_room_for_one_without_along_a_whole_chain() -> None:
    """Five houses, none beside another. The sheep a1 can only serve b1, so b2 must go to c3, and so on."""
    board = """
        S   .   ^   ^   .   .
          H   S   .   .   .   .
        .   ^   H   .   ^   .
          .   S   .   ^   .   .
        .   H   S   H   S   H
    """
    # a1 to b1, b2 to b1 or c3, the herd of d2 and e3 to c3, e2 or e4, e5 to e4 or e6.
    assert sheep_points("H", board) == (15, 0)


# ---- sunflowers (SV 5.3) -------------------------------------------------------------------------------


@pytest.mark.rule("SV 5.3")
@pytest.mark.parametrize("colour", NAMES)
@pytest.mark.parametrize("sheet", "ABCDEFGH")
def test_the_most_sunflowers_of_a_colour_bring_three(sheet: str, colour: str) -> None:
    first, second, third, *_ = hexes_of(colour, sheet)
    table = together(
        sheet,
        drawn(sheet, **{first: "F"}),
        drawn(sheet, **{first: "F", second: "F", third: "F"}),
        drawn(sheet, **{second: "F", third: "F"}),
    )
    assert column(table, "sunflower_majorities") == [0, 3, 0]
    assert [player["sunflowers"][colour] for player in table["players"]] == [1, 3, 2]


@pytest.mark.rule("SV 5.3")
@pytest.mark.rule("SV S8")
def test_super_sunflowers_count_like_plain_ones() -> None:
    table = together("A", drawn(a1="F", a2="U"), drawn(b1="F"))
    assert column(table, "sunflower_majorities") == [3, 0]
    assert column(together("A", drawn(a1="U"), drawn(b1="F")), "sunflower_majorities") == [0, 0]


@pytest.mark.rule("SV 5.3")
def test_each_colour_is_compared_by_itself() -> None:
    """Orange, yellow to the first, green to the second, pink tied, blue to nobody."""
    table = together(
        "A", drawn(a1="F", a6="F", b4="F", d1="F"), drawn(a6="U", a3="F", d2="F"), drawn(b5="F", e1="F")
    )
    assert column(table, "sunflower_majorities") == [6, 3, 0]


@pytest.mark.rule("SV 5.3")
def test_one_player_may_have_all_five_colours() -> None:
    """25 sunflowers: 15 for the colours, each neighbour of a mountain counted, nothing for villagers."""
    everything = drawn("A", rest="F")
    table = together("A", everything, drawn(), drawn(), drawn(), drawn())
    assert column(table, "sunflower_majorities") == [15, 0, 0, 0, 0]


@pytest.mark.rule("SV 5.3", "refused")
def test_a_tie_in_a_colour_gives_nobody_anything() -> None:
    assert column(together("A", drawn(a1="F"), drawn(a2="F")), "sunflower_majorities") == [0, 0]
    three = together("A", drawn(a1="F"), drawn(a1="F", a2="F"), drawn(b1="F", b2="U"))
    assert column(three, "sunflower_majorities") == [0, 0, 0]  # the second most gets nothing either
    later = together("A", drawn(a1="F", a2="F"), drawn(a1="F"), drawn(b1="F", b2="U"), drawn(a1="F"))
    assert column(later, "sunflower_majorities") == [0, 0, 0, 0]


@pytest.mark.rule("SV 5.3")
def test_a_tie_among_those_with_fewer_does_not_matter() -> None:
    table = together("A", drawn(a1="F"), drawn(a1="F"), drawn(b1="F", b2="U"), drawn(a1="F"))
    assert column(table, "sunflower_majorities") == [0, 0, 3, 0]


@pytest.mark.rule("SV 5.3", "refused")
def test_a_colour_without_sunflowers_brings_nothing() -> None:
    table = together("A", drawn(a1="H"), drawn(a1="S"), drawn())
    assert column(table, "sunflower_majorities") == [0, 0, 0]


# ---- mountains (SV 5.4) --------------------------------------------------------------------------------


@pytest.mark.rule("SV 5.4")
@pytest.mark.rule("SV S8")
@pytest.mark.parametrize("token", ["F", "U"])
@pytest.mark.parametrize("sheet", "ABCDEFGH")
def test_a_sunflower_scores_one_for_each_mountain_beside_it(sheet: str, token: str) -> None:
    everywhere = 0
    for place in slow_scorer.HEXES:
        if printed(sheet, place) != "^":
            peaks = [other for other in slow_scorer.around(place) if printed(sheet, other) == "^"]
            assert alone(sheet, drawn(sheet, **{place: token}))["mountains"] == len(peaks)
            everywhere += len(peaks)
    assert alone(sheet, drawn(sheet, rest=token))["mountains"] == everywhere


@pytest.mark.rule("SV 5.4")
def test_a_sunflower_between_two_mountains_scores_for_both() -> None:
    """c2 and c4 lie between the mountains c1, c3 and c5."""
    board = """
        .   .   .   .   ^   .
          .   .   .   .   .   .
        ^   F   ^   U   ^   .
          .   .   .   .   .   .
        .   .   .   ^   .   .
    """
    assert alone("A", board)["mountains"] == 4


@pytest.mark.rule("SV 5.4", "refused")
def test_a_sunflower_away_from_mountains_scores_nothing() -> None:
    assert alone("A", drawn(a1="F", a2="U", a3="F", e1="F", d6="U", e6="F"))["mountains"] == 0


@pytest.mark.rule("SV 5.4", "refused")
@pytest.mark.parametrize("token", [".", "H", "S", "L03", "L14", "L25", "C02", "C35"])
def test_nothing_else_beside_a_mountain_scores(token: str) -> None:
    assert alone("A", drawn("A", rest=token))["mountains"] == 0


# ---- villagers (SV 5.5) --------------------------------------------------------------------------------


def villager_points(*sheets: list[str]) -> list[int]:
    return column(together("A", *sheets), "villager_points")


@pytest.mark.rule("SV 5.5")
def test_most_villagers_bring_five_points_second_most_three_others_nothing() -> None:
    sheets = [drawn(a1="U"), drawn(a1="H", a2="H"), drawn(), drawn(a1="H", a2="U"), drawn(a1="H")]
    assert villager_points(*sheets) == [0, 5, 0, 3, 0]
    assert villager_points(*sheets[::-1]) == [0, 3, 0, 5, 0]


@pytest.mark.rule("SV 5.5")
@pytest.mark.rule("SV S9")
def test_the_second_of_two_players_has_three_points() -> None:
    assert villager_points(drawn(a1="H"), drawn(a1="H", a2="U")) == [3, 5]
    assert villager_points(drawn(), drawn(a2="U")) == [3, 5]


@pytest.mark.rule("SV 5.5")
def test_villagers_come_before_houses_and_houses_before_sunflowers() -> None:
    """Three villagers without a house before one house; one house before five sunflowers."""
    assert villager_points(drawn(a1="U", a2="U", a3="U"), drawn(a1="H")) == [5, 3]
    assert villager_points(drawn(a1="H"), drawn(a1="U", a2="U", a3="F", a4="F", b1="F")) == [5, 3]


@pytest.mark.rule("SV 5.5")
@pytest.mark.parametrize(
    ("sheets", "points"),
    [
        pytest.param([{"a1": "U", "a2": "U"}, {"a1": "H"}], [3, 5], id="houses for first"),
        pytest.param([{"a1": "H"}, {"a1": "H", "a2": "F"}], [3, 5], id="sunflowers for first"),
        pytest.param([{"a1": "U"}, {"a1": "U", "a2": "F"}, {}], [3, 5, 0], id="without houses too"),
        pytest.param(
            [{"a1": "H", "a2": "H"}, {"a1": "U", "a2": "U"}, {"a1": "H"}], [5, 0, 3], id="houses for second"
        ),
        pytest.param(
            [{"a1": "H"}, {"a1": "H", "a2": "H"}, {"a1": "H", "a2": "F"}],
            [0, 5, 3],
            id="sunflowers for second",
        ),
    ],
)
def test_equal_villagers_are_ranked_by_houses_then_sunflowers(
    sheets: list[dict[str, str]], points: list[int]
) -> None:
    assert villager_points(*[drawn(**symbols) for symbols in sheets]) == points


@pytest.mark.rule("SV 5.5", "refused")
@pytest.mark.parametrize(
    "sheets",
    [
        pytest.param([{"a1": "H"}, {"e1": "H"}], id="both of two"),
        pytest.param([{"a1": "H"}, {"e1": "H"}, {"a1": "U"}], id="two, and one behind them"),
        pytest.param([{}, {"a1": "H"}, {"a1": "U"}, {"e6": "H"}], id="two, and two behind them"),
        pytest.param([{"a1": "H"}, {"a1": "H"}, {"a1": "H"}], id="all three"),
        pytest.param(
            [{"a1": "H", "a2": "U"}, {"a1": "H", "b2": "U"}, {"a1": "H", "a2": "F"}], id="with supers"
        ),
        pytest.param([{}, {}, {}, {}, {}], id="five blank sheets"),
    ],
)
def test_after_a_full_tie_for_first_nobody_scores_first_or_second(sheets: list[dict[str, str]]) -> None:
    assert villager_points(*[drawn(**symbols) for symbols in sheets]) == [0] * len(sheets)


@pytest.mark.rule("SV 5.5", "refused")
@pytest.mark.parametrize(
    ("sheets", "points"),
    [
        pytest.param([{"a1": "U"}, {"a1": "H"}, {"e1": "U"}], [0, 5, 0], id="two"),
        pytest.param(
            [{"a1": "H"}, {"a1": "U"}, {}, {"a2": "U"}], [5, 0, 0, 0], id="two, and one behind them"
        ),
        pytest.param([{}, {}, {}, {}, {"a1": "U"}], [0, 0, 0, 0, 5], id="four"),
    ],
)
def test_after_a_full_tie_for_second_only_the_first_scores(
    sheets: list[dict[str, str]], points: list[int]
) -> None:
    assert villager_points(*[drawn(**symbols) for symbols in sheets]) == points


@pytest.mark.rule("SV 5.5")
def test_a_tie_for_third_does_not_matter() -> None:
    assert villager_points(drawn(a1="H", a2="U"), drawn(), drawn(a1="H"), drawn()) == [5, 0, 3, 0]


@pytest.mark.rule("SV 5.5")
def test_villagers_are_ranked_whatever_the_points() -> None:
    """Ten unserved houses are most villagers all the same: −50 + 5."""
    many = drawn(**dict.fromkeys(["a1", "a2", "a3", "a4", "a6", "b1", "b2", "b3", "b4", "b5"], "H"))
    table = together("A", many, drawn(d1="H", e1="S"))
    assert column(table, "villagers") == [20, 2]
    assert column(table, "villager_points") == [5, 3]
    assert column(table, "total") == [-45, 6]


# ---- who wins (SV 5.7) ---------------------------------------------------------------------------------

CROWDED = drawn(b4="H", b5="H", b6="H", a1="F", a3="F")  # twice at a table: nobody scores for villagers
HOME = {"a6": "H", "b6": "S"}  # three points


def ranked(*sheets: list[str]) -> tuple[list[int], list[int]]:
    """Points and places; behind the players sit two whose villagers are tied for first."""
    table = together("A", *sheets, CROWDED, CROWDED)
    return column(table, "total")[: len(sheets)], table["places"][: len(sheets)]


@pytest.mark.rule("SV 5.7")
def test_most_points_win_whatever_else() -> None:
    """More houses, sunflowers and villagers, but 3 − 5 points."""
    assert ranked(drawn(d1="H", d2="H", e1="S", a3="U"), drawn(**HOME)) == ([-2, 3], [2, 1])


@pytest.mark.rule("SV 5.7")
def test_equal_points_go_to_more_houses() -> None:
    """Three points for a house with a sheep, or for most orange sunflowers."""
    assert ranked(drawn(a1="F", a2="F"), drawn(**HOME)) == ([3, 3], [2, 1])
    two_houses = drawn(**HOME, d1="H", e1="S")
    one_and_flowers = drawn(**HOME, a1="F", a2="U")
    assert ranked(one_and_flowers, two_houses) == ([6, 6], [2, 1])


@pytest.mark.rule("SV 5.7")
def test_equal_houses_go_to_more_sunflowers() -> None:
    """a1 and a3 are away from mountains, and tied with the crowd's."""
    assert ranked(drawn(**HOME), drawn(**HOME, a3="F")) == ([3, 3], [2, 1])
    assert ranked(drawn(**HOME, a1="F", a3="F"), drawn(**HOME, a3="U")) == ([3, 3], [1, 2])


@pytest.mark.rule("SV 5.7")
@pytest.mark.rule("SV S8")
def test_equal_sunflowers_plain_or_super_go_to_more_villagers() -> None:
    assert ranked(drawn(**HOME, a3="F"), drawn(**HOME, a3="U")) == ([3, 3], [2, 1])
    assert ranked(drawn(**HOME, a1="U", a3="U"), drawn(**HOME, a3="U", a1="F")) == ([3, 3], [1, 2])


@pytest.mark.rule("SV 5.7", "refused")
@pytest.mark.rule("SV S13")
def test_players_who_are_equal_in_everything_share_the_place() -> None:
    same = drawn(**HOME, a3="F")
    assert ranked(same, drawn(d1="H", e1="S", a3="F"), drawn(**HOME)) == ([3, 3, 3], [1, 1, 3])
    assert ranked(drawn(**HOME, a3="U"), same, same) == ([3, 3, 3], [1, 2, 2])
    table = together("A", *[same] * 5)
    assert table["places"] == [1, 1, 1, 1, 1]


@pytest.mark.rule("SV 5.7")
@pytest.mark.rule("SV S13")
def test_after_a_shared_place_the_next_is_left_out() -> None:
    table = together("A", drawn(), drawn(a1="H"), drawn(), drawn(a1="H"), drawn(a1="H", a2="H"))
    assert column(table, "total") == [0, -5, 0, -5, -5]  # the last has −10 and most villagers
    assert table["places"] == [1, 4, 1, 4, 3]


# ---- the whole -----------------------------------------------------------------------------------------


@pytest.mark.rule("SV 5.7")
def test_the_total_is_the_sum_of_all_lines() -> None:
    """One house served, two not; orange; mountains 2 + 1; most villagers; two lines between two villages."""
    board = """
        .   .   C04 C35 ^   H
          .   H   C35 C24 .   S
        ^   F   ^   H   ^   .
          F   .   .   .   .   .
        .   .   .   ^   .   .
    """
    scene = Scene.shown(rows(board), drawn(d1="F", b5="H"))
    assert scene.state.score_lines(0) == {
        "houses_with_sheep": 3,
        "houses_without": -10,
        "sunflower_majorities": 3,
        "mountains": 3,
        "villager_points": 5,
        "high_speed": 4,
        "total": 8,
    }
    assert scene.state.scores() == [8, -1]  # −5 + 1 + 3
    assert scene.state.places() == [1, 2]
    assert list(scene.state.score_lines(1)) == list(scene.state.score_lines(0))
