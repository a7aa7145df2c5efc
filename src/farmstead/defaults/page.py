"""A page for games without one: the view as tables, and each legal move a button."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from farmstead.defaults.drawing import is_asked, stage_of
from farmstead.engine.contract import Game, Seat
from farmstead.engine.dealer import QuickDealer
from farmstead.render import View
from farmstead.render.ink import Box, el, num, picture, rect, text
from farmstead.render.page import Choice, GamePage, Heading, Saying, Shown, Try
from farmstead.render.shared import capital
from farmstead.render.text_board import UNSEEN, TextBoard
from farmstead.render.words import page_words

WIDE: Final = 720.0
NARROW: Final = 400.0
LETTERS: Final = 17.0  # units high, and
LETTER_WIDE: Final = 9.5  # units wide at most
LINE: Final = 26.0
GAP: Final = 16.0  # between columns, and above a table
LABEL_SHARE: Final = 0.4  # of the width, for the names of rows
PAGE_KEYS: Final = ("seat", "seats", "to_act", "options")  # of views; what is round a board says it
IMAGINED: Final = 8  # positions that look the same; what they differ in, the view does not tell


class Grid(NamedTuple):
    """A table: its head, and rows of as many cells."""

    head: list[str]
    rows: list[list[str]]


class PlainPage(GamePage):
    """Shows one table of any game."""

    symbols: Mapping[str, str] = {}
    apart = False

    def __init__(self, game: Game, language: str, names: Sequence[str]) -> None:
        self.game, self.names = game, names
        self.words = page_words(game.name, language)
        self.board = TextBoard(self.words, 0)

    # ---- what is shown ---------------------------------------------------------------------------------

    def boards(self, view: View, seat: Seat, narrow: bool) -> list[Shown]:
        return [Shown("board", "main", self.other(view, seat, narrow))]

    def other(self, view: View, seat: Seat, narrow: bool = False) -> str:
        """All tables below each other; the column of `seat` stands out."""
        width, top, drawn = NARROW if narrow else WIDE, 0.0, list[str]()
        for grid in self.grids(view):
            content, high = _drawn(grid, width, self._who(seat))
            drawn.append(el("g", content, transform=f"translate(0 {num(top)})"))
            top += high + GAP
        return picture(Box(0, 0, width, max(top, LINE)), *drawn, name=self.game.title)

    def grids(self, view: View) -> list[Grid]:
        """What is short in one table, what each seat has in another, and one for each longer thing."""
        seats, said = view["seats"], self.board.said
        assert isinstance(seats, int)
        short, longer = Grid([], []), list[Grid]()
        by_seat = Grid(["", *[self._who(seat) for seat in range(seats)]], [])
        for key, value in view.items():
            name = self._name(key)
            cells = value if isinstance(value, list) else []
            rows = [each for each in cells if isinstance(each, Mapping)]
            rows = rows if len(rows) == len(cells) else []
            keys = list(dict.fromkeys([each for row in rows for each in row]))
            if key in UNSEEN or key in PAGE_KEYS:
                continue
            if isinstance(value, Mapping):
                longer.append(Grid([name, ""], [[self._name(each), said(value[each])] for each in value]))
            elif len(cells) == seats:
                by_seat.rows.extend(
                    [[self._name(each), *[said(row.get(each)) for row in rows]] for each in keys]
                )
                by_seat.rows.extend([] if rows else [[name, *map(said, cells)]])
            elif rows:
                body = [[str(n), *[said(row.get(each)) for each in keys]] for n, row in enumerate(rows, 1)]
                longer.append(Grid([name, *map(self._name, keys)], body))
            else:
                short.rows.append([name, said(value, key)])
        return [grid for grid in (short, by_seat, *longer) if grid.rows]

    def _name(self, key: str) -> str:
        return capital(self.board.name(key))

    def _who(self, seat: Seat) -> str:
        return str(self.words.who(seat, self.names or None))

    # ---- what may be done ------------------------------------------------------------------------------

    def choices(self, view: View, legal: Sequence[str]) -> list[Choice]:
        return [Choice((move,), ()) for move in legal]

    def tries(self, view: View, part: str, chosen: Sequence[str], legal: Sequence[str]) -> list[Try]:
        return []

    # ---- what is said ----------------------------------------------------------------------------------

    def heading(self, view: View) -> Heading:
        return Heading(("plain", {"stage": stage_of(self.words, view) or self.game.title}))

    def asked(self, view: View) -> Saying | None:
        return ("plain", {}) if is_asked(view) else None

    def known_lines(self, view: View, seat: Seat, lines: Sequence[str]) -> set[str]:
        """Those that are the same in several positions that look like this one."""
        own = view["seat"] if isinstance(view["seat"], int) else None
        alike = [self.game.from_view(own, view, QuickDealer(luck)) for luck in range(IMAGINED)]
        counted = [state.score_lines(seat) for state in alike]
        return {line for line in lines if len({each[line] for each in counted}) == 1}

    def outcome(self, move: str) -> str:
        return self.words.describe_move(move)


def _drawn(grid: Grid, width: float, strong: str) -> tuple[str, float]:
    """A table as wide as that, and how high it has become; the column `strong` stands out."""
    columns = len(grid.rows[0])
    first = width * LABEL_SHARE
    wide = [first, *[(width - first) / (columns - 1)] * (columns - 1)]
    left = [sum(wide[:n]) for n in range(columns)]
    parts, top = list[str](), 0.0
    for row in [grid.head, *grid.rows] if grid.head else grid.rows:
        cells = [wrap(cell, max(3, int((wide[n] - GAP) / LETTER_WIDE))) for n, cell in enumerate(row)]
        high = LINE * max([1, *map(len, cells)]) + 6
        parts.append(rect(0, top, width, high, "board" if row is grid.head else "paper", "rule", 1))
        for n, lines in enumerate(cells):
            bold = row is grid.head or (n and grid.head and grid.head[n] == strong)
            for m, line in enumerate(lines):
                at = (left[n] + GAP / 2, top + LINE * (m + 1) - 5)
                parts.append(
                    text(line, at, LETTERS, "start", "ink" if n else "ink2", weight=700 if bold else 400)
                )
        top += high
    return "".join(parts), top


def page(game: Game, language: str, names: Sequence[str]) -> PlainPage:
    """The page of a table of any game."""
    return PlainPage(game, language, names)
