"""Why a valley scores what it does, in few words: by whom houses are served, and prizes that nobody gets."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from farmstead.engine.contract import Event, Seat
from farmstead.render.shared import listing
from farmstead.sunflower_valley.connections import lines
from farmstead.sunflower_valley.hexes import SIDES, around, hex_text, listed, only, parse_hex
from farmstead.sunflower_valley.names import COLOURS, NOTHING
from farmstead.sunflower_valley.reasons import line_hexes
from farmstead.sunflower_valley.scoring import majority, villager_rank
from farmstead.sunflower_valley.valley import Valley

# ---- what makes up a line ------------------------------------------------------------------------------


def served(valley: Valley, events: Sequence[Event]) -> list[str]:
    """SV 5.1: neighbours in a row; for all others, through what a sheep serves its house."""
    pairs = [(parse_hex(str(event.args["sheep"])), parse_hex(str(event.args["house"]))) for event in events]
    ways = {pair: through(valley, *pair) for pair in pairs}
    near = [f"{hex_text(house)} by {hex_text(sheep)}" for (sheep, house), way in ways.items() if not way]
    far = [
        f"The sheep {hex_text(sheep)} serves the house {hex_text(house)} through {listing(way)}."
        for (sheep, house), way in ways.items()
        if way
    ]
    return [*([f"Next door, house by sheep: {', '.join(near)}."] if near else []), *far]


def unserved(valley: Valley, events: Sequence[Event]) -> list[str]:
    """SV 5.2."""
    return [f"Without a sheep: {', '.join([str(event.args['house']) for event in events])}."]


def leading(valley: Valley, events: Sequence[Event]) -> list[str]:
    """SV 5.3."""
    counts = [f"{event.args['colour']} ({event.args['count']})" for event in events]
    return [f"Most sunflowers in {listing(counts)}."]


def feeding(valley: Valley, events: Sequence[Event]) -> list[str]:
    """SV 5.4: `d5: mountains c6, e5; e1: mountain d1.`"""
    pairs = [(str(event.args["sunflower"]), str(event.args["mountain"])) for event in events]
    said = []
    for sunflower, group in groupby(pairs, itemgetter(0)):
        peaks = [mountain for _, mountain in group]
        said.append(f"{sunflower}: mountain{'s' if len(peaks) > 1 else ''} {', '.join(peaks)}")
    return [f"{'; '.join(said)}."]


SHORT: Final[Mapping[str, Callable[[Valley, Sequence[Event]], list[str]]]] = {
    "houses_with_sheep": served,
    "houses_without": unserved,
    "sunflower_majorities": leading,
    "mountains": feeding,
}


# ---- the way from a sheep to its house (SV 4.3, 4.4) ---------------------------------------------------


class Step(NamedTuple):
    """To a sheep or house from the one before: across a side, or by the hexes of a line."""

    place: int
    line: Sequence[int] = ()


def through(valley: Valley, sheep: int, house: int) -> list[str]:
    """What lies between them, on the shortest way there is; nothing for neighbours."""
    way = shortest_way(valley, sheep, house)
    herd = [step.place for step in way if valley.sheep & only(step.place)]
    said = [_joined("herd", herd)] if len(herd) > 1 else []
    village: list[int] = []
    for step in way[len(herd) :]:
        if step.line:
            said += [_joined("village", village)] if len(village) > 1 else []
            said.append(f"the line {'>'.join(map(hex_text, step.line))}")
            village = []
        village.append(step.place)
    return [*said, *([_joined("village", village)] if len(village) > 1 else [])]


def _joined(what: str, places: Sequence[int]) -> str:
    return f"the {what} {'+'.join(map(hex_text, places))}"


def shortest_way(valley: Valley, sheep: int, house: int) -> list[Step]:
    """From sheep to sheep, to a house, and from house to house."""
    by_line = _lines_from(valley)
    ways = {sheep: [Step(sheep)]}
    waiting = deque([sheep])
    while house not in ways:
        here = waiting.popleft()
        is_sheep = valley.sheep & only(here) != 0
        beside = around(only(here)) & (valley.houses | (valley.sheep if is_sheep else 0))
        for step in [*map(Step, listed(beside)), *by_line.get(here, [])]:
            if step.place not in ways:
                ways[step.place] = [*ways[here], step]
                waiting.append(step.place)
    return ways[house]


def _lines_from(valley: Valley) -> dict[int, list[Step]]:
    """The lines that leave each house."""
    found: dict[int, list[Step]] = {}
    for start in lines(valley):
        hexes = line_hexes(valley, start)
        found.setdefault(start // SIDES, []).append(Step(hexes[-1], hexes))
    return found


# ---- prizes that nobody gets ---------------------------------------------------------------------------


def tied_colours(valleys: list[Valley]) -> list[str]:
    """SV 5.3: colours in which several have most sunflowers."""
    found = []
    for colour, name in enumerate(COLOURS):
        counts = [valley.blooms[colour] for valley in valleys]
        if max(counts) and majority(valleys, colour) == NOTHING:
            level = [seat for seat, count in enumerate(counts) if count == max(counts)]
            found.append(
                f"Most sunflowers in {name}: {max(counts)} each for {_seats(level)}, so nobody (SV 5.3)."
            )
    return found


def tied_villagers(valleys: list[Valley]) -> list[str]:
    """SV 5.5: a full tie for first or for second."""
    ranks = [villager_rank(valley) for valley in valleys]
    best = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    if len(best) > 1:
        return [
            f"Villagers: full tie for first between {_seats(best)}, so nobody is first or second (SV 5.5)."
        ]
    second = max([rank for rank in ranks if rank != max(ranks)])
    level = [seat for seat, rank in enumerate(ranks) if rank == second]
    if len(level) == 1:
        return []
    return [f"Villagers: full tie for second between {_seats(level)}, so only the first scores (SV 5.5)."]


TIES: Final[Mapping[str, Callable[[list[Valley]], list[str]]]] = {
    "sunflower_majorities": tied_colours,
    "villager_points": tied_villagers,
}


def _seats(seats: Sequence[Seat]) -> str:
    return f"seats {listing([str(seat + 1) for seat in seats])}"
