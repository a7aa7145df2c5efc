"""One visitor who means ill holds up nobody: what they send is dealt with in threads, and is bounded."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Event, current_thread, main_thread
from typing import Any, cast

import httpx
import pytest
from litestar import Request

from farmstead import shelf
from farmstead.guides.lessons import lessons as all_lessons
from farmstead.render import tally
from farmstead.server import core as core_of
from farmstead.server.base.cache import DrawingCache
from farmstead.server.http import page_cache
from farmstead.server.http.dependencies import TableRequest
from farmstead.server.http.uploads import MAX_VALUES, SMALL_BODY_BYTES
from farmstead.server.pages import home, posed, rulebook
from farmstead.server.people.rate_limits import RATES
from farmstead.server.play import actions
from farmstead.server.play.messages import MAX_EDITION
from farmstead.server.replay import recorded_games
from farmstead.server.replay.timeline import Timeline
from farmstead.server.run import http_protocol, serve
from farmstead.server.scorepad import actions as scorepad
from farmstead.server.table import setup
from farmstead.server.table.live_table import LiveTable
from tests.server.asking import ME, Browser, opened
from tests.server.finishing import play_on, table_of
from tests.server.hubs import until as until_soon
from tests.server.serving import Running, running
from tests.server.stores import awaited

# Handlers have the names of their modules.
boards, preview, replay = [
    import_module(f"farmstead.server.pages.{name}") for name in ("table_boards", "table_preview", "replay")
]
GROVE, VALLEY = "walnut-grove", "sunflower-valley"
RECORD = Path(__file__).parents[3] / "docs" / "valley.record"
PATIENCE = 60.0  # seconds
until = partial(until_soon, seconds=PATIENCE)


def edition(mark: str) -> str:
    """Components that nobody has had built yet: the digest of a text is another with each comment."""
    return f"{shelf.edition_text(GROVE)}\n# {mark}\n"


class Watch:
    """In which threads some functions were called."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self.threads: dict[str, list[str]] = {}

    def over(self, module: Any, name: str) -> None:
        was: Callable[..., Any] = getattr(module, name)

        def watched(*given: Any, **named: Any) -> Any:
            self.threads.setdefault(name, []).append(current_thread().name)
            return was(*given, **named)

        self._patch.setattr(module, name, watched)

    def assert_off_loop(self, *names: str) -> None:
        for name in names:
            assert self.threads.get(name), f"{name} was not called"
            assert main_thread().name not in self.threads[name], name


# ---- nothing dear is done on the loop ----------------------------------------------------------------------


@awaited
async def test_editions_are_read_and_built_off_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(monkeypatch)
    watch.over(shelf, "game_with")
    watch.over(scorepad, "_drawn")
    watch.over(tally, "tally_for")
    async with opened(tmp_path, pace=1.0) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make(GROVE, ME, edition=edition("made")))["code"]
        assert (await ada.post("/editions", text=edition("checked")))["sound"]
        assert (await ada.post(f"/score/{GROVE}", components=edition("scored")))["counted"]
        assert not (await ada.post("/editions", text="a" + ".a" * 9 + " = 1"))["sound"]
        built = len(watch.threads["game_with"])
        setup.game_with.cache_clear()  # as if many others had come with theirs
        for path in (f"/api/tables/{code}/position?seat=0", f"/t/{code}/boards?seat=0", f"/t/{code}/symbols"):
            assert (await ada.http.get(path)).status_code == 200
        assert len(watch.threads["game_with"]) == built  # a table in memory has its game
        door.core.hub.forget(await door.core.table(code, await door.core.visitor("127.0.0.1")))
        assert (await ada.http.get(f"/t/{code}/boards?seat=0")).status_code == 200
        assert len(watch.threads["game_with"]) == built + 1
    watch.assert_off_loop("game_with", "_drawn")


@awaited
async def test_boards_and_what_a_choice_would_do_are_drawn_off_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(monkeypatch)
    watch.over(actions, "boards_of")
    watch.over(boards, "all_symbols")
    watch.over(preview, "preview_of")
    watch.over(preview, "why_not")
    watch.over(posed, "why_not")
    watch.over(posed, "sight_of")
    async with opened(tmp_path, pace=1.0) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make(GROVE, ME))["code"]
        page = type((await boards.sight(await at(door, ada, code), 0, "en")).page)
        watch.over(page, "unfolded")
        watch.over(page, "other")
        watch.over(page, "overlay")
        move = (await ada.look(code, 0))["legal"][0]
        lesson = next(iter(all_lessons()))
        for path in (
            f"/t/{code}/boards?seat=0",
            f"/t/{code}/symbols",
            f"/t/{code}/look?seat=0&of=0",
            f"/t/{code}/unfolded?seat=0",
            f"/t/{code}/overlay?seat=0&line=total",
            f"/t/{code}/preview?seat=0&move={move}",
            f"/t/{code}/why?seat=0&part=cell:0,1",
            f"/lessons/{lesson}",
            f"/lessons/{lesson}/boards",
            f"/lessons/{lesson}/unfolded",
            f"/lessons/{lesson}/why?part=cell:0,1",
            f"/lessons/{lesson}/answer",
        ):
            assert (await ada.http.get(path)).status_code == 200, path
    watch.assert_off_loop(*watch.threads, "boards_of", "unfolded", "preview_of", "why_not", "sight_of")


async def at(door: Any, browser: Browser, code: str) -> TableRequest:
    visitor = await door.core.visitor("127.0.0.1", browser.http.cookies["farmstead"])
    return TableRequest(door.core, visitor, await door.core.table(code, visitor))


@awaited
async def test_uploads_are_taken_apart_and_games_played_again_off_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(monkeypatch)
    for name in ("_taken_out", "read_record", "re_execute"):
        watch.over(recorded_games, name)
    watch.over(replay, "frame_of")
    watch.over(Timeline, "__init__")
    async with opened(tmp_path, pace=1.0) as door:
        ada = await door.visitor("Ada")
        name = (await ada.post("/studies", 201, text=RECORD.read_text()))["name"]
        brought = {name: set(threads) for name, threads in watch.threads.items()}
        assert (await ada.http.get(f"/api/studies/{name}/frames?from=0&to=3")).status_code == 200
    assert main_thread().name not in {thread for each in brought.values() for thread in each}
    watch.assert_off_loop("_taken_out", "re_execute", "frame_of", "__init__")


@awaited
async def test_the_record_of_a_finished_game_is_written_and_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks back at a game asks for it again and again, and others wait meanwhile."""
    watch = Watch(monkeypatch)
    watch.over(recorded_games, "read_record")
    watch.over(LiveTable, "record")
    async with opened(tmp_path, pace=1.0) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make(VALLEY, ME, ME | {"who": "device"}))["code"]
        await ada.refused("GET", f"/studies/{code}/review", 409, "running")
        await play_on(door.core, await table_of(door, code))
        looks = [await ada.get(f"/studies/{code}?lang={lang}") for lang in ("en", "de", "fr")]
        assert {look["length"] for look in looks} == {looks[0]["length"]}
        assert await ada.get(f"/studies/{code}/compare/{code}")
        text = (await ada.http.get(f"/api/tables/{code}/record")).text
        assert len(text.splitlines()) > looks[0]["length"]
    assert len(watch.threads["read_record"]) == 1
    assert len(watch.threads["record"]) == 3  # refused while it is played, for the study, and asked for
    watch.assert_off_loop("read_record")


@awaited
async def test_pages_for_everybody_are_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    for module, name in (
        (home, "endpoints"),
        (rulebook, "_chapter"),
        (page_cache, "rendered"),
        (page_cache, "schema_of"),
    ):
        watch.over(module, name)
    monkeypatch.setattr(page_cache, "PAGE_CACHE", DrawingCache[bytes](page_cache.CACHED_PAGES))
    async with opened(tmp_path, pace=1.0, root_path="/made-once") as door:
        ada = await door.visitor()
        paths = ("/api", "/", "/new", "/gallery", f"/gallery/{GROVE}", f"/rules/{GROVE}", f"/score/{GROVE}")
        first = [(await ada.http.get(path)).text for path in paths]
        assert len(watch.threads["rendered"]) == len(paths)
        again = [(await ada.http.get(path)).text for path in paths]
        assert again == first and len(watch.threads["rendered"]) == len(paths)
        assert len(watch.threads["endpoints"]) == 1
        schema = [(await ada.http.get("/api/openapi.json")).json() for _ in range(2)]
        assert schema[0] == schema[1] and "/api/tables" in schema[0]["paths"]
        assert len(watch.threads["schema_of"]) == 1
        german = await ada.http.get("/api", headers={"accept-language": "de"})
        assert german.status_code == 200 and german.text != first[0]
    watch.assert_off_loop("endpoints", "_chapter", "rendered", "schema_of")


@awaited
async def test_while_editions_are_built_everything_else_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many at once as one visitor may: others play, look, and have editions built in their turn."""
    held, was = Event(), shelf.game_with

    def slow(name: str, text: str) -> Any:
        if "held" in text:
            held.wait(PATIENCE)
        return was(name, text)

    monkeypatch.setattr(shelf, "game_with", slow)
    async with opened(tmp_path, pace=1.0) as door:
        eve, ada = await door.visitor("Eve", address="192.0.2.9"), await door.visitor("Ada")
        code = (await ada.make(GROVE, ME))["code"]
        tasks = [
            asyncio.create_task(eve.http.post("/api/editions", json={"text": edition(f"held {n}")}))
            for n in range(12)
        ]
        pool = door.core.pools.editions
        await until(lambda: (pool.running, pool.waiting) == (1, 4))
        await until(lambda: sum([task.done() for task in tasks]) == 7)
        assert {task.result().status_code for task in tasks if task.done()} == {429}
        for _ in range(5):
            await ada.move(code, 0)
            assert (await ada.http.get(f"/t/{code}/boards?seat=0")).status_code == 200
        mine = asyncio.create_task(ada.http.post("/api/editions", json={"text": edition("mine")}))
        await until(lambda: pool.waiting == 5)
        held.set()
        assert (await mine).json()["sound"]
        answers = await asyncio.gather(*tasks)
        assert {answer.status_code for answer in answers} == {200, 429}


@awaited
async def test_what_somebody_asked_too_much_for_is_drawn_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, pace=1.0) as door:
        ada = await door.visitor("Ada")
        eve = await door.visitor(address="192.0.2.9")
        code = (await ada.make(VALLEY, ME, ME | {"who": "device"}))["code"]
        pool = door.core.pools.pictures
        held = Event()
        full = [asyncio.create_task(pool.run("192.0.2.9", "look", held.wait)) for _ in range(49)]
        await until(lambda: pool.waiting == 48)
        theirs, mine = await asyncio.gather(
            eve.http.get(f"/t/{code}/boards"), ada.http.get(f"/t/{code}/boards")
        )
        assert (theirs.status_code, mine.status_code) == (429, 200)
        held.set()
        await asyncio.gather(*full)


# ---- bodies ------------------------------------------------------------------------------------------------

KIND = {"content-type": "application/json"}


@pytest.mark.parametrize(
    ("path", "size"), [("/tables", 990_000), ("/editions", 390_000), (f"/score/{GROVE}", 390_000)]
)
@awaited
async def test_few_large_bodies_are_held_of_one_address(tmp_path: Path, path: str, size: int) -> None:
    """Half-sent and held back: three are read, all others are refused before anything of theirs is."""
    begun: list[int] = []
    go_on = asyncio.Event()

    async def body() -> AsyncIterator[bytes]:
        begun.append(1)
        yield b"{" + b" " * SMALL_BODY_BYTES
        await go_on.wait()
        yield b"}"

    async with opened(tmp_path, pace=1.0) as door:
        eve = await door.visitor("Eve", address="192.0.2.9")
        headers = {**KIND, "content-length": str(size)}
        tasks = [
            asyncio.create_task(eve.http.post(f"/api{path}", content=body(), headers=headers))
            for _ in range(30)
        ]
        await until(lambda: sum([task.done() for task in tasks]) == 27)
        assert {task.result().status_code for task in tasks if task.done()} == {429}
        assert len(begun) == core_of.MAX_BROUGHT
        assert door.core._bytes_held == core_of.MAX_BROUGHT * size
        ada = await door.visitor("Ada")
        large = " " * SMALL_BODY_BYTES
        await ada.refused("POST", "/tables", 400, "bad_message", game=GROVE, seats=[ME], nonsense=large)
        go_on.set()
        await asyncio.gather(*tasks)
        assert door.core._bytes_held == 0 and not door.core._bringing


@awaited
async def test_who_has_no_name_sends_no_large_table(tmp_path: Path) -> None:
    read: list[int] = []

    async def body() -> AsyncIterator[bytes]:
        read.append(1)
        yield b"{}"

    async with opened(tmp_path) as door:
        stranger = await door.visitor()
        answer = await stranger.http.post("/api/tables", content=body(), headers=KIND)
        assert answer.status_code == 401 and not read


MANY = b"[]," * (MAX_VALUES // 2)


@pytest.mark.parametrize(
    ("path", "begun"),
    [
        ("/studies", b'{"x":['),
        ("/studies", b'{"text":['),
        ("/tables", b'{"seats":['),
        ("/editions", b'{"text":['),
    ],
)
@awaited
async def test_a_body_of_very_many_values_is_refused_before_it_is_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, begun: bytes
) -> None:
    """Lists in a list: decoding five million of them stopped everybody for seconds."""
    decoded: list[int] = []

    async def json(request: Request[Any, Any, Any]) -> Any:
        decoded.append(len(await request.body()))

    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        monkeypatch.setattr(Request, "json", json)
        answer = await ada.http.post(f"/api{path}", content=begun + MANY + b"[]]}", headers=KIND)
        assert answer.status_code == 400 and not decoded
        assert f"more than {MAX_VALUES} values" in answer.json()["sentence"]


@pytest.mark.parametrize("path", ["/tables", "/editions", f"/score/{GROVE}", "/studies"])
@awaited
async def test_messages_that_cannot_be_read_are_counted(tmp_path: Path, path: str) -> None:
    """Who sends nothing but nonsense is soon not listened to, and others are."""
    async with opened(tmp_path, pace=1.0) as door:
        eve = await door.visitor("Eve", address="192.0.2.9")
        statuses = [
            (await eve.http.post(f"/api{path}", content=b'{"nonsense": 1', headers=KIND)).status_code
            for _ in range(RATES["unreadable"].burst + 30)
        ]
        assert set(statuses) <= {400, 429} and statuses[-1] == 429
        assert statuses.count(400) <= RATES["unreadable"].burst + 5
        ada = await door.visitor("Ada", address="192.0.2.10")
        await ada.make(GROVE, ME)


@awaited
async def test_a_body_that_ends_too_soon_is_no_fault_of_the_server(tmp_path: Path) -> None:
    async with running(tmp_path) as server, httpx.AsyncClient() as http:
        cookie = (await http.put(f"{server.url}/api/me", json={"name": "Eve"})).headers["set-cookie"]
        host = server.url.removeprefix("http://")
        head = f"POST /api/tables HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n"
        head += f"cookie: {cookie.partition(';')[0]}\r\ncontent-length: 9000\r\n\r\n"
        _, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
        writer.write(head.encode() + b'{"game":')
        await writer.drain()
        writer.close()

        def answered(status: str) -> float | None:
            labels = {"method": "POST", "route": "/api/tables", "status": status}
            return server.core.figures.registry.get_sample_value("farmstead_requests_total", labels)

        await until(lambda: answered("400") == 1)
        assert answered("500") is None


@awaited
async def test_all_large_bodies_together_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_of, "MAX_BYTES_HELD", 2_000_000)
    go_on = asyncio.Event()

    async def body() -> AsyncIterator[bytes]:
        await go_on.wait()
        yield b"{}"

    async with opened(tmp_path) as door:
        people = [await door.visitor(f"Eve {n}", address=f"192.0.2.{n}") for n in range(4)]
        headers = {**KIND, "content-length": "900000"}
        tasks = [
            asyncio.create_task(each.http.post("/api/tables", content=body(), headers=headers))
            for each in people
        ]
        await until(lambda: sum([task.done() for task in tasks]) == 2)
        refused = [task.result() for task in tasks if task.done()]
        assert {(each.status_code, each.json()["key"]) for each in refused} == {(503, "overloaded")}
        assert door.core._bytes_held == 1_800_000
        go_on.set()
        await asyncio.gather(*tasks)


def test_every_route_that_takes_a_large_body_has_the_gate() -> None:
    from litestar.routes import HTTPRoute

    from farmstead.server.app import handlers
    from farmstead.server.http.uploads import UploadMiddleware

    large = {
        f"{method} {route.path}": any(isinstance(each, UploadMiddleware) for each in handler.middleware or ())
        for route in handlers("").routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        for method in handler.http_methods
        if handler.resolve_request_max_body_size() != SMALL_BODY_BYTES
    }
    assert large == dict.fromkeys(
        ["POST /api/tables", "POST /api/studies", "POST /api/editions", "POST /api/score/{game:str}"], True
    )
    assert MAX_EDITION > SMALL_BODY_BYTES


# ---- connections -------------------------------------------------------------------------------------------

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF = b"GET /api/me HTTP/1.1\r\nHost: local"


class Line:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def ask(self, said: bytes) -> int:
        """The status of the answer; 0 where the connection ends without one."""
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            self.writer.write(said)
            async with asyncio.timeout(PATIENCE):
                head = await self.reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"content-length: (\d+)", head)
                await self.reader.readexactly(int(length[1]) if length else 0)
            return int(head.split()[1])
        return 0


@asynccontextmanager
async def lines(server: Running) -> AsyncIterator[Callable[..., Any]]:
    """Connects, and at the end closes all connections."""
    made: list[Line] = []

    async def connect(said: bytes = b"") -> Line:
        line = Line(*await asyncio.open_connection("127.0.0.1", server.core.settings.port))
        made.append(line)
        if said:
            line.writer.write(said)
        return line

    yield connect
    for line in made:
        line.writer.close()


@awaited
async def test_one_address_has_so_many_connections_and_no_more(tmp_path: Path) -> None:
    async with running(tmp_path, pace=1.0, connections=5) as server, lines(server) as connect:
        kept_open = [await connect() for _ in range(5)]
        assert [await line.ask(HEALTH) for line in kept_open] == [200] * 5
        assert await (await connect()).ask(HEALTH) == 429
        kept_open[0].writer.close()
        async with asyncio.timeout(PATIENCE):
            while await (await connect()).ask(HEALTH) != 200:
                await asyncio.sleep(0.01)


def test_neighbours_of_the_newer_sort_are_one_address() -> None:
    """Everybody has thousands of those."""
    connections = http_protocol.Connections(1000, 2)
    readers = [cast(http_protocol.HttpProtocol, object()) for _ in range(3)]
    assert [connections.enter(each, f"2a00:1450::{n}") for n, each in enumerate(readers)] == [
        *("ordinary", "ordinary", "refused")
    ]
    assert connections.enter(readers[2], "2a00:1450:1::1") == "ordinary"
    connections.leave(readers[0], "2a00:1450::0", "ordinary")
    assert connections.enter(readers[0], "2a00:1450::9") == "ordinary"


@pytest.mark.parametrize(
    "settings",
    [{"behind_proxy": True}, {"trusted_proxies": ("127.0.0.0/8",)}, {"connections": 0}, {"pace": 0.0}],
)
@awaited
async def test_a_trusted_proxy_has_as_many_as_it_needs(tmp_path: Path, settings: dict[str, Any]) -> None:
    wanted = {"pace": 1.0, "connections": 3, **settings}
    async with running(tmp_path, **wanted) as server, lines(server) as connect:
        assert [await (await connect()).ask(HEALTH) for _ in range(8)] == [200] * 8


@awaited
async def test_a_flood_of_connections_never_makes_the_health_check_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "MAX_CONNECTIONS", http_protocol.SPARE_CONNECTIONS + 10)
    async with running(tmp_path) as server, lines(server) as connect:
        player = await connect()
        asked = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n"
        assert await player.ask(asked) == 200
        for _ in range(9):  # with the player's all there are
            await connect(HALF)
        await until(lambda: len(server.server.server_state.connections) == 10)
        assert await player.ask(asked) == 200  # who is here stays
        late = await connect()
        assert await late.ask(asked) == 503
        for _ in range(3 * http_protocol.SPARE_CONNECTIONS):  # they take the places that are kept for it
            await connect(HALF)
            assert await (await connect()).ask(HEALTH) == 200
        assert len(server.server.server_state.connections) <= 10 + http_protocol.SPARE_CONNECTIONS + 1
        assert await player.ask(asked) == 200


# ---- never a fault of the program --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/api/me", b'{"name":"\xff"}'),
        ("PUT", "/api/me", b'{"\xff":"Ada"}'),
        ("PUT", "/api/me", b"\xff\xfe{\x00}\x00"),
        ("PUT", "/api/me", b'{"name":"\xed\xa0\x80"}'),
        ("POST", "/api/tables", b'{"game":"\xc3\x28","seats":[]}'),
        ("POST", "/api/tables", b'{"game":"walnut-grove","seats":[{"who":"me"}],"edition":"\xff"}'),
        ("POST", f"/api/score/{GROVE}", b'{"sheets":[{"a":"\xff"}]}'),
        ("POST", "/api/editions", b'{"text":"\xff"}'),
        ("POST", "/api/studies", b'{"text":"\xff"}'),
    ],
)
@awaited
async def test_letters_that_are_none_are_a_bad_message(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, method: str, path: str, body: bytes
) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        with caplog.at_level(logging.ERROR):
            answer = await ada.http.request(method, path, content=body, headers=KIND)
        assert (answer.status_code, answer.json()["key"]) == (400, "bad_message")
        assert not caplog.records


@pytest.mark.parametrize(
    "host",
    ["localhost:x", "localhost:99999", "localhost:-1", "localhost:8 0", "[::1", "[::1]:x", "localhost/a"]
    + ["localhost?a", "localhost#a", "me@localhost", "localhost\\a", "localhost:\u0663", "", "localhost:1:2"],
)
@awaited
async def test_a_host_that_is_none_is_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, host: str
) -> None:
    async with running(tmp_path) as server, lines(server) as connect:
        with caplog.at_level(logging.ERROR):
            for said in ("PUT /api/me", "GET /"):
                body = '{"name": "Ada"}' if said.startswith("PUT") else ""
                head = f"{said} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
                sent = f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()
                assert await (await connect()).ask(sent) == 400
        assert not caplog.records


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1:8731", "[::1]:65535", "localhost:"])
@awaited
async def test_a_host_of_its_own_is_taken(tmp_path: Path, host: str) -> None:
    async with running(tmp_path) as server, lines(server) as connect:
        assert await (await connect()).ask(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()) == 200
