"""What the pictures say, to the eye and to the ear, in one language."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from farmstead.games.walnut_grove.rules.components import Building, Tile
from farmstead.games.walnut_grove.rules.names import GOODS
from farmstead.render.shared import capital
from farmstead.render.words import Words

CACHED_PHRASES: Final = 4096  # phrases: pictures say the same things again and again


class Names:
    """Captions and names of parts; `seats` are the names of the players, empty where there is none."""

    def __init__(self, words: Words, seats: Sequence[str] = (), letters: bool = False) -> None:
        self._words = words
        self._seats = list(seats)
        self._letters = letters
        self._said = lru_cache(CACHED_PHRASES)(self._say)

    def part(self, key: str, **fields: str | int) -> str:
        """A part by its key in the words, as a sentence begins."""
        return capital(self.phrase(key, **fields))

    def phrase(self, key: str, **fields: str | int) -> str:
        """A text of the pictures as part of a sentence."""
        return self._said(key, tuple(fields.items()))

    def _say(self, key: str, fields: tuple[tuple[str, str | int], ...]) -> str:
        return self._words.say("part", key, **dict(fields))

    def caption(self, key: str) -> str:
        """What is printed on a board."""
        return self._words.called(key, "caption")

    def thing(self, key: str) -> str:
        """A piece, as a sign names it."""
        return self._words.called(key, "thing")

    def letter(self, good: str) -> str:
        """The letter in place of a good's emblem; empty unless letters are wanted."""
        return self._words.called(good, "letter") if self._letters else ""

    def who(self, seat: int) -> str:
        """How a player is called."""
        return self._words.who(seat, self._seats)

    def building(self, building: Building) -> str:
        """The name over the door: of a name that is not known, the edition's own."""
        return self._words.called(building.name, "printed")

    def turned(self, turn: int) -> str:
        """How a tile is turned."""
        return capital(self._words.called(str(turn), "turned"))

    def amount(self, item: str, count: int) -> str:
        """`2 grain`, `one gold coin`."""
        return self.phrase("amount", item=item, count=count)

    def amounts(self, counts: Mapping[str, int]) -> str:
        """Several of them."""
        return self._words.listing([self.amount(item, count) for item, count in counts.items() if count])

    def listing(self, things: Iterable[str]) -> str:
        """Pieces by their names."""
        return self._words.listing([self.thing(thing) for thing in things])

    def goods(self, goods: Iterable[str]) -> str:
        """Goods by their names."""
        return self._words.listing([self._words.called(good) for good in goods])

    def tile(self, tile: Tile, turn: int = 0) -> str:
        """A tile with its edges, fences and storage squares."""
        north, east, south, west = (GOODS[terrain] for terrain in tile.turned[turn].edges)
        edges = self.part("tile", tile=tile.id, north=north, east=east, south=south, west=west)
        fences = [self.phrase("fence", sides=self._sides(fence, turn)) for fence in tile.fences]
        rooms = [
            self.phrase("room", amount=self.amount(GOODS[good], count))
            for good, count in enumerate(tile.storage)
            if count
        ]
        return ", ".join([edges, *fences, *rooms])

    def _sides(self, fence: Sequence[int], turn: int) -> str:
        return "–".join([self._words.called(str((side + turn) % 4), "side") for side in fence])
