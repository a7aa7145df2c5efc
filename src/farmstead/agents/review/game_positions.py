"""All positions of a recorded game."""

from farmstead.engine.contract import CHANCE, Event, Seat, State
from farmstead.engine.record import score_text
from farmstead.engine.table import Table


class GamePositions:
    """Every position of a game, and the moves between them."""

    def __init__(self, table: Table) -> None:
        self.game = table.game
        self.setup = table.setup
        self.moves: list[tuple[Seat, str]] = list(table.moves())
        self.positions: list[State] = []
        self.choices: list[int] = []  # by ply: how many moves there were to choose from, or to come
        self.events: list[list[Event]] = []  # by ply: what the move made happen
        self.score = score_text(table)
        again = Table(table.game, table.setup)
        for seat, text in self.moves:
            self.positions.append(again.state.clone())
            self.choices.append(len(again.options(seat)))
            self.events.append(again.play(seat, text))
        self.end = again.state

    @property
    def is_over(self) -> bool:
        return not self.end.to_act()

    def decisions(self, first: int, end: int, seats: tuple[Seat, ...]) -> list[int]:
        """The plies at which one of `seats` had a choice."""
        return [ply for ply in range(first, end) if self.choices[ply] > 1 and self.moves[ply][0] in seats]

    def chances(self, first: int, end: int, eyes: Seat | None) -> list[int]:
        """The plies at which chance decided something, and `eyes` saw all of it."""
        found = self.decisions(first, end, (CHANCE,))
        return [
            ply for ply in found if eyes is None or all(event.heard_by(eyes) for event in self.events[ply])
        ]
