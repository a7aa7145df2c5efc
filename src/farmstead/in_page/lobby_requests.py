"""Making tables, and the list of them."""

from __future__ import annotations

import secrets
from typing import Final

from msgspec import structs

from farmstead.agents.characters import neighbours
from farmstead.engine.contract import Seat
from farmstead.in_page.challenges import ChallengeIn, read_challenge
from farmstead.in_page.request import Request
from farmstead.in_page.storage import TableDocument
from farmstead.in_page.summary import summary_of
from farmstead.in_page.tables import ME, DeviceTable, DeviceTables
from farmstead.messages import NewTableOut, TableOut, Tables
from farmstead.server.base.refusals import Refused
from farmstead.server.lobby.wishes import check_wish, setup_of, with_neighbours
from farmstead.server.play.messages import ChangeIn, SeatIn, TableIn
from farmstead.server.table.entries import Entry, Sat, Started
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.options import TableOptions
from farmstead.server.table.setup import KEY_BYTES

HERE: Final = ("me", "device", "bot")  # who can sit at a table of this device


def shown(table: DeviceTable) -> TableOut:
    """A table as its page is told of it."""
    found = summary_of(table.document, table.live, table.mine())
    return structs.replace(found, holder=table.shown())


async def mine(tables: DeviceTables) -> Tables:
    """All there are."""
    found = await tables.all()
    told = [each.summary if isinstance(each, TableDocument) else shown(each) for each in found]
    return Tables(tuple([each for each in told if each is not None]), None)


async def make(tables: DeviceTables, asked: Request) -> NewTableOut:
    """A table as it is wished for; its luck is this device's."""
    wish = with_neighbours(asked.message(TableIn))
    check_wish(wish)
    return await _made(tables, wish)


async def _made(tables: DeviceTables, wish: TableIn) -> NewTableOut:
    if any(seat.who not in HERE for seat in wish.seats):
        raise Refused("device_alone", "new table")
    setup = setup_of(wish, secrets.token_bytes(KEY_BYTES), 0)
    options = TableOptions(level=wish.level, chat=False, hints=wish.hints, spectators=False, rated=False)
    names = [_name(each) for each in wish.seats]
    table = await tables.make(setup, options, names, _entries(wish, LiveTable(setup)))
    return NewTableOut(shown(table), ())


def _name(seat: SeatIn) -> str:
    return neighbours()[seat.neighbour].name if seat.neighbour else seat.name[:40].strip()


def _entries(wish: TableIn, live: LiveTable) -> list[Entry]:
    coming: list[Entry] = [entry for seat, each in enumerate(wish.seats) for entry in _sitting(seat, each)]
    begun = [*coming, Started()]
    live.check(*begun)
    return begun


def _sitting(seat: Seat, wish: SeatIn) -> list[Sat]:
    if wish.who == "bot":
        return []
    return [Sat(seat, "device" if wish.who == "device" else "person", ME)]


async def take_up(tables: DeviceTables, asked: Request) -> NewTableOut:
    """A table with the set-up and the luck of a challenge."""
    sent = asked.message(ChallengeIn)
    rival = read_challenge(sent.text)
    setup, names = rival.live.setup, list(rival.challenge.names)
    names[rival.seat] = asked.first("name")[:40]
    options = TableOptions(chat=False, spectators=False, rated=False)
    table = await tables.make(setup, options, names, [Sat(rival.seat, "person", ME), Started()], sent.text)
    return NewTableOut(shown(table), ())


async def play_again(tables: DeviceTables, table: DeviceTable) -> NewTableOut:
    """Make a rematch: the set-up once more, one seat further."""
    if table.document.rematch:
        return NewTableOut(shown(await tables.find(table.document.rematch)), ())
    setup, live = table.live.setup, table.live
    if live.phase() in ("waiting", "playing"):
        raise Refused("not_over", "rematch")
    seats = [_seat_again(table, seat) for seat in range(setup.seats)]
    wish = TableIn(
        setup.game,
        (*seats[1:], seats[0]),
        setup.options,
        level=table.options.level,
        hints=table.options.hints,
    )
    made = await _made(tables, wish)
    await tables.note(table, rematch=made.table.code)
    return made


def _seat_again(table: DeviceTable, seat: Seat) -> SeatIn:
    plan, name = table.live.setup.plan[seat], table.document.names[seat]
    if plan.kind == "bot":
        return SeatIn("bot", plan.level, neighbour=plan.neighbour)
    return (
        SeatIn("device", name=name)
        if table.live.chairs.all[seat].how == "device"
        else SeatIn("me", name=name)
    )


async def change(tables: DeviceTables, table: DeviceTable, asked: Request) -> TableOut:
    """Of what the owner of a table may change there are hints here."""
    wanted = asked.message(ChangeIn)
    if wanted.hints is not None:
        await tables.change_options(table, structs.replace(table.options, hints=wanted.hints))
    return shown(table)
