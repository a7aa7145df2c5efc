"""A rough worth of a Walnut Grove position: the score, and what goods, land and hands may still bring."""

from typing import Final

from farmstead.engine.contract import Seat, State
from farmstead.walnut_grove.farm import Farm
from farmstead.walnut_grove.names import NOTHING, SETTING_UP, WINTER, WOOD, YEARS
from farmstead.walnut_grove.state import WalnutGrove
from farmstead.walnut_grove.winter import needs

SHORT: Final = -1.9  # a good that winter will ask for and nobody has
GOOD: Final = 0.22  # a good in store
LEFT_OVER: Final = 0.05  # a good in store in the last year
COIN: Final = 0.75  # a coin, beside what it scores
DRAWN: Final = 0.2  # a coin still to be drawn
INSTEAD: Final = 0.25  # a coin that will stand in for a good
ROOM: Final = 0.08  # a free space in the barn
HARVEST: Final = 0.16  # a good harvested each year to come
LACK: Final = -0.5  # a good each year that winter will ask for and no district brings
SQUARE: Final = 0.05
JOINED: Final = 0.25  # a fence that hangs together with another
HUT: Final = 0.3  # wood saved each year to come
# What an improvement will score beside what it scores now: tent, ladder, safe, store, paddock, horses, well.
PROMISE: Final = (2.5, 1.5, 0.5, 2.0, 2.0, 1.5, 1.5)
OPEN_HELP: Final = 0.8  # help that may yet be bought off


def worth(state: State, seat: Seat) -> float:
    """What the position is worth to `seat`, in points."""
    assert isinstance(state, WalnutGrove)
    farm = state.farms[seat]
    years = YEARS - int(state.year)
    value = float(state.score_lines(seat)["total"])
    if state.year == YEARS and state.season > WINTER:
        return value
    return value + _stores(state, farm, years) + _prospects(farm, years)


def _stores(state: WalnutGrove, farm: Farm, years: int) -> float:
    """Goods, coins and what the next winter will lack."""
    owed = _winter(state, farm)
    short = sum([max(0, owed[good] - farm.goods[good]) for good in range(5)])
    spare = sum([max(0, farm.goods[good] - owed[good]) for good in range(5)])
    used = min(short, int(farm.coins()))
    due = min(int(farm.coins_due) + sum(farm.coins_drawn), int(farm.room))
    coins = (int(farm.coins()) - used) * (COIN if years else 0.0) + due * DRAWN
    return SHORT * (short - used) + INSTEAD * used + (GOOD if years else LEFT_OVER) * min(spare, 12) + coins


def _winter(state: WalnutGrove, farm: Farm) -> list[int]:
    """What the winter to come will ask for; after the last there is none."""
    if state.season == WINTER:
        return farm.owed
    if state.season > WINTER:
        return [0] * 5
    owed = needs(state, farm)
    if state.season == SETTING_UP and state.disc.doubled != NOTHING:  # the next disc is not known
        owed[state.disc.doubled] = farm.labourers[state.disc.doubled]
    owed[WOOD] = max(owed[WOOD], 1)
    return owed


def _prospects(farm: Farm, years: int) -> float:
    """What land, hands, huts and improvements will bring in the years to come."""
    land = farm.land
    hands = 1 + int(farm.hands() + farm.hired())
    squares = sum([land.squares[district] for district in land.live])
    huts = min(int(farm.huts), hands - 1)
    yearly = HARVEST * _harvest(farm, hands) + LACK * _lacking(farm) + HUT * huts
    promised = sum([PROMISE[kind] * farm.improvements[kind] for kind in range(len(PROMISE))])
    value = years * yearly + min(1.0, years / 4) * promised + SQUARE * squares + ROOM * float(farm.room)
    if years:
        value += OPEN_HELP * float(farm.help_open)
    return value + JOINED * _joined(farm) * min(1.0, years / 3)


def _harvest(farm: Farm, hands: int) -> int:
    """What all hands harvest in a year, a large district counted up to four."""
    sizes = sorted([farm.land.size[district] for district in farm.land.live], reverse=True)
    return sum([min(size, 4) for size in sizes[:hands]])


def _lacking(farm: Farm) -> int:
    """Goods a winter asks for beyond what one district each can bring."""
    land = farm.land
    largest = [0] * 5
    for district in land.live:
        largest[land.terrain[district]] = max(largest[land.terrain[district]], land.size[district])
    eaters = [farm.labourers[colour] + farm.recruits[colour] for colour in range(3)]
    fires = 1 + max(0, sum(eaters) - int(farm.huts))
    hungry = sum([max(0, eaters[colour] - largest[colour]) for colour in range(3)])
    return hungry + max(0, fires - largest[WOOD])


def _joined(farm: Farm) -> int:
    """How many fence lines hang together with others: their midpoints, less two for each fence."""
    fences = farm.land.fences
    return len(fences) - 2 * sum([above == node for node, above in fences.items()])
