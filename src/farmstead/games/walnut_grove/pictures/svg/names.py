"""What the pictures say, to the eye and to the ear, in one language."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from farmstead.games.walnut_grove.rules.components import Building, Tile
from farmstead.games.walnut_grove.rules.names import GOODS
from farmstead.render.shared import capital
from farmstead.render.words import Words


class Names(NamedTuple):
    """Captions and names of parts; with `letters` goods wear the letters of their names."""

    words: Words
    letters: bool = False

    def part(self, key: str, **fields: str | int) -> str:
        """A part by its key in the words, as a sentence begins."""
        return capital(self.phrase(key, **fields))

    def phrase(self, key: str, **fields: str | int) -> str:
        """A text of the pictures as part of a sentence."""
        return self.words.say_again("part", key, **fields)

    def caption(self, key: str) -> str:
        """What is printed on a board."""
        return self.words.called(key, "caption")

    def thing(self, key: str) -> str:
        """A piece, as a sign names it."""
        return self.words.called(key, "thing")

    def letter(self, good: str) -> str:
        """The letter in place of a good's emblem; empty unless letters are wanted."""
        return self.words.called(good, "letter") if self.letters else ""

    def building(self, building: Building) -> str:
        """The name over the door: of a name that is not known, the edition's own."""
        return self.words.called(building.name, "printed")

    def turned(self, turn: int) -> str:
        """How a tile is turned."""
        return capital(self.words.called(str(turn), "turned"))

    def amount(self, item: str, count: int) -> str:
        """`2 grain`, `one gold coin`."""
        return self.phrase("amount", item=item, count=count)

    def amounts(self, counts: Mapping[str, int]) -> str:
        """Several of them."""
        return self.words.listing([self.amount(item, count) for item, count in counts.items() if count])

    def listing(self, things: Iterable[str]) -> str:
        """Pieces by their names."""
        return self.words.listing([self.thing(thing) for thing in things])

    def goods(self, goods: Iterable[str]) -> str:
        """Goods by their names."""
        return self.words.listing([self.words.called(good) for good in goods])

    def tile(self, tile: Tile, turn: int = 0) -> str:
        """A tile with its edges, fences and storage squares."""
        north, east, south, west = (GOODS[terrain] for terrain in tile.turned[turn].edges)
        edges = self.part("tile", tile=tile.id, north=north, east=east, south=south, west=west)
        fences = [self.phrase("fence", sides=self._sides(fence, turn)) for fence in tile.fences]
        held = [(GOODS[good], count) for good, count in enumerate(tile.storage) if count]
        rooms = [self.phrase("room", amount=self.amount(*each)) for each in held]
        return ", ".join([edges, *fences, *rooms])

    def _sides(self, fence: Sequence[int], turn: int) -> str:
        return "–".join([self.words.called(str((side + turn) % 4), "side") for side in fence])
