"""The server as one ASGI app: the API, the pages, and the door in front of both."""

from __future__ import annotations

from typing import Final

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp

from farmstead._build import VERSION
from farmstead.server.api.asking import at_table, house_of, language_of, visitor_of
from farmstead.server.api.chat import ChatController
from farmstead.server.api.door import Door
from farmstead.server.api.fair import FairController
from farmstead.server.api.me import MeController
from farmstead.server.api.play import PlayController
from farmstead.server.api.tables import TablesController, games
from farmstead.server.house import House
from farmstead.server.pages import answer_anybody, page_handlers, template_config

LARGEST_BODY: Final = 16_384  # bytes of a request, where nothing else is said


def create_app(house: House) -> ASGIApp:
    """Everything that can be asked of a house."""
    api = Router(
        "/api",
        route_handlers=[
            *(games, MeController, TablesController, PlayController, ChatController),
            FairController,
        ],
    )
    app = Litestar(
        route_handlers=[api, *page_handlers()],
        dependencies={
            "house": Provide(house_of),
            "visitor": Provide(visitor_of),
            "at": Provide(at_table),
            "language": Provide(language_of),
        },
        exception_handlers={Exception: answer_anybody},
        openapi_config=OpenAPIConfig(
            title="Farmstead",
            version=VERSION,
            description="Tables to play at: make one, sit down, choose, listen.",
            path="/api/openapi.json",
            render_plugins=[JsonRenderPlugin(path="/")],
            use_handler_docstrings=True,
        ),
        template_config=template_config(),
        request_max_body_size=LARGEST_BODY,
        state=State({"house": house}),
        logging_config=None,
        debug=False,
    )
    return Door(app, house.settings)
