"""A rough worth of a Sunflower Valley position: the score, and what sheep and lines may still bring."""

from typing import Final

from farmstead.engine.contract import Action, Seat, State
from farmstead.sunflower_valley.connections import lines, links
from farmstead.sunflower_valley.hexes import EXITS, NEXT, SIDES, count, listed, only, parts
from farmstead.sunflower_valley.names import COLOURS, FREE, NOTHING
from farmstead.sunflower_valley.scoring import WITH_SHEEP, WITHOUT, work_out
from farmstead.sunflower_valley.state import SunflowerValley
from farmstead.sunflower_valley.valley import Valley

SOON: Final = 10  # free hexes with which there is still time for most things
HOPE: Final = 0.75  # how likely a house finds its sheep in time
SPARE: Final = 1.6  # a sheep that serves nobody yet
LEAD: Final = 0.7  # a sunflower more than the others have, in one colour
VILLAGER: Final = 0.25
LINK: Final = 1.2  # a line between two villages that is no part of a ring
OPEN_END: Final = 0.5  # a track from a house that ends at a free hex
LOOSE: Final = 0.1  # a track that no house is at, beside free hexes


def worth(state: State, seat: Seat) -> float:
    """What the position is worth to `seat`, in points; within its turn, with the best drawing it can make."""
    assert isinstance(state, SunflowerValley)
    if state.die != NOTHING and state.acting == [seat]:
        return max(_after(state, seat, move) for move in state.legal(seat))
    valley = state.valleys[seat]
    others = [other for n, other in enumerate(state.valleys) if n != seat]
    left = count(valley.free)
    if not left:
        return float(state.score_lines(seat)["total"])
    time = min(1.0, left / SOON)
    return _own(valley, time) + _sunflowers(valley, others) + VILLAGER * float(valley.villagers)


def _after(state: SunflowerValley, seat: Seat, move: Action) -> float:
    after = state.clone()
    after.apply(seat, move)
    return worth(after, seat)


def _own(valley: Valley, time: float) -> float:
    """Houses and sheep, mountains, lines."""
    work_out(valley)
    alone = valley.house_count() - int(valley.served)
    spare = int(count(valley.sheep)) - int(valley.served)
    points = WITH_SHEEP * int(valley.served) + int(valley.feeding) + int(valley.speed)
    waiting = alone * ((1 - HOPE * time) * WITHOUT + HOPE * time * WITH_SHEEP)
    return points + waiting + SPARE * time * min(spare, 3) + time * _prospects(valley)


def _prospects(valley: Valley) -> float:
    """Lines that may become rings, tracks that may become lines."""
    villages = parts(valley.houses)
    linked = len(links(lines(valley), villages)) // 2
    ends = sum(_ends(valley, track) for track in listed(valley.tracks))
    return (LINK * linked if not valley.speed else 0.0) + ends


def _ends(valley: Valley, track: int) -> float:
    """A track beside a free hex, worth more when its other side is at a house."""
    sides = [side for side in range(SIDES) if EXITS[SIDES * valley.symbols[track] + side] != NOTHING]
    beyond = [NEXT[SIDES * track + side] for side in sides]
    free = [place for place in beyond if place != NOTHING and valley.symbols[place] == FREE]
    at_house = any(place != NOTHING and valley.houses & only(place) for place in beyond)
    return (OPEN_END if at_house else LOOSE) * len(free)


def _sunflowers(valley: Valley, others: list[Valley]) -> float:
    """Leads in colours, as far as they count."""
    total = 0.0
    for colour in range(len(COLOURS)):
        lead = valley.blooms[colour] - max(other.blooms[colour] for other in others)
        total += LEAD * max(-2, min(2, lead))
    return total
