"""Dice, the places they leave in the pool, and the board of colours they are put on (SV 3.1)."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from farmstead.games.sunflower_valley.pictures.svg.grid import hexagon
from farmstead.games.sunflower_valley.pictures.svg.ground import SHAPES, TONES
from farmstead.games.sunflower_valley.pictures.svg.naming import PartNames
from farmstead.games.sunflower_valley.pictures.svg.symbols import BOX
from farmstead.games.sunflower_valley.pictures.views import TableView
from farmstead.games.sunflower_valley.rules.names import COLOURS, DICE, FACES
from farmstead.render.ink import Box, Point, emblem, g, hit, nth, part, path, picture, rect, use

POOL: Final = "pool"
IN_HAND: Final = "in hand"
GONE: Final = "gone"
DIE: Final = 100.0  # the box of a die
PLATE_WIDE: Final = 100.0
PLATE_HIGH: Final = 128.0
GAP: Final = 10.0
CACHED_DICE: Final = 2048  # dice and plates that are not drawn again
EACH: Final = 5  # hexes of a colour on every sheet
ON_DICE: Final[dict[str, tuple[str, Point, float]]] = {  # which mark a face shows, where and how large
    "house": ("H", (49, 52), 1.02),
    "sheep": ("S", (50, 46), 0.98),
    "sunflower": ("F", (48, 43), 0.98),
    "super-sunflower": ("U", (49, 45), 0.96),
    "straight": ("L14", (49, 47), 0.74),
    "curve": ("C02", (39, 62), 0.74),  # an arc lies off the middle of its hex: this brings it back
}


def die_body(face: str, state: str = POOL) -> str:
    """A bone die in a box of 100 × 104."""
    token, at, scale = ON_DICE[face]
    return (
        rect(9, 13, 86, 86, "key", None, r=20, opacity=0.2)
        + rect(6, 8, 86, 88, "canvas", width=2.2, r=20)
        + rect(6, 6, 86, 82, "halo" if state == IN_HAND else "whitewash", width=2.2, r=20, class_="bone")
        + use(f"mark-{token}", at, BOX * scale, class_="face")
    )


def place_left() -> str:
    """Where a die lay: nothing moves up when one is taken."""
    return rect(10, 10, 78, 80, "none", "edge", 2, 18, stroke_dasharray="6 6")


def die_picture(face: str, names: PartNames) -> str:
    """A die by itself."""
    return picture(Box(0, 0, DIE, DIE + 2), die_body(face), name=names.say("die", die=face), class_="die")


# ---- the pool ------------------------------------------------------------------------------------------


def rolled(table: TableView) -> list[tuple[str, str]]:
    """The six dice of the round by face, each with where it is now; the places stay those of the roll."""
    hand = table["die"] if table["colour"] is None else None
    laid = [die for die in table["board"].values() if die is not None]
    pool = Counter(table["pool"])
    found: list[tuple[str, str]] = []
    for face in sorted([*table["pool"], *laid, *([hand] if hand else [])], key=FACES.index):
        if pool[face]:
            state = POOL
            pool[face] -= 1
        else:
            state = IN_HAND if face == hand and (face, IN_HAND) not in found else GONE
        found.append((face, state))
    return found


def dice_picture(table: TableView, names: PartNames, columns: int) -> str:
    """The pool: dice to take, the one in hand, and dashed places."""
    dice, roll = rolled(table), table["round"]
    # Dice of one face are counted, so that the others are still the same when one is taken.
    keyed = zip(dice, nth([face for face, _ in dice]), strict=True)
    gone = Counter[str]()
    bodies = []
    for (face, state), key in keyed:
        gone[face] += state == GONE
        which = f"die:{face} {gone[face]}" if gone[face] > 1 else f"die:{face}"  # as scripts call them
        bodies.append(_rolled_die(face, state, names, key, roll, which if state == GONE else ""))
    bodies += [place_left()] * (DICE - len(bodies))
    apart = DIE + GAP
    drawn = [g(body, at=(apart * (n % columns), apart * (n // columns))) for n, body in enumerate(bodies)]
    width, height = columns * apart - GAP, -(-DICE // columns) * apart
    return picture(Box(0, 0, width, height), *drawn, name=names.say("dice"), class_="dice")


@lru_cache(CACHED_DICE)
def _rolled_die(face: str, state: str, names: PartNames, key: str, roll: int, taken: str = "") -> str:
    if state == GONE:
        said = names.say("die_gone", die=face)
        return g(place_left(), role="img", aria_label=said, class_="gone", data_taken=taken)
    say = "die_in_hand" if state == IN_HAND else "die"
    chosen = "die chosen" if state == IN_HAND else "die"
    body = g(die_body(face, state), data_key=key, data_roll=roll)
    return part(f"die:{face}", names.say(say, die=face), body, hit(0, 0, DIE, DIE + 4), class_=chosen)


# ---- the colour board ----------------------------------------------------------------------------------


def colours_picture(table: TableView, free: Mapping[str, int], names: PartNames) -> str:
    """Five plates; on each the die that reserved it, or its emblem, and how many of its hexes are free."""
    plates = [
        _plate(n, free[colour], table["board"][colour], colour == table["colour"], table["round"], names)
        for n, colour in enumerate(COLOURS)
    ]
    width = (PLATE_WIDE + GAP) * len(COLOURS) - GAP
    return picture(Box(0, 0, width, PLATE_HIGH), *plates, name=names.say("colours"), class_="colours")


@lru_cache(CACHED_DICE)
def _plate(number: int, free: int, die: str | None, chosen: bool, roll: int, names: PartNames) -> str:
    colour = COLOURS[number]
    name = names.say("colour", colour=colour, free=free)
    if die is not None:
        name = names.say("colour_chosen" if chosen else "colour_taken", colour=colour, die=die)
    state = "chosen" if chosen else "taken" if die is not None else "full" if not free else ""
    halo = rect(3, 3, 94, 122, "none", "halo" if chosen else None, 6, 13, class_="ring")
    body = plate_body(colour, free, die, roll)
    whole = hit(0, 0, PLATE_WIDE, PLATE_HIGH)
    plate = part(f"colour:{colour}", name, body, halo, whole, class_=f"colour {state}".rstrip())
    return g(plate, at=((PLATE_WIDE + GAP) * number, 0))


def plate_body(colour: str, free: int, die: str | None, roll: int) -> str:
    """A plate of 100 × 128: the region's colour and hatching, a place for a die, the emblem, five hexes."""
    middle = emblem(SHAPES[colour], (50, 50), 38, "key")
    if die:
        lying = g(die_body(die), at=(15, 14), scale=0.71)
        middle = g(lying, data_key=f"{die}@{colour}", data_roll=roll)
    return (
        rect(3, 3, 94, 122, TONES[colour], "key", 2.2, 12)
        + rect(4, 4, 92, 120, f"url(#p-{colour})", None, r=11)
        + rect(
            12, 12, 76, 76, "sheet", "key", 1.4, 12, fill_opacity=0.9, stroke_dasharray=None if die else "5 4"
        )
        + middle
        + rect(9, 94, 82, 24, "sheet", None, r=8, fill_opacity=0.9)
        + emblem(SHAPES[colour], (21, 106), 15, "key")
        + _free_hexes(free)
    )


def _free_hexes(free: int) -> str:
    """One small hex for each of the colour's five: solid where it is free, faint where it is drawn in."""
    spots: list[Point] = [(39 + 11.5 * n, 106) for n in range(EACH)]
    solid = "".join([hexagon(5.8, spot) for spot in spots[:free]])
    empty = "".join([hexagon(5.2, spot) for spot in spots[free:]])
    return (path(solid, "key", None) if solid else "") + (path(empty, width=1, opacity=0.5) if empty else "")
