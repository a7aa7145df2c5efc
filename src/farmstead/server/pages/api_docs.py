"""The OpenAPI document taken apart for a page: what can be asked, what is sent, what is answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from farmstead.server.http.texts import PROGRAM, sayings

Part: TypeAlias = Mapping[str, Any]  # a piece of the document; `Any`: whatever JSON can say
METHODS: Final = ("get", "post", "put", "patch", "delete")
LIMITS: Final = (  # as the document calls them, and as we do
    ("minimum", "least"),
    ("maximum", "most"),
    ("minLength", "least_letters"),
    ("maxLength", "most_letters"),
    ("minItems", "least_parts"),
    ("maxItems", "most_parts"),
)


class Kind(NamedTuple):
    """What something is, and the message that is named in it."""

    text: str
    message: str = ""


class Field(NamedTuple):
    """A field of a message, or something that stands in an address."""

    name: str
    kind: Kind
    usual: str  # what it is when it is left out
    is_required: bool
    about: str = ""


class Endpoint(NamedTuple):
    """Something that can be asked."""

    method: str
    path: str
    summary: str
    about: str
    parameters: list[Field]
    sends: Kind | None
    answers: Kind | None


class Message(NamedTuple):
    """What is sent or answered, field by field."""

    name: str
    fields: list[Field]


def endpoints(document: Part) -> dict[str, list[Endpoint]]:
    """All that can be asked, by the sort of thing it is about."""
    groups: dict[str, list[Endpoint]] = {}
    for path, method, asked in sorted(_asked(document), key=lambda each: each[0]):
        groups.setdefault((asked.get("tags") or [""])[0], []).append(_endpoint(path, method, asked))
    return groups


def _asked(document: Part) -> Iterator[tuple[str, str, Part]]:
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                yield path, method, methods[method]


def _endpoint(path: str, method: str, asked: Part) -> Endpoint:
    good: Part = next((answer for status, answer in asked["responses"].items() if status.startswith("2")), {})
    return Endpoint(
        method.upper(),
        path,
        asked.get("summary", ""),
        asked.get("description", ""),
        [_parameter(each) for each in asked.get("parameters", ())],
        _content(asked.get("requestBody", {})),
        _content(good),
    )


def _parameter(part: Part) -> Field:
    return _field(
        part["name"], part.get("schema", {}), bool(part.get("required")), part.get("description", "")
    )


def _content(part: Part) -> Kind | None:
    """What a request or an answer holds, and in which form unless that is JSON."""
    for form, content in part.get("content", {}).items():
        kind = kind_of(content.get("schema", {}))
        return kind if form == "application/json" else Kind(form)
    return None


def messages(document: Part) -> list[Message]:
    """Every message, in the order of the alphabet."""
    found = document.get("components", {}).get("schemas", {})
    return [
        Message(name, _fields(part)) for name, part in sorted(found.items()) if part.get("type") == "object"
    ]


def _fields(part: Part) -> list[Field]:
    required = part.get("required", ())
    return [_field(name, each, name in required) for name, each in part.get("properties", {}).items()]


def _field(name: str, part: Part, is_required: bool, about: str = "") -> Field:
    usual = _written(part["default"]) if "default" in part else ""
    return Field(name, kind_of(part), usual, is_required, about or part.get("description", ""))


def _written(value: object) -> str:
    """A value as JSON has it."""
    words = {"True": "true", "False": "false", "None": "null", "": '""'}
    return words.get(str(value), str(value))


# ---- kinds -------------------------------------------------------------------------------------------------


def kind_of(part: Part) -> Kind:
    """What a piece of the document describes, in words."""
    say = sayings(file=PROGRAM)
    if "$ref" in part:
        name = str(part["$ref"]).rpartition("/")[2]
        return Kind(name, name)
    if "enum" in part or "const" in part:
        values = part.get("enum", [part.get("const")])
        return Kind(say("program.one_of", values=", ".join([_written(each) for each in values])))
    several = [each for each in [*part.get("oneOf", ()), *part.get("anyOf", ())] if each]
    if several:
        return _joined([kind_of(each) for each in several])
    sort = part.get("type")
    if isinstance(sort, list):
        return _joined([kind_of({**part, "type": each}) for each in sort])
    return _limited(_plain(part, str(sort)), part)


def _plain(part: Part, sort: str) -> Kind:
    say = sayings(file=PROGRAM)
    if sort == "array" and part.get("items"):
        inside = kind_of(part["items"])
        return Kind(say("program.list_of", kind=inside.text), inside.message)
    if sort == "object" and part.get("additionalProperties"):
        inside = kind_of(part["additionalProperties"])
        return Kind(say("program.map_of", kind=inside.text), inside.message)
    return Kind(say("program.kind_of", kind=sort))


def _limited(kind: Kind, part: Part) -> Kind:
    say = sayings(file=PROGRAM)
    found = [
        say(f"program.{ours}", number=_number(part[theirs])) for theirs, ours in LIMITS if theirs in part
    ]
    if not found:
        return kind
    return Kind(say("program.limits", kind=kind.text, limits=", ".join(found)), kind.message)


def _number(value: float) -> str:
    return f"{value:g}" if value < 1e6 else f"{value:.0f}"


def _joined(kinds: list[Kind]) -> Kind:
    message = next((kind.message for kind in kinds if kind.message), "")
    return Kind(
        sayings(file=PROGRAM)("program.or").join(dict.fromkeys([kind.text for kind in kinds])), message
    )
