"""Scoring (WG 8): a number for each line, and the final order."""

from __future__ import annotations

from typing import Final

from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.position import Position

# The lines of the score; what else each of them needs: CONTRIBUTING.md, "Where do I …".
LINES: Final[tuple[str, ...]] = ("fences", "figures", "buildings", "coins", "improvements", "help")
GRADES: Final[list[tuple[int, str]]] = [(35, "expert"), (30, "experienced"), (25, "won")]  # WG 8.9


def fences(farm: Farm) -> int:
    """WG 8.2."""
    return farm.land.areas


def figures(farm: Farm) -> int:
    """WG 8.3: the farmer and each labourer; recruits have joined when it counts (8.1)."""
    return int(1 + farm.hands() + farm.hired())


def buildings(farm: Farm) -> int:
    """WG 8.4: huts and barns, the printed house and the printed barn included."""
    return int(2 + farm.huts + farm.barns)


def coins(farm: Farm) -> int:
    """WG 8.5."""
    return 2 * farm.barn[names.GOLD] + farm.barn[names.SILVER]


def goods_in_barn(farm: Farm) -> int:
    """Goods in the barn, with free spaces filled from land as before scoring (WG 8.10)."""
    stored = sum(farm.barn[:5])
    return stored + min(int(farm.room), sum(farm.goods) - stored)


def improvements(farm: Farm) -> int:
    """WG 8.6: each copy by itself (R14)."""
    owned = farm.improvements
    points = owned[names.TENT] * 2 * sum(owned)
    points += owned[names.LADDER] * buildings(farm)
    points += owned[names.SAFE] * int(farm.coins())
    points += owned[names.WELL] * figures(farm)
    points += owned[names.HORSES] * fences(farm)
    if owned[names.STORE]:
        points += owned[names.STORE] * goods_in_barn(farm)
    if owned[names.PADDOCK]:
        points += owned[names.PADDOCK] * farm.land.largest()
    return points


def help_points(farm: Farm, open_costs: bool) -> int:
    """WG 7.4, 8.7."""
    return int(-2 * (farm.help_turned + (farm.help_open if open_costs else 0)))


def points(farm: Farm, open_help_costs: bool) -> list[int]:
    """What a farm scores, by LINES."""
    return [
        fences(farm),
        2 * figures(farm),
        buildings(farm),
        coins(farm),
        improvements(farm),
        help_points(farm, open_help_costs),
    ]


def lines(farm: Farm | None, open_help_costs: bool) -> dict[str, int]:
    """The score of a farm, line by line, `total` last; all 0 before its board is dealt."""
    scored = [0] * len(LINES) if farm is None else points(farm, open_help_costs)
    found = {LINES[n]: scored[n] for n in range(len(LINES))}
    found["total"] = sum(scored)
    return found


def total(farm: Farm, open_help_costs: bool) -> int:
    return sum(points(farm, open_help_costs))


def places(pos: Position) -> list[int]:
    """WG 8.8: most points, then most goods on land and in the barn; still tied, shared."""
    open_costs = pos.switches.open_help_costs
    merit = [(total(farm, open_costs), sum(farm.goods)) for farm in pos.farms]
    merit += [(0, 0)] * (pos.players - len(merit))
    return [1 + sum([other > own for other in merit]) for own in merit]


def grade(points: int) -> str:
    """WG 8.9: how well a solo game went."""
    for least, name in GRADES:
        if points >= least:
            return name
    return "lost"
