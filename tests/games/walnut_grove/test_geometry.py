"""Patches, districts, fences and the areas they enclose (WG 4.1, 8.2, 9.2-9.4).

Most land here is drawn with made-up tiles: `"0,1 ybyb"` has its terrains to north, east, south and west,
`"0,1 N-E"` only a fence. Tiles of the edition come where the real component is the point.
"""

from __future__ import annotations

import pytest

from farmstead.engine.square import SIDES, parse_cell
from farmstead.games.walnut_grove.rules import GAME
from farmstead.games.walnut_grove.rules.components import LETTERS, Tile
from farmstead.games.walnut_grove.rules.land import Land, bare_land
from farmstead.games.walnut_grove.rules.names import GOODS
from tests.games.walnut_grove import slow_scorer
from tests.games.walnut_grove.scenes import Scene

DIAMOND = ["0,1 N-E", "1,1 W-N", "0,2 E-S", "1,2 S-W"]  # round the corner the four cells share
RING = ["0,1 N-E", "1,1 E-W", "2,1 W-N", "2,2 N-S", "2,3 S-W", "1,3 E-W", "0,3 E-S", "0,2 N-S"]


def bare(board: str = "yellow") -> Land:
    found = GAME.edition.board(board)
    assert found is not None
    return bare_land(found)


def terrains(land: Land, *tiles: str) -> Land:
    """The land with these tiles laid in order; each patch has one storage square."""
    for number, text in enumerate(tiles):
        cell, edges = text.split()
        tile = Tile(100 + number, [LETTERS.index(letter) for letter in edges], [1] * 5, [])
        land = land.lay(tile.turned[0], parse_cell(cell))
    return land


def fenced(*tiles: str) -> Land:
    """Bare land with these fences laid in order; the tiles are all of stone."""
    land = bare()
    for number, text in enumerate(tiles):
        cell, *fences = text.split()
        lines = [[SIDES.index(side) for side in fence.split("-")] for fence in fences]
        land = land.lay(Tile(100 + number, [4] * 4, [0] * 5, lines).turned[0], parse_cell(cell))
    return land


def areas(*tiles: str) -> int:
    """How many areas the fences enclose; the slow scorer, which fills a picture, must agree."""
    drawing = {}
    for text in tiles:
        cell, *fences = text.split()
        column, row = cell.split(",")
        drawing[int(column), int(row)] = fences
    found = fenced(*tiles).areas
    assert slow_scorer.enclosed_areas(drawing) == found
    return found


def districts(land: Land) -> dict[str, tuple[int, int]]:
    """Tiles and squares of each district, by terrain and first cell."""
    return {
        f"{GOODS[land.terrain[d]]} {land.anchor[d] % 256 - 128},{land.anchor[d] // 256}": (
            land.size[d],
            land.squares[d],
        )
        for d in land.live
    }


# ---- 9.2: patches -------------------------------------------------------------------------------------


@pytest.mark.rule("WG 9.2")
def test_all_edges_of_one_terrain_on_a_tile_are_one_patch() -> None:
    """Grain to north and south is one patch, though fish lies between."""
    land = terrains(bare(), "0,1 ybyb", "0,2 ggyg")

    assert districts(land)["grain 0,0"] == (3, 4)
    assert districts(land)["fish 0,1"] == (1, 1)


@pytest.mark.rule("WG 9.2")
def test_a_patch_reaches_out_on_every_edge_that_shows_its_terrain() -> None:
    land = terrains(bare(), "0,1 ybyb", "-1,1 gbgg", "1,1 rrrb")

    assert districts(land)["fish -1,1"] == (3, 3)


@pytest.mark.rule("WG 9.2")
@pytest.mark.parametrize(
    ("edges", "patches"),
    [
        ("yyyy", ["grain 1,1"]),
        ("yybb", ["grain 1,1", "fish 1,1"]),
        ("ybyb", ["grain 1,1", "fish 1,1"]),
        ("rwby", ["grain 1,1", "fish 1,1", "dairy 1,1", "wood 1,1"]),
    ],
)
def test_a_tile_has_as_many_patches_as_terrains(edges: str, patches: list[str]) -> None:
    land = terrains(bare(), f"1,1 {edges}")

    assert [name for name in districts(land) if name.endswith("1,1")] == patches


@pytest.mark.rule("WG 9.2")
@pytest.mark.parametrize(
    ("tile", "found"),
    [
        (7, {"grain 1,1": (1, 1), "wood 1,1": (1, 2)}),
        (20, {"grain 1,1": (1, 2), "dairy 1,1": (1, 1)}),
        (31, {"fish 1,1": (1, 0), "stone 1,0": (2, 3)}),
        (46, {"grain 1,1": (1, 1), "fish 1,1": (1, 0), "wood 1,1": (1, 1)}),
        (48, {"fish 1,1": (1, 0), "dairy 1,1": (1, 1), "wood 1,1": (1, 0)}),
    ],
)
def test_the_squares_of_a_tile_belong_to_its_patches(tile: int, found: dict[str, tuple[int, int]]) -> None:
    """Above the yellow board's stone, which tile 31 joins."""
    land = bare().lay(GAME.edition.tiles[tile].turned[0], parse_cell("1,1"))
    landscapes = {name: (1, squares) for name, (_, squares) in districts(bare()).items()}

    assert districts(land) == {**landscapes, **found}


@pytest.mark.rule("WG 9.2")
@pytest.mark.parametrize("turn", range(4))
def test_turning_a_tile_turns_its_terrains_and_keeps_its_squares(turn: int) -> None:
    """Tile 10 shows wood to north, east and south, grain to the west; wood has no square, grain one."""
    turned = GAME.edition.tiles[10].turned[turn]

    assert turned.edges == [[3, 3, 3, 0], [0, 3, 3, 3], [3, 0, 3, 3], [3, 3, 0, 3]][turn]
    assert dict(zip(turned.terrains, turned.squares, strict=True)) == {3: 0, 0: 1}


# ---- 4.1: districts -----------------------------------------------------------------------------------


@pytest.mark.rule("WG 4.1")
def test_the_first_cell_is_the_lowest_row_and_then_the_lowest_column() -> None:
    land = terrains(bare(), "0,1 rrrr", "0,2 byrr", "1,2 rryy")
    assert districts(land)["grain 0,2"] == (2, 2)

    land = terrains(land, "1,1 yggg")
    assert districts(land)["grain 1,1"] == (3, 3)
    assert "grain 0,2" not in districts(land)


@pytest.mark.rule("WG 4.1")
def test_negative_columns_come_before_the_others() -> None:
    land = terrains(bare(), "0,1 rrrr", "-1,1 brgg", "-1,2 gbbg")

    assert districts(land)["wood -1,1"] == (2, 2)
    assert list(districts(land))[5:] == ["fish -1,1", "wood -1,1", "stone -1,1", "stone -1,2"]


@pytest.mark.rule("WG 4.1")
def test_districts_are_listed_by_first_cell_and_then_by_good() -> None:
    land = terrains(bare(), "2,1 gwyr", "1,1 bwrr")

    assert list(districts(land)) == [
        "grain 0,0",
        "stone 1,0",
        "dairy 2,0",
        "fish 3,0",
        "wood 4,0",
        "fish 1,1",
        "dairy 1,1",
        "wood 1,1",
        "grain 2,1",
        "dairy 2,1",
        "wood 2,1",
        "stone 2,1",
    ]


@pytest.mark.rule("WG 4.1")
def test_a_district_that_closes_on_itself_counts_each_tile_once() -> None:
    land = terrains(bare(), "0,1 yyyy", "1,1 yyyy", "1,2 yyyy", "0,2 yyyy")

    assert districts(land)["grain 0,0"] == (5, 6)
    assert len(land.live) == 5


@pytest.mark.rule("WG 4.1")
def test_one_tile_may_join_four_districts() -> None:
    around = ["1,1 gbbb", "0,1 wwww", "0,2 bywb", "0,3 wwww", "1,3 rryr", "2,3 wwww", "2,2 bwby"]
    land = terrains(bare(), *around)
    assert [name for name in districts(land) if name.startswith("grain")] == [
        "grain 0,0",
        "grain 0,2",
        "grain 2,2",
        "grain 1,3",
    ]

    land = terrains(land, "1,2 yygy")

    assert districts(land)["grain 0,2"] == (4, 4)
    assert districts(land)["stone 1,1"] == (2, 2)


@pytest.mark.rule("WG 4.1")
def test_a_longer_way_round_joins_districts_too() -> None:
    """Two patches on neighbouring tiles that do not face each other, joined by two more tiles."""
    apart = terrains(bare("blue"), "0,1 ybgg", "1,1 yrbb")
    assert [name for name in districts(apart) if name.startswith("grain")] == [
        "grain 3,0",
        "grain 0,1",
        "grain 1,1",
    ]

    land = terrains(apart, "0,2 byyb", "1,2 bbyy")

    assert districts(land)["grain 0,1"] == (4, 4)
    assert districts(land)["fish 0,1"] == (2, 2)


@pytest.mark.rule("WG 4.1")
def test_a_corner_joins_nothing() -> None:
    land = terrains(bare("blue"), "0,1 yyyy", "1,1 wwww", "1,2 yyyy")

    assert districts(land)["grain 0,1"] == (1, 1)
    assert districts(land)["grain 1,2"] == (1, 1)


@pytest.mark.rule("WG 4.1")
def test_neighbouring_landscapes_join_only_through_land() -> None:
    land = terrains(bare(), "0,1 yyyy", "1,1 gyyy")

    assert districts(land)["grain 0,0"] == (3, 4)
    assert districts(land)["stone 1,0"] == (1, 1)


@pytest.mark.rule("WG 4.1")
@pytest.mark.rule("WG 8.6")
def test_the_largest_district_counts_its_landscape() -> None:
    assert bare().largest() == 1
    assert terrains(bare(), "0,1 yrrr").largest() == 1
    assert terrains(bare(), "0,1 rryr").largest() == 2
    assert terrains(bare(), "0,1 rryr", "1,1 rrrr", "2,1 rrrr").largest() == 3


@pytest.mark.rule("WG 4.7")
def test_three_districts_and_their_goods_grow_together_at_once() -> None:
    """Tile 3 comes to lie between the board's grain, tile 20 to the east and tile 21 to the north."""
    tiles = [(20, 1, 1, 3), (31, 1, 2, 0), (21, 0, 2, 0)]
    land = "grain@0,0 grain@0,0 grain@1,1 grain@0,2 stone@1,2"
    scene = Scene(boards="yellow", disc="A3").furnish(tiles=tiles, land=land).spring("3")

    scene.play(0, "lay 3 at 0,1 turn 0")

    assert scene.districts()["grain 0,0"] == (4, 6, 4)
    assert scene.on_land() == "grain@0,0 grain@0,0 grain@0,0 grain@0,0 stone@1,2"
    assert scene.farm().goods == [4, 0, 0, 0, 1]


@pytest.mark.rule("WG 3.6")
def test_laying_a_tile_leaves_a_copy_of_the_game_as_it_was() -> None:
    scene = Scene(boards="yellow", disc="A3").furnish(tiles=[(34, 0, 1, 0)], land="stone@1,0").spring("4 11")
    copy = scene.state.clone()
    before = copy.text()

    scene.play(0, "lay 4 at 0,2 turn 0")

    assert copy.text() == before
    assert [str(move) for move in copy.legal(0)][:4] == [f"lay 4 at -1,0 turn {turn}" for turn in range(4)]
    assert len(copy.legal(0)) == 2 * 8 * 4


# ---- 9.3, 9.4: fences and areas -----------------------------------------------------------------------


@pytest.mark.rule("WG 9.4")
@pytest.mark.parametrize("fences", ["", "N-E", "E-S", "N-S", "E-W", "N-E-S", "E-S-W", "E-S W-N", "N-E S-W"])
def test_one_tile_encloses_nothing(fences: str) -> None:
    assert areas(f"2,1 {fences}") == 0


@pytest.mark.rule("WG 9.3")
@pytest.mark.rule("WG 9.4")
def test_four_corner_lines_that_meet_enclose_one_area() -> None:
    assert areas(*DIAMOND) == 1


@pytest.mark.rule("WG 9.3")
@pytest.mark.parametrize("missing", range(4))
def test_a_gap_in_the_fence_encloses_nothing(missing: int) -> None:
    tiles = [tile.split()[0] if n == missing else tile for n, tile in enumerate(DIAMOND)]

    assert areas(*tiles) == 0


@pytest.mark.rule("WG 9.3")
@pytest.mark.parametrize("wrong", ["1,2 N-E", "1,2 W-N", "1,2 E-S", "1,2 N-S", "1,2 E-W"])
def test_lines_that_do_not_share_a_midpoint_do_not_join(wrong: str) -> None:
    assert areas(*DIAMOND[:3], wrong) == 0


@pytest.mark.rule("WG 9.3")
@pytest.mark.parametrize("t", ["1,2 S-W-N", "1,2 E-S-W"])
def test_a_t_joins_three_midpoints(t: str) -> None:
    assert areas(*DIAMOND[:3], t) == 1


@pytest.mark.rule("WG 9.3")
@pytest.mark.parametrize("t", ["N-E-S", "E-S-W", "S-W-N", "W-N-E"])
def test_the_three_ends_of_a_t_hang_together(t: str) -> None:
    """A T at (1,2) in the middle of a ring that goes round it: each end that meets the ring splits it."""
    ends = {"N": "1,3 E-S-W", "E": "2,2 S-W-N", "S": "1,1 W-N-E", "W": "0,2 N-E-S"}
    sides = {"N": "1,3 E-W", "E": "2,2 N-S", "S": "1,1 E-W", "W": "0,2 N-S"}
    met = [ends[side] if side in t.split("-") else sides[side] for side in "SWEN"]

    tiles = ["0,1 N-E", met[0], "2,1 W-N", met[1], f"1,2 {t}", met[2], "0,3 E-S", met[3], "2,3 S-W"]

    assert areas(*tiles) == 3


@pytest.mark.rule("WG 9.3")
def test_two_corner_lines_of_one_tile_are_two_fences() -> None:
    """The middle tile belongs to both diamonds, its two lines do not touch."""
    second = ["2,2 W-N", "1,3 E-S", "2,3 S-W"]

    assert areas(*DIAMOND[:3], "1,2 S-W N-E", *second) == 2
    assert areas(*DIAMOND[:3], "1,2 S-W", *second) == 1
    assert areas(*DIAMOND[:3], "1,2 N-E", *second) == 1
    assert areas(*DIAMOND[:3], "1,2 W-N E-S", *second) == 1


@pytest.mark.rule("WG 9.3")
@pytest.mark.parametrize("columns", [(0, 1), (1, 2), (2, 3), (3, 4)])
def test_the_board_s_rim_is_a_fence(columns: tuple[int, int]) -> None:
    west, east = columns

    assert areas(f"{west},1 E-S", f"{east},1 S-W") == 1


@pytest.mark.rule("WG 9.3")
def test_the_whole_rim_is_one_fence() -> None:
    """From the first landscape to the last."""
    assert areas("0,1 E-S", "1,1 E-W", "2,1 E-W", "3,1 E-W", "4,1 S-W") == 1


@pytest.mark.rule("WG 9.3")
def test_the_rim_ends_where_the_landscapes_end() -> None:
    assert areas("4,1 E-S", "5,1 S-W") == 0
    assert areas("0,1 S-W", "-1,1 E-S") == 0
    assert areas("0,1 E-W", "-1,1 E-S", "1,1 S-W") == 0
    assert areas("4,1 E-W", "5,1 S-W", "3,1 E-S") == 0


@pytest.mark.rule("WG 9.3")
def test_only_the_landscape_edge_is_a_rim() -> None:
    """The same two corner lines one row higher end at midpoints of their own."""
    assert areas("0,1", "1,1", "0,2 E-S", "1,2 S-W") == 0


@pytest.mark.rule("WG 9.3")
def test_posts_from_the_rim_make_an_area_when_they_are_joined() -> None:
    assert areas("0,1 N-S", "1,1 N-S", "0,2 E-S") == 0
    assert areas("0,1 N-S", "1,1 N-S", "0,2 E-S", "1,2 S-W") == 1
    assert areas("0,1 N-S", "1,1 N-S", "2,1 N-S", "0,2 E-S", "1,2 E-S-W", "2,2 S-W") == 2


@pytest.mark.rule("WG 9.3")
def test_a_loop_and_the_rim_joined_by_one_line_enclose_no_more() -> None:
    assert areas("0,1 N-E-S", *DIAMOND[1:]) == 1


@pytest.mark.rule("WG 9.4")
def test_two_areas_may_share_a_fence() -> None:
    assert areas("0,1 N-E-S", "1,1 S-W-N", *DIAMOND[2:]) == 2


@pytest.mark.rule("WG 9.4")
def test_areas_apart_from_each_other_are_counted_together() -> None:
    assert areas("0,1 E-S", "1,1 S-W", "2,1", "3,1 E-S", "4,1 S-W") == 2
    assert areas(*DIAMOND, "2,1", "3,1 E-S", "4,1 S-W") == 2


@pytest.mark.rule("WG 9.4")
def test_a_loop_inside_a_loop_encloses_two_areas() -> None:
    south = ["0,1 N-E", "1,1 E-W", "2,1 E-W", "3,1 W-N"]
    middle = ["0,2 N-S", "1,2 N-E", "2,2 W-N", "3,2 N-S", "0,3 N-S", "1,3 E-S", "2,3 S-W", "3,3 N-S"]
    north = ["0,4 E-S", "1,4 E-W", "2,4 E-W", "3,4 S-W"]

    assert areas(*south, *middle, *north) == 2


@pytest.mark.rule("WG 8.2")
@pytest.mark.rule("WG 9.4")
def test_free_cells_may_lie_inside() -> None:
    assert areas(*RING) == 1
    assert parse_cell("1,2") in fenced(*RING).frontier


@pytest.mark.rule("WG 9.4")
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (1, 0, 3, 2), (0, 2, 3, 1), (1, 3, 2, 0), (0, 2, 1, 3)])
def test_the_order_in_which_fences_are_laid_does_not_matter(order: tuple[int, ...]) -> None:
    tiles = ["0,1 N-E-S", "1,1 S-W-N", "0,2 E-S W-N", "1,2 S-W N-E"]

    assert areas(*[tiles[n] for n in order]) == 2


@pytest.mark.rule("WG 8.2")
def test_an_area_may_hold_any_terrains() -> None:
    """Tiles 34, 2, 4 and 11 of the edition show grain, fish, wood and stone."""
    scene = Scene().furnish(tiles=[(34, 0, 1, 0), (2, 1, 1, 0), (4, 0, 2, 0), (11, 1, 2, 0)])

    assert scene.state.score_lines(0)["fences"] == 2


@pytest.mark.rule("WG 8.2")
def test_one_tile_may_close_two_areas_at_once() -> None:
    scene = Scene(disc="A3").furnish(tiles=[(34, 0, 1, 0), (4, 0, 2, 0), (11, 1, 2, 0)]).spring("2")
    assert scene.farm().land.areas == 0

    events = scene.play(0, "lay 2 at 1,1 turn 0")

    assert [str(event) for event in events] == ["1 laid tile=2 at=1,1 turn=0", "1 enclosed areas=2"]
    assert scene.farm().land.areas == 2


@pytest.mark.rule("WG 8.2")
def test_a_tile_that_closes_nothing_says_nothing_of_areas() -> None:
    scene = Scene(disc="A1").spring("4 11")
    assert [str(event) for event in scene.play(0, "lay 4 at 0,1 turn 0")] == ["1 laid tile=4 at=0,1 turn=0"]

    events = scene.play(0, "lay 11 at 1,1 turn 0")

    assert [str(event) for event in events] == ["1 laid tile=11 at=1,1 turn=0", "1 enclosed areas=1"]


@pytest.mark.rule("WG 8.2")
def test_areas_enclosed_before_are_not_told_again() -> None:
    scene = Scene(disc="A3").furnish(tiles=[(4, 0, 1, 0), (11, 1, 1, 0), (16, 3, 1, 0)]).spring("18")
    assert scene.farm().land.areas == 1

    events = scene.play(0, "lay 18 at 4,1 turn 0")

    assert [str(event) for event in events] == ["1 laid tile=18 at=4,1 turn=0", "1 enclosed areas=1"]
    assert scene.farm().land.areas == 2


@pytest.mark.rule("WG 9.3")
@pytest.mark.rule("WG 3.3")
@pytest.mark.parametrize(("turn", "found"), [(0, 0), (1, 1), (2, 0), (3, 0)])
def test_fences_turn_clockwise_with_their_tile(turn: int, found: int) -> None:
    """Tile 16's line runs from east to south; after one turn from south to west, to meet tile 4's."""
    scene = Scene().furnish(tiles=[(4, 0, 1, 0), (16, 1, 1, turn)])

    assert scene.farm().land.areas == found


@pytest.mark.rule("WG 9.3")
@pytest.mark.parametrize(
    ("tile", "turn", "lines"),
    [
        (1, 0, [("W", "N")]),
        (1, 1, [("N", "E")]),
        (19, 0, [("N", "S")]),
        (19, 1, [("E", "W")]),
        (3, 0, [("E", "S"), ("W", "N")]),
        (3, 3, [("N", "E"), ("S", "W")]),
        (2, 0, [("S", "W"), ("W", "N")]),
        (2, 2, [("N", "E"), ("E", "S")]),
        (7, 0, []),
    ],
)
def test_the_four_shapes_of_fences(tile: int, turn: int, lines: list[tuple[str, str]]) -> None:
    """A corner line, a straight line, two corner lines, a T, whose three ends two lines hold together."""
    found = GAME.edition.tiles[tile].turned[turn].lines

    pairs = [(SIDES[found[n]], SIDES[found[n + 1]]) for n in range(0, len(found), 2)]
    assert [set(pair) for pair in pairs] == [set(line) for line in lines]


@pytest.mark.rule("WG 9.3")
def test_each_farm_has_its_own_fences() -> None:
    scene = Scene(seats=2).furnish(0, tiles=[(4, 0, 1, 0)]).furnish(1, tiles=[(16, 1, 1, 1)])

    assert [scene.farm(seat).land.areas for seat in range(2)] == [0, 0]
