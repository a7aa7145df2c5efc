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

    __slots__ = (
        "blooms",
        "family",
        "feeding",
        "free",
        "houses",
        "layout",
        "served",
        "sheep",
        "speed",
        "sunflowers",
        "symbols",
        "town",
        "tracks",
        "villagers",
        "worked_out",
    )

    def __init__(
        self,
        layout: Layout,
        family: bool,
        town: int,
        symbols: list[int],
        free: i64,
        houses: i64,
        sheep: i64,
        tracks: i64,
        sunflowers: i64,
        blooms: list[int],
        feeding: i64,
        villagers: i64,
        worked_out: bool,
        served: i64,
        speed: i64,
    ) -> None:
        self.layout = layout
        self.family = family  # how sheep serve (SV 6.1)
        self.town = town  # the town picture (SV 1.3); -1 for a sheet by itself
        self.symbols = symbols  # by hex
        self.free: i64 = free
        self.houses: i64 = houses
        self.sheep: i64 = sheep
        self.tracks: i64 = tracks
        self.sunflowers: i64 = sunflowers  # plain and super
        self.blooms = blooms  # sunflowers by colour (SV 5.3)
        self.feeding: i64 = feeding  # sunflowers next to mountains, twice if next to two (SV 5.4)
        self.villagers: i64 = villagers
        self.worked_out = worked_out  # whether the next two are right
        self.served: i64 = served  # houses with a sheep (SV 5.1)
        self.speed: i64 = speed  # points for high-speed groups (SV 5.6)

    def clone(self) -> Valley:
        return Valley(
            self.layout,
            self.family,
            self.town,
            self.symbols[:],
            self.free,
            self.houses,
            self.sheep,
            self.tracks,
            self.sunflowers,
            self.blooms[:],
            self.feeding,
            self.villagers,
            self.worked_out,
            self.served,
            self.speed,
        )

    def draw(self, place: int, symbol: int) -> None:
        """Fill a free hex. A house brings two villagers, a super sunflower one (SV 3.6, S14)."""
        here: i64 = only(place)
        self.symbols[place] = symbol
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


def new_valley(layout: Layout, family: bool, town: int) -> Valley:
    """A sheet on which nothing is drawn."""
    blooms = [0] * len(COLOURS)
    return Valley(layout, family, town, layout.blank[:], layout.open, 0, 0, 0, 0, blooms, 0, 0, True, 0, 0)
