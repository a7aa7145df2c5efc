"""What every encoding must keep, over whole games: `check_game` plays one and looks at every position."""

from __future__ import annotations

from array import array

import pytest

from farmstead.engine.contract import CHANCE, Dealer, Game, IllegalMove, Setup, State
from farmstead.engine.encoding import FLAG, NOTHING_TO_DO, NUMBER, Encoding

MARGIN = 3  # numbers before and after what is written, which must stay as they are
UNTOUCHED = 7


def check_table_of_actions(encoding: Encoding) -> None:
    """The ranges name every action once, in order."""
    after = 0
    for each in encoding.ranges:
        assert each.first == after and each.size > 0
        after += each.size
    assert after == encoding.actions
    assert encoding.ranges[0].first == NOTHING_TO_DO and encoding.ranges[0].size == 1
    assert encoding.size == sum(field.size for field in encoding.fields)
    assert len({field.name for field in encoding.fields}) == len(encoding.fields)


def written(encoding: Encoding, state: State, seat: int) -> array[int]:
    """What `write_observation` writes; it may touch nothing beside."""
    numbers = array(NUMBER, [UNTOUCHED] * (encoding.size + 2 * MARGIN))
    encoding.write_observation(state, seat, memoryview(numbers), MARGIN)
    assert list(numbers[:MARGIN]) == list(numbers[-MARGIN:]) == [UNTOUCHED] * MARGIN
    return numbers[MARGIN:-MARGIN]


def written_mask(encoding: Encoding, state: State, seat: int) -> bytes:
    """What `write_mask` writes; it may touch nothing beside."""
    flags = array(FLAG, [UNTOUCHED] * (encoding.actions + 2 * MARGIN))
    encoding.write_mask(state, seat, memoryview(flags), MARGIN)
    assert list(flags[:MARGIN]) == list(flags[-MARGIN:]) == [UNTOUCHED] * MARGIN
    return flags[MARGIN:-MARGIN].tobytes()


def check_seat(encoding: Encoding, state: State, seat: int) -> None:
    """Dict, flat vector and the quick one agree and keep their bounds; actions and moves are one to one."""
    view = state.view(seat)
    arrays = encoding.observation(view)
    assert list(arrays) == [field.name for field in encoding.fields]
    for field in encoding.fields:
        numbers = arrays[field.name]
        assert len(numbers) == field.size, field
        assert field.low <= min(numbers) and max(numbers) <= field.high, (field, numbers)
    flat = encoding.flat(view)
    assert flat.tolist() == [number for numbers in arrays.values() for number in numbers]
    assert written(encoding, state, seat) == flat, state.text()
    moves = state.legal(seat)
    wanted = bytearray(encoding.actions)
    for move in moves:
        action = encoding.action_of(view, move)
        assert action != NOTHING_TO_DO and not wanted[action], (str(move), state.text())
        wanted[action] = 1
        assert encoding.move_of(view, action) is move
        assert encoding.action_at(state, seat, move) == action
        assert encoding.legal_move(state, seat, action) is move
    if not moves:
        wanted[NOTHING_TO_DO] = 1
    assert encoding.mask(state, seat) == written_mask(encoding, state, seat) == bytes(wanted)


def check_refusals(encoding: Encoding, state: State, seat: int) -> None:
    """Every action that is not in the mask is refused with a paragraph."""
    mask = encoding.mask(state, seat)
    for action in range(encoding.actions):
        if not mask[action] or action == NOTHING_TO_DO:
            with pytest.raises(IllegalMove) as caught:
                encoding.legal_move(state, seat, action)
            assert caught.value.refusal.rule and caught.value.refusal.rule != "encoding", action
    for action in (-1, encoding.actions):
        with pytest.raises(IllegalMove, match="encoding bad_form"):
            encoding.legal_move(state, seat, action)


def check_game(game: Game, setup: Setup, encoding: Encoding, dealer: Dealer, refused_every: int = 0) -> int:
    """Play one game at random, every seat looked at in every position; how many positions there were."""
    state = game.start(setup)
    positions = 0
    while True:
        for seat in range(setup.seats):
            check_seat(encoding, state, seat)
        if refused_every and positions % refused_every == 0:
            check_refusals(encoding, state, positions % setup.seats)
        positions += 1
        acting = state.to_act()
        if not acting:
            return positions
        seat = acting[dealer.below(len(acting))]
        move = dealer.deal(state) if seat == CHANCE else state.pick(seat, dealer)
        state.apply(seat, move)
