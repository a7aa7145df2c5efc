"""A server below a path of a name, behind a proxy that takes the path off or does not; who is believed."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Any

import httpx
import pytest

from farmstead.cli.errors import BadInput
from farmstead.cli.server_address import checked_metrics, checked_proxies, server_address
from farmstead.client import Client, bot
from tests.server.asking import BOT, ME, opened
from tests.server.hubs import VALLEY
from tests.server.serving import running
from tests.server.stores import awaited

PAGES = Path(str(resources.files("farmstead.server.pages")))
OUTSIDE = {"host": "play.example", "origin": "https://play.example", "sec-fetch-site": "same-origin"}
PUBLIC: dict[str, Any] = {"url": "https://play.example/games", "root_path": "/games", "secure_cookies": True}
NEW = {"game": VALLEY, "seats": [ME, BOT]}


@pytest.mark.parametrize("below", ["", "/games"], ids=["a proxy that strips", "a proxy that does not"])
@awaited
async def test_pages_api_and_streams_work_below_a_path(tmp_path: Path, below: str) -> None:
    async with running(tmp_path, **PUBLIC, behind_proxy=True) as server:
        headers = {**OUTSIDE, "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9"}
        async with httpx.AsyncClient(base_url=f"{server.url}{below}", headers=headers, timeout=60) as ada:
            said = await ada.put("/api/me", json={"name": "Ada"})
            cookie = said.headers["set-cookie"]
            assert "Path=/games" in cookie and "Secure" in cookie and "HttpOnly" in cookie
            ada.headers["cookie"] = cookie.partition(";")[0]
            code = (await ada.post("/api/tables", json=NEW)).json()["table"]["code"]
            for path in ("/", "/new", "/rules", f"/rules/{VALLEY}", f"/t/{code}", "/api", "/nothing"):
                page = (await ada.get(path, headers={"accept": "text/html"})).text
                led = re.findall(r'(?:href|src)="(/[^"]*)"', page)
                assert led and all(address.startswith("/games/") for address in led), path
                assert re.search(r'<html lang="en"[^>]* data-root="/games"', page)
            static = next(address for address in led if "/static/" in address)
            assert (await ada.get(static.removeprefix("/games"))).status_code == 200
            async with ada.stream("GET", f"/api/tables/{code}/stream?seat=0") as stream:
                assert (await anext(stream.aiter_text())).startswith("retry:")
            gone = await ada.delete("/api/me")
            assert "Path=/games" in gone.headers["set-cookie"]


@awaited
async def test_only_that_path_is_taken_off(tmp_path: Path) -> None:
    async with opened(tmp_path, **PUBLIC) as door:
        someone = await door.visitor()
        for path, status in [
            ("/games", 200),
            ("/games/api/me", 200),
            ("/gamesapi/me", 404),
            ("/games/games/api/me", 404),
            ("/games/healthz", 200),
        ]:
            answer = await someone.http.get(path, headers={"host": "play.example"})
            assert answer.status_code == status, path


@awaited
async def test_the_client_plays_below_a_path(tmp_path: Path) -> None:
    import asyncio

    def play(url: str) -> str:
        with Client(url) as client:
            client.name("Ada")
            return client.make_table(VALLEY, ["me", bot(1)]).table.code

    async with running(tmp_path, root_path="/games") as server:
        assert await asyncio.to_thread(play, f"{server.url}/games")


def test_every_address_in_pages_and_scripts_begins_where_the_server_is() -> None:
    """`el` and `ask` see to it; whatever else is led to or opened goes through `root` or `at`."""
    wrong = re.compile(r'(?:href|src|action)="/')
    for file in (PAGES / "templates").rglob("*.html"):
        assert not wrong.search(file.read_text(encoding="utf-8")), file
    past = re.compile(
        r"(?:location\.(?:assign|replace)|EventSource|fetch|open|icon:|\.href =|\.src =)\(?\s*[\"'`]/"
    )
    for file in (PAGES / "static").rglob("*.js"):
        text = file.read_text(encoding="utf-8")
        assert not past.search(text) and "location.origin}/" not in text, file


# ---- who is believed ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "believed"),
    [
        ({}, False),
        ({"behind_proxy": True}, True),
        ({"trusted_proxies": ("127.0.0.0/8",)}, True),
        ({"trusted_proxies": ("10.0.0.2",)}, True),  # one on this machine, too
    ],
)
@awaited
async def test_only_a_proxy_that_is_known_can_say_that_there_is_tls(
    tmp_path: Path, settings: dict[str, object], believed: bool
) -> None:
    async with (
        running(tmp_path, **settings) as server,
        httpx.AsyncClient(base_url=server.url, timeout=60) as http,
    ):
        said = await http.put("/api/me", json={"name": "Ada"}, headers={"x-forwarded-proto": "https"})
        assert ("Secure" in said.headers["set-cookie"]) == believed


@awaited
async def test_cookies_can_be_for_tls_whoever_asks(tmp_path: Path) -> None:
    async with opened(tmp_path, secure_cookies=True) as door:
        someone = await door.visitor()
        said = await someone.http.put("/api/me", json={"name": "Ada"})
        assert said.headers["set-cookie"].count("Secure") == 1 and "Path=/;" in said.headers["set-cookie"]


def test_an_address_says_name_path_and_tls() -> None:
    assert server_address("https://play.example/games/", "", False) == (
        "https://play.example/games",
        "/games",
        True,
    )
    assert server_address("http://kitchen.local:8731", "", False) == ("http://kitchen.local:8731", "", False)
    assert server_address("", "/a/b/", True) == ("", "/a/b", True)
    below = ("https://play.example/games", "/games", True)  # links that are sent lead below the path, too
    assert server_address("https://play.example/", "/games", False) == below
    assert server_address("HTTPS://play.example/games", "/games/", False) == (
        f"HTTPS{below[0][5:]}",
        *below[1:],
    )
    with pytest.raises(BadInput, match="/games in --url and /other in --root-path"):
        server_address("https://play.example/games", "/other", False)
    assert checked_metrics("9464") == "127.0.0.1:9464" and checked_metrics("[::]:9464") == "[::]:9464"
    assert checked_proxies(["10.0.0.0/8", "::1"]) == ("10.0.0.0/8", "::1")


@pytest.mark.parametrize(
    "url",
    ["play.example", "ftp://a.example", "https://", "https://a:b@c.example", "https://a/?q", "https://a:x"],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(BadInput, match="Try: --url"):
        server_address(url, "", False)


@pytest.mark.parametrize("path", ["games", "/a b", "/a?b", "/..;", '/"', "//x", "/a/../b", "/."])
def test_what_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(BadInput, match="Try: --root-path"):
        server_address("", path, False)


@pytest.mark.parametrize("address", ["everybody", "0.0.0.0/0", "::/0", ""])
def test_nobody_can_be_believed_who_is_everybody(address: str) -> None:
    with pytest.raises(BadInput, match="--trusted-proxy"):
        checked_proxies([address])


@pytest.mark.parametrize("place", ["localhost", "localhost:", "99999", "0", ":x"])
def test_figures_need_a_port(place: str) -> None:
    with pytest.raises(BadInput, match="Try: --metrics"):
        checked_metrics(place)
