"""A game as an animation, GIF or WebP: a title, a scene for each turn, and the score at the end.

Nothing jumps: each board has one place for the whole film, as large as it will ever need. The same game gives
the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from math import ceil
from textwrap import wrap
from typing import TYPE_CHECKING, Final, NamedTuple

from farmstead.engine.contract import Game, Seat
from farmstead.engine.record import Record
from farmstead.render.animation_scenes import TURN, AnimationScene, cuts, scenes
from farmstead.render.embedded_record import with_record, xmp_with
from farmstead.render.ink import LIGHT, Box, g, rect, text, use
from farmstead.render.layout import Placed, arranged, height_of, rows
from farmstead.render.page import Shown
from farmstead.render.poster import HEADER, LETTERS, MARGIN, WIDTH, Poster, panel_of, poster
from farmstead.render.static_picture import box_of, whole
from farmstead.render.typst_output import PIXELS, png_of
from farmstead.render.words import LANGUAGE, PAGES, words_for

if TYPE_CHECKING:
    from PIL import Image

ANIMATION_KINDS: Final = ("gif", "webp")
MAX_SCENES: Final = 120  # scenes; of longer games so many are shown
MAX_ANIMATION_BYTES: Final = 11_000_000  # bytes
SHAPE: Final = 1.35  # width by height, where all boards are alike
GIF_COLOURS: Final = 255  # of a GIF, and one for what does not change
SAMPLES: Final = 5  # scenes that a GIF's colours are chosen from
QUALITY: Final = 82  # of a WebP
MAX_ANIMATION_MS: Final = 75_000  # milliseconds that the scenes may take
BRIEFEST, LONGEST = 450, 1400  # for one of them
TITLE, LAST = 2200, 7000
SAID: Final = 26.0  # for a line of what has happened
TOP: Final = MARGIN + HEADER + 2 * SAID + 6
LETTERS_ACROSS: Final = 125
NARROWER: Final = (640, 480)  # pixels across for a film that has come out too large
LOWEST: Final = 400.0  # of a film of a game that has no boards yet
FRAME_SIZE_MULTIPLE: Final = 8  # units: so that no pixel is cut in two

Told = Callable[[int, int], None]  # scenes done, of how many


class AnimationRequest(NamedTuple):
    """What is asked of an animation: its kind, language, size and eyes."""

    kind: str = ANIMATION_KINDS[0]
    seat: Seat | None = None  # whose eyes; None is somebody who may know everything
    names: tuple[str, ...] = ()
    language: str = LANGUAGE
    light: int = LIGHT
    every: str = TURN
    pixels: int = PIXELS


def animate(
    game: Game, record: Record, text_of: str, wish: AnimationRequest, told: Told = lambda done, whole: None
) -> bytes:
    """The film of a checked record, which it carries as its text."""
    steps = animated(game, record, text_of, wish)
    while True:
        try:
            told(*next(steps))
        except StopIteration as end:
            data: bytes = end.value
            return data


def animated(
    game: Game, record: Record, text_of: str, wish: AnimationRequest
) -> Generator[tuple[int, int], None, bytes]:
    """The animation step by step: how many scenes are done, of how many; in the end its bytes."""
    plies = cuts(record, wish.every, MAX_SCENES)
    shown = scenes(game, record, plies, wish.seat, wish.names, wish.language)
    reel = AnimationLayout(game, record, list(shown), wish)
    data = b""
    for pixels in (wish.pixels, *NARROWER):
        data = yield from _encoded(reel, wish, pixels, text_of)
        if len(data) <= MAX_ANIMATION_BYTES:
            break
    return data


class AnimationFrame(Poster):
    """One scene, with every board in the place that the whole film has for it."""

    def __init__(self, game: Game, scene: AnimationScene, seat: Seat, wish: AnimationRequest) -> None:
        super().__init__(game, scene.view, seat, wish.names, wish.language)
        self.scene, self.light = scene, wish.light

    def panels(self, alike: bool) -> dict[str, Shown]:
        """What there is to be placed, by its name; `alike`: everybody's board as large as the others."""
        shown = self.page.boards(self.view, self.seat, False)
        main = next((each for each in shown if each.area == "main"), None)
        own = [] if main is None else [main._replace(area=f"seat {self.seat}")]
        others = [
            Shown(area, area, self.page.other(self.view, seat)) if alike else self._other(seat, shown)
            for seat in range(len(self.score.lines))
            if self.page.apart and seat != self.seat and (area := f"seat {seat}")
        ]
        boards = sorted([*own, *others], key=lambda each: each.area) if alike else [*own, *others]
        sides = [each for each in shown if each.area == "side"]
        return {each.area if each in boards else each.name: each for each in [*boards, *sides] if each.svg}

    def drawn(
        self, places: Mapping[str, Placed], boxes: Mapping[str, Box], alike: bool, note: str, high: float
    ) -> str:
        """The whole picture."""
        shown = self.panels(alike)
        cards = [
            self._card(place._replace(panel=place.panel._replace(shown=shown[name])), boxes[name])
            for name, place in places.items()
            if name in shown
        ]
        content = rect(0, 0, WIDTH, high, "page", None) + self._header(note) + g(*cards, at=(MARGIN, TOP))
        symbols = {**self.page.symbols, **self.page.loose(self.view, self.seat)}
        return whole(WIDTH, high, self.game.title, content, symbols, self.light, 1)

    def _header(self, note: str) -> str:
        """What has happened has two lines."""
        lines = wrap(self.scene.said, LETTERS_ACROSS, max_lines=2, placeholder=" …")
        places = [(MARGIN, MARGIN + HEADER + SAID * (n + 0.5)) for n in range(len(lines))]
        said = [text(line, at, 19, "start") for line, at in zip(lines, places, strict=True)]
        return super()._header(note) + "".join(said)

    def _said(self) -> list[str]:
        return []


class AnimationLayout:
    """All scenes of a film, and where everything is in them."""

    def __init__(
        self, game: Game, record: Record, shown: Sequence[AnimationScene], wish: AnimationRequest
    ) -> None:
        self.game, self.record, self.scenes, self.wish = game, record, shown, wish
        self.alike = wish.seat is None and record.setup.seats > 1
        self.seat: Seat = wish.seat or 0
        self.boxes: dict[str, Box] = {}
        found: dict[str, Shown] = {}
        for scene in shown:
            for name, each in self._frame(scene).panels(self.alike).items():
                box = box_of(each.svg)
                self.boxes[name] = _around(self.boxes[name], box) if name in self.boxes else box
                found[name] = each
        self.places = self._placed(found)
        boards = height_of(list(self.places.values())) if self.places else LOWEST
        self.high = FRAME_SIZE_MULTIPLE * ceil((TOP + boards + MARGIN) / FRAME_SIZE_MULTIPLE)

    def _frame(self, scene: AnimationScene) -> AnimationFrame:
        return AnimationFrame(self.game, scene, self.seat, self.wish)

    def _placed(self, found: Mapping[str, Shown]) -> dict[str, Placed]:
        panels = {
            name: panel_of(each)._replace(width=self.boxes[name].width, height=self.boxes[name].height)
            for name, each in found.items()
        }
        main = panels.get(f"seat {self.seat}")
        if self.alike or main is None:
            places = rows(list(panels.values()), WIDTH - 2 * MARGIN, SHAPE) if panels else []
        else:
            sides = [panel for panel in panels.values() if not panel.captioned]
            others = [panel for panel in panels.values() if panel.captioned and panel is not main]
            places = arranged(main, sides, others, WIDTH - 2 * MARGIN)
        names = {id(panel): name for name, panel in panels.items()}
        return {names[id(place.panel)]: place for place in places}

    def pictures(self) -> Iterator[str]:
        """One after the other: the title, the scenes; the last of all shows the score."""
        yield self._title()
        count = words_for(PAGES, self.wish.language)
        for scene in self.scenes:
            note = count.say("film", "move", number=scene.ply, all=len(self.record.moves))
            yield self._frame(scene).drawn(self.places, self.boxes, self.alike, note, self.high)
        yield self._end()

    def durations(self) -> list[int]:
        """How long each of them is to be seen."""
        each = min(LONGEST, max(BRIEFEST, MAX_ANIMATION_MS // max(1, len(self.scenes))))
        return [TITLE, *[each] * len(self.scenes), LAST]

    def _title(self) -> str:
        """The game and who plays it."""
        words, middle = words_for(language=self.wish.language), WIDTH / 2
        seats = range(self.record.setup.seats)
        top = self.high / 2 - 40 - 22 * len(seats)
        lines = [text(self.game.title, (middle, top), 64, weight=700)]
        for seat in seats:
            name, y = str(words.who(seat, list(self.wish.names) or None)), top + 74 + 48 * seat
            lines.append(use(f"pawn-{seat + 1}", (middle - 130, y - 8), 30, 38))
            lines.append(text(name[:40], (middle - 96, y), LETTERS * 1.5, "start"))
        return self._whole("".join(lines))

    def _end(self) -> str:
        """Everything at the end with the score; it has a shape of its own."""
        scene, wish = self.scenes[-1], self.wish
        own = self.seat if wish.seat is not None else None
        names, language, light = wish.names, wish.language, wish.light
        return poster(self.game, scene.view, seat=own, names=names, language=language, light=light)

    def _whole(self, content: str) -> str:
        ground = rect(0, 0, WIDTH, self.high, "page", None)
        symbols = dict(AnimationFrame(self.game, self.scenes[-1], self.seat, self.wish).page.symbols)
        return whole(WIDTH, self.high, self.game.title, ground + content, symbols, self.wish.light, 1)


def _around(one: Box, other: Box) -> Box:
    left, top = min(one.left, other.left), min(one.top, other.top)
    right = max(one.left + one.width, other.left + other.width)
    return Box(left, top, right - left, max(one.top + one.height, other.top + other.height) - top)


# ---- pixels ------------------------------------------------------------------------------------------------


def _encoded(
    reel: AnimationLayout, wish: AnimationRequest, pixels: int, text_of: str
) -> Generator[tuple[int, int], None, bytes]:
    durations = reel.durations()
    painted_ones: list[bytes] = []
    for svg in reel.pictures():
        painted_ones.append(_fitted(svg, pixels, reel.high, wish.light))
        yield len(painted_ones), len(durations)
    out = io.BytesIO()
    if wish.kind == "webp":
        first, *rest = [_read(png) for png in painted_ones]
        how = {"quality": QUALITY, "method": 2, "minimize_size": False, "xmp": xmp_with(text_of)}
        first.save(out, "WEBP", save_all=True, append_images=rest, duration=durations, loop=0, **how)
        return out.getvalue()
    palette = _palette(painted_ones)
    first = _in_palette(painted_ones[0], palette)
    first.save(
        out,
        "GIF",
        save_all=True,
        append_images=(_in_palette(png, palette) for png in painted_ones[1:]),
        duration=durations,
        loop=0,
        disposal=1,
        optimize=True,
    )
    return with_record(out.getvalue(), wish.kind, text_of)


def _fitted(svg: str, pixels: int, high: float, light: int) -> bytes:
    """In pixels, so many across; what is higher than the film is made smaller and put into its middle."""
    from PIL import Image  # here and below, since it is large, and few ask for films

    png = png_of(svg, WIDTH, int(pixels * min(1, high / box_of(svg).height)), light)
    size = (pixels, round(high * pixels / WIDTH))
    picture = _read(png)
    if picture.size == size:
        return png
    ground = Image.new("RGB", size, picture.getpixel((0, 0)))
    ground.paste(picture, ((size[0] - picture.width) // 2, (size[1] - picture.height) // 2))
    out = io.BytesIO()
    ground.save(out, "PNG", compress_level=1)
    return out.getvalue()


def _read(png: bytes) -> Image.Image:
    from PIL import Image

    with Image.open(io.BytesIO(png)) as picture:
        return picture.convert("RGB")


def _palette(pngs: Sequence[bytes]) -> Image.Image:
    """The colours that do best for the whole film, from some of its scenes."""
    from PIL import Image

    some = [_read(pngs[(len(pngs) - 1) * n // (SAMPLES - 1)]) for n in range(SAMPLES)]
    wide, high = some[0].size
    together = Image.new("RGB", (wide, high * len(some)))
    for n, each in enumerate(some):
        together.paste(each, (0, n * high))
    return together.quantize(GIF_COLOURS, method=Image.Quantize.MEDIANCUT)


def _in_palette(png: bytes, palette: Image.Image) -> Image.Image:
    """Without dots of two colours for a third: they would flicker."""
    from PIL import Image

    return _read(png).quantize(palette=palette, dither=Image.Dither.NONE)
