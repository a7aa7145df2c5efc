"""What never gets through the door: other sites, other names, too much, too often."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from farmstead.server.app import open_server
from farmstead.server.base.refusals import Refused
from farmstead.server.base.settings import Settings
from farmstead.server.folder.lock import Taken
from farmstead.server.folder.secret import NoSecret, secret_in
from farmstead.server.people.rate_limits import RATES, RateLimits, network_of
from tests.server.asking import BOT, ME, opened
from tests.server.stores import awaited

VALLEY = "sunflower-valley"
TABLE = {"game": VALLEY, "seats": [ME, BOT]}


@pytest.mark.parametrize(
    ("headers", "status", "key"),
    [
        ({"origin": "http://evil.example"}, 403, "cross_site"),
        ({"origin": "null"}, 403, "cross_site"),
        ({"origin": "http://localhost:81"}, 403, "cross_site"),
        ({"sec-fetch-site": "cross-site"}, 403, "cross_site"),
        ({"sec-fetch-site": "same-site"}, 403, "cross_site"),
        ({"content-type": "text/plain"}, 415, "not_json"),
        ({"content-type": "application/x-www-form-urlencoded"}, 415, "not_json"),
        ({"host": "evil.example"}, 400, "hosts"),
        ({"host": "localhost.evil.example"}, 400, "hosts"),
        ({"host": "192.168.1.7"}, 400, "hosts"),
        ({"host": "[::1"}, 400, "hosts"),
    ],
)
@awaited
async def test_what_a_page_elsewhere_might_send_is_refused(
    tmp_path: Path, headers: dict[str, str], status: int, key: str
) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        sent = {"content-type": "application/json", **headers}
        answer = await ada.http.post("/api/tables", content=json.dumps(TABLE), headers=sent)
        assert answer.status_code == status and answer.json()["key"] == key
        assert answer.headers["content-security-policy"]
        assert (await ada.get("/tables/mine"))["tables"] == []


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://localhost"},
        {"sec-fetch-site": "same-origin"},
        {"host": "127.0.0.1:8731"},
        {"host": "[::1]"},
    ],
)
@awaited
async def test_what_its_own_pages_and_programs_send_is_taken(tmp_path: Path, headers: dict[str, str]) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        assert (await ada.http.post("/api/tables", json=TABLE, headers=headers)).status_code == 201


@awaited
async def test_names_that_lead_here_can_be_told(tmp_path: Path) -> None:
    async with opened(tmp_path, host="0.0.0.0", names=("Play.Example",)) as door:
        someone = await door.visitor()
        for host, status in [("play.example", 200), ("192.168.1.7:80", 200), ("other.example", 400)]:
            assert (await someone.http.get("/api/me", headers={"host": host})).status_code == status


@awaited
async def test_every_answer_keeps_browsers_on_a_short_lead(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        someone = await door.visitor()
        for path in ("/", "/api/me", "/api/nothing", "/nothing", "/t/nothing"):
            answer = await someone.http.get(path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy and "unsafe" not in policy and "data:" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/me", b'{"name": "' + b"x" * 20_000 + b'"}', 413),
        ("/api/tables", b'{"edition": "' + b"x" * 1_100_000 + b'"}', 413),
        ("/api/me", b"{", 400),
        ("/api/me", b"", 400),
        ("/api/me", b"\xff\xfe", 400),
        ("/api/me", b"[" * 8000, 400),
        ("/api/me", b'{"name": "\\ud800"}', 400),
        ("/api/me", b'{"name": 1e999}', 400),
    ],
)
@awaited
async def test_too_much_and_nonsense_are_refused_in_words(
    tmp_path: Path, path: str, body: bytes, status: int
) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        method = "PUT" if path.endswith("me") else "POST"
        headers = {"content-type": "application/json"}
        answer = await ada.http.request(method, path, content=body, headers=headers)
        assert answer.status_code in (status, 422) and answer.json()["sentence"]


@awaited
async def test_long_heads_are_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        someone = await door.visitor()
        answer = await someone.http.get("/api/me", headers={"x-long": "x" * 20_000})
        assert answer.status_code == 413 and answer.json()["key"] == "too_large"


# ---- too often -------------------------------------------------------------------------------------------


@awaited
async def test_codes_cannot_be_guessed_for_long(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=1.0) as door:
        guesser = await door.visitor(address="203.0.113.7")
        ada = await door.visitor("Ada")
        code = (await ada.make(VALLEY, ME, BOT))["code"]
        for n in range(RATES["guess"].burst):
            await guesser.refused("GET", f"/tables/guess{n}", 404, "no_table")
        answer = await guesser.http.get("/api/tables/guess")
        assert answer.status_code == 429 and int(answer.headers["retry-after"]) >= 1
        assert (await guesser.http.get(f"/api/tables/{code}")).status_code == 429  # even the right one
        assert (await ada.get(f"/tables/{code}"))["code"] == code  # others are not held up


@awaited
async def test_tables_names_and_chat_are_limited(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=0.1) as door:
        ada = await door.visitor("Ada", address="203.0.113.8")
        answers = [(await ada.http.post("/api/tables", json=TABLE)).status_code for _ in range(5)]
        assert answers == [201, 201, 201, 429, 429]
        statuses = []
        for n in range(4):
            other = await door.visitor(address="203.0.113.9")
            statuses.append((await other.http.put("/api/me", json={"name": f"N{n}"})).status_code)
        assert statuses == [200, 200, 200, 429]


def test_a_bucket_drips_empty() -> None:
    now = [0.0]
    limits = RateLimits(1.0, lambda: now[0])
    burst, seconds = RATES["chat"]
    for _ in range(burst):
        limits.spend("chat", "ada", "chat")
    with pytest.raises(Refused) as refused:
        limits.spend("chat", "ada", "chat")
    assert refused.value.refusal.args == {"seconds": 2}
    limits.spend("chat", "ben", "chat")
    now[0] += seconds
    limits.spend("chat", "ada", "chat")
    with pytest.raises(Refused):
        limits.check("chat", "ada", "chat")


def test_nobody_gets_round_a_limit_with_many_addresses() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:2") != network_of("2001:db8:0:1::1")
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1" and network_of("nowhere") == "nowhere"
    # Some proxies tell the port, too, which is another each time.
    assert network_of("192.0.2.1:50001") == "192.0.2.1"
    assert network_of("[2001:db8::1]:50001") == network_of("[2001:db8::2]") == "2001:db8::"


# ---- what only the server knows --------------------------------------------------------------------------


def test_the_secret_is_made_once_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "house" / "secret.key"
    secret = secret_in(path)
    assert len(secret) == 32 and secret_in(path) == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(0o644)
    assert secret_in(path) == secret and stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_bytes(b"short")
    with pytest.raises(NoSecret, match="Delete it"):
        secret_in(path)


@awaited
async def test_a_folder_has_one_server_at_a_time(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    async with open_server(settings):
        with pytest.raises(Taken, match=str(os.getpid())):
            async with open_server(settings):
                pass
    async with open_server(settings):
        pass


@awaited
async def test_files_are_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "house"
    async with opened(folder) as door:
        await door.visitor("Ada")
        for file in folder.iterdir():
            assert not stat.S_IMODE(file.stat().st_mode) & 0o077, file


@awaited
async def test_a_fault_of_the_program_is_told_without_detail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("the innermost secret")

    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        monkeypatch.setattr("farmstead.server.lobby.listing.games", broken)
        answer = await ada.http.get("/api/games")
        assert answer.status_code == 500 and answer.json()["key"] == "fault"
        assert "secret" not in answer.text and "ZeroDivision" not in answer.text
        assert "innermost secret" in caplog.text
        assert f"GET /api/games ({answer.json()['args']['request']})" in caplog.text
