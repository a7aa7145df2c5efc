"""The slow scorer against farms worked out by hand (WG 8, 9.4, 11)."""

import json
from functools import cache
from itertools import count
from math import hypot
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.walnut_grove import slow_scorer
from tests.games.walnut_grove.slow_scorer import (
    RULES,
    Cell,
    all_faults,
    areas_by_graph,
    districts,
    drawing,
    enclosed_areas,
    fence_lines,
    land_of,
    random_farm,
    random_tiles,
    read_options,
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
WEST_CORNER = {(-1, 0): ["N-E"], (-1, 1): ["E-S"], (0, 1): ["S-W"]}
EAST_CORNER = {(5, 0): ["W-N"], (5, 1): ["S-W"], (4, 1): ["E-S"]}
OVER_THE_BOARD = (
    {(-1, 0): ["N-E"], (-1, 1): ["E-S"], (5, 1): ["S-W"], (5, 0): ["W-N"]}
    | {(column, 1): ["E-W"] for column in range(5)}
)  # fmt: skip


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
        pytest.param(WEST_CORNER, 1, id="round the north-west corner"),
        pytest.param(EAST_CORNER, 1, id="round the north-east corner"),
        pytest.param({**WEST_CORNER, **EAST_CORNER}, 2, id="round both corners"),
        pytest.param({**WEST_CORNER, (-1, 1): ["N-S"]}, 0, id="a corner with a gap"),
        pytest.param(OVER_THE_BOARD, 1, id="from the west side over the board to the east side"),
        pytest.param({**OVER_THE_BOARD, (2, 1): ["E-S-W"]}, 2, id="the same with a foot on the rim"),
        pytest.param({**OVER_THE_BOARD, (5, 0): ["N-S"]}, 0, id="the same, passing by the east side"),
        pytest.param({(-1, 0): ["E-S"], (5, 0): ["S-W"]}, 0, id="lines from the rim to south sides"),
        pytest.param({(-2, 0): ["E-S"], (-1, 0): ["S-W"]}, 0, id="two south sides of row 0"),
        pytest.param({(5, 0): ["E-W"], (6, 0): ["E-W"]}, 0, id="a line to the east"),
        pytest.param(
            {(-2, 0): ["N-E"], (-1, 0): ["W-N"], (-2, 1): ["E-S"], (-1, 1): ["S-W"]},
            1,
            id="a ring beside the board",
        ),
        pytest.param(
            {(-2, 0): ["N-E"], (-1, 0): ["W-N-E"], (-2, 1): ["E-S"], (-1, 1): ["E-S-W"], (0, 1): ["S-W"]},
            2,
            id="the ring and the corner share a fence",
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


PIXELS = 8  # to the side of a cell
HALF_A_FENCE = 0.1  # cells
MIDDLES = {"N": (0.5, 1.0), "E": (1.0, 0.5), "S": (0.5, 0.0), "W": (0.0, 0.5)}


def areas_on_raster(drawn: dict[Cell, list[str]]) -> int:
    """Closed inner regions of a raster on which fences are thick walls and the board is one solid block.

    A third way, which shares neither lines nor ink nor rim with the two of the slow scorer.
    """
    columns = [*(column for column, _ in drawn), 0, 4]
    rows = [*(row for _, row in drawn), 0]
    cells = [(c, r) for c in range(min(columns) - 1, max(columns) + 2) for r in range(-1, max(rows) + 2)]
    free = {
        (PIXELS * column + x, PIXELS * row + y)
        for column, row in cells
        if not (row == 0 and 0 <= column < 5)
        for x, y in free_pixels(tuple(drawn.get((column, row), [])))
    }
    regions = 0
    while free:
        regions += 1
        reached = [free.pop()]
        for x, y in reached:  # grows while we walk along it
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in free:
                    free.remove(near)
                    reached.append(near)
    return regions - 1


@cache
def free_pixels(fences: tuple[str, ...]) -> list[tuple[int, int]]:
    """The pixels of a cell whose middle lies in no wall."""
    pixels = [(x, y) for x in range(PIXELS) for y in range(PIXELS)]
    return [(x, y) for x, y in pixels if not in_a_wall(fences, (x + 0.5) / PIXELS, (y + 0.5) / PIXELS)]


def in_a_wall(fences: tuple[str, ...], x: float, y: float) -> bool:
    """Whether a point of a cell lies within half a fence's width of one of its fences."""
    for fence in fences:
        ends = [MIDDLES[side] for side in fence.split("-")]
        segments = [(ends[0], ends[1])] if len(ends) == 2 else [(end, (0.5, 0.5)) for end in ends]
        if any(distance(segment, x, y) < HALF_A_FENCE for segment in segments):
            return True
    return False


def distance(segment: tuple[tuple[float, float], tuple[float, float]], x: float, y: float) -> float:
    """From a point to a segment."""
    (ax, ay), (bx, by) = segment
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    part = min(1.0, max(0.0, along))
    return hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay))


def old_areas(drawn: dict[Cell, list[str]]) -> int:
    """What it would be if the rim ended at the board's upper corners: its two sides belong to no node."""
    moved = {(0, 1): (-1000, 1), (10, 1): (1000, 1)}
    lines = [line for cell, fences in drawn.items() for fence in fences for line in fence_lines(cell, fence)]
    return areas_by_graph([(moved.get(a, a), moved.get(b, b)) for a, b in lines], 5)


@pytest.mark.more
def test_three_ways_to_count_agree_on_land_on_both_sides_of_the_board() -> None:
    """300 random lands of real tiles in row 0 in the west and in the east; at many the rim's sides matter.

    Slow: the slow scorer is slow.
    """
    lands, sides_matter = 0, 0
    for seed in count():
        tiles = random_tiles(Random(seed), 6 + seed % 13, lowest=0)
        row_0 = [column for _, column, row, _ in tiles if row == 0]
        if not row_0 or not (min(row_0) < 0 and max(row_0) > 4):
            continue
        drawn = drawing({"tiles": tiles})
        areas = enclosed_areas(drawn)
        assert areas_on_raster(drawn) == areas, tiles
        sides_matter += old_areas(drawn) != areas
        lands += 1
        if lands == 300:
            break
    assert sides_matter > 30


def test_three_ways_to_count_agree_on_crowded_fences_round_the_board() -> None:
    """Every cell round the board has fences."""
    shapes = [["W-N-E"], ["N-E-S"], ["E-S-W"], ["S-W-N"], ["N-E", "S-W"], ["E-S", "W-N"], ["N-S"], ["E-W"]]
    cells = [(column, row) for column in range(-3, 8) for row in range(3)]
    cells = [cell for cell in cells if cell not in [(column, 0) for column in range(5)]]
    rng = Random(11)
    for _ in range(40):
        drawn = {cell: rng.choice(shapes) for cell in cells}
        assert areas_on_raster(drawn) == enclosed_areas(drawn)


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


@pytest.mark.parametrize(
    ("board", "tile", "size"),
    [
        ("yellow", [9, -1, 0, 0], 2),  # grain to the east
        ("yellow", [9, -1, 0, 2], 1),  # wood to the east
        ("blue", [4, -1, 0, 0], 2),  # fish to the east
        ("blue", [9, -1, 0, 0], 1),  # grain to the east
        ("yellow", [11, 5, 0, 0], 2),  # wood to the west, on both boards
        ("blue", [11, 5, 0, 0], 2),
        ("blue", [11, 5, 0, 2], 1),  # grain to the west
    ],
)
def test_a_tile_beside_the_board_joins_the_landscape(board: str, tile: list[int], size: int) -> None:
    """WG 3.7: the outer landscapes show their terrain to the sides, too."""
    assert sizes({"board": board, "tiles": [tile]})[0] == size


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
    farm = yellow(barn=["gold"] * 8, barns=2, huts=4, labourers=["white"] * 8, improvements=["safe"] * 3)
    assert score(farm)["total"] == 18 + 8 + 16 + 24


def test_faults_are_told_in_the_order_of_the_rules_page() -> None:
    """Several at once: all are found, the first is told."""
    farm = yellow(tiles=[[7, 9, 9, 0]], land={"stone": 4}, barn=["wood"] * 5, help={"open": 2}, huts=5)
    assert [paragraph for paragraph, _ in all_faults(farm)] == ["3.3", "4.5", "4.6", "7.2", "5.10"]
    assert score(farm)["rule"] == "WG 3.3"


@pytest.mark.parametrize("huts", range(5))
def test_room_for_labourers(huts: int) -> None:
    """WG 5.9: as many as wagons and huts, or wagons alone with the switch off and under revision 1."""
    for number in range(10):
        farm = yellow(
            huts=huts, labourers=["white"] * (number // 2), recruits=["blue"] * (number - number // 2)
        )
        assert ("total" in score(farm)) == (number <= 4 + huts)
        for answer in (score({**farm, "options": "huts_free_wagons=off"}), score(farm, rules=1)):
            assert ("total" in answer) == (number <= 4)
            assert number <= 4 or answer["rule"] == "WG 5.9"


@pytest.mark.parametrize("cell", [(-1, 0), (5, 0)])
def test_land_beside_the_board(cell: Cell) -> None:
    """WG 3.7: there, unless the switch is off or the revision is 1."""
    farm = yellow(tiles=[[7, *cell, 0]])
    assert score(farm)["total"] == 4
    assert score({**farm, "options": "beside=off"})["rule"] == "WG 3.7"
    assert score(farm, rules=1)["rule"] == "WG 3.7"


def test_names_come_before_rules() -> None:
    """A farm that cannot be read is not judged further."""
    assert {paragraph for paragraph, _ in all_faults(yellow(huts=9, barn=["gravel"]))} == {"11"}


# ---- options -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["german", "french"])
def test_both_presets_have_the_new_switches_on(preset: str) -> None:
    """WG 10, and both off under revision 1."""
    for rules, value in ((1, "off"), (RULES, "on")):
        found = read_options(preset, rules)
        assert (found["beside"], found["huts_free_wagons"]) == (value, value)


def test_options_are_read_from_left_to_right() -> None:
    """A preset sets every switch, also one named before it."""
    assert read_options("beside=off german")["beside"] == "on"
    assert read_options("german beside=off")["beside"] == "off"
    assert read_options("beside=off beside=on")["beside"] == "on"


@pytest.mark.parametrize("options", ["beside=on", ["huts_free_wagons=off"], {"beside": "off"}])
def test_revision_1_does_not_know_the_new_switches(options: Any) -> None:
    """WG 10: their names are unknown then."""
    assert score(yellow(options=options), rules=1)["rule"] == "WG 11"
    assert score(yellow(options=options))["total"] == 4


# ---- random farms ------------------------------------------------------------------------------------


def test_random_farms_are_varied() -> None:
    """Most are possible, some are not, each spoilt in one way; fences and districts occur.

    Slow: the slow scorer is slow.
    """
    rng = Random(1)
    farms = [random_farm(rng) for _ in range(150)]
    answers = [score(farm) for farm in farms]
    possible = [answer for answer in answers if "total" in answer]
    assert 90 < len(possible) < 140
    assert sum(answer["fences"] > 0 for answer in possible) > 20
    assert all(len({paragraph for paragraph, _ in all_faults(farm)}) < 2 for farm in farms)
    assert len({answer["rule"] for answer in answers if "rule" in answer}) > 4
    sound = [farm for farm, answer in zip(farms, answers, strict=True) if "total" in answer]
    assert sum(any(tile[2] == 0 for tile in farm.get("tiles", [])) for farm in sound) > 50
    assert sum(slow_scorer.figures(farm) > 5 for farm in sound) > 10


def test_sound_farms_of_revision_1_are_sound_with_the_same_score() -> None:
    """WG 10: revision 2 adds to what is possible and changes no score. Slow: the slow scorer is slow."""
    rng, sound = Random(3), 0
    for number in range(100):
        farm = {**random_farm(rng), "tiles": random_tiles(rng, number % 12, lowest=1), "land": {}}
        old = score(farm, rules=1)
        sound += "total" in old
        assert "total" not in old or score(farm) == old
    assert sound > 30


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
