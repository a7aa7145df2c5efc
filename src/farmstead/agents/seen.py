"""What an agent gets and gives. It is made from a view, so an agent cannot cheat, not even by accident."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from farmstead.engine.contract import Dealer, Game, Seat, State


class Seen:
    """A decision as its seat sees it."""

    __slots__ = ("game", "legal", "seat", "view")

    def __init__(self, game: Game, seat: Seat, view: Mapping[str, object], legal: Sequence[str]) -> None:
        self.game = game
        self.seat = seat
        self.view = view
        self.legal = list(legal)  # the texts of the legal moves

    def imagine(self, dealer: Dealer) -> State:
        """A position that looks to the seat like this one; what it cannot know is dealt by `dealer`."""
        return self.game.from_view(self.seat, self.view, dealer)


class Agent(Protocol):
    """Chooses one of the legal moves."""

    def choose(self, seen: Seen) -> str:
        """The text of the move."""


def seen_at(game: Game, state: State, seat: Seat) -> Seen:
    """What `seat` is shown of a position."""
    return Seen(game, seat, state.view(seat), [str(move) for move in state.legal(seat)])
