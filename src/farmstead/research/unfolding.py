"""A game as it unfolds move by move: positions and moves as numbers, and what each seat has seen so far.

What a seat has seen is the list of all moves from the first one on: its own as it made them, those of others
and of chance as everybody sees them, or as others see them where something is hidden (`GameTree.disguise`).
Its view follows from that list, and whatever it cannot know is in neither.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from farmstead import shelf
from farmstead.engine.contract import CHANCE, Action, IllegalMove, Seat, State
from farmstead.engine.encoding import no_such_action
from farmstead.engine.game_tree import GameTree
from farmstead.research.settings import EnvironmentSetup, settings

DISGUISED: Final = "?"  # after a move that stands for all those that cannot be told apart


class SeenMove(NamedTuple):
    """A move as it is kept: as those see it who know it, and as the others do."""

    mover: Seat
    number: int  # of the action, or of the outcome
    line: str  # who moved, and the move
    knower: Seat | None  # who alone sees the above; None: everybody does
    disguised_number: int
    disguised_line: str


class TreeSetup(NamedTuple):
    """The set-up of a game in extensive form, and how it was named."""

    name: str
    seats: int
    options: tuple[str, ...]
    edition: str
    made: EnvironmentSetup
    tree: GameTree


@cache
def tree_setup(name: str, seats: int, options: tuple[str, ...], edition: str) -> TreeSetup:
    """A game by name with so many seats (0: the fewest), options such as `sheet=C`, a packaged edition."""
    words = [option.partition("=") for option in options]
    keywords: dict[str, object] = {word: value if equals else True for word, equals, value in words}
    made = settings(name, seats or None, keywords | {"edition": edition}, None)
    tree: GameTree = shelf.needed(name, "tree", "tree")(made.game, made.setup.seats)
    return TreeSetup(name, made.setup.seats, options, edition, made, tree)


def replayed(
    name: str, seats: int, options: tuple[str, ...], edition: str, numbers: Sequence[int]
) -> Unfolding:
    """The game after these moves."""
    found = Unfolding(tree_setup(name, seats, options, edition))
    for number in numbers:
        found.apply(number)
    return found


class Unfolding:
    """A position and all moves that led to it. A copy shares what never changes; pickled, it is its moves."""

    def __init__(self, begun: TreeSetup, like: Unfolding | None = None) -> None:
        self.begun = begun
        self.encoding = begun.made.encoding
        self.tree = begun.tree
        self.state: State = begun.made.game.start(begun.made.setup) if like is None else like.state.clone()
        self.moves: list[SeenMove] = [] if like is None else like.moves[:]

    def clone(self) -> Unfolding:
        return Unfolding(self.begun, self)

    def __deepcopy__(self, memo: object) -> Unfolding:
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        begun = self.begun
        numbers = [each.number for each in self.moves]
        return replayed, (begun.name, begun.seats, begun.options, begun.edition, numbers)

    # ---- whose move it is, and what may be done ------------------------------------------------------------

    def mover(self) -> Seat | None:
        """Chance, or the seat to act; of several at once the lowest. None when the game is over."""
        return min(self.state.to_act(), default=None)

    def legal(self, seat: Seat) -> list[int]:
        """The actions of a seat, in ascending order; none while another is to move."""
        if seat != self.mover():
            return []
        return sorted([self.encoding.action_at(self.state, seat, move) for move in self.state.legal(seat)])

    def odds(self) -> list[tuple[int, float]]:
        """Chance is to move: outcomes by their numbers, in ascending order, with their probabilities."""
        odds = self.state.odds()
        total = sum([weight for _, weight in odds])
        numbers = self.tree.number_of
        return sorted([(numbers[move], weight / total) for move, weight in odds])

    def move_of(self, mover: Seat, number: int) -> Action:
        """What a number means; IllegalMove, with a paragraph, where it is no legal move of a seat."""
        if mover == CHANCE:
            outcomes = self.tree.outcomes
            if not 0 <= number < len(outcomes):
                raise no_such_action(number, len(outcomes))
            return outcomes[number]
        return self.encoding.legal_move(self.state, mover, number)

    def apply(self, number: int) -> None:
        """Make the move with this number."""
        mover = self.mover()
        assert mover is not None
        move = self.move_of(mover, number)
        if mover == CHANCE and move not in [outcome for outcome, _ in self.state.odds()]:
            raise IllegalMove(self.state.why_not(mover, move))
        self.moves.append(self._seen(mover, number, move))
        self.state.apply(mover, move)

    def _seen(self, mover: Seat, number: int, move: Action) -> SeenMove:
        hidden = self.tree.disguise(self.state, mover, move)
        who = mover_text(mover)
        if hidden is None:
            return SeenMove(mover, number, f"{who} {move}", None, number, "")
        knower, stand_in = hidden
        if mover == CHANCE:
            disguised = self.tree.number_of[stand_in]
        else:
            disguised = self.encoding.action_at(self.state, mover, stand_in)
        return SeenMove(mover, number, f"{who} {move}", knower, disguised, f"{who} {stand_in}{DISGUISED}")

    # ---- what a seat knows ---------------------------------------------------------------------------------

    def history(self, seat: Seat) -> list[tuple[int, int]]:
        """All moves as a seat has seen them: 0 for chance or the mover counted from 1, and the number."""
        return [
            (each.mover + 1, each.number if each.knower in (None, seat) else each.disguised_number)
            for each in self.moves
        ]

    def information(self, seat: Seat) -> str:
        """All moves as a seat has seen them, one on a line; when the game is over, its view of the end."""
        lines = [f"seat {seat}"]
        lines += [each.line if each.knower in (None, seat) else each.disguised_line for each in self.moves]
        if not self.state.to_act():
            lines.append(written(self.state.view(seat)))
        return "\n".join(lines)


def mover_text(mover: Seat) -> str:
    """Who moved: `*` for chance, otherwise the seat, counted from 0 as OpenSpiel counts its players."""
    return "*" if mover == CHANCE else str(mover)


def written(view: object) -> str:
    """A view on one line."""
    return json.dumps(view, separators=(",", ":"))


def own_part(view: object, openly: object) -> object:
    """What a view tells and the view of a spectator does not; None for nothing."""
    if view == openly:
        return None
    if isinstance(view, dict) and isinstance(openly, dict):
        parts = {key: own_part(value, openly.get(key)) for key, value in view.items()}
        return {key: part for key, part in parts.items() if part is not None}
    if isinstance(view, list) and isinstance(openly, list) and len(view) == len(openly):
        return [own_part(one, other) for one, other in zip(view, openly, strict=True)]
    return view
