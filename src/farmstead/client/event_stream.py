"""The event stream of a table: news in order, each once, however often the connection breaks."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import httpx

from farmstead.client.connection import Connection, may_wait
from farmstead.client.errors import Ended, Problem, decoded
from farmstead.client.messages import Notice
from farmstead.messages import Heard, Look

Happening: TypeAlias = Heard | Look | Notice


class ServerSentEvent(NamedTuple):
    """One of a stream of Server-Sent Events."""

    kind: str
    data: bytes


# `Any`: whatever can stand in a query.
def happenings(
    connection: Connection, path: str, query: Mapping[str, Any], since: int
) -> Generator[Happening, None, None]:
    """All that comes after entry `since`: news, and after them the position they led to.

    Whenever the stream breaks off, it is opened again after the last entry that was heard. Ended when nothing
    more will come, Away when the server has been away for too long.
    """
    patience = connection.patience()
    while True:
        broken = connection.away()
        try:
            with connection.stream(path, query, since) as chunks:
                for event in events(chunks):
                    patience.renew()
                    what = happening(event, since)
                    if isinstance(what, Heard):
                        since = what.news.number
                    if what is not None:
                        yield what
        except httpx.TransportError as error:
            broken = connection.away(error)
        except Problem as refused:
            if not may_wait(refused, repeat=True):
                raise
            patience.wait(refused)
            continue
        patience.wait(broken)


def happening(event: ServerSentEvent, since: int) -> Happening | None:
    """What an event means to somebody who has heard everything up to entry `since`."""
    match event.kind:
        case "news":
            heard = decoded(event.data, Heard)
            return heard if heard.news.number > since else None
        case "position":
            look = decoded(event.data, Look)
            if look.position.number < since:
                raise Ended("set_back")
            return look if look.position.number == since else None  # what led to it comes first, and it again
        case "end":
            raise Ended(event.data.decode())
        case other:
            return Notice(other)


# ---- Server-Sent Events ------------------------------------------------------------------------------------


def events(chunks: Iterable[bytes]) -> Iterator[ServerSentEvent]:
    """The events of a stream; one that breaks off in the middle is none."""
    kind = "message"
    data: list[bytes] = []
    for line in lines(chunks):
        field, _, value = line.partition(b":")
        if field == b"event":
            kind = value.removeprefix(b" ").decode()
        elif field == b"data":
            data.append(value.removeprefix(b" "))
        elif not line:
            if data:
                yield ServerSentEvent(kind, b"\n".join(data))
            kind, data = "message", []


def lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """What stands between line feeds; not what other letters a text may be divided by."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line.removesuffix(b"\r")
