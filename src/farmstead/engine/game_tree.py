"""What libraries for games in extensive form ask of a game's tree before a game of it is played."""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import mypyc_attr

from farmstead.engine.contract import Action, Seat, State


@mypyc_attr(allow_interpreted_subclasses=True)
class GameTree:
    """The outcomes of chance as numbers, and bounds that every game with these components and seats keeps.

    The number of an outcome is its place in `outcomes`, in every position. The bounds need not be reached.
    """

    def __init__(
        self,
        outcomes: Sequence[Action],
        decisions: int,
        chance_events: int,
        points: tuple[int, int],
        hidden: bool,
    ) -> None:
        self.outcomes = list(outcomes)  # all that chance may bring, whatever is decided by it
        self.number_of: dict[Action, int] = {move: n for n, move in enumerate(self.outcomes)}
        self.decisions = decisions  # moves of all seats together, at most
        self.chance_events = chance_events  # moves of chance, at most
        self.fewest_points, self.most_points = points  # of a seat
        self.hidden = hidden  # whether a seat may know what others do not

    def disguise(self, state: State, mover: Seat, move: Action) -> tuple[Seat, Action] | None:
        """None where all see a move that is about to be made. Else who alone sees it, and the move that the
        others see in its place: one and the same for all moves that they cannot tell apart.
        """
        return None

    def alike(self, state: State) -> str:
        """A text that positions have in common which only names tell apart: what is legal in one is in the
        other, but for the names, and leads to such positions again, and all are worth the same.
        """
        return state.text()
