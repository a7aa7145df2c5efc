"""The one checked door, steps that happen by themselves, and how far back a player may go."""

from __future__ import annotations

import pytest

from farmstead import shelf
from farmstead.engine.contract import CHANCE, IllegalMove, NotUnderstood
from farmstead.engine.dealer import KeyedDealer, QuickDealer
from farmstead.engine.table import Table, replay
from farmstead.games.walnut_grove.rules import GAME as WALNUT_GROVE
from pebbles.rules import Pebbles

GAME = Pebbles()


def table(seats: int, *moves: str) -> Table:
    """`"* heap 2"`, `"1 take 1"`: seats as they are written."""
    found = Table(GAME, GAME.setup(seats))
    for move in moves:
        who, _, text = move.partition(" ")
        found.play(CHANCE if who == "*" else int(who) - 1, text)
    return found


def texts(found: Table) -> list[str]:
    return [f"{entry.seat + 1} {entry.text}" for entry in found.entries]


def test_a_legal_move_is_made_and_recorded() -> None:
    found = table(2, "* heap 2", "2 take 2")
    assert found.moves() == [(CHANCE, "heap 2"), (1, "take 2")]
    assert found.state.to_act() == [0]


def test_a_move_out_of_turn_an_illegal_move_and_nonsense_change_nothing() -> None:
    found = table(2, "* heap 1", "1 take 1")
    before = found.state.text()
    with pytest.raises(IllegalMove) as caught:
        found.play(0, "take 1")
    assert caught.value.refusal.tried == "take 1"
    with pytest.raises(IllegalMove) as caught:
        found.play(1, "take 2")
    assert caught.value.refusal.instead == ["take 1"]
    with pytest.raises(NotUnderstood):
        found.play(1, "fly")
    with pytest.raises(IllegalMove):
        found.play(CHANCE, "heap 3")
    assert found.state.text() == before
    assert len(found.entries) == 2


def test_options_are_the_legal_moves_or_the_outcomes_of_chance() -> None:
    found = table(2)
    assert [str(move) for move in found.options(CHANCE)] == ["heap 1", "heap 2", "heap 3"]
    assert found.options(0) == []
    found.play(CHANCE, "heap 1")
    assert [str(move) for move in found.options(0)] == ["take 1"]


def test_settle_makes_forced_steps_and_chance_and_stops_at_a_choice() -> None:
    found = table(2, "* heap 1")
    found.settle()
    assert texts(found) == ["0 heap 1", "1 take 1", "2 take 1"]
    assert [entry.forced for entry in found.entries] == [False, True, True]
    found.play(0, "stay")
    found.play(1, "bet")
    log = found.settle()
    assert log == [] and found.state.to_act() == [CHANCE]
    found.settle(KeyedDealer(b"key"))
    assert found.state.to_act() != [CHANCE]


def test_chance_cannot_be_taken_back() -> None:
    found = table(1, "* heap 2")
    assert found.undoable(0) == []
    with pytest.raises(IllegalMove) as caught:
        found.undo(0)
    assert caught.value.refusal.key == "undo_chance"


def test_nothing_to_take_back_at_the_start_or_behind_a_barrier() -> None:
    with pytest.raises(IllegalMove) as caught:
        table(1).undo(0)
    assert caught.value.refusal.key == "undo_start"
    found = table(2, "* heap 2", "1 take 2", "2 take 2", "1 bet", "2 stay")
    with pytest.raises(IllegalMove) as caught:
        found.undo(0)
    assert caught.value.refusal.key == "undo_barrier"


def test_alone_a_player_may_go_back_to_the_last_chance() -> None:
    found = table(1, "* heap 2", "1 take 2", "1 bet")
    assert texts(found)[-1] == "1 bet"
    found.play(CHANCE, "heap 3")
    assert found.undoable(0) == []
    found = table(1, "* heap 2", "1 take 2")
    assert found.undo(0) == 1
    assert texts(found) == ["0 heap 2"]


def test_in_a_simultaneous_stage_the_others_moves_stay() -> None:
    found = table(3, "* heap 3", "1 take 1", "2 take 2")
    assert found.undo(0) == 1
    assert texts(found) == ["0 heap 3", "2 take 2"]
    assert found.state.to_act() == [0, 2]


def test_a_stage_that_has_ended_for_all_is_closed() -> None:
    found = table(2, "* heap 3", "1 take 1", "2 take 2")
    assert found.undoable(0) == []
    assert found.undoable(1) == []


def test_in_turns_another_seats_move_is_a_barrier() -> None:
    found = table(3, "* heap 3", "1 take 1", "2 take 2", "3 take 2", "1 bet")
    assert found.undo(0) == 1
    found.play(0, "stay")
    found.play(1, "bet")
    assert found.undoable(0) == []
    assert found.undo(1) == 1


def test_forced_steps_go_back_with_the_choice_before_them() -> None:
    """WG 5.6: a toll without a coin is a step without choice; it goes back with the visit before it."""
    found, dealer, random = Table(WALNUT_GROVE, WALNUT_GROVE.setup(1)), KeyedDealer(b"forced"), QuickDealer(2)
    seen = 0
    while found.state.to_act():
        found.settle(dealer)
        choices = len(found.entries)
        if found.state.to_act():
            found.play(0, str(found.state.pick(0, random)))
            found.settle()
            after = [entry.forced for entry in found.entries[choices:]]
            if after[1:] and all(after[1:]):
                seen += 1
                assert found.undo(0) == len(after)
                assert len(found.entries) == choices
                found.play(0, str(found.state.pick(0, random)))
    assert seen > 3


def test_several_choices_at_once_or_none_at_all() -> None:
    found = table(2, "* heap 2", "1 take 2", "2 take 2", "1 bet", "2 stay", "* heap 3", "1 take 1")
    with pytest.raises(IllegalMove):
        found.undo(0, 2)
    assert len(found.entries) == 7
    assert found.undo(0, 1) == 1


def test_a_move_and_an_undo_can_be_checked_without_being_made() -> None:
    found = table(3, "* heap 3", "1 take 1", "2 take 2")
    before, moves = found.state.text(), found.moves()
    found.check(2, "take 1")
    assert found.taken_back(0) == [1] and found.taken_back(1) == [2]
    for seat, text in [(0, "take 1"), (2, "bet"), (2, "fly"), (CHANCE, "heap 1")]:
        with pytest.raises(IllegalMove) as checked:
            found.check(seat, text)
        with pytest.raises(IllegalMove) as played:
            found.play(seat, text)
        assert str(checked.value) == str(played.value) and type(checked.value) is type(played.value)
    with pytest.raises(IllegalMove):
        found.taken_back(2)
    assert found.state.text() == before and found.moves() == moves


def test_rewinding_goes_beyond_any_barrier() -> None:
    found = table(2, "* heap 2", "1 take 2", "2 take 2", "1 bet", "2 stay", "* heap 3")
    found.rewind(2)
    assert texts(found) == ["0 heap 2", "1 take 2"] and found.state.to_act() == [1]
    found.rewind(2)
    assert len(found.entries) == 2
    found.rewind(0)
    assert found.entries == [] and found.state.to_act() == [CHANCE]


def test_a_kept_position_is_not_gone_back_before_by_mistake() -> None:
    found = table(2, "* heap 2")
    found.rest()
    found.play(0, "take 2")
    found.rest()  # seat 1 can still take its move back: the position before it stays the kept one
    assert found.undo(0) == 1 and texts(found) == ["0 heap 2"]
    found.rewind(0)
    found.play(CHANCE, "heap 3")
    found.play(1, "take 1")
    assert found.undo(1) == 1 and texts(found) == ["0 heap 3"]


@pytest.mark.parametrize("game", shelf.names())
def test_going_back_from_a_kept_position_is_like_going_back_from_the_start(game: str) -> None:
    """`Table.rest` only saves work: with and without it, undo leads to the same game."""
    found = shelf.game(game)
    resting, plain = Table(found, found.setup(3)), Table(found, found.setup(3))
    dealer, random, undone = KeyedDealer(b"rest"), QuickDealer(5), 0
    while plain.state.to_act():
        resting.settle(dealer)
        plain.settle(dealer)
        resting.rest()
        if not plain.state.to_act():
            break
        seats = plain.state.to_act()
        seat = seats[random.below(len(seats))]
        if plain.undoable(seat) and random.below(4) == 0:
            assert resting.undo(seat) == plain.undo(seat)
            undone += 1
        else:
            text = str(plain.state.pick(seat, random))
            assert [str(event) for event in resting.play(seat, text)] == [
                str(event) for event in plain.play(seat, text)
            ]
        assert resting.state.text() == plain.state.text() and resting.moves() == plain.moves()
    assert undone > 5
    half = len(plain.entries) // 2
    resting.rewind(half)
    plain.rewind(half)
    assert resting.state.text() == plain.state.text() and len(resting.moves()) == half


def test_replay_yields_the_table_before_and_after_every_move() -> None:
    moves = [(CHANCE, "heap 2"), (0, "take 1")]
    states = [found.state.text() for found in replay(GAME, GAME.setup(1), moves)]
    assert len(states) == 3 and len(set(states)) == 3


def test_an_interpreted_game_can_be_played_by_the_engine() -> None:
    """Other packages may write games: their classes are subclasses of perhaps compiled ones."""
    found, dealer = Table(GAME, GAME.setup(3)), QuickDealer(1)
    while found.state.to_act():
        seat = found.state.to_act()[0]
        if seat == CHANCE:
            found.deal(dealer)
        else:
            found.play(seat, str(found.state.pick(seat, dealer)))
    assert found.state.scores() == [found.state.score_lines(seat)["total"] for seat in range(3)]
