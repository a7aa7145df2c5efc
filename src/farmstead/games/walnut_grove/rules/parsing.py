"""The way from text to move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from farmstead.engine.contract import Action, NotUnderstood, Refusal
from farmstead.engine.square import parse_cell
from farmstead.games.walnut_grove.rules.actions import (
    BUILDS,
    BUYS,
    COINS_DRAWN,
    DONE,
    GIVES,
    HELPS,
    HIRES,
    IN_BARN,
    JOKERS,
    KEEPS,
    LEAVE,
    PASS,
    PIECES,
    REPAY,
    SALES,
    STARTS,
    TAKES,
    THROWS,
    TOLL_HELP,
    TOLLS,
    VISITS,
    known_board,
    known_disc,
    known_give,
    known_lay,
    known_move,
    known_sale,
    known_tile,
    known_work,
)
from farmstead.games.walnut_grove.rules.names import (
    BUILDING_TILES,
    BUILDINGS,
    COINS,
    COLOURS,
    GOODS,
    IMPROVEMENTS,
    ITEMS,
    ROWS,
)

FORMS: Final[dict[str, str]] = {
    "start": "start church|town-hall",
    "lay": "lay TILE at COLUMN,ROW turn 0-3",
    "work": "work GOOD at COLUMN,ROW",
    "keep": "keep GOOD|COIN",
    "leave": "leave",
    "throw": "throw GOOD|COIN",
    "visit": "visit BUILDING",
    "pass": "pass",
    "toll": "toll COIN|help",
    "give": "give GOOD [from COLUMN,ROW] or give COIN [for GOOD]",
    "help": "help for GOOD",
    "repay": "repay",
    "take": "take GOOD",
    "hire": "hire COLOUR",
    "build": "build hut|barn",
    "buy": "buy IMPROVEMENT",
    "sell": "sell GOOD [from COLUMN,ROW]",
    "move": "move GOOD from COLUMN,ROW",
    "done": "done",
    "board": "board KIND",
    "disc": "disc ID",
    "labourer": "labourer COLOUR",
    "building": "building hut|barn",
    "improvement": "improvement NAME",
    "tile": "tile NUMBER",
    "coin": "coin COIN",
}


HOW: Final[dict[str, str]] = {"lay": "3.3", "move": "4.7"}  # where another paragraph than the next says how

# The paragraph that says when a move of each sort is made.
PARAGRAPHS: Final[dict[str, str]] = {
    "start": "1.9",
    "lay": "3.1",
    "work": "4.2",
    "keep": "4.5",
    "leave": "4.6",
    "throw": "2.3",
    "visit": "5.3",
    "pass": "5.3",
    "toll": "5.6",
    "give": "4.8",
    "help": "6.4",
    "repay": "7.3",
    "take": "5.8",
    "hire": "5.9",
    "build": "5.10",
    "buy": "5.11",
    "sell": "5.12",
    "move": "2.3",
    "done": "2.1",
    "board": "1.1",
    "disc": "1.4",
    "labourer": "1.5",
    "building": "1.6",
    "improvement": "1.7",
    "tile": "3.1",
    "coin": "5.12",
}


def parse(text: str) -> Action:
    """The move that is written so, in ASCII; NotUnderstood if none is. Capitals and extra blanks, tabs and
    line breaks among them, do not matter.
    """
    words = text.lower().split()
    parser = _PARSERS.get(words[0]) if words and len(text) <= 80 else None
    if parser is None:
        raise NotUnderstood(Refusal("WG 11", "unknown_verb", text[:80], {}, sorted(FORMS)))
    try:
        if not text.isascii():
            raise ValueError(text)
        return parser(words[1:])
    except (ValueError, IndexError):
        rule = HOW.get(words[0], PARAGRAPHS[words[0]])
        raise NotUnderstood(Refusal("WG " + rule, "bad_form", text[:80], {}, [FORMS[words[0]]])) from None


def _only(words: list[str], count: int) -> None:
    if len(words) != count:
        raise ValueError(words)


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= 4):
        raise ValueError(word)
    return int(word)


def _word(words: list[str], names: tuple[str, ...]) -> int:
    _only(words, 1)
    return names.index(words[0])


def _parse_lay(words: list[str]) -> Action:
    _only(words, 5)
    tile, cell, turn = _number(words[0]), parse_cell(words[2]), _number(words[4])
    if words[1] != "at" or words[3] != "turn" or turn > 3:
        raise ValueError(words)
    return known_lay(tile, cell, turn)


def _parse_work(words: list[str]) -> Action:
    _only(words, 3)
    terrain, cell = GOODS.index(words[0]), parse_cell(words[2])
    if words[1] != "at":
        raise ValueError(words)
    return known_work(terrain, cell)


def _from(words: list[str]) -> tuple[int, int]:
    """`GOOD` or `GOOD from COLUMN,ROW`."""
    good = GOODS.index(words[0])
    if len(words) == 1:
        return good, IN_BARN
    _only(words, 3)
    if words[1] != "from":
        raise ValueError(words)
    return good, parse_cell(words[2])


def _parse_give(words: list[str]) -> Action:
    if words[0] in COINS:
        return _parse_joker(words)
    good, cell = _from(words)
    return GIVES[good] if cell == IN_BARN else known_give(good, cell)


def _parse_joker(words: list[str]) -> Action:
    coin = COINS.index(words[0])
    if len(words) == 1:
        return JOKERS[0][coin]
    _only(words, 3)
    if words[1] != "for":
        raise ValueError(words)
    return JOKERS[GOODS.index(words[2]) + 1][coin]


def _parse_sell(words: list[str]) -> Action:
    if words[0] in COINS:
        return SALES[_word(words, ITEMS)]
    good, cell = _from(words)
    return SALES[good] if cell == IN_BARN else known_sale(good, cell)


def _parse_move(words: list[str]) -> Action:
    _only(words, 3)
    return known_move(*_from(words))


def _parse_toll(words: list[str]) -> Action:
    _only(words, 1)
    return TOLL_HELP if words[0] == "help" else TOLLS[COINS.index(words[0])]


def _parse_help(words: list[str]) -> Action:
    _only(words, 2)
    if words[0] != "for":
        raise ValueError(words)
    return HELPS[GOODS.index(words[1])]


def _parse_tile(words: list[str]) -> Action:
    _only(words, 1)
    return known_tile(_number(words[0]))


def _parse_board(words: list[str]) -> Action:
    _only(words, 1)
    return known_board(words[0])


def _parse_disc(words: list[str]) -> Action:
    _only(words, 1)
    return known_disc(words[0].upper())


def _parse_start(words: list[str]) -> Action:
    return STARTS[_word(words, ROWS)]


def _parse_keep(words: list[str]) -> Action:
    return KEEPS[_word(words, ITEMS)]


def _parse_throw(words: list[str]) -> Action:
    return THROWS[_word(words, ITEMS)]


def _parse_visit(words: list[str]) -> Action:
    return VISITS[_word(words, BUILDINGS)]


def _parse_take(words: list[str]) -> Action:
    return TAKES[_word(words, GOODS)]


def _parse_hire(words: list[str]) -> Action:
    return HIRES[_word(words, COLOURS)]


def _parse_build(words: list[str]) -> Action:
    return BUILDS[_word(words, BUILDING_TILES)]


def _parse_buy(words: list[str]) -> Action:
    return BUYS[_word(words, IMPROVEMENTS)]


def _parse_labourer(words: list[str]) -> Action:
    return PIECES["labourer"][_word(words, COLOURS)]


def _parse_building(words: list[str]) -> Action:
    return PIECES["building"][_word(words, BUILDING_TILES)]


def _parse_improvement(words: list[str]) -> Action:
    return PIECES["improvement"][_word(words, IMPROVEMENTS)]


def _parse_coin(words: list[str]) -> Action:
    return COINS_DRAWN[_word(words, COINS)]


def _parse_leave(words: list[str]) -> Action:
    _only(words, 0)
    return LEAVE


def _parse_pass(words: list[str]) -> Action:
    _only(words, 0)
    return PASS


def _parse_repay(words: list[str]) -> Action:
    _only(words, 0)
    return REPAY


def _parse_done(words: list[str]) -> Action:
    _only(words, 0)
    return DONE


_PARSERS: Final[dict[str, Callable[[list[str]], Action]]] = {
    "start": _parse_start,
    "lay": _parse_lay,
    "work": _parse_work,
    "keep": _parse_keep,
    "leave": _parse_leave,
    "throw": _parse_throw,
    "visit": _parse_visit,
    "pass": _parse_pass,
    "toll": _parse_toll,
    "give": _parse_give,
    "help": _parse_help,
    "repay": _parse_repay,
    "take": _parse_take,
    "hire": _parse_hire,
    "build": _parse_build,
    "buy": _parse_buy,
    "sell": _parse_sell,
    "move": _parse_move,
    "done": _parse_done,
    "board": _parse_board,
    "disc": _parse_disc,
    "labourer": _parse_labourer,
    "building": _parse_building,
    "improvement": _parse_improvement,
    "tile": _parse_tile,
    "coin": _parse_coin,
}
