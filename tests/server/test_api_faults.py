"""Faults as players meet them over the network: a full disk, a damaged game, listeners who do not read."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from farmstead.server.api import stream as streams
from tests.server.asking import BOT, ME, OPEN, Browser, opened
from tests.server.serving import Running, running
from tests.server.stores import awaited
from tests.server.test_api_play import pair
from tests.server.test_api_stream import PATIENCE, visiting
from tests.server.test_api_tables import play_out

WALNUT, VALLEY = "walnut-grove", "sunflower-valley"


@awaited
async def test_with_a_full_disk_nothing_is_lost_and_it_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben, code = await pair(door)
        store = door.house.store
        await store.limit((await store.counts()).bytes)
        made, problem = 0, None
        while problem is None:
            seat = (await ada.look(code))["to_act"][0]
            who, position = (ada, ben)[seat], await (ada, ben)[seat].look(code, seat)
            sent = {"seat": seat, "decision": position["decision"], "move": position["legal"][0]}
            answer = await who.http.post(f"/api/tables/{code}/moves", json=sent)
            if answer.status_code == 200:
                made += 1
            else:
                assert answer.status_code == 507
                problem = answer.json()
        assert problem["key"] == "store_full" and problem["sentence"]
        assert await who.look(code, seat) == position  # looking still works, and nothing has changed
        await store.limit(None)
        assert not (await who.post(f"/tables/{code}/moves", **sent))["again"]
        assert len(await store.journal.read(await door.house.table(code, await door.house.visitor("-")))) == (
            3 + made + 1
        )


@awaited
async def test_a_damaged_game_shows_its_last_good_position_and_others_play_on(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben, code = await pair(door)
        good = await ada.look(code, 0)
        for _ in range(4):
            seat = (await ada.look(code))["to_act"][0]
            await (ada, ben)[seat].move(code, seat)
        other = (await ada.make(VALLEY, ME, BOT))["code"]
        cookies = [dict(each.http.cookies) for each in (ada, ben)]
    with closing(sqlite3.connect(tmp_path / "tables.db")) as file, file:
        file.execute("UPDATE journal SET entry = replace(entry, 'moved', 'mauve') WHERE n = 4")
    async with opened(tmp_path) as door:
        ada, ben = [await door.visitor() for _ in cookies]
        for browser, kept in zip((ada, ben), cookies, strict=True):
            browser.http.cookies.update(kept)
        table = await ada.get(f"/tables/{code}")
        assert table["phase"] == "closed" and "Entry 4" in table["trouble"]
        seen = await ada.look(code, 0)
        assert seen["view"] == good["view"] and seen["legal"] == [] and seen["number"] == 3
        problem = await ada.refused(
            "POST", f"/tables/{code}/moves", 409, "aside", seat=0, decision=1, move="x"
        )
        assert "mauve" not in str(problem)
        await play_out(door, other, {0: ada})


@awaited
async def test_a_million_bytes_are_no_move(tmp_path: Path) -> None:
    async with running(tmp_path) as server, visiting(server, "Ada") as (ada,):
        code = (await ada.make(WALNUT, ME))["code"]
        await ada.refused(
            "POST", f"/tables/{code}/moves", 413, "too_large", seat=0, decision=1, move="x" * 10**6
        )
        await ada.move(code, 0)


def dropped(server: Running, path: str, cookie: str = "") -> socket.socket:
    """A connection that asks for a stream and never reads it."""
    host, _, port = server.url.rpartition("/")[2].partition(":")
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    connection.connect((host, int(port)))
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
    return connection


@awaited
async def test_who_never_reads_is_let_go_and_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PATIENCE", 0.5)
    async with running(tmp_path) as server, visiting(server, "Ada", "Ben") as (ada, ben):
        code = (await ada.make(WALNUT, ME, OPEN))["code"]
        await ben.post(f"/tables/{code}/seats/1")
        path = f"/api/tables/{code}/stream?words=true"
        idle = [await asyncio.to_thread(dropped, server, path) for _ in range(3)]
        async with asyncio.timeout(PATIENCE):
            while server.house.hub.listeners() < len(idle):
                await asyncio.sleep(0.01)
            n = 0
            while server.house.hub.listeners():  # until nobody is told any more
                position = await ada.look(code)
                if position["phase"] != "playing":
                    break
                seat = position["to_act"][0]
                await (ada, ben)[seat].move(code, seat, n := n + 1)
            await play_out_over_network(code, ada, ben)
        for connection in idle:
            connection.close()


async def play_out_over_network(code: str, *people: Browser) -> None:
    """The others play on to the end."""
    n = 0
    while (position := await people[0].look(code))["phase"] == "playing":
        seat = position["to_act"][0]
        await people[seat].move(code, seat, n := n + 1)


@awaited
async def test_streams_opened_and_dropped_leave_nothing_behind(tmp_path: Path) -> None:
    async with running(tmp_path) as server, visiting(server, "Ada") as (ada,):
        code = (await ada.make(VALLEY, ME, BOT))["code"]

        def open_and_drop(times: int) -> None:
            for _ in range(times):
                with dropped(server, f"/api/tables/{code}/stream") as connection:
                    connection.recv(100)

        for _ in range(10):
            await asyncio.gather(*[asyncio.to_thread(open_and_drop, 25) for _ in range(4)])
        async with asyncio.timeout(PATIENCE):
            while server.house.hub.listeners():
                await asyncio.sleep(0.01)
        await ada.look(code, 0)
