"""Walnut Grove beside the land: the town, a household, the seats."""

from collections.abc import Iterable, Mapping
from typing import Final

from rich.console import RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from farmstead.engine.contract import Arg
from farmstead.games.walnut_grove.pictures.chips import (
    building_name,
    coin_chip,
    counted,
    good_chip,
    goods_legend,
    labourer_chips,
    letter_of,
    listed,
    spaced,
    things,
)
from farmstead.games.walnut_grove.pictures.palette import LABOURERS, cube
from farmstead.games.walnut_grove.pictures.view import FarmView, FigureView, TableView
from farmstead.games.walnut_grove.rules.components import Board, Building, Disc, Edition
from farmstead.games.walnut_grove.rules.names import BUILDINGS, COINS, COLOURS, GOODS, NOTHING, ROWS
from farmstead.games.walnut_grove.rules.town import building_spot, row_spot, toll_lines
from farmstead.render.canvas import Pieces
from farmstead.render.palette import seat_style
from farmstead.render.shared import BOLD, DIM, facts, framed, seat_chip, signed
from farmstead.render.words import Words

SEATS_WIDTH: Final = 80  # what a column for everything needs
FREE_SPACE: Final = "·"
EATS: Final = dict(zip(COLOURS, GOODS, strict=False))  # WG 6.1
STREET: Final = ("price", "places", "waiting", "tolls")  # the columns that have a heading


# ---- the town (WG 5) ----------------------------------------------------------------------------------


def spot_of(edition: Edition, figure: FigureView) -> int:
    if "row" in figure:
        return row_spot(edition, ROWS.index(figure["row"]))
    return building_spot(edition, BUILDINGS.index(figure["building"]))


def price_text(words: Words, building: Building) -> Text:
    """What a visit costs, or what it brings where it costs nothing."""
    if building.sells:
        goods = [good_chip(words, GOODS[good]) for good in building.sells]
        return Text.assemble(words.say("sheet", "sell"), " ", *goods)
    if not any(building.cost):
        return Text(words.say("sheet", "two_goods"), "green")
    return Text.assemble(*[good_chip(words, GOODS[good], count) for good, count in enumerate(building.cost)])


def town_panel(
    words: Words, edition: Edition, view: TableView, seat: int | None, width: int, legal: Iterable[str] = ()
) -> Panel:
    """The street in walking order, cut in two by the toll lines."""
    table = Table(box=None, header_style=DIM, pad_edge=False, padding=(0, 1, 0, 0))
    for _ in ("sign", "name"):
        table.add_column(no_wrap=True)
    for key in STREET:
        table.add_column(words.called(key, "column"), no_wrap=key != "waiting")
    figure = None if seat is None else view["figures"][seat]
    open_doors = {text.removeprefix("visit ") for text in legal if text.startswith("visit ")}
    for place, building in enumerate(edition.ring):
        if edition.lines[place]:
            _add_line(words, table, view, ROWS[edition.rows.index(place)])
        _add_building(words, table, edition, view, building, figure, open_doors)
    return framed(table, words.say("sheet", "street"), width, goods_legend(words))


def _add_line(words: Words, table: Table, view: TableView, row: str) -> None:
    waiting = _standing(view, "row", row)
    line = Text(f"┄ {words.called(row, 'toll_line')} ┄", "red")
    table.add_row(
        "",
        line,
        Text(words.say("sheet", "toll_line"), "red"),
        _places(waiting, len(waiting)),
        words.called(row, "row") if waiting else "",
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
    words: Words,
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
        Text(building_name(words, building), DIM if shut else BOLD),
        price_text(words, building),
        _places(_standing(view, "building", key), building.places),
        _stock_text(words, view["town"].get(key)),
        Text("¢" * tolls, "red"),
    )


def _stock_text(words: Words, stock: list[str] | None) -> RenderableType:
    if stock is None:
        return Text("")
    if not stock:
        return Text(words.say("sheet", "none_left"), DIM)
    if stock[0] in COLOURS:
        return Pieces(listed(labourer_chips(words, stock)))
    return Text(things(words, stock))


# ---- a household (WG 1.2, 4.6, 5.9-5.11, 7) ---------------------------------------------------------------


def household(
    words: Words,
    edition: Edition,
    farm: FarmView,
    disc: Disc | None,
    scores: Mapping[str, int] | None,
    over: bool,
) -> Table:
    """Everything a farm owns besides its land, a line each."""
    lines = _household_lines(words, edition, farm, disc)
    if scores is not None:
        known = farm["barn"]["values"] is not None
        lines["final_score" if over else "score"] = Pieces(score_pieces(words, scores, known))
    return facts({words.called(key, "column"): line for key, line in lines.items()})


def _household_lines(
    words: Words, edition: Edition, farm: FarmView, disc: Disc | None
) -> dict[str, RenderableType]:
    board = edition.board(farm["board"])
    assert board is not None
    owned = [name for name, count in farm["improvements"].items() for _ in range(count)]
    lines: dict[str, RenderableType] = {
        "barn": _barn_line(words, farm),
        "goods": Text(counted(words, all_goods(farm))),
        "figures": _figures_line(words, farm),
        "homes": Text(_homes(words, farm, board)),
        "improvements": Text(
            words.say(
                "sheet",
                "improvements",
                count=len(owned),
                sites=board.improvement_sites,
                owned=things(words, owned),
            )
        ),
        "help": _help_line(words, farm),
    }
    owed = farm["pending"]["owed"]
    if any(owed.values()):
        lines["owed"] = Text(counted(words, owed), BOLD)
    if disc is not None:
        lines["winter"] = Text(counted(words, winter_needs(farm, disc)))
    return lines


def _homes(words: Words, farm: FarmView, board: Board) -> str:
    built: dict[str, Arg] = {"huts": farm["huts"], "barns": farm["barns"]}
    sites: dict[str, Arg] = {"hut_sites": board.hut_sites, "barn_sites": board.barn_sites}
    return words.say("sheet", "homes", wagons=board.wagons, **built, **sites)


def _barn_line(words: Words, farm: FarmView) -> Text:
    barn = farm["barn"]
    goods = [(letter_of(words, good), cube(good)) for good in GOODS for _ in range(barn["goods"][good])]
    if barn["values"] is None:
        coins = [coin_chip("coin")] * barn["coins"]
    else:
        coins = [coin_chip(coin) for coin in COINS for _ in range(barn["values"][coin])]
    free = barn["spaces"] - len(goods) - barn["coins"]
    chips = spaced([*goods, *coins, *[(FREE_SPACE, DIM)] * free])
    return Text.assemble(chips, "  ", words.say("sheet", "barn", free=free, spaces=barn["spaces"]))


def all_goods(farm: FarmView) -> dict[str, int]:
    """Goods on land and in the barn together."""
    goods = dict(farm["barn"]["goods"])
    for district in farm["districts"]:
        goods[district["terrain"]] += district["goods"]
    return goods


def _figures_line(words: Words, farm: FarmView) -> Pieces:
    chips = [(words.say("sheet", "farmer"), LABOURERS["black"])]
    chips += labourer_chips(words, [colour for colour in COLOURS for _ in range(farm["labourers"][colour])])
    recruits = labourer_chips(words, [colour for colour in COLOURS for _ in range(farm["recruits"][colour])])
    later = [Text(words.say("sheet", "after_winter"))] if recruits else []
    return Pieces([*listed(chips), *later, *listed(recruits)])


def _help_line(words: Words, farm: FarmView) -> Text:
    help = farm["help"]
    if not help["open"] + help["turned"]:
        return Text(words.say("sheet", "none"))
    parts = [words.say("sheet", "help_open")] if help["open"] else []
    parts += [words.say("sheet", "help_turned", count=help["turned"])] if help["turned"] else []
    return Text(", ".join(parts), "red")


def winter_needs(farm: FarmView, disc: Disc) -> dict[str, int]:
    """WG 6.1-6.3, as the household stands."""
    needs = {EATS[colour]: count for colour, count in farm["labourers"].items()}
    if disc.doubled != NOTHING:
        needs[GOODS[disc.doubled]] *= 2
    in_wagons = sum(farm["labourers"].values()) - farm["huts"]
    return {**needs, "wood": disc.fires + max(0, in_wagons)}


def score_pieces(words: Words, scores: Mapping[str, int], coins_known: bool) -> list[Text]:
    """`12 = enclosed areas 1, …` in pieces that stay together; without the coins where they are hidden."""
    parts = [
        f"{words.called(name, 'line')} {signed(points)}"
        for name, points in scores.items()
        if points and name != "total" and (coins_known or name != "coins")
    ]
    total = scores["total"] - (0 if coins_known else scores["coins"])
    hidden = "" if coins_known else f" {words.say('sheet', 'without_coins')}"
    head = Text.assemble((signed(total), BOLD), f"{hidden} =")
    return [head, *[Text(f"{part},") for part in parts[:-1]], *[Text(part) for part in parts[-1:]]]


# ---- everybody ------------------------------------------------------------------------------------------


def seats_panel(words: Words, edition: Edition, view: TableView, width: int) -> Panel:
    """One line a seat: what everybody may know."""
    table = Table(box=None, header_style=DIM, pad_edge=False, padding=(0, 2, 0, 0))
    narrow = width < SEATS_WIDTH
    owned = ("owns",) if narrow else ("huts", "barns", "improvements", "help")
    for key in ("seat", "town", "figures", "barn", *owned):
        table.add_column(words.called(key, "column"), no_wrap=key not in ("figures", "improvements", "owns"))
    for seat, farm in enumerate(view["farms"]):
        table.add_row(*_seat_row(words, edition, view, seat, farm), *_owned(words, farm, narrow))
    return framed(table, words.say("sheet", "everybody"), width)


def _seat_row(
    words: Words, edition: Edition, view: TableView, seat: int, farm: FarmView
) -> list[RenderableType]:
    acting = "▶" if seat in view["to_act"] else " "
    return [
        Text.assemble(seat_chip(seat), acting),
        where_text(words, edition, view["figures"][seat]),
        _figures_line(words, farm),
        _barn_chips(words, farm),
    ]


def _owned(words: Words, farm: FarmView, narrow: bool) -> list[str]:
    """Huts, barns, improvements and help tiles: a column each, or all in one where there is no room."""
    improvements = [name for name, count in farm["improvements"].items() for _ in range(count)]
    help_tiles = farm["help"]["open"] + farm["help"]["turned"]
    if not narrow:
        owned = things(words, improvements) or words.say("sheet", "none")
        return [str(farm["huts"]), str(farm["barns"]), owned, str(help_tiles)]
    counts = {"huts": farm["huts"], "barns": farm["barns"], "help_tiles": help_tiles}
    several = [words.say("sheet", key, count=count) for key, count in counts.items() if count]
    one_by_one = [words.called(name, "stock") for name in improvements]
    return [", ".join([*several, *one_by_one]) or words.say("sheet", "nothing")]


def _barn_chips(words: Words, farm: FarmView) -> Text:
    barn = farm["barn"]
    goods = "".join([letter_of(words, good) * barn["goods"][good] for good in GOODS])
    return Text(f"{goods or '-'} {'¢' * barn['coins']}")


def where_text(words: Words, edition: Edition, figure: FigureView | None) -> str:
    if figure is None:
        return words.say("sheet", "not_placed")
    if "row" in figure:
        return words.called(figure["row"], "row")
    return building_name(words, edition.buildings[BUILDINGS.index(figure["building"])])
