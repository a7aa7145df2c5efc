"""The first choice of a game (WG 1.9) as two cards: where a town figure may start, and what comes first."""

from textwrap import wrap
from typing import Final

from farmstead.games.walnut_grove.pictures.svg.farmyard import stamp
from farmstead.games.walnut_grove.pictures.svg.fronts import front_of
from farmstead.games.walnut_grove.pictures.svg.names import Names
from farmstead.games.walnut_grove.rules.components import Building, Edition
from farmstead.games.walnut_grove.rules.names import ROWS
from farmstead.render.ink import Box, circle, g, hit, part, path, rect, text, use

WIDE: Final = 236.0
NARROW: Final = 158.0  # on phones
GAP: Final = 12.0
FRONT: Final = 0.62  # of a front as it stands in town
SHOWN: Final = 3  # buildings of a way
LETTER: Final = 0.56  # of a letter's height is its width
TITLE: Final = 15.0
LEAST: Final = 13.0  # of a title's letters; longer ones go on below
ABOUT: Final = 12.0
TOP: Final = 91.0  # of the words: the first line stands here
LEADING: Final = 4.0  # more than a letter's height, from line to line


def start_rows(edition: Edition, seat: int, names: Names, width: float | None) -> tuple[Box, str]:
    """Both, one beside the other, within a width if there is one."""
    wide = WIDE if width is None else NARROW
    ways = [[edition.ring[(first + n) % len(edition.ring)] for n in range(SHOWN)] for first in edition.rows]
    titles = [names.part("start_before", building=names.building(way[0])) for way in ways]
    size = max(LEAST, min(TITLE, (wide - 12) / max(map(len, titles)) / LETTER))
    said = [_words(title, size, _about(way, names), wide) for title, way in zip(titles, ways, strict=True)]
    high = max([foot for _, foot in said])
    cards = [_card(n, ways[n], seat, names, wide, high, said[n][0]) for n in range(len(ROWS))]
    art = "".join([g(card, at=(n * (wide + GAP) + 2, 2)) for n, card in enumerate(cards)])
    return Box(0, 0, len(cards) * (wide + GAP) - GAP + 4, high + 4), art


def _words(title: str, size: float, about: str, wide: float) -> tuple[str, float]:
    """What is written on a card, and where it ends."""
    y, drawn = TOP, []
    for words, letters, weight in ((title, size, 700), (about, ABOUT, 400)):
        for line in _lines(words, (wide - 12) / letters / LETTER):
            drawn.append(text(line, (wide / 2, y), letters, weight=weight))
            y += letters + LEADING
    return "".join(drawn), y - LEADING


def _about(way: list[Building], names: Names) -> str:
    return names.part("start_way", buildings=names.words.listing([names.building(each) for each in way]))


def _card(row: int, way: list[Building], seat: int, names: Names, wide: float, high: float, said: str) -> str:
    """A figure on the street, the buildings that it comes to first, and the same in words."""
    name = f"{names.part('row', row=ROWS[row], building=names.building(way[0]))}. {_about(way, names)}"
    return part(
        f"row:{ROWS[row]}",
        name,
        rect(0, 0, wide, high, "board", "edge", 1.2, 10),
        hit(0, 0, wide, high, 10),  # below what is drawn: where it is lit, that can still be read
        path(f"M8 64H{wide - 8:g}", stroke="street", width=14),
        *_along(way, wide),
        use(f"pawn-{seat + 1}", (26, 50), 26, 34),
        said,
        class_="row",
    )


def _along(way: list[Building], wide: float) -> list[str]:
    """Fronts above the street, each with the place before it."""
    step = (wide - 56) / SHOWN
    scale = min(FRONT, step / 112)
    found = []
    for n, building in enumerate(way):
        middle = 48 + step * (n + 0.5)
        found.append(stamp(front_of(building), (middle - 50 * scale, 55 - 80 * scale), scale))
        found.append(circle((middle, 64), 5, "paper", "edge", 1.2, class_="ring"))
    return found


def _lines(words: str, letters: float) -> list[str]:
    """A sentence in lines of so many letters at most, as few and then as even as its words allow."""
    most = int(letters)
    fewest = len(wrap(words, most, break_long_words=False))
    found = [wrap(words, width, break_long_words=False) for width in range(1, most + 1)]
    return next(lines for lines in found if len(lines) == fewest)
