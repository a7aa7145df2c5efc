"""Who you are here, and everything that is yours: to see, to take away, to delete."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from litestar import Controller, Request, Response, delete, get, put
from litestar.params import FromPath, JSONBody

from farmstead.server.api.asking import TheHouse, TheVisitor, cookie_for, no_cookie
from farmstead.server.messages import Me, NameIn, SessionOut
from farmstead.server.people import checked_name
from farmstead.server.sitting import vacate
from farmstead.server.store import StoreError


class MeController(Controller):
    """A player needs nothing but a name."""

    path = "/me"
    tags = ("me",)

    @get("/", summary="Who you are")
    async def see(self, visitor: TheVisitor) -> Me:
        """Your name, or none: then tell one, and a cookie brings it back."""
        return Me(visitor.player.name if visitor.player is not None else None)

    # `Any`: Litestar's requests are generic in what this project does not use.
    @put("/", summary="Say who you are")
    async def name(
        self, request: Request[Any, Any, Any], house: TheHouse, visitor: TheVisitor, data: JSONBody[NameIn]
    ) -> Response[Me]:
        """Become a player, or change your name. A name need not be the only one of its kind."""
        name = checked_name(data.name)
        if visitor.player is not None:
            await house.shared_limits.spend("name", visitor.whom, "name")
            await house.store.players.rename(visitor.player.id, name)
            house.people.forget()
            return Response(Me(name))
        await house.shared_limits.spend("name", visitor.address, "name")
        player = await house.store.players.create(name)
        session = await house.store.sessions.create(player.id)
        cookie = cookie_for(house, session.token, request.url.scheme == "https")
        return Response(Me(name), cookies=[cookie])

    @delete("/", summary="Delete everything that is yours", status_code=200)
    async def delete_me(self, house: TheHouse, visitor: TheVisitor) -> Response[Me]:
        """Your name, your sessions, what you said, and the tables at which only you sat.

        Where others play on, a bot takes your seat, and nothing says whose it was.
        """
        player = visitor.who()
        for place in await house.store.players.places(player.id):
            await vacate(house, player.id, place.table, place.seat.seat)
        gone = await house.store.players.delete(player.id)
        house.people.forget()
        for table in gone.tables:
            house.forget(table)
        for place in gone.seats:  # they may have come back meanwhile, with another browser
            with suppress(StoreError):
                await vacate(house, player.id, place.table, place.seat.seat)
        return Response(Me(None), cookies=[no_cookie()])

    # `Any`: whatever JSON can say.
    @get("/export", summary="Everything that is yours")
    async def export(self, house: TheHouse, visitor: TheVisitor) -> dict[str, Any]:
        """Your name, sessions, tables, seats, chat, and the journals of games that are over."""
        await house.shared_limits.spend("table", visitor.whom, "export")
        return await house.store.players.export(visitor.who().id)

    @get("/sessions", summary="Where you are known")
    async def sessions(self, house: TheHouse, visitor: TheVisitor) -> tuple[SessionOut, ...]:
        """The browsers and programs that are known to be yours, newest first."""
        return await known_at(house, visitor)

    @delete("/sessions", summary="Be known only here", status_code=200)
    async def revoke_others(self, house: TheHouse, visitor: TheVisitor) -> tuple[SessionOut, ...]:
        """Every other browser or program forgets who you are."""
        player, here = visitor.who().id, visitor.session
        await house.store.sessions.revoke_all(player, here.id if here is not None else None)
        house.people.forget()
        return await known_at(house, visitor)

    @delete("/sessions/{session:int}", summary="Be known there no longer", status_code=200)
    async def revoke(self, house: TheHouse, visitor: TheVisitor, session: FromPath[int]) -> Response[Me]:
        """One browser or program forgets who you are; it may be this one."""
        player = visitor.who()
        await house.store.sessions.revoke(player.id, session)
        house.people.forget()
        here = visitor.session is not None and visitor.session.id == session
        return Response(Me(None if here else player.name), cookies=[no_cookie()] if here else [])


async def known_at(house: TheHouse, visitor: TheVisitor) -> tuple[SessionOut, ...]:
    found = await house.store.sessions.of(visitor.who().id)
    current = visitor.session.id if visitor.session is not None else None
    return tuple([SessionOut(each.id, each.created, each.seen, each.id == current) for each in found])
