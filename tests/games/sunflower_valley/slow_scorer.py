"""A second, slow way to score Sunflower Valley, from the rules page alone (SV 4–6, 8).

It shares no code with the game, and has a copy of the edition of its own. Everything is done the plainest
way: allotments of sheep by trying them all, groups of villages by cutting every link in turn.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, TypeVar

Hex = str  # row a–e from the top, column 1–6 from the left
Valley = dict[Hex, str]  # a token of SV 8.2 for each of the thirty hexes
Walk = list[Hex]  # a line: house, tracks, house
Thing = TypeVar("Thing")

COLOURS = {"O": "orange", "Y": "yellow", "G": "green", "P": "pink", "B": "blue"}
SHEETS = {
    "A": ["OOGG^Y", "OOGYYY", "^O^G^Y", "PPGBBB", "PPP^BB"],
    "B": ["YYPPP^", "YY^OPP", "G^YOBB", "GG^OBB", "GGOOB^"],
    "C": ["GG^OOO", "GGP^OO", "G^PPBB", "YYPPB^", "YYY^BB"],
    "D": ["PPPPGG", "OP^GG^", "O^OYBG", "OOY^BB", "YYY^BB"],
    "E": ["GBB^PP", "GGBBPP", "G^^BP^", "GOOYYY", "OOOY^Y"],
    "F": ["BBB^YY", "BB^YYY", "PPPPP^", "OOO^GG", "OO^GGG"],
    "G": ["OOOO^P", "BOY^PP", "B^^YPP", "BBYGGG", "BYYG^G"],
    "H": ["YY^^OO", "YYYOOO", "P^BB^G", "PPB^GG", "PPBBGG"],
}
START = {"T1": "b2", "T2": "b5", "T3": "c4", "T4": "d2", "T5": "d5"}
FACES = ["house", "sheep", "sunflower", "super-sunflower", "straight", "curve"]

HEXES = [f"{row}{column}" for row in "abcde" for column in range(1, 7)]
STEPS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]  # sides 0–5 (SV 8.1)


# ---- the sheet ---------------------------------------------------------------------------------------


def axial(place: Hex) -> tuple[int, int]:
    """SV 8.1."""
    row, column = "abcde".index(place[0]), int(place[1]) - 1
    return column - (row - (row & 1)) // 2, row


AT = {axial(place): place for place in HEXES}


def across(place: Hex, side: int) -> Hex | None:
    """The hex on the other side, or None at the edge of the sheet."""
    q, r = axial(place)
    return AT.get((q + STEPS[side][0], r + STEPS[side][1]))


@cache
def around(place: Hex) -> list[Hex]:
    return [other for side in range(6) if (other := across(place, side))]


def read(rows: Sequence[str]) -> Valley:
    """SV 8.2."""
    return dict(zip(HEXES, " ".join(rows).split(), strict=True))


def colour_of(sheet: str, place: Hex) -> str:
    """The letter of a hex's colour, `^` for a mountain."""
    return SHEETS[sheet]["abcde".index(place[0])][int(place[1]) - 1]


def where(valley: Valley, tokens: str) -> list[Hex]:
    return [place for place in HEXES if valley[place] in tuple(tokens)]


# ---- what is connected -------------------------------------------------------------------------------


def clumps(things: Iterable[Thing], joined: Callable[[Thing, Thing], bool]) -> list[list[Thing]]:
    """Put together what is joined, in any chain."""
    rest, found = list(things), []
    while rest:
        clump = [rest.pop(0)]
        for one in clump:  # grows while we walk over it
            new = [other for other in rest if joined(one, other)]
            clump += new
            rest = [other for other in rest if other not in new]
        found.append(clump)
    return found


def next_to(one: Hex, other: Hex) -> bool:
    return other in around(one)


def villages(valley: Valley) -> list[list[Hex]]:
    """SV 4.1."""
    return clumps(where(valley, "H"), next_to)


def walk(valley: Valley, house: Hex, side: int) -> Walk | None:
    """Leave a house by one of its sides and follow the tracks; None where they end without a house."""
    path = [house]
    while True:
        there = across(path[-1], side)
        if there is None:
            return None
        path.append(there)
        token, entered = valley[there], str((side + 3) % 6)
        if token == "H":
            return path if len(path) > 2 else None
        if token[0] not in "LC" or entered not in token:
            return None
        side = int(token[1:].replace(entered, ""))


def lines(valley: Valley) -> list[Walk]:
    """SV 4.2. Each is found from both of its ends and kept once."""
    found: dict[frozenset[Hex], Walk] = {}
    for house in where(valley, "H"):
        for side in range(6):
            path = walk(valley, house, side)
            if path:
                found.setdefault(frozenset(path[1:-1]), path)
    return list(found.values())


def networks(valley: Valley) -> list[list[Hex]]:
    """SV 4.3."""
    ends = [{path[0], path[-1]} for path in lines(valley)]
    return clumps(where(valley, "H"), lambda one, other: next_to(one, other) or {one, other} in ends)


def herds(valley: Valley) -> list[list[Hex]]:
    """SV 4.4."""
    return clumps(where(valley, "S"), next_to)


# ---- sheep (SV 5.1, 6.1) -----------------------------------------------------------------------------


def services(valley: Valley, family: bool) -> set[tuple[Hex, Hex]]:
    """Which sheep may serve which house."""
    if family:
        return {
            (sheep, house)
            for sheep in where(valley, "S")
            for house in where(valley, "H")
            if next_to(sheep, house)
        }
    return {
        (sheep, house)
        for herd in herds(valley)
        for network in networks(valley)
        if any(next_to(one, other) for one in herd for other in network)
        for sheep in herd
        for house in network
    }


def most_served(may: set[tuple[Hex, Hex]]) -> int:
    """The best of all allotments: each of the larger party gets nobody, or one who is left of the smaller."""
    if len({sheep for sheep, _ in may}) < len({house for _, house in may}):
        may = {(house, sheep) for sheep, house in may}
    larger = sorted({one for one, _ in may})

    @cache
    def best(n: int, taken: frozenset[Hex]) -> int:
        if n == len(larger):
            return 0
        free = [other for one, other in may if one == larger[n] and other not in taken]
        return max([best(n + 1, taken), *(1 + best(n + 1, taken | {other}) for other in free)])

    return best(0, frozenset())


# ---- high-speed valley (SV 5.6) ----------------------------------------------------------------------


def reached(start: int, links: Sequence[tuple[int, int]]) -> list[int]:
    points = {start, *(point for link in links for point in link)}
    every = clumps(sorted(points), lambda one, other: (one, other) in links or (other, one) in links)
    return next(clump for clump in every if start in clump)


def stay_together(one: int, other: int, links: Sequence[tuple[int, int]]) -> bool:
    """Connected, and still connected whichever link is cut."""
    cuts = [[*links[:n], *links[n + 1 :]] for n in range(len(links))]
    return all(other in reached(one, left) for left in [list(links), *cuts])


def groups(count: int, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The groups of two and more among `count` villages."""
    found = clumps(range(count), lambda one, other: stay_together(one, other, links))
    return [sorted(group) for group in found if len(group) > 1]


def valley_groups(valley: Valley) -> list[list[int]]:
    """Groups of villages, by their number in `villages`."""
    village_of = {house: n for n, village in enumerate(villages(valley)) for house in village}
    links = [(village_of[path[0]], village_of[path[-1]]) for path in lines(valley)]
    return groups(len(villages(valley)), [(one, other) for one, other in links if one != other])


# ---- points ------------------------------------------------------------------------------------------


def score_rows(sheet: str, rows: Sequence[str], family: bool) -> dict[str, Any]:
    valley = read(rows)
    houses, sunflowers = where(valley, "H"), where(valley, "FU")
    served = most_served(services(valley, family))
    points = {
        "houses_with_sheep": 3 * served,
        "houses_without": -5 * (len(houses) - served),
        "mountains": sum(valley[other] == "^" for place in sunflowers for other in around(place)),
        "high_speed": sum(len(group) ** 2 for group in valley_groups(valley)),
    }
    return {
        **points,
        "villagers": 2 * len(houses) + len(where(valley, "U")),
        "houses": len(houses),
        "sunflowers": {
            name: sum(colour_of(sheet, place) == letter for place in sunflowers)
            for letter, name in COLOURS.items()
        },
        "total": sum(points.values()),
    }


def score_sheet(document: dict[str, Any]) -> dict[str, Any]:
    """A sheet by itself (SV 8.2)."""
    return score_rows(document["sheet"], document["rows"], document.get("variant") == "family")


def majorities(players: list[dict[str, Any]], player: dict[str, Any]) -> int:
    """How many colours a player has strictly most sunflowers in (SV 5.3)."""
    others = [other["sunflowers"] for other in players if other is not player]
    return sum(all(count > other[name] for other in others) for name, count in player["sunflowers"].items())


def villager_points(players: list[dict[str, Any]], player: dict[str, Any]) -> int:
    """SV 5.5."""
    ranks = sorted(((one["villagers"], one["houses"], all_sunflowers(one)) for one in players), reverse=True)
    mine = (player["villagers"], player["houses"], all_sunflowers(player))
    if ranks.count(ranks[0]) > 1:
        return 0
    if mine == ranks[0]:
        return 5
    return 3 if mine == ranks[1] and ranks.count(mine) == 1 else 0


def all_sunflowers(player: dict[str, Any]) -> int:
    return sum(player["sunflowers"].values())


def places(players: list[dict[str, Any]]) -> list[int]:
    """SV 5.7: 1, 1, 3 where two share the first place."""
    worth = [(one["total"], one["houses"], all_sunflowers(one), one["villagers"]) for one in players]
    return [1 + sum(other > mine for other in worth) for mine in worth]


def score_table(document: dict[str, Any]) -> dict[str, Any]:
    """All sheets of a table together: all of SV 5."""
    family = document.get("variant") == "family"
    alone = [score_rows(document["sheet"], rows, family) for rows in document["players"]]
    players = []
    for player in alone:
        shared = {
            "sunflower_majorities": 3 * majorities(alone, player),
            "villager_points": villager_points(alone, player),
        }
        players.append({**player, **shared, "total": player["total"] + sum(shared.values())})
    return {"players": players, "places": places(players)}
