"""A full disk, a damaged journal, a date that jumps, processes that die: nothing is lost, games go on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from farmstead.server.base.settings import Settings
from farmstead.server.core import Core
from farmstead.server.hub.hub import Batch
from farmstead.server.people.visitor import player_key
from farmstead.server.store import SeatRow as StoredSeat
from farmstead.server.store import TableId
from farmstead.server.table.entries import Sat
from scripts.load.process import ServerProcess
from scripts.load.wire import Caller, Pass
from tests.server.asking import BOT, ME, OPEN, URL, Browser, Doorstep, opened
from tests.server.hubs import until
from tests.server.stores import awaited, by_hand

WALNUT, VALLEY = "walnut-grove", "sunflower-valley"
PATIENCE = 60.0  # seconds after which something that should have come will not come


async def for_two(door: Doorstep, game: str = VALLEY) -> tuple[str, Browser, Browser]:
    """A game between Ada and Ben that has begun."""
    ada, ben = await door.people("Ada", "Ben")
    code = (await ada.make(game, ME, OPEN))["code"]
    await ben.post(f"/tables/{code}/seats/1")
    return code, ada, ben


async def next_move(code: str, players: tuple[Browser, Browser]) -> tuple[Browser, dict[str, Any]]:
    """Who may move, and what they could send."""
    for seat, browser in enumerate(players):
        position = await browser.look(code, seat)
        if position["decision"] is not None:
            return browser, {"seat": seat, "decision": position["decision"], "move": position["legal"][0]}
    raise AssertionError("nobody can move")


async def some_moves(code: str, players: tuple[Browser, Browser], number: int) -> None:
    for _ in range(number):
        browser, move = await next_move(code, players)
        await browser.post(f"/tables/{code}/moves", **move)


async def table_of(core: Core, code: str) -> TableId:
    return (await core.store.tables.find(code)).id


async def everything(code: str, players: tuple[Browser, Browser]) -> list[Any]:
    return [await browser.look(code, seat) for seat, browser in enumerate(players)]


# ---- a full disk -------------------------------------------------------------------------------------------


@awaited
async def test_on_a_full_disk_nothing_is_lost_and_the_game_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        code, ada, ben = await for_two(door)
        players = (ada, ben)
        await door.core.store.limit(1)  # not a page more than there is
        made = 0
        while True:
            browser, move = await next_move(code, players)
            answer = await browser.http.post(f"{URL}/api/tables/{code}/moves", json=move)
            if answer.status_code != 200:
                break
            made += 1
        problem = answer.json()
        assert answer.status_code == 507 and problem["key"] == "store_full" and problem["sentence"]
        before = await everything(code, players)
        assert before[0]["number"] == 3 + made
        for _ in range(3):
            await browser.refused("POST", f"/tables/{code}/moves", 507, "store_full", **move)
        door.core.people.forget()  # who somebody is can be read, and need not be written
        assert await everything(code, players) == before
        await door.core.store.limit(None)
        done = await browser.post(f"/tables/{code}/moves", **move)
        assert done == {"number": 4 + made, "again": False}
        await some_moves(code, players, 10)
    async with opened(tmp_path) as door:
        journal = await door.core.store.journal.read(await table_of(door.core, code))
        assert [entry.n for entry in journal] == list(range(1, 15 + made))
        assert (await door.core.store.check()).is_good


@awaited
async def test_on_a_full_disk_nobody_new_can_come_and_all_are_told_why(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        await door.core.store.limit(1)
        wish = {"game": WALNUT, "seats": [ME, OPEN]}
        while (await ada.http.post(f"{URL}/api/tables", json=wish)).status_code == 201:
            pass
        guest, name = await door.visitor(), {"name": "Guest"}
        while (await guest.http.put(f"{URL}/api/me", json=name)).status_code == 200:
            guest.http.cookies.clear()
        await guest.refused("PUT", "/me", 507, "store_full", **name)
        before = (await door.core.store.counts()).tables
        problem = await ada.refused("POST", "/tables", 507, "store_full", game=WALNUT, seats=[ME])
        assert "room" in problem["sentence"] or "full" in problem["sentence"]
        assert (await door.core.store.counts()).tables == before
        await door.core.store.limit(None)
        assert (await ada.make(WALNUT, ME))["phase"] == "playing"


# ---- a damaged journal -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE journal SET entry = replace(entry, 'moved', 'moves') WHERE \"table\" = 1 AND n = 9",
        "UPDATE journal SET entry = x'00' WHERE \"table\" = 1 AND n = 9",
        'UPDATE journal SET crc = crc + 1 WHERE "table" = 1 AND n = 9',
        'DELETE FROM journal WHERE "table" = 1 AND n = 9',
    ],
)
@awaited
async def test_a_damaged_table_is_set_aside_with_its_last_good_position(tmp_path: Path, damage: str) -> None:
    async with opened(tmp_path) as door:
        code, ada, ben = await for_two(door)
        await some_moves(code, (ada, ben), 5)
        good = await everything(code, (ada, ben))
        await some_moves(code, (ada, ben), 5)
        other = (await ada.make(WALNUT, ME))["code"]
        cookies = [dict(browser.http.cookies) for browser in (ada, ben)]
    by_hand(Settings(tmp_path).store, damage)
    for _ in range(2):  # and so it stays
        async with opened(tmp_path) as door:
            ada, ben = await door.people("", "")
            for browser, cookie in zip((ada, ben), cookies, strict=True):
                browser.http.cookies.update(cookie)
            shown = await ada.get(f"/tables/{code}")
            assert shown["phase"] == "closed" and "Entry 9" in shown["trouble"]
            for seat, browser in enumerate((ada, ben)):
                position = await browser.look(code, seat)
                assert position["view"] == good[seat]["view"] and position["number"] == 8
                assert position["phase"] == "closed" and position["legal"] == []
            move = {"seat": 0, "decision": 1, "move": "anything"}
            problem = await ada.refused("POST", f"/tables/{code}/moves", 409, "aside", **move)
            assert "Entry 9" in problem["sentence"]
            assert await ada.move(other, 0)  # others play on
            assert (await door.core.store.tables.find(code)).state == "aside"


# ---- clocks that jump --------------------------------------------------------------------------------------


@awaited
async def test_when_the_date_of_the_machine_jumps_games_and_their_clocks_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    true = time.time_ns
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        code = (await ada.make(VALLEY, ME, OPEN, clock=3600))["code"]
        await ben.post(f"/tables/{code}/seats/1")
        ahead = 0
        for years in (20, -40, 15, 0):
            ahead = years * 365 * 86_400 * 10**9
            monkeypatch.setattr(time, "time_ns", lambda ahead=ahead: true() + ahead)
            door.core.people.forget()
            await some_moves(code, (ada, ben), 4)
            look = await ada.get(f"/tables/{code}/position", seat=0)
            left = [clock for clock in look["clocks"] if clock is not None]
            assert left and all(3_000_000 < clock <= 3_600_000 for clock in left)
            assert not any(seat.get("away") for seat in look["position"]["seats"])
        journal = await door.core.store.journal.read(await table_of(door.core, code))
        assert [entry.n for entry in journal] == list(range(1, 20))
        assert (await ada.get("/tables/mine"))["tables"][0]["code"] == code
        before = await everything(code, (ada, ben))
        cookies = dict(ada.http.cookies)
    async with opened(tmp_path) as door:
        ada = await door.visitor()
        ada.http.cookies.update(cookies)
        assert await ada.look(code, 0) == before[0]


# ---- processes that die ------------------------------------------------------------------------------------


def test_bots_that_were_to_move_when_the_server_was_killed_go_on(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "server", "--processes", "1")

    async def begin() -> str:
        """It is killed before a bot can have thought."""
        await server.start()
        try:
            answer = await Caller(server.place).ask("PUT", "/api/me", {"name": "Ada"})
            ada = Caller(server.place, Pass(answer.cookie()))
            made = await ada.ask("POST", "/api/tables", {"game": VALLEY, "seats": [BOT, ME, BOT]})
            code: str = json.loads(made.body)["table"]["code"]
            return code
        finally:
            await server.kill()

    async def go_on(code: str) -> None:
        """Nobody has to come for it."""
        async with opened(server.folder, processes=1) as door:
            table = await table_of(door.core, code)
            begun = (await door.core.store.tables.get(table)).last
            await until(lambda: waits_for(door.core, table, 1), PATIENCE)
            assert (await door.core.store.tables.get(table)).last > begun

    asyncio.run(go_on(asyncio.run(begin())))


def waits_for(core: Core, table: TableId, seat: int) -> bool:
    live = core.hub.live(table)
    return live is not None and live.to_act() == [seat]


@awaited
async def test_bots_whose_processes_are_killed_play_to_the_end(tmp_path: Path) -> None:
    async with opened(tmp_path, processes=2) as door:
        ada = await door.visitor("Ada")
        table = await table_of(door.core, (await ada.make(VALLEY, BOT, BOT, BOT))["code"])
        thinkers, killed = door.core.bots.thinkers, set[int]()
        while len(killed) < 3:
            number = (await door.core.store.tables.get(table)).last
            await until(lambda: bool(set(thinkers.pids()) - killed), PATIENCE)
            pid = (set(thinkers.pids()) - killed).pop()
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
            await until(lambda number=number: is_further(door.core, table, number), PATIENCE)  # type: ignore[misc]
        await until(lambda: phase_of(door.core, table) == "over", PATIENCE)


def is_further(core: Core, table: TableId, number: int) -> bool:
    live = core.hub.live(table)
    return live is not None and live.number > number


def phase_of(core: Core, table: TableId) -> str:
    live = core.hub.live(table)
    return "" if live is None else live.phase()


@awaited
async def test_a_server_killed_when_the_last_had_sat_down_begins_the_game_after_its_restart(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make(VALLEY, ME, OPEN))["code"]
        table = await table_of(door.core, code)
        ben = (await door.core.store.players.create("Ben")).id
        sat = Sat(1, "person", player_key(ben))
        await door.core.hub.post(table, Batch([sat], [StoredSeat(1, "person", ben)]))  # and no further
        cookies = dict(ada.http.cookies)
    async with opened(tmp_path) as door:
        ada = await door.visitor()
        ada.http.cookies.update(cookies)
        await ada.look(code, 0)
        await until(lambda: phase_of(door.core, table) == "playing", PATIENCE)
