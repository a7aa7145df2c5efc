"""The board as text, drawn from what a seat may see and from nothing else."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from farmstead.engine.contract import Seat
from farmstead.server.play.boards import PageContext

if TYPE_CHECKING:
    from rich.console import RenderableType


def board_as_text(found: PageContext, show: str, of_whom: Seat | None, width: int) -> str:
    """What a terminal of so many columns would show."""
    return _as_text(_thing(found, show, of_whom, width), width)


def _thing(found: PageContext, show: str, of_whom: Seat | None, width: int) -> RenderableType:
    """What is to be drawn; what is not known by that name is the whole board."""
    if show not in found.drawing.looks:
        return found.drawing.sheet(found.view, found.position.legal, {}, width)
    own = found.position.seat or 0
    whose = own if of_whom is None or of_whom >= len(found.position.seats) else of_whom
    return found.drawing.look(show, found.view, whose, {}, width)


def _as_text(thing: RenderableType, width: int) -> str:
    """What a terminal would show, without its styles."""
    from rich.console import Console  # here, since it takes time that only those cost who read so

    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
    )
    lines = console.render_lines(thing, console.options.update(width=width, height=None), pad=False)
    return "\n".join(["".join([part.text for part in line if not part.control]).rstrip() for line in lines])
