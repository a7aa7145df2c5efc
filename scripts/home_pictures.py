"""Draw the pictures of the home page anew: `python -m scripts.home_pictures`.

A cover with the country of both games, a glimpse of each game, and what is shown where something is missing.
Each is a file of its own, once by day and once by lamplight, with its colours in it: a page shows it as an
image. Look at them before you keep them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from farmstead import shelf
from farmstead.agents.characters import neighbours
from farmstead.agents.levels import LevelAgent
from farmstead.agents.observation import observation_at
from farmstead.engine.contract import CHANCE
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.games.sunflower_valley.pictures.svg import pictures as valley_pictures
from farmstead.games.sunflower_valley.pictures.svg.ground import mountain
from farmstead.games.sunflower_valley.pictures.svg.marks import mark
from farmstead.games.walnut_grove.pictures.svg import SYMBOLS as GROVE
from farmstead.games.walnut_grove.pictures.svg import pictures as grove_pictures
from farmstead.games.walnut_grove.pictures.svg.farmyard import bay, stamp
from farmstead.games.walnut_grove.pictures.svg.fences import rails
from farmstead.games.walnut_grove.pictures.svg.pieces import cube, figure
from farmstead.render.ink import Box, circle, g, line, path, picture, polar, standalone, use
from farmstead.render.ink.faces import face_sheet
from farmstead.render.ink.tokens import DARK, LIGHT

SOURCES: Final = Path(__file__).parent.parent / "src"
FOLDER: Final = SOURCES / "farmstead" / "server" / "pages" / "static" / "lobby"
FACES: Final = FOLDER.parents[1] / "templates" / "lobby" / "faces.svg"  # written into pages, in their colours
LIGHTS: Final = {"day": LIGHT, "dark": DARK}
SUN: Final = (720.0, 250.0)
SEED: Final = 11
GLIMPSE: Final = (640.0, 270.0)

PEAKS: Final = ((130, 2.1), (300, 1.6), (1190, 2.2), (1350, 1.7))  # how far right, how large
FLOWERS: Final = (
    (40, 356, 1.3), (96, 372, 1.1), (150, 366, 1.2), (470, 372, 1.1), (520, 384, 0.9),
    (960, 376, 1.1), (1016, 384, 0.95), (1380, 360, 1.3), (1420, 376, 1.1),
)  # fmt: skip
FAR: Final = "M0 236C170 180 330 212 470 236 640 262 800 246 930 226 1130 196 1300 208 1440 240V420H0z"
MEADOW: Final = "M0 300C200 240 420 262 600 292 800 322 1000 250 1190 262 1300 268 1380 280 1440 296V420H0z"
FIELD: Final = "M0 352C220 312 480 318 700 352 900 382 1180 322 1440 346V420H0z"
POND: Final = "M590 356C660 336 800 336 870 356 930 376 880 396 730 396S530 376 590 356z"


# ---- the cover -------------------------------------------------------------------------------------------


def cover() -> str:
    """A sunrise over the country of both games."""
    parts = [
        rays(),
        *[g(mountain(n), at=(x, 176.0), scale=size) for n, (x, size) in enumerate(PEAKS)],
        sun(),
        hill(FAR, "wood"),
        hill(MEADOW, "dairy"),
        farmyard(),
        stamp("scene-dairy", (980, 246), 0.9),
        stamp("scene-dairy", (1056, 262), 0.62),
        village(),
        hill(FIELD, "grain"),
        hill(POND, "fish"),
        rails(tuple([(float(x), 354 - 14 * (1 - ((x - 210) / 190) ** 2)) for x in range(20, 402, 5)]), True),
        use("wagon", (1240, 318), 100, 76),
        figure("yellow", (1176, 330), 48),
        figure("farmer", (1318, 326), 51),
        *[g(flower(n), at=(x, y), scale=size) for n, (x, y, size) in enumerate(FLOWERS)],
        path("M0 419H1440", width=2),
    ]
    return picture(Box(0, 0, 1440, 420), *parts)


def rays() -> str:
    drawn = []
    for n, angle in enumerate(range(182, 360, 4)):
        reach, width = (1100, 2.2) if n % 2 else (190, 5.0)
        ray = line([polar(angle, 96, SUN), polar(angle, reach, SUN)])
        drawn.append(path(ray, stroke="summer", width=width, opacity=0.55))
    return "".join(drawn)


def sun() -> str:
    rings = circle(SUN, 70, "none", "summer", 2) + circle(SUN, 56, "none", "summer", 1.4)
    return circle(SUN, 84, "halo", width=2) + rings


def hill(outline: str, terrain: str) -> str:
    return path(outline, terrain, width=1.8) + path(outline, f"url(#p-{terrain})", None)


def farmyard() -> str:
    """The barn with something in it, between a house and a hut."""
    bays = [bay((x, y), 25) for x in (34, 61) for y in (44, 71)]
    goods = [
        cube("grain", (46.5, 56.5), 20),
        cube("wood", (73.5, 56.5), 20),
        use("coin-gold", (46.5, 83.5), 18),
    ]
    barn = stamp("yard-barn", (0, 0)) + "".join([*bays, *goods])
    return (
        g(barn, at=(226.0, 190.0), scale=1.25)
        + stamp("yard-hut", (390, 242), 1.2)
        + stamp("yard-house", (168, 236), 1.2)
    )


def village() -> str:
    drawn = [
        ("S", 1, 560, 300, 0.8),
        ("S", 2, 630, 312, 0.7),
        ("H", 3, 870, 274, 0.9),
        ("H", 4, 800, 290, 0.7),
    ]
    return "".join([g(mark(token, seed), at=(x, y), scale=size) for token, seed, x, y, size in drawn])


def flower(number: int) -> str:
    return mark("F" if number % 3 else "U", "cover", number)


# ---- a glimpse of each game --------------------------------------------------------------------------------


def played(name: str, seats: int, moves: int) -> Mapping[str, object]:
    """What seat 1 sees of a game of good players after so many moves."""
    game = shelf.game(name)
    table, dealer, player = Table(game, game.setup(seats)), QuickDealer(SEED), LevelAgent(4)
    while len(table.moves()) < moves and table.state.to_act():
        seat = table.state.to_act()[0]
        if seat == CHANCE:
            table.deal(dealer)
        else:
            table.play(seat, player.choose(observation_at(game, table.state, seat)))
    return table.state.view(0)


def grove() -> str:
    return grove_pictures(shelf.game("walnut-grove")).land(played("walnut-grove", 2, 150), 0)


def valley() -> str:
    game = shelf.game("sunflower-valley")
    return valley_pictures(game).sheet(played("sunflower-valley", 3, 210), 0, foot=False)


# ---- where something is missing ----------------------------------------------------------------------------


def wagon() -> str:
    """No table yet: the wagon waits by the fire."""
    parts = (
        path("M6 66H154", stroke="edge", width=2),
        use("wagon", (60, 40), 84, 64),
        use("campfire", (130, 54), 30),
    )
    return picture(Box(0, 0, 160, 76), *parts)


def post_office() -> str:
    """Nothing found: somebody asks at the Post Office."""
    parts = [
        path("M6 110H214", stroke="edge", width=2),
        stamp("front-post", (40, 20), 1.1),
        figure("white", (172, 88), 52),
    ]
    return picture(Box(0, 0, 220, 122), *parts)


def files() -> Iterator[tuple[Path, str]]:
    """Where each picture lies, a game's in its own folder, and what it is."""
    valley_symbols = valley_pictures(shelf.game("sunflower-valley")).symbols
    for name, drawn, symbols in (
        ("cover", cover(), GROVE),
        ("walnut-grove", grove(), GROVE),
        ("sunflower-valley", valley(), valley_symbols),
        ("wagon", wagon(), GROVE),
        ("post-office", post_office(), GROVE),
    ):
        for light, colours in LIGHTS.items():
            place = FOLDER / f"{name}-{light}.svg"
            if shelf.is_known(name):
                place = (
                    SOURCES / shelf.row(name).package.replace(".", "/") / "pictures" / "home" / f"{light}.svg"
                )
            yield place, standalone(drawn, symbols, colours)
    yield FACES, face_sheet({each.id: each.face for each in neighbours().values()})


def main() -> None:
    for place, svg in files():
        place.write_text(svg + "\n", encoding="utf-8")
        print(f"{place.relative_to(SOURCES)}: {len(svg) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
