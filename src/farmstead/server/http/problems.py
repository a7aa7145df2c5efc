"""Whatever goes wrong leaves the server as a message: what was tried, why not, what would do."""

from __future__ import annotations

import logging
from secrets import token_hex
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.params import QueryParameter

from farmstead import shelf
from farmstead.engine.contract import IllegalMove
from farmstead.server.base.refusals import Refused
from farmstead.server.cluster.peers import MISDIRECTED
from farmstead.server.http.dependencies import language_of
from farmstead.server.http.handover import note_owner
from farmstead.server.http.route_limits import count_unreadable
from farmstead.server.http.security import SAFE_METHODS
from farmstead.server.hub.hub import Quarantined
from farmstead.server.play.problems import Problem, problem_of
from farmstead.server.store import JournalDamaged, NotOwner, StoreAway, StoreDamaged, StoreFull

LOG: Final = logging.getLogger(__name__)
WENT_AWAY: Final = "client disconnected prematurely"  # as Litestar says it of a body that does not come
UNREADABLE_KEYS: Final = ("bad_message", "too_large", "not_json")
CUT: Final = "Input data was truncated"  # as msgspec says it of an end too early, and of half a letter
BROKEN: Final = (
    r"the text is broken: it ends too early, or a letter in it is half of one, such as \ud800 alone"
)
TROUBLES: Final = (StoreAway, StoreFull, JournalDamaged)  # what whoever runs a server wants to know of


# `Any`: Litestar's requests are generic in what this project does not use.
def answer(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """For every exception there is; the unknown ones are logged and told to nobody."""
    refused = _of_framework(request, error)
    book = error.refusal.rule.partition(" ")[0] if isinstance(error, IllegalMove) else ""
    game = next((name for name in shelf.names() if shelf.row(name).prefix == book), None)
    status, problem = problem_of(refused or error, game, language_of(request))
    if isinstance(error, TROUBLES):
        request.app.state.core.figures.troubles.labels(type(error).__name__).inc()
    if status == 500 and not isinstance(error, StoreDamaged):  # of which the store itself says enough
        where = request.scope.get("path_template", "")  # a path may hold the code of a table
        number = token_hex(4)  # by which a complaint is found in the log
        problem.args["request"] = number
        told = {"request": number}
        LOG.error("A request failed: %s %s (%s)", request.method, where, number, exc_info=error, extra=told)
    if isinstance(error, NotOwner):
        note_owner(request.scope, error)
        status = MISDIRECTED
    headers = {"retry-after": str(problem.args["seconds"])} if "seconds" in problem.args else {}
    if problem.key == "other_methods":
        headers["allow"] = ", ".join(problem.instead)
    if refused is not None and isinstance(error, HTTPException) and error.status_code < 500:
        status = error.status_code
    if problem.key in UNREADABLE_KEYS:
        count_unreadable(request)
    return Response(problem, status_code=status, headers=headers, media_type="application/json")


def _of_framework(request: Request[Any, Any, Any], error: Exception) -> Refused | None:
    """What the framework refuses before any of ours is asked."""
    tried = request.method
    if isinstance(error, Quarantined):
        return Refused("aside", tried, {"why": error.why})
    if isinstance(error, UnicodeDecodeError) and request.method not in SAFE_METHODS:
        return Refused("bad_message", tried, {"why": "it is not written in UTF-8"})
    if isinstance(error, RecursionError):
        return Refused("bad_message", tried, {"why": "there are too many brackets in each other"})
    if isinstance(error, ValidationException):
        return Refused("bad_message", tried, {"why": _why(request, error)})
    if isinstance(error, HTTPException) and error.detail == WENT_AWAY:
        return Refused("bad_message", tried, {"why": "it ended before all of it was there"})
    if not isinstance(error, HTTPException) or error.status_code >= 500:
        return None
    if error.status_code == 413:
        most = request.route_handler.resolve_request_max_body_size()
        return Refused("too_large", tried, {"most": most if isinstance(most, int) else 0})
    if error.status_code == 405:
        allowed = [value for name, value in (error.headers or {}).items() if name.lower() == "allow"]
        return Refused(
            "other_methods", tried, instead=sorted([m for each in allowed for m in each.split(", ")])
        )
    if error.status_code == 404:
        return Refused("nothing_there", tried)
    return Refused("bad_message", tried, {"why": str(error.detail).replace(CUT, BROKEN)[:300]})


def _why(request: Request[Any, Any, Any], error: ValidationException) -> str:
    """Which field, and what is wrong with it."""
    found = [part for part in error.extra if isinstance(part, dict)] if isinstance(error.extra, list) else []
    parts = [f"{_as_sent(request, str(part.get('key', '')))}: {part.get('message', '')}" for part in found]
    return ("; ".join(parts) or str(error.detail)).replace(CUT, BROKEN)[:300]


def _as_sent(request: Request[Any, Any, Any], name: str) -> str:
    """A parameter as callers know it."""
    field = request.route_handler.parsed_fn_signature.parameters.get(name)
    given = field.kwarg_definition if field is not None else None
    return given.name or name if isinstance(given, QueryParameter) else name
