"""Text boards: any game's view as headed tables, for terminals, screen readers and games without a drawing.

A view, or what a game makes of it, is a mapping: what is short stands in a line of its own, what has rows is
a table, what is a map stays as it was drawn. There are no frames, and colour only repeats what letters say.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from farmstead.render.shared import capital, signed
from farmstead.render.words import Words

INDENT: Final = 2
GAP: Final = 2  # blanks between columns
MANY: Final = 5  # columns that have room; more of them stand closer together
NARROWEST: Final = 12  # a column in which sentences can still be read
WIDEST: Final = 1000
SHORT: Final = (str, int, type(None))
SEATS: Final = ("seat", "to_act")  # keys whose numbers are seats
UNSEEN: Final = (
    "game",
    "view",
    "rules",
    "edition",
    "chance",
)  # keys of every view that are no part of a board
NUMBER: Final = re.compile("[−+]?[0-9.,]*%?( ±[0-9.,]+)?")
NAMES: Final = ("view", "column", "names")  # tables of words in which the keys of a view are looked up


class Map(NamedTuple):
    """Lines that keep their places, and the colours of signs in them, as `rich` writes styles.

    Where there is no room for all of it, it is cut after a whole number of columns; the margin is repeated.
    """

    lines: Sequence[str]
    colours: Mapping[str, str] = {}
    margin: int = 0
    step: int = 1  # characters of a column

    def text(self, width: int = WIDEST) -> Text:
        room = max(1, (width - self.margin) // self.step) * self.step
        longest = max([len(line) for line in self.lines]) - self.margin
        cuts = range(self.margin, self.margin + max(1, longest), room)
        pieces = [line[: self.margin] + line[cut : cut + room] for cut in cuts for line in self.lines]
        text = Text("\n".join([piece.rstrip() for piece in pieces]), no_wrap=True)
        for sign, colour in self.colours.items():
            text.highlight_words([sign], colour)
        return text

    def __rich__(self) -> Text:
        return self.text()


class TextBoard:
    """Lays out boards in a language and in so many columns."""

    def __init__(self, words: Words, width: int) -> None:
        self.words, self.width = words, width

    def arranged(self, contents: Sequence[Mapping[str, object]]) -> Group:
        """Boards below each other, and beside each other where nothing has to be broken for it."""
        rows: list[tuple[int, list[RenderableType]]] = []
        for content in contents:
            board = self.board(content)
            wide = Console(width=WIDEST).measure(board).maximum
            if rows and rows[-1][0] + GAP + wide <= self.width:
                rows[-1] = (rows[-1][0] + GAP + wide, [*rows[-1][1], board])
            else:
                rows.append((wide, [board]))
        return Group(*[_beside(boards) for _, boards in rows])

    def board(self, content: Mapping[str, object], width: int = 0) -> Group:
        """Everything in the order given: short things a line each, longer ones below their names."""
        parts: list[RenderableType] = []
        width = width or self.width
        for is_long, items in groupby(content.items(), key=lambda item: _is_long(item[1])):
            if not is_long:
                parts.append(self.facts({self._title(key): self.said(value, key) for key, value in items}))
                continue
            for key, value in items:
                body = self._body(value, width - INDENT)
                if key:
                    parts.append(Text(self._title(key), "bold"))
                parts.append(Padding(body, (0, 0, 0, INDENT), expand=False) if key else body)
        return Group(*parts)

    def facts(self, lines: Mapping[str, str]) -> Table:
        """Names as they are and what is said of each."""
        return self._table([list(line) for line in lines.items()])

    def _body(self, value: object, width: int) -> RenderableType:
        if isinstance(value, Map):
            return value.text(width)
        if isinstance(value, Mapping):
            return self.board(value, width)
        assert isinstance(value, Sequence)
        rows = [row for row in value if isinstance(row, Mapping)]
        return self._rows(rows, width) if rows else Group(*[Text(self.said(each)) for each in value])

    def _rows(self, rows: Sequence[Mapping[str, object]], width: int) -> RenderableType:
        """A line for each row; where that is too wide, a column for each if there is room for so many."""
        keys = list(dict.fromkeys([key for row in rows for key in row]))
        names = [self._title(key) for key in keys]
        cells = [[self.said(row.get(key, ""), key) for key in keys] for row in rows]
        table = self._table(cells, names)
        if Console(width=WIDEST).measure(table).maximum <= width:
            return table
        if len(keys) > MANY and (NARROWEST + GAP) * (len(rows) + 1) <= width:
            across = [[name, *column] for name, column in zip(names, zip(*cells, strict=True), strict=True)]
            return self._table(across[1:], across[0])
        if (NARROWEST // 2 + GAP) * len(keys) <= width:
            return table
        return Group(*[self._table([list(pair) for pair in zip(names, row, strict=True)]) for row in cells])

    def _table(self, cells: Sequence[Sequence[str]], names: Sequence[str] = ()) -> Table:
        table = Table.grid(padding=(0, GAP if len(cells[0]) <= MANY else 1, 0, 0))
        table.show_header, table.header_style = bool(names), "bold"
        longest = max([len(row[0]) for row in cells])
        for n, name in enumerate(names or [""] * len(cells[0])):
            numbers = n and all(NUMBER.fullmatch(row[n]) for row in cells)
            table.add_column(
                Text(name), justify="right" if numbers else "left", no_wrap=not n and longest <= 2 * NARROWEST
            )
        for row in cells:
            table.add_row(*[Text(cell) for cell in row])
        return table

    # ---- words -----------------------------------------------------------------------------------------

    def name(self, key: str) -> str:
        """What the words call a key of a view; else the key itself, with blanks for underlines."""
        known = next((table for table in NAMES if self.words.has(key, table)), None)
        return key.replace("_", " ") if known is None else self.words.called(key, known)

    def _title(self, key: str) -> str:
        """A name with a capital; signs, which have numbers in them, stay as they are."""
        name = self.name(key)
        return name if any(letter.isdecimal() for letter in name.partition(" ")[0]) else capital(name)

    def said(self, value: object, key: str = "") -> str:
        """A value in one line: lists with commas, mappings as names with values, seats from 1 on."""
        if value is None or value == [] or value == {}:
            return self.words.say("view", "none")
        if isinstance(value, Mapping):
            return ", ".join([f"{self.name(each)} {self._nested(value[each], each)}" for each in value])
        if isinstance(value, Sequence) and not isinstance(value, str):
            said = [self.said(each, key) for each in value]
            return (
                ", ".join(said)
                if all(isinstance(each, SHORT) for each in value)
                else self.words.clauses(said)
            )
        if isinstance(value, bool):
            return self.words.say("view", "yes" if value else "no")
        if isinstance(value, int):
            return self.words.who(value) if key in SEATS else signed(value)
        return self.words.called(str(value)) if self.words.has(str(value), "names") else str(value)

    def _nested(self, value: object, key: str) -> str:
        said = self.said(value, key)
        return f"({said})" if isinstance(value, Mapping | Sequence) and not isinstance(value, str) else said


def whole_view(view: Mapping[str, object]) -> dict[str, object]:
    """A view as the board of a game that has no drawing: rows say whose they are, or are counted."""
    shown = {key: value for key, value in view.items() if key not in UNSEEN}
    return {key: _numbered(value, view.get("seats")) for key, value in shown.items()}


def _numbered(value: object, seats: object) -> object:
    if not isinstance(value, list) or not all(isinstance(row, Mapping) for row in value):
        return value
    if len(value) == seats:
        return [{"seat": n, **row} for n, row in enumerate(value)]
    return [{"number": n, **row} for n, row in enumerate(value, start=1)]


def _beside(boards: Sequence[RenderableType]) -> RenderableType:
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_row(*boards)
    return grid if len(boards) > 1 else boards[0]


def _is_long(value: object) -> bool:
    """Whether a value needs more than a line: maps, rows of a table, lists of what is no single word."""
    if isinstance(value, Map):
        return True
    if isinstance(value, SHORT) or not value:
        return False
    inside = list(value.values()) if isinstance(value, Mapping) else value
    assert isinstance(inside, Sequence), f"a view holds numbers, texts, lists and mappings, not {value!r}"
    return any(not isinstance(each, SHORT) or " " in str(each) for each in inside)
