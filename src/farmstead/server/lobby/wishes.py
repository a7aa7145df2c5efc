"""What somebody wishes a new table to be: what cannot be is refused, the rest becomes its set-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from farmstead import shelf
from farmstead.agents.characters import neighbours
from farmstead.agents.levels import LEVELS
from farmstead.engine.contract import Arg, BadSetup
from farmstead.server.base.refusals import Refused
from farmstead.server.play.messages import TableIn, Who
from farmstead.server.table.options import MIN_CLOCK_S
from farmstead.server.table.setup import (
    FAIR,
    PlannedSeat,
    Scheme,
    SeatPlan,
    TableSetup,
    game_with,
    new_setup,
)

PLANNED: Final[Mapping[Who, PlannedSeat]] = {
    "me": "open",
    "open": "open",
    "client": "invited",
    "invited": "invited",
    "device": "device",
    "bot": "bot",
}


def with_neighbours(wish: TableIn) -> TableIn:
    """The wish with the level of each neighbour; Refused for one nobody knows, or who is there twice."""
    for n, seat in enumerate(wish.seats):
        if seat.neighbour and seat.who != "bot":
            why = (
                f"seats[{n}].neighbour: a neighbour is a bot, and this seat is for {seat.who}; leave one out"
            )
            raise Refused("bad_message", "new table", {"why": why})
        if seat.neighbour and seat.neighbour not in neighbours():
            args = {"neighbour": seat.neighbour[:40]}
            raise Refused("no_such_neighbour", "new table", args, list(neighbours()))
        if seat.neighbour and seat.neighbour in [each.neighbour for each in wish.seats[:n]]:
            raise Refused("neighbour_twice", "new table", {"name": neighbours()[seat.neighbour].name})
    seats = [
        structs.replace(seat, level=neighbours()[seat.neighbour].level) if seat.neighbour else seat
        for seat in wish.seats
    ]
    return structs.replace(wish, seats=tuple(seats))


def check_wish(wish: TableIn) -> None:
    """Refuse what cannot be made."""
    if wish.game not in shelf.names():
        raise Refused("no_such_game", "new table", instead=shelf.names())
    for seat in wish.seats:
        check_level(seat.level if seat.who == "bot" else wish.level, "new table")
    me = sum([seat.who == "me" for seat in wish.seats])
    if me > 1 or (not me and any(seat.who == "device" for seat in wish.seats)):
        raise Refused("device_without_person", "new table")
    if 0 < wish.clock < MIN_CLOCK_S:
        raise Refused("bad_message", "new table", {"why": f"a clock has at least {MIN_CLOCK_S} seconds"})


def check_level(level: int, tried: str) -> None:
    """Refuse a level that no bot has."""
    if level not in LEVELS:
        levels = ", ".join(map(str, LEVELS))
        raise Refused("no_such_level", tried, {"levels": levels}, [str(level) for level in LEVELS])


def setup_of(wish: TableIn, key: bytes, fair: Scheme = FAIR, rules: int | None = None) -> TableSetup:
    """The set-up of a table as it is wished for; Refused says what cannot be played."""
    plan = [
        SeatPlan(PLANNED[seat.who], seat.level if seat.who == "bot" else 0, seat.neighbour)
        for seat in wish.seats
    ]
    try:
        return new_setup(wish.game, plan, key, wish.options, wish.edition, fair, rules)
    except BadSetup as error:
        if wish.edition and error.part not in ("seats", "options"):
            raise Refused("bad_edition", "new table", {"why": str(error)[:500]}) from None
        game = game_with(wish.game, wish.edition) if wish.edition else shelf.game(wish.game)
        is_option = error.part == "options"
        option = (
            next((each for each in wish.options if not _would_do(wish, each)), "")[:40] if is_option else ""
        )
        part = "together" if is_option and not option else error.part
        args: dict[str, Arg] = {
            "part": part,
            "fewest": game.fewest,
            "most": game.most,
            "option": option,
            "why": str(error)[:500],
        }
        usual = [f"{name}={value}" for name, value in shelf.switch_values(wish.game, ()).items()]
        raise Refused("bad_setup", "new table", args, usual if is_option else ()) from None


def _would_do(wish: TableIn, option: str) -> bool:
    try:
        shelf.game(wish.game).setup(len(wish.seats), [option])
    except BadSetup:
        return False
    return True
