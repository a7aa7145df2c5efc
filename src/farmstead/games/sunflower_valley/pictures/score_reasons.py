"""Why a valley scores what it does: by whom houses are served, and prizes that nobody gets."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from farmstead.engine.contract import Arg, Event, Seat
from farmstead.games.sunflower_valley.rules.connections import lines
from farmstead.games.sunflower_valley.rules.hexes import SIDES, around, hex_text, listed, only, parse_hex
from farmstead.games.sunflower_valley.rules.names import COLOURS, NOTHING
from farmstead.games.sunflower_valley.rules.reasons import line_hexes
from farmstead.games.sunflower_valley.rules.scoring import majority, villager_rank
from farmstead.games.sunflower_valley.rules.valley import Valley
from farmstead.render.words import Words

# ---- what makes up a line ------------------------------------------------------------------------------


def served(words: Words, valley: Valley, events: Sequence[Event]) -> list[str]:
    """SV 5.1: neighbours in a row; for all others, through what a sheep serves its house."""
    pairs = [(parse_hex(str(event.args["sheep"])), parse_hex(str(event.args["house"]))) for event in events]
    near: list[str] = []
    far: list[str] = []
    for sheep, house in pairs:
        fields: dict[str, Arg] = {"sheep": hex_text(sheep), "house": hex_text(house)}
        if way := through(words, valley, sheep, house):
            far.append(words.say("because", "served", way=words.listing(way), **fields))
        else:
            near.append(words.say("because", "by", **fields))
    return [*([words.say("because", "next_door", pairs=", ".join(near))] if near else []), *far]


# ---- the way from a sheep to its house (SV 4.3, 4.4) ---------------------------------------------------


class PathStep(NamedTuple):
    """To a sheep or house from the one before: across a side, or by the hexes of a line."""

    place: int
    line: Sequence[int] = ()


def through(words: Words, valley: Valley, sheep: int, house: int) -> list[str]:
    """What lies between them, on the shortest way there is; nothing for neighbours."""
    way = shortest_way(valley, sheep, house)
    herd = [step.place for step in way if valley.sheep & only(step.place)]
    said = [_joined(words, "herd", herd, "+")] if len(herd) > 1 else []
    village: list[int] = []
    for step in way[len(herd) :]:
        if step.line:
            said += [_joined(words, "village", village, "+")] if len(village) > 1 else []
            said.append(_joined(words, "line", step.line, ">"))
            village = []
        village.append(step.place)
    return [*said, *([_joined(words, "village", village, "+")] if len(village) > 1 else [])]


def _joined(words: Words, what: str, places: Sequence[int], sign: str) -> str:
    """`the village b2+b3`."""
    return words.say("through", what, hexes=sign.join(map(hex_text, places)))


def shortest_way(valley: Valley, sheep: int, house: int) -> list[PathStep]:
    """From sheep to sheep, to a house, and from house to house."""
    by_line = _lines_from(valley)
    ways = {sheep: [PathStep(sheep)]}
    waiting = deque([sheep])
    while house not in ways:
        here = waiting.popleft()
        is_sheep = valley.sheep & only(here) != 0
        beside = around(only(here)) & (valley.houses | (valley.sheep if is_sheep else 0))
        for step in [*map(PathStep, listed(beside)), *by_line.get(here, [])]:
            if step.place not in ways:
                ways[step.place] = [*ways[here], step]
                waiting.append(step.place)
    return ways[house]


def _lines_from(valley: Valley) -> dict[int, list[PathStep]]:
    """The lines that leave each house."""
    found: dict[int, list[PathStep]] = {}
    for start in lines(valley):
        hexes = line_hexes(valley, start)
        found.setdefault(start // SIDES, []).append(PathStep(hexes[-1], hexes))
    return found


# ---- prizes that nobody gets ---------------------------------------------------------------------------


def tied_colours(words: Words, valleys: list[Valley]) -> list[str]:
    """SV 5.3: colours in which several have most sunflowers."""
    found = []
    for colour, name in enumerate(COLOURS):
        counts = [valley.blooms[colour] for valley in valleys]
        if max(counts) and majority(valleys, colour) == NOTHING:
            level = [seat for seat, count in enumerate(counts) if count == max(counts)]
            fields: dict[str, Arg] = {"count": max(counts), "seats": _seats(level)}
            found.append(words.say("because", "tied_colour", colour=name, **fields))
    return found


def tied_villagers(words: Words, valleys: list[Valley]) -> list[str]:
    """SV 5.5: a full tie for first or for second."""
    ranks = [villager_rank(valley) for valley in valleys]
    best = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    if len(best) > 1:
        return [words.say("because", "tied_first", seats=_seats(best))]
    second = max([rank for rank in ranks if rank != max(ranks)])
    level = [seat for seat, rank in enumerate(ranks) if rank == second]
    return [] if len(level) == 1 else [words.say("because", "tied_second", seats=_seats(level))]


def parted_villagers(words: Words, valleys: list[Valley]) -> list[str]:
    """SV 5.5: what parts the first and the second prize where both have as many villagers."""
    order = sorted(range(len(valleys)), key=lambda seat: -villager_rank(valleys[seat]))
    if len(order) < 2:
        return []
    first, second = valleys[order[0]], valleys[order[1]]
    if first.villagers != second.villagers or villager_rank(first) == villager_rank(second):
        return []
    what = "houses" if first.house_count() != second.house_count() else "sunflowers"
    fields: dict[str, Arg] = {"count": int(first.villagers), "seats": _seats(sorted(order[:2]))}
    return [words.say("because", "parted", what=what, first=_seats(order[:1]), **fields)]


TIES: Final[Mapping[str, Callable[[Words, list[Valley]], list[str]]]] = {
    "sunflower_majorities": tied_colours,
    "villager_points": tied_villagers,
}


def _seats(seats: Sequence[Seat]) -> str:
    """As words read them: `1,3`."""
    return ",".join([str(seat + 1) for seat in seats])
