"""Pictures of a game as files, which are never put in the place of anything but a picture of their kind."""

import os
import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer

from farmstead.cli.arguments import STDIN, must_be_writable
from farmstead.cli.errors import BadInput
from farmstead.cli.saves import key_path, real, write_atomically
from farmstead.engine.contract import BadSetup, Game, Seat
from farmstead.render import View
from farmstead.render.ink import DARK, FACES, LIGHT
from farmstead.render.poster import poster

LARGEST_HEAD: Final = 10_000  # bytes in which a picture begins
SVG_BEGINS: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s/>]", re.DOTALL
)
PNG_BEGINS: Final = re.compile(rb"\x89PNG\r\n\x1a\n")
ZOOM: Final = 2.0  # pixels to a unit of the drawing: sharp on every screen
PAINTER: Final = "resvg_py"
# What Linux has where it has none of the faces we would like; a browser finds these by itself.
FALLBACK: Final = {
    "serif": "'Noto Serif','DejaVu Serif','FreeSerif'",
    "sans": "'DejaVu Sans','FreeSans'",
}

SvgFile = Annotated[
    Path | None, typer.Option("--svg", metavar="FILE", help="Write the position as a picture.")
]
PngFile = Annotated[
    Path | None, typer.Option("--png", metavar="FILE", help="The same in pixels; needs the package resvg-py.")
]
Dark = Annotated[bool, typer.Option("--dark", help="Pictures in their dark colours.")]


class Kind(NamedTuple):
    """A kind of picture: what it is called, which option makes it, and how such a file begins."""

    name: str
    option: str
    begins: re.Pattern[bytes]


SVG: Final = Kind("SVG", "--svg", SVG_BEGINS)
PNG: Final = Kind("PNG", "--png", PNG_BEGINS)


class Wanted(NamedTuple):
    """The pictures that somebody wants of a position."""

    svg: Path | None = None
    png: Path | None = None
    dark: bool = False

    def files(self) -> list[tuple[Path, Kind]]:
        """Where each of them goes."""
        return [(path, kind) for path, kind in ((self.svg, SVG), (self.png, PNG)) if path is not None]

    def must_be_possible(self, record: Path | None = None, edition: str | None = None) -> None:
        """Notice at the start what would go wrong in the end."""
        if self.dark and not self.files():
            raise BadSetup("--dark is about a picture; say where to put one, with --svg FILE or --png FILE")
        for path, kind in self.files():
            must_be_a_picture(path, record, edition, kind)
        if self.svg is not None and self.png is not None and _is_one_file(self.svg, self.png):
            raise BadInput(f"{self.png}: --svg and --png name the same file; name another for one of them")
        if self.png is not None:
            must_have_painter()

    def take(
        self, game: Game, view: View, seat: Seat, names: Sequence[str] = (), note: str = ""
    ) -> list[str]:
        """Write what a seat sees, its own board as the large one; a sentence for each file."""
        light = DARK if self.dark else LIGHT
        drawn = poster(game, view, seat=seat, names=names, light=light, note=note)
        return [take_picture(path, drawn, kind) for path, kind in self.files()]


def take_picture(path: Path, svg: str, kind: Kind = SVG) -> str:
    """Write a picture; a sentence that says where."""
    content = f"{svg}\n".encode() if kind is SVG else painted(svg)
    write_atomically(real(path), content, lambda: must_hold_a_picture(path, kind), durable=False)
    return f"The picture is in {path}"


# ---- pixels ----------------------------------------------------------------------------------------------


def must_have_painter() -> None:
    """What makes pixels of a picture is a package of its own."""
    if find_spec(PAINTER) is None:
        raise BadInput(
            "--png: the package resvg-py, which makes pixels of a picture, is not installed here;"
            " `pip install resvg-py` does that, and --svg needs nothing"
        )


def painted(svg: str, paint: Callable[..., bytes] | None = None) -> bytes:
    """A picture as PNG. Where no letters could be drawn, nothing is: a board without its words misleads."""
    painter = paint or _painter()
    if painter(svg_string=_letter("H")) == painter(svg_string=_letter("")):
        raise BadInput(
            "--png: no fonts were found here, so the picture would have no words;"
            " install some, such as fonts-dejavu, or use --svg"
        )
    return painter(svg_string=_with_fallback(svg), zoom=ZOOM)


def _painter() -> Callable[..., bytes]:
    from resvg_py import svg_to_bytes

    return svg_to_bytes


def _letter(letter: str) -> str:
    face = FACES["serif"].replace("'", "&#x27;")
    return _with_fallback(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24">'
        f'<text x="2" y="20" font-size="20" font-family="{face}">{letter}</text></svg>'
    )


def _with_fallback(svg: str) -> str:
    for name, stack in FACES.items():
        wanted, fallback = stack.replace("'", "&#x27;"), FALLBACK[name].replace("'", "&#x27;")
        svg = svg.replace(wanted, f"{wanted},{fallback}")
    return svg


# ---- what is not overwritten ---------------------------------------------------------------------------


def must_be_a_picture(
    path: Path | None, record: Path | None = None, edition: str | None = None, kind: Kind = SVG
) -> None:
    """Notice at the start that a picture would be put in the place of something else."""
    if path is None:
        return
    must_be_writable(real(path))
    kept = [] if record is None else [record, key_path(record), key_path(real(record))]
    kept += [] if edition in (None, STDIN) else [Path(str(edition))]
    for file in kept:
        if _is_one_file(path, file):
            raise BadInput(
                f"{path}: a picture there would overwrite {file}; name another file with {kind.option}"
            )
    must_hold_a_picture(path, kind)


def must_hold_a_picture(path: Path, kind: Kind = SVG) -> None:
    """Only a picture is overwritten by a picture."""
    if path.exists() and not (path.is_file() and _begins(path, kind)):
        raise BadInput(
            f"{path}: this file is no {kind.name}, so no picture is put in its place;"
            f" name another with {kind.option}"
        )


def _is_one_file(one: Path, other: Path) -> bool:
    same = one.exists() and other.exists() and one.samefile(other)
    return same or os.path.realpath(one) == os.path.realpath(other)


def _begins(path: Path, kind: Kind) -> bool:
    with path.open("rb") as file:
        return kind.begins.match(file.read(LARGEST_HEAD)) is not None
