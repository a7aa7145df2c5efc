"""What the drawings of all games share: small phrases, names as they are typed, frames and tables."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from rich import box
from rich.console import RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from farmstead.render.palette import seat_style

DIM: Final = Style(dim=True)
BOLD: Final = Style(bold=True)
QUOTED: Final = 60  # letters of what somebody has written that are said again


# ---- phrases -------------------------------------------------------------------------------------------


def capital(words: str) -> str:
    """As a sentence begins."""
    return words[:1].upper() + words[1:]


def signed(number: int | str) -> str:
    """A number for people: with a minus as it is printed, not the hyphen of a keyboard."""
    return str(number).replace("-", "−")


def listing(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def quoted(text: str, longest: int = QUOTED) -> str:
    """What somebody has written, or as much of it as is worth saying again."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


# ---- names ---------------------------------------------------------------------------------------------


def key_of(words: str) -> str:
    """A name as moves write it: `Johansen's Mill` is `johansens-mill`."""
    return words.strip().lower().replace("'", "").replace(" ", "-")


def meant(asked: str, known: Iterable[str], most: int = 1) -> list[str]:
    """The name itself, or those that begin so, or `most` that look like it."""
    names = list(known)
    if asked in names:
        return [asked]
    begun = [name for name in names if asked and name.startswith(asked)]
    return begun or get_close_matches(asked, names, most)


# ---- frames and tables ---------------------------------------------------------------------------------


def seat_chip(seat: int) -> tuple[str, Style]:
    """A seat's number on its colour."""
    return f" {seat + 1} ", seat_style(seat)


def framed(inside: RenderableType, title: str, width: int | None = None, legend: str = "") -> Panel:
    """A frame with a title above and, where it explains something, a legend below."""
    return Panel(
        inside,
        title=Text(title, "bold not dim"),
        title_align="left",
        subtitle=Text(legend) if legend else None,
        subtitle_align="left",
        box=box.ROUNDED,
        border_style=DIM,
        width=width,
    )


def facts(lines: Mapping[str, str | RenderableType]) -> Table:
    """A line each: a name, and what is to be said of it."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style=DIM, no_wrap=True)
    grid.add_column()
    for name, fact in lines.items():
        grid.add_row(Text(name), Text(fact) if isinstance(fact, str) else fact)
    return grid
