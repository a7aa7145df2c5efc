"""How much a visitor may do in a while: a bucket for each that drips empty, and overflows with a refusal."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Final, Literal, NamedTuple, TypeAlias, final

from farmstead.server.refusals import Refused

Deed: TypeAlias = Literal["guess", "name", "table", "chat", "move", "hint", "read", "stream"]

MOST: Final = 20_000  # visitors remembered


class Pace(NamedTuple):
    """So many at once, and then one in so many seconds."""

    burst: int
    seconds: float


PACES: Final[dict[Deed, Pace]] = {
    "guess": Pace(30, 2.0),  # codes and tokens that are not there
    "name": Pace(30, 2.0),  # new players
    "table": Pace(30, 2.0),  # new tables, with all that belongs to making one
    "chat": Pace(8, 1.5),
    "move": Pace(120, 0.05),  # everything that is done at a table
    "hint": Pace(10, 6.0),  # each takes a process for a second or two
    "read": Pace(300, 0.02),
    "stream": Pace(60, 0.5),
}


@final
class Limits:
    """Who has done how much. `pace` multiplies what is allowed; 0 allows everything."""

    def __init__(self, pace: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._pace = pace
        self._clock = clock
        self._full: OrderedDict[tuple[Deed, str], tuple[float, float]] = OrderedDict()  # level, when

    def spend(self, deed: Deed, who: str, tried: str) -> None:
        """One more of these; Refused says in how many seconds it can be done."""
        if not self._pace:
            return
        level = self._level(deed, who)
        pace = PACES[deed]
        over = level + 1 - pace.burst * self._pace
        if over > 0:
            raise Refused("too_many", tried, {"seconds": max(1, ceil(over * pace.seconds / self._pace))})
        self._full[deed, who] = (level + 1, self._clock())
        self._full.move_to_end((deed, who))
        if len(self._full) > MOST:
            self._full.popitem(last=False)

    def check(self, deed: Deed, who: str, tried: str) -> None:
        """Refuse whoever has done too many already."""
        if self._pace and self._level(deed, who) + 1 > PACES[deed].burst * self._pace:
            self.spend(deed, who, tried)

    def _level(self, deed: Deed, who: str) -> float:
        level, since = self._full.get((deed, who), (0.0, 0.0))
        return max(0.0, level - (self._clock() - since) * self._pace / PACES[deed].seconds)


def neighbourhood(address: str) -> str:
    """Whom an address stands for: of the newer sort everybody has thousands."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
    return str(found)
