"""A request of a page, and the answer to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from farmstead.engine.contract import Seat
from farmstead.server.base.refusals import Refused

JSON: Final = "application/json"
SVG: Final = "image/svg+xml"
TEXT: Final = "text/plain; charset=utf-8"
Message = TypeVar("Message")


class Answer(NamedTuple):
    """As HTTP would have it."""

    status: int
    kind: str
    body: str


class Request(NamedTuple):
    """What a page asks for."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    body: str
    language: str

    def first(self, name: str, otherwise: str = "") -> str:
        return self.query.get(name, [otherwise])[0]

    def all(self, name: str) -> list[str]:
        return self.query.get(name, [])

    def number(self, name: str, otherwise: int = 0) -> int:
        text = self.first(name)
        return int(text) if text.isascii() and text.isdigit() else otherwise

    def seat(self) -> Seat | None:
        return self.number("seat") if self.first("seat") else None

    @property
    def narrow(self) -> bool:
        return self.first("narrow") == "true"

    def message(self, kind: type[Message]) -> Message:
        """The body; Refused for one that is not as it should be."""
        try:
            return msgspec.json.decode(self.body, type=kind)
        except msgspec.DecodeError as error:
            raise Refused("bad_message", "read", {"why": str(error)[:300]}) from None


def read_request(method: str, address: str, body: str, language: str) -> Request:
    """A request by its address on a server, from the slash on."""
    parts = urlsplit(address)
    query = parse_qs(parts.query, keep_blank_values=True)
    return Request(method, unquote(parts.path), query, body, language)


def as_json(found: object, status: int = 200) -> Answer:
    """A message as the page reads it."""
    return Answer(status, JSON, msgspec.json.encode(found).decode())


def picture(svg: str) -> Answer:
    return Answer(200, SVG, svg)
