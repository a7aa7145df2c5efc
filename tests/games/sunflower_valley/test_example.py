"""The worked example of the rules page: 34 points by itself, 45 at a table."""

from __future__ import annotations

import pytest

from tests.games.sunflower_valley.boards import alone, column, lines, networks, rows, together, villages
from tests.games.sunflower_valley.scenes import Scene

EXAMPLE = """
    C35 S   F   S   ^   H
      U   H   H   U   U   S
    ^   L14 ^   C24 ^   H
      H   L03 H   F   C15 C24
    S   S   U   ^   S   H
"""
# Full as well. Three green and two pink sunflowers are more than the example has, one yellow and blue not.
# The one house, at b5, has no sheep. Mountains: a4 1, b3 1, b4 2, d1 1, d4 2.
OPPONENT = """
    L14 L14 F   F   ^   L14
      L14 L14 F   F   H   L14
    ^   L14 ^   S   ^   L14
      F   L14 L14 F   L14 L14
    F   L14 L14 ^   S   L14
"""


@pytest.mark.rule("SV 4.1")
@pytest.mark.rule("SV 4.3")
def test_its_villages_and_lines() -> None:
    assert villages("A", EXAMPLE) == ["a6", "b2 b3", "c6", "d1", "d3", "e6"]
    assert lines("A", EXAMPLE) == ["b2>c2>d1", "b3>c4>d3", "c6>d5>e6", "c6>d6>e6", "d1>d2>d3"]
    assert networks("A", EXAMPLE) == ["a6", "b2 b3 d1 d3", "c6 e6"]


@pytest.mark.rule("SV 5.1")
@pytest.mark.rule("SV 5.2")
@pytest.mark.rule("SV 5.4")
@pytest.mark.rule("SV 5.6")
def test_it_scores_thirty_four_by_itself() -> None:
    """Six houses served and one not, groups of three villages and of two: 18 − 5 + 8 + 13."""
    assert alone("A", EXAMPLE) == {
        "houses_with_sheep": 18,
        "houses_without": -5,
        "mountains": 8,
        "high_speed": 13,
        "villagers": 18,
        "houses": 7,
        "sunflowers": {"orange": 1, "yellow": 2, "green": 1, "pink": 1, "blue": 1},
        "total": 34,
    }


@pytest.mark.rule("SV 5.3")
@pytest.mark.rule("SV 5.5")
@pytest.mark.rule("SV 5.7")
def test_it_scores_forty_five_with_two_majorities_and_most_villagers() -> None:
    """Orange and yellow, 6, and first in villagers, 5. The other: −5 + 7, green and pink, second."""
    table = together("A", EXAMPLE, OPPONENT)
    assert column(table, "sunflower_majorities") == [6, 6]
    assert column(table, "villager_points") == [5, 3]
    assert column(table, "mountains") == [8, 7]
    assert column(table, "total") == [45, 11]
    assert table["places"] == [1, 2]


@pytest.mark.rule("SV 5.3")
@pytest.mark.rule("SV 5.5")
@pytest.mark.parametrize("opponents", [2, 3, 4])
def test_it_scores_forty_five_at_a_larger_table_too(opponents: int) -> None:
    """The others tie in green, pink and for second place among themselves."""
    table = together("A", *[OPPONENT] * opponents, EXAMPLE)
    assert column(table, "total") == [2] * opponents + [45]
    assert table["places"] == [2] * opponents + [1]


@pytest.mark.rule("SV 5.7")
def test_a_finished_game_with_it_scores_the_same() -> None:
    state = Scene.shown(rows(EXAMPLE), rows(OPPONENT)).state
    assert state.scores() == [45, 11]
    assert state.places() == [1, 2]
    assert state.score_lines(0) == {
        "houses_with_sheep": 18,
        "houses_without": -5,
        "sunflower_majorities": 6,
        "mountains": 8,
        "villager_points": 5,
        "high_speed": 13,
        "total": 45,
    }


def test_its_reasons() -> None:
    """The sheep b6 may serve a6, c6 or e6, the sheep e5 only the last two: one of the three goes without."""
    reasons = Scene.shown(rows(EXAMPLE), rows(OPPONENT)).state.reasons(0)
    assert [event.args for event in reasons["high_speed"]] == [
        {"villages": "b2+b3,d1,d3", "lines": "b2>c2>d1,b3>c4>d3,d1>d2>d3", "count": 3, "points": 9},
        {"villages": "c6,e6", "lines": "c6>d5>e6,c6>d6>e6", "count": 2, "points": 4},
    ]
    assert [str(event) for event in reasons["sunflower_majorities"]] == [
        "1 majority colour=orange count=1 points=3",
        "1 majority colour=yellow count=2 points=3",
    ]
    assert [str(event) for event in reasons["villager_points"]] == [
        "1 first_in_villagers villagers=18 points=5"
    ]
    [unserved] = [event.args["house"] for event in reasons["houses_without"]]
    assert unserved in ("a6", "c6", "e6")
    served = [event.args["house"] for event in reasons["houses_with_sheep"]]
    assert sorted([unserved, *map(str, served)]) == ["a6", "b2", "b3", "c6", "d1", "d3", "e6"]
    assert [str(event) for event in reasons["mountains"]] == [
        "1 feeds sunflower=b1 mountain=c1",
        "1 feeds sunflower=b4 mountain=a5",
        "1 feeds sunflower=b4 mountain=c5",
        "1 feeds sunflower=b5 mountain=a5",
        "1 feeds sunflower=b5 mountain=c5",
        "1 feeds sunflower=d4 mountain=c5",
        "1 feeds sunflower=d4 mountain=e4",
        "1 feeds sunflower=e3 mountain=e4",
    ]
