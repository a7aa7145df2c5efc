"""The roll of six dice (SV 1.5, 2.1): too many tickets for the law about chance, so all of them here."""

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from farmstead.engine.contract import CHANCE, State
from farmstead.games.sunflower_valley.rules import GAME
from tests.laws import FixedTicket

ORDERS = 6**6  # of six dice with six faces each


@pytest.fixture
def before_the_roll() -> State:
    state = GAME.start(GAME.setup(2, ["sheet=A"]))
    for town in ["town T1", "town T2"]:
        state.apply(CHANCE, GAME.parse(town))
    return state


@pytest.mark.rule("SV 1.5")
def test_every_throw_of_six_equal_dice_can_come(before_the_roll: State) -> None:
    texts = [str(move) for move, _ in before_the_roll.odds()]
    assert texts == [f"roll {''.join(faces)}" for faces in combinations_with_replacement("HSFULC", 6)]
    assert len(texts) == 462


@pytest.mark.rule("SV 1.5")
def test_a_throw_weighs_as_much_as_there_are_orders_of_its_dice(before_the_roll: State) -> None:
    orders = Counter("".join(sorted(dice, key="HSFULC".index)) for dice in product("HSFULC", repeat=6))
    assert {str(move): weight for move, weight in before_the_roll.odds()} == {
        f"roll {dice}": count for dice, count in orders.items()
    }
    assert sum(weight for _, weight in before_the_roll.odds()) == ORDERS


@pytest.mark.rule("SV 2.1")
def test_every_order_of_the_dice_has_one_ticket(before_the_roll: State) -> None:
    tickets = [FixedTicket(number) for number in range(ORDERS)]
    dealt = Counter(str(before_the_roll.deal(ticket)) for ticket in tickets)
    assert dealt == {str(move): weight for move, weight in before_the_roll.odds()}
    assert all(ticket.asked == [ORDERS] for ticket in tickets)
