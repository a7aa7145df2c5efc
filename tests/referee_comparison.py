"""The engine and a slow referee side by side: records replayed, whole games compared move by move.

Each game has a referee of its own, written from its rules page; here is what comparing with one takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Protocol

from farmstead.engine.contract import CHANCE, Game
from farmstead.engine.table import Table
from tests.laws import Playable


class Referee(Protocol):
    """A game in progress as a second program sees it. Seats are counted from 0, chance is -1."""

    def to_act(self) -> list[int]: ...

    def odds(self) -> Mapping[str, int]: ...

    def play(self, seat: int, text: str) -> None: ...

    def scores(self) -> list[int]: ...

    def places(self) -> list[int]: ...


Legal = Callable[[int], set[str]]  # what the referee allows a seat
Begin = Callable[[int, list[str], int], Referee]  # seats, options, revision of the rules


@dataclass(frozen=True)
class RevisedSetup:
    """A set-up under one revision of the rules."""

    game: Game
    seats: int
    options: tuple[str, ...]
    rules: int

    def __str__(self) -> str:
        return f"{self.game.name}-{self.seats}-{'+'.join(self.options)}-rules-{self.rules}"

    def table(self) -> Table:
        return Table(self.game, self.game.setup(self.seats, self.options, self.rules))


def agrees_with(record: str, begin: Begin) -> None:
    """A record of a whole game is legal to its last move, and its last line claims the right scores."""
    lines = [line for line in record.splitlines() if line and not line.startswith("sha256")]
    words = dict(line.split(" ", 1) for line in lines[:6])
    referee = begin(int(words["seats"]), words["options"].split(), int(words["rules"]))
    for line in lines[6:-1]:
        who, text = line.split(" ", 1)
        referee.play(CHANCE if who == "*" else int(who) - 1, text)
    assert referee.to_act() == []
    assert lines[-1] == " ".join(["=", *map(str, referee.scores())])


def side_by_side(referee: Referee, legal: Legal, tables: Iterator[Table]) -> Iterator[Table]:
    """One game: both ask the same seats, allow the same at every ply, and count the same in the end."""
    played = 0
    for table in tables:
        for entry in table.entries[played:]:
            referee.play(entry.seat, entry.text)
        played = len(table.entries)
        same_choices(referee, legal, table)
        yield table
    assert referee.scores() == list(table.state.scores())
    assert referee.places() == list(table.state.places())


def same_choices(referee: Referee, legal: Legal, table: Table) -> None:
    state = table.state
    where = f"after {[entry.text for entry in table.entries[-6:]]}"
    assert referee.to_act() == sorted(state.to_act()), where
    for seat in state.to_act():
        if seat == CHANCE:
            assert referee.odds() == {str(move): weight for move, weight in state.odds()}, where
        else:
            assert legal(seat) == {str(move) for move in state.legal(seat)}, where


def weighted_table(
    playable: Playable, seed: int, weight: Callable[[Table, int, str], float]
) -> Iterator[Table]:
    """Like a random game, but of the legal moves some are made more often than others."""
    table, rng = playable.table(), Random(seed)
    while table.state.to_act():
        yield table
        seat = rng.choice(list(table.state.to_act()))
        if seat == CHANCE:
            weights = {str(move): float(number) for move, number in table.state.odds()}
        else:
            texts = [str(move) for move in table.state.legal(seat)]
            weights = {text: weight(table, seat, text) for text in texts}
        table.play(seat, rng.choices(list(weights), list(weights.values()))[0])
    yield table
