"""The best end of a farm: what the last decision leaves open (WG 8.10), all of it tried.

Before scoring an owner may throw away from the barn, move goods there from land, and buy the open help tile
off with any three goods; coins may stand in for them (WG 5.7). Points do not depend on which goods these are,
only on where they lie: there are a few dozen ways to pay for the tile, however large a barn is, and the best
throw after each can be told without trying.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.help import HELP_TILE_GOODS
from farmstead.games.walnut_grove.rules.names import COPPER, GOLD, SAFE, SILVER, STORE
from farmstead.games.walnut_grove.rules.position import Switches

HELP_TILE_POINTS: Final = 2  # points that one costs (WG 7.4)


class Goods(NamedTuple):
    """What is given or thrown away: goods on land and in the barn, and coins."""

    land: int = 0
    barn: int = 0
    copper: int = 0
    silver: int = 0
    gold: int = 0

    def less(self, other: "Goods") -> "Goods":
        return Goods(*[mine - theirs for mine, theirs in zip(self, other, strict=True)])


class FarmEnd(NamedTuple):
    """A way to end: how many more points it brings than to do nothing, and what is done."""

    more: int
    goods: int  # left for the tie-break (WG 8.8)
    repaid: Goods | None
    thrown: Goods


def best_end(farm: Farm, switches: Switches) -> FarmEnd:
    """The way that scores most, then leaves most goods, then does least."""
    best = FarmEnd(0, sum(farm.goods), None, Goods())
    have, now = _held(farm), _worth(farm, _held(farm), int(farm.room))
    saved = HELP_TILE_POINTS if switches.open_help_costs else 0
    for repaid in _repayments(farm, have, switches.jokers_anywhere):
        left = have.less(repaid or Goods())
        thrown = _best_throw(farm, left, int(farm.room) + sum(have[1:]) - sum(left[1:]))
        kept = left.less(thrown)
        room = int(farm.room) + sum(have[1:]) - sum(kept[1:])
        more = _worth(farm, kept, room) - now + (saved if repaid else 0)
        best = max(best, FarmEnd(more, kept.land + kept.barn, repaid, thrown), key=_merit)
    return best


def _merit(end: FarmEnd) -> tuple[int, int, int]:
    return end.more, end.goods, -sum(end.repaid or ()) - sum(end.thrown)


def _held(farm: Farm) -> Goods:
    barn = sum(farm.barn[:COPPER])
    return Goods(sum(farm.goods) - barn, barn, farm.barn[COPPER], farm.barn[SILVER], farm.barn[GOLD])


def _worth(farm: Farm, held: Goods, room: int) -> int:
    """Points of coins, safes and stores (WG 8.5, 8.6), free spaces filled from land (WG 8.10)."""
    coins = held.copper + held.silver + held.gold
    stored = held.barn + min(room, held.land)
    owned = farm.improvements
    return 2 * held.gold + held.silver + owned[SAFE] * coins + owned[STORE] * stored


def _repayments(farm: Farm, have: Goods, jokers: bool) -> Iterator[Goods | None]:
    """None: the tile is kept."""
    yield None
    if farm.help_open:
        payable = have if jokers else Goods(have.land, have.barn)
        yield from [given for given in _choices(payable, HELP_TILE_GOODS) if sum(given) == HELP_TILE_GOODS]


def _best_throw(farm: Farm, left: Goods, room: int) -> Goods:
    """Only coins, each of which makes room for one good from land: the cheapest first, while that gains.

    A good thrown away never makes room for more than one other, and a coin beyond the last good on land for
    none. A store scores each good in the barn, a safe each coin there (WG 8.6).
    """
    gain = farm.improvements[STORE] - farm.improvements[SAFE]
    wanting = max(0, left.land - room)
    thrown = [0, 0, 0]
    for worth, held in enumerate(left[2:]):  # copper 0, silver 1, gold 2 (WG 8.5)
        if gain > worth:
            thrown[worth] = min(held, wanting)
            wanting -= thrown[worth]
    return Goods(0, 0, *thrown)


def _choices(held: Goods, most: int) -> Iterator[Goods]:
    found: list[tuple[int, ...]] = [()]
    for count in held:
        found = [(*first, n) for first in found for n in range(min(count, most - sum(first)) + 1)]
    for each in found:
        yield Goods(*each)
