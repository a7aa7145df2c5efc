"""The best end of a farm (WG 8.10): as every way tried says, and told at once however large a barn is."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from farmstead import shelf
from farmstead.games.walnut_grove.pictures.tally_best import FarmEnd, Goods, best_end
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.names import COPPER, SAFE, STORE
from farmstead.games.walnut_grove.rules.position import Switches
from farmstead.render.tally import tally_for
from tests.edition_files import EditionFile
from tests.render.test_tally import GROVE, LANGUAGES, deal_anew, last_decisions

HUGE = EditionFile(GROVE).changed(
    ('name = "farmstead"', 'name = "huge"'),
    ("barn_spaces = 4", "barn_spaces = 20"),
    ("barn_sites = 2", "barn_sites = 20"),
    ("barn_tile_adds = 2", "barn_tile_adds = 20"),
    ("\nbarn = 4", "\nbarn = 99"),
    *[(f"\n{coin} = ", f"\n{coin} = 9") for coin in ("copper", "silver", "gold")],
)


def every_end(farm: Farm, switches: Switches) -> FarmEnd:
    """Everything that can be given and thrown away, each way scored by itself."""
    barn = sum(farm.barn[:COPPER])
    have = Goods(sum(farm.goods) - barn, barn, *farm.barn[COPPER:])
    saved = 2 if switches.open_help_costs else 0
    given = [Goods(*counts) for counts in product(*[range(min(3, held) + 1) for held in have])]
    paid = [each for each in given if sum(each) == 3 and (switches.jokers_anywhere or not any(each[2:]))]
    found = []
    for repaid in [None, *(paid if farm.help_open else [])]:
        left = have.less(repaid or Goods())
        for coins in product(*[range(held + 1) for held in left[2:]]):
            kept = left.less(Goods(0, 0, *coins))
            more = points(farm, have, kept) - points(farm, have, have) + (saved if repaid else 0)
            found.append(FarmEnd(more, kept.land + kept.barn, repaid, Goods(0, 0, *coins)))
    return max(found, key=lambda end: (end.more, end.goods, -sum(end.repaid or ()) - sum(end.thrown)))


def points(farm: Farm, have: Goods, kept: Goods) -> int:
    """WG 8.5, 8.6, with the free spaces filled from land."""
    room = int(farm.room) + sum(have[1:]) - sum(kept[1:])
    safe, store = farm.improvements[SAFE], farm.improvements[STORE]
    return kept.silver + 2 * kept.gold + safe * sum(kept[2:]) + store * (kept.barn + min(room, kept.land))


def test_the_best_end_is_the_best_of_all() -> None:
    chance, thrown = Random(46), 0
    for state, seat in last_decisions():
        for _ in range(60):
            farm = state.clone().farms[seat]
            deal_anew(farm, chance)
            farm.improvements[SAFE], farm.improvements[STORE] = chance.randint(0, 1), chance.randint(0, 4)
            while farm.room and chance.random() < 0.9:
                farm.put(chance.randrange(8))
            end = best_end(farm, state.switches)
            assert end == every_end(farm, state.switches)
            thrown += any(end.thrown)
    assert thrown > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_barn_of_an_own_edition_may_hold_hundreds_of_coins(language: str) -> None:
    """To try every way of throwing them away would take the memory of a machine."""
    tally = tally_for(shelf.game_with(GROVE, HUGE), language)
    coins = ["copper"] * 140 + ["silver"] * 140 + ["gold"] * 140
    farm: dict[str, Any] = {"board": "yellow", "barns": 20, "barn": coins, "help": {"open": 1}}
    counted = tally.counted([farm], 0, "", None)
    assert counted.better.points == int(str(counted.scores[0]["total"])) + 2  # three coppers for the tile
