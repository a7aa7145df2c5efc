"""Pictures of a game as files, which are never put in the place of anything but a picture of their kind."""

import os
import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from typer import Option

from farmstead.cli import language
from farmstead.cli.arguments import STDIN_NAME, must_be_writable
from farmstead.cli.errors import BadInput
from farmstead.cli.saves import key_path, real, write_atomically
from farmstead.engine.contract import BadSetup, Game, Seat
from farmstead.engine.record import Record
from farmstead.render import View
from farmstead.render.animation import AnimationRequest, Told, animate
from farmstead.render.animation_scenes import MOVE, TURN
from farmstead.render.embedded_record import with_record
from farmstead.render.ink import DARK, LIGHT
from farmstead.render.poster import poster
from farmstead.render.print_pages import paper
from farmstead.render.static_picture import box_of
from farmstead.render.typst_output import png_of

FILE_HEAD_BYTES: Final = 10_000  # bytes in which a picture begins
SVG_BEGINS: Final = rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s/>]"
PICTURE_WIDTH_PX: Final = 2560  # pixels: two to a unit of the drawing are sharp on every screen

SvgFile = Annotated[Path | None, Option("--svg", metavar="FILE", help="Write the position as a picture.")]
PngFile = Annotated[Path | None, Option("--png", metavar="FILE", help="The same in pixels.")]
GifFile = Annotated[Path | None, Option("--gif", metavar="FILE", help="Write the whole game as a film.")]
WebpFile = Annotated[Path | None, Option("--webp", metavar="FILE", help="The same in more colours, as WebP.")]
PdfFile = Annotated[
    Path | None, Option("--pdf", metavar="FILE", help="Write boards and scores of the end, to print.")
]
Moves = Annotated[bool, Option("--moves", help="Films with a scene for each decision, not for each turn.")]
Log = Annotated[bool, Option("--log", help="With --pdf: what happened, too.")]
Dark = Annotated[bool, Option("--dark", help="Pictures in their dark colours.")]


class PictureKind(NamedTuple):
    """A kind of picture: what it is called, which option makes it, and how such a file begins."""

    name: str
    option: str
    begins: re.Pattern[bytes]


SVG: Final = PictureKind("SVG", "--svg", re.compile(SVG_BEGINS, re.DOTALL))
PNG: Final = PictureKind("PNG", "--png", re.compile(rb"\x89PNG\r\n\x1a\n"))
GIF: Final = PictureKind("GIF", "--gif", re.compile(rb"GIF8[79]a"))
WEBP: Final = PictureKind("WebP", "--webp", re.compile(rb"RIFF....WEBP", re.DOTALL))
PDF: Final = PictureKind("PDF", "--pdf", re.compile(rb"%PDF-"))
FILMS: Final = (GIF, WEBP)


class Wanted(NamedTuple):
    """The pictures that somebody wants of a position."""

    svg: Path | None = None
    png: Path | None = None
    dark: bool = False
    gif: Path | None = None
    webp: Path | None = None
    pdf: Path | None = None
    moves: bool = False
    log: bool = False

    def files(self) -> list[tuple[Path, PictureKind]]:
        """Where each of them goes."""
        paths = ((self.svg, SVG), (self.png, PNG), (self.gif, GIF), (self.webp, WEBP), (self.pdf, PDF))
        return [(path, kind) for path, kind in paths if path is not None]

    def must_be_possible(self, record: Path | None = None, edition: str | None = None) -> None:
        """Notice at the start what would go wrong in the end."""
        if self.dark and not self.files():
            raise BadSetup(language.say("picture", "dark"))
        if self.log and self.pdf is None:
            raise BadSetup(language.say("picture", "log"))
        if self.moves and self.gif is None and self.webp is None:
            raise BadSetup(language.say("picture", "moves"))
        for path, kind in self.files():
            must_be_a_picture(path, record, edition, kind)
        for (one, kind), (other, also) in combinations(self.files(), 2):
            if _is_one_file(one, other):
                options = {"one": kind.option, "other": also.option}
                raise BadInput(language.say("picture", "same_file", path=str(other), **options))

    @property
    def light(self) -> int:
        """In which colours."""
        return DARK if self.dark else LIGHT

    def take(
        self,
        game: Game,
        view: View,
        seat: Seat,
        names: Sequence[str] = (),
        note: str = "",
        record: str | None = None,
    ) -> list[str]:
        """Write what a seat sees, its own board as the large one; a sentence for each file.

        A record goes inside, where one is given.
        """
        spoken = language.spoken()
        drawn = poster(game, view, seat=seat, names=names, language=spoken, light=self.light, note=note)
        stills = [(path, kind) for path, kind in self.files() if kind in (SVG, PNG)]
        return [take_picture(path, drawn, kind, record, self.light) for path, kind in stills]

    def take_whole(
        self, game: Game, record: Record, text: str, seat: Seat | None, told: Told = lambda done, all: None
    ) -> list[str]:
        """Write what is made of a whole game: films, and pages to print; each carries its record."""
        every, said = MOVE if self.moves else TURN, []
        for path, kind in self.files():
            if kind in FILMS:
                spoken = language.spoken()
                wish = AnimationRequest(
                    kind.name.lower(), seat, language=spoken, light=self.light, every=every
                )
                write_picture(path, animate(game, record, text, wish, told), kind)
                said.append(language.say("picture", "film", path=str(path)))
            elif kind is PDF:
                write_picture(path, paper(game, record, text, language=language.spoken(), log=self.log), kind)
                said.append(language.say("picture", "pages", path=str(path)))
        return said


def take_picture(
    path: Path, svg: str, kind: PictureKind = SVG, record: str | None = None, light: int = LIGHT
) -> str:
    """Write a picture; a sentence that says where."""
    content = f"{svg}\n".encode() if kind is SVG else png_of(svg, box_of(svg).width, PICTURE_WIDTH_PX, light)
    if record is not None:
        content = with_record(content, kind.name.lower(), record)
    write_picture(path, content, kind)
    return language.say("picture", "written", path=str(path))


def write_picture(path: Path, content: bytes, kind: PictureKind) -> None:
    """Write a picture atomically: whole or not at all."""
    write_atomically(real(path), content, lambda: must_hold_a_picture(path, kind), durable=False)


# ---- what is not overwritten ---------------------------------------------------------------------------


def must_be_a_picture(
    path: Path | None, record: Path | None = None, edition: str | None = None, kind: PictureKind = SVG
) -> None:
    """Notice at the start that a picture would be put in the place of something else."""
    if path is None:
        return
    must_be_writable(real(path))
    kept = [] if record is None else [record, key_path(record), key_path(real(record))]
    kept += [] if edition in (None, STDIN_NAME) else [Path(str(edition))]
    for file in kept:
        if _is_one_file(path, file):
            fields = {"path": str(path), "file": str(file), "option": kind.option}
            raise BadInput(language.say("picture", "overwrites", **fields))
    must_hold_a_picture(path, kind)


def must_hold_a_picture(path: Path, kind: PictureKind = SVG) -> None:
    """Only a picture is overwritten by a picture."""
    if not path.exists():
        return
    if path.is_file():
        with path.open("rb") as file:
            if kind.begins.match(file.read(FILE_HEAD_BYTES)):
                return
    fields = {"path": str(path), "kind": kind.name, "option": kind.option}
    raise BadInput(language.say("picture", "no_picture", **fields))


def _is_one_file(one: Path, other: Path) -> bool:
    same = one.exists() and other.exists() and one.samefile(other)
    return same or os.path.realpath(one) == os.path.realpath(other)
