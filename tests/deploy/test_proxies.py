"""nginx and Caddy before a real server: uploads, streams, limits, and what is shown while it is stopped."""

from __future__ import annotations

import base64
import json
import re
import struct
import subprocess
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from farmstead.render.embedded_record import with_record
from farmstead.server.replay.messages import MAX_FILE, MAX_MESSAGE
from tests.deploy.proxies import (
    DEPLOY,
    NAME,
    PATIENCE_S,
    PROXIES,
    Proxy,
    caddy_file,
    caddy_folders,
    free_port,
    nginx_file,
    program,
)
from tests.server.asking import BOT, ME
from tests.server.serving import Process, process

RECORD = (Path(__file__).parent.parent.parent / "docs" / "game.record").read_text(encoding="utf-8")
NEW = {"game": "sunflower-valley", "seats": [ME, BOT]}
SETTINGS = ("--behind-proxy", "--name", NAME, "--secure-cookies", "--pace", "0", "--processes", "1")
HELD_BACK_S = 10.0  # a stream that is held back says nothing for longer: the server speaks every 15 seconds


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("behind") / "server", *SETTINGS) as started:
        yield started


@pytest.fixture(scope="module", params=sorted(PROXIES))
def proxy(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, server: Process
) -> Iterator[Proxy]:
    with PROXIES[request.param](tmp_path_factory.mktemp(request.param), server.url) as started:
        yield started


@pytest.fixture
def ada(proxy: Proxy) -> Iterator[httpx.Client]:
    with proxy.visitor() as visitor:
        assert visitor.put("/api/me", json={"name": "Ada"}).status_code == 200
        yield visitor


# ---- the files ---------------------------------------------------------------------------------------------


def test_nginx_accepts_its_file(tmp_path: Path) -> None:
    path = nginx_file(tmp_path, free_port(), free_port(), "http://127.0.0.1:8731")
    words = [program("nginx"), "-t", "-e", str(tmp_path / "start.log"), "-c", str(path)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S)
    warnings = [line for line in done.stderr.splitlines() if "[warn]" in line and "http2" not in line]
    assert done.returncode == 0 and not warnings, done.stderr


def test_caddy_accepts_its_file(tmp_path: Path) -> None:
    for path in (DEPLOY / "Caddyfile", caddy_file(tmp_path, free_port(), free_port(), "http://127.0.0.1:1")):
        words = [program("caddy"), "validate", "--config", str(path), "--adapter", "caddyfile"]
        done = subprocess.run(
            words, capture_output=True, text=True, env=caddy_folders(tmp_path), timeout=PATIENCE_S
        )
        assert done.returncode == 0 and "is not formatted" not in done.stderr, done.stderr


# ---- uploads -----------------------------------------------------------------------------------------------


def picture(size: int) -> bytes:
    """A PNG of so many bytes that carries a record."""

    def chunk(name: bytes, content: bytes) -> bytes:
        checksum = zlib.crc32(name + content)
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)

    head = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    end = chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")
    room = size - len(with_record(head + end, "png", RECORD)) - 12
    made = with_record(head + chunk(b"paDd", bytes(room)) + end, "png", RECORD)
    assert len(made) == size
    return made


def test_a_file_as_large_as_the_server_takes_passes(ada: httpx.Client) -> None:
    body = {"file": base64.b64encode(picture(MAX_FILE)).decode()}
    assert MAX_FILE == 12_000_000 and len(json.dumps(body)) > 16_000_000
    answer = ada.post("/api/studies", json=body)
    assert answer.status_code == 201, answer.text[:300]
    assert ada.get(f"/api/studies/{answer.json()['name']}").status_code == 200


def test_a_file_that_is_a_little_larger_is_refused_by_the_server_which_says_why(ada: httpx.Client) -> None:
    answer = ada.post("/api/studies", json={"file": "A" * MAX_MESSAGE})
    assert answer.status_code == 413 and answer.json()["key"] == "too_large"


@pytest.mark.parametrize(
    ("path", "length"),
    [
        ("/api/tables", 1_100_000),
        ("/api/studies/some-name", 1_100_000),
        ("/api/me", 16_000_000),
        ("/api/studies", 18_000_000),
        ("/api/studies", 999_999_999_999),
    ],
)
def test_more_than_that_is_refused_before_it_is_sent(proxy: Proxy, path: str, length: int) -> None:
    lines = [f"POST {path} HTTP/1.1", f"Host: {NAME}", "Content-Type: application/json"]
    assert b" 413 " in proxy.head(*lines, f"Content-Length: {length}")


def test_what_the_server_takes_elsewhere_passes(ada: httpx.Client) -> None:
    answer = ada.post("/api/tables", json={**NEW, "edition": "x" * 990_000})  # of 1,000,000 bytes in all
    assert answer.status_code == 400 and answer.json()["key"] == "bad_message"


# ---- streams -----------------------------------------------------------------------------------------------


def events(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    kind = ""
    for line in lines:
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: {"):
            yield kind, json.loads(line.removeprefix("data: "))


def test_news_come_when_they_happen(server: Process, ada: httpx.Client) -> None:
    code = ada.post("/api/tables", json=NEW).json()["table"]["code"]
    with ada.stream("GET", f"/api/tables/{code}/stream", params={"seat": 0}, timeout=HELD_BACK_S) as stream:
        assert stream.status_code == 200 and stream.headers["content-type"].startswith("text/event-stream")
        told = events(stream.iter_lines())
        position = next(data["position"] for kind, data in told if kind == "position")
        move(server, ada, code, position)
        assert next(data for kind, data in told if kind == "news")


def move(server: Process, ada: httpx.Client, code: str, position: dict[str, Any]) -> None:
    """Past the proxy: that one is listening."""
    body = {"seat": 0, "decision": position["decision"], "move": position["legal"][0]}
    cookies = "; ".join([f"{name}={value}" for name, value in ada.cookies.items()])
    answer = httpx.post(
        f"{server.url}/api/tables/{code}/moves", json=body, headers={"cookie": cookies}, timeout=PATIENCE_S
    )
    assert answer.status_code == 200, answer.text


# ---- limits and faults -------------------------------------------------------------------------------------


def test_a_club_evening_behind_one_router_is_let_in(proxy: Proxy, ada: httpx.Client) -> None:
    """More streams of one address than the people of a club have."""
    code = ada.post("/api/tables", json=NEW).json()["table"]["code"]
    limits = httpx.Limits(max_connections=None)
    streams = []
    with httpx.Client(base_url=proxy.url, verify=False, limits=limits, timeout=PATIENCE_S) as many:
        try:
            for _ in range(260):
                request = many.build_request(
                    "GET",
                    f"/api/tables/{code}/stream",
                    headers={"host": NAME},
                    extensions={"sni_hostname": NAME},
                )
                streams.append(many.send(request, stream=True))
            assert {stream.status_code for stream in streams} == {200}
            assert ada.get("/api/me").status_code == 200
        finally:
            for stream in streams:
                stream.close()


def test_the_server_knows_who_visits_and_how(ada: httpx.Client) -> None:
    answer = ada.put("/api/me", json={"name": "Ada"}, headers={"x-forwarded-proto": "http"})
    cookie = ada.cookies.jar
    assert answer.status_code == 200 and all(each.secure for each in cookie)
    assert answer.headers["strict-transport-security"]


def test_while_the_server_is_stopped_a_page_says_so(server: Process, proxy: Proxy) -> None:
    with proxy.visitor() as visitor:
        assert visitor.get("/").status_code == 200
        server.terminate()
        try:
            asked = [
                ("GET", "/"),
                ("GET", "/t/secret-code"),
                ("POST", "/api/tables"),
                ("GET", "/api/tables/x/stream"),
            ]
            for method, path in [*asked, ("POST", "/api/studies")]:
                answer = visitor.request(method, path, json={} if method == "POST" else None)
                assert answer.status_code == 503, (method, path)
                assert answer.headers["content-type"].startswith("text/html")
                assert answer.headers["retry-after"] == "10"
                assert answer.headers["cache-control"] == "no-store"
                assert answer.headers["strict-transport-security"]
                assert set(re.findall(r'<section lang="(..)">', answer.text)) == {"en", "fr", "de"}
        finally:
            server.start()
        until = time.monotonic() + PATIENCE_S
        while visitor.get("/").status_code != 200:
            assert time.monotonic() < until
        assert visitor.get("/maintenance.html").status_code == 404  # the page has no address of its own
    for log in proxy.log.parent.rglob("*.log"):
        assert "secret-code" not in log.read_text(encoding="utf-8", errors="replace")
