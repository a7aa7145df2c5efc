"""For whoever runs the server: people, tables, reports. And for everybody: to report something."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Annotated, Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit

from litestar import Controller, Response, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter

from farmstead.messages import Done
from farmstead.server.base.refusals import Refused
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheTable, address_of
from farmstead.server.http.security import OWN_NAMES
from farmstead.server.moderation import listing, operator
from farmstead.server.moderation.actions import do
from farmstead.server.moderation.messages import (
    DeedIn,
    ModeratedTableOut,
    OperatorIn,
    OperatorNow,
    PersonOut,
    ReportIn,
    ReportOut,
)
from farmstead.server.moderation.reports import report
from farmstead.server.play.actions import check_may_look
from farmstead.server.store import TableState

OPERATOR_COOKIE: Final = "farmstead_operator"
STATES: Final[tuple[TableState, ...]] = ("waiting", "playing", "over", "aside")
# `Any`: Litestar's connections are generic in what this project does not use.
AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]
Before = Annotated[int | None, QueryParameter(ge=1, le=2**62, description="Continue before this one.")]
Find = Annotated[str, QueryParameter(max_length=40, description="Part of a name, or a number.")]
Phase = Annotated[Literal["", "waiting", "playing", "over", "aside"], QueryParameter()]


@post("/tables/{code:str}/report", tags=["tables"], summary="Report something", status_code=200)
async def report_table(at: TheTable, data: JSONBody[ReportIn]) -> Done:
    """Tell whoever runs this server of somebody at a table, or of all of it; nobody else hears of it."""
    await check_may_look(*at, None)
    await report(*at, data.seat, data.text)
    return Done(0)


def only_operator(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Refuse whoever has not shown the passphrase."""
    core = connection.app.state.core
    core.limits.spend("read", address_of(connection), "look")
    operator.check_signed_in(core, connection.cookies.get(OPERATOR_COOKIE, ""))


class OperatorDoor(Controller):
    """In and out. Nothing of this is there unless a passphrase was set."""

    path = "/operator/session"
    include_in_schema = False

    @post("/", status_code=200)
    async def sign_in(
        self, request: AnyRequest, core: TheCore, data: JSONBody[OperatorIn]
    ) -> Response[OperatorNow]:
        operator.required_hash(core)
        check_unheard(request)
        token = await operator.sign_in(core, address_of(request), data.passphrase)
        now = OperatorNow(await core.store.moderation.open_reports())
        return Response(now, cookies=[cookie(token, request.url.scheme == "https")])

    @post("/end", status_code=200)
    async def sign_out(self, core: TheCore, request: AnyRequest) -> Response[Done]:
        core.limits.spend("read", address_of(request), "look")
        return Response(Done(0), cookies=[cookie("", request.url.scheme == "https")])


class OperatorController(Controller):
    """What whoever runs the server sees and does."""

    path = "/operator"
    include_in_schema = False
    guards = (only_operator,)

    @get("/")
    async def see(self, core: TheCore) -> OperatorNow:
        return OperatorNow(await core.store.moderation.open_reports())

    @get("/people")
    async def people(self, core: TheCore, find: Find = "", before: Before = None) -> list[PersonOut]:
        return [listing.person(each) for each in await core.store.moderation.people(find, before)]

    @get("/tables")
    async def tables(
        self, core: TheCore, phase: Phase = "", before: Before = None
    ) -> list[ModeratedTableOut]:
        rows = await core.store.moderation.tables((phase,) if phase else STATES, before)
        return await listing.tables(core.store, rows)

    @get("/reports")
    async def reports(self, core: TheCore, before: Before = None) -> list[ReportOut]:
        found = await core.store.moderation.reports(before=before)
        return [await listing.report(core.store, each) for each in found]

    @post("/people/{number:int}/{deed:str}", status_code=200)
    async def person(
        self, core: TheCore, number: FromPath[int], deed: FromPath[str], data: JSONBody[DeedIn]
    ) -> PersonOut | None:
        """None: they are gone."""
        await do(core, f"people {deed}", number, data.name)
        return None if deed == "delete" else listing.person(await core.store.moderation.person(number))

    @post("/tables/{number:int}/{deed:str}", status_code=200)
    async def table(self, core: TheCore, number: FromPath[int], deed: FromPath[str]) -> Done:
        await do(core, f"tables {deed}", number)
        return Done(0)

    @post("/reports/{number:int}/done", status_code=200)
    async def settle(self, core: TheCore, number: FromPath[int]) -> Done:
        await core.store.moderation.settle(number)
        return Done(0)


def check_unheard(request: AnyRequest) -> None:
    """Refuse a passphrase that came over the network without TLS: whoever can read along has it by now."""
    if request.url.scheme == "https":
        return
    host = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    try:
        is_here = ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        is_here = False
    if not is_here or host not in OWN_NAMES:
        raise Refused("operator_heard", "sign in")


def cookie(token: str, is_secure: bool) -> Cookie:
    """Without a token, one that is over."""
    seconds = operator.SIGNED_IN_MS // 1000 if token else 0
    return Cookie(
        OPERATOR_COOKIE,
        value=token,
        max_age=seconds,
        path="/",
        httponly=True,
        secure=is_secure,
        samesite="strict",
    )
