"""A turn (SV 3): a die, a colour, a hex, and for a track the way it lies."""

from __future__ import annotations

from farmstead.engine.contract import Action, Event, Seat
from farmstead.games.sunflower_valley.rules import names, rounds
from farmstead.games.sunflower_valley.rules.actions import DRAWS, RESERVES, TAKES, WAYS_OF, dice_left, pooled
from farmstead.games.sunflower_valley.rules.hexes import HEXES, hex_text, only
from farmstead.games.sunflower_valley.rules.position import Position
from farmstead.games.sunflower_valley.rules.valley import Valley


def offer(pos: Position, seat: Seat, out: list[Action]) -> None:
    """What may be chosen now: only what leads to a legal drawing."""
    decision = pos.decision()
    valley = pos.valleys[seat]
    if decision == names.DECIDE_DIE:
        for face in range(len(names.FACES)):
            if dice_left(pos.pool, face) != 0:
                out.append(TAKES[face])
    elif decision == names.DECIDE_COLOUR:
        blocked = is_blocked(pos, valley)
        for colour in range(len(names.COLOURS)):
            if pos.board[colour] == names.NOTHING and (blocked or valley.has_free(colour)):
                out.append(RESERVES[colour])
    elif decision == names.DECIDE_HEX:
        # SV 3.2: the hexes of the colour; SV 3.4: any hex.
        for place in HEXES if draws_instead(pos, valley) else valley.layout.cells[pos.colour]:
            if valley.free & only(place) != 0:
                out.append(DRAWS[place])
    else:
        out.extend(WAYS_OF[int(pos.die)])


def is_blocked(pos: Position, valley: Valley) -> bool:
    """SV 3.4: no colour that can be reserved has a free hex. Asked before a colour is chosen."""
    for colour in range(len(names.COLOURS)):
        if pos.board[colour] == names.NOTHING and valley.has_free(colour):
            return False
    return True


def draws_instead(pos: Position, valley: Valley) -> bool:
    """SV 3.4, asked after a colour is chosen: one without free hex is only chosen by a blocked player."""
    return not valley.has_free(int(pos.colour))


# ---- the four decisions ------------------------------------------------------------------------------------


def take(pos: Position, seat: Seat, face: int, log: list[Event] | None) -> None:
    """SV 3.1: the die is gone for the round."""
    pos.die = face
    pos.pool -= pooled(face)
    if log is not None:
        log.append(Event("took", seat, {"die": names.FACES[face]}))


def reserve(pos: Position, seat: Seat, colour: int, log: list[Event] | None) -> None:
    """SV 3.1: the colour is gone for the round."""
    pos.colour = colour
    pos.board[colour] = int(pos.die)
    if log is not None:
        log.append(Event("reserved", seat, {"colour": names.COLOURS[colour]}))


def draw(pos: Position, seat: Seat, place: int, log: list[Event] | None) -> None:
    """SV 3.2, 3.4: a track waits for its way, anything else is drawn at once."""
    if draws_instead(pos, pos.valleys[seat]):
        _draw(pos, seat, place, names.SUNFLOWER, log, True)
    elif pos.die >= names.STRAIGHT:
        pos.place = place
    else:
        _draw(pos, seat, place, int(pos.die), log, False)


def lay(pos: Position, seat: Seat, symbol: int, log: list[Event] | None) -> None:
    """SV 3.5: the track lies like this."""
    _draw(pos, seat, int(pos.place), symbol, log, False)


def _draw(pos: Position, seat: Seat, place: int, symbol: int, log: list[Event] | None, instead: bool) -> None:
    valley = pos.valleys[seat]
    before = valley.villagers
    valley.draw(place, symbol)
    if log is not None:
        log.append(_drawn(pos, seat, valley, place, symbol, instead))
        if valley.villagers > before:  # SV 3.6
            came = int(valley.villagers - before)
            log.append(Event("villagers_came", seat, {"count": came, "villagers": int(valley.villagers)}))
    rounds.end_turn(pos, log)


def _drawn(pos: Position, seat: Seat, valley: Valley, place: int, symbol: int, instead: bool) -> Event:
    at, colour = hex_text(place), names.COLOURS[valley.layout.colour_at[place]]
    if instead:
        return Event("drew_instead", seat, {"die": names.FACES[pos.die], "at": at, "colour": colour})
    if symbol > names.SUPER:
        args = {"symbol": names.FACES[pos.die], "at": at, "colour": colour, "way": names.TOKENS[symbol]}
        return Event("drew_way", seat, args)
    return Event("drew", seat, {"symbol": names.FACES[symbol], "at": at, "colour": colour})
