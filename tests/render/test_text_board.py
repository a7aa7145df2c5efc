"""Text boards: every value of a view is said, within the width, and nothing is needed but letters."""

from collections.abc import Iterator, Mapping

import pytest
from rich.console import Console

from farmstead import shelf
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.render import Drawing
from farmstead.render.components import Components
from farmstead.render.text_board import UNSEEN, Map, TextBoard
from farmstead.render.words import words_for
from tests.laws import random_move

WORDS = words_for()


def printed(thing: object, width: int) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(thing)
    return capture.get()


def positions(name: str, seats: int, moves: int) -> Table:
    """A seeded game after so many moves."""
    game, dealer = shelf.game(name), QuickDealer(seats)
    table = Table(game, game.setup(seats))
    for _ in range(moves):
        table.settle(dealer)
        if table.state.to_act():
            seat, move = random_move(table.state, dealer)
            table.play(seat, str(move))
    return table


def leaves(value: object, key: str = "") -> Iterator[tuple[str, object]]:
    """Every value of a view with the key it stands under."""
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from leaves(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from leaves(each, key)
    else:
        yield key, value


@pytest.mark.parametrize("width", [54, 80, 120])
@pytest.mark.parametrize("moves", [0, 1, 20, 60])
@pytest.mark.parametrize("name", shelf.names())
def test_a_view_without_a_drawing_is_told_whole(name: str, moves: int, width: int) -> None:
    table = positions(name, 2, moves)
    view = table.state.view(0)
    board = TextBoard(words_for(name), width)
    text = printed(board.view(view), width)
    assert all(len(line) <= width for line in text.splitlines())
    said = " ".join(text.split())
    for key, value in leaves({key: each for key, each in view.items() if key not in UNSEEN}):
        for word in board.said(value, key).split():
            assert word in said, (key, value)


def test_the_default_drawing_is_a_text_board() -> None:
    game = shelf.game("sunflower-valley")
    drawing = Drawing(game, Components())
    view = game.start(game.setup(2)).view(None)
    assert printed(drawing.sheet(view, [], {}, 80), 80) == printed(
        TextBoard(drawing.words, 80).view(view), 80
    )
    assert (drawing.part(view), drawing.components.kinds) == ("", ())
    assert drawing.question(view)


def test_rows_turn_into_columns_and_then_into_lists_where_it_gets_narrow() -> None:
    rows = [{"name": f"field {n}", "crop": "barley and rye", "yield": n} for n in range(3)]
    wide, middle, narrow = [
        printed(TextBoard(WORDS, width).board({"fields": rows}), width) for width in (80, 57, 30)
    ]
    assert wide.splitlines()[1].split() == ["Number", "Name", "Crop", "Yield"]
    assert [len(text.splitlines()) for text in (wide, narrow)] == [5, 13]
    assert all(value in middle.replace("\n", " ") for value in ("field 0", "field 2"))


def test_flags_nothing_and_negative_numbers_are_words() -> None:
    text = printed(
        TextBoard(WORDS, 60).board({"open": True, "shut": False, "left": [], "loss": -3, "next": None}), 60
    )
    assert [line.split()[-1] for line in text.splitlines()] == ["yes", "no", "none", "−3", "none"]


def test_maps_keep_their_lines_and_their_colours_are_extra() -> None:
    board = TextBoard(WORDS, 60).board({"map": Map([" G  F", "F  G"], {"G": "black on yellow"})})
    assert [line.rstrip() for line in printed(board, 60).splitlines()] == ["Map", "   G  F", "  F  G"]
    colourful = Console(width=60, color_system="256", force_terminal=True, no_color=False)
    with colourful.capture() as capture:
        colourful.print(board)
    assert "\x1b[30;4" in capture.get()
