"""What whoever runs a server relies on: logs without secrets, health, figures, an end in good order."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import logging
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client import generate_latest

from farmstead._build import VERSION, commit
from farmstead.server.base import logs
from farmstead.server.base.counters import Counters
from farmstead.server.base.settings import Settings
from farmstead.server.moderation.orders import Orders
from farmstead.server.ops.backups import back_up
from farmstead.server.ops.prometheus import figures_of, metrics_at
from farmstead.server.run.serve import (
    ENOUGH_FILES,
    MAX_CONNECTIONS,
    CannotListen,
    listening_at,
    metrics_listeners,
    most_connections,
)
from farmstead.server.store import Store, StoreAway
from scripts.postgres import Cluster
from tests.server.asking import BOT, ME, OPEN, opened
from tests.server.hubs import VALLEY
from tests.server.serving import environment, process, running
from tests.server.stores import awaited

# ---- logs --------------------------------------------------------------------------------------------------


@pytest.fixture
def said() -> Iterator[io.StringIO]:
    """What is logged as JSON, while everything else stays as it was."""
    root, hook, levels = logging.getLogger(), sys.excepthook, {}
    for name in ("", "farmstead", logs.ACCESS):
        levels[name] = logging.getLogger(name).level
    stream = io.StringIO()
    logs.begin("json", access=True, stream=stream)
    yield stream
    root.removeHandler(next(each for each in root.handlers if each.get_name() == logs.HANDLER))
    sys.excepthook = hook
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def lines_of(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_each_line_is_json_with_time_level_place_and_fields(said: io.StringIO) -> None:
    logging.getLogger("farmstead.server.hub.hub").warning("Table %d is over.", 7, extra={"table": 7})
    (line,) = lines_of(said)
    assert line["message"] == "Table 7 is over." and line["level"] == "warning" and line["table"] == 7
    assert line["where"] == "farmstead.server.hub.hub"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])


@pytest.mark.parametrize("form", ["text", "json"])
def test_each_line_of_a_worker_has_its_number(said: io.StringIO, form: Any) -> None:
    logs.begin(form, stream=said, worker=3)
    logging.getLogger("farmstead.server.hub.hub").warning("Table %d is over.", 7)
    if form == "json":
        (line,) = lines_of(said)
        assert line["worker"] == 3 and line["message"] == "Table 7 is over."
    else:
        assert said.getvalue() == "WARNING worker 3: Table 7 is over.\n"


def test_a_fault_that_nobody_caught_is_one_line(said: io.StringIO) -> None:
    try:
        raise ZeroDivisionError("of nothing")
    except ZeroDivisionError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    (line,) = lines_of(said)
    assert "ZeroDivisionError: of nothing" in line["error"] and line["level"] == "critical"


def test_no_more_files_is_said_once_a_minute(said: io.StringIO) -> None:
    log, now = logging.getLogger("asyncio"), [0.0]
    handler = next(each for each in logging.getLogger().handlers if each.get_name() == logs.HANDLER)
    handler.filters = [logs.RepetitionFilter(lambda: now[0])]
    for second in (0, 1, 2, 59, 60, 61):
        now[0] = float(second)
        log.error("accept", exc_info=OSError(errno.EMFILE, "Too many open files"))
        log.error("other", exc_info=OSError(errno.EPIPE, "Broken pipe"))
    told = [line["message"] for line in lines_of(said)]
    assert told.count("accept") == 2 and told.count("other") == 6


def test_what_visitors_do_again_and_again_is_said_once_a_minute(said: io.StringIO) -> None:
    log, now = logging.getLogger("uvicorn.error"), [0.0]
    handler = next(each for each in logging.getLogger().handlers if each.get_name() == logs.HANDLER)
    handler.filters = [logs.RepetitionFilter(lambda: now[0])]
    for second in (0, 1, 2, 59, 60, 61):
        now[0] = float(second)
        log.warning("Invalid HTTP request received.")
        log.error("Something of ours")
    told = [line["message"] for line in lines_of(said)]
    assert told.count("Invalid HTTP request received.") == 2 and told.count("Something of ours") == 6


@awaited
async def test_nothing_secret_is_logged(
    tmp_path: Path, said: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, access_log=True) as door:
        ada = await door.visitor("Ada Lovelace", address="203.0.113.7")
        code = (await ada.make(VALLEY, ME, BOT))["code"]
        await ada.look(code, 0)

        async def fail(*_: object) -> None:
            raise RuntimeError("a fault")

        monkeypatch.setattr(door.core.hub, "visit", fail)
        await ada.get(f"/tables/{code}/position", 500, seat=0)
        cookies = list(ada.http.cookies.values())
    text = said.getvalue()
    told = lines_of(said)
    routes = {line["route"] for line in told if line["where"] == logs.ACCESS}
    assert {"/api/me", "/api/tables", "/api/tables/{code}/position"} <= routes
    assert any("RuntimeError" in line.get("error", "") for line in told)
    for secret in (code, "Lovelace", "203.0.113.7", *cookies):
        assert secret not in text


# ---- health ------------------------------------------------------------------------------------------------


@awaited
async def test_health_needs_the_store_and_ends_with_closing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, pace=1.0) as door:
        stranger = await door.visitor()
        named = {"host": "10.0.0.5:8731"}  # as what watches over it calls it
        for _ in range(400):  # more than anybody may look
            answer = await stranger.http.get("/healthz", headers=named)
            assert answer.status_code == 200
        build = {"version": VERSION, "commit": commit()}
        assert answer.json() == {"ok": True, "store": True, "writes": True, "open": True, **build}

        async def away(_: object) -> int:
            raise StoreAway("gone")

        monkeypatch.setattr("farmstead.server.hub.health.REPORT_CACHE_S", 0.0)
        monkeypatch.setattr(type(door.core.store.server_state), "uptime", away)
        answer = await stranger.http.get("/healthz")
        assert answer.status_code == 503 and answer.json()["store"] is False
        assert answer.json()["why"] == "store_away"
        monkeypatch.undo()
        door.core.hub.end_all_streams()
        answer = await stranger.http.get("/healthz")
        assert answer.status_code == 503
        closing = {"ok": False, "store": True, "writes": True, "open": False, "why": "closing"}
        assert answer.json() == {**closing, **build}


@awaited
async def test_a_store_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, never = [], asyncio.Event()

    async def silent(_: object) -> int:
        asked.append(1)
        await never.wait()
        return 0

    async with opened(tmp_path) as door:
        monkeypatch.setattr("farmstead.server.hub.health.STORE_TIMEOUT_S", 0.01)
        with monkeypatch.context() as patched:
            patched.setattr(type(door.core.store.server_state), "uptime", silent)
            stranger = await door.visitor()
            answers = await asyncio.gather(*[stranger.http.get("/healthz") for _ in range(5)])
        assert {answer.status_code for answer in answers} == {503}
        assert len(asked) == 1  # one question for all of them


# ---- figures -----------------------------------------------------------------------------------------------


def value(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.M)
    assert found, f"no {name} in:\n{text}"
    return float(found[1])


@awaited
async def test_figures_count_what_happens_by_route_and_never_by_code(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make(VALLEY, ME, BOT))["code"]
        await ada.move(code, 0)
        await ada.http.get(f"/t/{code}/boards?seat=0")  # a look is no move
        here = await ada.look(code, 0)
        assert here["legal"], "the turn goes on"
        chosen = {"seat": 0, "decision": here["decision"], "moves": here["legal"][:1]}
        assert (await ada.http.post(f"/t/{code}/boards", json=chosen)).status_code == 200
        await ada.ask("GET", "/tables/none-such/position", 404)
        await ada.http.request("BREW", "/api/me")
        async with await door.core.hub.listen(await a_table_in(door.core.store), None):
            text = figures_of(door.core).decode()
    moved = 'method="POST",route="/api/tables/{code}/moves",status="200"'
    assert value(text, f"farmstead_requests_total{{{moved}}}") == 1
    assert value(text, "farmstead_move_seconds_count") == 2  # one by the API, one by the page
    assert value(text, 'farmstead_move_seconds_bucket{le="+Inf"}') == 2
    assert value(text, "farmstead_tables_in_memory") == 1 and value(text, "farmstead_streams_open") == 1
    assert value(text, "farmstead_leads") == 1 and value(text, "farmstead_store_changes_total") > 2
    assert 'method="other"' in text and "BREW" not in text
    assert code not in text and "none-such" not in text
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) .+|[a-z_]+(\{.*\})? [0-9.e+-]+", line), line


@awaited
async def test_a_figure_says_when_the_last_backup_was_taken(tmp_path: Path) -> None:
    name = "farmstead_last_backup_timestamp_seconds"
    async with opened(tmp_path / "server") as door:
        assert value(figures_of(door.core).decode(), name) == 0
        before = int(time.time())
        await back_up(door.core.settings, tmp_path / "a.backup")
        assert before <= value(figures_of(door.core).decode(), name) <= time.time()


@awaited
async def test_figures_say_how_much_is_stored_and_what_is_free(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, _ = await door.people("Ada", "Bo")
        await ada.make("sunflower-valley", ME, OPEN)
        await ada.post("/account", 201, name="Ada", passphrase="four quiet hens at dusk")
        await door.core.get(Orders).count()
        text = figures_of(door.core).decode()
    assert value(text, "farmstead_people") == 2 and value(text, "farmstead_accounts") == 1
    assert value(text, 'farmstead_tables{state="waiting"}') == 1
    assert value(text, "farmstead_store_bytes") > 0 and value(text, "farmstead_disk_free_bytes") > 0


async def a_table_in(store: Store) -> int:
    return (await store.tables.to_resume())[0]


def test_times_are_sorted_into_steps() -> None:
    counters = Counters()
    for seconds in (0.001, 0.0011, 0.3, 99.0):
        counters.moves.observe(seconds)
    text = generate_latest(counters.registry).decode()
    expected = {"0.001": 1, "0.0025": 2, "0.25": 2, "0.5": 3, "10.0": 3, "+Inf": 4}
    for step, below in expected.items():
        assert value(text, f'farmstead_move_seconds_bucket{{le="{step}"}}') == below
    assert value(text, "farmstead_move_seconds_count") == 4


@awaited
async def test_answers_are_sent_at_once(tmp_path: Path) -> None:
    """In Python's own loop, too: without this each answer in two parts takes 40 ms."""
    async with running(tmp_path) as server, httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        await http.get("/api/games")
        transports = [protocol.transport for protocol in server.server.server_state.connections]
        sockets = [transport.get_extra_info("socket") for transport in transports]
        assert sockets and all(each.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for each in sockets)


@awaited
async def test_figures_have_an_address_of_their_own(tmp_path: Path) -> None:
    listener = listening_at("127.0.0.1", 0, is_firm=True)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    async with (
        running(tmp_path) as server,
        metrics_at(listener, server.core),
        httpx.AsyncClient(timeout=60) as http,
    ):
        answer = await http.get(f"{url}/metrics")
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        assert value(answer.text, "farmstead_leads") == 1
        assert (await http.get(f"{url}/api/me")).status_code == 404
        assert (await http.get(f"{server.url}/metrics")).status_code == 404  # not where everybody comes


@pytest.mark.more
def test_each_worker_tells_its_figures_at_a_port_of_its_own(tmp_path: Path, postgres: Cluster) -> None:
    """Slow: a server with workers is started."""
    port = free_ports(2)
    arguments = ("--db", postgres.database(), "--workers", "2", "--processes", "1", "--metrics", str(port))
    with process(tmp_path / "house", *arguments, limit=(256, 512)) as server:
        figures = [httpx.get(f"http://127.0.0.1:{port + n}/metrics", timeout=60).text for n in range(2)]
        log = server.log.read_text(encoding="utf-8")  # each says that it may open few files
        assert set(re.findall(r"^WARNING worker (\d): This process may open", log, re.M)) == {"0", "1"}
        assert sum(value(text, "farmstead_leads") for text in figures) <= 1
        taken = Settings(tmp_path, metrics=f"127.0.0.1:{port}")
        with pytest.raises(CannotListen, match="--metrics"):
            metrics_listeners(taken)
        assert server.terminate() == 0


def free_ports(number: int) -> int:
    """The first of so many, one after the other."""
    for later in range(5_000):
        first = 20_000 + (os.getpid() + later) % 5_000 * number  # others look for some, too
        sockets = [socket.socket() for _ in range(number)]
        try:
            for n, each in enumerate(sockets):
                each.bind(("127.0.0.1", first + n))
            return first
        except OSError:
            continue
        finally:
            for each in sockets:
                each.close()
    raise AssertionError("no port is free")


# ---- files -------------------------------------------------------------------------------------------------


def test_no_more_connections_than_files() -> None:
    assert most_connections(ENOUGH_FILES) == most_connections(1 << 20) == MAX_CONNECTIONS
    assert most_connections(1024) < 1024 - 64 and most_connections(10) == 1


def test_few_files_are_said_at_the_start(tmp_path: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 512))

    command = [sys.executable, "-m", "farmstead", "serve", "--no-open", "--port", "0", "--log", "json"]
    started = subprocess.Popen(
        [*command, "--folder", str(tmp_path / "house")],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
        preexec_fn=limit,
    )
    with started:
        assert started.stderr is not None
        told: list[dict[str, Any]] = []
        for line in started.stderr:
            told.append(json.loads(line))
            if told[-1]["message"].startswith("Games are kept"):
                os.kill(started.pid, signal.SIGTERM)
        assert started.wait(60) == 0
    messages = " ".join(line["message"] for line in told)
    assert "may open 512 files" in messages and "Farmstead is open: http://localhost:" in messages
    assert "Closed. All games are kept." in messages


def test_with_few_files_it_says_little_and_that_it_is_well_in_any_crowd(tmp_path: Path) -> None:
    """Slow: it starts a server and opens many connections."""
    with process(tmp_path / "house", limit=(160, 160)) as server:
        host, _, port = server.url.removeprefix("http://").partition(":")
        crowd = [socket.create_connection((host, int(port)), timeout=60) for _ in range(300)]
        assert httpx.get(f"{server.url}/healthz", timeout=60).status_code == 200
        assert httpx.get(f"{server.url}/api/games", timeout=60).status_code == 503
        for each in crowd:
            each.close()
        with httpx.Client(base_url=server.url, timeout=60) as http:
            wait_until_well(http)
            assert http.get("/api/games").status_code == 200
        assert server.terminate() == 0
        assert len(server.log.read_text(encoding="utf-8").splitlines()) < 20


def wait_until_well(http: httpx.Client) -> None:
    for _ in range(600):
        with suppress(httpx.HTTPError):
            if http.get("/healthz").status_code == 200:
                return
        time.sleep(0.1)
    raise AssertionError("it does not come back")


# ---- the end -----------------------------------------------------------------------------------------------


def test_a_server_that_is_stopped_answers_what_has_begun_and_ends_its_streams(tmp_path: Path) -> None:
    """Slow: it starts a server and stops it."""
    with process(tmp_path / "house", "--pace", "0", "--processes", "1") as server:
        with httpx.Client(base_url=server.url, timeout=60) as ada:
            ada.put("/api/me", json={"name": "Ada"})
            made = ada.post("/api/tables", json={"game": VALLEY, "seats": [ME, {"who": "device"}]}).json()
            code = made["table"]["code"]
            ada.post(f"/api/tables/{code}/hand", json={"seat": 0})
            position = ada.get(f"/api/tables/{code}/position", params={"seat": 0}).json()["position"]
            seat = position["to_act"][0]
            ada.post(f"/api/tables/{code}/hand", json={"seat": seat})
            position = ada.get(f"/api/tables/{code}/position", params={"seat": seat}).json()["position"]
            cookie = "; ".join(f"{name}={text}" for name, text in ada.cookies.items())
            body = json.dumps(
                {"seat": seat, "decision": position["decision"], "move": position["legal"][0]}
            ).encode()
            with ada.stream("GET", f"/api/tables/{code}/stream", params={"seat": seat}) as stream:
                chunks = stream.iter_text()
                heard = next(chunks)
                with begun(server.url, f"/api/tables/{code}/moves", cookie, body) as half:
                    os.kill(server.pid, signal.SIGTERM)
                    heard += "".join(chunks)  # until the stream has ended
                    half.sendall(body[-1:])
                    answer = b"".join(iter(lambda: half.recv(65536), b"")).decode()
        assert heard.startswith("retry: ") and answer.startswith("HTTP/1.1 200")
        number = json.loads(answer.partition("\r\n\r\n")[2])["number"]
        assert server.ended() == 0
        server.start()
        now = httpx.get(f"{server.url}/api/tables/{code}/position", timeout=60).json()["position"]
        assert now["number"] == number


def begun(url: str, path: str, cookie: str, body: bytes) -> socket.socket:
    """A request of which all but the last byte has been sent, and which the server has begun to read."""
    host, _, port = url.removeprefix("http://").partition(":")
    half = socket.create_connection((host, int(port)), timeout=60)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookie}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    )
    half.sendall(head.encode())
    assert half.recv(1024).startswith(b"HTTP/1.1 100")  # it waits for the body
    half.sendall(body[:-1])
    return half
