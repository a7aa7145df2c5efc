"""Dependencies of the route handlers: server, visitor, language and table of a request; cookies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, TypeVar

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from farmstead.server.base.languages import spoken
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.people.rate_limits import network_of
from farmstead.server.people.user_agent import device_of
from farmstead.server.people.visitor import Visitor
from farmstead.server.store import TableId

AnyRequest: TypeAlias = Request[Any, Any, Any]  # Litestar's are generic in what this project does not use
TheCore: TypeAlias = NamedDependency[Core]
TheVisitor: TypeAlias = NamedDependency[Visitor]
TheLanguage: TypeAlias = NamedDependency[str]

Result = TypeVar("Result")
LANGUAGE_COOKIE: Final = "language"  # what somebody chose on a page; it says nothing else of them
Lang = Annotated[
    str, QueryParameter(name="lang", max_length=40, description="The language of all words, such as `fr`.")
]

FOR_ALL_OPTION: Final = "for_all"  # of a route handler: also for strangers, and for who is blocked
FOR_ALL: Final = {FOR_ALL_OPTION: True}
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
COOKIE: Final = "farmstead"
COOKIE_AGE_S: Final = 400 * 86_400  # seconds; browsers keep none longer


async def core_of(state: State) -> Core:
    """The server behind this request."""
    core: Core = state.core
    return core


async def visitor_of(request: AnyRequest) -> Visitor:
    """Who asks; Refused for a token that is no seat's.

    Refused, too, unless the route's option says that it is for all: people who are blocked and want to do
    something, and strangers where only members are let in.
    """
    core: Core = request.app.state.core
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    bearer = token.strip() if scheme.lower() == "bearer" else ""
    visitor = await core.visitor(address_of(request), request.cookies.get(COOKIE, ""), bearer)
    if request.route_handler.opt.get(FOR_ALL_OPTION):
        return visitor
    player = visitor.player
    if player is not None and player.blocked is not None and request.method not in SAFE_METHODS:
        raise Refused("blocked", "look")
    if core.settings.members_only and player is None and not visitor.is_program():
        raise Refused("members_only", "look")
    return visitor


def language_of(request: AnyRequest, lang: Lang = "") -> str:
    """The language that a request is to be answered in, also where nothing has been read of it yet."""
    chosen = (str(request.query_params.get("lang", "")), request.cookies.get(LANGUAGE_COOKIE, ""))
    return spoken(chosen, request.headers.get("accept-language", ""))


class TableRequest(NamedTuple):
    """A request about a table: the server, the visitor and the table."""

    core: Core
    visitor: Visitor
    table: TableId

    async def in_turn(self, draw: Callable[[], Result]) -> Result:
        """Draw in a thread, when it is the visitor's turn."""
        return await self.core.pools.pictures.run(self.visitor.address, "look", draw)


TheTable: TypeAlias = NamedDependency[TableRequest]


async def at_table(request: AnyRequest, code: FromPath[str]) -> TableRequest:
    """The table that a path names, and who asks for it; Refused when there is none."""
    core, visitor = request.app.state.core, await visitor_of(request)
    return TableRequest(core, visitor, await core.table(code, visitor))


def address_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The client's address as limits count it: IPv6 by its network."""
    return network_of(request.client.host) if request.client is not None else "-"


def device_in(request: AnyRequest) -> str:
    """What sort of device asks."""
    return device_of(request.headers.get("user-agent", ""))


def cookie_for(core: Core, token: str, secure: bool) -> Cookie:
    """The cookie by which somebody is known from now on."""
    return Cookie(
        COOKIE,
        value=core.people.cookie(token),
        max_age=COOKIE_AGE_S,
        path="/",
        httponly=True,
        secure=secure,
        samesite="lax",
    )


def no_cookie() -> Cookie:
    return Cookie(COOKIE, value="", max_age=0, path="/", httponly=True, samesite="lax")
