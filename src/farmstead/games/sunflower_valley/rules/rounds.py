"""The round (SV 2): the roll, whose turn it is, and the end of round and game."""

from __future__ import annotations

from farmstead.engine.contract import Event
from farmstead.games.sunflower_valley.rules import names
from farmstead.games.sunflower_valley.rules.actions import Rolled
from farmstead.games.sunflower_valley.rules.position import ALONE, NOBODY, Position


def begin_first(pos: Position) -> None:
    """SV 1.6: the seat that begins has the token."""
    pos.first = pos.choices.start
    _begin(pos)


def _begin(pos: Position) -> None:
    pos.round += 1
    pos.turn = 0
    pos.pool = 0
    pos.board = [names.NOTHING] * len(names.COLOURS)
    pos.await_chance(names.CHANCE_ROLL)


def roll(pos: Position, dice: Rolled, log: list[Event] | None) -> None:
    """SV 2.1: the dice are the pool, and the first player begins."""
    pos.pool = dice.pool
    pos.chance = names.NO_CHANCE
    pos.acting = ALONE[pos.first]
    if log is not None:
        log.append(Event("rolled", int(pos.first), {"round": int(pos.round), "dice": dice.dice}))


def end_turn(pos: Position, log: list[Event] | None) -> None:
    """SV 2.2: the next player clockwise, until all colours are reserved; 2.3: then the next round."""
    pos.die = names.NOTHING
    pos.colour = names.NOTHING
    pos.place = names.NOTHING
    pos.turn += 1
    if all_full(pos):
        pos.acting = NOBODY
        if log is not None:
            log.append(Event("game_over"))
    elif pos.turn == names.TURNS_IN_ROUND:
        pos.first = (pos.first + 1) % pos.players
        _begin(pos)
    else:
        pos.acting = ALONE[(pos.first + pos.turn) % pos.players]


def all_full(pos: Position) -> bool:
    """SV 2.4: every hex of every sheet is drawn in."""
    for valley in pos.valleys:
        if valley.free != 0:
            return False
    return True
