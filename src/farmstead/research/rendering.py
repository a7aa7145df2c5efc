"""A position as text, as SVG or as pixels, drawn from what a seat sees."""

from __future__ import annotations

import io
from typing import Any, Final

import numpy as np
from PIL import Image
from rich.console import Console

from farmstead.engine.contract import BadSetup, Game, Seat, State
from farmstead.render import drawing_for
from farmstead.render.poster import poster
from farmstead.render.static_picture import box_of
from farmstead.render.typst_output import png_of

MODES: Final = ("ansi", "svg", "rgb_array")
COLUMNS: Final = 100
PIXELS: Final = 1280  # width


def check_mode(mode: str | None) -> None:
    """BadSetup unless there is such a render mode."""
    if mode is not None and mode not in MODES:
        raise BadSetup(f"there is no render mode {mode!r}; there are {', '.join(MODES)}", "render_mode")


def rendered(mode: str, game: Game, state: State, seat: Seat) -> Any:
    """The position as `seat` sees it: a text, an SVG document, or an array of height, width and colours."""
    view = state.view(seat)
    if mode == "ansi":
        return _text(game, state, seat)
    svg = poster(game, view, seat=seat)
    if mode == "svg":
        return svg
    with Image.open(io.BytesIO(png_of(svg, box_of(svg).width, PIXELS))) as picture:
        return np.asarray(picture.convert("RGB"))


def _text(game: Game, state: State, seat: Seat) -> str:
    console = Console(width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="standard")
    legal = [str(move) for move in state.legal(seat)]
    scores = {seat: state.score_lines(seat)}
    with console.capture() as captured:
        console.print(drawing_for(game).sheet(state.view(seat), legal, scores, COLUMNS))
    return captured.get()
