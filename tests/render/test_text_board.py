"""Text boards: every value of a view is said, within the width, and nothing is needed but letters."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest
from rich.console import Console

from farmstead import shelf
from farmstead.engine.contract import FarmsteadError
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.render import Drawing, drawing_for
from farmstead.render.components import Components
from farmstead.render.text_board import UNSEEN, Map, TextBoard, whole_view
from farmstead.render.words import words_for
from tests.laws import random_move
from tests.render.pictures import positions as all_positions

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
    text = printed(board.board(whole_view(view)), width)
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
        TextBoard(drawing.words, 80).arranged([whole_view(view)]), 80
    )
    assert drawing.part(view) == "" and not drawing.components.kinds
    assert drawing.question(view)


def test_rows_turn_into_columns_and_then_into_lists_where_it_gets_narrow() -> None:
    rows = [{"name": f"field {n}", "crop": "barley and rye", "yield": n} for n in range(3)]
    lines = {
        width: [
            line.split()
            for line in printed(TextBoard(WORDS, width).board({"fields": rows}), width).splitlines()
        ]
        for width in (80, 30, 20)
    }
    assert lines[80][1] == ["Name", "Crop", "Yield"] and len(lines[80]) == 5
    assert lines[30][1] == ["Name", "Crop", "Yield"] and len(lines[30]) > 5
    assert lines[20][1] == ["Name", "field", "0"]
    long = [{"name": f"field {n}", **dict.fromkeys("abcde", "barley " * 3)} for n in range(2)]
    across = printed(TextBoard(WORDS, 60).board({"fields": long}), 60).splitlines()
    assert across[1].split() == ["Name", "field", "0", "field", "1"]


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


def test_wide_maps_are_cut_and_their_margin_is_repeated() -> None:
    drawn = Map(["1 AABBCC", "2 ddeeff"], margin=2, step=2)
    assert drawn.text(12).plain.split("\n") == ["1 AABBCC", "2 ddeeff"]
    assert drawn.text(7).plain.split("\n") == ["1 AABB", "2 ddee", "1 CC", "2 ff"]


def test_boards_stand_beside_each_other_where_they_fit() -> None:
    boards = [{"one": "first"}, {"two": "second"}]
    assert len(printed(TextBoard(WORDS, 60).arranged(boards), 60).splitlines()) == 1
    assert len(printed(TextBoard(WORDS, 16).arranged(boards), 16).splitlines()) == 2


# ---- everything in a view is drawn ---------------------------------------------------------------------

# What no board shows: the version of the view, how far the rules are, and what follows from the rest: figures
# in one place stand in the order in which they arrived, villagers come with what is drawn.
KEPT = {
    "walnut-grove": {"view", "turn", "arrived", "covering", "coins_due", "coins_drawn"},
    "sunflower-valley": {"view", "rules", "villagers"},
}
Path = tuple[str | int, ...]


def paths(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Where every value of a view is."""
    if isinstance(value, Mapping | list):
        for name, each in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from paths(each, (*path, name))
    else:
        yield path, value


def named(path: Path) -> str:
    """The last key on the way to a value."""
    return [str(step) for step in path if isinstance(step, str)][-1]


def others(path: Path, value: object, known: Mapping[str, set[str]]) -> list[object]:
    """What could stand there instead."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    return [*sorted(known[named(path)] - {value})] if isinstance(value, str) else []


def changed(view: Mapping[str, object], path: Path, value: object) -> dict[str, object]:
    found: Any = deepcopy(view)
    place = found
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return dict(found)


def all_told(drawing: Drawing, view: Mapping[str, object]) -> str:
    """Everything that can be read at a decision: the question, the sheet and all looks of all seats."""
    boards = [drawing.boards(what, view, seat, [], {}) for what in ("", *drawing.looks) for seat in (0, 1)]
    return repr([drawing.question(view), drawing.part(view), boards])


@pytest.mark.parametrize("name", shelf.names())
def test_every_value_of_a_view_reaches_the_board(name: str) -> None:
    """Where a value is another, something else is said at some decision."""
    drawing, states = drawing_for(shelf.game(name)), all_positions(name, 2, 5)
    asked = [state.view(seat) for state in states for seat in state.to_act()]
    seen = {drawing.decision(view): view for view in asked}
    known: dict[str, set[str]] = {}
    for view in seen.values():
        for path, value in paths(view):
            known.setdefault(named(path), set()).update([value] if isinstance(value, str) else [])
    found, reached = set[str](), set[str]()
    for view in seen.values():
        told = all_told(drawing, view)
        for path, value in paths(view):
            for other in [] if named(path) in reached else others(path, value, known):
                found.add(named(path))
                try:
                    after = all_told(drawing, changed(view, path, other))
                except (AssertionError, LookupError, ValueError, FarmsteadError):
                    after = "what cannot be"
                if after != told:
                    reached.add(named(path))
                    break
    assert found - reached == KEPT[name]
