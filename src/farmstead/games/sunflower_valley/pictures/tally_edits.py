"""What is done to a valley that is put in tap by tap (SV 8.2): marks drawn, turned, wiped, other letters."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from farmstead.games.sunflower_valley.rules.components import Edition
from farmstead.games.sunflower_valley.rules.hexes import COLUMNS, HEXES, ROWS, hex_at
from farmstead.games.sunflower_valley.rules.names import FREE, LETTERS, MOUNTAIN, TOKENS, VARIANTS
from farmstead.games.sunflower_valley.rules.valley import Valley

ERASE: Final = "erase"
MARKS: Final = ("H", "S", "F", "U", "L03", "C02")  # what taps without a tool go through, then nothing again
TRACKS: Final[Mapping[str, tuple[str, ...]]] = {
    "L": ("L03", "L14", "L25"),
    "C": ("C02", "C13", "C24", "C35", "C04", "C15"),  # each turned on from the one before
}
NOTHING_THERE: Final = TOKENS[FREE]


class NotAnEdit(ValueError):
    """Nothing that can be done to a valley."""


def edits(edition: Edition) -> str:
    """What can be done to a valley, as deeds are written."""
    tools = "|".join([*LETTERS, ERASE])
    sets = f"set variant {'|'.join(VARIANTS)}, set sheet {'|'.join(edition.sheets)}"
    return f"tap hex:0…{ROWS - 1},0…{COLUMNS - 1} [{tools}], {sets}, add, remove"


class OnMountain(ValueError):
    """Nothing is drawn on a mountain."""


# ---- rows ------------------------------------------------------------------------------------------------


def blank_rows(edition: Edition, letter: str) -> list[str]:
    """A sheet on which nothing is drawn, in writing."""
    return _rows(edition, letter, {})


def _rows(edition: Edition, letter: str, tokens: Mapping[int, str]) -> list[str]:
    """A sheet with these tokens by hex; what would lie on a mountain is left out."""
    found = [TOKENS[symbol] for symbol in edition.sheets[letter].blank]
    for place, token in tokens.items():
        if found[place] == NOTHING_THERE and token != TOKENS[MOUNTAIN]:
            found[place] = token
    return [" ".join([found[hex_at(row, column)] for column in range(COLUMNS)]) for row in range(ROWS)]


def _tokens(valley: Valley) -> dict[int, str]:
    return {place: TOKENS[valley.symbols[place]] for place in HEXES}


def written(document: Mapping[str, object], rows: Sequence[Any]) -> dict[str, object]:
    """A sheet by itself, or all those of a table (SV 8.2)."""
    kept = {key: value for key, value in document.items() if key not in ("rows", "players")}
    return {**kept, "rows": rows[0]} if len(rows) == 1 else {**kept, "players": list(rows)}


def one_table(sheets: Sequence[Mapping[str, object]]) -> bool:
    """SV 1.1: whether sheets can lie on one table; all of them have one letter, and one variant is played."""
    kinds = [(sheet.get("sheet"), sheet.get("variant", VARIANTS[0])) for sheet in sheets]
    return all(kind == kinds[0] for kind in kinds)


def rows_of(sheet: Mapping[str, object]) -> list[Any]:
    """The rows of one valley, or of each that a line has; judged when they are read (`Any`: as they came)."""
    several = sheet.get("players")
    return several if isinstance(several, list) else [sheet.get("rows")]


def marks_on(valleys: Sequence[Valley]) -> int:
    """How many hexes are drawn in."""
    return sum([valley.symbols[place] not in (FREE, MOUNTAIN) for valley in valleys for place in HEXES])


def open_hexes(valley: Valley) -> Iterator[tuple[int, int]]:
    """Row and column of every hex that can be drawn in."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            if valley.symbols[hex_at(row, column)] != MOUNTAIN:
                yield row, column


# ---- deeds -----------------------------------------------------------------------------------------------


def chosen(
    edition: Edition, document: Mapping[str, object], valleys: Sequence[Valley], choice: Sequence[str]
) -> dict[str, object]:
    """Another letter or variant. What is drawn stays, save where the new sheet has a mountain."""
    name, value = (*choice, "", "")[:2]
    if name == "variant" and value in VARIANTS:
        left = {key: each for key, each in document.items() if key != "variant"}
        return left if value == VARIANTS[0] else {**left, "variant": value}
    if name != "sheet" or value not in edition.sheets:
        raise NotAnEdit(name)
    rows = [_rows(edition, value, _tokens(valley)) for valley in valleys]
    return written({**document, "sheet": value}, rows)


def tapped(edition: Edition, valley: Valley, verb: str, rest: Sequence[str]) -> list[str]:
    """The rows after a tap: `tap hex:1,2 H`."""
    part, tool = (*rest, "", "")[:2]
    kind, _, where = part.partition(":")
    row, _, column = where.partition(",")
    numbers = where.isascii() and row.isdecimal() and column.isdecimal()
    if (verb, kind) != ("tap", "hex") or not numbers or int(row) >= ROWS or int(column) >= COLUMNS:
        raise NotAnEdit(part)
    place = hex_at(int(row), int(column))
    if valley.symbols[place] == MOUNTAIN:
        raise OnMountain(part)
    tokens = _tokens(valley)
    tokens[place] = _next(tokens[place], tool)
    return _rows(edition, valley.layout.letter, tokens)


def _next(token: str, tool: str) -> str:
    """What a tap makes of what is there: the tool's mark, its next way to lie, or nothing again."""
    if tool == ERASE:
        return NOTHING_THERE
    if tool and tool not in tuple(LETTERS):
        raise NotAnEdit(tool)
    ways = TRACKS.get(tool, (tool,)) if tool else MARKS
    now = token if tool or token[0] not in TRACKS else TRACKS[token[0]][0]
    if now not in ways:
        return ways[0]
    after = ways.index(now) + 1
    return ways[after] if after < len(ways) else NOTHING_THERE
