"""A finished farm or valley as a page of an almanac: the board, whose it is, the points and the day."""

from collections.abc import Sequence
from html import escape
from math import ceil
from typing import Final

from farmstead.engine.contract import Game, Seat
from farmstead.render import View
from farmstead.render.ink import LIGHT, Box, el, emblem, paint, rect, text, use
from farmstead.render.page import page_for
from farmstead.render.poster import LETTER_WIDTH_RATIO, PLAIN, TOTAL, fitting, score_of
from farmstead.render.shared import signed
from farmstead.render.static_picture import box_of, whole, without_interaction
from farmstead.render.words import LANGUAGE, PAGES_OF, Words, words_for

WIDTH: Final = 960.0
MARGIN: Final = 44.0
INSET: Final = 16.0  # of the outer rule
MAX_BOARD: Final = 760.0  # of its height
HEAD: Final = 152.0
LINE: Final = 30.0  # of the score
GAP: Final = 40.0


def plate(
    game: Game,
    view: View,
    seat: Seat,
    *,
    names: Sequence[str] = (),
    day: str = "",
    language: str = LANGUAGE,
    light: int = LIGHT,
) -> str:
    """One seat's board framed, with its name, its score line by line, and a day such as 2031-05-06."""
    called = tuple(["".join(filter(str.isprintable, name)) for name in names])
    page, words = page_for(game, language, called), words_for(PAGES_OF + game.name, language)
    shown = page.boards(view, seat, False)
    board = next((each for each in shown if each.area == "main"), shown[0])
    score = score_of(game, view, page)
    name = str(words_for(language=language).who(seat, called or None))
    about = " · ".join([part for part in (game.title, day_words(day, words)) if part])
    frame = _fitted(box_of(board.svg))
    foot = frame.top + frame.height + GAP
    lines = score.lines[seat] if seat < len(score.lines) else {}
    rows = [(key, points) for key, points in lines.items() if key != TOTAL]
    half = (len(rows) + 1) // 2
    height = ceil(foot + max(half, 3) * LINE + GAP + MARGIN)
    heading = fitting(words.say("plate", "of", name=name), WIDTH - 4 * MARGIN, 46, LETTER_WIDTH_RATIO)
    parts = [
        rect(0, 0, WIDTH, height, "page", None),
        rect(INSET, INSET, WIDTH - 2 * INSET, height - 2 * INSET, "paper", "edge", 3),
        rect(INSET + 7, INSET + 7, WIDTH - 2 * INSET - 14, height - 2 * INSET - 14, "none", "edge", 1),
        text(words.say("plate", "almanac"), (WIDTH / 2, MARGIN + 24), 17, fill="ink2", letter_spacing=3),
        _title(heading, seat),
        text(about, (WIDTH / 2, MARGIN + 110), 20, fill="ink2"),
        without_interaction(board.svg, frame),
        *_points(lines.get(TOTAL), words, foot, max(half, 3)),
    ]
    left = MARGIN + 210
    width = (WIDTH - left - MARGIN - GAP) / 2
    own = words_for(game.name, language)
    for n, (key, points) in enumerate(rows):
        place = (left + (n // half) * (width + GAP), foot + 20 + (n % half) * LINE)
        parts += _row(own.called(key, "line"), points, place, width)
    title = f"{words.say('plate', 'of', name=name)}. {about}."
    symbols = {**page.symbols, **page.loose(view, seat)}
    return whole(WIDTH, height, title, "".join(parts), symbols, light, 1)


def day_words(day: str, words: Words) -> str:
    """A day in words: `6 May 2031`; nothing for none."""
    if not day:
        return ""
    year, month, number = day.split("-")
    months = words.say("plate", "months").split()
    return words.say("plate", "date", day=int(number), month=months[int(month) - 1], year=year)


def _title(heading: str, seat: Seat) -> str:
    """Whose it is, with their figure before it."""
    half = len(heading) * 46 * 0.24
    return text(heading, (WIDTH / 2 + 20, MARGIN + 76), 46, weight=700) + use(
        f"pawn-{seat + 1}", (max(MARGIN + 30, WIDTH / 2 - half - 24), MARGIN + 60), 34, 44
    )


def _fitted(box: Box) -> Box:
    """As large as there is room for, in the middle."""
    scale = min((WIDTH - 2 * MARGIN) / box.width, MAX_BOARD / box.height)
    width, height = box.width * scale, box.height * scale
    return Box((WIDTH - width) / 2, MARGIN + HEAD, width, height)


def _points(total: int | None, words: Words, top: float, lines: int) -> list[str]:
    """The sum, large."""
    if total is None:
        return []
    middle, base = MARGIN + 90, top + lines * LINE / 2 + 12
    said = words.say("plate", "points", points=total)
    return [
        text(signed(total), (middle, base), 76, weight=700, fill="accent_text"),
        emblem("star", (middle - 52, base + 22), 18, "ink2"),
        text(said, (middle, base + 28), 18, fill="ink2"),
    ]


def _row(words: str, points: int | None, at: tuple[float, float], width: float) -> list[str]:
    left, base = at
    shown = fitting(words, width - 50, 17, PLAIN)
    rule = el("path", d=f"M{left:.1f} {base + 9:.1f}h{width:.1f}", stroke=paint("rule"))
    value = "" if points is None else signed(points)
    return [
        rule,
        el("text", escape(shown), x=left, y=base, font_size=17, fill=paint("ink")),
        text(value, (left + width, base), 17, "end", weight=700),
    ]
