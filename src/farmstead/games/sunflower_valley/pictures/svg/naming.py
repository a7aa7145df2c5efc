"""What the parts of the pictures are called, for those who hear a page instead of seeing it."""

from functools import lru_cache
from typing import Final, NamedTuple

from farmstead.engine.contract import Arg
from farmstead.games.sunflower_valley.rules.components import Layout
from farmstead.games.sunflower_valley.rules.hexes import hex_text, is_track
from farmstead.games.sunflower_valley.rules.names import COLOURS, FACES, FREE, MOUNTAIN, TOKENS
from farmstead.render.words import Words

CACHED_NAMES: Final = 4096  # that are not put into words again


class PartNames(NamedTuple):
    """Says them in one language."""

    words: Words

    def say(self, key: str, /, **fields: Arg) -> str:
        """A part without any more ado, such as `dice`."""
        return _said(self.words, key, tuple(fields.items()))

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
        return self.words.say("part", key, hex=hex_text(place), **fields)


@lru_cache(CACHED_NAMES)
def _said(words: Words, key: str, fields: tuple[tuple[str, Arg], ...]) -> str:
    return words.say_sentence("part", key, dict(fields))
