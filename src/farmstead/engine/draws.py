"""The chance events of a game: what could have come out, what did, and which ticket leads to what."""

from __future__ import annotations

from collections.abc import Sequence

from farmstead.engine.contract import CHANCE, Seat
from farmstead.engine.table import Table


class ChanceDraw:
    """One chance event. `odds` are the outcomes in order with their weights; `faces` those of equal dice."""

    __slots__ = ("dice", "faces", "move", "name", "odds", "outcome", "tickets")

    def __init__(self, move: int, name: str, odds: list[tuple[str, int]], faces: str, outcome: str) -> None:
        self.move = move  # which move of the game it is, from 0
        self.name = name
        self.odds = odds
        self.faces = faces  # a letter for each, or nothing where no dice are thrown
        self.outcome = outcome  # what stands in the record
        self.tickets = sum([weight for _, weight in odds])  # how many there are
        self.dice = _digits(self.tickets, len(faces)) if faces else 0  # how many are thrown

    def outcome_of(self, ticket: int) -> str:
        """What a ticket leads to, as docs/fair.md says it, and not as the game is dealt."""
        return self._thrown(ticket) if self.faces else self._listed(ticket)

    def _listed(self, ticket: int) -> str:
        """Outcomes own tickets in their order, each as many as its weight."""
        for outcome, weight in self.odds:
            if ticket < weight:
                return outcome
            ticket -= weight
        raise ValueError("there are not so many tickets")

    def _thrown(self, ticket: int) -> str:
        """The ticket's digits are what the dice show; they are written in the order of the faces."""
        shown: list[int] = []
        for _ in range(self.dice):
            shown.append(ticket % len(self.faces))
            ticket //= len(self.faces)
        letters = "".join([self.faces[face] for face in sorted(shown)])
        return f"{self.verb()} {letters}"

    def verb(self) -> str:
        """The word that a throw is written with."""
        return self.odds[0][0].split(" ")[0]


def _digits(numbers: int, base: int) -> int:
    """How many digits tell so many numbers apart."""
    count, size = 0, 1
    while size < numbers:
        count, size = count + 1, size * base
    return count


def draws_of(table: Table, moves: Sequence[tuple[Seat, str]]) -> list[ChanceDraw]:
    """All chance events among these moves, which are played at a table that has just been set up."""
    found: list[ChanceDraw] = []
    for n, (seat, text) in enumerate(moves):
        if seat == CHANCE and CHANCE in table.state.to_act():
            state = table.state
            odds = [(str(move), weight) for move, weight in state.odds()]
            found.append(ChanceDraw(n, state.chance_name(), odds, state.faces(), text))
        table.play(seat, text)
    return found
