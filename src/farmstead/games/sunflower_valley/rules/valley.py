"""A player's valley: the sheet with what is drawn on it, and what can be counted while drawing."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from farmstead.games.sunflower_valley.rules.components import Layout
from farmstead.games.sunflower_valley.rules.hexes import COLUMNS, ROWS, count, hex_at, only
from farmstead.games.sunflower_valley.rules.names import COLOURS, HOUSE, SHEEP, SUNFLOWER, SUPER, TOKENS


@final
class Valley:
    """Sets of hexes are numbers, see `hexes.py`. Sunflowers score by counting, so that is done while drawing;
    what houses, sheep and tracks score is worked out when it is asked for and kept until one is drawn.
    """

    layout: Layout
    family: bool  # how sheep serve (SV 6.1)
    town: int  # the town picture (SV 1.3); -1 for a sheet by itself
    symbols: list[int]  # by hex
    free: i64
    houses: i64
    sheep: i64
    tracks: i64
    sunflowers: i64  # plain and super
    blooms: list[int]  # sunflowers by colour (SV 5.3)
    feeding: i64  # sunflowers next to mountains, twice if next to two (SV 5.4)
    villagers: i64
    worked_out: bool  # whether the next two are right
    served: i64  # houses with a sheep (SV 5.1)
    speed: i64  # points for high-speed groups (SV 5.6)
    encoded: bytes | None  # what an encoding wrote of the symbols, for the next time

    __slots__ = tuple(__annotations__)

    def __init__(self, layout: Layout, family: bool, town: int, like: Valley | None = None) -> None:
        """All that another valley has, or a sheet on which nothing is drawn."""
        self.layout = layout
        self.family = family
        self.town = town
        if like is not None:
            self.symbols = like.symbols[:]
            self.free = like.free
            self.houses = like.houses
            self.sheep = like.sheep
            self.tracks = like.tracks
            self.sunflowers = like.sunflowers
            self.blooms = like.blooms[:]
            self.feeding = like.feeding
            self.villagers = like.villagers
            self.worked_out = like.worked_out
            self.served = like.served
            self.speed = like.speed
            self.encoded = like.encoded
        else:
            self.symbols = layout.blank[:]
            self.free = layout.open
            self.houses = self.sheep = self.tracks = self.sunflowers = 0
            self.blooms = [0] * len(COLOURS)
            self.feeding = self.villagers = self.served = self.speed = 0
            self.worked_out = True
            self.encoded = None

    def clone(self) -> Valley:
        return Valley(self.layout, self.family, self.town, self)

    def draw(self, place: int, symbol: int) -> None:
        """Fill a free hex. A house brings two villagers, a super sunflower one (SV 3.6, S14)."""
        here: i64 = only(place)
        self.symbols[place] = symbol
        self.encoded = None
        self.free ^= here
        if SUNFLOWER <= symbol <= SUPER:
            self.sunflowers |= here
            self.blooms[self.layout.colour_at[place]] += 1
            self.feeding += self.layout.peaks[place]
            if symbol == SUPER:
                self.villagers += 1
            return
        self.worked_out = False
        if symbol == HOUSE:
            self.houses |= here
            self.villagers += 2
        elif symbol == SHEEP:
            self.sheep |= here
        else:
            self.tracks |= here

    def has_free(self, colour: int) -> bool:
        colours: i64 = self.layout.colours[colour]
        return (self.free & colours) != 0

    def house_count(self) -> int:
        return count(self.houses)

    def sunflower_count(self) -> int:
        return count(self.sunflowers)

    def rows(self) -> list[str]:
        """The sheet as five lines of six tokens (SV 8.2)."""
        return [
            " ".join([TOKENS[self.symbols[hex_at(row, column)]] for column in range(COLUMNS)])
            for row in range(ROWS)
        ]
