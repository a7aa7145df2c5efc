"""The client against servers that are newer, away, in a hurry, or no servers of ours at all."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from farmstead.client import Away, Client, ClientError, Ended, Game, Heard, Notice, Problem, Unfair
from farmstead.client.event_stream import Happening, ServerSentEvent, events, happening

GAME = {"name": "pebbles", "title": "Pebbles", "fewest": 1, "most": 2, "switches": {}, "levels": []}
TABLE = {
    "code": "abc",
    "game": "pebbles",
    "title": "Pebbles",
    "phase": "waiting",
    "number": 0,
    "created": 0,
    "changed": 0,
    "public": False,
    "switches": [],
    "rules": 1,
    "edition": "",
    "own_edition": False,
    "clock": 0,
    "level": 3,
    "chat": True,
    "hints": True,
    "spectators": True,
    "seats": [],
    "to_act": [],
    "open_views": False,
    "owner": True,
    "holder": None,
    "rematch": "",
    "trouble": "",
}
SETUP = {"game": "pebbles", "rules": 1, "seats": 0, "options": [], "edition": ""}
FAIR = {
    "commitment": "c" * 64,
    "contributions": [],
    "waiting": [],
    "open": False,
    "scheme": 2,
    "setup": SETUP,
}
POSITION = {
    "number": 1,
    "phase": "waiting",
    "seat": 0,
    "view": None,
    "to_act": [],
    "decision": None,
    "legal": [],
    "stage": "",
    "next": 1,
    "undo": 0,
    "back": 0,
    "ask": None,
    "marked": False,
    "seats": [],
    "lines": [],
    "places": [],
}
BUSY = {"key": "too_many", "sentence": "Too many.", "args": {"seconds": 0}}
AWAY = {"key": "store_away", "sentence": "The store is away."}
BREAK_OFF = 0  # instead of a status: the connection ends without an answer


class Stub(ThreadingHTTPServer):
    """Gives the answers it was told, one after the other, whatever it is asked."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, answers: list[tuple[int, Any]]) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.answers = answers
        self.asked: list[tuple[str, str, Any]] = []  # method, path, body
        self.headers: list[dict[str, str]] = []
        self.url = f"http://127.0.0.1:{self.server_port}"


class Answering(BaseHTTPRequestHandler):
    server: Stub

    def answer(self) -> None:
        sent = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.server.asked.append((self.command, self.path, json.loads(sent) if sent else None))
        self.server.headers.append({name.lower(): value for name, value in self.headers.items()})
        status, body = self.server.answers.pop(0)
        if status == BREAK_OFF:
            self.close_connection = True
            return
        self.send_response(status)
        self.end_headers()
        self.wfile.write(body if isinstance(body, bytes) else json.dumps(body).encode())

    do_GET = do_POST = do_PUT = answer  # noqa: N815 (the names that the standard library calls)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def answering(*answers: tuple[int, Any]) -> Iterator[Stub]:
    with Stub(list(answers)) as stub:
        Thread(target=stub.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield stub
        stub.shutdown()
    assert not stub.answers, "the client did not ask as often as it should"


@contextmanager
def asking(*answers: tuple[int, Any]) -> Iterator[tuple[Stub, Client]]:
    with answering(*answers) as stub, Client(stub.url) as client:
        yield stub, client


# ---- what is answered --------------------------------------------------------------------------------------


def test_what_a_newer_server_says_besides_is_ignored() -> None:
    newer = {**GAME, "tricks": ["many"], "levels": [{"level": 9, "name": "Wizard", "hat": "blue"}]}
    with asking((200, [newer])) as (_, client):
        (game,) = client.games()
    assert isinstance(game, Game) and game.levels[0].level == 9
    assert happening(ServerSentEvent("weather", b"{}"), 0) == Notice("weather")


def test_who_asks_is_told() -> None:
    with answering((200, {"name": None}), (200, {"name": "Ada"})) as stub:
        with Client(f"{stub.url}/", token="secret") as program:
            program.me()
        with Client(stub.url, cookie="signed") as person:
            person.me()
    assert stub.headers[0]["authorization"] == "Bearer secret" and "cookie" not in stub.headers[0]
    assert stub.headers[1]["cookie"] == "farmstead=signed" and "authorization" not in stub.headers[1]
    assert stub.headers[0]["user-agent"].startswith("farmstead/")


@pytest.mark.parametrize("body", [b"<html>", b"\xff", b"[1]", b'{"name": 3}'])
def test_something_else_at_that_address_is_noticed(body: bytes) -> None:
    with asking((200, body)) as (_, client), pytest.raises(Problem, match="not what a Farmstead") as problem:
        client.me()
    assert problem.value.key == "bad_answer"


def test_a_refusal_without_a_reason_is_told_by_its_status() -> None:
    with asking((418, b"<html>teapot")) as (_, client), pytest.raises(Problem, match="status 418") as problem:
        client.me()
    assert problem.value.key == "status_418"


@pytest.mark.parametrize("url", ["localhost:8731", "", "ftp://localhost"])
def test_an_address_is_one(url: str) -> None:
    with pytest.raises(ValueError, match="http://localhost:8731"):
        Client(url)


# ---- asking again ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trouble", [(BREAK_OFF, None), (503, AWAY), (502, b"<html>"), (429, BUSY)])
def test_what_does_no_harm_is_asked_again(trouble: tuple[int, Any]) -> None:
    done = (200, {"number": 7, "again": True})
    with asking(trouble, trouble, (200, [GAME]), trouble, done, trouble, done) as (stub, client):
        assert client.games()
        assert client.move("abc", 0, 5, "hop").again
        assert client.undo("abc", 0, 6).number == 7
    moves, undos = stub.asked[3:5], stub.asked[5:7]
    assert moves == [("POST", "/api/tables/abc/moves", {"seat": 0, "decision": 5, "move": "hop"})] * 2
    assert undos == [("POST", "/api/tables/abc/undo", {"seat": 0, "decision": 6, "choices": 1})] * 2


@pytest.mark.parametrize("trouble", [(BREAK_OFF, None), (503, AWAY)])
def test_what_could_be_done_twice_is_not(trouble: tuple[int, Any]) -> None:
    with asking(trouble) as (stub, client), pytest.raises(ClientError) as error:
        client.say("abc", "Hello")
    assert isinstance(error.value, Away if trouble[0] == BREAK_OFF else Problem)
    assert len(stub.asked) == 1


def test_what_was_refused_for_now_is_asked_again() -> None:
    made = {**TABLE, "fair": {**FAIR, "round": 0}}
    with asking((429, BUSY), (201, {"table": made, "invitations": []})) as (_, client):
        assert client.make_table("pebbles", ["me"]).table.code == "abc"


def test_a_pledge_that_is_taken_at_a_table_without_fair_chance() -> None:
    """Nothing that this client adds would count there, and nobody would say so."""
    with asking((201, {"table": TABLE, "invitations": []})) as (_, client), pytest.raises(Unfair) as stopped:
        client.make_table("pebbles", ["me"])
    assert stopped.value.why == "nothing"


def test_patience_ends() -> None:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
        with Client(url, patience=0.05) as client:
            with pytest.raises(Away, match=f"{url} does not answer"):
                client.say("abc", "Hello")
            with (
                pytest.raises(Away, match="does not answer"),
                closing(client.listen("abc", since=0)) as heard,
            ):
                next(heard)
    hurry = {**BUSY, "args": {"seconds": 3600}}
    with asking((429, hurry)) as (_, client), pytest.raises(Problem) as problem:
        client.games()
    assert problem.value.seconds == 3600


# ---- streams -----------------------------------------------------------------------------------------------


@contextmanager
def listening(*answers: tuple[int, Any], since: int = 0) -> Iterator[tuple[Stub, Iterator[Happening]]]:
    with asking(*answers) as (stub, client), closing(client.listen("abc", 1, since)) as heard:
        yield stub, heard


def sent(kind: str, data: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def news(number: int) -> bytes:
    return sent("news", {"news": {"number": number, "kind": "moved"}, "words": ["\u2028\x85\u2029"]})


def position(number: int) -> bytes:
    return sent("position", {"position": {**POSITION, "number": number}, "clocks": []})


def heard_from(*streams: bytes, since: int = 0) -> tuple[list[int], list[str]]:
    """What is heard from streams in a row, positions below zero; and after which entry each was asked for."""
    found: list[int] = []
    answers = [(200, stream) for stream in [*streams, b"event: end\ndata: enough\n\n"]]
    with listening(*answers, since=since) as (stub, heard), pytest.raises(Ended, match="enough"):
        found.extend(number_of(what) for what in heard)
    return found, [headers["last-event-id"] for headers in stub.headers]


def number_of(what: Happening) -> int:
    assert not isinstance(what, Notice)
    return what.news.number if isinstance(what, Heard) else -what.position.number


def test_a_stream_is_continued_where_it_broke_off() -> None:
    broken = news(4) + news(5)[:-1]  # without its empty line an event has not come
    found, since = heard_from(position(3) + broken, position(6) + news(5) + news(6) + position(6), since=3)
    assert found == [-3, 4, 5, 6, -6]
    assert since == ["3", "4", "6"]


def test_what_was_told_before_is_not_heard_again() -> None:
    found, since = heard_from(news(1) + news(2), news(1) + news(2) + news(3) + position(3))
    assert found == [1, 2, 3, -3]
    assert since == ["0", "2", "3"]


def test_a_position_comes_after_what_led_to_it() -> None:
    assert heard_from(position(2) + news(1) + news(2) + position(2))[0] == [1, 2, -2]


def test_a_server_that_has_gone_back_is_noticed() -> None:
    with listening((200, position(2)), since=5) as (_, heard), pytest.raises(Ended, match="older state"):
        next(heard)


def test_a_refused_stream_is_a_problem_unless_it_is_only_for_now() -> None:
    refusal = {"key": "not_yours", "sentence": "Not yours."}
    answers = [(429, BUSY), (503, AWAY), (403, refusal)]
    with listening(*answers) as (stub, heard), pytest.raises(Problem, match="Not yours"):
        next(heard)
    assert [path for _, path, _ in stub.asked] == ["/api/tables/abc/stream?seat=1"] * 3


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_events_are_read_however_they_are_cut(size: int) -> None:
    text = (
        b":\n\nretry: 1000\n\nid: 3\nevent: news\ndata: {}\r\n\r\ndata:a\ndata: b\nother\n\n"
        + news(1)
        + b"data: x"
    )
    chunks = [text[at : at + size] for at in range(0, len(text), size)]
    *others, last = events(chunks)
    assert others == [ServerSentEvent("news", b"{}"), ServerSentEvent("message", b"a\nb")]
    told = happening(last, 0)
    assert isinstance(told, Heard) and told.words == ("\u2028\x85\u2029",)
