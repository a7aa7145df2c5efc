"""A whole position as one picture: an SVG that needs no page, for files, notebooks and the docs.

It is drawn from a view and from nothing else, by the pictures that the page shows.
"""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil
from typing import Final, NamedTuple

from farmstead.engine.contract import Game, Seat
from farmstead.engine.dealer import QuickDealer
from farmstead.render import View, drawing_for
from farmstead.render.ink import LIGHT, Box, el, emblem, g, num, paint, picture, rect, text, use
from farmstead.render.layout import CAPTION, PADDING, PICTURE_GAP, Panel, Placed, arranged, height_of
from farmstead.render.page import GamePage, Shown, page_for
from farmstead.render.shared import signed
from farmstead.render.static_picture import box_of, whole, without_interaction
from farmstead.render.words import LANGUAGE, PAGES_OF, Words, words_for

WIDTH: Final = 1280.0
MARGIN: Final = 24.0
HEADER: Final = 46.0
SECOND: Final = 30.0  # line of the header
TITLE: Final = 28.0  # letters
LETTERS: Final = 17.0
SMALL: Final = 15.0
LETTER_WIDTH_RATIO: Final = 0.7  # of a letter's height is its width, where no narrower face is installed
PLAIN: Final = 0.6
POINTS: Final = 70.0  # room for somebody's points
TOTAL: Final = "total"
LINE: Final = 30.0  # of the score
COLUMN: Final = 64.0
TALLY: Final = "tally"


class Score(NamedTuple):
    """The points of all seats as far as a view is enough to count them, and when all is over the places."""

    lines: Sequence[Mapping[str, int | None]]
    places: Sequence[int]


def poster(
    game: Game,
    view: View,
    *,
    seat: Seat | None = None,
    names: Sequence[str] = (),
    language: str = LANGUAGE,
    light: int = LIGHT,
    note: str = "",
    scale: float = 1,
) -> str:
    """All boards of a position in one picture, as the view's seat or a spectator sees them.

    `seat` says whose board is the large one: the view's own unless another is named; for a spectator, that
    of whoever is to decide. `note` stands in the upper right corner.
    """
    return Poster(game, view, seat, names, language).picture(light, note, scale)


class Poster:
    """One position."""

    def __init__(
        self, game: Game, view: View, seat: Seat | None, names: Sequence[str], language: str
    ) -> None:
        self.game, self.view, self.language = game, view, language
        self.names = tuple(["".join(filter(str.isprintable, name)) for name in names])
        self.page: GamePage = page_for(game, language, self.names)
        self.words: Words = words_for(PAGES_OF + game.name, language)
        self.seat = _shown_seat(view) if seat is None else seat
        self.score = score_of(game, view, self.page)

    def picture(self, light: int, note: str, scale: float) -> str:
        """The whole of it."""
        places, tray = self._places()
        top = MARGIN + HEADER + SECOND * len(self._said())
        rows = [g(*[self._card(place) for place in places], at=(MARGIN, top))]
        height = top + height_of(places) + MARGIN
        if tray is not None:
            frame = _centred(tray, height - MARGIN + PICTURE_GAP)
            rows.append(without_interaction(tray.svg, frame))
            height = frame.top + frame.height + MARGIN
        height = ceil(height)
        title = ". ".join([self.game.title, *self._heading(), *self._said()])
        content = "".join([rect(0, 0, WIDTH, height, "page", None), self._header(note), *rows])
        symbols = {**self.page.symbols, **self.page.loose(self.view, self.seat)}
        return whole(WIDTH, height, title, content, symbols, light, scale)

    # ---- what is where ---------------------------------------------------------------------------------

    def _places(self) -> tuple[list[Placed], Shown | None]:
        """The boards on their cards, and what lies below them as large as it is."""
        shown = self.page.boards(self.view, self.seat, False)
        main = [each for each in shown if each.area == "main"] or shown[:1]
        sides = [each for each in shown if each.area == "side" and each not in main]
        tray = next((each for each in shown if each.area == "tray" and each not in main), None)
        seats = [seat for seat in range(len(self.score.lines)) if self.page.apart and seat != self.seat]
        others = [self._other(seat, shown) for seat in seats]
        movable = [Shown(TALLY, "side", self._tally())] if self.score.places else []
        movable += [each for each in others if each.svg]
        fixed, moved = list(map(panel_of, sides)), list(map(panel_of, movable))
        return arranged(panel_of(main[0]), fixed, moved, WIDTH - 2 * MARGIN), tray

    def _other(self, seat: Seat, shown: Sequence[Shown]) -> Shown:
        area = f"seat {seat}"
        found = [each for each in shown if each.area == area]
        return found[0] if found else Shown(area, area, self.page.other(self.view, seat))

    def _card(self, place: Placed, box: Box | None = None) -> str:
        left, top, width, height = place.card
        area = place.panel.shown.area
        whose = int(area.split()[1]) if area.startswith("seat ") else self.seat
        caption = self._caption(whose, place.card) if place.panel.captioned else ""
        ground = rect(left, top, width, height, "paper", "rule", 1, 10)
        return ground + caption + without_interaction(place.panel.shown.svg, place.frame, box)

    def _caption(self, seat: Seat, card: Box) -> str:
        """Whose board this is, and the points it is known to have brought."""
        middle = card.top + PADDING + CAPTION / 2 - 2
        points = self.score.lines[seat].get(TOTAL) if seat < len(self.score.lines) else None
        right = card.left + card.width - PADDING - 4
        room = card.width - 2 * PADDING - 36 - (0 if points is None else POINTS)
        name = fitting(self._who(seat), room, LETTERS, LETTER_WIDTH_RATIO)
        parts = [
            use(f"pawn-{seat + 1}", (card.left + PADDING + 13, middle), 22, 28),
            text(name, (card.left + PADDING + 32, middle + 6), LETTERS, "start", weight=700),
        ]
        if points is not None:
            parts.append(text(signed(points), (right - 22, middle + 6), LETTERS, "end", weight=700))
            parts.append(emblem("star", (right - 8, middle), 15, "ink2"))
        return "".join(parts)

    def _who(self, seat: Seat) -> str:
        return str(words_for(language=self.language).who(seat, self.names or None))

    # ---- what is said ----------------------------------------------------------------------------------

    def _header(self, note: str) -> str:
        """The game and where in it this is, and below it what is asked or who has won, a line a sentence."""
        base, said = MARGIN + 27, "  ·  ".join(self._heading())
        beside = el("tspan", escape(said), dx=22, font_size=18, font_weight=400, fill=paint("ink2"))
        title = escape(self.game.title) + beside
        lines = [el("text", title, x=MARGIN, y=base, font_size=TITLE, font_weight=700, fill=paint("ink"))]
        if note:
            lines.append(text(note, (WIDTH - MARGIN, base), SMALL, "end", "ink2"))
        for n, sentence in enumerate(self._said(), 1):
            shown = fitting(sentence, WIDTH - 2 * MARGIN, 18, PLAIN)
            lines.append(text(shown, (MARGIN, base + SECOND * n), 18, "start"))
        return "".join(lines)

    def _heading(self) -> list[str]:
        """Where in the game this is."""
        heading = self.page.heading(self.view)
        said = [heading.title, *([heading.note] if heading.note else [])]
        season = [self.words.say("season", "name", season=part.key) for part in heading.segments if part.now]
        return [self.words.say("heading", key, **fields) for key, fields in said] + season

    def _said(self) -> list[str]:
        """What is asked, or who has won."""
        if self.score.places:
            return self._verdict()
        asked = self.page.asked(self.view)
        return [] if asked is None else [self.words.say("asking", asked[0], **asked[1])]

    def _verdict(self) -> list[str]:
        if len(self.score.places) == 1:
            return []
        totals = [score[TOTAL] or 0 for score in self.score.lines]
        drawing = drawing_for(self.game, language=self.language)
        return drawing.verdict(totals, self.score.places, self.view, self.names or None)

    def _tally(self) -> str:
        """The score line by line, a column a seat."""
        own, seats = words_for(self.game.name, self.language), range(len(self.score.lines))
        rows: dict[str, Sequence[int | None]] = {
            own.called(line, "line"): [score[line] for score in self.score.lines]
            for line in self.score.lines[0]
        }
        if len(seats) > 1:
            rows[self.words.say("end", "place")] = self.score.places
        return tally(rows, strong=own.called(TOTAL, "line"))


def tally(rows: Mapping[str, Sequence[int | None]], strong: str) -> str:
    """Numbers in lines, a column a seat; the line `strong` stands out."""
    first = LETTERS * LETTER_WIDTH_RATIO * max(map(len, rows))
    columns = len(next(iter(rows.values())))
    heads = [use(f"pawn-{n + 1}", (first + COLUMN * (n + 0.5), 18), 22, 28) for n in range(columns)]
    lines = []
    for number, (label, cells) in enumerate(rows.items(), start=1):
        base, weight = LINE * number + 24, 700 if label == strong else 400
        rule = el("path", d=f"M0 {num(base - 20)}H{num(first + COLUMN * columns)}", stroke=paint("rule"))
        lines += [rule, text(label, (4, base), LETTERS, "start", weight=weight)]
        for n, cell in enumerate(cells):
            known = "" if cell is None else signed(cell)
            lines.append(text(known, (first + COLUMN * (n + 0.5), base), LETTERS, weight=weight))
    return picture(Box(0, 0, first + COLUMN * columns, LINE * (len(rows) + 1) + 14), *heads, *lines)


def score_of(game: Game, view: View, page: GamePage) -> Score:
    """Counted from the view alone: what it does not tell is left open."""
    own = view["seat"]
    state = game.from_view(own if isinstance(own, int) else None, view, QuickDealer(0))
    lines: list[dict[str, int | None]] = []
    for seat in range(len(state.scores())):
        counted = state.score_lines(seat)
        known = page.known_lines(view, seat, list(counted))
        lines.append({line: points if line in known else None for line, points in counted.items()})
    return Score(lines, [] if state.to_act() else state.places())


def _shown_seat(view: View) -> Seat:
    """The view's own, or for a spectator that of whoever is to decide."""
    own, to_act = view["seat"], view["to_act"]
    if isinstance(own, int):
        return own
    assert isinstance(to_act, list)
    return next((seat for seat in to_act if seat >= 0), 0)


def panel_of(shown: Shown) -> Panel:
    """What is somebody's has their name on it."""
    box = box_of(shown.svg)
    return Panel(shown, box.width, box.height, captioned=shown.area.startswith(("main", "seat ")))


def _centred(tray: Shown, top: float) -> Box:
    box = box_of(tray.svg)
    scale = min(1, (WIDTH - 2 * MARGIN) / box.width)
    return Box((WIDTH - box.width * scale) / 2, top, box.width * scale, box.height * scale)


def fitting(words: str, room: float, size: float, wide: float) -> str:
    """As much of a text as there is room for."""
    most = max(1, int(room / size / wide))
    return words if len(words) <= most else f"{words[: most - 1].rstrip()}…"
