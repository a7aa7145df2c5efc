"""The composition root: which features a server has, and everything that answers, as one ASGI app."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, Self

from litestar import Litestar, Router
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Server
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.types import ASGIApp

from farmstead._build import VERSION
from farmstead.server.api.accounts import AccountController
from farmstead.server.api.branches import BranchesController, LuckController, compared
from farmstead.server.api.chat import ChatController
from farmstead.server.api.daily import DailyController
from farmstead.server.api.exports import DownloadsController
from farmstead.server.api.fair import FairController
from farmstead.server.api.learning import CoachController, LearningController
from farmstead.server.api.lobby import TablesController, games
from farmstead.server.api.me import MeController
from farmstead.server.api.moderation import OperatorController, OperatorDoor, report_table
from farmstead.server.api.play import PlayController
from farmstead.server.api.ratings import RatingsController
from farmstead.server.api.replay import StudiesController
from farmstead.server.api.reviews import ReviewController
from farmstead.server.api.scorepad import ScoreController
from farmstead.server.api.webhooks import WebhookController
from farmstead.server.base.feature import Feature
from farmstead.server.base.settings import Settings
from farmstead.server.core import Core, open_core
from farmstead.server.daily.bots import DailyBots
from farmstead.server.daily.pars import DailyPars
from farmstead.server.exports.animation_worker import AnimationWorker
from farmstead.server.http.dependencies import at_table, core_of, language_of, visitor_of
from farmstead.server.http.detached import DetachedResponses
from farmstead.server.http.handover import HandOver
from farmstead.server.http.metrics import MetricsMiddleware
from farmstead.server.http.route_limits import LIMIT_OPTION, OWN, check_pace
from farmstead.server.http.security import SecurityMiddleware
from farmstead.server.http.uploads import SMALL_BODY_BYTES, BoundedRequest
from farmstead.server.lobby.seating import vacate
from farmstead.server.moderation.actions import close_table
from farmstead.server.moderation.orders import Orders
from farmstead.server.pages import answer_anybody, make_schema_once, page_handlers, template_config
from farmstead.server.pages.own_pages import OwnPages
from farmstead.server.ratings.settlement import Settlement
from farmstead.server.reviews.worker import ReviewWorker
from farmstead.server.store import Milliseconds, wall_clock
from farmstead.server.webhooks.scheduler import WebhookScheduler

SCHEMA: Final = "/api/openapi.json"


def features(core: Core) -> list[Feature]:
    """What works by itself, each with the parts of the core that it needs."""
    return [
        WebhookScheduler(core.hub, core.store, core.figures, core.settings.url),
        Settlement(core.store, core.hub),
        DailyBots(core.store, core.hub),
        DailyPars(core.store),
        ReviewWorker(core.store, core.settings.review_tries, core.parties),
        AnimationWorker(),
        Orders(core),
    ]


@asynccontextmanager
async def open_server(
    settings: Settings, clock: Callable[[], Milliseconds] = wall_clock
) -> AsyncIterator[Core]:
    """A running server with all its features; `create_app` answers for it."""
    async with open_core(settings, features, clock) as core:
        core.peers.calls |= {"vacate": partial(vacate, core), "close": partial(close_table, core)}
        yield core


def create_app(core: Core) -> ASGIApp:
    """Everything that can be asked of a server."""
    return with_middleware(handlers(core.settings.root_path), core)


def with_middleware(app: Litestar, core: Core) -> ASGIApp:
    """These handlers answer for that server, behind all that looks at a request first."""
    app.state.core = core
    app.state.own_pages = OwnPages(core.settings.own_pages)
    checked: ASGIApp = MetricsMiddleware(SecurityMiddleware(app, core.settings), core)
    if core.store.is_shared:
        checked = HandOver(checked, core.peers, core.store)
    outermost = DetachedResponses(checked)
    core.peers.app = outermost
    return outermost


class MsgspecApp(Litestar):
    """Knows msgspec alone: litestar would import pydantic and attrs, too, wherever they are installed."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


class OwnRouter(Router):
    """A router for one app alone: litestar would copy it and all its handlers, which takes time."""

    def __deepcopy__(self, memo: object) -> Self:
        return self


def handlers(root_path: str) -> Litestar:
    """All that answers, at whichever server; putting them together takes a quarter of a second."""
    people = [MeController, AccountController, WebhookController]
    standings = [RatingsController, DailyController]
    tables = [TablesController, PlayController, ChatController, FairController]
    studies = [StudiesController, BranchesController, LuckController, ReviewController, DownloadsController]
    learning = [LearningController, CoachController]
    operators = [OperatorDoor, OperatorController]
    others = [*standings, *studies, *learning, *operators, ScoreController]
    api = OwnRouter(
        "/api",
        route_handlers=[games, compared, report_table, *people, *tables, *others],
        opt={LIMIT_OPTION: OWN},
    )
    return MsgspecApp(
        route_handlers=[api, *page_handlers()],
        dependencies={
            "core": Provide(core_of),
            "visitor": Provide(visitor_of),
            "at": Provide(at_table),
            "language": Provide(language_of, sync_to_thread=False),
        },
        before_request=check_pace,
        exception_handlers={Exception: answer_anybody},
        openapi_config=OpenAPIConfig(
            title="Farmstead",
            version=VERSION,
            description="Tables to play at: make one, sit down, choose, listen.",
            path=SCHEMA,
            render_plugins=[JsonRenderPlugin(path="/")],
            openapi_router=Router(
                SCHEMA, route_handlers=[], include_in_schema=False, guards=[make_schema_once]
            ),
            use_handler_docstrings=True,
            servers=[Server(url=root_path or "/")],
        ),
        template_config=template_config(root_path),
        request_max_body_size=SMALL_BODY_BYTES,
        request_class=BoundedRequest,
        logging_config=None,
        debug=False,
    )
