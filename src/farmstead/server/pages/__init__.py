"""The pages: a lobby and a table, and what they are made of."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from litestar.contrib.jinja import JinjaTemplateEngine
from litestar.template.config import TemplateConfig
from litestar.types import ControllerRouterHandler


def page_handlers() -> list[ControllerRouterHandler]:
    """What answers to people."""
    return []


def template_config() -> TemplateConfig[JinjaTemplateEngine]:
    """Pages are written as templates; what is put into them is escaped."""
    folder = Path(str(resources.files("farmstead.server.pages"))) / "templates"
    return TemplateConfig(directory=folder, engine=JinjaTemplateEngine)
