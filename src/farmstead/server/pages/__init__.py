"""The pages: a lobby and a table, and what they are made of."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from litestar import Router
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template.config import TemplateConfig
from litestar.types import ControllerRouterHandler

from farmstead.server.pages.board import board_svg, board_text, choice_svg
from farmstead.server.pages.files import static_file
from farmstead.server.pages.menu import menu
from farmstead.server.pages.problems import answer_anybody
from farmstead.server.pages.views import api, astray, lobby, table

__all__ = ["answer_anybody", "page_handlers", "template_config"]


def page_handlers() -> list[ControllerRouterHandler]:
    """What answers to people; what goes wrong here is told to them as a page."""
    shown = [lobby, table, api, menu, board_svg, board_text, choice_svg, static_file, astray]
    return [Router("/", route_handlers=shown, exception_handlers={Exception: answer_anybody})]


def template_config() -> TemplateConfig[JinjaTemplateEngine]:
    """Pages are written as templates; what is put into them is escaped."""
    folder = Path(str(resources.files("farmstead.server.pages"))) / "templates"
    return TemplateConfig(directory=folder, engine=JinjaTemplateEngine)
