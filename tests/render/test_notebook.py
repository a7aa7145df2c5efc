"""Positions in notebooks: whatever is at hand is shown as its boards."""

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from farmstead import shelf
from farmstead.engine.contract import BadSetup, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.render.ink import DARK
from farmstead.render.notebook import load_ipython_extension, picture, unload_ipython_extension
from farmstead.render.poster import poster
from tests.render.pictures import positions

GAMES = pytest.mark.parametrize("name", shelf.names())
BOTS = Path(__file__).parents[2] / "docs" / "bots.md"


def settled(name: str) -> Table:
    game = shelf.game(name)
    table = Table(game, game.setup(2))
    table.settle(QuickDealer(5))
    return table


@GAMES
def test_tables_positions_and_views_are_shown_alike(name: str) -> None:
    table = settled(name)
    for seat in (None, 0, 1):
        drawn = poster(table.game, table.state.view(seat))
        for shown in (picture(table, seat), picture(table.state, seat), picture(table.state.view(seat))):
            assert shown._repr_svg_() == shown.svg == drawn


@GAMES
def test_with_names_in_a_language_and_by_lamplight(name: str) -> None:
    table = settled(name)
    shown = picture(table, names=["Ada", "Bo"], language="fr", dark=True)
    view = table.state.view(None)
    assert shown.svg == poster(table.game, view, names=["Ada", "Bo"], language="fr", light=DARK)


def test_a_table_looks_on_unless_a_seat_is_named() -> None:
    """Coins are seen by their owner alone."""
    name = "walnut-grove"
    state = positions(name, 2, 3)[0]
    assert picture(state).svg != picture(state, 0).svg != picture(state, 1).svg


def test_a_picture_is_written_as_its_name_says(tmp_path: Path) -> None:
    shown = picture(settled(shelf.names()[0]))
    shown.save(tmp_path / "x.PNG")
    assert (tmp_path / "x.PNG").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    for wrong in ("x.jpg", "x"):
        with pytest.raises(BadSetup, match=r"\.svg or \.png"):
            shown.save(tmp_path / wrong)
        assert not (tmp_path / wrong).exists()
    with pytest.raises(BadSetup, match="not str"):
        picture("abc")  # type: ignore[arg-type]


def test_it_can_be_kept(tmp_path: Path) -> None:
    shown = picture(settled(shelf.names()[0]))
    shown.save(tmp_path / "x.svg")
    shown.save(str(tmp_path / "y.svg"))
    assert (tmp_path / "x.svg").read_text() == (tmp_path / "y.svg").read_text() == f"{shown.svg}\n"


# ---- what is refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(BadSetup, match=r"seats are 0 to 1, and None looks on"):
        picture(settled(shelf.names()[0]), seat)


def test_a_view_is_somebodys_already() -> None:
    with pytest.raises(BadSetup, match="no other can be named"):
        picture(settled(shelf.names()[0]).state.view(0), 1)


def test_a_view_says_what_it_is_of() -> None:
    view = settled(shelf.names()[0]).state.view(0)
    with pytest.raises(BadSetup, match="a view says 'game' of itself"):
        picture({key: value for key, value in view.items() if key != "game"})
    with pytest.raises(BadSetup, match="there is no game 'chess'"):
        picture({**view, "game": "chess"})


@GAMES
def test_other_components_come_with_their_game(name: str) -> None:
    text = re.sub(r'^name = ".*"', 'name = "mine"', shelf.edition_text(name), count=1, flags=re.M)
    game = shelf.game_with(name, text)
    table = Table(game, game.setup(2))
    table.settle(QuickDealer(5))
    view = table.state.view(0)
    with pytest.raises(BadSetup, match="name the game that has them"):
        picture(view)
    assert picture(view, game=game).svg == picture(table, 0).svg


# ---- by itself -------------------------------------------------------------------------------------------


class Formatter(dict[type, Callable[..., str]]):
    """As IPython's: by type, and by the types it is made from."""

    def for_type(self, kind: type, show: Callable[..., str]) -> None:
        self[kind] = show

    def shown(self, thing: object) -> str | None:
        found = [self[kind] for kind in type(thing).__mro__ if kind in self]
        return found[0](thing) if found else None


def test_a_cell_that_ends_with_a_table_shows_it() -> None:
    formatter, table = Formatter(), settled(shelf.names()[0])
    notebook = SimpleNamespace(display_formatter=SimpleNamespace(formatters={"image/svg+xml": formatter}))
    load_ipython_extension(notebook)
    assert {*formatter} == {Table, State}
    assert formatter.shown(table) == formatter.shown(table.state) == picture(table).svg
    unload_ipython_extension(notebook)
    assert formatter.shown(table) is None


def test_the_example_of_the_documents_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    section = BOTS.read_text(encoding="utf-8").partition("## Positions in a notebook")[2]
    code = re.findall(r"```python\n(.*?)```", section, re.S)[0]
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "bots.md", "exec"), {})
    assert (tmp_path / "position.svg").read_text().startswith("<svg")
