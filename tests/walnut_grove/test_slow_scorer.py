"""The slow scorer against farms worked out by hand (WG 8, 9.4, 11)."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.walnut_grove import slow_scorer
from tests.walnut_grove.slow_scorer import (
    Cell,
    all_faults,
    districts,
    enclosed_areas,
    land_of,
    random_farm,
    score,
)

HANDMADE = [
    json.loads(line)
    for line in (Path(__file__).resolve().parent / "farms" / "handmade.jsonl").read_text("utf-8").splitlines()
]
KEYS = ["fences", "figures", "buildings", "coins", "improvements", "help", "total"]

# Two areas, four figures, five buildings, two coins, two goods once stored, largest district two.
RICH: dict[str, Any] = {
    "board": "yellow",
    "tiles": [[9, 1, 1, 2], [4, 0, 1, 0], [11, 2, 1, 0]],
    "barn": ["grain", "silver", "gold"],
    "land": {"fish": 1},
    "labourers": ["yellow", "white"],
    "recruits": ["blue"],
    "huts": 2,
    "barns": 1,
}


def yellow(**rest: Any) -> dict[str, Any]:
    """A farm on the yellow board."""
    return {"board": "yellow", **rest}


@pytest.mark.parametrize("case", HANDMADE, ids=lambda case: case["about"])
def test_handmade_farms(case: dict[str, Any]) -> None:
    """Every farm of the collection has the answer worked out by hand, or the paragraph that refuses it."""
    found = score(case["farm"])
    if "rule" in case["answer"]:
        assert found["rule"] == case["answer"]["rule"]
        assert set(found) == {"error", "rule"}
    else:
        assert found == case["answer"]


def test_example_of_the_rules_page() -> None:
    """WG 11: its numbers, and these keys in this order."""
    found = score(HANDMADE[0]["farm"])
    assert list(found.items()) == list(zip(KEYS, [0, 8, 5, 1, 9, -6, 17], strict=True))


# ---- fences ------------------------------------------------------------------------------------------

LINE = {(0, 1): ["N-S"]}
RIM_RING = {(0, 1): ["E-S"], (1, 1): ["S-W"]}
CORNER_RING = {(0, 5): ["N-E"], (1, 5): ["W-N"], (0, 6): ["E-S"], (1, 6): ["S-W"]}


@pytest.mark.parametrize(
    ("drawn", "areas"),
    [
        pytest.param({}, 0, id="no fence"),
        pytest.param(LINE, 0, id="a straight line up from the rim"),
        pytest.param({(0, 1): ["N-E", "S-W"]}, 0, id="two corner lines on one tile"),
        pytest.param({(0, 1): ["W-N-E"]}, 0, id="a T"),
        pytest.param(RIM_RING, 1, id="two corner lines and the rim"),
        pytest.param({(4, 1): ["E-S"], (5, 1): ["S-W"]}, 0, id="east of the rim"),
        pytest.param({(-1, 1): ["E-S"], (0, 1): ["S-W"]}, 0, id="west of the rim"),
        pytest.param({(0, 2): ["E-S"], (1, 2): ["S-W"]}, 0, id="the same above the rim, over free cells"),
        pytest.param(CORNER_RING, 1, id="four corner lines round a corner"),
        pytest.param({**CORNER_RING, (1, 6): ["N-E"]}, 0, id="the same with a gap"),
        pytest.param({**CORNER_RING, **RIM_RING}, 2, id="two rings apart"),
        pytest.param({**CORNER_RING, (1, 6): ["S-W-N"]}, 1, id="a ring with a T whose arm dangles"),
        pytest.param({**CORNER_RING, (1, 6): ["N-E-S"]}, 0, id="a T that misses the ring's west side"),
        pytest.param(
            {(0, 1): ["E-S"], (1, 1): ["E-W"], (2, 1): ["S-W"]}, 1, id="a straight line lengthens the ring"
        ),
        pytest.param({(0, 1): ["E-S"], (1, 1): ["E-S-W"], (2, 1): ["S-W"]}, 2, id="a T parts it"),
        pytest.param(
            {(0, 1): ["E-S"], (1, 1): ["W-N-E"], (2, 1): ["S-W"]}, 1, id="a T with its arm outside does not"
        ),
        pytest.param(
            {(0, 1): ["N-S"], (0, 2): ["E-S"], (1, 2): ["E-W"], (2, 2): ["S-W"], (2, 1): ["N-S"]},
            1,
            id="a free cell inside",
        ),
        pytest.param(
            {(0, 1): ["N-S"], (0, 2): ["E-S"], (1, 2): ["E-S-W"], (2, 2): ["S-W"], (2, 1): ["N-S"]},
            1,
            id="an arm that dangles into the free cell",
        ),
        pytest.param(
            {(0, 1): ["N-E-S"], (1, 1): ["E-S-W"], (2, 1): ["S-W-N"]}
            | {(0, 2): ["E-S"], (1, 2): ["E-W"], (2, 2): ["S-W"]},
            3,
            id="two areas on the rim, one over both",
        ),
        pytest.param(
            {(0, 5): ["E-S"], (1, 5): ["S-W"], (0, 4): ["N-E-S"], (1, 4): ["S-W-N"]}
            | {(0, 3): ["N-E"], (1, 3): ["W-N"]},
            2,
            id="two rings that share a fence",
        ),
        pytest.param(
            {(0, 5): ["E-S"], (1, 5): ["S-W"], (0, 4): ["N-E"], (1, 4): ["W-N", "E-S"], (2, 4): ["S-W"]}
            | {(1, 3): ["N-E"], (2, 3): ["W-N"]},
            2,
            id="two corner lines of one tile in two rings that do not touch",
        ),
    ],
)
def test_enclosed_areas(drawn: dict[Cell, list[str]], areas: int) -> None:
    """WG 9.4, by the graph and by the picture: enclosed_areas holds them against each other."""
    assert enclosed_areas(drawn) == areas


def square_ring(left: int, low: int, size: int) -> dict[Cell, list[str]]:
    """A square of fence through the middles of its border cells, `size` cells wide."""
    right, high = left + size - 1, low + size - 1
    ring = {(left, low): ["N-E"], (right, low): ["W-N"], (left, high): ["E-S"], (right, high): ["S-W"]}
    for i in range(1, size - 1):
        ring |= {(left, low + i): ["N-S"], (right, low + i): ["N-S"]}
        ring |= {(left + i, low): ["E-W"], (left + i, high): ["E-W"]}
    return ring


@pytest.mark.parametrize("rings", [1, 2, 3])
def test_rings_in_rings(rings: int) -> None:
    """The land between two fences is enclosed too, so each ring is one area."""
    drawn: dict[Cell, list[str]] = {}
    for i in range(rings):
        drawn |= square_ring(-i, 4 - i, 2 + 2 * i)
    assert enclosed_areas(drawn) == rings


def test_a_row_of_ts_along_the_rim() -> None:
    """Each T with its foot on the rim parts one area more, five columns and no further."""
    drawn = {(column, 1): ["E-S-W"] for column in range(-2, 7)}
    assert enclosed_areas(drawn) == 4


def test_lattices_of_random_fences() -> None:
    """Graph and picture agree on crowded drawings of the shapes a tile can show (WG 9.3)."""
    crowded = [["W-N-E"], ["N-E-S"], ["E-S-W"], ["S-W-N"], ["N-E", "S-W"], ["E-S", "W-N"]]
    loose = [["N-E"], ["E-S"], ["S-W"], ["W-N"], ["N-S"], ["E-W"], []]
    cells = [(column, row) for column in range(-1, 7) for row in range(1, 7)]
    rng = Random(7)
    for shapes in [crowded] * 20 + [crowded + loose] * 20:
        enclosed_areas({cell: rng.choice(shapes) for cell in cells})


# ---- districts ---------------------------------------------------------------------------------------


def sizes(farm: dict[str, Any]) -> list[int]:
    """The sizes of all districts, largest first."""
    return sorted((len(district) for district in districts(land_of(farm))), reverse=True)


def test_districts_of_a_bare_board() -> None:
    """WG 4.1: five landscapes, five districts."""
    assert sizes(yellow()) == [1, 1, 1, 1, 1]


def test_district_joins_only_where_both_sides_match() -> None:
    """Tile 4 is fish but for its west; turned three times the grain side lies on the grain landscape."""
    assert sizes(yellow(tiles=[[4, 0, 1, 0]])) == [1] * 7
    assert sizes(yellow(tiles=[[4, 0, 1, 3]])) == [2] + [1] * 5


def test_a_patch_joins_round_the_tile() -> None:
    """Grain of tile 3 lies north, east and south: three neighbours in one district."""
    farm = yellow(tiles=[[3, 0, 1, 0], [9, 1, 1, 1], [20, 0, 2, 1]])
    assert sizes(farm)[0] == 4


def test_grown_together_through_one_tile() -> None:
    """Two fish districts, then the tile that joins them."""
    apart = [[4, 0, 1, 3], [29, 3, 1, 1], [15, 1, 1, 1]]
    assert sizes(yellow(tiles=apart))[:2] == [2, 2]
    assert sizes(yellow(tiles=[*apart, [33, 2, 1, 1]]))[:2] == [5, 2]


# ---- improvements ------------------------------------------------------------------------------------

ALONE = {"tent": 2, "ladder": 5, "safe": 2, "store": 2, "paddock": 2, "horses": 2, "well": 4}


@pytest.mark.parametrize(("name", "points"), ALONE.items())
def test_each_improvement_alone(name: str, points: int) -> None:
    """WG 8.6; the points stand under improvements, the others stay as they are."""
    found = score({**RICH, "improvements": [name]})
    assert found == dict(zip(KEYS, [2, 8, 5, 3, points, 0, 18 + points], strict=True))


@pytest.mark.parametrize(("name", "points"), {**ALONE, "tent": 4}.items())
def test_each_improvement_twice(name: str, points: int) -> None:
    """R14: both copies score."""
    assert score({**RICH, "improvements": [name, name]})["improvements"] == 2 * points


def test_store_fills_free_spaces_only() -> None:
    """WG 8.10: two of four spaces are free, eight goods lie on land, coins stay where they are."""
    land = {"grain": 2, "stone": 1, "dairy": 1, "fish": 2, "wood": 2}
    farm = yellow(barn=["copper", "grain"], land=land, improvements=["store"])
    assert score(farm)["improvements"] == 3


# ---- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("open_tiles", [0, 1])
def test_one_open_help_tile_is_possible(open_tiles: int) -> None:
    """WG 7.2."""
    assert score(yellow(help={"open": open_tiles}))["help"] == -2 * open_tiles


def test_everything_at_its_limit_is_possible() -> None:
    """As many of each as there are spaces, wagons and sites (WG 9.6)."""
    farm = yellow(barn=["gold"] * 8, barns=2, huts=4, labourers=["white"] * 4, improvements=["safe"] * 3)
    assert score(farm)["total"] == 10 + 8 + 16 + 24


def test_faults_are_told_in_the_order_of_the_rules_page() -> None:
    """Several at once: all are found, the first is told."""
    farm = yellow(tiles=[[7, 9, 9, 0]], land={"stone": 4}, barn=["wood"] * 5, help={"open": 2}, huts=5)
    assert [paragraph for paragraph, _ in all_faults(farm)] == ["3.3", "4.5", "4.6", "7.2", "5.10"]
    assert score(farm)["rule"] == "WG 3.3"


def test_names_come_before_rules() -> None:
    """A farm that cannot be read is not judged further."""
    assert {paragraph for paragraph, _ in all_faults(yellow(huts=9, barn=["gravel"]))} == {"11"}


# ---- random farms ------------------------------------------------------------------------------------


def test_random_farms_are_varied() -> None:
    """Most are possible, some are not, each spoilt in one way; fences and districts occur."""
    rng = Random(1)
    farms = [random_farm(rng) for _ in range(150)]
    answers = [score(farm) for farm in farms]
    possible = [answer for answer in answers if "total" in answer]
    assert 90 < len(possible) < 140
    assert sum(answer["fences"] > 0 for answer in possible) > 20
    assert all(len({paragraph for paragraph, _ in all_faults(farm)}) < 2 for farm in farms)
    assert len({answer["rule"] for answer in answers if "rule" in answer}) > 4


def test_random_farms_survive_json() -> None:
    """They hold nothing but what JSON can write, and the same seed gives the same farm."""
    for seed in range(20):
        farm = random_farm(Random(seed))
        assert json.loads(json.dumps(farm)) == farm == random_farm(Random(seed))


def test_slow_scorer_knows_no_game() -> None:
    """It stays a second opinion only while it borrows nothing."""
    text = Path(slow_scorer.__file__).read_text("utf-8")
    imports = [line for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert imports
    assert not any("farmstead" in line for line in imports)
