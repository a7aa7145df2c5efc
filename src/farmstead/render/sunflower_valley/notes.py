"""What a choice of Sunflower Valley brings, in a few words beside it: points, and what it would join."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from farmstead.render.shared import capital, listing, many, signed
from farmstead.render.sunflower_valley.view import TableView, chosen_hex, is_family, valleys_of
from farmstead.render.words import words_for
from farmstead.sunflower_valley.actions import WAYS_OF
from farmstead.sunflower_valley.components import Edition
from farmstead.sunflower_valley.hexes import (
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
from farmstead.sunflower_valley.names import (
    COLOURS,
    FACES,
    FREE,
    HOUSE,
    MOUNTAIN,
    NAME,
    NOTHING,
    SHEEP,
    SUNFLOWER,
    SUPER,
    TOKENS,
)
from farmstead.sunflower_valley.scoring import own_points, work_out
from farmstead.sunflower_valley.valley import Valley

SHORT_SIDES: Final = ("E", "NE", "NW", "W", "SW", "SE")
MEETINGS: Final[dict[int, tuple[str, str]]] = {  # what a track may run into, and in short
    HOUSE: ("house", "house"),
    SHEEP: ("sheep", "sheep"),
    SUNFLOWER: ("sunflower", "flower"),
    SUPER: ("super sunflower", "flower"),
    FREE: ("free hex", "free"),
    MOUNTAIN: ("mountain", "peak"),
}
FLANK: Final = ("flank of track", "flank")
EDGE: Final = ("edge", "edge")
RING: Final = ("this hex again", "ring")


class Asked(NamedTuple):
    """Who asks about which move: the table as it is seen, the valleys, the seat, the move without verb."""

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


def note(edition: Edition, table: TableView, move: str) -> str:
    """What the seat that decides would get by a legal move; empty where its words say all."""
    verb, _, rest = move.partition(" ")
    seat = table["seat"]
    assert seat is not None
    return NOTES[verb](Asked(table, valleys_of(edition, table), seat, rest))


# ---- the die and the colour (SV 3.1) -------------------------------------------------------------------


def _take(asked: Asked) -> str:
    if asked.table["blocked"]:
        plain = asked.rest == FACES[SUNFLOWER]
        return "you draw it in any free hex" if plain else "you draw a plain sunflower instead"
    valley = asked.valley
    work_out(valley)
    needy = valley.house_count() - int(valley.served)
    return {
        "house": "brings two villagers; needs a sheep of its own",
        "sheep": f"{many(needy, 'house')} of yours without a sheep",
        "sunflower": "1 point for each mountain next to it",
        "super-sunflower": "1 point for each mountain next to it; brings a villager",
        "straight": "joins opposite sides",
        "curve": "joins sides with one side between them",
    }[asked.rest]


def _reserve(asked: Asked) -> str:
    if asked.table["blocked"]:
        return "then a sunflower in any free hex"
    valley = asked.valley
    free = listed(valley.free & valley.layout.colours[COLOURS.index(asked.rest)])
    if asked.die in (SUNFLOWER, SUPER):
        return f"free: {', '.join([_with_peaks(valley, place) for place in free])}"
    return f"free: {', '.join(map(hex_text, free))}"


def _with_peaks(valley: Valley, place: int) -> str:
    peaks = valley.layout.peaks[place]
    return f"{hex_text(place)} at {many(peaks, 'mountain')}" if peaks else hex_text(place)


# ---- the hex (SV 3.2) ----------------------------------------------------------------------------------


def _draw(asked: Asked) -> str:
    place = parse_hex(asked.rest)
    tell = {HOUSE: _house, SHEEP: _sheep, SUNFLOWER: _sunflower, SUPER: _sunflower}.get(asked.die, _track)
    return "; ".join([part for part in tell(asked, place) if part])


def closed_hexes(table: TableView, valley: Valley, legal: Sequence[str]) -> list[str]:
    """SV 3.2, 3.4: which hexes may not be drawn in, and why."""
    others = [place for place in listed(valley.free) if f"draw {hex_text(place)}" not in legal]
    drawn = [place for place in HEXES if is_symbol(valley.symbols[place])]
    closed = [
        f"{_hexes(others)} of other colours" if others else "",
        f"{_hexes(drawn)}, which {'are' if len(drawn) > 1 else 'is'} drawn in",
        f"the mountains {_hexes(listed(valley.layout.mountains))}",
    ]
    why = (
        "any free hex will do (SV 3.4)"
        if table["blocked"]
        else f"the die lies on {table['colour']}, so only free {table['colour']} hexes will do (SV 3.2)"
    )
    return [f"{capital(why)}.", f"Closed: {'; '.join([part for part in closed if part])}."]


def _hexes(places: Sequence[int]) -> str:
    return ", ".join(map(hex_text, places))


def _house(asked: Asked, place: int) -> list[str]:
    joined = _touching(asked.valley.houses, place)
    return [
        _joins("village", joined) or "a village of its own",
        _stands(asked.valley, place, HOUSE),
    ]


def _sheep(asked: Asked, place: int) -> list[str]:
    houses = _neighbours(asked.valley.houses, place)
    herds = _touching(asked.valley.sheep, place)
    return [
        f"next to {listing([f'the house {house}' for house in houses])}" if houses else "",
        "" if is_family(asked.table) else _joins("herd", herds),
        _stands(asked.valley, place, SHEEP) or "serves no house yet",
    ]


def _joins(what: str, parts_of: list[str]) -> str:
    """`joins the village b2+b3`, or several."""
    if not parts_of:
        return ""
    return f"joins the {what}{'s' if len(parts_of) > 1 else ''} {listing(parts_of)}"


def _sunflower(asked: Asked, place: int) -> list[str]:
    peaks = asked.valley.layout.peaks[place]
    return [f"{many(peaks, 'mountain')}: +{peaks}" if peaks else "no mountain", _bloom(asked, place)]


def _bloom(asked: Asked, place: int) -> str:
    """SV 5.3: how one would then stand in the hex's colour."""
    colour = asked.valley.layout.colour_at[place]
    own = asked.valley.blooms[colour] + 1
    others = [valley.blooms[colour] for seat, valley in enumerate(asked.valleys) if seat != asked.seat]
    most = max(others)
    standing = "most" if own > most else "as many as another" if own == most else f"another has {most}"
    return f"then {own} in {COLOURS[colour]}, {standing}"


def _track(asked: Asked, place: int) -> list[str]:
    valley = asked.valley
    houses = _neighbours(valley.houses, place)
    leading = [name for side in range(SIDES) if (name := _leads_here(valley, place, side))]
    best = max([_gain(valley, place, way.symbol) for way in WAYS_OF[asked.die]])
    return [
        f"next to {listing([f'the house {house}' for house in houses])}" if houses else "",
        f"{listing([f'the track {track}' for track in leading])} leads here" if len(leading) == 1 else "",
        f"{listing([f'the track {track}' for track in leading])} lead here" if len(leading) > 1 else "",
        f"up to +{best} as it stands" if best > 0 else "",
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


def _stands(valley: Valley, place: int, symbol: int) -> str:
    gain = _gain(valley, place, symbol)
    return f"{_plus(gain)} as it stands" if gain else ""


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
    words: tuple[str, str]
    place: int
    over: list[int]

    def sentence(self) -> str:
        where = f"{self.words[0]} {hex_text(self.place)}" if self.place != NOTHING else self.words[0]
        way = f"over {', '.join(map(hex_text, self.over))} to " if self.over else ""
        return f"{words_for(NAME).called(str(self.side), 'side')}: {way}{where}"

    def short(self) -> str:
        where = f" {hex_text(self.place)}" if self.place != NOTHING else ""
        return f"{SHORT_SIDES[self.side]} {self.words[1]}{where}"


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
    ends = [end.sentence() for end in ends_of(asked.valley, place, token)]
    stands = _stands(asked.valley, place, TOKENS.index(token))
    return "; ".join([part for part in [*ends, stands] if part])


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
