"""What a learned evaluator reads of a Walnut Grove position: the year played through, and the land.

The game's own evaluator plays the year to its end in a few sums. What the household has come to then is
counted, so that it can be learned what each thing is worth in each year; its own opinion is one number.
"""

from __future__ import annotations

from typing import Final, final

from farmstead.engine.contract import Seat, State
from farmstead.engine.square import midpoint
from farmstead.evaluators.inputs import Inputs
from farmstead.evaluators.linear import POWERS
from farmstead.games.walnut_grove.evaluator.grove_evaluator import GroveEvaluator
from farmstead.games.walnut_grove.evaluator.household import Household
from farmstead.games.walnut_grove.evaluator.prices import GLUT, MAX_DISTRICT_TILES, MAX_ROOM, PURSE
from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.land import Land
from farmstead.games.walnut_grove.rules.state import WalnutGrove

FINENESS: Final = 64  # parts of a point in which the evaluator's opinion is told
WAYS: Final = 16  # parts of the ring
LAST_YEAR_STEPS: Final = 4  # of time in a year: spring, summer, autumn, winter
STEPS: Final = LAST_YEAR_STEPS * (names.YEARS + 1)
NAMES: Final[tuple[str, ...]] = (
    *("opinion", "always", "players"),
    *[f"{good} first" for good in names.GOODS],
    *[f"{good} more" for good in names.GOODS],
    *[f"{good} in barn" for good in names.GOODS],
    *names.COINS,
    *("first coins", "hands", "yellow", "blue", "white", "huts", "used huts", "barns"),
    *names.IMPROVEMENTS,
    *("improvements scored", "sites", "room", "first room", "wagons left", "open help", "turned help"),
    *("way", "lacking", "areas", "largest"),
    *[f"{good} supply" for good in names.GOODS],
    *[f"{good} tiles" for good in names.GOODS],
    *[f"{good} districts" for good in names.GOODS],
    *[f"districts of {size}" for size in range(2, MAX_DISTRICT_TILES + 1)],
    *("squares", "tiles", "frontier", "fence ends", "meeting fences", "closing fences"),
    *("fed yellow", "fed blue", "fed white", "second large", "third large"),
)


@final
class GroveInputs(Inputs):
    def __init__(self, evaluator: GroveEvaluator) -> None:
        super().__init__(NAMES, STEPS, evaluator, False)
        self._own = evaluator
        self._house = Household()

    def numbers(self, state: State, seat: Seat) -> list[int]:
        assert isinstance(state, WalnutGrove)
        if seat >= len(state.farms):
            return [0] * len(NAMES)
        house = self._house
        opinion = self._own.estimate(state, seat, house)
        found: list[int] = [_rounded(opinion * FINENESS), 1, state.players]
        _count_goods(house, found)
        _count_people(house, found)
        farm = state.farms[seat]
        _count_land(farm, house, found)
        return found

    def time_left(self, state: State, seat: Seat) -> int:
        assert isinstance(state, WalnutGrove)
        left = int(LAST_YEAR_STEPS * (names.YEARS - max(1, int(state.year))))
        season = int(state.season)
        return left + max(0, min(LAST_YEAR_STEPS, names.WINTER + 1 - season))

    def first_weights(self) -> list[list[float]]:
        found = [[0.0] * len(NAMES) for _ in range(POWERS)]
        found[0][0] = 1.0 / FINENESS
        return found


def _rounded(value: float) -> int:
    """To the nearest whole number, the same on every machine."""
    return int(value + 0.5) if value >= 0.0 else -int(0.5 - value)


def _count_goods(house: Household, found: list[int]) -> None:
    for held in house.goods:
        found.append(min(held, GLUT))
    for held in house.goods:
        found.append(max(0, held - GLUT))
    found.extend(house.in_barn)
    found.extend(house.coins)
    found.append(min(house.all_coins(), PURSE))


def _count_people(house: Household, found: list[int]) -> None:
    hands = house.hands()
    found.append(hands)
    found.extend(house.eaters)
    found.extend([house.huts, min(house.huts, hands), house.barns])
    found.extend(house.improvements)
    found.append(_rounded(house.scored_improvements(hands, house.all_coins())))
    room = house.wagons + (house.huts if house.huts_free_wagons else 0)
    found.extend([house.sites, house.room, min(house.room, MAX_ROOM), room - hands])
    found.extend([house.help_open, house.help_turned, _rounded(house.way * WAYS), house.lacking(hands)])


def _count_land(farm: Farm, house: Household, found: list[int]) -> None:
    land = farm.land
    largest, second, third = 0, 0, 0
    supply, tiles, districts = [0] * 5, [0] * 5, [0] * 5
    of_size = [0] * (MAX_DISTRICT_TILES + 1)
    squares = 0
    for district in land.live:
        size, terrain = land.size[district], land.terrain[district]
        supply[terrain] = max(supply[terrain], size)
        tiles[terrain] += size
        districts[terrain] += 1
        of_size[min(size, MAX_DISTRICT_TILES)] += 1
        squares += land.squares[district]
        if size > largest:
            largest, second, third = size, largest, second
        elif size > second:
            second, third = size, second
        elif size > third:
            third = size
    found.extend([land.areas, largest])
    found.extend(supply)
    found.extend(tiles)
    found.extend(districts)
    found.extend(of_size[2:])
    found.extend([squares, len(land.tiles), len(land.frontier)])
    _count_fences(land, found)
    for colour in range(3):
        found.append(min(supply[colour], house.eaters[colour]))
    found.extend([second, third])


def _count_fences(land: Land, found: list[int]) -> None:
    """Ends of fences at free cells, cells where two meet, and cells where both are of one fence."""
    fences = land.fences
    ends, meeting, closing = 0, 0, 0
    for cell in land.frontier:
        roots: list[int] = []
        closes = False
        for side in range(4):
            node = midpoint(cell, side)
            if node in fences:
                above = fences[node]
                while above != node:
                    node = above
                    above = fences[node]
                closes = closes or node in roots
                roots.append(node)
        ends += len(roots)
        meeting += 1 if len(roots) >= 2 else 0
        closing += 1 if closes else 0
    found.extend([ends, meeting, closing])
