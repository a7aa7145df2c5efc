"""Reading and proving an edition (SV 8.3): sheets and start chart as TOML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from farmstead.engine.editions import (
    MAX_WORD,
    UNSEEN,
    BadEdition,
    Faults,
    packaged_edition,
    read_toml,
    seats_said,
)
from farmstead.games.sunflower_valley.rules import names
from farmstead.games.sunflower_valley.rules.components import Dice, Edition, Layout
from farmstead.games.sunflower_valley.rules.hexes import COLUMNS, ROWS, hex_at, hex_text, parse_hex, row_of

KEYS: Final = ("game", "dice", "start", "sheets", "seats", *UNSEEN)
MOUNTAIN_MARK: Final = names.TOKENS[-1]
OF_EACH: Final = 5  # hexes of a colour, mountains
FEWEST_HEXES: Final = 2  # to draw in, the first house included
ALL_SEATS: Final = [names.MAX_SEATS]


def default_edition() -> Edition:
    """The edition in the package."""
    edition = read_edition(packaged_edition("farmstead.games.sunflower_valley.rules"))
    edition.source = ""
    return edition


def read_edition(text: str) -> Edition:
    """A sound edition from TOML; BadEdition says everything that is wrong with it."""
    document, fingerprint = read_toml(text)
    faults = Faults("SV")
    for key in document:
        faults.need(key in KEYS, "8.3", f"{key[:MAX_WORD]!r} is not known; there are {', '.join(KEYS)}")
    name = faults.title(document, names.NAME, "8.3")
    small = "seats" in document
    seats = seats_said(document, names.MIN_SEATS, names.MAX_SEATS, "8.5", faults)
    faces = _faces(document.get("dice"), small, faults)
    sheets = _sheets(document.get("sheets"), small, faults)
    start = _start(document.get("start"), seats if small else ALL_SEATS, faults)
    _prove_start(start, sheets, faults)
    if small:
        _prove_small(sheets, seats, faults)
    if faults.found:
        raise BadEdition(faults.found)
    layouts = {letter: Layout(letter, rows) for letter, rows in sheets.items()}
    edition = Edition(name, fingerprint, layouts, start, Dice(faces), seats)
    edition.source = text
    return edition


def _faces(value: object, small: bool, faults: Faults) -> list[int]:
    """SV 1.5: the faces of a die, in the order of names.FACES; in a small edition any six of them (8.5)."""
    words = [str(face) for face in value] if isinstance(value, list) else []
    if small:
        right = len(words) == len(names.FACES) and not [word for word in words if word not in names.FACES]
        faults.need(right, "8.5", f"dice must list six faces, each of {', '.join(names.FACES)}")
    else:
        right = sorted(words) == sorted(names.FACES)
        faults.need(right, "1.5", f"dice must list the six faces, each once: {', '.join(names.FACES)}")
    return sorted([names.FACES.index(word) for word in words]) if right else []


# ---- sheets ------------------------------------------------------------------------------------------------


def _sheets(table: object, small: bool, faults: Faults) -> dict[str, list[str]]:
    """The sheets that can be read, by letter."""
    found: dict[str, list[str]] = {}
    if not isinstance(table, Mapping):
        faults.need(False, "1.1", "the table [sheets] is missing")
        return found
    for letter in sorted([str(key) for key in table if key not in UNSEEN]):
        known = len(letter) == 1 and letter in names.SHEETS
        faults.need(known, "1.1", f"sheets have letters from A to H, not {letter[:MAX_WORD]!r}")
        rows = _rows(letter, table[letter], small, faults) if known else []
        if rows:
            found[letter] = rows
    some = [key for key in table if key not in UNSEEN]
    faults.need(bool(some), "1.1", "there must be at least one sheet")
    return found


def _rows(letter: str, value: object, small: bool, faults: Faults) -> list[str]:
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
    if small:
        return rows
    for colour, mark in zip(names.COLOURS, names.COLOUR_LETTERS, strict=True):
        many = marks.count(mark)
        faults.need(many == OF_EACH, "8.3", f"sheet {letter}: it must have five {colour} hexes, not {many}")
    many = marks.count(MOUNTAIN_MARK)
    faults.need(many == OF_EACH, "8.3", f"sheet {letter}: it must have five mountains, not {many}")
    return rows


# ---- the start chart ---------------------------------------------------------------------------------------


def _prove_small(sheets: dict[str, list[str]], seats: list[int], faults: Faults) -> None:
    """SV 8.5: all sheets have as many hexes to draw in, and nobody's is full before the last turn."""
    hexes = {letter: len("".join(rows).replace(MOUNTAIN_MARK, "")) for letter, rows in sheets.items()}
    for letter, many in hexes.items():
        faults.need(
            many >= FEWEST_HEXES, "8.5", f"sheet {letter}: it must have {FEWEST_HEXES} hexes to draw in"
        )
    alike = len(set(hexes.values())) <= 1
    faults.need(alike, "8.5", "all sheets must have as many hexes to draw in")
    for count in seats if alike and hexes else []:
        turns = max(hexes.values()) - 1
        fits = max(_turns_of_each(count, turns)) <= turns
        sentence = f"with {count} players a sheet of {turns + 1} hexes is full before its owner's last turn"
        faults.need(fits, "8.5", sentence)


def _turns_of_each(seats: int, turns: int) -> list[int]:
    """SV 2.2, 2.3: turns of each player, counted from who begins, after as many as fill all sheets."""
    had = [0] * seats
    for number in range(seats * turns):
        first, turn = divmod(number, names.TURNS_IN_ROUND)
        had[(first + turn) % seats] += 1
    return had


def _start(table: object, seats: list[int], faults: Faults) -> list[int]:
    """The hex of each town picture; -1 where it cannot be read, or need not be there (SV 8.5)."""
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
        if name not in table and town >= max(seats):
            continue
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
