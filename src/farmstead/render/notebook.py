"""Positions in notebooks: `picture(table)` is shown as the boards; so is a bare `table` after

%load_ext farmstead.render.notebook
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from farmstead import shelf
from farmstead.engine.contract import BadSetup, Game, Seat, State
from farmstead.engine.table import Table
from farmstead.render import View
from farmstead.render.ink import DARK, LIGHT
from farmstead.render.poster import poster
from farmstead.render.static_picture import box_of
from farmstead.render.words import LANGUAGE

Held: TypeAlias = Table | State | View
PNG_PIXELS: Final = 1600  # across


class Picture:
    """An SVG that a notebook shows by itself."""

    def __init__(self, svg: str, light: int = LIGHT) -> None:
        self.svg = svg
        self._light = light

    def __repr__(self) -> str:
        return f"<Picture, {len(self.svg):,} letters of SVG; save(path) writes it>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write it to a file: SVG or PNG, as its name ends."""
        ending = Path(path).suffix.lower()
        if ending == ".png":
            from farmstead.render.typst_output import png_of  # few ask for pixels

            wide = box_of(self.svg).width
            Path(path).write_bytes(png_of(self.svg, wide, PNG_PIXELS, self._light))
        elif ending == ".svg":
            Path(path).write_text(f"{self.svg}\n", encoding="utf-8")
        else:
            raise BadSetup(
                f"a picture is written as .svg or .png, not as {ending or 'a file without ending'!r}"
            )


def picture(
    held: Held,
    seat: Seat | None = None,
    *,
    game: Game | None = None,
    names: Sequence[str] = (),
    language: str = LANGUAGE,
    dark: bool = False,
) -> Picture:
    """All boards of a table, a position or a view.

    `seat`, counted from 0, says who looks at a table or position; None is a spectator. A view is somebody's
    already. `game` is needed only for a view with components other than the packaged ones.
    """
    view = _view(held, seat)
    found = held.game if isinstance(held, Table) else game or _game(held, view)
    light = DARK if dark else LIGHT
    return Picture(poster(found, view, names=names, language=language, light=light), light)


def _view(held: Held, seat: Seat | None) -> View:
    if isinstance(held, Mapping):
        if seat is not None:
            raise BadSetup("a view shows what one seat sees, so no other can be named for it", "seat")
        return held
    state = held.state if isinstance(held, Table) else held
    if not isinstance(state, State):
        raise BadSetup(f"a table, a position or a view can be drawn, not {type(held).__name__}")
    seats = len(state.scores())
    if seat is not None and not 0 <= seat < seats:
        raise BadSetup(f"there is no seat {seat}; seats are 0 to {seats - 1}, and None looks on", "seat")
    return state.view(seat)


def _game(held: Held, view: View) -> Game:
    """A position knows its game; a view says which packaged one it is of."""
    if isinstance(held, State):
        return held.game()
    try:
        return shelf.game_for(str(view["game"]), str(view["edition"]))
    except KeyError as error:
        raise BadSetup(f"a view says {error} of itself, and this does not") from None
    except BadSetup as error:
        if error.part != "edition":
            raise
        raise BadSetup(f"the components are {view['edition']}; name the game that has them: game=…") from None


# `Any`: the interpreter of a notebook is no package of ours.
def load_ipython_extension(ipython: Any) -> None:
    """Show tables and positions as a spectator sees them wherever a cell ends with one."""
    formatter = ipython.display_formatter.formatters["image/svg+xml"]
    for kind in (Table, State):
        formatter.for_type(kind, lambda held: picture(held).svg)


def unload_ipython_extension(ipython: Any) -> None:
    """Show them as text again."""
    formatter = ipython.display_formatter.formatters["image/svg+xml"]
    for kind in (Table, State):
        formatter.pop(kind, None)
