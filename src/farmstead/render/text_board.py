"""Text boards: any game's view as headed tables, for terminals, screen readers and games without a drawing.

A view, or what a game makes of it, is a mapping: what is short stands in a line of its own, what has rows is
a table, what is a map stays as it was drawn. There are no frames, and colour only repeats what letters say.
"""

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
NAMES: Final = ("view", "column", "names")  # tables of words in which the keys of a view are looked up


class Map(NamedTuple):
    """Lines that keep their places, and the colours of signs in them, as `rich` writes styles."""

    lines: Sequence[str]
    colours: Mapping[str, str] = {}

    def text(self) -> Text:
        text = Text("\n".join(self.lines), no_wrap=True)
        for sign, colour in self.colours.items():
            text.highlight_words([sign], colour)
        return text


class TextBoard:
    """Lays out views in a language and in so many columns."""

    def __init__(self, words: Words, width: int) -> None:
        self.words, self.width = words, width

    def view(self, view: Mapping[str, object]) -> Group:
        """A whole view of a game without a drawing; lists with a row for each seat say whose it is."""
        seats = view.get("seats")
        shown = {key: value for key, value in view.items() if key not in UNSEEN}
        return self.board(
            {key: _by_seat(value) if _length(value) == seats else value for key, value in shown.items()}
        )

    def board(self, content: Mapping[str, object], width: int = 0) -> Group:
        """Everything in the order given: short things a line each, longer ones below their names."""
        parts: list[RenderableType] = []
        for is_long, items in groupby(content.items(), key=lambda item: _is_long(item[1])):
            if not is_long:
                parts.append(
                    self._table([[capital(self.name(key)), self.said(value, key)] for key, value in items])
                )
                continue
            for key, value in items:
                body = self._body(value, (width or self.width) - INDENT)
                parts += [
                    Text(capital(self.name(key)), "bold"),
                    Padding(body, (0, 0, 0, INDENT), expand=False),
                ]
        return Group(*parts)

    def beside(self, left: Mapping[str, object], right: Mapping[str, object]) -> RenderableType:
        """Two boards side by side where the width allows it, else below each other."""
        first = self.board(left)
        taken = Console(width=self.width).measure(first).maximum + GAP
        if self.width - taken < self.width // 2:
            return Group(first, self.board(right))
        grid = Table.grid(padding=(0, GAP, 0, 0))
        grid.add_row(first, self.board(right, self.width - taken))
        return grid

    def _body(self, value: object, width: int) -> RenderableType:
        if isinstance(value, Map):
            return value.text()
        if isinstance(value, Mapping):
            return self.board(value, width)
        assert isinstance(value, Sequence)
        rows = [row for row in value if isinstance(row, Mapping)]
        if not rows:
            return Map([self.said(each) for each in value]).text()
        numbered = [row if "seat" in row else {"number": n, **row} for n, row in enumerate(rows, start=1)]
        return self._rows(numbered, width)

    def _rows(self, rows: Sequence[Mapping[str, object]], width: int) -> RenderableType:
        """A line for each row; where that is too wide, a column for each, and else one below the other."""
        keys = list(dict.fromkeys([key for row in rows for key in row]))
        names = [capital(self.name(key)) for key in keys]
        cells = [[self.said(row.get(key, ""), key) for key in keys] for row in rows]
        table = self._table(cells, names)
        if Console(width=WIDEST).measure(table).maximum <= width:
            return table
        if (NARROWEST + GAP) * (len(rows) + 1) <= width:
            across = [[name, *column] for name, column in zip(names, zip(*cells, strict=True), strict=True)]
            return self._table(across[1:], across[0])
        return Group(*[self._table([list(pair) for pair in zip(names, row, strict=True)]) for row in cells])

    def _table(self, cells: Sequence[Sequence[str]], names: Sequence[str] = ()) -> Table:
        table = Table(
            box=None, pad_edge=False, padding=(0, GAP, 0, 0), show_header=bool(names), header_style="bold"
        )
        for n in range(len(cells[0])):
            title = names[n] if names else ""
            numbers = n and all(_is_number(row[n]) for row in cells)
            table.add_column(
                Text(title), no_wrap=not n, justify="right" if numbers else "left", style="" if n else "dim"
            )
        for row in cells:
            table.add_row(*[Text(cell) for cell in row])
        return table

    # ---- words ---------------------------------------------------------------------------------------------

    def name(self, key: str) -> str:
        """What the words call a key of a view; else the key itself, with blanks for underlines."""
        known = [self.words.called(key, table) for table in NAMES]
        return next((name for name in known if name != key), key.replace("_", " "))

    def said(self, value: object, key: str = "") -> str:
        """A value in one line: lists with commas, mappings as names with values, seats from 1 on."""
        if value is None or value == [] or value == {}:
            return self.words.say("view", "none")
        if isinstance(value, Mapping):
            return ", ".join([f"{self.name(each)} {self._nested(value[each], each)}" for each in value])
        if isinstance(value, Sequence) and not isinstance(value, str):
            joint = ", " if all(isinstance(each, SHORT) for each in value) else "; "
            return joint.join([self.said(each, key) for each in value])
        if isinstance(value, bool):
            return self.words.say("view", "yes" if value else "no")
        if isinstance(value, int):
            return self.words.who(value) if key in SEATS else signed(value)
        return self.words.called(str(value))

    def _nested(self, value: object, key: str) -> str:
        said = self.said(value, key)
        return f"({said})" if isinstance(value, Mapping | Sequence) and not isinstance(value, str) else said


def _is_long(value: object) -> bool:
    """Whether a value needs more than a line: maps, rows of a table, lists of what is no single word."""
    if isinstance(value, Map):
        return True
    if isinstance(value, SHORT) or not value:
        return False
    inside = list(value.values()) if isinstance(value, Mapping) else value
    assert isinstance(inside, Sequence), f"a view holds numbers, texts, lists and mappings, not {value!r}"
    return any(not isinstance(each, SHORT) or " " in str(each) for each in inside)


def _is_number(text: str) -> bool:
    return text.lstrip("−").isdecimal()


def _length(value: object) -> int:
    return len(value) if isinstance(value, list) else 0


def _by_seat(values: object) -> object:
    """Rows with the seat they belong to."""
    assert isinstance(values, list)
    rows = [{"seat": seat, **value} for seat, value in enumerate(values) if isinstance(value, Mapping)]
    return rows if len(rows) == len(values) else values
