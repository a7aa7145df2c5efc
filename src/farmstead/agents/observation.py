"""Observations: what an agent gets. Made from a view, so an agent cannot cheat, not even by accident."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Protocol

from farmstead.engine.contract import Dealer, Game, Seat, State
from farmstead.engine.dealer import QuickDealer


class Observation:
    """A decision as its seat sees it."""

    __slots__ = ("_text", "game", "legal", "seat", "view")

    def __init__(self, game: Game, seat: Seat, view: Mapping[str, object], legal: Sequence[str]) -> None:
        self.game = game
        self.seat = seat
        self.view = view
        self.legal = list(legal)  # the texts of the legal moves
        self._text = ""

    def imagine(self, dealer: Dealer) -> State:
        """A position that looks to the seat like this one; what it cannot know is dealt by `dealer`."""
        return self.game.from_view(self.seat, self.view, dealer)

    def standing(self) -> Sequence[Mapping[str, int | None]]:
        """The score of each seat by its lines, if the game ended now; None where the view does not tell."""
        from farmstead.render.page import page_for  # here, since most agents never ask
        from farmstead.render.poster import score_of

        return score_of(self.game, self.view, page_for(self.game)).lines

    def text(self) -> str:
        """The view as canonical JSON: equal views have equal texts."""
        if not self._text:
            self._text = json.dumps(self.view, sort_keys=True, separators=(",", ":"))
        return self._text

    def dice(self, seed: int) -> QuickDealer:
        """The random numbers of an agent with this seed for this view, whatever it was asked before."""
        digest = hashlib.sha256(f"{seed} {self.text()}".encode()).digest()
        return QuickDealer(int.from_bytes(digest[:4], "big"))


class Agent(Protocol):
    """Chooses one of the legal moves; the same seed and the same view give the same move.

    An agent that holds something, such as a process, also has `close()`; one that wants to hear how the game
    ended has `over(scores, places)`. `guard.Guarded` calls both where they are there.
    """

    def choose(self, seen: Observation) -> str:
        """The text of the move."""


def observation_at(game: Game, state: State, seat: Seat) -> Observation:
    """What `seat` is shown of a position."""
    return Observation(game, seat, state.view(seat), [str(move) for move in state.legal(seat)])
