"""Walnut Grove beside the land: the year disc, the town, a household, the seats."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.console import RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from farmstead.render.canvas import Pieces
from farmstead.render.palette import seat_style
from farmstead.render.shared import BOLD, DIM, facts, framed, many, seat_chip, signed
from farmstead.render.walnut_grove.palette import COIN_STYLES, LABOURERS, SEASONS, TERRAINS, cube
from farmstead.render.walnut_grove.view import FarmView, FigureView, TableView
from farmstead.render.words import words_for
from farmstead.walnut_grove.components import Building, Disc, Edition
from farmstead.walnut_grove.names import BUILDINGS, COINS, COLOURS, GOODS, NOTHING, ROWS
from farmstead.walnut_grove.town import building_spot, row_spot, toll_lines

SEATS_WIDTH: Final = 80  # what a column for everything needs
FREE_SPACE: Final = "·"
COIN_SIGNS: Final[dict[str, str]] = {"copper": "c0", "silver": "s1", "gold": "g2", "coin": "¢"}
GOODS_LEGEND: Final = "  ".join([f"{TERRAINS[good].letter} {good}" for good in GOODS])
COINS_LEGEND: Final = "  ".join([f"{COIN_SIGNS[coin]} {coin}" for coin in COINS])
EATS: Final = dict(zip(COLOURS, GOODS, strict=False))  # WG 6.1
LINE_NAMES: Final[dict[str, str]] = {"town-hall": "Town Hall", "church": "Church bazaar"}


def called(key: str, table: str = "names") -> str:
    """How a sentence calls a thing: `the Lodge`, `Church row`."""
    return words_for("walnut-grove").called(key, table)


def good_chip(good: str, count: int = 1) -> Text:
    """` G ` on the good's colour, once for each."""
    return Text.assemble(*[part for _ in range(count) for part in ((TERRAINS[good].letter, cube(good)), " ")])


def coin_chip(coin: str) -> tuple[str, Style]:
    return COIN_SIGNS[coin], COIN_STYLES[coin]


def labourer_chips(colours: Iterable[str]) -> list[tuple[str, Style]]:
    """Labourers by their colours' names, alike ones together: `2 yellow`."""
    found = list(colours)
    return [
        (colour if found.count(colour) == 1 else f"{found.count(colour)} {colour}", LABOURERS[colour])
        for colour in dict.fromkeys(found)
    ]


def spaced(chips: Iterable[tuple[str, Style]]) -> Text:
    """Chips with a blank between them."""
    return Text(" ").join([Text(*chip) for chip in chips])


def listed(chips: Sequence[tuple[str, Style]]) -> list[Text]:
    """Chips with a comma after each but the last."""
    return [Text.assemble(chip, ",") for chip in chips[:-1]] + [Text(*chip) for chip in chips[-1:]]


def counted(counts: Mapping[str, int]) -> str:
    """`2 grain, 1 wood`, or `nothing`."""
    return ", ".join([f"{count} {name}" for name, count in counts.items() if count]) or "nothing"


# ---- the year (WG 2) ----------------------------------------------------------------------------------


def season_facts(disc: Disc) -> dict[str, str]:
    """What a disc says of each season."""
    doubled = "" if disc.doubled == NOTHING else f"{COLOURS[disc.doubled]} ×2, "
    fires = {0: "no fire", 1: "1 fire"}.get(disc.fires, f"{disc.fires} fires")
    return {
        "spring": f"lay {disc.lay} of {disc.draw}",
        "summer": f"{GOODS[disc.summer]} +1",
        "autumn": f"{GOODS[disc.autumn]} 2 coins",
        "winter": f"{doubled}{fires}",
    }


def year_panel(disc: Disc, year: int, season: str, options: Sequence[str] = (), years: int = 8) -> Panel:
    """The disc, season by season; options that are not the usual ones stand in the title."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    facts = season_facts(disc)
    for _ in facts:
        grid.add_column(min_width=len("▶ SPRING "))  # the mark must not move the columns
    grid.add_row(*[_season_chip(name, name == season) for name in facts])
    grid.add_row(*facts.values())
    unusual = " ".join([word for word in options if word != "german"])
    title = f"Year {year} of {years}  {'●' * year}{'○' * (years - year)}  disc {disc.id}"
    return framed(grid, f"{title}  options: {unusual}" if unusual else title)


def _season_chip(name: str, now: bool) -> Text:
    if now:
        return Text(f"▶ {name.upper()} ", SEASONS[name])
    return Text(name, DIM)


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
    return framed(table, "The street, clockwise", width, GOODS_LEGEND)


def _add_line(table: Table, view: TableView, row: str) -> None:
    waiting = _standing(view, "row", row)
    line = Text(f"┄ {LINE_NAMES[row]} ┄", "red")
    table.add_row(
        "",
        line,
        Text("toll line", "red"),
        _places(waiting, len(waiting)),
        called(row, "row") if waiting else "",
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


def _stock_text(stock: list[str] | None) -> RenderableType:
    if stock is None:
        return Text("")
    if not stock:
        return Text("none left", DIM)
    if stock[0] in COLOURS:
        return Pieces(listed(labourer_chips(stock)))
    return Text(", ".join(stock))


# ---- a household (WG 1.2, 4.6, 5.9-5.11, 7) ---------------------------------------------------------------


def household(
    edition: Edition, farm: FarmView, disc: Disc | None, scores: Mapping[str, int] | None, over: bool
) -> Table:
    """Everything a farm owns besides its land, a line each."""
    lines = _household_lines(edition, farm, disc)
    if scores is not None:
        known = farm["barn"]["values"] is not None
        lines["final score" if over else "score so far"] = Pieces(score_pieces(scores, known))
    return facts(lines)


def _household_lines(edition: Edition, farm: FarmView, disc: Disc | None) -> dict[str, RenderableType]:
    board = edition.board(farm["board"])
    assert board is not None
    owned = [name for name, count in farm["improvements"].items() for _ in range(count)]
    lines: dict[str, RenderableType] = {
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
    owed = farm["pending"]["owed"]
    if any(owed.values()):
        lines["still owed"] = Text(counted(owed), BOLD)
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


def _figures_line(farm: FarmView) -> Pieces:
    chips = [("farmer", LABOURERS["black"])]
    chips += labourer_chips([colour for colour in COLOURS for _ in range(farm["labourers"][colour])])
    recruits = labourer_chips([colour for colour in COLOURS for _ in range(farm["recruits"][colour])])
    later = [Text("after winter:")] if recruits else []
    return Pieces([*listed(chips), *later, *listed(recruits)])


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


def score_pieces(scores: Mapping[str, int], coins_known: bool) -> list[Text]:
    """`12 = enclosed areas 1, …` in pieces that stay together; without the coins where they are hidden."""
    parts = [
        f"{called(name, 'line')} {signed(points)}"
        for name, points in scores.items()
        if points and name != "total" and (coins_known or name != "coins")
    ]
    total = scores["total"] - (0 if coins_known else scores["coins"])
    head = Text.assemble((signed(total), BOLD), " =" if coins_known else " without coins =")
    return [head, *[Text(f"{part},") for part in parts[:-1]], *[Text(part) for part in parts[-1:]]]


# ---- everybody ------------------------------------------------------------------------------------------


def seats_panel(edition: Edition, view: TableView, width: int) -> Panel:
    """One line a seat: what everybody may know."""
    table = Table(box=None, header_style=DIM, pad_edge=False, padding=(0, 2, 0, 0))
    narrow = width < SEATS_WIDTH
    owned = ("owns",) if narrow else ("huts", "barns", "improvements", "help")
    for heading in ("seat", "town", "figures", "barn", *owned):
        table.add_column(heading, no_wrap=heading not in ("figures", "improvements", "owns"))
    for seat, farm in enumerate(view["farms"]):
        table.add_row(*_seat_row(edition, view, seat, farm), *_owned(farm, narrow))
    return framed(table, "Everybody", width)


def _seat_row(edition: Edition, view: TableView, seat: int, farm: FarmView) -> list[RenderableType]:
    acting = "▶" if seat in view["to_act"] else " "
    return [
        Text.assemble(seat_chip(seat), acting),
        where_text(edition, view["figures"][seat]),
        _figures_line(farm),
        _barn_chips(farm),
    ]


def _owned(farm: FarmView, narrow: bool) -> list[str]:
    """Huts, barns, improvements and help tiles: a column each, or all in one where there is no room."""
    improvements = [name for name, count in farm["improvements"].items() for _ in range(count)]
    help_tiles = farm["help"]["open"] + farm["help"]["turned"]
    if not narrow:
        return [str(farm["huts"]), str(farm["barns"]), ", ".join(improvements) or "none", str(help_tiles)]
    counts = {"hut": farm["huts"], "barn": farm["barns"], "help tile": help_tiles}
    things = [many(count, name) for name, count in counts.items() if count]
    return [", ".join([*things, *improvements]) or "nothing"]


def _barn_chips(farm: FarmView) -> Text:
    barn = farm["barn"]
    goods = "".join([TERRAINS[good].letter * barn["goods"][good] for good in GOODS])
    return Text(f"{goods or '-'} {'¢' * barn['coins']}")


def where_text(edition: Edition, figure: FigureView | None) -> str:
    if figure is None:
        return "not yet placed"
    if "row" in figure:
        return called(figure["row"], "row")
    return edition.buildings[BUILDINGS.index(figure["building"])].name
