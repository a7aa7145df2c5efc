"""Sheets as they are drawn on the rules page, and what the game makes of them (SV 4, 5, 8.2).

    alone("F", RING)["high_speed"]                      # one sheet by itself, as `farmstead score` answers
    together("A", drawn(a1="H"), drawn(a1="U"))         # several sheets of one letter

A board is either a picture of five lines or the list of its rows.
"""

import json
from collections.abc import Sequence
from typing import Any

from farmstead.games.sunflower_valley.rules import GAME, connections, hexes
from farmstead.games.sunflower_valley.rules.names import TOKENS
from farmstead.games.sunflower_valley.rules.reasons import line_hexes
from farmstead.games.sunflower_valley.rules.sheets import score_line
from farmstead.games.sunflower_valley.rules.valley import Valley

Board = str | list[str]

BLANK_A = """
    .   .   .   .   ^   .
      .   .   .   .   .   .
    ^   .   ^   .   ^   .
      .   .   .   .   .   .
    .   .   .   ^   .   .
"""


def rows(board: Board) -> list[str]:
    found = board.strip().splitlines() if isinstance(board, str) else board
    assert len(found) == 5
    return found


# ---- scores ------------------------------------------------------------------------------------------


def ask(document: object) -> dict[str, Any]:
    """The answer to a document, also to one that is refused."""
    return score_line(GAME, json.dumps(document).encode())


def alone(sheet: str, board: Board, variant: str = "standard") -> dict[str, Any]:
    """The score of a sheet by itself."""
    found = ask({"sheet": sheet, "rows": rows(board), "variant": variant})
    assert "error" not in found, found["error"]
    return found


def together(sheet: str, *boards: Board, variant: str = "standard") -> dict[str, Any]:
    """The scores of a whole table."""
    found = ask({"sheet": sheet, "players": [rows(board) for board in boards], "variant": variant})
    assert "error" not in found, found["error"]
    return found


def sheep_points(sheet: str, board: Board, variant: str = "standard") -> tuple[int, int]:
    """SV 5.1 and 5.2."""
    found = alone(sheet, board, variant)
    return found["houses_with_sheep"], found["houses_without"]


def column(table: dict[str, Any], line: str) -> list[int]:
    """One line of the score, player by player."""
    return [player[line] for player in table["players"]]


# ---- what is connected -------------------------------------------------------------------------------


def valley(sheet: str, board: Board, family: bool = False) -> Valley:
    found = Valley(GAME.edition.sheets[sheet], family, 0)
    for row, tokens in enumerate(rows(board)):
        for number, token in enumerate(tokens.split()):
            if token not in (".", "^"):
                found.draw(hexes.hex_at(row, number), TOKENS.index(token))
    return found


def villages(sheet: str, board: Board) -> list[str]:
    """SV 4.1: `["a1 b1", "c4"]`."""
    return named(hexes.parts(valley(sheet, board).houses))


def networks(sheet: str, board: Board) -> list[str]:
    """SV 4.3, in the same writing."""
    drawn = valley(sheet, board)
    parts = hexes.parts(drawn.houses)
    return named(connections.networks(parts, connections.links(connections.lines(drawn), parts)))


def lines(sheet: str, board: Board) -> list[str]:
    """SV 4.2: `["a1>a2>a3"]`, each from the end that comes first on the sheet."""
    drawn = valley(sheet, board)
    ends = connections.lines(drawn)
    walks = [[hexes.hex_text(place) for place in line_hexes(drawn, start)] for start in ends[::2]]
    return sorted(">".join(min(walk, walk[::-1])) for walk in walks)


def named(sets: Sequence[int]) -> list[str]:
    return [" ".join(hexes.hex_text(place) for place in hexes.listed(places)) for places in sets]
