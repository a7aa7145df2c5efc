"""What a game in extensive form pays at its end, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from farmstead.engine.contract import BadSetup, Seat, State
from farmstead.engine.game_tree import GameTree
from farmstead.research import rewards

UTILITIES: Final = ("points", "difference", "win")


class Utility(NamedTuple):
    """What each seat is paid when the game is over, and bounds of that."""

    worth: Callable[[State, Seat], float]
    less: float  # taken from what it is worth
    least: float
    most: float
    sums_to_zero: bool

    def paid(self, state: State) -> list[float]:
        """By seat; nothing before the game is over."""
        if state.to_act():
            return [0.0] * state.seats()
        return [self.worth(state, seat) - self.less for seat in range(state.seats())]


def utility_of(name: str, tree: GameTree, seats: int) -> Utility:
    """The utility of this name; BadSetup where there is none, or it needs others to play with."""
    fewest, most = float(tree.fewest_points), float(tree.most_points)
    if name not in UTILITIES:
        raise BadSetup(f"there is no utility {name!r}; there are {', '.join(UTILITIES)}", "utility")
    if name == "points":
        return Utility(rewards.points, 0.0, fewest, most, False)
    if seats == 1:
        raise BadSetup(f"utility={name} compares with other seats; alone there is utility=points", "utility")
    if name == "difference":
        return Utility(rewards.difference, 0.0, fewest - most, most - fewest, seats == 2)
    equal = 1.0 / seats
    return Utility(rewards.win, equal, -equal, 1.0 - equal, True)
