"""Sunflower Valley as numbers: one to one, exact masks, the quick encoder like the slow one."""

from __future__ import annotations

import pytest

from farmstead.engine.contract import IllegalMove
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.encoding import NOTHING_TO_DO, BadEncoding, Encoding
from farmstead.games.sunflower_valley.encoding import encoding
from farmstead.games.sunflower_valley.rules import GAME
from farmstead.games.sunflower_valley.rules.state import SunflowerValley
from tests.encoding_laws import check_game, check_refusals, check_table_of_actions, written

SETUPS = [
    (seats, option) for seats in (2, 3, 4, 5) for option in ("standard", "family", "sheet=C", "start=2")
]


def rolled(seats: int, seed: int = 1) -> SunflowerValley:
    """A table at the first decision."""
    state = GAME.start(GAME.setup(seats))
    dealer = QuickDealer(seed)
    while not state.is_playing():
        state.apply(-1, dealer.deal(state))
    return state


def look(numbers: Encoding, state: SunflowerValley, seat: int) -> dict[str, list[int]]:
    return numbers.observation(state.view(seat))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_actions_are_few_and_all_named(seats: int) -> None:
    numbers = encoding(GAME, seats)
    check_table_of_actions(numbers)
    assert numbers.actions == 51 <= 1024
    assert [(each.first, each.size) for each in numbers.ranges] == [(0, 1), (1, 6), (7, 5), (12, 30), (42, 9)]


@pytest.mark.parametrize(("seats", "option"), SETUPS)
def test_a_whole_game_keeps_the_laws(seats: int, option: str) -> None:
    setup = GAME.setup(seats, [option])
    positions = check_game(GAME, setup, encoding(GAME, seats), QuickDealer(seats), refused_every=25)
    assert positions > 3 * 24 * seats


def test_numbers_that_are_published_stay() -> None:
    """Version 1: what an action means may never change."""
    view = rolled(2).view(0)
    known = {1: "take house", 6: "take curve", 7: "reserve orange", 11: "reserve blue", 12: "draw a1"}
    known |= {17: "draw a6", 18: "draw b1", 41: "draw e6", 42: "way L03", 45: "way C02", 50: "way C35"}
    assert {n: str(encoding(GAME, 2).move_of(view, n)) for n in known} == known


def test_a_seat_sees_itself_first() -> None:
    numbers = encoding(GAME, 3)
    state = rolled(3)
    towns = [valley.town for valley in state.valleys]
    for seat in range(3):
        seen = look(numbers, state, seat)
        assert seen["towns"] == towns[seat:] + towns[:seat]
        assert seen["seat"] == [seat]
        assert seen["first"] == seen["start"] == [-seat % 3]
        assert seen["to_act"][-seat % 3] == 1 == sum(seen["to_act"])


def test_a_turn_is_seen_as_it_is_made() -> None:
    numbers = encoding(GAME, 2)
    state = rolled(2)
    seat = state.to_act()[0]
    assert look(numbers, state, seat)["decision"] == [0]
    dice = look(numbers, state, seat)["pool"]
    assert sum(dice) == 6
    take = state.legal(seat)[0]
    face = numbers.action_at(state, seat, take) - 1
    state.apply(seat, take)
    seen = look(numbers, state, 1 - seat)
    assert seen["die"] == [face] and seen["decision"] == [1]
    assert seen["pool"] == [many - (n == face) for n, many in enumerate(dice)]


def test_every_difference_of_positions_is_seen() -> None:
    """Nothing is hidden: after any move of a game no seat sees what it saw before."""
    numbers = encoding(GAME, 4)
    state = rolled(4)
    dealer = QuickDealer(5)
    before = [written(numbers, state, seat) for seat in range(4)]
    while state.to_act():
        seat = state.to_act()[0]
        state.apply(seat, dealer.deal(state) if seat < 0 else state.pick(seat, dealer))
        after = [written(numbers, state, seat) for seat in range(4)]
        assert all(one != other for one, other in zip(before, after, strict=True))
        before = after


@pytest.mark.parametrize("seats", [2, 5])
def test_a_view_read_back_gives_the_same_numbers(seats: int) -> None:
    numbers = encoding(GAME, seats)
    state = rolled(seats)
    for seat in range(seats):
        again = GAME.from_view(seat, state.view(seat), QuickDealer(3))
        assert written(numbers, again, seat) == written(numbers, state, seat)


def test_refusals_have_a_paragraph() -> None:
    numbers = encoding(GAME, 2)
    state = rolled(2)
    seat = state.to_act()[0]
    for who in (0, 1):
        check_refusals(numbers, state, who)
    with pytest.raises(IllegalMove, match=r"SV 3\.3 passing"):
        numbers.legal_move(state, seat, NOTHING_TO_DO)
    with pytest.raises(IllegalMove, match=r"SV 3\.3 passing"):
        numbers.move_of(state.view(seat), NOTHING_TO_DO)
    with pytest.raises(IllegalMove, match=r"draw a1: SV 3\.1 wrong_decision"):
        numbers.legal_move(state, seat, 12)


def test_other_versions_seats_and_views_are_refused() -> None:
    with pytest.raises(BadEncoding, match="no version 2"):
        encoding(GAME, 2, 2)
    with pytest.raises(BadEncoding, match="2 to 5 seats, not 6"):
        encoding(GAME, 6)
    state = rolled(3)
    with pytest.raises(BadEncoding, match="table of 2"):
        encoding(GAME, 2).observation(state.view(0))
    with pytest.raises(BadEncoding, match="view of a seat"):
        encoding(GAME, 3).observation(state.view(None))
