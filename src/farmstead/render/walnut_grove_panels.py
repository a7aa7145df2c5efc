"""Walnut Grove beside the land: the year disc, the town, a household, the seats."""

from collections.abc import Iterable, Mapping
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from farmstead.render.palette import COIN_STYLES, LABOURERS, SEASONS, TERRAINS, cube, seat_style
from farmstead.render.walnut_grove_view import FarmView, FigureView, TableView
from farmstead.walnut_grove.components import Building, Disc, Edition
from farmstead.walnut_grove.names import BUILDINGS, COINS, COLOURS, GOODS, NOTHING, ROWS
from farmstead.walnut_grove.town import building_spot, row_spot, toll_lines

DIM: Final = Style(dim=True)
BOLD: Final = Style(bold=True)
FREE_SPACE: Final = "·"
EATS: Final = dict(zip(COLOURS, GOODS, strict=False))  # WG 6.1
LINE_NAMES: Final[dict[str, str]] = {"town-hall": "Town Hall", "church": "Church bazaar"}
SCORE_LINES: Final[dict[str, str]] = {
    "fences": "enclosed areas",
    "figures": "farmer and labourers",
    "buildings": "huts and barns",
    "coins": "coins",
    "improvements": "improvements",
    "help": "neighbours' help",
    "total": "total",
}


def good_chip(good: str, count: int = 1) -> Text:
    """` G ` on the good's colour, once for each."""
    return Text.assemble(*[part for _ in range(count) for part in ((TERRAINS[good].letter, cube(good)), " ")])


def coin_chip(coin: str) -> tuple[str, Style]:
    return {"copper": "c0", "silver": "s1", "gold": "g2"}.get(coin, "¢"), COIN_STYLES[coin]


def labourer_chip(colour: str) -> tuple[str, Style]:
    return colour[0].upper(), LABOURERS[colour]


def spaced(chips: Iterable[tuple[str, Style]]) -> Text:
    """Chips with a blank between them."""
    return Text(" ").join([Text(*chip) for chip in chips])


def counted(counts: Mapping[str, int]) -> str:
    """`2 grain, 1 wood`, or `nothing`."""
    return ", ".join([f"{count} {name}" for name, count in counts.items() if count]) or "nothing"


def framed(inside: RenderableType, title: str, width: int | None = None) -> Panel:
    return Panel(
        inside, title=f"[b]{title}[/b]", title_align="left", box=box.ROUNDED, border_style=DIM, width=width
    )


# ---- the year (WG 2) ----------------------------------------------------------------------------------


def season_facts(disc: Disc) -> dict[str, str]:
    """What a disc says of each season."""
    doubled = "" if disc.doubled == NOTHING else f"{COLOURS[disc.doubled]} ×2, "
    fires = {0: "no fire", 1: "1 fire"}.get(disc.fires, f"{disc.fires} fires")
    return {
        "spring": f"draw {disc.draw}, lay {disc.lay}",
        "summer": f"{GOODS[disc.summer]} +1",
        "autumn": f"{GOODS[disc.autumn]} 2 coins",
        "winter": f"{doubled}{fires}",
    }


def year_panel(disc: Disc, year: int, season: str, years: int = 8) -> Panel:
    grid = Table.grid(padding=(0, 2, 0, 0))
    facts = season_facts(disc)
    for _ in facts:
        grid.add_column()
    grid.add_row(*[_season_chip(name, name == season) for name in facts])
    grid.add_row(*facts.values())
    return framed(grid, f"Year {year} of {years}  {'●' * year}{'○' * (years - year)}  disc {disc.id}")


def _season_chip(name: str, now: bool) -> Text:
    if now:
        return Text(f" ▶ {name.upper()} ", SEASONS[name])
    return Text(f"{name}", DIM)


# ---- the town (WG 5) ----------------------------------------------------------------------------------


def spot_of(edition: Edition, figure: FigureView) -> int:
    if "row" in figure:
        return row_spot(edition, ROWS.index(figure["row"]))
    return building_spot(edition, BUILDINGS.index(figure["building"]))


def price_text(building: Building) -> Text:
    """What a visit costs, or what it brings where it costs nothing."""
    if building.sells:
        return Text.assemble("sell ", *[good_chip(GOODS[good]) for good in building.sells])
    if not any(building.cost):
        return Text("2 goods", "green")
    return Text.assemble(*[good_chip(GOODS[good], count) for good, count in enumerate(building.cost)])


def town_panel(
    edition: Edition, view: TableView, seat: int | None, width: int, legal: Iterable[str] = ()
) -> Panel:
    """The street in walking order, cut in two by the toll lines."""
    table = Table(box=None, header_style=DIM, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("", "", "price", "places", "waiting", "tolls"):
        table.add_column(heading, no_wrap=heading != "waiting")
    figure = None if seat is None else view["figures"][seat]
    open_doors = {text.removeprefix("visit ") for text in legal if text.startswith("visit ")}
    for place, building in enumerate(edition.ring):
        if edition.lines[place]:
            _add_line(table, view, ROWS[edition.rows.index(place)])
        _add_building(table, edition, view, building, figure, open_doors)
    return framed(table, "The street, clockwise", width)


def _add_line(table: Table, view: TableView, row: str) -> None:
    waiting = _standing(view, "row", row)
    line = Text(f"┄ {LINE_NAMES[row]} ┄", "red")
    table.add_row(
        "", line, Text("toll line", "red"), _places(waiting, len(waiting)), "start row" if waiting else ""
    )


def _standing(view: TableView, kind: str, name: str) -> list[int]:
    """Seats whose figure stands there, the one ahead first."""
    here = [
        (f["arrived"], seat)
        for seat, f in enumerate(view["figures"])
        if f is not None and f.get(kind) == name
    ]
    return [seat for _, seat in sorted(here)]


def _places(seats: list[int], places: int) -> Text:
    taken = [(str(seat + 1), seat_style(seat)) for seat in seats]
    return spaced([*taken, *[("○", Style()) for _ in range(places - len(seats))]])


def _add_building(
    table: Table,
    edition: Edition,
    view: TableView,
    building: Building,
    figure: FigureView | None,
    open_doors: set[str],
) -> None:
    key = BUILDINGS[building.number]
    tolls = 0 if figure is None else toll_lines(edition, spot_of(edition, figure), building.number)
    shut = bool(open_doors) and key not in open_doors
    table.add_row(
        Text("✕", "red") if shut else Text("›" if open_doors else " ", "green"),
        Text(building.name, DIM if shut else BOLD),
        price_text(building),
        _places(_standing(view, "building", key), building.places),
        _stock_text(view["town"].get(key)),
        Text("¢" * tolls, "red"),
    )


def _stock_text(stock: list[str] | None) -> Text:
    if stock is None:
        return Text("")
    if not stock:
        return Text("none left", DIM)
    if stock[0] in COLOURS:
        return spaced([labourer_chip(colour) for colour in stock])
    return Text(", ".join(stock))


def visit_note(edition: Edition, view: TableView, seat: int, key: str) -> str:
    """What a walk costs and what waits at its end."""
    building = edition.buildings[BUILDINGS.index(key)]
    figure = view["figures"][seat]
    tolls = 0 if figure is None else toll_lines(edition, spot_of(edition, figure), building.number)
    cost = counted({GOODS[good]: count for good, count in enumerate(building.cost)})
    stock = ", ".join(view["town"].get(key, []))
    gain = f"sell {', '.join([GOODS[good] for good in building.sells])}" if building.sells else "take 2 goods"
    parts = [
        gain if cost == "nothing" else f"costs {cost}",
        {0: "", 1: "1 toll"}.get(tolls, f"{tolls} tolls"),
    ]
    return "; ".join([part for part in [*parts, stock and f"there: {stock}"] if part])


def work_note(farm: FarmView, disc: Disc, place: str) -> str:
    """WG 4.3-4.5: the harvest of a district and where it goes; `place` as in `grain at 0,1`."""
    good, _, at = place.split()
    district = next(
        d for d in farm["districts"] if d["terrain"] == good and f"{d['at'][0]},{d['at'][1]}" == at
    )
    count = district["size"] + (GOODS[disc.summer] == good)
    rest = count - (district["squares"] - district["goods"])
    over = f", {rest} of them only for the barn" if rest > 0 else ""
    return f"brings {count}{over}"


# ---- a household (WG 1.2, 4.6, 5.9-5.11, 7) ---------------------------------------------------------------


def household(edition: Edition, farm: FarmView, disc: Disc | None, scores: Mapping[str, int] | None) -> Group:
    """Everything a farm owns besides its land, a line each."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style=DIM, no_wrap=True)
    grid.add_column()
    for name, line in _household_lines(edition, farm, disc).items():
        grid.add_row(name, line)
    if scores is not None:
        grid.add_row("score so far", score_line(scores, farm["barn"]["values"] is not None))
    return Group(grid)


def _household_lines(edition: Edition, farm: FarmView, disc: Disc | None) -> dict[str, Text]:
    board = edition.board(farm["board"])
    assert board is not None
    owned = [name for name, count in farm["improvements"].items() for _ in range(count)]
    lines = {
        "barn": _barn_line(farm),
        "goods in all": Text(counted(all_goods(farm))),
        "figures": _figures_line(farm),
        "homes": Text(
            f"{farm['huts']} of {board.hut_sites} huts, {farm['barns']} of {board.barn_sites} barns built,"
            f" {board.wagons} wagons"
        ),
        "improvements": Text(
            f"{', '.join(owned) or 'none'} ({len(owned)} of {board.improvement_sites} sites)"
        ),
        "help": _help_line(farm),
    }
    if disc is not None:
        lines["winter asks"] = Text(counted(winter_needs(farm, disc)))
    return lines


def _barn_line(farm: FarmView) -> Text:
    barn = farm["barn"]
    goods = [(TERRAINS[good].letter, cube(good)) for good in GOODS for _ in range(barn["goods"][good])]
    if barn["values"] is None:
        coins = [coin_chip("coin")] * barn["coins"]
    else:
        coins = [coin_chip(coin) for coin in COINS for _ in range(barn["values"][coin])]
    free = barn["spaces"] - len(goods) - barn["coins"]
    chips = spaced([*goods, *coins, *[(FREE_SPACE, DIM)] * free])
    return Text.assemble(chips, f"  {free} of {barn['spaces']} spaces free" if free else "  full")


def all_goods(farm: FarmView) -> dict[str, int]:
    """Goods on land and in the barn together."""
    goods = dict(farm["barn"]["goods"])
    for district in farm["districts"]:
        goods[district["terrain"]] += district["goods"]
    return goods


def _figures_line(farm: FarmView) -> Text:
    active = [labourer_chip("black")[1]]
    chips = [("farmer", active[0])]
    chips += [labourer_chip(colour) for colour in COLOURS for _ in range(farm["labourers"][colour])]
    recruits = [labourer_chip(colour) for colour in COLOURS for _ in range(farm["recruits"][colour])]
    if not recruits:
        return spaced(chips)
    return Text.assemble(spaced(chips), "  after winter: ", spaced(recruits))


def _help_line(farm: FarmView) -> Text:
    help = farm["help"]
    if not help["open"] + help["turned"]:
        return Text("none")
    parts = ["one open (3 goods buy it off)"] if help["open"] else []
    parts += [f"{help['turned']} turned"] if help["turned"] else []
    return Text(", ".join(parts), "red")


def winter_needs(farm: FarmView, disc: Disc) -> dict[str, int]:
    """WG 6.1-6.3, as the household stands."""
    needs = {EATS[colour]: count for colour, count in farm["labourers"].items()}
    if disc.doubled != NOTHING:
        needs[GOODS[disc.doubled]] *= 2
    in_wagons = sum(farm["labourers"].values()) - farm["huts"]
    return {**needs, "wood": disc.fires + max(0, in_wagons)}


def score_line(scores: Mapping[str, int], coins_known: bool) -> Text:
    """`12: enclosed areas 1, …`; without the coins where they are hidden."""
    parts = [
        f"{SCORE_LINES[name]} {points}"
        for name, points in scores.items()
        if points and name != "total" and (coins_known or name != "coins")
    ]
    total = scores["total"] - (0 if coins_known else scores["coins"])
    return Text.assemble((str(total), BOLD), "" if coins_known else " and the coins", " = ", ", ".join(parts))


# ---- everybody ------------------------------------------------------------------------------------------


def seats_panel(edition: Edition, view: TableView, width: int) -> Panel:
    """One line a seat: what everybody may know."""
    table = Table(box=None, header_style=DIM, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("seat", "town", "figures", "barn", "huts", "barns", "improvements", "help"):
        table.add_column(heading, no_wrap=heading != "improvements")
    for seat, farm in enumerate(view["farms"]):
        table.add_row(*_seat_row(edition, view, seat, farm))
    return framed(table, "Everybody", width)


def _seat_row(edition: Edition, view: TableView, seat: int, farm: FarmView) -> list[RenderableType]:
    acting = "▶" if seat in view["to_act"] else " "
    owned = [name for name, count in farm["improvements"].items() for _ in range(count)]
    return [
        Text.assemble((f" {seat + 1} ", seat_style(seat)), acting),
        where_text(edition, view["figures"][seat]),
        _figures_line(farm),
        _barn_chips(farm),
        str(farm["huts"]),
        str(farm["barns"]),
        ", ".join(owned) or "none",
        str(farm["help"]["open"] + farm["help"]["turned"]),
    ]


def _barn_chips(farm: FarmView) -> Text:
    barn = farm["barn"]
    goods = "".join([TERRAINS[good].letter * barn["goods"][good] for good in GOODS])
    return Text(f"{goods or '-'} {'¢' * barn['coins']}")


def where_text(edition: Edition, figure: FigureView | None) -> str:
    if figure is None:
        return "not yet placed"
    if "row" in figure:
        return f"{LINE_NAMES[figure['row']]} row"
    return edition.buildings[BUILDINGS.index(figure["building"])].name
