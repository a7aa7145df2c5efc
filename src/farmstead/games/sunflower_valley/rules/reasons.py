"""Why a score is what it is: whom each sheep serves, which lines make a group, what feeds a mountain."""

from __future__ import annotations

from mypy_extensions import i64

from farmstead.engine.contract import Arg, Event, Seat
from farmstead.games.sunflower_valley.rules import hexes, scoring
from farmstead.games.sunflower_valley.rules.connections import lines, links, staying_together
from farmstead.games.sunflower_valley.rules.names import COLOURS, HOUSE
from farmstead.games.sunflower_valley.rules.valley import Valley


def reasons(valleys: list[Valley], seat: Seat) -> dict[str, list[Event]]:
    """By line of the score, what makes it up. Nothing yet for a seat whose sheet has not been dealt."""
    found: dict[str, list[Event]] = {line: [] for line in scoring.LINES}
    if not 0 <= seat < len(valleys):
        return found
    valley = valleys[seat]
    pairs = allotment(valley)
    for sheep, house in pairs:
        args = {"sheep": hexes.hex_text(sheep), "house": hexes.hex_text(house)}
        found["houses_with_sheep"].append(Event("served", seat, args))
    for house in alone(valley, pairs):
        found["houses_without"].append(Event("unserved", seat, {"house": hexes.hex_text(house)}))
    for colour in range(len(COLOURS)):
        if scoring.majority(valleys, colour) == seat:
            most: dict[str, Arg] = {"colour": COLOURS[colour], "count": valley.blooms[colour]}
            most["points"] = scoring.MAJORITY
            found["sunflower_majorities"].append(Event("majority", seat, most))
    for sunflower, mountain in feeding(valley):
        args = {"sunflower": hexes.hex_text(sunflower), "mountain": hexes.hex_text(mountain)}
        found["mountains"].append(Event("feeds", seat, args))
    if points := scoring.villager_points(valleys)[seat]:
        key = "first_in_villagers" if points == scoring.FIRST_PRIZE_POINTS else "second_in_villagers"
        found["villager_points"].append(
            Event(key, seat, {"villagers": int(valley.villagers), "points": points})
        )
    found["high_speed"] += [group.event(seat) for group in groups(valley)]
    return found


# ---- sheep and houses (SV 5.1, 5.2) ------------------------------------------------------------------------


def allotment(valley: Valley) -> list[tuple[int, int]]:
    """Sheep and the houses they serve, as many as can be; neighbours are paired first."""
    villages = hexes.parts(valley.houses)
    herds = scoring.flocks(valley)
    targets = scoring.homes(valley, villages, links(lines(valley), villages))
    sent = scoring.allot(herds, targets)
    idle, needy = [hexes.listed(herd) for herd in herds], [hexes.listed(houses) for houses in targets]
    pairs: list[tuple[int, int]] = []
    for nearby in (True, False):
        for herd in range(len(herds)):
            for target in range(len(targets)):
                made = _pair(idle[herd], needy[target], sent[herd * len(targets) + target], nearby)
                sent[herd * len(targets) + target] -= len(made)
                pairs += made
    return sorted(pairs)


def _pair(sheep: list[int], houses: list[int], wanted: int, nearby: bool) -> list[tuple[int, int]]:
    """Up to `wanted` pairs, which leave the two lists."""
    made: list[tuple[int, int]] = []
    for one in sheep[:]:
        for house in houses[:]:
            if len(made) < wanted and (
                not nearby or house in hexes.NEXT[hexes.SIDES * one : hexes.SIDES * one + hexes.SIDES]
            ):
                made.append((one, house))
                sheep.remove(one)
                houses.remove(house)
                break
    return made


def alone(valley: Valley, pairs: list[tuple[int, int]]) -> list[int]:
    """Houses without a sheep."""
    helped = [house for _, house in pairs]
    return [house for house in hexes.listed(valley.houses) if house not in helped]


# ---- sunflowers and mountains (SV 5.4) ---------------------------------------------------------------------


def feeding(valley: Valley) -> list[tuple[int, int]]:
    """Sunflowers and the mountains they are next to."""
    found: list[tuple[int, int]] = []
    for sunflower in hexes.listed(valley.sunflowers):
        peaks: i64 = hexes.around(hexes.only(sunflower)) & valley.layout.mountains
        found += [(sunflower, mountain) for mountain in hexes.listed(peaks)]
    return found


# ---- high-speed groups (SV 5.6) ----------------------------------------------------------------------------


class Group:
    """Villages that stay together whichever line is cut, and the lines between them."""

    __slots__ = ("lines", "villages")

    def __init__(self, villages: list[list[int]], lines: list[list[int]]) -> None:
        self.villages = villages  # the houses of each
        self.lines = lines  # the hexes of each, from house to house

    def points(self) -> int:
        return len(self.villages) * len(self.villages)

    def event(self, seat: Seat) -> Event:
        """`b2+b3,c4`: houses of a village, villages; `b2>b4>c4`: a line from hex to hex."""
        villages = ",".join(["+".join(map(hexes.hex_text, village)) for village in self.villages])
        lines = ",".join([">".join([hexes.hex_text(place) for place in line]) for line in self.lines])
        count, points = len(self.villages), self.points()
        return Event("group", seat, {"villages": villages, "lines": lines, "count": count, "points": points})


def groups(valley: Valley) -> list[Group]:
    """Every group that scores."""
    villages = hexes.parts(valley.houses)
    ends = lines(valley)
    first = staying_together(len(villages), links(ends, villages))
    found: list[Group] = []
    for n in range(len(villages)):
        members = [village for village in range(len(villages)) if first[village] == n]
        if len(members) > 1:
            homes_of = [hexes.listed(villages[village]) for village in members]
            found.append(Group(homes_of, _lines_within(valley, ends, homes_of)))
    return found


def _lines_within(valley: Valley, ends: list[int], villages: list[list[int]]) -> list[list[int]]:
    """The lines that lead from one of the villages to another of them."""
    found: list[list[int]] = []
    for n in range(0, len(ends), 2):
        one = _village(villages, ends[n] // hexes.SIDES)
        other = _village(villages, ends[n + 1] // hexes.SIDES)
        if one is not None and other is not None and one is not other:
            found.append(line_hexes(valley, ends[n]))
    return found


def _village(villages: list[list[int]], house: int) -> list[int] | None:
    for village in villages:
        if house in village:
            return village
    return None


def line_hexes(valley: Valley, start: int) -> list[int]:
    """The hexes of a line from house to house; `start` is SIDES * house + side, as `lines` writes it."""
    place, side = divmod(start, hexes.SIDES)
    found = [place]
    while True:
        place = hexes.NEXT[hexes.SIDES * place + side]
        found.append(place)
        if valley.symbols[place] == HOUSE:
            return found
        side = hexes.EXITS[hexes.SIDES * valley.symbols[place] + hexes.opposite(side)]
