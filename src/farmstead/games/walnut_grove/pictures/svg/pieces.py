"""The wooden things: cubes, coins, figures, wagons and their fires."""

from typing import Final

from farmstead.games.walnut_grove.rules.names import COINS, COLOURS, GOODS
from farmstead.render.ink import (
    EMBLEMS,
    Point,
    circle,
    el,
    emblem,
    g,
    line,
    path,
    polar,
    symbol,
    text,
    use,
    var,
)

EATS: Final = dict(zip(COLOURS, GOODS, strict=False))  # WG 6.1
WORTH: Final = dict(zip(COINS, "012", strict=True))  # WG 8.5
DARK_ON: Final = frozenset({"grain", "dairy"})  # goods whose emblem is dark
FIGURES: Final = ("farmer", *COLOURS)


def ink_on(good: str) -> str:
    """The token that can be read on a good's colour."""
    return "key" if good in DARK_ON else "on_accent"


# ---- how they look -------------------------------------------------------------------------------------


def _block(good: str) -> str:
    """An oblique block in a box of 24 × 24: light top, dark side."""
    return (
        path("M2 7.5L7 2.5H22V17.5L17 22.5H2z", f"good_{good}", width=1.5)
        + el("path", d="M2 7.5L7 2.5H22L17 7.5z", fill="#fff", opacity=0.34)
        + el("path", d="M17 7.5L22 2.5V17.5L17 22.5z", fill="#000", opacity=0.22)
        + path("M2 7.5H17V22.5M17 7.5L22 2.5", width=1.1)
    )


def _cube(good: str) -> str:
    tone = var(ink_on(good))
    return _block(good) + g(EMBLEMS[good], at=(3.7, 9.2), scale=0.49, fill=tone, color=tone)


def _coin_back() -> str:
    return (
        circle((12, 12), 10.4, "plank", width=1.4)
        + circle((12, 12), 10.4, "url(#p-hatch)", None)
        + circle((12, 12), 7.6, "canvas", width=0.9)
        + g(EMBLEMS["star"], at=(6.6, 6.5), scale=0.45, fill=var("barn"))
    )


def _coin_face(metal: str) -> str:
    return (
        circle((12, 12), 10.4, metal, width=1.4)
        + circle((12, 12), 8, width=0.7, stroke_dasharray="1 1.2")
        + text(WORTH[metal], (12, 16.4), 12.5, fill="key", weight=700)
    )


def _figure(kind: str) -> str:
    """A turned peg with a straw hat; the chest says what he eats."""
    tone = "farmer" if kind == "farmer" else f"good_{EATS[kind]}"
    band = "grain" if kind == "farmer" else "barn"
    return (
        el("ellipse", cx=12, cy=32, rx=9.5, ry=1.8, fill=var("key"), opacity=0.28)
        + path("M4.2 31.5C4 23.5 7 18.5 12 18.5s8 5 7.8 13q-7.8 2.2-15.6 0z", tone, width=1.4)
        + circle((12, 14.2), 4.9, "beech")
        + path("M1.8 11.4C5 9.3 19 9.3 22.2 11.4 19 13.7 5 13.7 1.8 11.4z", tone)
        + path("M7 10.8C6.8 5.5 8 2.6 12 3.6 16 2.6 17.2 5.5 17 10.8 14 11.9 10 11.9 7 10.8z", tone)
        + el("path", d="M7.1 9.2q4.9 1.7 9.8 0l.1 1.6q-5 1.8-10 0z", fill=var(band))
        + _chest(kind)
    )


def _chest(kind: str) -> str:
    if kind == "farmer":
        return path("M9 20.5l3 3.5 3-3.5M12 24v7", stroke="beech", width=1.2)
    good = EATS[kind]
    return g(EMBLEMS[good], at=(7.7, 21.3), scale=0.36, fill=var(ink_on(good)))


def _wheel(at: Point, r: float) -> str:
    spokes = "".join([line([at, polar(angle, r, at)]) for angle in range(0, 360, 45)])
    return circle(at, r, "canvas", width=1.8) + path(spokes, width=0.8) + circle(at, r / 4, "barn", width=0.8)


def _wagon() -> str:
    hoops = "M17 6C16 12 16 20 17 26M29 4.5V26M41 6C42 12 42 20 41 26"
    return (
        path("M5 26C2 16 4 8 11 7 22 3.5 37 3.5 48 7 55 8 57 16 54 26z", "canvas", width=1.5)
        + el("path", d="M40 5C52 7 58 12 54 26H42z", fill="url(#p-hatch)")
        + path(hoops, width=0.9)
        + path("M4 25.5H55L52 35H8z", "plank", width=1.5)
        + path("M6 30H53.5", width=0.8)
        + _wheel((15, 36), 8)
        + _wheel((44, 35), 9)
    )


def _campfire() -> str:
    logs = "M3 21L20 16.5M4 16.5L21 21"
    flame = (
        "M12.5 2C13 7 7 9 7 14c0 3 2.2 5 5 5s5.2-2 5-5.2c-.1-2-1.2-3-2-4.3-.1 1.4"
        "-.5 2-1.2 2.6C14 8 13.6 5 12.5 2z"
    )
    heart = "M12 11.5c.3 2-2 2.7-2 4.6 0 1.4.9 2.3 2.1 2.3s2.3-.9 2.1-2.5c-.2-1.5-1.4-2.4-2.2-4.4z"
    return (
        path(logs, width=4.2)
        + path(logs, stroke="plank", width=2.4)
        + path(flame, "autumn", width=1.2)
        + path(heart, "halo", None)
    )


PIECES: Final[dict[str, str]] = {
    **{f"cube-{good}": symbol(f"cube-{good}", 24, 24, _cube(good)) for good in GOODS},
    **{f"block-{good}": symbol(f"block-{good}", 24, 24, _block(good)) for good in GOODS},
    **{f"coin-{coin}": symbol(f"coin-{coin}", 24, 24, _coin_face(coin)) for coin in COINS},
    "coin-back": symbol("coin-back", 24, 24, _coin_back()),
    **{f"figure-{kind}": symbol(f"figure-{kind}", 24, 34, _figure(kind)) for kind in FIGURES},
    "wagon": symbol("wagon", 60, 46, _wagon()),
    "campfire": symbol("campfire", 24, 24, _campfire()),
}


# ---- where they lie ------------------------------------------------------------------------------------


def cube(good: str, at: Point, size: float, letter: str = "", key: str | None = None) -> str:
    """A cube with its centre at `at`; with a letter in place of its emblem where one is asked for."""
    if not letter:
        return use(f"cube-{good}", at, size, data_key=key)
    low = (at[0] - size * 0.104, at[1] + size * 0.29)
    mark = text(letter, low, size * 0.5, fill=ink_on(good), face="sans", weight=700)
    return g(use(f"block-{good}", at, size), mark, data_key=key)


def coin(kind: str, at: Point, size: float, key: str | None = None) -> str:
    """A coin by its metal, or its `back`."""
    return use(f"coin-{kind}", at, size, data_key=key)


def figure(kind: str, at: Point, height: float = 35, key: str | None = None) -> str:
    """The farmer or a labourer, by the middle of the figure."""
    return use(f"figure-{kind}", at, height * 24 / 34, height, data_key=key)


def plate(colour: str, at: Point) -> str:
    """The sign of a labourer at his home: his colour, and what he eats."""
    good = EATS[colour]
    return circle(at, 9.5, f"good_{good}") + emblem(good, at, 12, ink_on(good))


def pawn(seat: int, at: Point, height: float = 41) -> str:
    """A seat's figure in town, by the middle of the figure; seats are counted from 0."""
    return use(f"pawn-{seat + 1}", at, height * 28 / 36, height, class_="pawn", data_key=f"p{seat}")
