"""Valleys written down by themselves, e.g. from a photo of a real table, and their scores (SV 8.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from farmstead.engine.contract import Game
from farmstead.engine.documents import short
from farmstead.engine.sheets import BadSheet, parse_line
from farmstead.games.sunflower_valley.rules import names, scoring
from farmstead.games.sunflower_valley.rules.components import Edition, Layout
from farmstead.games.sunflower_valley.rules.game import RANDOM, RULES, SunflowerValleyGame, read_options
from farmstead.games.sunflower_valley.rules.hexes import COLUMNS, ROWS, SIDES, hex_at, hex_text, is_symbol
from farmstead.games.sunflower_valley.rules.valley import Valley

KEYS: Final = ("sheet", "rows", "players", "variant")


def need(holds: bool, paragraph: str, sentence: str) -> None:
    if not holds:
        raise BadSheet("SV " + paragraph, sentence)


def switch_values(options: Sequence[str], rules: int = RULES) -> dict[str, str]:
    """What each switch stands at under these options; BadSetup when one is not known."""
    choices = read_options(options, names.MAX_SEATS, list(names.SHEETS))
    return {"variant": names.VARIANTS[int(choices.family)], "sheet": choices.sheet or RANDOM}


def contents(game: Game) -> dict[str, int]:
    """What is in the box."""
    assert isinstance(game, SunflowerValleyGame)
    towns = len(names.TOWNS) - game.edition.start.count(names.NOTHING)
    return {"sheets": len(game.edition.sheets), "town pictures": towns, "dice": names.DICE}


# ---- one line in, one answer out ---------------------------------------------------------------------------


def score_line(game: Game, line: bytes) -> dict[str, object]:
    """SV 8.2: the score of a sheet, or of several of one letter; or `error` and `rule` where it cannot be."""
    assert isinstance(game, SunflowerValleyGame)
    try:
        return score_document(_document(line), game.edition)
    except BadSheet as error:
        return error.answer()


def _document(line: bytes) -> Mapping[str, object]:
    document = parse_line(line, "SV 8.2")
    if not isinstance(document, dict):
        raise BadSheet("SV 8.2", 'a valley is an object such as {"sheet": "A", "rows": […]}')
    return document


def score_document(document: Mapping[str, object], edition: Edition) -> dict[str, object]:
    """The answer to a document; BadSheet says why it cannot be."""
    valleys = valleys_of_sheet(document, edition)
    if "rows" in document:
        return _lines(valleys[0])
    players = [_all_lines(valleys, seat) for seat in range(len(valleys))]
    return {"players": players, "places": scoring.places(valleys)}


def valleys_of_sheet(document: Mapping[str, object], edition: Edition) -> list[Valley]:
    """The valleys in a document: one by itself, or those of a table."""
    for key in document:
        need(key in KEYS, "8.2", f"{short(key)} is not known; there are {', '.join(KEYS)}")
    layout, family = _layout(document, edition), _family(document)
    alone = "rows" in document
    need(alone != ("players" in document), "8.2", "a sheet needs rows, or several need players: one of both")
    if alone:
        return [_valley(layout, family, document["rows"], "rows")]
    return _players(layout, family, document["players"])


# ---- the parts of the document -----------------------------------------------------------------------------


def _layout(document: Mapping[str, object], edition: Edition) -> Layout:
    letter = document.get("sheet")
    known = ", ".join(edition.sheets)
    if not isinstance(letter, str) or letter not in edition.sheets:
        raise BadSheet("SV 1.1", f"sheet must be one of {known}, not {short(letter)}")
    return edition.sheets[letter]


def _family(document: Mapping[str, object]) -> bool:
    variant = document.get("variant", names.VARIANTS[0])
    sentence = f"variant must be one of {', '.join(names.VARIANTS)}, not {short(variant)}"
    need(variant in names.VARIANTS, "6.1", sentence)
    return variant == names.VARIANTS[1]


def _players(layout: Layout, family: bool, value: object) -> list[Valley]:
    if not isinstance(value, list) or not names.MIN_SEATS <= len(value) <= names.MAX_SEATS:
        raise BadSheet(
            "SV 1.1", f"players must be a list of the rows of {names.MIN_SEATS} to {names.MAX_SEATS} players"
        )
    return [_valley(layout, family, rows, f"player {n}") for n, rows in enumerate(value, start=1)]


def _valley(layout: Layout, family: bool, value: object, where: str) -> Valley:
    """A sheet from its rows (SV 8.2)."""
    rows = value if isinstance(value, list) else []
    need(isinstance(value, list) and len(rows) == ROWS, "8.1", f"{where}: a sheet is a list of five rows")
    valley = Valley(layout, family, names.NOTHING)
    for row in range(ROWS):
        for column, token in enumerate(_tokens(rows[row], f"{where}, row {row + 1}")):
            _draw(valley, hex_at(row, column), token, where)
    return valley


def _tokens(row: object, where: str) -> list[str]:
    if not isinstance(row, str):
        raise BadSheet("SV 8.2", f"{where}: a row is a text, not {short(row)}")
    tokens = row.split()
    need(len(tokens) == COLUMNS, "8.1", f"{where}: a row has six tokens, not {len(tokens)}")
    return tokens


def _draw(valley: Valley, place: int, token: str, where: str) -> None:
    at = f"{where}, {hex_text(place)}"
    known = ", ".join(names.TOKENS)
    rule = "3.5" if _joins_other_sides(token) else "8.2"
    need(token in names.TOKENS, rule, f"{at}: {short(token)} is no token; there are {known}")
    symbol, letter = names.TOKENS.index(token), valley.layout.letter
    printed = valley.layout.blank[place] == names.MOUNTAIN
    need(printed or symbol != names.MOUNTAIN, "1.1", f"{at}: sheet {letter} has no mountain here")
    sentence = f"{at}: sheet {letter} has a mountain here, not {token}"
    need(not printed or symbol == names.MOUNTAIN, "1.1", sentence)
    if is_symbol(symbol):
        valley.draw(place, symbol)


def _joins_other_sides(token: str) -> bool:
    """A track written as it should be, between sides that no track joins."""
    sides = token[1:]
    written = token[:1] in ("L", "C") and len(sides) == 2 and sides.isascii() and sides.isdecimal()
    return written and sides[0] < sides[1] < str(SIDES)


# ---- what is answered --------------------------------------------------------------------------------------


def _lines(valley: Valley) -> dict[str, object]:
    """A sheet by itself: four lines of points, what others would compare, and the points' total."""
    named = scoring.score_lines([valley], 0)
    return {
        "houses_with_sheep": named["houses_with_sheep"],
        "houses_without": named["houses_without"],
        "mountains": named["mountains"],
        "high_speed": named["high_speed"],
        "villagers": int(valley.villagers),
        "houses": valley.house_count(),
        "sunflowers": {colour: valley.blooms[n] for n, colour in enumerate(names.COLOURS)},
        "total": scoring.own_points(valley),
    }


def _all_lines(valleys: list[Valley], seat: int) -> dict[str, object]:
    """A sheet among others: with the points that only a comparison brings."""
    named = scoring.score_lines(valleys, seat)
    answer = _lines(valleys[seat])
    del answer["total"]  # it comes last
    answer["sunflower_majorities"] = named["sunflower_majorities"]
    answer["villager_points"] = named["villager_points"]
    answer["total"] = named["total"]
    return answer
