"""Spring (WG 3): drawing land tiles, laying them, giving the others back."""

from __future__ import annotations

import pytest

from farmstead.engine.contract import CHANCE
from tests.games.walnut_grove.scenes import Scene
from tests.laws import FixedTicket

DRAW_AND_LAY = {
    "A1": (4, 2),
    "A2": (3, 1),
    "A3": (2, 1),
    "A4": (3, 1),
    "B1": (4, 2),
    "B2": (3, 1),
    "B3": (2, 1),
    "B4": (3, 1),
}


def lays(tiles: str, cells: str) -> list[str]:
    """Every way to lay these tiles on these cells, tile by tile, cell by cell, turn by turn."""
    return [f"lay {t} at {c} turn {n}" for t in tiles.split() for c in cells.split() for n in range(4)]


def cells_offered(scene: Scene, seat: int = 0) -> str:
    """The cells of the moves that are offered, each once."""
    return " ".join(dict.fromkeys(move.split()[3] for move in scene.legal(seat)))


def bag_without(*tiles: int) -> list[int]:
    return [tile for tile in range(1, 51) if tile not in tiles]


# ---- 3.1: drawing -------------------------------------------------------------------------------------


@pytest.mark.rule("WG 3.1")
@pytest.mark.parametrize("disc", DRAW_AND_LAY)
def test_the_disc_says_how_many_tiles_are_drawn_and_how_many_are_laid(disc: str) -> None:
    draw, lay = DRAW_AND_LAY[disc]
    scene = Scene(seats=2).disc(disc).spring()

    assert [scene.farm(seat).drawn for seat in range(2)] == [
        list(range(1, draw + 1)),
        list(range(draw + 1, 2 * draw + 1)),
    ]
    for seat in range(2):
        for row in range(1, lay + 1):
            assert scene.season() == "spring"
            assert seat in scene.state.to_act()
            scene.play(seat, f"lay {scene.farm(seat).drawn[0]} at 0,{row} turn 0")
    assert scene.season() == "summer"
    assert [len(scene.farm(seat).land.cells) for seat in range(2)] == [lay, lay]


@pytest.mark.rule("WG 3.1")
def test_all_players_tiles_are_drawn_from_seat_one_on() -> None:
    scene = Scene(seats=3, options=["start=2"], disc="A3")
    named = []
    for tile in (50, 1, 30, 2, 29, 3):
        named.append(scene.state.chance_name())
        assert scene.state.to_act() == [CHANCE]
        scene.chance(f"tile {tile}")

    assert named == [f"year 1 spring seat {seat} tile {n}" for seat in (1, 2, 3) for n in (1, 2)]
    assert [scene.farm(seat).drawn for seat in range(3)] == [[50, 1], [30, 2], [29, 3]]
    assert scene.state.to_act() == [0, 1, 2]


@pytest.mark.rule("WG 3.1")
def test_each_tile_in_the_bag_is_as_likely_as_any_other() -> None:
    scene = Scene(disc="A3")
    events = scene.chance("tile 17")

    assert [str(event) for event in events] == ["1 tile_drawn tile=17"]
    assert scene.odds() == {f"tile {tile}": 1 for tile in bag_without(17)}


@pytest.mark.rule("WG 3.1")
def test_a_drawn_tile_is_out_of_the_bag() -> None:
    scene = Scene(seats=2, disc="A3").spring("17 4", "23 50")

    assert scene.state.tile_bag == bag_without(4, 17, 23, 50)


@pytest.mark.rule("WG 3.1", "refused")
def test_a_tile_is_not_drawn_twice() -> None:
    scene = Scene(disc="A3")
    scene.chance("tile 17")

    scene.refused(CHANCE, "tile 17", "WG 3.1", "tile_not_in_bag")
    scene.refused(CHANCE, "tile 51", "WG 3.1", "tile_not_in_bag")
    scene.refused(CHANCE, "tile 0", "WG 3.1", "tile_not_in_bag")


@pytest.mark.rule("WG 3.1", "refused")
def test_a_player_does_not_choose_the_tile_drawn() -> None:
    Scene().refused(0, "tile 17", "WG 3.1", "only_chance")


@pytest.mark.rule("WG 3.1", "refused")
def test_nobody_lays_before_all_have_drawn() -> None:
    scene = Scene(seats=2, disc="A3")
    scene.chance("tile 17", "tile 4", "tile 23")

    refusal = scene.refused(0, "lay 17 at 0,1 turn 0", "WG 2.1", "chance_first")
    assert refusal.args == {"event": "year_1_spring_seat_2_tile_2"}


@pytest.mark.rule("WG 3.1")
@pytest.mark.rule("WG 5.14")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_drawn_tiles_lie_open_to_all(seat: int | None) -> None:
    scene = Scene(seats=2, disc="A3").spring("17 4", "23 50")

    farms = scene.state.view(seat)["farms"]

    assert isinstance(farms, list)
    assert [farm["drawn"] for farm in farms] == [[17, 4], [23, 50]]


@pytest.mark.rule("WG 3.1", "refused")
def test_a_tile_one_has_not_drawn_is_not_laid() -> None:
    scene = Scene(seats=2, disc="A3").spring("17 4", "23 50")

    assert scene.refused(0, "lay 18 at 0,1 turn 0", "WG 3.1", "tile_not_drawn").args == {"tile": 18}
    scene.refused(0, "lay 23 at 0,1 turn 0", "WG 3.1", "tile_not_drawn")
    scene.refused(1, "lay 17 at 0,1 turn 0", "WG 3.1", "tile_not_drawn")
    scene.refused(0, "lay 999 at 0,1 turn 0", "WG 3.1", "tile_not_drawn")


@pytest.mark.rule("WG 3.1", "refused")
def test_land_is_laid_in_no_other_season() -> None:
    scene = Scene(disc="A3").spring("17 4")
    scene.play(0, "lay 17 at 0,1 turn 0")

    scene.refused(0, "lay 4 at 1,1 turn 0", "WG 3.1", "not_now")


# ---- 3.2: the stated number ---------------------------------------------------------------------------


@pytest.mark.rule("WG 3.2")
def test_the_second_of_two_tiles_may_be_laid_against_the_first() -> None:
    scene = Scene(disc="A1").spring("17 4 23 50")

    scene.play(0, "lay 4 at 2,1 turn 3", "lay 50 at 2,2 turn 1")

    assert scene.state.view(0)["season"] == "summer"
    farms = scene.state.view(0)["farms"]
    assert isinstance(farms, list)
    assert farms[0]["tiles"] == [[4, 2, 1, 3], [50, 2, 2, 1]]


@pytest.mark.rule("WG 3.2")
def test_the_others_go_back_into_the_bag_when_every_player_has_finished() -> None:
    scene = Scene(seats=2, disc="A2").spring("17 4 23", "50 1 30")

    scene.play(1, "lay 1 at 0,1 turn 0")
    assert scene.farm(1).drawn == [50, 30]
    assert scene.state.tile_bag == bag_without(17, 4, 23, 50, 1, 30)

    scene.play(0, "lay 23 at 0,1 turn 0")
    assert scene.farm(0).drawn == scene.farm(1).drawn == []
    assert scene.state.tile_bag == bag_without(23, 1)


@pytest.mark.rule("WG 3.2", "refused")
@pytest.mark.parametrize(("move", "rule"), [("done", "WG 3.2"), ("pass", "WG 3.2"), ("leave", "WG 3.2")])
def test_laying_fewer_tiles_is_not_possible(move: str, rule: str) -> None:
    scene = Scene(disc="A1").spring("17 4 23 50")
    scene.refused(0, move, rule, "not_now")
    scene.play(0, "lay 17 at 0,1 turn 0")

    scene.refused(0, move, rule, "not_now")
    assert scene.farm().to_lay == 1


@pytest.mark.rule("WG 3.2", "refused")
@pytest.mark.rule("WG 2.1", "refused")
def test_laying_more_tiles_is_not_possible() -> None:
    scene = Scene(seats=2, disc="A1").spring("17 4 23 50")
    scene.play(0, "lay 17 at 0,1 turn 0", "lay 4 at 1,1 turn 0")

    assert scene.state.to_act() == [1]
    assert scene.legal(0) == []
    scene.refused(0, "lay 23 at 2,1 turn 0", "WG 2.1", "season_finished")


# ---- 3.3: where and how -------------------------------------------------------------------------------


@pytest.mark.rule("WG 3.3")
@pytest.mark.parametrize("board", ["yellow", "blue"])
def test_each_drawn_tile_fits_at_each_open_edge_of_the_board_in_four_rotations(board: str) -> None:
    scene = Scene(boards=board, disc="A2").spring("17 4 23")

    assert scene.legal() == lays("17 4 23", "-1,0 5,0 0,1 1,1 2,1 3,1 4,1")


@pytest.mark.rule("WG 3.3")
def test_a_tile_may_lie_above_a_landscape_or_edge_to_edge_with_a_tile() -> None:
    scene = Scene(disc="A1").spring("17 4 23 50")

    scene.play(0, "lay 4 at 2,1 turn 0")

    assert scene.legal() == lays("17 23 50", "-1,0 5,0 0,1 1,1 3,1 4,1 2,2")


@pytest.mark.rule("WG 3.3")
def test_cells_are_offered_row_by_row_and_never_twice() -> None:
    tiles = [(1, 1, 1, 0), (2, 1, 2, 0), (3, 2, 2, 0)]
    scene = Scene().furnish(tiles=tiles).spring()

    assert cells_offered(scene) == "-1,0 5,0 0,1 2,1 3,1 4,1 0,2 3,2 1,3 2,3"
    assert len(scene.legal()) == 4 * 10 * 4


@pytest.mark.rule("WG 3.3")
def test_a_hole_between_tiles_may_be_filled() -> None:
    ring = [(1, 1, 1, 0), (2, 0, 1, 0), (3, 0, 2, 0), (4, 0, 3, 0), (5, 1, 3, 0), (6, 2, 3, 0)]
    scene = Scene().furnish(tiles=[*ring, (7, 2, 2, 0)]).spring("20")

    scene.play(0, "lay 20 at 1,2 turn 0")

    assert cells_offered(scene) == "-1,0 5,0 -1,1 2,1 3,1 4,1 -1,2 3,2 -1,3 3,3 0,4 1,4 2,4"


@pytest.mark.rule("WG 3.3")
@pytest.mark.rule("WG 9.2")
@pytest.mark.parametrize(
    ("turn", "joined", "on_tile"),
    [
        (0, "fish", ["grain 0,1", "fish 0,1", "wood 0,1"]),
        (1, "grain", ["fish 0,1", "wood 0,1"]),
        (2, "grain", ["fish 0,1", "wood 0,1"]),
        (3, "wood", ["grain 0,1", "fish 0,1", "wood 0,1"]),
    ],
)
def test_a_quarter_turn_goes_clockwise(turn: int, joined: str, on_tile: list[str]) -> None:
    """Tile 45 shows grain to north and east, fish to the south, wood to the west; (0,0) is grain."""
    scene = Scene(boards="yellow", disc="A3").spring("45")

    scene.play(0, f"lay 45 at 0,1 turn {turn}")

    assert [name for name in scene.districts() if name.endswith("0,1")] == on_tile
    assert scene.districts()["grain 0,0"][0] == (2 if joined == "grain" else 1)


@pytest.mark.rule("WG 3.3")
@pytest.mark.parametrize(("turn", "tiles"), [(0, 1), (1, 1), (2, 1), (3, 2)])
def test_three_quarter_turns_bring_the_west_edge_to_the_south(turn: int, tiles: int) -> None:
    """Tile 45's western wood faces the forest only after three clockwise turns."""
    scene = Scene(disc="A3").spring("45")

    scene.play(0, f"lay 45 at 4,1 turn {turn}")

    assert scene.districts()["wood 4,0"][0] == tiles


@pytest.mark.rule("WG 3.3", "refused")
def test_a_tile_that_touches_nothing_is_refused() -> None:
    scene = Scene(disc="A1").spring("17 4 23 50")
    scene.play(0, "lay 17 at 0,1 turn 0")

    assert scene.refused(0, "lay 4 at 2,2 turn 0", "WG 3.3", "touches_nothing").args == {"at": "2,2"}
    scene.refused(0, "lay 4 at 0,3 turn 0", "WG 3.3", "touches_nothing")
    scene.refused(0, "lay 4 at -2,1 turn 0", "WG 3.3", "touches_nothing")
    scene.refused(0, "lay 4 at 5,1 turn 0", "WG 3.3", "touches_nothing")


@pytest.mark.rule("WG 3.3", "refused")
@pytest.mark.parametrize("corner", ["1,2", "-1,2"])
def test_corners_do_not_count(corner: str) -> None:
    scene = Scene(disc="A1").spring("17 4 23 50")
    scene.play(0, "lay 17 at 0,1 turn 0")

    scene.refused(0, f"lay 4 at {corner} turn 0", "WG 3.3", "touches_nothing")


@pytest.mark.rule("WG 3.3", "refused")
def test_another_player_s_land_is_not_touched() -> None:
    scene = Scene(seats=2, disc="A1").spring("17 4 23 50", "1 2 3 5")
    scene.play(0, "lay 17 at 0,1 turn 0")
    scene.play(1, "lay 1 at 4,1 turn 0")

    scene.refused(1, "lay 2 at 0,2 turn 0", "WG 3.3", "touches_nothing")
    assert cells_offered(scene, 0) == "-1,0 5,0 -1,1 1,1 2,1 3,1 4,1 0,2"
    assert cells_offered(scene, 1) == "-1,0 5,0 0,1 1,1 2,1 3,1 5,1 4,2"


@pytest.mark.rule("WG 3.3", "refused")
@pytest.mark.parametrize("turn", ["4", "-1", "left", "0.5"])
def test_there_are_only_four_rotations(turn: str) -> None:
    Scene(disc="A3").spring("17 4").refused(0, f"lay 17 at 0,1 turn {turn}", "WG 3.3", "bad_form")


@pytest.mark.rule("WG 3.3")
def test_a_random_player_picks_each_way_to_lay_with_the_same_chance() -> None:
    scene = Scene(disc="A1").spring("17 4 23 50")
    scene.play(0, "lay 23 at 0,1 turn 0")
    legal = scene.legal()

    tickets = [FixedTicket(n) for n in range(len(legal))]
    assert [str(scene.state.pick(0, ticket)) for ticket in tickets] == legal
    assert all(ticket.asked == [len(legal)] for ticket in tickets)


# ---- 3.4: the first tile ------------------------------------------------------------------------------


@pytest.mark.rule("WG 3.4")
@pytest.mark.parametrize("column", range(5))
def test_the_first_tile_may_touch_any_of_the_five_landscapes(column: int) -> None:
    scene = Scene(disc="A3").spring("17 4")

    scene.play(0, f"lay 17 at {column},1 turn 0")

    assert scene.season() == "summer"


@pytest.mark.rule("WG 3.4", "refused")
@pytest.mark.parametrize("at", ["-1,1", "5,1", "0,2", "4,2"])
def test_the_first_tile_must_touch_a_landscape(at: str) -> None:
    scene = Scene(disc="A3").spring("17 4")

    refusal = scene.refused(0, f"lay 17 at {at} turn 0", "WG 3.4", "first_tile_at_board")

    assert refusal.args == {"at": at}
    assert refusal.instead == lays("17", "-1,0 5,0 0,1")


@pytest.mark.rule("WG 3.4", "refused")
def test_the_first_tile_is_each_player_s_own() -> None:
    scene = Scene(seats=2, disc="A3").spring("17 4", "23 50")
    scene.play(0, "lay 17 at 0,1 turn 0")

    scene.refused(1, "lay 23 at 0,2 turn 0", "WG 3.4", "first_tile_at_board")


# ---- 3.5: nothing need match --------------------------------------------------------------------------


@pytest.mark.rule("WG 3.5")
def test_terrains_need_not_match() -> None:
    """Tile 32 shows fish and stone; beside it, 35 shows wood and dairy."""
    scene = Scene(boards="yellow", disc="A1").spring("32 35")

    scene.play(0, "lay 32 at 0,1 turn 0", "lay 35 at 1,1 turn 0")

    assert {name: tiles for name, (tiles, _, _) in scene.districts().items()} == {
        "grain 0,0": 1,
        "stone 1,0": 1,
        "dairy 2,0": 1,
        "fish 3,0": 1,
        "wood 4,0": 1,
        "fish 0,1": 1,
        "stone 0,1": 1,
        "dairy 1,1": 1,
        "wood 1,1": 1,
    }


@pytest.mark.rule("WG 3.5")
def test_fences_need_not_match() -> None:
    """The fence of tile 6 runs east to west; tile 20 beside it has none."""
    scene = Scene(disc="A1").spring("6 20")

    scene.play(0, "lay 6 at 0,1 turn 0", "lay 20 at 1,1 turn 0")

    assert scene.season() == "summer"
    assert scene.farm().land.areas == 0


# ---- 3.6: laid for good -------------------------------------------------------------------------------


@pytest.mark.rule("WG 3.6")
def test_a_laid_tile_stays_and_is_never_drawn_again() -> None:
    scene = Scene(disc="A3").spring("17 4")
    scene.play(0, "lay 17 at 0,1 turn 0")
    scene.spring("23 50")

    assert cells_offered(scene) == "-1,0 5,0 -1,1 1,1 2,1 3,1 4,1 0,2"
    assert 17 not in scene.state.tile_bag


@pytest.mark.rule("WG 3.6", "refused")
def test_a_laid_tile_is_not_covered() -> None:
    scene = Scene(disc="A1").spring("17 4 23 50")
    scene.play(0, "lay 17 at 3,1 turn 0")

    assert scene.refused(0, "lay 4 at 3,1 turn 0", "WG 3.6", "cell_taken").args == {"at": "3,1"}


@pytest.mark.rule("WG 3.6", "refused")
def test_a_laid_tile_is_not_moved() -> None:
    scene = Scene(disc="A1").spring("17 4 23 50")
    scene.play(0, "lay 17 at 3,1 turn 0")

    scene.refused(0, "lay 17 at 2,1 turn 0", "WG 3.1", "tile_not_drawn")


# ---- 3.7: the grid ------------------------------------------------------------------------------------


@pytest.mark.rule("WG 3.7")
def test_land_grows_into_negative_columns_and_beyond_the_board() -> None:
    scene = Scene().furnish(tiles=[(1, 0, 1, 0), (2, 4, 1, 0)]).spring("17 4 23 50")
    assert cells_offered(scene) == "-1,0 5,0 -1,1 1,1 2,1 3,1 5,1 0,2 4,2"

    scene.play(0, "lay 17 at -1,1 turn 0")
    assert cells_offered(scene) == "-1,0 5,0 -2,1 1,1 2,1 3,1 5,1 -1,2 0,2 4,2"

    scene.play(0, "lay 4 at -2,1 turn 0")
    assert scene.season() == "summer"


@pytest.mark.rule("WG 3.7")
def test_land_grows_north_without_end() -> None:
    column = [(tile, 2, tile, 0) for tile in range(1, 12)]
    scene = Scene().furnish(tiles=column).spring("40")

    scene.play(0, "lay 40 at 2,12 turn 0")

    assert scene.farm().land.cells[-1] == 12 * 256 + 128 + 2


@pytest.mark.rule("WG 3.7")
def test_a_tile_beyond_the_board_s_end_faces_no_landscape() -> None:
    """Tile 41 shows wood to west and south, tile 20 between it and the forest shows none."""
    scene = Scene(boards="yellow").furnish(tiles=[(20, 4, 1, 0), (41, 5, 1, 1)])

    assert scene.districts()["wood 4,0"] == (1, 2, 0)
    assert scene.districts()["wood 5,1"] == (1, 1, 0)
