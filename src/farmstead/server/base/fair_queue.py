"""Queues in which people take turns, however much each of them wants.

Bots, hints, films and reviews are made one after the other. Whoever wants many of them waits for their own:
next is always something of the person whose last turn is longest ago, or who has had none. A person is known
by keys from coarse to fine, such as `("192.0.2.7", "p12")`: addresses take turns, and the people at each.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Final, Generic, TypeAlias, TypeVar, final

from farmstead.server.base.cache import LruCache

Party: TypeAlias = tuple[str, ...]  # whose doing something is: keys from coarse to fine
Item = TypeVar("Item", bound=Hashable)

MAX_REMEMBERED: Final = 10_000  # keys whose last turn is known
MAX_PASSED_OVER: Final = 8  # turns of a more urgent rank, after which the next rank has one


@final
class TurnOrder:
    """When each party last had a turn. Those that had one longest ago are forgotten first: they are new."""

    def __init__(self) -> None:
        self._number = 0
        self._last: LruCache[str, int] = LruCache(MAX_REMEMBERED)  # by key: the number of the turn

    def first(self, parties: Iterable[Party]) -> Party:
        """Whose turn it is; of those that are alike, the first named."""
        return min(parties, key=lambda party: [self._last.peek(key) or 0 for key in party])

    def note(self, party: Party) -> None:
        """They have a turn now."""
        self._number += 1
        for key in party:
            self._last.put(key, self._number)


@final
class FairQueue(Generic[Item]):
    """What waits, by whose it is. Rank 0 is most urgent; the others have a turn now and then all the same."""

    def __init__(self, ranks: int = 1) -> None:
        self._ranks: list[dict[Party, dict[Item, None]]] = [{} for _ in range(ranks)]
        self._places: dict[Item, dict[tuple[int, Party], None]] = {}
        self._passed_over = [0] * ranks  # turns that others had while something of this rank was waiting
        self._turns = TurnOrder()

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, item: Item) -> bool:
        return item in self._places

    def add(self, item: Item, party: Party, rank: int = 0) -> None:
        """Somebody waits for it. Where others do too, it comes when the first of them has a turn."""
        self._ranks[rank].setdefault(party, {}).setdefault(item)
        self._places.setdefault(item, {}).setdefault((rank, party))

    def put(self, item: Item, party: Party, rank: int) -> None:
        """It waits in this place and in no other; its turn among that party's own stays if it is there."""
        if self._places.get(item) != {(rank, party): None}:
            self.discard(item)
            self.add(item, party, rank)

    def discard(self, item: Item) -> None:
        """It waits no longer, if it does."""
        for rank, party in self._places.pop(item, {}):
            theirs = self._ranks[rank][party]
            del theirs[item]
            if not theirs:
                del self._ranks[rank][party]

    def clear(self) -> None:
        for item in list(self._places):
            self.discard(item)

    def take(self) -> Item | None:
        """The next, which waits no longer; None when nothing waits."""
        rank = self._next_rank()
        if rank is None:
            return None
        waiting = self._ranks[rank]
        party = self._turns.first(waiting)
        item = next(iter(waiting[party]))
        self.discard(item)
        self._turns.note(party)
        for other, parties in enumerate(self._ranks):
            self._passed_over[other] = self._passed_over[other] + 1 if parties and other > rank else 0
        return item

    def _next_rank(self) -> int | None:
        """The most urgent, unless another has been passed over for long."""
        waiting = [rank for rank, parties in enumerate(self._ranks) if parties]
        late = [rank for rank in waiting if self._passed_over[rank] >= MAX_PASSED_OVER]
        return min(late or waiting, default=None)
