"""Positions and views as JSON (WG 5.14): what a seat may see, and the way back to a playable position.

A view is put together from what is visible. Only coins are hidden: their owner sees the values in the barn
and those just drawn, everybody else their number, and everybody sees all of them when the game is over.
A position text is the same document with every value in it.
"""

from __future__ import annotations

import json
from typing import Final

from farmstead.engine.contract import Seat
from farmstead.engine.square import column_of, row_of
from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.position import Position
from farmstead.games.walnut_grove.rules.town import building_at

VIEW_VERSION: Final = 1
NAME: Final = "walnut-grove"


def view(pos: Position, seat: Seat | None) -> dict[str, object]:
    """What `seat` sees; None is a spectator."""
    everything = pos.season == names.OVER
    return document(pos, seat, [everything or farm == seat for farm in range(len(pos.farms))])


def position_text(pos: Position) -> str:
    """The whole position on one line."""
    return json.dumps(whole_document(pos), separators=(",", ":"))


def whole_document(pos: Position) -> dict[str, object]:
    """Everything, the coins in the bag too."""
    whole = document(pos, None, [True] * len(pos.farms))
    whole["coin_bag_values"] = _counted(names.COINS, pos.coin_bag)
    return whole


def document(pos: Position, seat: Seat | None, shown: list[bool]) -> dict[str, object]:
    return {
        "game": NAME,
        "view": VIEW_VERSION,
        "rules": pos.rules,
        "edition": pos.edition.label,
        "options": list(pos.switches.options),
        "seats": pos.players,
        "seat": seat,
        "year": int(pos.year),
        "season": names.SEASONS[pos.season],
        "disc": pos.disc.id if pos.year else None,
        "discs_left": [disc.id for disc in pos.discs_left],
        "to_act": list(pos.acting),
        "chance": _chance(pos),
        "tile_bag": pos.tile_bag[:],
        "coin_bag": sum(pos.coin_bag),
        "town": {names.BUILDINGS[building]: _stock(pos, building) for building in names.STOCKED},
        "figures": [_figure(pos, figure) for figure in range(pos.players)],
        "order": list(pos.order),
        "turn": int(pos.turn),
        "farms": [farm_json(farm, shown[n]) for n, farm in enumerate(pos.farms)],
    }


def _chance(pos: Position) -> dict[str, object] | None:
    if pos.chance == names.NO_CHANCE:
        return None
    return {"kind": names.CHANCES[pos.chance], "name": pos.chance_name()}


def _stock(pos: Position, building: int) -> list[str]:
    found: list[str] = []
    for kind in range(names.STOCK_KINDS[building]):
        found += [names.KINDS[building][kind]] * pos.stock[names.STOCK_AT[building] + kind]
    return found


def _figure(pos: Position, seat: Seat) -> dict[str, object] | None:
    """Where a figure stands; of two in one place, the one with the lower `arrived` stands ahead (WG 5.2)."""
    if (spot := pos.spots[seat]) < 0:
        return None
    if (building := building_at(pos.edition, spot)) >= 0:
        return {"building": names.BUILDINGS[building], "arrived": pos.arrived[seat]}
    return {"row": names.ROWS[pos.edition.rows.index((spot - 1) // 2)], "arrived": pos.arrived[seat]}


def _counted(words: tuple[str, ...], counts: list[int]) -> dict[str, int]:
    return {words[n]: counts[n] for n in range(len(words))}


def cell_json(cell: int) -> list[int]:
    return [column_of(cell), row_of(cell)]


def farm_json(farm: Farm, shown: bool) -> dict[str, object]:
    """A farm; its coins by their values if these are shown."""
    land = farm.land
    return {
        "board": farm.board.kind,
        "tiles": [
            [land.tiles[n].tile, column_of(cell), row_of(cell), land.tiles[n].turn]
            for n, cell in enumerate(land.cells)
        ],
        "districts": [_district(farm, district) for district in land.live],
        "areas": land.areas,
        "barn": _barn(farm, shown),
        "labourers": _counted(names.COLOURS, farm.labourers),
        "recruits": _counted(names.COLOURS, farm.recruits),
        "huts": int(farm.huts),
        "barns": int(farm.barns),
        "improvements": _counted(names.IMPROVEMENTS, farm.improvements),
        "help": {"open": int(farm.help_open), "turned": int(farm.help_turned)},
        "drawn": farm.drawn[:],
        "pending": _pending(farm, shown),
    }


def _district(farm: Farm, district: int) -> dict[str, object]:
    land = farm.land
    return {
        "terrain": names.GOODS[land.terrain[district]],
        "at": cell_json(land.anchor[district]),
        "size": land.size[district],
        "squares": land.squares[district],
        "goods": farm.stored[district],
        "worked": bool((farm.worked >> district) & 1),
    }


def _barn(farm: Farm, shown: bool) -> dict[str, object]:
    return {
        "spaces": sum(farm.barn) + int(farm.room),
        "goods": _counted(names.GOODS, farm.barn[:5]),
        "coins": int(farm.coins()),
        "known_copper": 2 if farm.start_coins_known else 0,
        "values": _counted(names.COINS, farm.barn[names.COPPER :]) if shown else None,
    }


def _pending(farm: Farm, shown: bool) -> dict[str, object]:
    """The decisions before the owner, the present one last, and the numbers that belong to them."""
    land = farm.land
    at = farm.surplus_at
    return {
        "agenda": [names.DECISIONS[decision] for decision in farm.agenda],
        "to_lay": int(farm.to_lay),
        "figures": int(farm.figures),
        "surplus": int(farm.surplus),
        "surplus_from": [names.GOODS[land.terrain[at]], *cell_json(land.anchor[at])]
        if farm.surplus
        else None,
        "visiting": names.BUILDINGS[farm.visiting] if farm.visiting >= 0 else None,
        "tolls": int(farm.tolls),
        "owed": _counted(names.GOODS, farm.owed),
        "covering": farm.covering,
        "to_take": int(farm.to_take),
        "sold": [names.GOODS[good] for good in range(5) if (farm.sold >> good) & 1],
        "coins_due": int(farm.coins_due),
        "coins_drawn": sum(farm.coins_drawn),
        "coins_drawn_values": _counted(names.COINS, farm.coins_drawn) if shown else None,
        "repaying": int(farm.repaying),
    }
