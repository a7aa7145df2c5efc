"""Whatever cannot be done, told to people as a page and to programs as JSON."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response
from litestar.response import Template

from farmstead.server.http.dependencies import language_of
from farmstead.server.http.problems import answer
from farmstead.server.http.template import page

HTML: Final = "text/html"
LOOKING: Final = ("GET", "HEAD")


# `Any`: Litestar's requests are generic in what this project does not use.
def answer_anybody(request: Request[Any, Any, Any], error: Exception) -> Response[Any] | Template:
    """A page for whoever opens an address in a browser; for all others the problem itself."""
    told = answer(request, error)
    if request.method not in LOOKING or HTML not in request.headers.get("accept", ""):
        return told
    status = told.status_code or 500
    context = {"status": status, "problem": told.content}
    found = page("base/problem.html", language_of(request), context, status)
    found.headers.update(told.headers)
    return found
