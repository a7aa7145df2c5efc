"""The visitor: name, sessions and all data of theirs, to see, to download, to delete."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from litestar import Controller, MediaType, Response, delete, get, put
from litestar.params import FromPath, JSONBody

from farmstead.messages import Me
from farmstead.server.accounts.actions import free_name, rename
from farmstead.server.accounts.deletion import delete_player
from farmstead.server.http.dependencies import (
    FOR_ALL,
    AnyRequest,
    TheCore,
    TheVisitor,
    cookie_for,
    device_in,
    no_cookie,
)
from farmstead.server.play.messages import NameIn, SessionOut
from farmstead.server.store import Player


class MeController(Controller):
    """A player needs nothing but a name."""

    path = "/me"
    tags = ("me",)

    @get("/", summary="Who you are", opt=FOR_ALL)
    async def see(self, core: TheCore, visitor: TheVisitor) -> Me:
        """Your name, or none: then tell one, and a cookie brings it back."""
        core.limits.spend("read", visitor.rate_limit_key, "look")
        return me(visitor.player)

    @put("/", summary="Say who you are")
    async def name(
        self, request: AnyRequest, core: TheCore, visitor: TheVisitor, data: JSONBody[NameIn]
    ) -> Response[Me]:
        """Become a player, or change your name. Only among accounts must it be the only one of its kind."""
        name = free_name(core, data.name)
        if visitor.player is not None:
            await rename(core, visitor, name)
            return Response(Me(name, visitor.player.has_account))
        core.limits.spend("name", visitor.address, "name")
        player = await core.store.players.create(name)
        session = await core.store.sessions.create(player.id, device_in(request))
        return Response(Me(name), cookies=[cookie_for(core, session.token, request.url.scheme == "https")])

    @delete("/", summary="Delete everything that is yours", status_code=200, opt=FOR_ALL)
    async def delete_me(self, core: TheCore, visitor: TheVisitor) -> Response[Me]:
        """Your name, your account and sessions, what you said, and the tables at which only you sat.

        Where others play on, a bot takes your seat, and nothing says whose it was.
        """
        player = visitor.require_player().id
        core.limits.spend("name", visitor.address, "name")  # a small store is written anew
        await delete_player(core, player)
        return Response(Me(None), cookies=[no_cookie()])

    # `Any`: whatever JSON can say. It is written as JSON in a thread: there may be much of it.
    @get("/export", summary="Everything that is yours")
    async def export(self, core: TheCore, visitor: TheVisitor) -> Response[dict[str, Any]]:
        """Your name, account, sessions, tables, seats, chat, and the journals of games that are over."""
        core.limits.spend("table", visitor.rate_limit_key, "export")
        found = await core.store.players.export(visitor.require_player().id)
        written = await core.pools.files.run(visitor.address, "export", lambda: msgspec.json.encode(found))
        return Response(cast(dict[str, Any], written), media_type=MediaType.JSON)

    @get("/sessions", summary="Where you are known")
    async def sessions(self, core: TheCore, visitor: TheVisitor) -> tuple[SessionOut, ...]:
        """The browsers and programs that are known to be yours, newest first."""
        core.limits.spend("read", visitor.rate_limit_key, "look")
        return await known_at(core, visitor)

    @delete("/sessions", summary="Be known only here", status_code=200, opt=FOR_ALL)
    async def revoke_others(self, core: TheCore, visitor: TheVisitor) -> tuple[SessionOut, ...]:
        """Every other browser or program forgets who you are."""
        player, here = visitor.require_player().id, visitor.session
        await spend(core, visitor)
        await core.store.sessions.revoke_all(player, here.id if here is not None else None)
        core.people.forget(player)
        return await known_at(core, visitor)

    @delete("/sessions/{session:int}", summary="Be known there no longer", status_code=200, opt=FOR_ALL)
    async def revoke(self, core: TheCore, visitor: TheVisitor, session: FromPath[int]) -> Response[Me]:
        """One browser or program forgets who you are; it may be this one."""
        player = visitor.require_player()
        await spend(core, visitor)
        await core.store.sessions.revoke(player.id, session)
        core.people.forget(player.id)
        here = visitor.session is not None and visitor.session.id == session
        return Response(me(None if here else player), cookies=[no_cookie()] if here else [])


async def spend(core: TheCore, visitor: TheVisitor) -> None:
    """Each time all servers ask anew who everybody is."""
    core.limits.spend("name", visitor.rate_limit_key, "name")


def me(player: Player | None) -> Me:
    return Me(None) if player is None else Me(player.name, player.has_account, player.blocked is not None)


async def known_at(core: TheCore, visitor: TheVisitor) -> tuple[SessionOut, ...]:
    found = await core.store.sessions.of(visitor.require_player().id)
    current = visitor.session.id if visitor.session is not None else None
    return tuple(
        [SessionOut(each.id, each.created, each.seen, each.id == current, each.device) for each in found]
    )
