"""The player board below the landscapes: homes, wagons, the barn, improvements and help. 500 × 216."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from farmstead.games.walnut_grove.pictures.svg.farmyard import bay, sign, site, snow, stamp
from farmstead.games.walnut_grove.pictures.svg.fitting import fitted
from farmstead.games.walnut_grove.pictures.svg.land import HouseholdFigures, figures_of
from farmstead.games.walnut_grove.pictures.svg.names import Names
from farmstead.games.walnut_grove.pictures.svg.pieces import EATS, coin, cube, figure, plate
from farmstead.games.walnut_grove.pictures.views import BarnView, FarmView
from farmstead.games.walnut_grove.rules.components import Board
from farmstead.games.walnut_grove.rules.names import COINS, COLOURS, GOODS
from farmstead.render.ink import Box, Point, emblem, g, hit, kind_of, nth, part, path, rect, text, use

BOARD: Final = 216.0  # height
WIDTH: Final = 500.0
HOMES: Final = Box(8, 26, 242, 74)
HUTS: Final = Box(58, 34, 192, 66)
WAGONS: Final = Box(8, 130, 236, 78)
BARN_AT: Final = (262.0, 24.0)
BARN_BAYS: Final = Box(31, 43, 57, 57)
BARN_SITES: Final = Box(262, 134, 120, 62)
LEAN_TO_BAYS: Final = Box(6, 31, 46, 24)
BARNS: Final = Box(262, 24, 120, 172)
SIGNS: Final = Box(398, 24, 96, 121)
SIGN: Final = Box(0, 0, 96, 37)
HELP_AT: Final = (398.0, 154.0)
CACHED_YARDS: Final = 1024  # of each part of a board, those that are not drawn again
RECRUITS_AT: Final = (-22.0, 152.0)  # the first; the others stand above, then farther left
RECRUITS_STEP: Final = (-30.0, -38.0)
RECRUITS_ABOVE: Final = 3  # in a column: above them a tile may lie beside the landscapes
# Smoke over a home that somebody keeps warm; only a table in winter shows it.
HUT_SMOKE: Final = path("M35 3c-4-4 4-6 0-10s3-5 1-9", stroke="silver", width=2.6, class_="smoke", opacity=0)
FIRE_SMOKE: Final = path("M18 52c-5-5 5-8 0-13s5-8 1-13", stroke="silver", width=3, class_="smoke", opacity=0)


class Bay(NamedTuple):
    """A space of the barn on the board, and the shape to hit around it."""

    at: Point
    size: float
    hit: Box


def household(board: Board, farm: FarmView, names: Names) -> str:
    """Everything on the board itself, and the recruits who wait beside it."""
    crew, items = figures_of(farm), tuple(barn_items(farm["barn"]).items())
    owned = [kind for kind, count in farm["improvements"].items() for _ in range(count)]
    return "".join(
        [
            _captions(names),
            _homes(board, farm["huts"], crew, names),
            _wagons(board, farm["huts"], crew, names),
            _barn(board, farm["barns"], items, names),
            _signs(board, tuple(owned), names),
            _help(farm["help"]["open"], farm["help"]["turned"], names),
            _recruits(farm),
        ]
    )


@lru_cache(CACHED_YARDS)
def _captions(names: Names) -> str:
    return "".join(
        [
            _caption(names.caption("homes"), 10, 18, 240),
            _caption(names.caption("wagons"), 10, 122, 240),
            _caption(names.caption("barn"), 262, 18, 120),
            _caption(names.caption("improvements"), 494, 18, 150, "end"),
        ]
    )


def _thing(key: str, name: str, box: Box, *art: str) -> str:
    """What is never chosen, but says what it is."""
    return part(f"thing:{key}", name, *art, hit(*box, 4))


def _caption(words: str, x: float, y: float, room: float, anchor: str = "start") -> str:
    """Small capitals, smaller still where the room is short."""
    size = round(min(13.4, (room / len(words) - 1.1) / 0.78), 1)
    return text(words.upper(), (x, y), size, anchor, "ink2", weight=700, letter_spacing=1.1, class_="caption")


# ---- who lives where (WG 6.3) ----------------------------------------------------------------------------


@lru_cache(CACHED_YARDS)
def _homes(board: Board, huts: int, crew: HouseholdFigures, names: Names) -> str:
    """The printed house, then huts and their sites; a hut houses one labourer."""
    parts = [stamp("yard-house", (8, 26)), snow("yard-house", (8, 26))]
    if "farmer" in crew.home:
        parts.append(figure("farmer", (47, 84), 30, "farmer"))
    sites = fitted(board.hut_sites, HUTS, 44, 66, 4)
    labourers = crew.labourers
    for n, at in enumerate(sites.corners):
        if n >= huts:
            parts.append(g(site(44, 66), at=at, scale=sites.scale))
            continue
        lives = labourers[n] if n < len(labourers) else None
        hut = stamp("yard-hut", (-1, -8), data_key=f"hut@h{n}")
        smoke = HUT_SMOKE if lives is not None else ""
        parts.append(
            g(
                hut + snow("yard-hut", (-1, -8)) + smoke + _resident(lives, n, crew, (23, 66), (37, 48)),
                at=at,
                scale=sites.scale,
            )
        )
    return _thing("hut", names.caption("homes"), HOMES, *parts)


def _resident(key: str | None, number: int, crew: HouseholdFigures, sign_at: Point, stands_at: Point) -> str:
    """A labourer's plate at his home, and himself unless he is out at work."""
    if key is None:
        return ""
    colour = kind_of(key)
    at_home = number + 1 >= len(crew.out)  # the farmer is the first to go out
    return plate(colour, sign_at) + (figure(colour, stands_at, 30, key) if at_home else "")


@lru_cache(CACHED_YARDS)
def _wagons(board: Board, huts: int, crew: HouseholdFigures, names: Names) -> str:
    """Whoever has no hut lives in a wagon, where a fire burns."""
    places = fitted(board.wagons, WAGONS, 56, 78, 4)
    housed = crew.labourers[huts:]
    parts = []
    for n, at in enumerate(places.corners):
        lives = housed[n] if n < len(housed) else None
        flag = COLOURS[board.first_wagon] if n == 0 else None
        resident = _resident(lives, n + huts, crew, (42, 65), (45, 39))
        parts.append(g(_wagon(flag, lives is not None), resident, at=at, scale=places.scale))
    return _thing("wagon", names.caption("wagons"), WAGONS, *parts)


def _wagon(flag: str | None, lit: bool) -> str:
    """A wagon with its fire; the first wears the board's colour."""
    return (
        rect(0, 0, 56, 78, "well", None, r=5, opacity=0.55)
        + use("wagon", (27, 30), 50, 38)
        + (path("M6 12V2l11 4-11 4", f"good_{EATS[flag]}", width=1.1) if flag else "")
        + use("campfire", (18, 63), 21, opacity=None if lit else 0.35)
        + (FIRE_SMOKE if lit else "")
    )


def _recruits(farm: FarmView) -> str:
    """WG 5.9: they wait outside the board's left edge until winter is over."""
    recruits, hands = farm["recruits"], farm["labourers"]
    waiting = [key for colour in COLOURS for key in nth([colour] * recruits[colour], "", hands[colour])]
    return "".join([figure(kind_of(key), _waiting_at(n), 35, key) for n, key in enumerate(waiting)])


def _waiting_at(number: int) -> Point:
    left, up = divmod(number, RECRUITS_ABOVE)
    return RECRUITS_AT[0] + RECRUITS_STEP[0] * left, RECRUITS_AT[1] + RECRUITS_STEP[1] * up


def room_for_recruits(farm: FarmView) -> float:
    """What is drawn at the left of the board, at least."""
    x, _ = _waiting_at(max(0, sum(farm["recruits"].values()) - 1))
    return -x - RECRUITS_AT[0] - 4


# ---- the barn (WG 4.6) -----------------------------------------------------------------------------------


@lru_cache(CACHED_YARDS)
def _barn(board: Board, barns: int, items: tuple[tuple[str, int], ...], names: Names) -> str:
    sites = fitted(board.barn_sites, BARN_SITES, 58, 62, 4)
    built, empty = sites.corners[:barns], sites.corners[barns:]
    bays = list(_bays(board, built, sites.scale))
    parts = [stamp("yard-barn", BARN_AT), snow("yard-barn", BARN_AT)]
    parts += [g(stamp("yard-lean-to", at, sites.scale), data_key=f"barn@h{n}") for n, at in enumerate(built)]
    parts += [g(site(58, 62), at=at, scale=sites.scale) for at in empty]
    parts += [bay(space.at, space.size) for space in bays]
    return "".join([_thing("barn", names.caption("barn"), BARNS, *parts), *_stored(dict(items), bays, names)])


def _bays(board: Board, built: list[Point], scale: float) -> Iterator[Bay]:
    """The spaces of the printed barn, then those of the barns that were bought."""
    yield from _bays_of(board.barn_spaces, BARN_BAYS, 27, 3, BARN_AT, 1.0, Box(0, 18, 120, 88))
    for at in built:
        yield from _bays_of(board.barn_tile_adds, LEAN_TO_BAYS, 22, 2, at, scale, Box(0, 8, 58, 54))


def _bays_of(
    count: int, box: Box, size: float, gap: float, at: Point, scale: float, whole: Box
) -> Iterator[Bay]:
    """Bays in a building that lies `at`; each has its share of the whole building to be hit."""
    bays = fitted(count, box, size, size, gap)
    rows = -(-count // bays.columns)
    wide, high = whole.width / bays.columns, whole.height / max(1, rows)
    for n, (x, y) in enumerate(bays.corners):
        left, top = whole.left + wide * (n % bays.columns), whole.top + high * (n // bays.columns)
        hit = Box(at[0] + left * scale, at[1] + top * scale, wide * scale, high * scale)
        yield Bay((at[0] + x * scale, at[1] + y * scale), size * bays.scale * scale, hit)


def _stored(items: Mapping[str, int], bays: list[Bay], names: Names) -> Iterator[str]:
    """Goods, then coins, each kind one part; of coins that nobody may know only the backs."""
    spaces = iter(bays)
    for item, count in items.items():
        found = list(islice(spaces, count))
        pieces = "".join([_piece(item, space, names, n) for n, space in enumerate(found)])
        if item == "coin":
            yield pieces
        else:
            hits = "".join([hit(*space.hit, 4) for space in found])
            yield part(f"barn:{item}", names.part("barn", amount=names.amount(item, count)), hits, pieces)


def barn_items(barn: BarnView) -> dict[str, int]:
    """What lies in a barn, by kind: goods, then coins by their values where these are known."""
    coins = {"coin": barn["coins"]} if barn["values"] is None else {c: barn["values"][c] for c in COINS}
    items = {good: barn["goods"][good] for good in GOODS} | coins
    return {item: count for item, count in items.items() if count}


def _piece(item: str, space: Bay, names: Names, number: int) -> str:
    at = (space.at[0] + space.size / 2, space.at[1] + space.size / 2)
    key = f"{item}@b{number}"
    if item in GOODS:
        return cube(item, at, space.size * 0.86, names.letter(item), key)
    if item == "coin":  # nobody may know which is which
        return coin("back", at, space.size * 0.86)
    return coin(item, at, space.size * 0.86, key)


# ---- improvements and help -------------------------------------------------------------------------------


@lru_cache(CACHED_YARDS)
def _signs(board: Board, owned: tuple[str, ...], names: Names) -> str:
    sites = fitted(board.improvement_sites, SIGNS, 96, 37, 5)
    signs = [_sign(kind_of(key), names, key) for key in nth(owned, "h")]
    signs += [_sign(None, names)] * (len(sites.corners) - len(signs))
    placed = zip(signs, sites.corners, strict=False)
    return "".join([g(drawn, at=at, scale=sites.scale) for drawn, at in placed])


def _sign(kind: str | None, names: Names, key: str | None = None) -> str:
    """An improvement, or a site for one."""
    name = names.caption("improvements") if kind is None else names.thing(kind)
    art = sign(kind, "" if kind is None else name)
    return _thing("site" if kind is None else kind, name, SIGN, g(art, data_key=key))


@lru_cache(CACHED_YARDS)
def _help(repayable: int, turned: int, names: Names) -> str:
    """The repayable tile shows three goods; turned ones are a pile with what each costs (WG 7)."""
    parts = [_caption(names.caption("help"), 0, 8, 66)]
    if repayable:
        tile = open_help((0, 14), names)
        parts.append(part("help:open", names.part("help_open"), tile, data_key="help@open"))
    for n in range(turned):
        x, y = 52 + min(4.0, 8 / turned) * n, 14 + min(3.0, 9 / turned) * n
        parts.append(
            g(
                rect(x, y, 38, 38, "good_wood", r=4),
                rect(x, y, 38, 38, "url(#p-hatch)", None, r=4),
                text("−2", (x + 19, y + 25), 15, fill="on_accent", weight=700) if n == turned - 1 else "",
                data_key=f"help@{n}",
            )
        )
    if turned > 1:
        parts.append(text(f"×{turned}", (92, 8), 11, "end", "ink2", "sans", 700))
    return g(*parts, at=HELP_AT)


def open_help(at: Point, names: Names) -> str:
    """A help tile with its three goods up, 44 × 40."""
    x, y = at
    words = names.caption("three_goods")
    size = round(min(9, 64 / len(words)), 1)
    return (
        rect(x, y, 44, 40, "canvas", r=4, class_="hit", pointer_events="all")
        + emblem("help", (x + 22, y + 14), 18, "key")
        + text(words, (x + 22, y + 35), size, fill="key", face="sans", weight=700)
    )
