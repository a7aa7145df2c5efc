"""The first choice of a game (WG 1.9) as two cards: where a town figure may start, and what comes first."""

from typing import Final

from farmstead.games.walnut_grove.pictures.svg.farmyard import stamp
from farmstead.games.walnut_grove.pictures.svg.fronts import front_of
from farmstead.games.walnut_grove.pictures.svg.names import Names
from farmstead.games.walnut_grove.rules.components import Building, Edition
from farmstead.games.walnut_grove.rules.names import ROWS
from farmstead.render.ink import Box, circle, g, hit, part, path, rect, text, use

WIDE: Final = 236.0
NARROW: Final = 158.0  # on phones
HIGH: Final = 132.0
GAP: Final = 12.0
FRONT: Final = 0.62  # of a front as it stands in town
SHOWN: Final = 3  # buildings of a way
LETTER: Final = 0.56  # of a letter's height is its width


def start_rows(edition: Edition, seat: int, names: Names, width: float | None) -> tuple[Box, str]:
    """Both, one beside the other, within a width if there is one."""
    wide = WIDE if width is None else NARROW
    cards = [_card(edition, row, seat, names, wide) for row in range(len(ROWS))]
    art = "".join([g(card, at=(n * (wide + GAP) + 2, 2)) for n, card in enumerate(cards)])
    return Box(0, 0, len(cards) * (wide + GAP) - GAP + 4, HIGH + 4), art


def _card(edition: Edition, row: int, seat: int, names: Names, wide: float) -> str:
    """A figure on the street, the buildings that it comes to first, and the same in words."""
    first = edition.rows[row]
    way = [edition.ring[(first + n) % len(edition.ring)] for n in range(SHOWN)]
    title = names.part("start_before", building=names.building(way[0]))
    about = names.part("start_way", buildings=names.words.listing([names.building(each) for each in way]))
    name = f"{names.part('row', row=ROWS[row], building=names.building(way[0]))}. {about}"
    said = [
        text(line, (wide / 2, 109 + 15 * n), 12, fill="ink2") for n, line in enumerate(_lines(about, wide))
    ]
    return part(
        f"row:{ROWS[row]}",
        name,
        rect(0, 0, wide, HIGH, "board", "edge", 1.2, 10),
        hit(0, 0, wide, HIGH, 10),  # below what is drawn: where it is lit, that can still be read
        path(f"M8 64H{wide - 8:g}", stroke="street", width=14),
        *_along(way, wide),
        use(f"pawn-{seat + 1}", (26, 50), 26, 34),
        text(title, (wide / 2, 91), min(15.0, (wide - 12) / len(title) / LETTER), weight=700),
        *said,
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


def _lines(words: str, wide: float) -> list[str]:
    """A sentence in two lines at most, as evenly as its words allow."""
    if len(words) * 12 * LETTER <= wide - 12:
        return [words]
    blanks = [n for n, letter in enumerate(words) if letter == " "]
    cut = min(blanks, key=lambda n: abs(n - len(words) / 2))
    return [words[:cut], words[cut + 1 :]]
