"""What the parts of the pictures are called, for those who hear a page instead of seeing it."""

from collections.abc import Sequence

from farmstead.engine.contract import Arg
from farmstead.games.sunflower_valley.rules.components import Layout
from farmstead.games.sunflower_valley.rules.hexes import hex_text, is_track
from farmstead.games.sunflower_valley.rules.names import COLOURS, FACES, FREE, MOUNTAIN, TOKENS
from farmstead.render.words import Words


class PartNames:
    """Says them in one language; `names` are those of the players, where they have any."""

    def __init__(self, words: Words, names: Sequence[str] = ()) -> None:
        self._words = words
        self._names = names

    def say(self, key: str, /, **fields: Arg) -> str:
        """A part without any more ado, such as `dice`."""
        return self._words.say_sentence("part", key, fields)

    def sheet(self, letter: str, seat: int) -> str:
        return self.say("sheet", sheet=letter, who=self._words.who(seat, self._names))

    def hex(self, layout: Layout, place: int, symbol: int) -> str:
        """Where a hex is, its colour and what it holds."""
        if symbol == MOUNTAIN:
            return self._at("mountain", place)
        colour = COLOURS[layout.colour_at[place]]
        if symbol == FREE:
            return self._at("free", place, colour=colour)
        if is_track(symbol):
            return self._at("laid", place, colour=colour, way=TOKENS[symbol])
        return self._at("drawn", place, colour=colour, symbol=FACES[symbol])

    def waiting(self, place: int, colour: str, die: str) -> str:
        """A hex that is chosen for a track whose way is not."""
        return self._at("waiting", place, colour=colour, die=die)

    def _at(self, key: str, place: int, **fields: Arg) -> str:
        """Hexes are called as moves write them, `b2`, so without a capital."""
        return self._words.say("part", key, hex=hex_text(place), **fields)
