"""The family variant (SV 6): a sheep serves only a neighbouring house."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.sunflower_valley.boards import alone, column, sheep_points, together
from tests.games.sunflower_valley.random_boards import KINDS, Kind
from tests.games.sunflower_valley.scenes import Scene, drawn

ROW_OF_SIX = """
    .   .   ^   ^   .   .
      .   .   .   .   .   .
    .   ^   .   .   ^   .
      .   .   .   ^   .   .
    {}
"""


@pytest.mark.rule("SV 6.1")
@pytest.mark.parametrize("place", ["b1", "b2", "c1", "c3", "d1", "d2"])
def test_a_sheep_serves_a_house_on_a_neighbouring_hex(place: str) -> None:
    assert sheep_points("F", drawn("F", c2="H", **{place: "S"}), "family") == (3, 0)


@pytest.mark.rule("SV 6.1")
@pytest.mark.parametrize(
    ("row", "served", "unserved"),
    [
        ("H S H S H S", 3, 0),
        ("S H S H S H", 3, 0),
        ("H S H . . .", 1, 1),
        ("S H S . . .", 1, 0),
        ("S H S H . .", 2, 0),
        (". . H S H S", 2, 0),
        ("H S H S H .", 2, 1),
        ("H S S H . .", 2, 0),
    ],
)
def test_the_allotment_still_serves_most_houses(row: str, served: int, unserved: int) -> None:
    assert sheep_points("H", ROW_OF_SIX.format(row), "family") == (3 * served, -5 * unserved)


@pytest.mark.rule("SV 6.1")
def test_each_sheep_of_a_herd_serves_by_itself() -> None:
    """Four sheep in a row, the houses at both ends of it and one below the middle."""
    board = """
        .   .   ^   ^   .   .
          .   .   .   .   .   .
        .   ^   .   .   ^   .
          .   .   H   ^   .   .
        H   S   S   S   S   H
    """
    assert sheep_points("H", board, "family") == (9, 0)


@pytest.mark.rule("SV 6.1", "refused")
def test_a_herd_carries_nothing() -> None:
    """c2 and c3 are one herd, but only c2 is beside a house; the village needs two sheep."""
    board = drawn("F", b1="H", c1="H", c2="S", c3="S")
    assert sheep_points("F", board, "standard") == (6, 0)
    assert sheep_points("F", board, "family") == (3, -5)


@pytest.mark.rule("SV 6.1", "refused")
def test_a_village_carries_nothing() -> None:
    """Both sheep are beside c4 alone."""
    board = drawn("F", c2="H", c3="H", c4="H", b4="S", c5="S")
    assert sheep_points("F", board, "standard") == (6, -5)
    assert sheep_points("F", board, "family") == (3, -10)


@pytest.mark.rule("SV 6.1", "refused")
def test_a_track_carries_nothing() -> None:
    board = drawn("F", c1="H", c2="L03", c3="H", c4="S", b2="S")
    assert sheep_points("F", board, "standard") == (6, 0)
    assert sheep_points("F", board, "family") == (3, -5)


@pytest.mark.rule("SV 6.1", "refused")
def test_a_second_sheep_at_a_house_still_scores_nothing() -> None:
    assert sheep_points("F", drawn("F", c1="S", c2="H", c3="S"), "family") == (3, 0)


@pytest.mark.rule("SV 6.1")
def test_the_example_of_the_rules_page_scores_one_house_less() -> None:
    """a2 serves b2, a4 b3, b6 one of a6 and c6, e1 or e2 d1, e5 e6: nobody is beside d3. 15 − 10 + 8 + 13."""
    board = """
        C35 S   F   S   ^   H
          U   H   H   U   U   S
        ^   L14 ^   C24 ^   H
          H   L03 H   F   C15 C24
        S   S   U   ^   S   H
    """
    found = alone("A", board, "family")
    assert [found[line] for line in ("houses_with_sheep", "houses_without", "mountains", "high_speed")] == [
        *(15, -10),
        *(8, 13),
    ]
    assert found["total"] == 26


@pytest.mark.rule("SV 6.1")
@pytest.mark.parametrize("kind", KINDS)
def test_the_rest_is_unchanged(kind: Kind) -> None:
    rng = Random(6)
    for sheet in "ABCDEFGH":
        sheets = [kind(rng, sheet) for _ in range(3)]
        standard = together(sheet, *sheets)
        family = together(sheet, *sheets, variant="family")
        for line in ["mountains", "high_speed", "villagers", "houses", "sunflowers"]:
            assert column(standard, line) == column(family, line)
        for line in ["sunflower_majorities", "villager_points"]:
            assert column(standard, line) == column(family, line)
        for one, other in zip(standard["players"], family["players"], strict=True):
            assert one["houses_with_sheep"] >= other["houses_with_sheep"]


@pytest.mark.rule("SV 6.1")
def test_a_game_of_the_variant_scores_like_it() -> None:
    sheets = [drawn("F", c1="H", c2="L03", c3="H", c4="S", b2="S"), drawn("F")]
    assert Scene.shown(*sheets, sheet="F").state.score_lines(0)["houses_with_sheep"] == 6
    family = Scene.shown(*sheets, sheet="F", options=["family"]).state
    assert family.score_lines(0)["houses_with_sheep"] == 3
    assert family.score_lines(0)["houses_without"] == -5
    assert family.scores() == [3 - 5 + 5, 3]
