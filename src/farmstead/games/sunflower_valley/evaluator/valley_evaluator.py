"""The features of a Sunflower Valley position for one seat, and their weights."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from farmstead.engine.contract import Action, Seat, State
from farmstead.evaluators.base import Turn, read_weights
from farmstead.evaluators.inputs import TurnOutcome
from farmstead.evaluators.linear import LinearEvaluator, Weights, sparse_weights
from farmstead.games.sunflower_valley.rules import hexes
from farmstead.games.sunflower_valley.rules.connections import lines, links, staying_together, top
from farmstead.games.sunflower_valley.rules.names import COLOURS, NOTHING, TURNS, TURNS_IN_ROUND
from farmstead.games.sunflower_valley.rules.scoring import allot, flocks, homes
from farmstead.games.sunflower_valley.rules.state import SunflowerValley
from farmstead.games.sunflower_valley.rules.valley import Valley

PACKAGE: Final = "farmstead.games.sunflower_valley.evaluator"  # its weights lie there

# Sheep and houses (SV 5.1, 5.2)
ALWAYS: Final = 0
SERVED: Final = 1
UNSERVED: Final = 2
SPARE: Final = 3  # sheep that serve nobody
SPARE_GROWING: Final = 4  # of these, such with a free hex beside their herd
SPARE_ROOM: Final = 5  # free hexes beside these herds
NEEDY: Final = 6  # houses without sheep that a free hex is beside
NEEDY_ROOM: Final = 7
MEETING: Final = 8  # free hexes beside both
BY_HOUSES: Final = 9  # free hexes beside houses
BY_SHEEP: Final = 10
# Mountains (SV 5.4)
FEEDING: Final = 11
PEAKS: Final = 12  # mountains beside free hexes
TWO_PEAKS: Final = 13  # free hexes beside two and more
# Lines (SV 5.6)
SPEED: Final = 14
VILLAGES: Final = 15
LINKS: Final = 16
PROMISE: Final = 17  # what networks would score more if they were rings
LIVE_ENDS: Final = 18  # tracks that lead from a house to a free hex
LOOSE_ENDS: Final = 19  # ends at free hexes of tracks that no house is at
DEAD: Final = 20  # tracks without either
CLOSING: Final = 21  # free hexes where a track would close a ring
BEST_RING: Final = 22  # what the best of these rings would score more
ALL_RINGS: Final = 23
JOINING: Final = 24  # free hexes where a track would join two networks
ONE_LINE: Final = 25  # free hexes where a house would end a line
TWO_LINES: Final = 26
HOUSE_RING: Final = 27  # free hexes where a house would close a ring
LARGEST_GROUP: Final = 30  # villages of the largest group
# What others have (SV 5.3, 5.5)
VILLAGERS: Final = 28
SUNFLOWERS: Final = 29
SURE: Final = 31  # colours that nobody can take any more
LOST: Final = 32
AHEAD_BY_2: Final = 33
AHEAD: Final = 34
EVEN: Final = 35
BEHIND: Final = 36
BEHIND_BY_2: Final = 37
LEAD: Final = 38  # in villagers
FIRST: Final = 39
SECOND: Final = 40
LEAD_ON_THIRD: Final = 41
CLEAR_LEAD: Final = 42
PLAYERS: Final = 43
MAX_LEAD: Final = 6
COMPARED: Final[tuple[int, ...]] = (  # all that changes when somebody else has a turn
    *(SURE, LOST, AHEAD_BY_2, AHEAD, EVEN, BEHIND, BEHIND_BY_2),
    *(LEAD, FIRST, SECOND, LEAD_ON_THIRD, CLEAR_LEAD),
)
NAMES: Final[tuple[str, ...]] = (
    *("always", "served", "unserved", "spare", "spare growing", "spare room", "needy", "needy room"),
    *("meeting", "by houses", "by sheep", "feeding", "peaks", "two peaks", "speed", "villages"),
    *("links", "promise", "live ends", "loose ends", "dead", "closing", "best ring", "all rings"),
    *("joining", "one line", "two lines", "house ring", "villagers", "sunflowers", "largest", "sure"),
    *("lost", "ahead by 2", "ahead", "even", "behind", "behind by 2", "lead", "first"),
    *("second", "lead on third", "clear lead", "players"),
)

IN_A_TURN: Final = 0.34
POINTS_LOST_BY_CARELESSNESS: Final = 3.0  # of the few drawings, each counts


@final
class ValleyEvaluator(LinearEvaluator):
    """Judges one's own sheet by itself, and against the others where they count."""

    def __init__(self, weights: Weights) -> None:
        super().__init__(NAMES, TURNS, TURNS_IN_ROUND, POINTS_LOST_BY_CARELESSNESS, weights)

    def features(self, state: State, seat: Seat) -> list[float]:
        assert isinstance(state, SunflowerValley)
        out = [0.0] * len(NAMES)
        out[ALWAYS] = 1.0
        out[PLAYERS] = float(state.players)
        _look_at_sheet(state.valleys[seat], out)
        compare(state.valleys, seat, out)
        return out

    def time_left(self, state: State, seat: Seat) -> int:
        assert isinstance(state, SunflowerValley)
        return hexes.count(state.valleys[seat].free)

    def clock(self, state: State) -> int:
        """Turns that have been ended."""
        assert isinstance(state, SunflowerValley)
        return int(TURNS_IN_ROUND * state.round + state.turn)

    def effort(self, state: State, seat: Seat) -> float:
        """A turn is thought through before it begins; then some of that again."""
        assert isinstance(state, SunflowerValley)
        return 1.0 if state.die == NOTHING else IN_A_TURN

    def turns(self, state: State, seat: Seat) -> list[Turn]:
        """All drawings there are: a few hundred at most."""
        return [Turn(found.moves, self.value(found.state, seat)) for found in drawings(state, seat)]


def drawings(state: State, seat: Seat) -> list[TurnOutcome]:
    """Every way to play the turn to its end."""
    assert isinstance(state, SunflowerValley)
    found: list[TurnOutcome] = []
    _explore(state, seat, [], found)
    return found


def _explore(state: SunflowerValley, seat: Seat, before: list[Action], found: list[TurnOutcome]) -> None:
    for move in state.legal(seat):
        after = state.clone()
        after.apply(seat, move)
        moves = [*before, move]
        if after.die == NOTHING:
            found.append(TurnOutcome(moves, after))
        else:
            _explore(after, seat, moves, found)


def default_weights() -> Weights:
    """What scores now scores in the end; the rest is a guess. Training starts here."""
    return sparse_weights(
        len(NAMES),
        {
            "houses_with_sheep": {SERVED: [3.0], SPARE_GROWING: [0.0, 1.5]},
            "houses_without": {UNSERVED: [-5.0], NEEDY: [0.0, 5.0]},
            "sunflower_majorities": {SURE: [3.0], AHEAD_BY_2: [2.5], AHEAD: [1.5], EVEN: [0.5]},
            "mountains": {FEEDING: [1.0]},
            "villager_points": {VILLAGERS: [0.25]},
            "high_speed": {SPEED: [1.0], LINKS: [0.0, 3.0], LIVE_ENDS: [0.0, 1.5]},
        },
    )


def evaluator(weights: Weights | None = None) -> ValleyEvaluator:
    if weights is None:
        weights = {str(line): rows for line, rows in read_weights(PACKAGE).items()}
    return ValleyEvaluator(weights)


# ---- one's own sheet ---------------------------------------------------------------------------------------


def _look_at_sheet(valley: Valley, out: list[float]) -> None:
    villages = hexes.parts(valley.houses)
    linked = links(lines(valley), villages)
    _look_at_sheep(valley, villages, linked, out)
    _look_at_mountains(valley, out)
    _look_at_lines(valley, villages, linked, out)
    out[VILLAGERS] = float(valley.villagers)
    out[SUNFLOWERS] = float(hexes.count(valley.sunflowers))


def _look_at_sheep(valley: Valley, villages: list[int], linked: list[int], out: list[float]) -> None:
    herds, targets = flocks(valley), homes(valley, villages, linked)
    sent = allot(herds, targets)
    served = sum(sent)
    out[SERVED] = float(served)
    out[UNSERVED] = float(valley.house_count() - served)
    out[SPARE] = float(hexes.count(valley.sheep) - served)
    width = len(targets)
    spare: i64 = 0
    for herd in range(len(herds)):
        serving = sum(sent[herd * width : herd * width + width])
        spare |= _room(herds[herd], serving, valley.free, SPARE_GROWING, out)
    needy: i64 = 0
    for target in range(width):
        serving = sum(sent[target::width])
        needy |= _room(targets[target], serving, valley.free, NEEDY, out)
    out[SPARE_ROOM] = float(hexes.count(spare))
    out[NEEDY_ROOM] = float(hexes.count(needy))
    out[MEETING] = float(hexes.count(spare & needy))
    out[BY_HOUSES] = float(hexes.count(hexes.around(valley.houses) & valley.free))
    out[BY_SHEEP] = float(hexes.count(hexes.around(valley.sheep) & valley.free))


def _room(members: i64, paired: int, free: i64, feature: int, out: list[float]) -> i64:
    """The free hexes beside a herd or network that has somebody left over; how many those are is noted."""
    beside: i64 = hexes.around(members) & free
    left = hexes.count(members) - paired
    if left <= 0 or beside == 0:
        return 0
    out[feature] += float(left)
    return beside


def _look_at_mountains(valley: Valley, out: list[float]) -> None:
    out[FEEDING] = float(valley.feeding)
    peaks = valley.layout.peaks
    for place in hexes.listed(valley.free):
        out[PEAKS] += float(peaks[place])
        if peaks[place] >= 2:
            out[TWO_PEAKS] += 1.0


# ---- lines and what may become one -------------------------------------------------------------------------


@final
class _Web:
    """Villages, the networks and groups they are in, and where lines could go on."""

    def __init__(self, villages: list[int], linked: list[int]) -> None:
        many = len(villages)
        self.villages = villages
        self.group = staying_together(many, linked)
        root = list(range(many))
        for n in range(0, len(linked), 2):
            one, other = top(root, linked[n]), top(root, linked[n + 1])
            root[max(one, other)] = min(one, other)
        self.network = [top(root, village) for village in range(many)]
        self.group_size = [self.group.count(n) for n in range(many)]
        self.network_size = [self.network.count(n) for n in range(many)]
        # By free hex and side: the village a line comes from.
        self.ports: list[int] = [NOTHING] * (hexes.SIDES * hexes.SIZE)
        self.tracks_into: list[int] = [0] * hexes.SIZE  # by free hex: tracks that lead there from a house

    def gain(self, one: int, other: int) -> int:
        """What a ring through two villages of one network would score, at most, more than now."""
        if self.network[one] != self.network[other] or self.group[one] == self.group[other]:
            return 0
        size, ring = self.network_size[self.network[one]], self.group_size[self.group[one]]
        return size * size - ring * ring


def _look_at_lines(valley: Valley, villages: list[int], linked: list[int], out: list[float]) -> None:
    web = _Web(villages, linked)
    out[VILLAGES] = float(len(villages))
    out[LINKS] = float(len(linked) // 2)
    for n in range(len(villages)):
        ring, size = web.group_size[n], web.network_size[n]
        if ring >= 2:
            out[SPEED] += float(ring * ring)
            out[LARGEST_GROUP] = max(out[LARGEST_GROUP], float(ring))
        if size >= 2:
            out[PROMISE] += float(size * size)
    out[PROMISE] -= out[SPEED]
    attached: i64 = _follow_tracks(valley, web, out)
    _look_at_loose_tracks(valley, attached, out)
    for place in hexes.listed(valley.free):
        _look_at_gap(web, place, out)


def _follow_tracks(valley: Valley, web: _Web, out: list[float]) -> i64:
    """Go out of every house by every side as far as tracks lead; the tracks that were met."""
    attached: i64 = 0
    symbols = valley.symbols
    for village in range(len(web.villages)):
        for house in hexes.listed(web.villages[village]):
            for side in range(hexes.SIDES):
                place, entered = hexes.NEXT[hexes.SIDES * house + side], hexes.opposite(side)
                walked = False
                while place != NOTHING and hexes.EXITS[hexes.SIDES * symbols[place] + entered] != NOTHING:
                    leaving = hexes.EXITS[hexes.SIDES * symbols[place] + entered]
                    attached |= hexes.only(place)
                    walked = True
                    place, entered = hexes.NEXT[hexes.SIDES * place + leaving], hexes.opposite(leaving)
                if place != NOTHING and valley.free & hexes.only(place) != 0:
                    web.ports[hexes.SIDES * place + entered] = village
                    if walked:
                        out[LIVE_ENDS] += 1.0
                        web.tracks_into[place] += 1
    return attached


def _look_at_loose_tracks(valley: Valley, attached: i64, out: list[float]) -> None:
    for track in hexes.listed(valley.tracks & ~attached):
        ends = 0.0
        for side in range(hexes.SIDES):
            beyond = hexes.NEXT[hexes.SIDES * track + side]
            leads = hexes.EXITS[hexes.SIDES * valley.symbols[track] + side] != NOTHING
            if leads and beyond != NOTHING and valley.free & hexes.only(beyond) != 0:
                ends += 1.0
        out[LOOSE_ENDS] += ends
        if ends == 0.0:
            out[DEAD] += 1.0


def _look_at_gap(web: _Web, place: int, out: list[float]) -> None:
    """What a track or a house in a free hex would do for lines."""
    first = hexes.SIDES * place
    ring, house_ring, joins = 0, False, False
    for a in range(hexes.SIDES):
        one = web.ports[first + a]
        if one == NOTHING:
            continue
        for b in range(a + 1, hexes.SIDES):
            other = web.ports[first + b]
            if other in (NOTHING, one):
                continue
            gain = web.gain(one, other)
            house_ring = house_ring or gain > 0
            if 2 <= b - a <= 4:  # sides a track can join (SV 3.5)
                ring = max(ring, gain)
                joins = joins or web.network[one] != web.network[other]
    if ring > 0:
        out[CLOSING] += 1.0
        out[ALL_RINGS] += float(ring)
        out[BEST_RING] = max(out[BEST_RING], float(ring))
    if joins:
        out[JOINING] += 1.0
    if web.tracks_into[place] >= 1:
        out[ONE_LINE] += 1.0
    if web.tracks_into[place] >= 2:
        out[TWO_LINES] += 1.0
        if house_ring:
            out[HOUSE_RING] += 1.0


# ---- others ------------------------------------------------------------------------------------------------


def compare(valleys: list[Valley], seat: Seat, out: list[float]) -> None:
    for colour in range(len(COLOURS)):
        out[_colour_standing(valleys, seat, colour)] += 1.0
    own = int(valleys[seat].villagers)
    others = sorted([int(valleys[n].villagers) for n in range(len(valleys)) if n != seat], reverse=True)
    lead = own - others[0]
    better = len([villagers for villagers in others if villagers > own])
    out[LEAD] = float(max(-MAX_LEAD, min(MAX_LEAD, lead)))
    out[CLEAR_LEAD] = float(max(0, lead))
    out[FIRST] = 1.0 if better == 0 else 0.0
    out[SECOND] = 1.0 if better == 1 else 0.0
    if len(others) > 1:
        out[LEAD_ON_THIRD] = float(max(-MAX_LEAD, min(MAX_LEAD, own - others[1])))


def _colour_standing(valleys: list[Valley], seat: Seat, colour: int) -> int:
    """How a colour's majority stands (SV 5.3), as the feature that counts it."""
    places: i64 = valleys[seat].layout.colours[colour]
    best, room = 0, 0
    for n in range(len(valleys)):
        if n != seat:
            best = max(best, valleys[n].blooms[colour])
            room = max(room, int(hexes.count(valleys[n].free & places)))
    lead = valleys[seat].blooms[colour] - best
    if lead > room:
        return SURE
    if lead + int(hexes.count(valleys[seat].free & places)) <= 0:
        return LOST
    if lead >= 2:
        return AHEAD_BY_2
    if lead <= -2:
        return BEHIND_BY_2
    return AHEAD if lead == 1 else EVEN if lead == 0 else BEHIND
