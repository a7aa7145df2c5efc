"""Where a track would lead and what it would bring, and which hexes are closed, in words."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from farmstead.games.sunflower_valley.pictures.views import TableView
from farmstead.games.sunflower_valley.rules import hexes, names
from farmstead.games.sunflower_valley.rules.scoring import own_points
from farmstead.games.sunflower_valley.rules.valley import Valley
from farmstead.render.shared import capital, signed
from farmstead.render.words import Words

MEETINGS: Final[dict[int, str]] = {  # what a track may run into, as words know it
    names.HOUSE: "house",
    names.SHEEP: "sheep",
    names.SUNFLOWER: "sunflower",
    names.SUPER: "super-sunflower",
    names.FREE: "free",
    names.MOUNTAIN: "mountain",
}
FLANK: Final = "flank"
EDGE: Final = "edge"
RING: Final = "ring"


# ---- hexes (SV 3.2) ------------------------------------------------------------------------------------


def closed_hexes(words: Words, table: TableView, valley: Valley, legal: Sequence[str]) -> list[str]:
    """SV 3.2, 3.4: which hexes may not be drawn in, and why."""
    others = [place for place in hexes.listed(valley.free) if f"draw {hexes.hex_text(place)}" not in legal]
    drawn = [place for place in hexes.HEXES if hexes.is_symbol(valley.symbols[place])]
    closed = [
        words.say("closed", "others", hexes=_hexes(others)) if others else "",
        words.say("closed", "drawn", hexes=_hexes(drawn), count=len(drawn)),
        words.say("closed", "mountains", hexes=_hexes(hexes.listed(valley.layout.mountains))),
    ]
    colour = str(table["colour"])
    why = words.say("closed", "blocked") if table["blocked"] else words.say("closed", "why", colour=colour)
    return [capital(why), words.say("closed", "closed", parts=words.clauses(closed))]


def _hexes(places: Sequence[int]) -> str:
    return ", ".join(map(hexes.hex_text, places))


# ---- the way of a track (SV 3.5, 4.2) ------------------------------------------------------------------


class TrackEnd(NamedTuple):
    """Where a track leads when it leaves a hex by a side: what is there, and the tracks on the way."""

    side: int
    meets: str
    place: int
    over: list[int]

    def sentence(self, words: Words) -> str:
        there = f" {hexes.hex_text(self.place)}" if self.place != names.NOTHING else ""
        where = f"{words.called(self.meets, 'meeting')}{there}"
        if not self.over:
            return words.say("note", "end", side=self.side, where=where)
        over = ", ".join(map(hexes.hex_text, self.over))
        return words.say("note", "end_over", side=self.side, over=over, where=where)


def end_of(valley: Valley, place: int, side: int) -> TrackEnd:
    """Follow a track out of a hex."""
    over: list[int] = []
    entered, here = hexes.opposite(side), hexes.NEXT[hexes.SIDES * place + side]
    while here not in (names.NOTHING, place):
        symbol = valley.symbols[here]
        if (leaving := hexes.EXITS[hexes.SIDES * symbol + entered]) == names.NOTHING:
            return TrackEnd(side, FLANK if hexes.is_track(symbol) else MEETINGS[symbol], here, over)
        over.append(here)
        entered, here = hexes.opposite(leaving), hexes.NEXT[hexes.SIDES * here + leaving]
    return TrackEnd(side, EDGE if here == names.NOTHING else RING, names.NOTHING, over)


def ends_of(valley: Valley, place: int, token: str) -> list[TrackEnd]:
    """Both ends of a track that would lie in a hex, such as `L03`."""
    return [end_of(valley, place, int(side)) for side in token[1:]]


def way_gain(valley: Valley, place: int, token: str) -> str:
    """The points that a way would bring as things stand: `+4`; empty for none."""
    gain = _gain(valley, place, names.TOKENS.index(token))
    return f"+{gain}" if gain > 0 else signed(gain) if gain else ""


def _gain(valley: Valley, place: int, symbol: int) -> int:
    """What one's own sheet would score more if it ended with this (SV 5.1, 5.2, 5.4, 5.6)."""
    after = valley.clone()
    after.draw(place, symbol)
    return own_points(after) - own_points(valley)
