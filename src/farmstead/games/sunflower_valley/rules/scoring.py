"""Points (SV 5, 6): what a sheet scores by itself, and what only a whole table can tell."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmstead.games.sunflower_valley.rules.connections import lines, links, networks, staying_together
from farmstead.games.sunflower_valley.rules.hexes import around, count, parts, singles
from farmstead.games.sunflower_valley.rules.names import COLOURS, NOTHING
from farmstead.games.sunflower_valley.rules.valley import Valley

WITH_SHEEP: Final = 3  # SV 5.1
WITHOUT: Final = -5  # SV 5.2
MAJORITY: Final = 3  # SV 5.3
FIRST_PRIZE_POINTS: Final = 5  # SV 5.5
SECOND_PRIZE_POINTS: Final = 3
LINES: Final[tuple[str, ...]] = (
    "houses_with_sheep",
    "houses_without",
    "sunflower_majorities",
    "mountains",
    "villager_points",
    "high_speed",
)


# ---- a sheet by itself (SV 8.2) ----------------------------------------------------------------------------


def work_out(valley: Valley) -> None:
    """Count what houses, sheep and tracks score, unless nothing of these was drawn since it was counted."""
    if valley.worked_out:
        return
    villages = parts(valley.houses)
    linked = links(lines(valley), villages)
    valley.served = served(valley, villages, linked)
    valley.speed = high_speed(len(villages), linked) if len(linked) >= 4 else 0
    valley.worked_out = True


def own_points(valley: Valley) -> int:
    """SV 5.1, 5.2, 5.4 and 5.6: all that needs no other sheet."""
    work_out(valley)
    without: i64 = count(valley.houses) - valley.served
    return WITH_SHEEP * valley.served + WITHOUT * without + valley.feeding + valley.speed


def flocks(valley: Valley) -> list[int]:
    """Sheep that can serve the same houses: herds (SV 4.4), or each by itself (6.1)."""
    return singles(valley.sheep) if valley.family else parts(valley.sheep)


def homes(valley: Valley, villages: list[int], linked: list[int]) -> list[int]:
    """Houses that can be served by the same sheep: networks (SV 4.3), or each by itself (6.1)."""
    return singles(valley.houses) if valley.family else networks(villages, linked)


def served(valley: Valley, villages: list[int], linked: list[int]) -> i64:
    """How many houses the best allotment of sheep serves (SV 5.1, S3, S4)."""
    if valley.sheep == 0 or valley.houses == 0:
        return 0
    herds, targets = flocks(valley), homes(valley, villages, linked)
    total: i64 = 0
    for sent in allot(herds, targets):
        total += sent
    return total


def allot(herds: list[int], targets: list[int]) -> list[int]:
    """SV 5.1: sheep sent from each herd to each network it touches, `len(targets)` numbers for each herd.

    Sheep go one by one; where a network is full, a sheep that is there may make room by going elsewhere.
    What cannot find a place like that cannot find one at all, so the most houses are served.
    """
    width = len(targets)
    room = [int(count(houses)) for houses in targets]
    touched = [_touched(herd, targets) for herd in herds]
    sent = [0] * (len(herds) * width)
    for herd in range(len(herds)):
        if len(touched[herd]) == 1:  # no choice: these first
            target = touched[herd][0]
            many = min(int(count(herds[herd])), room[target])
            sent[herd * width + target] = many
            room[target] -= many
    for herd in range(len(herds)):
        if len(touched[herd]) > 1:
            left = int(count(herds[herd]))
            while left > 0 and _send(herd, touched, room, sent, [False] * width):
                left -= 1
    return sent


def _touched(herd: i64, targets: list[int]) -> list[int]:
    """The networks a herd touches (SV 4.4)."""
    beside: i64 = around(herd)
    found: list[int] = []
    for n in range(len(targets)):
        houses: i64 = targets[n]
        if houses & beside != 0:
            found.append(n)
    return found


def _send(herd: int, touched: list[list[int]], room: list[int], sent: list[int], tried: list[bool]) -> bool:
    """Find a place for one more sheep of a herd."""
    width = len(room)
    for target in touched[herd]:
        if tried[target]:
            continue
        tried[target] = True
        if room[target] > 0:
            room[target] -= 1
            sent[herd * width + target] += 1
            return True
        for other in range(len(touched)):
            there = other * width + target
            if other != herd and sent[there] > 0 and _send(other, touched, room, sent, tried):
                sent[there] -= 1
                sent[herd * width + target] += 1
                return True
    return False


def high_speed(villages: int, linked: list[int]) -> int:
    """SV 5.6: the square of each group of two and more (S10)."""
    sizes = [0] * villages
    for first in staying_together(villages, linked):
        sizes[first] += 1
    total = 0
    for size in sizes:
        if size >= 2:
            total += size * size
    return total


# ---- a whole table -----------------------------------------------------------------------------------------


def majority(valleys: list[Valley], colour: int) -> int:
    """Who has strictly most sunflowers in a colour (SV 5.3); -1 for a tie, which gives nobody anything."""
    most, who = 0, NOTHING
    for seat in range(len(valleys)):
        blooms = valleys[seat].blooms[colour]
        if blooms > most:
            most, who = blooms, seat
        elif blooms == most:
            who = NOTHING
    return who


def majorities(valleys: list[Valley]) -> list[int]:
    """SV 5.3: points by seat."""
    points = [0] * len(valleys)
    for colour in range(len(COLOURS)):
        who = majority(valleys, colour)
        if who != NOTHING:
            points[who] += MAJORITY
    return points


def villager_points(valleys: list[Valley]) -> list[int]:
    """SV 5.5: points by seat."""
    points = [0] * len(valleys)
    ranks = [villager_rank(valley) for valley in valleys]
    order = sorted(ranks, reverse=True)
    if len(order) < 2 or order[0] == order[1]:
        return points
    points[ranks.index(order[0])] = FIRST_PRIZE_POINTS
    if len(order) == 2 or order[1] != order[2]:
        points[ranks.index(order[1])] = SECOND_PRIZE_POINTS
    return points


def villager_rank(valley: Valley) -> int:
    """Villagers, then houses, then sunflowers, as one number that grows with them (S8)."""
    return (int(valley.villagers) * 100 + valley.house_count()) * 100 + valley.sunflower_count()


def totals(valleys: list[Valley]) -> list[int]:
    blooming, populous = majorities(valleys), villager_points(valleys)
    return [own_points(valleys[seat]) + blooming[seat] + populous[seat] for seat in range(len(valleys))]


def score_lines(valleys: list[Valley], seat: int) -> dict[str, int]:
    """The lines of a seat's score, `total` last; all 0 for a seat whose sheet has not been dealt."""
    points = [0] * len(LINES)
    if 0 <= seat < len(valleys):
        valley = valleys[seat]
        work_out(valley)
        points = [
            WITH_SHEEP * int(valley.served),
            WITHOUT * (valley.house_count() - int(valley.served)),
            majorities(valleys)[seat],
            int(valley.feeding),
            villager_points(valleys)[seat],
            int(valley.speed),
        ]
    named = {LINES[n]: points[n] for n in range(len(LINES))}
    named["total"] = sum(points)
    return named


def places(valleys: list[Valley]) -> list[int]:
    """SV 5.7: the final order; who is still tied shares a place (S13)."""
    points = totals(valleys)
    keys = [_standing(valleys[seat], points[seat]) for seat in range(len(valleys))]
    return [1 + sum([1 for other in keys if other > key]) for key in keys]


def _standing(valley: Valley, points: int) -> list[int]:
    """Points, then houses, then sunflowers, then villagers."""
    return [points, valley.house_count(), valley.sunflower_count(), int(valley.villagers)]
