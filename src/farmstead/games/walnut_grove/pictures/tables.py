"""Walnut Grove in tables: the year, the town, the farms of all seats, and the legend of letters and signs."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from farmstead.engine.contract import Seat
from farmstead.games.walnut_grove.pictures.svg.pieces import EATS
from farmstead.games.walnut_grove.pictures.views import (
    FarmView,
    FigureView,
    TableView,
    standing,
    tolls_between,
    years_of,
)
from farmstead.games.walnut_grove.rules.components import Building, Disc, Edition
from farmstead.games.walnut_grove.rules.names import BUILDINGS, COINS, COLOURS, GOODS, NOTHING, ROWS
from farmstead.render import ScoreLines
from farmstead.render.components import Kind
from farmstead.render.shared import capital, signed
from farmstead.render.words import Words

KINDS: Final[Mapping[str, Kind]] = {
    "tile": Kind("tile", "id", ("3.3", "9.2", "9.3")),
    "disc": Kind("disc", "id", ("1.4", "3.1", "4.4", "5.12", "6.2", "6.3")),
    "board": Kind("board", "kind", ("1.1", "3.7", "9.6")),
    "building": Kind("building", "key", ("5.4", "5.5"), told=True),
    "improvement": Kind("improvements", "", ("5.11", "8.6"), told=True),
}
WORTH_OF_COINS: Final = dict(zip(COINS, (0, 1, 2), strict=True))  # WG 8.5
SIGNS: Final[dict[str, str]] = {  # and the keys of what they mean
    "@": "at_work",
    "═ ║": "fence",
    "›": "open",
    "✕": "shut",
    "○": "place",
    "¢": "coin",
    "▶": "now",
}

# ---- phrases -------------------------------------------------------------------------------------------


def counted(words: Words, counts: Mapping[str, int]) -> str:
    """`2 grain, 1 wood`, or `nothing`."""
    amounts = [f"{count}_{name}" for name, count in counts.items() if count]
    said = [words.fill("{amount:amounts}", {"amount": amount}) for amount in amounts]
    return ", ".join(said) or words.say("sheet", "nothing")


def things(words: Words, names: Iterable[str]) -> str:
    """`hut, tent`."""
    return ", ".join([words.called(name, "stock") for name in names])


def building_name(words: Words, building: Building) -> str:
    """The name over the door: of a name that is not known, the edition's own."""
    return words.called(building.name, "printed")


def labourers(words: Words, counts: Mapping[str, int]) -> list[str]:
    """Labourers by their colours' names, alike ones together: `2 yellow`."""
    return [words.say("labourer", colour, count=count) for colour, count in counts.items() if count]


def price(words: Words, building: Building) -> str:
    """What a visit costs, or what it brings where it costs nothing."""
    if building.sells:
        goods = ", ".join([words.called(GOODS[good]) for good in building.sells])
        return f"{words.say('sheet', 'sell')} {goods}"
    cost = {GOODS[good]: count for good, count in enumerate(building.cost)}
    return counted(words, cost) if any(building.cost) else words.say("sheet", "two_goods")


# ---- the year (WG 2) and the town (WG 5) ---------------------------------------------------------------


def season_facts(words: Words, disc: Disc) -> dict[str, str]:
    """What a disc says of each season."""
    fed = "" if disc.doubled == NOTHING else f"{words.say('labourer', COLOURS[disc.doubled], count=1)} ×2, "
    return {
        "spring": words.say("disc", "spring", lay=disc.lay, draw=disc.draw),
        "summer": words.say("disc", "summer", good=GOODS[disc.summer]),
        "autumn": words.say("disc", "autumn", good=GOODS[disc.autumn]),
        "winter": fed + words.say("disc", "winter", fires=disc.fires),
    }


def year_table(words: Words, disc: Disc | None, table: TableView) -> dict[str, object]:
    """The disc season by season, with options that are not the usual ones."""
    found: dict[str, object] = {}
    if disc is not None:
        facts, year = season_facts(words, disc), table["year"]
        names = {season: capital(words.called(season, "season_name")) for season in facts}
        now = {season: f"▶ {name.upper()}" for season, name in names.items() if season == table["season"]}
        row = {now.get(season, names[season]): fact for season, fact in facts.items()}
        years = years_of(table)
        dots = f"{'●' * year}{'○' * (years - year)}"
        found[words.say("sheet", "year_of", year=year, years=years, dots=dots, disc=disc.id)] = [row]
    if table["season"] == "autumn":  # WG 5.2
        found["order"] = [words.who(seat) for seat in table["order"]]
    unusual = [_option(words, option) for option in table["options"] if option != "german"]
    return {**found, "options": ", ".join(unusual)} if unusual else found


def _option(words: Words, option: str) -> str:
    name, _, value = option.partition("=")
    return words.say("option", "start", seat=value) if name == "start" else words.called(option, "option")


def bags_table(words: Words, table: TableView) -> dict[str, object]:
    """What is still to come: discs, tiles and coins."""
    discs = ", ".join(table["discs_left"]) or words.say("sheet", "none")
    return {
        "discs": words.say("sheet", "discs_left", discs=discs),
        "tile_bag": ", ".join(map(str, table["tile_bag"])) or words.say("sheet", "none"),
        "coin_bag": table["coin_bag"],
    }


def town_table(
    words: Words, edition: Edition, view: TableView, seat: Seat | None, legal: Iterable[str] = ()
) -> list[dict[str, str]]:
    """The street in walking order, cut in two by the toll lines."""
    doors = {text.removeprefix("visit ") for text in legal if text.startswith("visit ")}
    rows: list[dict[str, str]] = []
    for place, building in enumerate(edition.ring):
        if edition.lines[place]:
            rows.append(_toll_line(words, view, ROWS[edition.rows.index(place)]))
        key, figure = BUILDINGS[building.number], None if seat is None else view["figures"][seat]
        sign = " " if not doors else "›" if key in doors else "✕"
        standing, stock = _standing(view, "building", key), view["town"].get(key)
        rows.append(
            {
                "": f"{sign} {building_name(words, building)}",
                "price": price(words, building),
                "places": " ".join([*standing, *"○" * (building.places - len(standing))]),
                "waiting": "" if stock is None else stock_text(words, stock),
                "tolls": "¢" * tolls_between(edition, figure, building.number),
            }
        )
    return rows


def _toll_line(words: Words, view: TableView, row: str) -> dict[str, str]:
    waiting = _standing(view, "row", row)
    return {
        "": f"┄ {words.called(row, 'toll_line')} ┄",
        "price": words.say("sheet", "toll_line"),
        "places": " ".join(waiting),
        "waiting": words.called(row, "row") if waiting else "",
    }


def _standing(view: TableView, kind: str, name: str) -> list[str]:
    """Seats whose figure stands there, the one ahead first."""
    return [str(seat + 1) for seat in standing(view, kind, name)]


def stock_text(words: Words, stock: list[str]) -> str:
    """What waits in a building."""
    if not stock:
        return words.say("sheet", "none_left")
    if stock[0] in COLOURS:
        return ", ".join(labourers(words, {colour: stock.count(colour) for colour in stock}))
    return things(words, stock)


# ---- the farms (WG 1.2, 4.6, 5.9-5.11, 7) --------------------------------------------------------------


def districts_table(words: Words, farm: FarmView) -> dict[str, str]:
    """By terrain, where the districts are, how large, and what lies on their squares."""
    said: dict[str, list[str]] = {}
    for each in farm["districts"]:
        at, working = f"{each['at'][0]},{each['at'][1]}", " @" if each["worked"] else ""
        counts = {"size": each["size"], "goods": each["goods"], "squares": each["squares"]}
        said.setdefault(each["terrain"], []).append(words.say("sheet", "district", at=at, **counts) + working)
    name = {good: f"{words.called(good, 'letter')} {words.called(good)}" for good in GOODS}
    return {name[good]: words.clauses(said[good]) for good in GOODS if good in said}


def seats_table(
    words: Words, edition: Edition, view: TableView, scores: ScoreLines, only: Collection[Seat] = ()
) -> list[dict[str, object]]:
    """Everything a farm has besides its land: a row a seat, of all or only of some."""
    shown = [seat for seat in range(len(view["farms"])) if not only or seat in only]
    return [_household(words, edition, view, seat, scores.get(seat)) for seat in shown]


def _household(
    words: Words, edition: Edition, view: TableView, seat: Seat, scores: Mapping[str, int] | None
) -> dict[str, object]:
    farm, disc = view["farms"][seat], None if view["disc"] is None else edition.disc(view["disc"])
    board = edition.board(farm["board"])
    assert board is not None
    homes = {"huts": farm["huts"], "barns": farm["barns"], "hut_sites": board.hut_sites}
    owned = [name for name, count in farm["improvements"].items() for _ in range(count)]
    sites = {"count": len(owned), "sites": board.improvement_sites}
    row: dict[str, object] = {
        "seat": f"{words.who(seat)} ▶" if seat in view["to_act"] else words.who(seat),
        "town": _where(words, edition, view["figures"][seat]),
        "barn": _barn(words, farm),
        "goods": counted(words, all_goods(farm)),
        "figures": _figures(words, farm),
        "homes": words.say("sheet", "homes", wagons=board.wagons, barn_sites=board.barn_sites, **homes),
        "improvements": words.say("sheet", "improvements", owned=things(words, owned), **sites),
        "areas": farm["areas"],
        "help": _help(words, farm),
    }
    if any(farm["pending"]["owed"].values()):
        row["owed"] = counted(words, farm["pending"]["owed"])
    if disc is not None and view["season"] in ("spring", "summer", "autumn"):
        row["winter"] = counted(words, winter_needs(farm, disc))
    if scores is not None:
        known = farm["barn"]["values"] is not None
        row["final_score" if view["season"] == "over" else "score"] = score_text(words, scores, known)
    return row


def _where(words: Words, edition: Edition, figure: FigureView | None) -> str:
    if figure is None:
        return words.say("sheet", "not_placed")
    if "row" in figure:
        return words.called(figure["row"], "row")
    return building_name(words, edition.buildings[BUILDINGS.index(figure["building"])])


def _barn(words: Words, farm: FarmView) -> str:
    """Goods and coins, those of others as far as they are known, and the room that is left."""
    barn, copper = farm["barn"], farm["barn"]["known_copper"]
    coins = barn["values"] or {"copper": copper, "coin": barn["coins"] - copper}
    free = barn["spaces"] - sum(barn["goods"].values()) - barn["coins"]
    room = words.say("sheet", "barn", free=free, spaces=barn["spaces"])
    return words.clauses([counted(words, {**barn["goods"], **coins}), room])


def _figures(words: Words, farm: FarmView) -> str:
    said = ", ".join([words.say("sheet", "farmer"), *labourers(words, farm["labourers"])])
    later = ", ".join(labourers(words, farm["recruits"]))
    return f"{said} {words.say('sheet', 'after_winter')} {later}" if later else said


def _help(words: Words, farm: FarmView) -> str:
    count, turned = farm["help"]["open"], farm["help"]["turned"]
    parts = [words.say("sheet", "help_open")] if count else []
    parts += [words.say("sheet", "help_turned", count=turned)] if turned else []
    return ", ".join(parts) or words.say("sheet", "none")


def all_goods(farm: FarmView) -> dict[str, int]:
    """Goods on land and in the barn together."""
    goods = Counter(farm["barn"]["goods"])
    for district in farm["districts"]:
        goods[district["terrain"]] += district["goods"]
    return goods


def winter_needs(farm: FarmView, disc: Disc) -> dict[str, int]:
    """WG 6.1-6.3, as the household stands."""
    needs = {EATS[colour]: count for colour, count in farm["labourers"].items()}
    if disc.doubled != NOTHING:
        needs[GOODS[disc.doubled]] *= 2
    return {**needs, "wood": disc.fires + max(0, sum(farm["labourers"].values()) - farm["huts"])}


def score_text(words: Words, scores: Mapping[str, int], coins_known: bool) -> str:
    """`12 = enclosed areas 1, …`; without the coins where they are hidden."""
    shown = {line: points for line, points in scores.items() if coins_known or line != "coins"}
    total = sum([points for line, points in shown.items() if line != "total"])
    hidden = "" if coins_known else f" {words.say('sheet', 'without_coins')}"
    parts = [f"{words.called(line, 'line')} {signed(shown[line])}" for line in shown if shown[line]]
    return f"{signed(total)}{hidden} = {', '.join(parts[:-1] if total else parts)}"


# ---- the legend ----------------------------------------------------------------------------------------


def legend(words: Words) -> dict[str, str]:
    """Every letter and sign."""
    goods = {words.called(good, "letter"): words.say("sign", "good", good=good) for good in GOODS}
    people = {
        words.say("labourer", colour, count=1): words.say(
            "sign", "labourer", colour=colour, good=EATS[colour]
        )
        for colour in COLOURS
    }
    coins = {
        words.called(coin): words.say("sign", "worth", coin=coin, points=points)
        for coin, points in WORTH_OF_COINS.items()
    }
    squares = {f"{words.called(GOODS[0], 'letter')}2": words.say("sign", "square")}
    return goods | people | coins | squares | {sign: words.say("sign", key) for sign, key in SIGNS.items()}
