"""All that can be looked at and all that can be tried, by whoever it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from farmstead.engine.contract import Seat
from farmstead.server.http.static_files import files

CHANNELS = (
    *("page", "position", "news", "table", "lobby", "mine", "board", "preview"),
    *("error", "export", "chat", "record", "me", "streamed"),
    *("study", "frames", "compare", "download"),
)
NO_CODE = "A" * 32
FOR_SEATS = ("boards?n=1", "look?of=0", "preview?move=done", "why?part=tile:17", "picture.svg?n=1")
LOOKED_BACK_AT = (60, 100)  # positions of a replay
PAGES = ("/", "/nowhere", f"/t/{NO_CODE}")
OTHER_PAGES = ("/api", "/api/games", "/api/openapi.json", *[f"/static/{name}" for name in sorted(files())])


class Look(NamedTuple):
    """Something to ask for, and the channel by which the answer comes."""

    channel: str
    path: str
    body: object = None  # then it is posted


def everything(code: str, seats: int, seat: Seat | None) -> list[Look]:
    """For one seat of a table, or for somebody without one."""
    views = [look for own in dict.fromkeys([seat, None]) for look in views_of(code, own)]
    return [*views, *around(code), *others(code, seats, seat), *mistakes(code, seat or 0)]


def views_of(code: str, seat: Seat | None) -> Iterator[Look]:
    """What a seat sees, and a spectator: everybody may look as that."""
    its = "" if seat is None else f"&seat={seat}"
    for what in (
        "boards?n=1",
        "boards?n=1&narrow=true",
        "board.txt?show=farm&of=1",
        "look?of=0",
        "look?of=1",
    ):
        yield Look("board", f"/t/{code}/{what}{its}")
    for what in ("unfolded?chosen=die:curve&chosen=tile:17", "symbols?n=1", "picture.svg?n=1"):
        yield Look("board", f"/t/{code}/{what}{its}")
    for what in ("overlay?line=mountains", "overlay?line=coins"):
        yield Look("board", f"/t/{code}/{what}{its}")
    for what in (
        "preview?move=done",
        "preview?move=take+house",
        "why?part=building:hotel",
        "why?part=hex:1,1",
    ):
        yield Look("preview", f"/t/{code}/{what}{its}")
    for ply in LOOKED_BACK_AT:
        yield Look("frames", f"/api/studies/{code}/frames?from={ply}&to={ply}&shown=1{its}")
    yield Look("study", f"/api/studies/{code}?lang=en{its}")
    yield Look("position", f"/api/tables/{code}/position?words=true{its}")
    yield Look("news", f"/api/tables/{code}/news?since=0{its}")
    yield Look("streamed", f"/api/tables/{code}/stream?show=boards{its}")


def around(code: str) -> Iterator[Look]:
    """What belongs to no seat."""
    for page in (*PAGES, f"/t/{code}", f"/replay/{code}", f"/compare?a={code}&b={code}"):
        yield Look("page", page)
    for channel, what in (
        ("table", ""),
        ("chat", "/chat"),
        ("record", "/record"),
        ("record", "/fair"),
        ("table", "/fair/cancelled"),
    ):
        yield Look(channel, f"/api/tables/{code}{what}")
    yield Look("compare", f"/api/studies/{code}/compare/{code}")
    for kind in ("record", "svg", "gif"):
        yield Look("download", f"/api/studies/{code}/download/{kind}")
    yield Look("download", f"/api/studies/{code}/download/gif", {})
    yield Look("lobby", "/api/tables")
    yield Look("mine", "/api/tables/mine")
    yield Look("export", "/api/me/export")
    yield Look("me", "/api/me")
    yield Look("me", "/api/me/sessions")


def others(code: str, seats: int, seat: Seat | None) -> Iterator[Look]:
    """What is for other seats only."""
    table = f"/api/tables/{code}"
    for other in range(seats):
        if other != seat:
            for what in ("position", "news", "stream"):
                yield Look("error", f"{table}/{what}?seat={other}")
            for what in (
                "boards?n=1",
                "look?of=0",
                "preview?move=done",
                "why?part=tile:17",
                "picture.svg?n=1",
            ):
                yield Look("error", f"/t/{code}/{what}&seat={other}")
            yield Look("error", f"{table}/hint?seat={other}")
            yield Look("error", f"/api/studies/{code}?seat={other}")
            yield Look("error", f"/api/studies/{code}/frames?from=60&to=60&seat={other}")
            yield Look("error", f"/t/{code}/boards", {"seat": other, "decision": 1, "moves": ["done"]})
            yield Look("error", f"{table}/moves/together", {"seat": other, "decision": 1, "moves": ["done"]})
            yield Look("error", f"{table}/moves", a_move(other, 1, "done"))
            yield Look("error", f"{table}/undo", {"seat": other, "decision": 1})


def mistakes(code: str, seat: Seat) -> Iterator[Look]:
    """What is refused to a seat of one's own, and what is no message at all."""
    table = f"/api/tables/{code}"
    for decision, move in ((1, "pass"), (100_000, "done"), (1, "give gold for wood"), (1, "\u202e<b>")):
        yield Look("error", f"{table}/moves", a_move(seat, decision, move))
    for decision, moves in ((1, ["pass", "done"]), (100_000, ["done"]), (1, ["give gold for wood", "done"])):
        yield Look("error", f"{table}/moves/together", {"seat": seat, "decision": decision, "moves": moves})
    for body in (b"{", b"[]", b'{"seat":-1}', b'"' + b"a" * 20_000 + b'"'):
        yield Look("error", f"{table}/moves", body)
    yield Look("error", f"{table}/undo", {"seat": seat, "decision": 1, "choices": 999})
    yield Look("error", f"{table}/ask", {"seat": seat, "to": 999_999})
    yield Look("error", f"{table}/answer", {"seat": seat, "ask": 999_999, "yes": True})
    yield Look("error", f"{table}/fair/pledge", {"seat": seat, "pledge": "0" * 64})
    yield Look("error", f"{table}/fair/open", {"seat": seat, "value": "0" * 64})
    yield Look("error", f"{table}/fair/cancel", {"seat": seat})
    yield Look("error", f"/api/tables/{NO_CODE}")
    yield Look("error", "/api/../secret.key")


def a_move(seat: Seat, decision: int, move: str) -> object:
    return {"seat": seat, "decision": decision, "move": move}
