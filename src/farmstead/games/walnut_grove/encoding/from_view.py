"""What a seat of Walnut Grove sees, from its view alone: the definition of an observation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, final

from farmstead.engine.documents import as_int, as_ints, as_list, as_object
from farmstead.engine.encoding import View
from farmstead.games.walnut_grove.encoding import fields
from farmstead.games.walnut_grove.encoding.fields import UNKNOWN
from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.components import Edition
from farmstead.games.walnut_grove.rules.game import read_options
from farmstead.games.walnut_grove.rules.town import building_spot, row_spot

# The fields that have a part for each seat and come from its farm.
FARM_FIELDS: Final = (
    "board",
    "areas",
    "barn_spaces",
    "barn_goods",
    "coins",
    "known_copper",
    "coin_values",
    "labourers",
    "recruits",
    "huts",
    "barns",
    "improvements",
    "help",
    "agenda",
    "pending",
    "surplus_from",
    "visiting",
    "owed",
    "covering",
    "sold",
    "coins_drawn",
    "score",
    "district_goods",
    "district_worked",
    "drawn",
    "laid",
    "districts",
)


def _counts(value: object, words: Sequence[str]) -> list[int]:
    counts = as_object(value)
    return [as_int(counts[word]) for word in words]


def _filled(numbers: list[int], size: int) -> list[int]:
    assert len(numbers) <= size
    return numbers + [0] * (size - len(numbers))


@final
class ViewReader:
    """Reads views of games with one edition."""

    def __init__(self, edition: Edition, seats: int) -> None:
        self.edition = edition
        self.seats = seats
        self.ids = sorted(edition.tiles)
        self.parts = {field.name: field.size // seats for field in fields.observation_fields(edition, seats)}

    def read(self, view: View) -> dict[str, list[int]]:
        seat = as_int(view["seat"])
        order = [(seat + n) % self.seats for n in range(self.seats)]
        switches = read_options(
            [str(option) for option in as_list(view["options"])], self.seats, as_int(view["rules"])
        )
        turned = [
            switches.enter_unpayable,
            switches.jokers_anywhere,
            switches.open_help_costs,
            switches.beside,
            switches.huts_free_wagons,
        ]
        chance, left = view["chance"], as_list(view["discs_left"])
        acting, bag = as_ints(view["to_act"]), as_ints(view["tile_bag"])
        town, autumn = as_object(view["town"]), as_ints(view["order"])
        pawns = as_list(view["figures"])
        found: dict[str, list[int]] = {
            "seat": [seat],
            "switches": [int(switch) for switch in turned],
            "start": [order.index(switches.start)],
            "year": [as_int(view["year"])],
            "season": [names.SEASONS.index(str(view["season"]))],
            "chance": [0 if chance is None else names.CHANCES.index(str(as_object(chance)["kind"]))],
            "to_act": [int(other in acting) for other in order],
            "disc": self._disc(view["disc"]),
            "discs_left": [int(disc.id in left) for disc in self.edition.discs],
            "tile_bag": [int(tile in bag) for tile in self.ids],
            "coin_bag": [as_int(view["coin_bag"])],
            "town": [
                as_list(town[names.BUILDINGS[building]]).count(kind)
                for building in names.STOCKED
                for kind in names.KINDS[building]
            ],
            "pawns": [number for other in order for number in self._pawn(pawns[other])],
            "order": [autumn.index(other) + 1 if autumn else 0 for other in order],
            "turn": [as_int(view["turn"])],
        }
        farms = [as_object(farm) for farm in as_list(view["farms"])]
        dealt = [
            self._farm(farms[other], switches.open_help_costs) if other < len(farms) else {}
            for other in order
        ]
        for name in FARM_FIELDS:
            size = self.parts[name]
            found[name] = [number for farm in dealt for number in _filled(farm.get(name, []), size)]
        return found

    def _disc(self, id: object) -> list[int]:
        if id is None:
            return [0] * fields.DISC_NUMBERS
        ids = [disc.id for disc in self.edition.discs]
        number = ids.index(str(id))
        disc = self.edition.discs[number]
        return [
            number + 1,
            disc.draw,
            disc.lay,
            disc.summer + 1,
            disc.autumn + 1,
            disc.doubled + 1,
            disc.fires,
        ]

    def _pawn(self, pawn: object) -> list[int]:
        if pawn is None:
            return [0, 0]
        where = as_object(pawn)
        if "row" in where:
            spot = row_spot(self.edition, names.ROWS.index(str(where["row"])))
        else:
            spot = building_spot(self.edition, names.BUILDINGS.index(str(where["building"])))
        return [spot, as_int(where["arrived"]) + 1]

    def _farm(self, farm: Mapping[str, object], open_help_costs: bool) -> dict[str, list[int]]:
        barn, pending, help = as_object(farm["barn"]), as_object(farm["pending"]), as_object(farm["help"])
        districts = [as_object(district) for district in as_list(farm["districts"])]
        agenda = [names.DECISIONS.index(str(decision)) + 1 for decision in as_list(pending["agenda"])]
        visiting, harvested = pending["visiting"], pending["surplus_from"]
        sold = as_list(pending["sold"])
        starts = [[district["terrain"], *as_ints(district["at"])] for district in districts]
        kinds = [board.kind for board in self.edition.boards]
        return {
            "board": [kinds.index(str(farm["board"])) + 1],
            "areas": [as_int(farm["areas"])],
            "barn_spaces": [as_int(barn["spaces"])],
            "barn_goods": _counts(barn["goods"], names.GOODS),
            "coins": [as_int(barn["coins"])],
            "known_copper": [as_int(barn["known_copper"])],
            "coin_values": _values(barn["values"]),
            "labourers": _counts(farm["labourers"], names.COLOURS),
            "recruits": _counts(farm["recruits"], names.COLOURS),
            "huts": [as_int(farm["huts"])],
            "barns": [as_int(farm["barns"])],
            "improvements": _counts(farm["improvements"], names.IMPROVEMENTS),
            "help": [as_int(help["open"]), as_int(help["turned"])],
            "agenda": agenda[::-1],
            "pending": [as_int(pending[name]) for name in fields.PENDING],
            "surplus_from": [0 if harvested is None else starts.index(as_list(harvested)) + 1],
            "visiting": [0 if visiting is None else names.BUILDINGS.index(str(visiting)) + 1],
            "owed": _counts(pending["owed"], names.GOODS),
            "covering": [int(bool(pending["covering"]))],
            "sold": [int(good in sold) for good in names.GOODS],
            "coins_drawn": _values(pending["coins_drawn_values"]),
            "score": _score(farm, open_help_costs),
            "district_goods": [as_int(district["goods"]) for district in districts],
            "district_worked": [int(bool(district["worked"])) for district in districts],
            "drawn": [number for tile in as_ints(farm["drawn"]) for number in self._tile(tile, 0)],
            "laid": [number for laid in as_list(farm["tiles"]) for number in self._laid(as_ints(laid))],
            "districts": [number for district in districts for number in _district(district)],
        }

    def _tile(self, tile: int, turn: int) -> list[int]:
        return fields.tile_numbers(self.ids.index(tile) + 1, self.edition.tiles[tile].turned[turn])

    def _laid(self, laid: list[int]) -> list[int]:
        tile, column, row, turn = laid
        return [column, row, turn, *self._tile(tile, turn)]


def _values(values: object) -> list[int]:
    return [UNKNOWN] * len(names.COINS) if values is None else _counts(values, names.COINS)


def _district(district: Mapping[str, object]) -> list[int]:
    terrain = names.GOODS.index(str(district["terrain"])) + 1
    return [terrain, *as_ints(district["at"]), as_int(district["size"]), as_int(district["squares"])]


def _score(farm: Mapping[str, object], open_help_costs: bool) -> list[int]:
    """WG 8, from what is open; the coins of others are worth UNKNOWN."""
    barn, help = as_object(farm["barn"]), as_object(farm["help"])
    owned = as_object(farm["improvements"])
    districts = [as_object(district) for district in as_list(farm["districts"])]
    areas, coins = as_int(farm["areas"]), as_int(barn["coins"])
    workers = (
        1 + sum(_counts(farm["labourers"], names.COLOURS)) + sum(_counts(farm["recruits"], names.COLOURS))
    )
    buildings = 2 + as_int(farm["huts"]) + as_int(farm["barns"])
    in_barn = sum(_counts(barn["goods"], names.GOODS))
    room = as_int(barn["spaces"]) - in_barn - coins
    each = {
        "tent": 2 * sum(_counts(owned, names.IMPROVEMENTS)),
        "ladder": buildings,
        "safe": coins,
        "store": in_barn + min(room, sum([as_int(district["goods"]) for district in districts])),
        "paddock": max([as_int(district["size"]) for district in districts]),
        "horses": areas,
        "well": workers,
    }
    values = barn["values"]
    worth = UNKNOWN
    if values is not None:
        _, silver, gold = _counts(values, names.COINS)
        worth = silver + 2 * gold
    improved = sum([as_int(owned[name]) * each[name] for name in names.IMPROVEMENTS])
    helped = as_int(help["turned"]) + (as_int(help["open"]) if open_help_costs else 0)
    return [areas, 2 * workers, buildings, worth, improved, -2 * helped]
