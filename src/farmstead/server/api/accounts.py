"""Accounts: to be known on every device, by a name and a passphrase."""

from __future__ import annotations

from litestar import Controller, Response, get, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from farmstead.messages import Me
from farmstead.server.accounts.actions import account_of, change_passphrase, make_account, sign_in
from farmstead.server.core import Core
from farmstead.server.http.dependencies import (
    FOR_ALL,
    AnyRequest,
    TheCore,
    TheVisitor,
    cookie_for,
    device_in,
)
from farmstead.server.play.messages import AccountIn, AccountOut, PassphraseIn, SignInIn
from farmstead.server.store import NewSession


class AccountController(Controller):
    """Nobody needs one to play. To sign out, see the sessions of `me`."""

    path = "/account"
    tags = ("account",)

    @get("/", summary="Your account")
    async def see(self, core: TheCore, visitor: TheVisitor) -> AccountOut:
        """Refused to guests, who have none."""
        core.limits.spend("read", visitor.rate_limit_key, "look")
        account, _ = await account_of(core, visitor, "look")
        return AccountOut(account.name, account.created, account.changed)

    @post("/", summary="Make an account", opt=FOR_ALL)
    async def make(
        self, request: AnyRequest, core: TheCore, visitor: TheVisitor, data: JSONBody[AccountIn]
    ) -> Response[Me]:
        """From the guest that you are, with all your games, or as somebody new. You get a new cookie."""
        device = device_in(request)
        made = await make_account(core, visitor, data.name, data.passphrase, device, data.invitation)
        return await known_as(core, request, made)

    @post("/session", summary="Sign in", opt=FOR_ALL)
    async def enter(
        self, request: AnyRequest, core: TheCore, visitor: TheVisitor, data: JSONBody[SignInIn]
    ) -> Response[Me]:
        """Be known here as well. If this browser is a guest's with games, say what becomes of them first."""
        device = device_in(request)
        session = await sign_in(core, visitor, data.name, data.passphrase, data.leave_guest, device)
        return await known_as(core, request, session)

    @put("/passphrase", summary="Change your passphrase")
    async def change(
        self, request: AnyRequest, core: TheCore, visitor: TheVisitor, data: JSONBody[PassphraseIn]
    ) -> Response[Me]:
        """It takes the old one. Every other device is signed out, and you get a new cookie."""
        return await known_as(core, request, await change_passphrase(core, visitor, data.old, data.new))


async def known_as(core: Core, request: AnyRequest, session: NewSession) -> Response[Me]:
    """Who they are from now on, and the cookie for it."""
    player = await core.store.players.get(session.session.player)
    cookie: Cookie = cookie_for(core, session.token, request.url.scheme == "https")
    return Response(Me(player.name, player.has_account), cookies=[cookie])
