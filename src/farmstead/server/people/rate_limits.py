"""Rate limits: a leaky bucket for each visitor and operation, which overflows with a refusal."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from math import ceil
from typing import Final, Literal, NamedTuple, TypeAlias, final

from farmstead.server.base.cache import LruCache
from farmstead.server.base.refusals import Refused

Operation: TypeAlias = Literal[
    "guess", "name", "table", "chat", "move", "hint", "read", "stream",
    "account", "sign_in", "sign_in_from", "sign_in_as", "webhook", "check",
    "report", "operator", "operator_all",
    "record", "frames", "review",
    "picture", "film",
    "score", "page", "unreadable",
]  # fmt: skip

PEOPLE_BEHIND_ONE: Final = 50  # address, where it is said to be shared
REMEMBERED_VISITORS: Final = 20_000  # visitors remembered
MAX_ADDRESSES: Final = 2_000  # remembered with whom they stand for


class Rate(NamedTuple):
    """So many at once, and then one in so many seconds."""

    burst: int
    seconds: float


RATES: Final[dict[Operation, Rate]] = {
    "guess": Rate(30, 2.0),  # codes and tokens that are not there
    "name": Rate(30, 2.0),  # new players
    "table": Rate(30, 2.0),  # new tables, with all that belongs to making one
    "chat": Rate(8, 1.5),
    "move": Rate(120, 0.05),  # everything that is done at a table
    "hint": Rate(10, 6.0),  # each takes a process for a second or two
    "read": Rate(300, 0.02),
    "stream": Rate(60, 0.5),
    "account": Rate(20, 30.0),  # new accounts and other names of them: each try tells whether one is taken
    "sign_in": Rate(8, 30.0),  # from one address to one account
    "sign_in_from": Rate(40, 5.0),  # from one address
    "sign_in_as": Rate(100, 15.0),  # to one account: more than one address alone may try
    "operator": Rate(5, 60.0),  # passphrases tried at the page of whoever runs the server, from one address
    "operator_all": Rate(60, 20.0),  # and from all
    "report": Rate(5, 60.0),
    "webhook": Rate(6, 20.0),  # entered, or called to see whether it works
    "check": Rate(20, 2.0),  # the luck of a game: each plays it again
    "record": Rate(20, 10.0),  # a record brought along: each is played again, and kept
    "frames": Rate(1500, 0.05),  # positions of a game that is looked back at, each with its boards
    "review": Rate(12, 60.0),  # each takes a process for a minute or two
    "picture": Rate(40, 2.0),  # and pages to print: each takes about a second
    "film": Rate(8, 30.0),  # each takes a process for half a minute
    "page": Rate(200, 0.05),  # put together from templates: each takes a few milliseconds
    "unreadable": Rate(60, 1.0),  # messages that could not be read, whatever they were for
    "score": Rate(200, 0.15),  # taps on a table that was played elsewhere: each is drawn and counted
}


@final
class RateLimits:
    """Who has done how much. `pace` multiplies what is allowed; 0 allows everything."""

    def __init__(
        self,
        pace: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        shared: Sequence[str] = (),
    ) -> None:
        """`shared`: addresses and networks behind which many people sit."""
        self._pace = pace
        self._shared = [counted_network(each) for each in shared]
        self._clock = clock
        # Level, when.
        self._full: LruCache[tuple[Operation, str], tuple[float, float]] = LruCache(REMEMBERED_VISITORS)

    def spend(self, deed: Operation, who: str, tried: str, many: int = 1) -> None:
        """Count an operation; Refused says in how many seconds it is allowed again."""
        if not self._pace:
            return
        (level, faster), pace = self._level(deed, who), RATES[deed]
        most = pace.burst * faster
        after = level + (many if many == 1 else min(many, most))  # what is asked at once can be had some time
        if after > most:
            seconds = max(1, ceil((after - most) * pace.seconds / faster))
            raise Refused("too_many", tried, {"seconds": seconds})
        self._full.put((deed, who), (after, self._clock()))

    def check(self, deed: Operation, who: str, tried: str) -> None:
        """Refuse an operation that is over its limit, without counting it."""
        level, faster = self._level(deed, who)
        if self._pace and level + 1 > RATES[deed].burst * faster:
            self.spend(deed, who, tried)

    def has_done(self, deed: Operation, who: str) -> bool:
        """Whether anything of this operation still counts against them."""
        return self._level(deed, who)[0] > 0

    def _level(self, deed: Operation, who: str) -> tuple[float, float]:
        """How full the leaky bucket is now, and how many times the usual pace it empties at.

        Behind a shared address that is the pace of all who sit there together.
        """
        faster = self._pace * (PEOPLE_BEHIND_ONE if self._shared and self.is_shared(who) else 1)
        level, since = self._full.get((deed, who)) or (0.0, 0.0)
        return max(0.0, level - (self._clock() - since) * faster / RATES[deed].seconds), faster

    def is_shared(self, who: str) -> bool:
        """Whether this is an address, and many people sit behind it."""
        try:
            address = ip_address(who)
        except ValueError:
            return False  # a person, or an address together with an account
        return any(address in network for network in self._shared)


@lru_cache(MAX_ADDRESSES)
def network_of(address: str) -> str:
    """IPv6 clients are counted by /64, since a subscriber owns the whole prefix."""
    try:
        found = ip_address(without_port(address))
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
    return str(found)


def counted_network(text: str) -> IPv4Network | IPv6Network:
    """A network as visitors of it are counted: of IPv6 a /64 at least."""
    network = ip_network(text, strict=False)
    return network.supernet(new_prefix=64) if network.version == 6 and network.prefixlen > 64 else network


def without_port(address: str) -> str:
    """An address without the port that some proxies add: `192.0.2.1:50000`, `[2001:db8::1]:50000`."""
    host, _, port = address.rpartition(":")
    is_told = port.isdecimal() and ("." in host or host.endswith("]"))
    return (host if is_told else address).strip("[]")
