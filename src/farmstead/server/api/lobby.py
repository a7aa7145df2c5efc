"""Tables: making one, finding one, sitting down, getting up."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, delete, get, patch, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import structs

from farmstead import shelf
from farmstead.messages import Done, GameOut, Invitation, NewTableOut, TableOut, Tables
from farmstead.server.base.refusals import Refused
from farmstead.server.http.dependencies import TheCore, TheTable, TheVisitor
from farmstead.server.http.uploads import UploadMiddleware
from farmstead.server.lobby import create, listing, seating
from farmstead.server.lobby.wishes import check_level
from farmstead.server.play.actions import check_may_look
from farmstead.server.play.messages import AgainIn, ChangeIn, FillIn, SeatOnly, SitIn, TableIn
from farmstead.server.store import Conflict, TableRow
from farmstead.server.table.embargo import check_open, check_usual
from farmstead.server.table.entries import SeatNumber

PAGE_SIZE = 50
EDITION_UPLOADS = UploadMiddleware("new table", create.admit)
MAX_EDITION_BYTES = 1_000_000  # bytes: an edition whose letters JSON writes with five each
Before = Annotated[int | None, QueryParameter(ge=1, le=2**62, description="Continue before this table.")]


@get("/games", tags=["tables"], summary="What can be played")
async def games(core: TheCore, visitor: TheVisitor) -> list[GameOut]:
    """The games, how many can play, what can be chosen, and how well bots play."""
    core.limits.spend("read", visitor.rate_limit_key, "look")
    return listing.games()


class TablesController(Controller):
    """Where people play. Whoever has a table's code may look on, unless it has no spectators."""

    path = "/tables"
    tags = ("tables",)

    @post("/", summary="Make a table", request_max_body_size=MAX_EDITION_BYTES, middleware=[EDITION_UPLOADS])
    async def make(self, core: TheCore, visitor: TheVisitor, data: JSONBody[TableIn]) -> NewTableOut:
        """The game begins when the last seat is taken; with nobody to wait for, at once."""
        made = await create.make_table(core, visitor, data)
        return NewTableOut(await listing.show(core, visitor, made.table), made.invitations)

    @get("/", summary="The lobby")
    async def lobby(self, core: TheCore, visitor: TheVisitor, before: Before = None) -> Tables:
        """Public tables that wait for players or are being played, newest first."""
        core.limits.spend("read", visitor.rate_limit_key, "look")
        rows = await core.store.tables.public(before=before, most=PAGE_SIZE)
        return _page(rows, await listing.show_all(core, visitor, rows))

    @get("/mine", summary="Your tables")
    async def mine(self, core: TheCore, visitor: TheVisitor, before: Before = None) -> Tables:
        """Those you sit at or have made, newest first; `to_act` says who is waited for."""
        core.limits.spend("read", visitor.rate_limit_key, "look")
        rows = await core.store.tables.of_player(visitor.require_player().id, before, PAGE_SIZE)
        return _page(rows, await listing.show_mine(core, visitor, rows))

    @get("/{code:str}", summary="One table")
    async def see(self, at: TheTable) -> TableOut:
        """Who sits there, who may, and how it is played."""
        await check_may_look(*at, None)
        return await listing.show(*at)

    @get("/{code:str}/components", summary="What a table is played with")
    async def components(self, at: TheTable) -> dict[str, Any]:
        """The components of its edition, as `farmstead edition show GAME --json` has them: in Sunflower
        Valley the colours of all hexes by sheet, in Walnut Grove the terrain at each edge of each tile …
        """
        room = await check_may_look(*at, None)
        return shelf.components(room.room.last_good().setup.found_game())

    @patch("/{code:str}", summary="Change a table")
    async def change(self, at: TheTable, data: JSONBody[ChangeIn]) -> TableOut:
        """For who made it: whether it stands in the lobby, and what is allowed at it."""
        at.core.limits.spend("move", at.visitor.rate_limit_key, "change")
        await seating.check_owner(*at, "change")
        check_usual(await at.core.hub.options(at.table), "change")
        if data.public is not None:
            await at.core.store.tables.set_public(at.table, data.public)
        wanted = {name: getattr(data, name) for name in ("chat", "hints", "spectators", "rated")}
        wanted = {name: value for name, value in wanted.items() if value is not None}
        if wanted:
            await at.core.hub.change_options(at.table, lambda options: structs.replace(options, **wanted))
        at.core.hub.notify(at.table, "table")
        return await listing.show(*at)

    @delete("/{code:str}", summary="Delete a table", status_code=200)
    async def delete_table(self, at: TheTable) -> Done:
        """For who made it, as long as nobody else sits there."""
        at.core.limits.spend("move", at.visitor.rate_limit_key, "delete")
        await seating.check_owner(*at, "delete")
        check_open(await at.core.hub.options(at.table), at.core.store.now(), "delete")
        row = await at.core.store.tables.get(at.table)
        try:
            await at.core.store.tables.delete(at.table, by=at.visitor.require_player().id)
        except Conflict:
            raise Refused("others_sit", "delete") from None
        at.core.forget(at.table)
        return Done(row.last)

    @post("/{code:str}/seats/{seat:int}", summary="Sit down", status_code=200)
    async def sit(self, at: TheTable, seat: FromPath[SeatNumber], data: JSONBody[SitIn]) -> TableOut:
        """Take a seat that is free; one that is for somebody takes the token of its invitation."""
        at.core.limits.spend("move", at.visitor.rate_limit_key, "sit")
        await seating.sit(*at, seat, data.invitation, data.pledge)
        return await listing.show(*at)

    @post("/{code:str}/seats/{seat:int}/invitation", summary="A new invitation")
    async def invite(self, at: TheTable, seat: FromPath[SeatNumber]) -> Invitation:
        """For who made the table: a new token for an invited seat or a program's; the old one is void.

        Once the game has begun, a program's seat gets one only where nobody else than you plays against it.
        """
        at.core.limits.spend("move", at.visitor.rate_limit_key, "invite")
        return await seating.invite(*at, seat)

    @post("/{code:str}/leave", summary="Get up", status_code=200)
    async def leave(self, at: TheTable, data: JSONBody[SeatOnly]) -> Done:
        """Before the game your seat is free again. In the game a bot plays on until you come back."""
        at.core.limits.spend("move", at.visitor.rate_limit_key, "leave")
        return Done(*await seating.get_up(*at, data.seat, "left"))

    @post("/{code:str}/resign", summary="Resign", status_code=200)
    async def resign(self, at: TheTable, data: JSONBody[SeatOnly]) -> Done:
        """A bot plays on for you; the game goes on for the others."""
        at.core.limits.spend("move", at.visitor.rate_limit_key, "resign")
        return Done(*await seating.get_up(*at, data.seat, "resigned"))

    @post("/{code:str}/return", summary="Come back", status_code=200)
    async def come_back(self, at: TheTable, data: JSONBody[SeatOnly]) -> Done:
        """Take your seat back from the bot that plays on."""
        at.core.limits.spend("move", at.visitor.rate_limit_key, "return")
        return Done(*await seating.come_back(*at, data.seat))

    @post("/{code:str}/fill", summary="Begin with bots", status_code=200)
    async def fill(self, at: TheTable, data: JSONBody[FillIn]) -> TableOut:
        """For who made it: bots take the seats that are free, and the game begins."""
        at.core.limits.spend("move", at.visitor.rate_limit_key, "fill")
        check_level(data.level, "fill")
        await seating.fill(*at, data.level)
        return await listing.show(*at)

    @post("/{code:str}/seats/{seat:int}/free", summary="Free a seat", status_code=200)
    async def free(self, at: TheTable, seat: FromPath[SeatNumber]) -> TableOut:
        """For who made the table, before the game: whoever sits there gets up, and somebody else may come."""
        at.core.limits.spend("move", at.visitor.rate_limit_key, "free")
        await seating.free(*at, seat)
        return await listing.show(*at)

    @post("/{code:str}/close", summary="Close a table", status_code=200)
    async def close(self, at: TheTable) -> Done:
        """For who made the table: nothing more happens there. Not while others play a game."""
        at.core.limits.spend("move", at.visitor.rate_limit_key, "close")
        return Done(*await seating.close(*at))

    @post("/{code:str}/rematch", summary="Play again")
    async def rematch(self, at: TheTable, data: JSONBody[AgainIn | None] = None) -> NewTableOut:
        """The same people at a new table; whoever asks after the first sits down there."""
        made = await create.play_again(*at, data.pledge if data is not None else "")
        return NewTableOut(await listing.show(at.core, at.visitor, made.table), made.invitations)


def _page(rows: list[TableRow], shown: list[TableOut]) -> Tables:
    return Tables(tuple(shown), rows[-1].id if len(rows) == PAGE_SIZE else None)
