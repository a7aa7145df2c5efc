"""What Litestar does not know of the API: what fields mean, how refusals look, who asks, what streams bring.

Fields are described by the comments behind them in their structs; `fields.toml` has what stands in none.
"""

from __future__ import annotations

import inspect
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from msgspec import Struct
from msgspec.json import schema_components

from farmstead import shelf
from farmstead.messages import Heard, Look
from farmstead.server.play.refusal_words import Problem

FIELD: Final = re.compile(r"    (\w+): [^#]*?(?:#\s*(.*))?$")
PREFIX: Final = "#/components/schemas/"
STREAM: Final = "/api/tables/{code}/stream"
COMPONENTS: Final = "/api/tables/{code}/components"
BEARER: Final = "token"
COOKIE: Final = "visitor"
REFUSED: Final = "A refusal: `key` for programs, `sentence` for people, `instead` what would do."
NOT_NOW: Final = "Too often, or the server cannot just now: `args` has after how many `seconds` to try again."
SCHEMES: Final = {
    COOKIE: {
        "type": "apiKey",
        "in": "cookie",
        "name": "farmstead",
        "description": "Who you are: set by the first `PUT /api/me`, to be sent with everything after that.",
    },
    BEARER: {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a seat that is for a program, as `invitations` told it.",
    },
}
EVENTS: Final = """Each event is one of these:

| event | its data | id |
|---|---|---|
| `news` | `Heard`: what one entry means to the seat, and the same in words | the number of the entry |
| `position` | `Look`: what the seat may see now; at first, and after news | that of the last entry |
| `chat`, `table` | a number: there is something new to ask for | |
| `end` | why nothing more will come: `gone`, `aside` or `not_yours` | |

Every 15 to 20 seconds without news a comment says that the stream goes on."""
ONCE: Final = "called once"  # what stands behind a field that another has taken the place of
LAST_EVENT_ID: Final = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "schema": {"type": "integer", "minimum": 0},
    "description": "The id of the last `news` that was heard: all after it comes, and nothing twice.",
}

# `Any` in what follows: the document is JSON.
Json = dict[str, Any]


def complete(document: Json) -> None:
    """Add to the document of Litestar what it lacks; done again it changes nothing."""
    components = document.setdefault("components", {})
    schemas: Json = components.setdefault("schemas", {})
    for kind in (Problem, Heard, Look):
        schemas |= {name: found for name, found in _schemas_of(kind).items() if name not in schemas}
    views = _add_views(schemas)
    _describe(schemas)
    _mark_old_words(schemas)
    _name_views(schemas, views)
    components["securitySchemes"] = SCHEMES
    document["security"] = [{}, {COOKIE: []}, {BEARER: []}]
    for path, methods in document["paths"].items():
        for operation in methods.values():
            _refusals(operation)
            _parameters(operation)
            if path == STREAM:
                _stream(operation)


# ---- fields ----------------------------------------------------------------------------------------------


def _describe(schemas: Json) -> None:
    """A sentence for every field."""
    kinds = {kind.__name__: kind for kind in _structs(Struct)}
    for name in schemas.keys() & kinds.keys():
        schemas[name].setdefault("description", inspect.getdoc(kinds[name]) or "")
    for name, schema in schemas.items():
        comments = comments_of(kinds[name]) if name in kinds else {}
        for field, value in schema.get("properties", {}).items():
            if "description" not in value and (said := _said(name, field, value, comments, schemas)):
                schema["properties"][field] = _with(value, said)


def _mark_old_words(schemas: Json) -> None:
    """Fields that are only for programs from before are said to be so, and what took their place is due."""
    for schema in schemas.values():
        for value in schema.get("properties", {}).values():
            if ONCE in value.get("description", ""):
                value["deprecated"] = True
    seat = schemas["SeatIn"]
    for word in ("who", "how"):  # one of both is there: to the document it is the one
        value = seat["properties"][word]
        value |= value.pop("oneOf", [{}])[0]
    seat["required"] = ["who"]


def _said(struct: str, field: str, value: Json, comments: Mapping[str, str], schemas: Json) -> str:
    words = _words()
    comment = comments.get(field, "")
    if said := words.get(f"{struct}.{field}") or sentence(comment):
        return said
    of = _refers_to(value)
    return words.get(field, "") if not of else str(schemas[of].get("description", "")) or words.get(field, "")


def sentence(comment: str) -> str:
    """A comment as a sentence."""
    text = comment.strip()
    return f"{text[0].upper()}{text[1:].rstrip('.')}." if text else ""


def _with(value: Json, said: str) -> Json:
    """A schema with a description; beside a reference it needs a place of its own."""
    return {"allOf": [value], "description": said} if "$ref" in value else {**value, "description": said}


def _refers_to(value: Json) -> str:
    """The schema that a field, its items or one of its alternatives is."""
    if "$ref" in value:
        return str(value["$ref"]).removeprefix(PREFIX)
    parts = [value["items"]] if isinstance(value.get("items"), dict) else value.get("oneOf", [])
    return next((found for part in parts if (found := _refers_to(part))), "")


def comments_of(kind: type[Struct]) -> dict[str, str]:
    """What stands behind the fields of a struct and of those it is made of."""
    found: dict[str, str] = {}
    for part in reversed(kind.__mro__):
        if issubclass(part, Struct) and part is not Struct:
            lines = inspect.getsource(part).splitlines()
            matches = [match for line in lines if (match := FIELD.match(line)) is not None]
            found |= {match[1]: match[2] for match in matches if match[2]}
    return found


def _structs(kind: type[Struct]) -> Iterator[type[Struct]]:
    for each in kind.__subclasses__():
        if each.__module__.startswith("farmstead."):
            yield each
        yield from _structs(each)


@cache
def _words() -> Mapping[str, str]:
    text = resources.files("farmstead.server.http").joinpath("fields.toml").read_text(encoding="utf-8")
    found: Mapping[str, str] = tomllib.loads(text)
    return found


def _schemas_of(kind: type[Struct]) -> Json:
    """A struct and all it is made of, as schemas."""
    _, found = schema_components([kind], ref_template=PREFIX + "{name}")
    return dict(found)


# ---- views -----------------------------------------------------------------------------------------------


def _add_views(schemas: Json) -> list[str]:
    """The views of all games, and the names of their schemas."""
    names = []
    for game in shelf.names():
        name = "".join([word.capitalize() for word in game.split("-")]) + "View"
        schema = json.loads(shelf.view_schema(game))
        parts = {f"{name}_{part}": each for part, each in schema.pop("$defs", {}).items()}
        whole = {key: value for key, value in schema.items() if not key.startswith("$")}
        whole |= {"title": name, "description": f"{whole.get('title', game)}."}
        schemas |= {part: _moved(each, name) for part, each in {name: whole, **parts}.items()}
        names.append(name)
    return names


def _moved(value: Any, name: str) -> Any:
    """A schema whose parts lie beside it, without the forms that generators of clients do not read."""
    if isinstance(value, list):
        return [_moved(each, name) for each in value]
    if not isinstance(value, dict):
        return value
    if value.get("items") is False:
        length = len(value["prefixItems"])
        value = {**value, "items": {}, "minItems": length, "maxItems": length}
    if "const" in value:
        kind = "integer" if isinstance(value["const"], int) else "string"
        value = {"type": kind, "enum": [value["const"]], **value}
        del value["const"]
    if "$ref" in value:
        return {**value, "$ref": value["$ref"].replace("#/$defs/", f"{PREFIX}{name}_")}
    return {key: _moved(each, name) for key, each in value.items()}


def _name_views(schemas: Json, views: list[str]) -> None:
    """The view of a position is that of one of the games."""
    position = schemas["Position"]["properties"]["view"]
    alternatives = [{"$ref": PREFIX + name} for name in views]
    position.pop("anyOf", None)
    position["oneOf"] = [*alternatives, {"type": "null"}]


# ---- operations ------------------------------------------------------------------------------------------


def _refusals(operation: Json) -> None:
    """Every refusal is a Problem, whatever its status."""
    content = {"application/json": {"schema": {"$ref": PREFIX + "Problem"}}}
    responses = operation["responses"]
    for status in [status for status in responses if status.startswith("4")]:
        del responses[status]
    responses["429"] = {"description": NOT_NOW, "content": content}
    responses["default"] = {"description": REFUSED, "content": content}


def _parameters(operation: Json) -> None:
    """A sentence for every parameter."""
    for parameter in operation.get("parameters", []):
        name = parameter["name"]
        if not parameter.get("description"):
            parameter["description"] = _words().get(f"?{name}", "") or _words().get(name, "")


def _stream(operation: Json) -> None:
    """What comes, and from where on."""
    operation["responses"]["200"]["description"] = EVENTS
    operation["responses"]["200"]["content"] = {
        "text/event-stream": {
            "schema": {"type": "string", "description": "Events, each with data as JSON."},
            "x-events": {"news": {"$ref": PREFIX + "Heard"}, "position": {"$ref": PREFIX + "Look"}},
        }
    }
    known = operation.setdefault("parameters", [])
    if LAST_EVENT_ID not in known:
        known.append(LAST_EVENT_ID)
