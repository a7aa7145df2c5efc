"""A result of the game of the day as a small picture to send: how it ended, and nothing of how it went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from farmstead.render.ink import LIGHT, circle, path, rect, text
from farmstead.render.static_picture import whole

WIDTH: Final = 600.0
HEIGHT: Final = 315.0
PIXELS: Final = 1200
BOX: Final = 46.0  # of a bot
GAP: Final = 12.0

BEATEN: Final = "beaten"
EQUAL: Final = "equal"
AHEAD: Final = "ahead"
OPEN: Final = "open"  # it has not finished yet
FILLS: Final = {BEATEN: "open", EQUAL: "halo", AHEAD: "board", OPEN: "none"}


class ResultCard(NamedTuple):
    """What the picture says, in words."""

    title: str
    day: str
    points: str  # such as `38` or `41 : 18`
    unit: str
    bots: Sequence[str]  # one of the words above for each level, the weakest first
    bots_about: str
    streak: str  # nothing: there is none
    name: str


def result_card(card: ResultCard, light: int = LIGHT) -> str:
    """The picture."""
    parts = [
        rect(0, 0, WIDTH, HEIGHT, "page", None),
        rect(14, 14, WIDTH - 28, HEIGHT - 28, "paper", "edge", r=14),
        circle((486, 118), 62, "halo", None),
        path("M400 172c30-20 58-20 86 0s56 20 86 0v28H400z", "summer", None),
        text(card.day, (40, 56), 17, "start", "ink2", "sans"),
        text(card.title, (40, 92), 30, "start", weight=700),
        text(card.points, (40, 172), 72, "start", "accent-text", weight=700),
        text(card.unit, (40, 200), 18, "start", "ink2"),
        *[_bot(n, how) for n, how in enumerate(card.bots)],
        text(card.bots_about, (40, 290), 14, "start", "ink2", "sans"),
        text(card.streak, (WIDTH - 40, 244), 18, "end", weight=700),
        text(card.name, (WIDTH - 40, 290), 14, "end", "ink2", "sans"),
    ]
    told = " ".join([card.title, card.day, card.points, card.unit])
    return whole(WIDTH, HEIGHT, told, "".join(parts), {}, light, 1)


def _bot(n: int, how: str) -> str:
    """A level of bots: full where it was beaten, a bar where nobody was ahead, empty where it was ahead."""
    left, top = 40 + n * (BOX + GAP), 218.0
    more = {"stroke_dasharray": "4 4"} if how == OPEN else {}
    drawn = rect(left, top, BOX, BOX, FILLS[how], "key", 1.6, 8, **more)
    if how == BEATEN:
        drawn += path(f"M{left + 12} {top + 24}l8 9 15-19", "none", "paper", 4.5)
    if how == EQUAL:
        drawn += path(f"M{left + 12} {top + 19}h22M{left + 12} {top + 28}h22", "none", "key", 3)
    number = "" if how == BEATEN else str(n + 1) if how != EQUAL else ""
    return drawn + (text(number, (left + BOX / 2, top + 31), 20, fill="ink2") if number else "")
