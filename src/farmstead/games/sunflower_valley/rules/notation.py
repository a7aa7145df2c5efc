"""Positions and views as JSON. Nothing is hidden in this game: a view is the position, and whose it is."""

from __future__ import annotations

import json
from typing import Final

from farmstead.engine.contract import Seat
from farmstead.games.sunflower_valley.rules import names
from farmstead.games.sunflower_valley.rules.actions import dice_left
from farmstead.games.sunflower_valley.rules.hexes import hex_text
from farmstead.games.sunflower_valley.rules.position import Position
from farmstead.games.sunflower_valley.rules.turn import draws_instead, is_blocked
from farmstead.games.sunflower_valley.rules.valley import Valley

VIEW_VERSION: Final = 1


def position_text(pos: Position) -> str:
    """The whole position on one line."""
    return json.dumps(view(pos, None), separators=(",", ":"))


def view(pos: Position, seat: Seat | None) -> dict[str, object]:
    """What `seat` sees; None is a spectator."""
    return {
        "game": names.NAME,
        "view": VIEW_VERSION,
        "rules": pos.rules,
        "edition": pos.edition.label,
        "options": list(pos.choices.options),
        "seats": pos.players,
        "seat": seat,
        "sheet": pos.layout.letter if pos.layout is not None else None,
        "round": int(pos.round),
        "first": int(pos.first) if pos.round > 0 else None,
        "to_act": list(pos.acting),
        "decision": names.DECISIONS[pos.decision()] if pos.is_playing() else None,
        "chance": _chance(pos),
        "pool": _pool(pos),
        "board": {colour: _named(names.FACES, pos.board[n]) for n, colour in enumerate(names.COLOURS)},
        "die": _named(names.FACES, int(pos.die)),
        "colour": _named(names.COLOURS, int(pos.colour)),
        "hex": hex_text(int(pos.place)) if pos.place != names.NOTHING else None,
        "blocked": blocked(pos),
        "valleys": [_valley(valley) for valley in pos.valleys],
    }


def blocked(pos: Position) -> bool:
    """Whether the seat to act draws a sunflower wherever it likes (SV 3.4)."""
    if not pos.is_playing():
        return False
    valley = pos.valleys[pos.acting[0]]
    before_colour = pos.decision() in (names.DECIDE_DIE, names.DECIDE_COLOUR)
    return is_blocked(pos, valley) if before_colour else draws_instead(pos, valley)


def _chance(pos: Position) -> dict[str, object] | None:
    if pos.chance == names.NO_CHANCE:
        return None
    return {"kind": names.CHANCES[pos.chance], "name": pos.chance_name()}


def _pool(pos: Position) -> list[str]:
    found: list[str] = []
    for face in range(len(names.FACES)):
        found += [names.FACES[face]] * int(dice_left(pos.pool, face))
    return found


def _named(words: tuple[str, ...], number: int) -> str | None:
    return None if number == names.NOTHING else words[number]


def _valley(valley: Valley) -> dict[str, object]:
    return {"town": names.TOWNS[valley.town], "rows": valley.rows(), "villagers": int(valley.villagers)}
