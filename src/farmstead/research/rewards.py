"""Rewards by name. Each is what a seat has earned so far; a step pays what came since the last one.

So the rewards of a game sum to the value at its end, whichever is chosen and however many steps it took.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, final

from farmstead.engine.contract import BadSetup, Seat, State

DEFAULT_REWARD: Final = "points"


def points(state: State, seat: Seat) -> float:
    return 0.0 if state.to_act() else float(state.scores()[seat])


def difference(state: State, seat: Seat) -> float:
    if state.to_act():
        return 0.0
    scores = state.scores()
    others = scores[:seat] + scores[seat + 1 :]
    return float(scores[seat] - (max(others) if others else 0))


def win(state: State, seat: Seat) -> float:
    if state.to_act():
        return 0.0
    places = state.places()
    return 1.0 / places.count(1) if places[seat] == 1 else 0.0


def lines(state: State, seat: Seat) -> float:
    return float(state.score_lines(seat)["total"])


REWARDS: Final[Mapping[str, Callable[[State, Seat], float]]] = {
    "points": points,
    "difference": difference,
    "win": win,
    "lines": lines,
}
ABOUT: Final[Mapping[str, str]] = {
    "points": "The final points, paid when the game is over.",
    "difference": "The final points less those of the best other seat; alone, the points.",
    "win": "1 for the winner when the game is over; winners who share the first rank share it.",
    "lines": "All categories of the score as they stand: points are paid, or taken,"
    " as soon as they are gained.",
}


@final
class RewardMeter:
    """Pays one seat of one game what it has earned since the last step."""

    def __init__(self, name: str, seat: Seat) -> None:
        if name not in REWARDS:
            raise BadSetup(f"there is no reward {name!r}; there are {', '.join(REWARDS)}", "reward")
        self._worth = REWARDS[name]
        self._seat = seat
        self._paid = 0.0

    def reset(self) -> None:
        """A new game begins: nothing has been paid."""
        self._paid = 0.0

    def step(self, state: State) -> float:
        """What the seat has earned since the last step."""
        worth = self._worth(state, self._seat)
        paid, self._paid = self._paid, worth
        return worth - paid
