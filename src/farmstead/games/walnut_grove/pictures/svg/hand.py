"""What lies before a seat to choose from, large enough for a finger: one unit is one pixel on the screen.

Which groups there are follows from the decision: drawn tiles in spring, what is owed and owned in winter.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from farmstead.games.walnut_grove.pictures.svg.household import barn_items
from farmstead.games.walnut_grove.pictures.svg.land import district_name
from farmstead.games.walnut_grove.pictures.svg.names import Names
from farmstead.games.walnut_grove.pictures.svg.pieces import coin, cube
from farmstead.games.walnut_grove.pictures.svg.plots import part_key, piece_art
from farmstead.games.walnut_grove.pictures.views import FarmView, TableView
from farmstead.games.walnut_grove.rules.names import COINS, GOODS
from farmstead.render.ink import Box, Point, circle, emblem, g, hit, part, rect, text

PLATE: Final = 52.0  # of an item
TILE: Final = 88.0
GAP: Final = 8.0
APART: Final = 22.0  # between groups
HELPED: Final = ("toll", "winter")  # decisions at which neighbours help (WG 5.6, 6.4)
HEAD: Final = 20.0  # of a group, for its caption
CAPITAL: Final = 9.2  # a letter of it
GLANCE: Final = 46.0  # of a kind in what a seat has


class HandItem(NamedTuple):
    """Something to choose: its part, its name, and its drawing round the point 0,0."""

    key: str
    name: str
    art: str
    size: float = PLATE


class HandGroup(NamedTuple):
    """Items that belong together."""

    caption: str
    items: list[HandItem]


class HandRequest(NamedTuple):
    """Whose hand it is, and how its things are called and its tiles drawn."""

    view: TableView
    farm: FarmView
    names: Names
    tile: Callable[[int], HandItem]


def groups(asked: HandRequest) -> list[HandGroup]:
    """All that the seat may choose from at its decision, besides land and town."""
    if not (agenda := asked.farm["pending"]["agenda"]):
        return []
    found = [made(asked) for made in _SHOWN.get(agenda[-1], ())]
    return [group for group in [*found, _help(asked, agenda[-1])] if group.items]


# ---- groups ----------------------------------------------------------------------------------------------


def _drawn(asked: HandRequest) -> HandGroup:
    return HandGroup(asked.names.caption("drawn"), [asked.tile(tile) for tile in asked.farm["drawn"]])


def _incoming(asked: HandRequest) -> HandGroup:
    """A harvest's rest, or coins just drawn, that find no room."""
    pending = asked.farm["pending"]
    counts = dict(pending["coins_drawn_values"] or {"coin": pending["coins_drawn"]})
    if pending["surplus_from"] is not None:
        counts = {str(pending["surplus_from"][0]): pending["surplus"]}
    return HandGroup(asked.names.caption("incoming"), _counted(asked, "incoming", counts))


def _supply(asked: HandRequest) -> HandGroup:
    goods = [
        HandItem(f"good:{good}", asked.names.part("supply", good=good), _source(good, _item(asked, good)))
        for good in GOODS
    ]
    return HandGroup(asked.names.caption("supply"), goods)


def _owed(asked: HandRequest) -> HandGroup:
    return HandGroup(asked.names.caption("owed"), _counted(asked, "owed", asked.farm["pending"]["owed"]))


def _barn(asked: HandRequest) -> HandGroup:
    return HandGroup(asked.names.caption("yours"), _counted(asked, "barn", barn_items(asked.farm["barn"])))


def _owned(asked: HandRequest) -> HandGroup:
    """Goods and coins in the barn, and goods on land."""
    return HandGroup(asked.names.caption("yours"), [*_barn(asked).items, *_on_land(asked)])


def stores(farm: FarmView, names: Names, width: float) -> tuple[Box, str]:
    """What a seat has, at a glance: goods in the barn and on land together, and coins, by kind."""
    counts = Counter(barn_items(farm["barn"]))
    for district in farm["districts"]:
        counts[district["terrain"]] += district["goods"]
    asked = [(item, counts[item]) for item in sorted(counts, key=_order) if counts[item]]
    step = min(GLANCE, width / max(1, len(asked)))
    drawn = [
        g(_thing(names, item) + _count(count), at=(step * n + 20, 20), scale=0.75)
        for n, (item, count) in enumerate(asked)
    ]
    return Box(0, 0, step * len(asked), 41), "".join(drawn)


def _order(item: str) -> int:
    """Goods first, as they stand everywhere, and then coins."""
    return GOODS.index(item) if item in GOODS else len(GOODS) + COINS.index(item)


def _on_land(asked: HandRequest) -> Iterator[HandItem]:
    for district in asked.farm["districts"]:
        if not district["goods"]:
            continue
        good, (column, row) = district["terrain"], district["at"]
        ground = rect(-20, -20, 40, 40, good, width=1.1, r=6)
        pattern = rect(-20, -20, 40, 40, f"url(#p-{good})", None, r=6)
        art = ground + pattern + _item(asked, good, 30) + _count(district["goods"])
        yield HandItem(f"district:{good}:{column},{row}", district_name(district, asked.names), art)


def _offered(asked: HandRequest) -> HandGroup:
    stock = asked.view["town"].get(asked.farm["pending"]["visiting"] or "", [])
    items = [
        HandItem(
            part_key(piece),
            asked.names.part("offered", piece=piece),
            g(piece_art(piece), scale=1.25) + _count(stock.count(piece)),
        )
        for piece in dict.fromkeys(stock)
    ]
    return HandGroup(asked.names.caption("offered"), items)


def _help(asked: HandRequest, decision: str) -> HandGroup:
    """A tile from the supply where help may be asked for, and the one that may be bought off."""
    names, items = asked.names, []
    if decision in HELPED:
        items.append(HandItem("help:new", names.part("help_new"), _source("help", _help_tile("−2", True))))
    if asked.farm["help"]["open"]:
        art = _help_tile(names.caption("three_goods"), False)
        items.append(HandItem("help:open", names.part("help_open"), art))
    return HandGroup(names.caption("help"), items)


_SHOWN: Final[dict[str, tuple[Callable[[HandRequest], HandGroup], ...]]] = {  # by decision
    "land": (_drawn,),
    "surplus": (_incoming, _barn),
    "toll": (_owned,),  # the price of the building is proposed with it
    "cost": (_owed, _owned),
    "goods": (_supply, _barn),
    "labourer": (_offered,),
    "building": (_offered,),
    "improvement": (_offered,),
    "sale": (_owned,),
    "coins": (_incoming, _barn),
    "winter": (_owed, _owned),
    "repay": (_owned,),
    "last": (_owned,),
}


# ---- items -----------------------------------------------------------------------------------------------


def _counted(asked: HandRequest, kind: str, counts: dict[str, int]) -> list[HandItem]:
    return [
        HandItem(
            f"{kind}:{item}",
            asked.names.part(kind, amount=asked.names.amount(item, count)),
            (_source(item, _item(asked, item)) if kind == "incoming" else _item(asked, item)) + _count(count),
        )
        for item, count in counts.items()
        if count
    ]


def _source(kind: str, art: str) -> str:
    """What comes to the farm from here."""
    return g(art, data_from=None if kind == "coin" else kind)


def _item(asked: HandRequest, item: str, size: float = 36) -> str:
    return _thing(asked.names, item, size)


def _thing(names: Names, item: str, size: float = 36) -> str:
    if item in GOODS:
        return cube(item, (0, 0), size, names.letter(item))
    return coin(item if item in COINS else "back", (0, 0), size)


def _count(count: int) -> str:
    """How many there are, where it is more than one."""
    if count < 2:
        return ""
    badge = circle((17, 17), 9, "paper", "edge", 1.2)
    return badge + text(count, (17, 21.4), 12.5, fill="ink", face="sans", weight=700)


def _help_tile(words: str, new: bool) -> str:
    tone = "on_accent" if new else "key"
    return (
        rect(-21, -20, 42, 40, "good_wood" if new else "canvas", r=4)
        + emblem("help", (0, -6), 19, tone)
        + text(words, (0, 15), round(min(11.4, 64 / len(words)), 1), fill=tone, face="sans", weight=700)
    )


# ---- the picture -----------------------------------------------------------------------------------------


def laid_out(found: list[HandGroup], width: float | None) -> tuple[Box, str]:
    """Groups one beside the other; what goes beyond the width begins a new line."""
    flow = _Flow(width or 1_000_000.0)
    drawn = [flow.group(group) for group in found]
    return Box(-2, 0, flow.widest + 4, flow.bottom + 2), "".join(drawn)


class _Flow:
    """Where the next thing lies."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.x = self.top = self.widest = self.bottom = 0.0

    def group(self, group: HandGroup) -> str:
        if self.x and self.x + APART + group.items[0].size > self.width:
            self._new_line()
        self.x += APART if self.x else 0
        at = (self.x, self.top + 11)
        head = text(group.caption.upper(), at, 12.8, "start", "ink2", "sans", 700, letter_spacing=0.6)
        begun, top = self.x, self.top
        art = g(head, aria_hidden="true") + "".join([self._item(item) for item in group.items])
        if self.top == top:  # a caption may be longer than what it stands over
            self.x = max(self.x, begun + len(group.caption) * CAPITAL + GAP)
            self.widest = max(self.widest, self.x - GAP)
        return art

    def _item(self, item: HandItem) -> str:
        if self.x + item.size > self.width and self.x:
            self._new_line()
        at: Point = (self.x + item.size / 2, self.top + HEAD + item.size / 2)
        self.x += item.size + GAP
        self.widest = max(self.widest, self.x - GAP)
        self.bottom = max(self.bottom, self.top + HEAD + item.size)
        half = item.size / 2
        plate = hit(-half, -half, item.size, item.size, 8)
        return part(item.key, item.name, plate, item.art, at=at, class_="item")

    def _new_line(self) -> None:
        self.x, self.top = 0.0, self.bottom + GAP
