"""What a choice of Sunflower Valley brings, in a few words beside it: points, and what it would join."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from farmstead.engine.contract import Arg
from farmstead.games.sunflower_valley.pictures.view import TableView, chosen_hex, is_family, valleys_of
from farmstead.games.sunflower_valley.rules.actions import WAYS_OF
from farmstead.games.sunflower_valley.rules.components import Edition
from farmstead.games.sunflower_valley.rules.hexes import (
    EXITS,
    HEXES,
    NEXT,
    SIDES,
    around,
    hex_text,
    is_symbol,
    is_track,
    listed,
    opposite,
    parse_hex,
    parts,
)
from farmstead.games.sunflower_valley.rules.names import (
    COLOURS,
    FACES,
    FREE,
    HOUSE,
    MOUNTAIN,
    NOTHING,
    SHEEP,
    SUNFLOWER,
    SUPER,
    TOKENS,
)
from farmstead.games.sunflower_valley.rules.scoring import own_points, work_out
from farmstead.games.sunflower_valley.rules.valley import Valley
from farmstead.render.shared import capital, signed
from farmstead.render.words import Words

MEETINGS: Final[dict[int, str]] = {  # what a track may run into, as words know it
    HOUSE: "house",
    SHEEP: "sheep",
    SUNFLOWER: "sunflower",
    SUPER: "super-sunflower",
    FREE: "free",
    MOUNTAIN: "mountain",
}
FLANK: Final = "flank"
EDGE: Final = "edge"
RING: Final = "ring"


class Asked(NamedTuple):
    """Who asks about which move: the table as it is seen, the valleys, the seat, the move without verb."""

    words: Words
    table: TableView
    valleys: list[Valley]
    seat: int
    rest: str

    @property
    def valley(self) -> Valley:
        return self.valleys[self.seat]

    @property
    def die(self) -> int:
        """What would be drawn; blocked players draw a sunflower (SV 3.4)."""
        if self.table["blocked"]:
            return SUNFLOWER
        return FACES.index(str(self.table["die"]))

    def say(self, key: str, /, **fields: Arg) -> str:
        return self.words.say("note", key, **fields)


def note(words: Words, edition: Edition, table: TableView, move: str) -> str:
    """What the seat that decides would get by a legal move; empty where its words say all."""
    verb, _, rest = move.partition(" ")
    seat = table["seat"]
    assert seat is not None
    return NOTES[verb](Asked(words, table, valleys_of(edition, table), seat, rest))


# ---- the die and the colour (SV 3.1) -------------------------------------------------------------------


def _take(asked: Asked) -> str:
    if asked.table["blocked"]:
        return asked.say("take_blocked", die=asked.rest)
    valley = asked.valley
    work_out(valley)
    needy = valley.house_count() - int(valley.served)
    return asked.say("take", die=asked.rest, count=needy)


def _reserve(asked: Asked) -> str:
    if asked.table["blocked"]:
        return asked.say("reserve_blocked")
    valley = asked.valley
    free = listed(valley.free & valley.layout.colours[COLOURS.index(asked.rest)])
    if asked.die in (SUNFLOWER, SUPER):
        return asked.say("reserve", hexes=", ".join([_with_peaks(asked, place) for place in free]))
    return asked.say("reserve", hexes=_hexes(free))


def _with_peaks(asked: Asked, place: int) -> str:
    peaks = asked.valley.layout.peaks[place]
    return asked.say("at_mountains", hex=hex_text(place), count=peaks) if peaks else hex_text(place)


# ---- the hex (SV 3.2) ----------------------------------------------------------------------------------


def _draw(asked: Asked) -> str:
    place = parse_hex(asked.rest)
    tell = {HOUSE: _house, SHEEP: _sheep, SUNFLOWER: _sunflower, SUPER: _sunflower}.get(asked.die, _track)
    return asked.words.clauses(tell(asked, place))


def closed_hexes(words: Words, table: TableView, valley: Valley, legal: Sequence[str]) -> list[str]:
    """SV 3.2, 3.4: which hexes may not be drawn in, and why."""
    others = [place for place in listed(valley.free) if f"draw {hex_text(place)}" not in legal]
    drawn = [place for place in HEXES if is_symbol(valley.symbols[place])]
    closed = [
        words.say("closed", "others", hexes=_hexes(others)) if others else "",
        words.say("closed", "drawn", hexes=_hexes(drawn), count=len(drawn)),
        words.say("closed", "mountains", hexes=_hexes(listed(valley.layout.mountains))),
    ]
    colour = str(table["colour"])
    why = words.say("closed", "blocked") if table["blocked"] else words.say("closed", "why", colour=colour)
    return [capital(why), words.say("closed", "closed", parts=words.clauses(closed))]


def _hexes(places: Sequence[int]) -> str:
    return ", ".join(map(hex_text, places))


def _house(asked: Asked, place: int) -> list[str]:
    joined = _touching(asked.valley.houses, place)
    return [
        _joins(asked, "joins_village", joined) or asked.say("own_village"),
        _stands(asked, place, HOUSE),
    ]


def _sheep(asked: Asked, place: int) -> list[str]:
    houses = _neighbours(asked.valley.houses, place)
    herds = _touching(asked.valley.sheep, place)
    return [
        _next_to(asked, houses),
        "" if is_family(asked.table) else _joins(asked, "joins_herd", herds),
        _stands(asked, place, SHEEP) or asked.say("serves_none"),
    ]


def _next_to(asked: Asked, houses: Sequence[str]) -> str:
    near = [asked.say("near_house", hex=house) for house in houses]
    return asked.say("next_to", houses=asked.words.listing(near)) if near else ""


def _joins(asked: Asked, key: str, parts_of: list[str]) -> str:
    """`joins the village b2+b3`, or several."""
    if not parts_of:
        return ""
    return asked.say(key, count=len(parts_of), parts=asked.words.listing(parts_of))


def _sunflower(asked: Asked, place: int) -> list[str]:
    peaks = asked.valley.layout.peaks[place]
    return [asked.say("mountains", count=peaks), _bloom(asked, place)]


def _bloom(asked: Asked, place: int) -> str:
    """SV 5.3: how one would then stand in the hex's colour."""
    colour = asked.valley.layout.colour_at[place]
    own = asked.valley.blooms[colour] + 1
    others = [valley.blooms[colour] for seat, valley in enumerate(asked.valleys) if seat != asked.seat]
    most = max(others)
    standing = "most" if own > most else "level" if own == most else "fewer"
    return asked.say("bloom", own=own, colour=COLOURS[colour], standing=standing, most=most)


def _track(asked: Asked, place: int) -> list[str]:
    valley = asked.valley
    houses = _neighbours(valley.houses, place)
    leading = [name for side in range(SIDES) if (name := _leads_here(valley, place, side))]
    best = max([_gain(valley, place, way.symbol) for way in WAYS_OF[asked.die]])
    tracks = asked.words.listing([asked.say("track", hex=track) for track in leading])
    return [
        _next_to(asked, houses),
        asked.say("leads_here", count=len(leading), tracks=tracks) if leading else "",
        asked.say("up_to", gain=best) if best > 0 else "",
    ]


def _leads_here(valley: Valley, place: int, side: int) -> str:
    beyond = NEXT[SIDES * place + side]
    meets = beyond != NOTHING and EXITS[SIDES * valley.symbols[beyond] + opposite(side)] != NOTHING
    return hex_text(beyond) if meets else ""


def _neighbours(places: int, place: int) -> list[str]:
    return [hex_text(other) for other in listed(around(1 << place) & places)]


def _touching(places: int, place: int) -> list[str]:
    """The parts of a set next to a hex, each as `b2+b3`."""
    near = around(1 << place)
    return ["+".join(map(hex_text, listed(part))) for part in parts(places) if part & near]


def _stands(asked: Asked, place: int, symbol: int) -> str:
    gain = _gain(asked.valley, place, symbol)
    return asked.say("stands", gain=_plus(gain)) if gain else ""


def _gain(valley: Valley, place: int, symbol: int) -> int:
    """What one's own sheet would score more if it ended with this (SV 5.1, 5.2, 5.4, 5.6)."""
    after = valley.clone()
    after.draw(place, symbol)
    return own_points(after) - own_points(valley)


def _plus(points: int) -> str:
    return f"+{points}" if points > 0 else signed(points)


# ---- the way of a track (SV 3.5, 4.2) ------------------------------------------------------------------


class End(NamedTuple):
    """Where a track leads when it leaves a hex by a side: what is there, and the tracks on the way."""

    side: int
    meets: str
    place: int
    over: list[int]

    def sentence(self, words: Words) -> str:
        where = f"{words.called(self.meets, 'meeting')}{self._hex()}"
        if not self.over:
            return words.say("note", "end", side=self.side, where=where)
        return words.say("note", "end_over", side=self.side, over=_hexes(self.over), where=where)

    def short(self, words: Words) -> str:
        side, meets = words.called(str(self.side), "short_side"), words.called(self.meets, "short_meeting")
        return f"{side} {meets}{self._hex()}"

    def _hex(self) -> str:
        return f" {hex_text(self.place)}" if self.place != NOTHING else ""


def end_of(valley: Valley, place: int, side: int) -> End:
    """Follow a track out of a hex."""
    over: list[int] = []
    entered, here = opposite(side), NEXT[SIDES * place + side]
    while here not in (NOTHING, place):
        symbol = valley.symbols[here]
        leaving = EXITS[SIDES * symbol + entered]
        if leaving == NOTHING:
            return End(side, FLANK if is_track(symbol) else MEETINGS[symbol], here, over)
        over.append(here)
        entered, here = opposite(leaving), NEXT[SIDES * here + leaving]
    return End(side, EDGE if here == NOTHING else RING, NOTHING, over)


def ends_of(valley: Valley, place: int, token: str) -> list[End]:
    """Both ends of a track that would lie in a hex, such as `L03`."""
    return [end_of(valley, place, int(side)) for side in token[1:]]


def _way(asked: Asked) -> str:
    place, token = chosen_hex(asked.table), asked.rest
    ends = [end.sentence(asked.words) for end in ends_of(asked.valley, place, token)]
    return asked.words.clauses([*ends, _stands(asked, place, TOKENS.index(token))])


def way_gain(valley: Valley, place: int, token: str) -> str:
    """The points that a way would bring as things stand: `+4`; empty for none."""
    gain = _gain(valley, place, TOKENS.index(token))
    return _plus(gain) if gain else ""


NOTES: Final[Mapping[str, Callable[[Asked], str]]] = {
    "take": _take,
    "reserve": _reserve,
    "draw": _draw,
    "way": _way,
}
