"""Moves without choice on an imagined copy of a game, as `engine/table.py` makes them at a table."""

from __future__ import annotations

from farmstead.engine.contract import Event, Seat, State


def is_forced(state: State, seat: Seat) -> bool:
    """Whether a seat that is to act has one move only, which is no secret."""
    moves = state.legal(seat)
    return len(moves) == 1 and not state.conceals(seat, moves[0])


def make_forced(state: State, seat: Seat, log: list[Event] | None = None) -> list[str]:
    """Make the moves of a seat as long as there is no choice; says which."""
    made: list[str] = []
    while seat in state.to_act() and is_forced(state, seat):
        move = state.legal(seat)[0]
        made.append(str(move))
        state.apply(seat, move, log)
    return made
