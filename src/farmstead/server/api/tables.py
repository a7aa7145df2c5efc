"""Tables: making one, finding one, sitting down, getting up."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, delete, get, patch, post
from litestar.params import Parameter
from msgspec import structs

from farmstead.server import making, showing, sitting
from farmstead.server.house import House
from farmstead.server.journal import SeatNumber
from farmstead.server.messages import (
    ChangeIn,
    Done,
    FillIn,
    GameOut,
    Invitation,
    NewTableOut,
    SeatOnly,
    SitIn,
    TableIn,
    TableOut,
    Tables,
)
from farmstead.server.options import decode_options
from farmstead.server.playing import check_may_look
from farmstead.server.refusals import Refused
from farmstead.server.store import Table
from farmstead.server.visitors import Visitor

PAGE = 50
Before = Annotated[int | None, Parameter(ge=1, le=2**62, description="Continue before this table.")]


@get("/games", tags=["tables"], summary="What can be played")
async def games() -> list[GameOut]:
    """The games, how many can play, what can be chosen, and how well bots play."""
    return showing.games()


class TablesController(Controller):
    """Where people play. Whoever has a table's code may look on, unless it has no spectators."""

    path = "/tables"
    tags = ["tables"]

    @post("/", summary="Make a table", request_max_body_size=1_000_000)
    async def make(self, house: House, visitor: Visitor, data: TableIn) -> NewTableOut:
        """The game begins when the last seat is taken; with nobody to wait for, at once."""
        made = await making.make_table(house, visitor, data)
        return NewTableOut(await showing.show(house, visitor, made.table), made.invitations)

    @get("/", summary="The lobby")
    async def lobby(self, house: House, visitor: Visitor, before: Before = None) -> Tables:
        """Public tables that wait for players or are being played, newest first."""
        house.limits.spend("read", visitor.whom, "look")
        return await _page(house, visitor, await house.store.tables.public(before=before, most=PAGE))

    @get("/mine", summary="Your tables")
    async def mine(self, house: House, visitor: Visitor, before: Before = None) -> Tables:
        """Those you sit at or have made, newest first."""
        house.limits.spend("read", visitor.whom, "look")
        found = await house.store.tables.of_player(visitor.who().id, before, PAGE)
        return await _page(house, visitor, found)

    @get("/{code:str}", summary="One table")
    async def see(self, house: House, visitor: Visitor, code: str) -> TableOut:
        """Who sits there, who may, and how it is played."""
        table = await house.table(code, visitor)
        await check_may_look(house, visitor, table, None)
        return await showing.show(house, visitor, table)

    @patch("/{code:str}", summary="Change a table")
    async def change(self, house: House, visitor: Visitor, code: str, data: ChangeIn) -> TableOut:
        """For who made it: whether it stands in the lobby, and what is allowed at it."""
        table = await house.table(code, visitor)
        await sitting.check_owner(house, visitor, table, "change")
        row = await house.store.tables.get(table)
        if data.public is not None:
            await house.store.tables.set_public(table, data.public)
        wanted = {name: getattr(data, name) for name in ("chat", "hints", "spectators")}
        wanted = {name: value for name, value in wanted.items() if value is not None}
        if wanted:
            options = structs.replace(decode_options(row.options), **wanted)
            await house.hub.set_options(table, options)
        house.hub.notify(table, "table")
        return await showing.show(house, visitor, table)

    @delete("/{code:str}", summary="Delete a table", status_code=200)
    async def delete_table(self, house: House, visitor: Visitor, code: str) -> Done:
        """For who made it, as long as nobody else sits there."""
        table = await house.table(code, visitor)
        await sitting.check_owner(house, visitor, table, "delete")
        row = await house.store.tables.get(table)
        others = [seat for seat in await house.store.seats.of(table) if seat.player not in (None, row.owner)]
        if any(seat.kind in ("person", "device") for seat in others):
            raise Refused("not_owner", "delete")
        await house.store.tables.delete(table)
        house.forget(table)
        return Done(row.last)

    @post("/{code:str}/seats/{seat:int}", summary="Sit down", status_code=200)
    async def sit(self, house: House, visitor: Visitor, code: str, seat: SeatNumber, data: SitIn) -> TableOut:
        """Take a seat that is free; one that is for somebody takes the token of its invitation."""
        table = await house.table(code, visitor)
        house.limits.spend("move", visitor.whom, "sit")
        await sitting.sit(house, visitor, table, seat, data.invitation)
        return await showing.show(house, visitor, table)

    @post("/{code:str}/seats/{seat:int}/invitation", summary="A new invitation")
    async def invite(self, house: House, visitor: Visitor, code: str, seat: SeatNumber) -> Invitation:
        """For who made the table: a new token for an invited seat or a program's; the old one is void."""
        table = await house.table(code, visitor)
        house.limits.spend("move", visitor.whom, "invite")
        given = await sitting.invite(house, visitor, table, seat)
        house.people.forget()
        return given

    @post("/{code:str}/leave", summary="Get up", status_code=200)
    async def leave(self, house: House, visitor: Visitor, code: str, data: SeatOnly) -> Done:
        """Before the game your seat is free again. In the game a bot plays on until you come back."""
        table = await house.table(code, visitor)
        house.limits.spend("move", visitor.whom, "leave")
        posted = await sitting.get_up(house, visitor, table, data.seat, "left")
        return Done(posted.number, posted.again)

    @post("/{code:str}/resign", summary="Resign", status_code=200)
    async def resign(self, house: House, visitor: Visitor, code: str, data: SeatOnly) -> Done:
        """A bot plays on for you; the game goes on for the others."""
        table = await house.table(code, visitor)
        house.limits.spend("move", visitor.whom, "resign")
        posted = await sitting.get_up(house, visitor, table, data.seat, "resigned")
        return Done(posted.number, posted.again)

    @post("/{code:str}/return", summary="Come back", status_code=200)
    async def come_back(self, house: House, visitor: Visitor, code: str, data: SeatOnly) -> Done:
        """Take your seat back from the bot that plays on."""
        table = await house.table(code, visitor)
        house.limits.spend("move", visitor.whom, "return")
        posted = await sitting.come_back(house, visitor, table, data.seat)
        return Done(posted.number, posted.again)

    @post("/{code:str}/fill", summary="Begin with bots", status_code=200)
    async def fill(self, house: House, visitor: Visitor, code: str, data: FillIn) -> TableOut:
        """For who made it: bots take the seats that are free, and the game begins."""
        table = await house.table(code, visitor)
        house.limits.spend("move", visitor.whom, "fill")
        making.check_level(data.level, "fill")
        await sitting.fill(house, visitor, table, data.level)
        return await showing.show(house, visitor, table)

    @post("/{code:str}/rematch", summary="Play again")
    async def rematch(self, house: House, visitor: Visitor, code: str) -> NewTableOut:
        """The same people at a new table; whoever asks after the first sits down there."""
        table = await house.table(code, visitor)
        made = await making.play_again(house, visitor, table)
        return NewTableOut(await showing.show(house, visitor, made.table), made.invitations)


async def _page(house: House, visitor: Visitor, rows: list[Table]) -> Tables:
    shown = await showing.show_all(house, visitor, rows)
    return Tables(tuple(shown), rows[-1].id if len(rows) == PAGE else None)
