"""Reading and proving an edition (SV 8.3): sheets and start chart as TOML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from farmstead.engine.editions import MAX_WORD, UNSEEN, BadEdition, Faults, packaged_edition, read_toml
from farmstead.games.sunflower_valley.rules import names
from farmstead.games.sunflower_valley.rules.components import Edition, Layout
from farmstead.games.sunflower_valley.rules.hexes import COLUMNS, ROWS, hex_at, hex_text, parse_hex, row_of

KEYS: Final = ("game", "dice", "start", "sheets", *UNSEEN)
MOUNTAIN_MARK: Final = names.TOKENS[-1]
OF_EACH: Final = 5  # hexes of a colour, mountains


def default_edition() -> Edition:
    """The edition in the package."""
    return read_edition(packaged_edition("farmstead.games.sunflower_valley.rules"))


def read_edition(text: str) -> Edition:
    """A sound edition from TOML; BadEdition says everything that is wrong with it."""
    document, fingerprint = read_toml(text)
    faults = Faults("SV")
    for key in document:
        faults.need(key in KEYS, "8.3", f"{key[:MAX_WORD]!r} is not known; there are {', '.join(KEYS)}")
    name = faults.title(document, names.NAME, "8.3")
    dice = document.get("dice")
    right = isinstance(dice, list) and sorted([str(face) for face in dice]) == sorted(names.FACES)
    faults.need(right, "1.5", f"dice must list the six faces, each once: {', '.join(names.FACES)}")
    sheets = _sheets(document.get("sheets"), faults)
    start = _start(document.get("start"), faults)
    _prove_start(start, sheets, faults)
    if faults.found:
        raise BadEdition(faults.found)
    layouts = {letter: Layout(letter, rows) for letter, rows in sheets.items()}
    return Edition(name, fingerprint, layouts, start)


# ---- sheets ------------------------------------------------------------------------------------------------


def _sheets(table: object, faults: Faults) -> dict[str, list[str]]:
    """The sheets that can be read, by letter."""
    found: dict[str, list[str]] = {}
    if not isinstance(table, Mapping):
        faults.need(False, "1.1", "the table [sheets] is missing")
        return found
    for letter in sorted([str(key) for key in table if key not in UNSEEN]):
        known = len(letter) == 1 and letter in names.SHEETS
        faults.need(known, "1.1", f"sheets have letters from A to H, not {letter[:MAX_WORD]!r}")
        rows = _rows(letter, table[letter], faults) if known else []
        if rows:
            found[letter] = rows
    some = [key for key in table if key not in UNSEEN]
    faults.need(bool(some), "1.1", "there must be at least one sheet")
    return found


def _rows(letter: str, value: object, faults: Faults) -> list[str]:
    """Five rows of six marks, or nothing when they cannot be read."""
    rows = [row for row in value if isinstance(row, str)] if isinstance(value, list) else []
    shaped = len(rows) == ROWS and isinstance(value, list) and len(value) == ROWS
    shaped = shaped and [len(row) for row in rows] == [COLUMNS] * ROWS
    faults.need(shaped, "8.1", f"sheet {letter}: it must be five rows of six letters")
    marks = "".join(rows)
    known = not [mark for mark in marks if mark not in names.COLOUR_LETTERS and mark != MOUNTAIN_MARK]
    faults.need(known, "8.3", f"sheet {letter}: hexes are written O, Y, G, P, B, and ^ for a mountain")
    if not (shaped and known):
        return []
    for colour, mark in zip(names.COLOURS, names.COLOUR_LETTERS, strict=True):
        many = marks.count(mark)
        faults.need(many == OF_EACH, "8.3", f"sheet {letter}: it must have five {colour} hexes, not {many}")
    many = marks.count(MOUNTAIN_MARK)
    faults.need(many == OF_EACH, "8.3", f"sheet {letter}: it must have five mountains, not {many}")
    return rows


# ---- the start chart ---------------------------------------------------------------------------------------


def _start(table: object, faults: Faults) -> list[int]:
    """The hex of each town picture; -1 where it cannot be read."""
    found = [names.NOTHING] * len(names.TOWNS)
    if not isinstance(table, Mapping):
        faults.need(False, "1.3", "the table [start] is missing")
        return found
    for key in table:
        known = key in names.TOWNS or key in UNSEEN
        faults.need(
            known, "1.3", f"[start]: {str(key)[:MAX_WORD]!r} is not known; there are {', '.join(names.TOWNS)}"
        )
    for town, name in enumerate(names.TOWNS):
        found[town] = _hex(table.get(name))
        sentence = f"[start]: {name} must be a hex such as b2, row a to e and column 1 to 6"
        faults.need(found[town] != names.NOTHING, "1.3", sentence)
    return found


def _hex(value: object) -> int:
    try:
        return parse_hex(value) if isinstance(value, str) else names.NOTHING
    except ValueError:
        return names.NOTHING


def _prove_start(start: list[int], sheets: dict[str, list[str]], faults: Faults) -> None:
    """SV 8.3: five different hexes, none a mountain on any sheet."""
    for town, place in enumerate(start):
        if place == names.NOTHING:
            continue
        twin = start.index(place)
        faults.need(twin == town, "8.3", f"[start]: {names.TOWNS[town]} has the hex of {names.TOWNS[twin]}")
        for letter, rows in sheets.items():
            row = row_of(place)
            sentence = f"[start]: {names.TOWNS[town]} is at {hex_text(place)}, a mountain on sheet {letter}"
            faults.need(rows[row][place - hex_at(row, 0)] != MOUNTAIN_MARK, "8.3", sentence)
