"""A page as it goes out: its template, its texts, and the language of both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar.response import Template

from farmstead.server.base.languages import offered
from farmstead.server.http.static_files import art_of, scripts_of
from farmstead.server.http.texts import page_texts


def page(
    template: str, language: str, context: Mapping[str, Any] | None = None, status: int = 200
) -> Template:
    """A page with the texts that it needs. `Any`: whatever a template can show."""
    shown = {
        "say": page_texts(language),
        "language": language,
        "languages": offered(),
        "scripts_of": scripts_of,
        "art_of": art_of,
        **(context or {}),
    }
    return Template(template_name=template, context=shown, status_code=status)
