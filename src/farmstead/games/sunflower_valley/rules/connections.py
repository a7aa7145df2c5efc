"""What is connected (SV 4): lines and networks; and which villages stay together if a line is cut (5.6)."""

from __future__ import annotations

from mypy_extensions import i64

from farmstead.games.sunflower_valley.rules.hexes import EXITS, NEXT, SIDES, listed, only, opposite
from farmstead.games.sunflower_valley.rules.names import HOUSE, NOTHING
from farmstead.games.sunflower_valley.rules.valley import Valley


def line_end(symbols: list[int], house: int, side: int) -> int:
    """Follow the track that leaves a house by a side (SV 4.2).

    The answer is SIDES * house + side where the line runs into a house, and -1 when there is no track
    or it ends anywhere else: at a mountain, the edge, a sheep, a sunflower, a free hex, a track's flank.
    """
    place = NEXT[SIDES * house + side]
    entered = opposite(side)
    if place == NOTHING or EXITS[SIDES * symbols[place] + entered] == NOTHING:
        return NOTHING
    while place != NOTHING:
        leaving = EXITS[SIDES * symbols[place] + entered]
        if leaving == NOTHING:  # no track, or one that passes by
            return SIDES * place + entered if symbols[place] == HOUSE else NOTHING
        place = NEXT[SIDES * place + leaving]
        entered = opposite(leaving)
    return NOTHING


def lines(valley: Valley) -> list[int]:
    """All lines (SV 4.2), each once: where it leaves and where it ends, both as SIDES * house + side."""
    found: list[int] = []
    if valley.tracks == 0:
        return found
    symbols = valley.symbols
    for house in listed(valley.houses):
        for side in range(SIDES):
            end = line_end(symbols, house, side)
            if end > SIDES * house + side:
                found.append(SIDES * house + side)
                found.append(end)
    return found


def links(ends: list[int], villages: list[int]) -> list[int]:
    """Lines between two different villages (SV 5.6, S7): pairs of village numbers, one after the other."""
    found: list[int] = []
    for n in range(0, len(ends), 2):
        one = _containing(villages, ends[n] // SIDES)
        other = _containing(villages, ends[n + 1] // SIDES)
        if one != other:
            found.append(one)
            found.append(other)
    return found


def _containing(sets: list[int], place: int) -> int:
    here: i64 = only(place)
    for n in range(len(sets)):
        some: i64 = sets[n]
        if some & here != 0:
            return n
    return NOTHING


def networks(villages: list[int], linked: list[int]) -> list[int]:
    """Villages joined by lines, in any chain (SV 4.3)."""
    root = list(range(len(villages)))
    for n in range(0, len(linked), 2):
        one, other = top(root, linked[n]), top(root, linked[n + 1])
        if one != other:
            root[max(one, other)] = min(one, other)
    return united(villages, root)


def united(sets: list[int], root: list[int]) -> list[int]:
    """Sets put together as `root` says, in the order of their first parts."""
    whole: list[int] = [0] * len(sets)
    for n in range(len(sets)):
        whole[top(root, n)] |= sets[n]
    return [places for places in whole if places != 0]


def top(above: list[int], n: int) -> int:
    """The root of a tree that is written as what is above each."""
    while above[n] != n:
        n = above[n]
    return n


def staying_together(villages: int, linked: list[int]) -> list[int]:
    """SV 5.6: for each village the first of those it stays together with when any one line is cut.

    Links are laid one by one. One that joins two trees grows the forest; one that comes back into its own
    tree closes a ring, and the villages of that ring stay together.
    """
    together = list(range(villages))
    above = list(range(villages))  # the forest
    for n in range(0, len(linked), 2):
        one, other = linked[n], linked[n + 1]
        if top(above, one) == top(above, other):
            _close_ring(together, above, one, other)
        else:
            _hang_up(above, one)
            above[one] = other
    return [top(together, village) for village in range(villages)]


def _hang_up(above: list[int], village: int) -> None:
    """Make a village the root of its tree."""
    below = village
    here = above[village]
    above[village] = village
    while here != below:
        further = above[here]
        above[here] = below
        if further == here:
            return
        below, here = here, further


def _close_ring(together: list[int], above: list[int], one: int, other: int) -> None:
    """Unite all villages on the way through the tree from one to the other."""
    path = [one]
    while above[path[-1]] != path[-1]:
        path.append(above[path[-1]])
    climbing = other
    while climbing not in path:
        _unite(together, one, climbing)
        climbing = above[climbing]
    for village in path[: path.index(climbing) + 1]:
        _unite(together, one, village)


def _unite(together: list[int], one: int, other: int) -> None:
    a, b = top(together, one), top(together, other)
    together[max(a, b)] = min(a, b)
