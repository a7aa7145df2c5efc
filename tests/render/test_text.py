"""The drawing: tiles as they lie, farms with what is on them, panels, words."""

import io
import re
from collections.abc import Mapping

import pytest
from rich.console import Console, RenderableType

from farmstead.engine.contract import CHANCE, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.render import drawing_for
from farmstead.render.palette import TERRAINS
from farmstead.render.walnut_grove_land import tile_canvas
from farmstead.walnut_grove import GAME
from farmstead.walnut_grove.names import DECISIONS, GOODS

DRAWING = drawing_for(GAME)


def printed(thing: RenderableType, width: int = 80, colour: bool = False) -> str:
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        highlight=False,
    )
    console.print(thing)
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def positions(seats: int, seed: int) -> list[State]:
    """Every position of a random game in which somebody decides."""
    table, dealer = Table(GAME, GAME.setup(seats)), QuickDealer(seed)
    found: list[State] = []
    while table.state.to_act():
        seat = table.state.to_act()[0]
        if seat == CHANCE:
            table.deal(dealer)
        else:
            found.append(table.state.clone())
            table.play(seat, str(table.state.pick(seat, dealer)))
    return [*found, table.state]


def sheet(state: State, width: int, seat: int | None = None) -> str:
    seat = seat if seat is not None else (state.to_act() or [0])[0]
    legal = [str(move) for move in state.legal(seat)]
    return printed(DRAWING.sheet(state.view(seat), legal, {seat: state.score_lines(seat)}, width), width)


GAME_OF_TWO = positions(2, 5)


# ---- tiles -----------------------------------------------------------------------------------------------


def test_a_tile_shows_edges_fences_and_squares() -> None:
    lines = tile_canvas(GAME.edition.tiles[17].turned[0]).text().plain.split("\n")
    assert lines == [
        "▏ F  ║ ~ ~ ",
        "▏W□ ~║~ F□~",
        "═════╣ ~ ~ ",
        "▏ ^ ^║^ ~ ~",
        "▏ W  ║ ^17 ",
    ]


@pytest.mark.parametrize("number", sorted(GAME.edition.tiles))
def test_every_tile_in_every_turn_shows_its_letters_and_squares(number: int) -> None:
    for turned in GAME.edition.tiles[number].turned:
        canvas = tile_canvas(turned)
        for side, (x, y) in enumerate([(2, 0), (8, 1), (2, 4), (1, 1)]):
            assert canvas.char(x, y) == TERRAINS[GOODS[turned.edges[side]]].letter
        assert canvas.text().plain.count("□") == sum(turned.squares)


@pytest.mark.parametrize("number", sorted(GAME.edition.tiles))
def test_fences_end_at_the_middle_of_their_edges(number: int) -> None:
    for turned in GAME.edition.tiles[number].turned:
        canvas = tile_canvas(turned)
        ends = {
            side
            for side, place in enumerate([(5, 0), (10, 2), (5, 4), (0, 2)])
            if canvas.char(*place) in "║═"
        }
        assert ends == set(turned.lines)


def test_colour_is_never_the_only_sign() -> None:
    letters = [terrain.letter for terrain in TERRAINS.values()]
    patterns = [terrain.pattern for terrain in TERRAINS.values()]
    assert len(set(letters)) == len(set(patterns)) == len(TERRAINS)


# ---- sheets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [60, 80, 120, 160])
@pytest.mark.parametrize("seats", [1, 4])
def test_nothing_runs_over_the_rim(width: int, seats: int) -> None:
    for state in positions(seats, 3)[::7]:
        lines = sheet(state, width).split("\n")
        assert max(len(line) for line in lines) <= width


def test_filled_squares_are_the_goods_on_land() -> None:
    for state in GAME_OF_TWO[::5]:
        view = state.view(0)
        farms = view["farms"]
        assert isinstance(farms, list)
        stored = sum(district["goods"] for district in farms[0]["districts"])
        land = printed(DRAWING.look("farm", view, 0, {}, 400), 400).split("\n", 1)[1]
        assert land.count("■") == stored


def test_free_cells_show_where_a_tile_may_go() -> None:
    state = next(state for state in GAME_OF_TWO if state.stage().endswith("spring"))
    assert all(f"{column},1" in sheet(state, 80) for column in range(5))
    assert "0,1" not in printed(DRAWING.sheet(state.view(0), [], {}, 80))


def test_other_peoples_coins_are_only_counted() -> None:
    state = GAME_OF_TWO[2]
    own = printed(DRAWING.look("farm", state.view(0), 0, {}, 80))
    other = printed(DRAWING.look("farm", state.view(0), 1, {1: state.score_lines(1)}, 80))
    assert "c0 c0" in own
    assert "¢ ¢" in other and "c0" not in other
    assert "and the coins" in other


def test_the_street_lists_every_building_in_walking_order() -> None:
    street = printed(DRAWING.look("town", GAME_OF_TWO[3].view(0), 0, {}, 80))
    found = [street.index(building.name) for building in GAME.edition.ring]
    assert found == sorted(found)
    assert street.count("toll line") == 2


def test_plain_text_has_no_escape_codes_and_colour_has() -> None:
    state = GAME_OF_TWO[20]
    view = state.view(0)
    assert "\x1b" not in printed(DRAWING.sheet(view, [], {}, 80))
    assert re.search(r"\x1b\[[\d;]*48;2;", printed(DRAWING.sheet(view, [], {}, 80), colour=True))


def test_before_the_boards_are_dealt_there_is_nothing_to_draw() -> None:
    view = Table(GAME, GAME.setup(2)).state.view(0)
    assert "being dealt" in printed(DRAWING.sheet(view, [], {}, 80))


# ---- questions and menus -----------------------------------------------------------------------------------


def test_every_decision_has_a_question_and_every_move_its_steps() -> None:
    asked: set[str] = set()
    for seed in range(12):
        for state in positions(2, seed):
            for seat in state.to_act():
                view = state.view(seat)
                asked.add(decision_of(view))
                assert DRAWING.question(view).endswith((".", "?"))
                for move in state.legal(seat)[:9]:
                    assert " ".join(DRAWING.steps(str(move))) == str(move)
                    assert isinstance(DRAWING.note(view, str(move)), str)
    assert asked >= set(DECISIONS) - {"coins", "improvement"}


def decision_of(view: Mapping[str, object]) -> str:
    farms, seat = view["farms"], view["seat"]
    assert isinstance(farms, list) and isinstance(seat, int)
    return str(farms[seat]["pending"]["agenda"][-1])


def test_nobody_is_asked_who_is_not_to_act() -> None:
    assert DRAWING.question(GAME_OF_TWO[0].view(None)) == ""
    assert DRAWING.question(GAME_OF_TWO[-1].view(0)) == ""


def test_the_preview_shows_the_turns_that_are_left() -> None:
    preview = DRAWING.preview({}, ["lay 17", "at 0,1"], ["turn 0", "turn 3"])
    assert preview is not None
    assert "1) turn 0" in printed(preview) and "2) turn 3" in printed(preview)
    assert DRAWING.preview({}, [], ["lay 17"]) is None


def test_names_lead_to_moves() -> None:
    view = next(state for state in GAME_OF_TWO if decision_of(state.view(state.to_act()[0])) == "visit").view(
        0
    )
    assert DRAWING.guess(view, "hotel") == ["visit hotel"]
    assert DRAWING.guess(view, "Johansen's Mill") == ["visit johansens-mill"]
    assert DRAWING.guess(view, "hottel") == ["visit hotel"]
    assert DRAWING.guess(view, "xyzzy") == []


def test_the_verdict_names_winners_grades_and_ties() -> None:
    assert "expert" in DRAWING.verdict([35], [1], {})[0]
    assert "would have won" in DRAWING.verdict([24], [1], {})[0]
    assert DRAWING.verdict([20, 31], [2, 1], {}) == ["Seat 2 wins with 31 points."]
    assert "WG 8.8" in DRAWING.verdict([31, 31], [2, 1], {})[1]
    assert DRAWING.verdict([31, 31], [1, 1], {}) == ["Seat 1 and Seat 2 share the victory with 31 points."]
