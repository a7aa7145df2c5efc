"""The fields of a position. The chapters read and change them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmstead.engine.contract import CHANCE, Seat, State
from farmstead.games.sunflower_valley.rules import names
from farmstead.games.sunflower_valley.rules.components import Edition, Layout
from farmstead.games.sunflower_valley.rules.valley import Valley

NATURE: Final = [CHANCE]
NOBODY: Final[list[int]] = []
ALONE: Final[list[list[int]]] = [[seat] for seat in range(names.MAX_SEATS)]  # one seat to act


class Choices:
    """What the table has settled: variant, sheet, and who begins."""

    __slots__ = ("family", "options", "sheet", "start")

    def __init__(self, options: tuple[str, ...], family: bool, sheet: str, start: int) -> None:
        self.options = options  # canonical
        self.family = family  # SV 6
        self.sheet = sheet  # empty: chance decides (SV 1.1)
        self.start = start  # the seat that begins (SV 1.6)


class Position(State):
    """Everything that a game of Sunflower Valley has come to."""

    edition: Edition
    choices: Choices
    rules: int
    players: int
    layout: Layout | None  # of all sheets; None until the letter is dealt
    chance: i64  # what chance has to decide now
    acting: list[int]  # the seat to act; never changed in place
    round: i64  # 0 during set-up
    first: i64  # the seat with the token (SV 2.3)
    turn: i64  # turns ended in this round
    pool: i64  # dice not taken, see `actions.pooled`
    board: list[int]  # by colour: the face of the die put there, or -1
    die: i64  # what this turn has chosen so far, or -1
    colour: i64
    place: i64
    valleys: list[Valley]  # as many as town pictures have been dealt

    __slots__ = tuple(__annotations__)

    def __init__(
        self, edition: Edition, choices: Choices, rules: int, players: int, like: Position | None = None
    ) -> None:
        """All that another position has, or a new game (SV 1), in which only the letter may be known."""
        self.edition = edition
        self.choices = choices
        self.rules = rules
        self.players = players
        if like is not None:
            self.layout = like.layout
            self.chance = like.chance
            self.acting = like.acting
            self.round = like.round
            self.first = like.first
            self.turn = like.turn
            self.pool = like.pool
            self.board = like.board[:]
            self.die = like.die
            self.colour = like.colour
            self.place = like.place
            self.valleys = [valley.clone() for valley in like.valleys]
        else:
            self.layout = edition.sheets.get(choices.sheet)
            self.chance = names.CHANCE_SHEET if self.layout is None else names.CHANCE_TOWN
            self.acting = NATURE
            self.round = self.first = self.turn = self.pool = 0
            self.board = [names.NOTHING] * len(names.COLOURS)
            self.die = self.colour = self.place = names.NOTHING
            self.valleys = []

    def seats(self) -> int:
        return self.players

    def to_act(self) -> list[Seat]:
        return self.acting

    def await_chance(self, chance: i64) -> None:
        self.chance = chance
        self.acting = NATURE

    def decision(self) -> int:
        """The next decision of the turn (SV 3)."""
        if self.die == names.NOTHING:
            return names.DECIDE_DIE
        if self.colour == names.NOTHING:
            return names.DECIDE_COLOUR
        return names.DECIDE_HEX if self.place == names.NOTHING else names.DECIDE_WAY

    def is_playing(self) -> bool:
        """Whether a seat is to act."""
        return self.chance == names.NO_CHANCE and len(self.acting) > 0
