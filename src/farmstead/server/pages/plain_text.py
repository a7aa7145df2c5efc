"""What a terminal would show, as plain text."""

from __future__ import annotations

import io

from rich.console import Console, RenderableType
from rich.segment import Segment


def lines_of(thing: RenderableType, width: int) -> list[list[Segment]]:
    """A thing as lines of text with styles."""
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        emoji=False,
        legacy_windows=False,
        no_color=False,
    )
    lines = console.render_lines(thing, console.options.update(width=width, height=None), pad=False)
    return [[part for part in line if not part.control] for line in lines]


def as_text(thing: RenderableType, width: int) -> str:
    """A thing as plain text."""
    return "\n".join(["".join([part.text for part in line]).rstrip() for line in lines_of(thing, width)])
