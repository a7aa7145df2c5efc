"""Land beside the board (WG 3.3, 3.4, 3.7, 4.1, 9.3, 9.4): open edges to west and east, the rim round them.

Each thing is shown with `beside` on, as revision 2 of the rules has it, and with it off, as revision 1 plays.
"""

from __future__ import annotations

import pytest

from farmstead.engine.square import SIDES, parse_cell
from farmstead.games.walnut_grove.rules import GAME
from farmstead.games.walnut_grove.rules.components import LETTERS, Tile
from farmstead.games.walnut_grove.rules.land import Land, bare_land
from farmstead.games.walnut_grove.rules.names import GOODS
from tests.games.walnut_grove.scenes import Scene

OFF = "beside=off"
ROW_ONE = ["0,1", "1,1", "2,1", "3,1", "4,1"]
WITHOUT: list[tuple[tuple[str, ...], int]] = [((OFF,), 2), ((), 1)]  # options and revision with no land there
without = pytest.mark.parametrize(("options", "rules"), WITHOUT, ids=["off", "revision 1"])
boards = pytest.mark.parametrize("board", ["yellow", "blue"])
# Fences that close an area together with the rim: round an upper corner of the board, and from side to side.
ROUND_THE_WEST = ["-1,0 N-E", "-1,1 E-S", "0,1 S-W"]
ROUND_THE_EAST = ["5,0 W-N", "5,1 S-W", "4,1 E-S"]
OVER_THE_BOARD = ["-1,0 N-E", "-1,1 E-S", *[f"{column},1 E-W" for column in range(5)], "5,1 S-W", "5,0 W-N"]


def bare(board: str, beside: bool = True) -> Land:
    found = GAME.edition.board(board)
    assert found is not None
    return bare_land(found, beside)


def laid(land: Land, *tiles: str) -> Land:
    """`-1,0 ybyb` has its terrains to north, east, south and west, `-1,0 N-E` only a fence, on stone."""
    for number, text in enumerate(tiles):
        cell, *rest = text.split()
        fences = [[SIDES.index(side) for side in word.split("-")] for word in rest if "-" in word]
        edges = next((word for word in rest if "-" not in word), "gggg")
        terrains = [LETTERS.index(letter) for letter in edges]
        land = land.lay(Tile(100 + number, terrains, [1] * 5, fences).turned[0], parse_cell(cell))
    return land


def areas(*tiles: str, board: str = "yellow") -> int:
    return laid(bare(board), *tiles).areas


def offered(scene: Scene) -> list[str]:
    return list(dict.fromkeys(move.split()[3] for move in scene.legal() if move.startswith("lay")))


def letter_of(board: str, column: int) -> str:
    return LETTERS[bare(board).terrain[column]]


# ---- where a tile may lie (WG 3.3, 3.4, 3.7) -----------------------------------------------------------


@boards
@pytest.mark.rule("WG 3.4")
@pytest.mark.parametrize("at", ["-1,0", "5,0"])
def test_the_first_tile_may_lie_beside_the_board(board: str, at: str) -> None:
    scene = Scene(boards=board, disc="A1").spring("17 4 23 50")
    assert offered(scene) == ["-1,0", "5,0", *ROW_ONE]

    scene.play(0, f"lay 17 at {at} turn 0")

    beyond = ["-2,0", "5,0", "-1,1", *ROW_ONE] if at == "-1,0" else ["-1,0", "6,0", *ROW_ONE, "5,1"]
    assert offered(scene) == beyond
    assert scene.looks(0)["farms"][0]["tiles"] == [[17, *map(int, at.split(",")), 0]]


@without
@pytest.mark.rule("WG 3.7", "refused")
@pytest.mark.parametrize("at", ["-1,0", "5,0", "0,0", "4,0", "2,-1", "-1,-1"])
def test_without_the_switch_land_begins_in_row_one(options: tuple[str, ...], rules: int, at: str) -> None:
    tiles = [(1, 0, 1, 0), (2, -1, 1, 0), (3, 4, 1, 0), (4, 5, 1, 0)]
    scene = Scene(options=options, rules=rules).furnish(tiles=tiles).spring("17")

    assert scene.refused(0, f"lay 17 at {at} turn 0", "WG 3.7", "below_row_one").args == {"at": at}
    assert all(not cell.endswith(",0") for cell in offered(scene))


@without
@pytest.mark.rule("WG 3.4")
def test_without_the_switch_the_first_tile_lies_above(options: tuple[str, ...], rules: int) -> None:
    assert offered(Scene(options=options, rules=rules, disc="A3").spring("17 4")) == ROW_ONE


@pytest.mark.rule("WG 3.7", "refused")
@pytest.mark.parametrize("column", range(5))
def test_no_tile_lies_on_a_landscape(column: int) -> None:
    scene = Scene().furnish(tiles=[(1, -1, 0, 0), (2, 5, 0, 0)]).spring("17")

    refusal = scene.refused(0, f"lay 17 at {column},0 turn 0", "WG 3.7", "on_the_board")

    assert refusal.args == {"at": f"{column},0"}
    assert f"{column},0" not in offered(scene)


@pytest.mark.rule("WG 3.7", "refused")
@pytest.mark.parametrize("at", ["-1,-1", "0,-1", "4,-1", "5,-1", "-2,-99"])
def test_no_tile_lies_below_the_board(at: str) -> None:
    scene = Scene().furnish(tiles=[(1, -1, 0, 0), (2, 5, 0, 0)]).spring("17")

    assert scene.refused(0, f"lay 17 at {at} turn 0", "WG 3.7", "below_the_board").args == {"at": at}
    assert all(int(cell.split(",")[1]) >= 0 for cell in offered(scene))


@pytest.mark.rule("WG 3.3", "refused")
@pytest.mark.parametrize("at", ["-2,0", "6,0"])
def test_a_cell_of_row_zero_that_touches_nothing_is_refused(at: str) -> None:
    scene = Scene().furnish(tiles=[(1, 0, 1, 0)]).spring("17")

    assert scene.refused(0, f"lay 17 at {at} turn 0", "WG 3.3", "touches_nothing").args == {"at": at}


@pytest.mark.rule("WG 3.4", "refused")
@pytest.mark.parametrize("at", ["-2,0", "6,0", "-1,1", "5,1"])
def test_the_first_tile_needs_an_open_edge_of_a_landscape(at: str) -> None:
    Scene(disc="A3").spring("17 4").refused(0, f"lay 17 at {at} turn 0", "WG 3.4", "first_tile_at_board")


@pytest.mark.rule("WG 3.6", "refused")
def test_a_tile_beside_the_board_is_not_covered() -> None:
    scene = Scene().furnish(tiles=[(1, -1, 0, 0)]).spring("17")
    scene.refused(0, "lay 17 at -1,0 turn 0", "WG 3.6", "cell_taken")


@pytest.mark.rule("WG 3.7")
def test_land_grows_on_from_a_tile_beside_the_board() -> None:
    scene = Scene().furnish(tiles=[(1, -1, 0, 0), (2, 5, 0, 0)]).spring("17 4 23 50")
    assert offered(scene) == ["-2,0", "6,0", "-1,1", *ROW_ONE, "5,1"]

    scene.play(0, "lay 17 at -2,0 turn 0", "lay 4 at 5,1 turn 0")

    assert scene.season() == "summer"


# ---- districts (WG 4.1) --------------------------------------------------------------------------------


@boards
@pytest.mark.rule("WG 4.1")
@pytest.mark.parametrize(("cell", "column", "side"), [("-1,0", 0, 1), ("5,0", 4, 3)])
def test_a_district_is_joined_from_the_side(board: str, cell: str, column: int, side: int) -> None:
    """The landscape shows its terrain at its open edge; the tile's other three show another."""
    own, other = letter_of(board, column), letter_of(board, 2)
    edges = [other] * 4
    edges[side] = own
    land = laid(bare(board), f"{cell} {''.join(edges)}")
    district = land.root(column)
    squares = bare(board).squares[column]
    assert (land.size[district], land.squares[district]) == (2, squares + 1)
    assert land.anchor[district] == min(parse_cell(cell), parse_cell(f"{column},0"))


@boards
@pytest.mark.rule("WG 4.1")
@pytest.mark.parametrize(("cell", "column", "side"), [("-1,0", 0, 1), ("5,0", 4, 3)])
def test_only_the_edge_at_the_board_joins(board: str, cell: str, column: int, side: int) -> None:
    own, other = letter_of(board, column), letter_of(board, 2)
    edges = [own] * 4
    edges[side] = other
    land = laid(bare(board), f"{cell} {''.join(edges)}")
    assert land.size[land.root(column)] == 1


@boards
@pytest.mark.rule("WG 4.1")
def test_a_district_may_run_from_side_to_side_and_over_the_top(board: str) -> None:
    """One terrain all the way round joins both outer landscapes only where they show it."""
    own = letter_of(board, 0)
    ring = ["-1,0", "-1,1", "0,1", "1,1", "2,1", "3,1", "4,1", "5,1", "5,0"]
    land = laid(bare(board), *[f"{cell} {own * 4}" for cell in ring])
    assert land.size[land.root(0)] == len(ring) + 1
    assert land.size[land.root(4)] == 1
    assert land.anchor[land.root(0)] == parse_cell("-1,0")


@pytest.mark.rule("WG 4.2")
def test_a_district_that_begins_beside_the_board_is_named_by_that_cell() -> None:
    """Tile 1 of the edition, turned so that grain faces (0,0)."""
    tile = GAME.edition.tiles[1]
    turn = next(n for n in range(4) if tile.turned[n].edges[1] == GOODS.index("grain"))
    scene = Scene(boards="yellow").furnish(tiles=[(1, -1, 0, turn)]).summer()
    assert "work grain at -1,0" in scene.legal()
    refusal = scene.refused(0, "work grain at 0,0", "WG 4.1", "district_begins_elsewhere")
    assert refusal.args["first"] == "-1,0"

    scene.play(0, "work grain at -1,0")

    assert scene.farm().goods[0] >= 2


@without
@pytest.mark.rule("WG 4.1")
def test_without_the_switch_nothing_joins_from_the_side(options: tuple[str, ...], rules: int) -> None:
    land = Scene(options=options, rules=rules).farm().land
    assert sorted(land.edges) == [parse_cell(f"{column},0") * 4 for column in range(5)]


# ---- the rim (WG 9.3, 9.4) -----------------------------------------------------------------------------


@boards
@pytest.mark.rule("WG 8.2")
@pytest.mark.rule("WG 9.3")
@pytest.mark.rule("WG 9.4")
@pytest.mark.parametrize(
    ("tiles", "closed"),
    [
        (ROUND_THE_WEST, 1),
        (ROUND_THE_EAST, 1),
        ([*ROUND_THE_WEST, *ROUND_THE_EAST], 2),
        (OVER_THE_BOARD, 1),
        ([tile.replace("2,1 E-W", "2,1 E-S-W") for tile in OVER_THE_BOARD], 2),
        ([tile.replace("4,1 E-W", "4,1 E-S-W") for tile in OVER_THE_BOARD], 2),
    ],
    ids=["west corner", "east corner", "both corners", "over the board", "parted", "parted at the corner"],
)
def test_the_rim_goes_round_the_corners(board: str, tiles: list[str], closed: int) -> None:
    assert areas(*tiles, board=board) == closed
    for n in range(len(tiles)):
        unfenced = f"{tiles[n].split()[0]} gggg"
        assert areas(*tiles[:n], unfenced, *tiles[n + 1 :]) < closed, f"{tiles[n]} belongs to it"


@pytest.mark.rule("WG 9.3", "refused")
@pytest.mark.parametrize(
    "tiles",
    [
        ["-1,0 E-S"],
        ["5,0 S-W"],
        ["-1,0 N-S", "-1,1 E-S", "0,1 S-W"],  # the south side is no rim
        ["-1,0 E-S", "-2,0 E-S"],
        ["0,1 S-W", "-1,1 E-S"],  # nor is the side between (-1,0) and (-1,1)
        ["-1,0 E-W", "-2,0 N-E", "-2,1 E-S"],
        ["5,0 E-W", "6,0 W-N", "6,1 S-W"],
    ],
)
def test_what_looks_like_the_rim_and_is_none_encloses_nothing(tiles: list[str]) -> None:
    assert areas(*tiles) == 0


@pytest.mark.rule("WG 9.3")
def test_the_south_side_of_row_zero_is_an_ordinary_edge() -> None:
    """Two lines that leave the rim beside the board and end at different south sides do not meet."""
    land = laid(bare("yellow"), "-1,0 E-S", "5,0 S-W")
    assert land.areas == 0
    assert land.rim_side(parse_cell("-1,0")) == SIDES.index("E")
    assert land.rim_side(parse_cell("5,0")) == SIDES.index("W")
    assert land.rim_side(parse_cell("2,1")) == SIDES.index("S")
    assert [land.rim_side(parse_cell(cell)) for cell in ("-2,0", "6,0", "-1,1", "5,1", "2,2")] == [-1] * 5


@pytest.mark.rule("WG 9.4")
def test_areas_are_told_when_they_close_and_scored() -> None:
    """With tiles of the edition that have a corner line."""
    scene = Scene(disc="A1").furnish(tiles=[corner(4, -1, 0, "NE"), corner(11, -1, 1, "ES")])
    tile, column, row, turn = corner(13, 0, 1, "SW")
    log = scene.spring(f"{tile} 20 30 40").play(0, f"lay {tile} at {column},{row} turn {turn}")
    assert [str(event) for event in log if event.key == "enclosed"] == ["1 enclosed areas=1"]
    assert scene.state.score_lines(0)["fences"] == 1


def corner(number: int, column: int, row: int, sides: str) -> tuple[int, int, int, int]:
    """A tile of the edition with one corner line, turned so that the line joins these sides."""
    wanted = sorted(SIDES.index(side) for side in sides)
    turned = GAME.edition.tiles[number].turned
    return number, column, row, next(n for n in range(4) if sorted(turned[n].lines) == wanted)


@pytest.mark.rule("WG 9.4")
@boards
def test_land_above_the_board_is_the_same_with_and_without(board: str) -> None:
    """Every farm of revision 1 has the same districts and areas under revision 2."""
    tiles = ["0,1 ybyb N-E", "1,1 gggg W-N", "0,2 bbbb E-S", "1,2 gyby S-W", "-1,1 rrrr E-S", "5,1 yyyy S-W"]
    tiles.insert(5, "4,1 yyyy E-S")
    one, other = laid(bare(board, False), *tiles), laid(bare(board), *tiles)
    assert one.areas == other.areas > 0
    assert (one.live, one.size, one.squares, one.anchor) == (
        other.live,
        other.size,
        other.squares,
        other.anchor,
    )
    assert [cell for cell in other.frontier if cell >= 256] == one.frontier
