"""What a farm is put in with: tools to tap with, and numbers that go up and down."""

from collections.abc import Mapping, Sequence
from typing import Final

from farmstead.games.walnut_grove.pictures.svg import Names
from farmstead.games.walnut_grove.pictures.tally_edits import CUBE, LIFT, TILE, UNCUBE, FarmSheet, count_of
from farmstead.games.walnut_grove.rules.components import Edition
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.names import COINS, COLOURS, GOODS, IMPROVEMENTS
from farmstead.render.tally import Palette, Stepper, StepperGroup, Tool
from farmstead.render.words import Words

STEPS: Final[Mapping[str, Sequence[tuple[str, str, str]]]] = {  # by heading: what, its name, its symbol
    "labourers": [("labourers", colour, f"figure-{colour}") for colour in COLOURS],
    "buildings": [("huts", "", ""), ("barns", "", "")],
    "improvements": [("improvements", kind, f"e-{kind}") for kind in IMPROVEMENTS],
    "barn": [
        *[("barn", good, f"cube-{good}") for good in GOODS],
        *[("barn", coin, f"coin-{coin}") for coin in COINS],
    ],
    "land": [("land", good, f"cube-{good}") for good in GOODS],
    "help": [("help", "open", "e-help"), ("help", "turned", "e-help")],
}


class FarmTools:
    """The tools for one set of components, named in one language."""

    def __init__(self, words: Words, names: Names, edition: Edition) -> None:
        self.words = words
        self.names = names
        self.edition = edition

    def palettes(self, farms: Sequence[Farm]) -> tuple[Palette, ...]:
        """What a tap does; the tiles that lie on no farm yet."""
        gone = {tile.tile for farm in farms for tile in farm.land.tiles}
        say = self.words.say
        hands = (
            Tool("", say("tally", "turn"), "", "t"),
            Tool(LIFT, say("tally", "lift"), "", "x"),
            Tool(CUBE, say("tally", "cube"), "cube-wood"),
            Tool(UNCUBE, say("tally", "uncube"), "block-wood"),
        )
        sieve = tuple([(good, self.words.called(good)) for good in GOODS])
        tiles = tuple([self._tile(tile, tile not in gone) for tile in sorted(self.edition.tiles)])
        return Palette(say("tally", "hands"), hands), Palette(say("tally", "tiles"), tiles, sieve)

    def _tile(self, number: int, left: bool) -> Tool:
        tile = self.edition.tiles[number]
        kinds = tuple([GOODS[terrain] for terrain in sorted(set(tile.edges))])
        return Tool(f"{TILE}{number}", self.names.tile(tile), f"tile-{number}", kinds=kinds, left=left)

    def steps(self, sheet: FarmSheet) -> tuple[StepperGroup, ...]:
        """Everything that is counted and lies in no cell."""
        return tuple([self._step(key, sheet) for key in STEPS])

    def _step(self, key: str, sheet: FarmSheet) -> StepperGroup:
        steppers = [
            Stepper(
                f"{what} {name}".rstrip(),
                self.words.say("tally_thing", name or what),
                count_of(sheet, what, name),
                sign,
            )
            for what, name, sign in STEPS[key]
        ]
        return StepperGroup(self.words.say("tally_group", key), tuple(steppers))
