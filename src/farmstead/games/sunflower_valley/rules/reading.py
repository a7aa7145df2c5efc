"""From a view or a position text back to a playable position."""

from __future__ import annotations

from farmstead.engine.contract import BadPosition, Seat
from farmstead.engine.documents import (
    UNREADABLE,
    Json,
    as_int,
    as_ints,
    as_list,
    as_object,
    must_be_same,
    need,
    said,
    short,
)
from farmstead.games.sunflower_valley.rules import names
from farmstead.games.sunflower_valley.rules.actions import pooled
from farmstead.games.sunflower_valley.rules.components import Edition, Layout
from farmstead.games.sunflower_valley.rules.hexes import COLUMNS, ROWS, hex_at, is_symbol, parse_hex
from farmstead.games.sunflower_valley.rules.notation import VIEW_VERSION, view
from farmstead.games.sunflower_valley.rules.position import Choices
from farmstead.games.sunflower_valley.rules.soundness import check
from farmstead.games.sunflower_valley.rules.state import SunflowerValley
from farmstead.games.sunflower_valley.rules.valley import Valley


def read(document: Json, edition: Edition, choices: Choices, seat: Seat | None) -> SunflowerValley:
    """The position that looks to `seat` like this; BadPosition when no game could have written it."""
    if document.get("seat") != seat:
        raise BadPosition(f"this is the view of seat {short(document.get('seat'))}, not of {seat}")
    try:
        pos = _read(document, edition, choices)
    except UNREADABLE as error:
        raise BadPosition(f"this is no position of Sunflower Valley: {said(error)}") from None
    check(pos)
    must_be_same(view(pos, seat), document)
    return pos


def _read(document: Json, edition: Edition, choices: Choices) -> SunflowerValley:
    ours = document["game"] == names.NAME and document["view"] == VIEW_VERSION
    need(ours, "it is written for another game or version")
    players = as_int(document["seats"])
    need(edition.fewest <= players <= edition.most, "wrong number of seats (SV 1.1)")
    chance, letter, first = document["chance"], document["sheet"], document["first"]
    layout = None if letter is None else edition.sheets[str(letter)]
    pos = SunflowerValley(edition, choices, as_int(document["rules"]), players)
    pos.layout = layout
    pos.chance = 0 if chance is None else names.CHANCES.index(str(as_object(chance)["kind"]))
    pos.acting = as_ints(document["to_act"])
    pos.round = as_int(document["round"])
    pos.first = 0 if first is None else as_int(first)
    pos.pool = _pool(document["pool"])
    pos.board = [_index(names.FACES, as_object(document["board"])[colour]) for colour in names.COLOURS]
    pos.die = _index(names.FACES, document["die"])
    pos.colour = _index(names.COLOURS, document["colour"])
    pos.place = names.NOTHING if document["hex"] is None else parse_hex(str(document["hex"]))
    pos.turn = len(pos.board) - pos.board.count(names.NOTHING) - (0 if pos.colour == names.NOTHING else 1)
    pos.valleys = _valleys(document["valleys"], layout, choices.family)
    return pos


def _index(words: tuple[str, ...], value: object) -> int:
    if value is None:
        return names.NOTHING
    need(str(value) in words, f"{str(value)[:20]!r} is none of {', '.join(words)}")
    return words.index(str(value))


def _pool(value: object) -> int:
    pool = 0
    dice = as_list(value)
    need(len(dice) <= 6, "more than six dice (SV 1.5)")
    for face in dice:
        need(face is not None, "a die without a face (SV 1.5)")
        pool += int(pooled(_index(names.FACES, face)))
    return pool


def _valleys(value: object, layout: Layout | None, family: bool) -> list[Valley]:
    documents = as_list(value)
    if layout is None:
        need(not documents, "sheets without a letter (SV 1.1)")
        return []
    found: list[Valley] = []
    for document in documents:
        valley = as_object(document)
        town = _index(names.TOWNS, str(valley["town"]))
        rows = [str(row) for row in as_list(valley["rows"])]
        found.append(read_rows(layout, family, town, [row.split() for row in rows]))
        brought, written = int(found[-1].villagers), valley["villagers"]
        need(written == brought, f"the sheet brought {brought} villagers, not {written!r} (SV 3.6)")
    return found


def read_rows(layout: Layout, family: bool, town: int, rows: list[list[str]]) -> Valley:
    """A sheet from its tokens (SV 8.2); ValueError says what cannot be."""
    valley = Valley(layout, family, town)
    need(len(rows) == ROWS, f"a sheet has five rows, not {len(rows)}")
    for row, tokens in enumerate(rows):
        need(len(tokens) == COLUMNS, f"row {row + 1} must have six tokens, not {len(tokens)}")
        for column, token in enumerate(tokens):
            _read_token(valley, hex_at(row, column), token)
    return valley


def _read_token(valley: Valley, place: int, token: str) -> None:
    need(token in names.TOKENS, f"{token[:20]!r} is no token")
    symbol = names.TOKENS.index(token)
    printed = valley.layout.blank[place] == names.MOUNTAIN
    need((symbol == names.MOUNTAIN) == printed, "the mountains are printed")
    if is_symbol(symbol):
        valley.draw(place, symbol)
