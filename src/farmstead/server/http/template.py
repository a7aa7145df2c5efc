"""A page as it goes out: its template, its texts, and the language of both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.response import Template
from litestar.response.base import ASGIResponse

from farmstead.server.base.languages import offered
from farmstead.server.http.gzip import packed_answer
from farmstead.server.http.static_files import art_of
from farmstead.server.http.texts import page_texts


class PackedTemplate(Template):
    """A page that is packed for browsers that accept it."""

    # `Any`: Litestar's requests, and what else it hands over.
    def to_asgi_response(self, app: Any, request: Request[Any, Any, Any], **given: Any) -> ASGIResponse:
        self.context = around(request.app, self.context)
        return packed_answer(request, super().to_asgi_response(app, request, **given))


# `Any`: as above.
def around(app: Any, context: Mapping[str, Any]) -> dict[str, Any]:
    """With what this server's own folder adds to each page, and the address by which people know it."""
    origin = urlsplit(app.state.core.settings.url)
    own = app.state.own_pages.shown(context["language"])
    return {**context, "own": own, "origin": f"{origin.scheme}://{origin.netloc}" if origin.netloc else ""}


def page(
    template: str, language: str, context: Mapping[str, Any] | None = None, status: int = 200
) -> Template:
    """A page with the texts that it needs. `Any`: whatever a template can show."""
    always = {"say": page_texts(language), "language": language, "languages": offered(), "art_of": art_of}
    return PackedTemplate(template_name=template, context={**always, **(context or {})}, status_code=status)
