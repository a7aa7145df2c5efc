"""A game's encoding: its moves as numbers of a fixed action space, what a seat sees as arrays of integers.

An encoding is made for a game, a number of seats and a version; a change of what any number means is a new
version. `observation`, `action_of` and `move_of` work from a seat's view and are the definition: a view holds
what its seat may know, so an encoding of it cannot hold more. `write_observation` and `write_mask` read the
position instead, into buffers that they are given, and must write the very same numbers.

Observations are signed numbers of 16 bits, a mask is a byte for each action. A buffer is a memoryview with
one dimension (of format `h` for observations, `B` for masks), so that the engine needs no other library:
`memoryview(array("h", bytes(2 * n)))`, or `memoryview(numpy.zeros(n, numpy.int16))`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias, final

from mypy_extensions import mypyc_attr

from farmstead.engine.contract import Action, FarmsteadError, IllegalMove, NotUnderstood, Refusal, Seat, State

View: TypeAlias = Mapping[str, object]  # what `State.view` gives a seat
NOTHING_TO_DO: Final = 0  # the action of a seat that is not to act, in every game
NUMBER: Final = "h"  # type code of the numbers of an observation
FLAG: Final = "B"  # type code of a mask
LOWEST: Final = -(1 << 15)
HIGHEST: Final = (1 << 15) - 1


@mypyc_attr(allow_interpreted_subclasses=True)
class BadEncoding(FarmsteadError):
    """An encoding that there is not: its version, or a view of another game or number of seats."""


@final
class Field:
    """A named array of an observation: its shape, and the bounds that all its numbers keep, both included."""

    __slots__ = ("about", "high", "low", "name", "shape", "size")

    def __init__(self, name: str, shape: Sequence[int], low: int, high: int, about: str) -> None:
        assert LOWEST <= low <= high <= HIGHEST
        self.name = name
        self.shape = tuple(shape)  # numbers are in row-major order: the last index runs fastest
        self.low = low
        self.high = high
        self.about = about  # what it holds, for the table in the docs
        self.size = 1
        for length in self.shape:
            self.size *= length

    def __repr__(self) -> str:
        return f"<{self.name} {self.shape} {self.low}..{self.high}>"


@final
class ActionRange:
    """Action numbers that follow each other and mean the same sort of move, for the table in the docs."""

    __slots__ = ("about", "first", "move", "size")

    def __init__(self, first: int, size: int, move: str, about: str) -> None:
        self.first = first
        self.size = size
        self.move = move  # how the move is written: `take FACE`
        self.about = about  # what the number within the range counts


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoding(ABC):
    """The numbers of one game at one number of seats. Has no state: it can be shared by all games in play."""

    name: str  # of the game
    version: int
    seats: int
    actions: int  # how many there are: 0 to actions - 1, and 0 is NOTHING_TO_DO
    ranges: list[ActionRange]  # what they mean; every action is in one range, in order
    fields: list[Field]  # in the order in which the flat vector holds them
    size: int  # numbers of the flat vector

    # ---- the definition, from a view ----------------------------------------------------------------------

    @abstractmethod
    def observation(self, view: View) -> dict[str, list[int]]:
        """What the seat of a view sees: for each field its numbers in row-major order."""

    @abstractmethod
    def action_of(self, view: View, move: Action) -> int:
        """The number of a move that the seat of this view may make now."""

    @abstractmethod
    def move_of(self, view: View, action: int) -> Action:
        """The move that a number means to the seat of this view, whether the rules allow it now or not.

        Inverse of `action_of`. IllegalMove, with a paragraph, for a number that means no move here:
        NOTHING_TO_DO, one that is out of range, the third of two tiles.
        """

    def flat(self, view: View) -> array[int]:
        """The arrays of `observation` one after the other, in the order of `fields`."""
        arrays = self.observation(view)
        numbers = array(NUMBER)
        for field in self.fields:
            numbers.extend(arrays[field.name])
        return numbers

    def mask(self, state: State, seat: Seat) -> bytes:
        """1 for each action whose move is in `legal`, else 0; only NOTHING_TO_DO for a seat not to act."""
        flags = bytearray(self.actions)
        moves = state.legal(seat)
        view = state.view(seat) if moves else {}
        for move in moves:
            flags[self.action_of(view, move)] = 1
        if not moves:
            flags[NOTHING_TO_DO] = 1
        return bytes(flags)

    # ---- the same, quicker, from a position ---------------------------------------------------------------

    @abstractmethod
    def write_observation(self, state: State, seat: Seat, out: memoryview[int], at: int) -> None:
        """Write `flat(state.view(seat))` to `out[at : at + size]`."""

    @abstractmethod
    def write_mask(self, state: State, seat: Seat, out: memoryview[int], at: int) -> None:
        """Write `mask(state, seat)` to `out[at : at + actions]`."""

    def action_at(self, state: State, seat: Seat, move: Action) -> int:
        """`action_of` the view of `seat`."""
        return self.action_of(state.view(seat), move)

    def move_at(self, state: State, seat: Seat, action: int) -> Action:
        """`move_of` the view of `seat`."""
        return self.move_of(state.view(seat), action)

    def legal_move(self, state: State, seat: Seat, action: int) -> Action:
        """The move that a number means; IllegalMove with the paragraph of the rules that forbids it."""
        legal = state.legal(seat)  # first: `move_at` finds the very objects that have been offered
        move = self.move_at(state, seat, action)
        if move not in legal:
            raise IllegalMove(state.why_not(seat, move))
        return move


def field_sizes(fields: Sequence[Field]) -> int:
    """How many numbers fields have together."""
    return sum([field.size for field in fields])


def no_such_action(action: int, actions: int) -> IllegalMove:
    """What `move_of` raises for a number that no action has."""
    return NotUnderstood(Refusal("encoding", "bad_form", f"action {action}", {}, [f"0 to {actions - 1}"]))
