"""Servers that share a database: whichever is asked, whoever serves a table answers, and all is done once."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from farmstead.server.core import Core
from farmstead.server.store import PeerNotice, TableId
from farmstead.server.store.lease import read
from farmstead.server.table.entries import Moved, TakenOver
from scripts.postgres import Cluster
from tests.server.asking import BOT, DEVICE, ME, OPEN, Browser, Doorstep, opened
from tests.server.hubs import VALLEY, WALNUT, stored, until
from tests.server.neighbouring import PATIENCE, at_door, leads, several
from tests.server.stores import awaited


@pytest.fixture
def url(postgres: Cluster) -> str:
    return postgres.database()


async def for_two(doors: list[Doorstep], game: str = VALLEY, **settings: Any) -> tuple[str, Browser, Browser]:
    """A game that has begun; Ada asks the first server and Ben the second."""
    ada, ben = await doors[0].visitor("Ada"), await doors[1].visitor("Ben")
    code = (await ada.make(game, ME, OPEN, **settings))["code"]
    await ben.post(f"/tables/{code}/seats/1")
    return code, ada, ben


async def table_of(door: Doorstep, code: str) -> TableId:
    return (await door.core.store.tables.find(code)).id


# ---- the same game -----------------------------------------------------------------------------------------


@awaited
async def test_seats_at_different_servers_see_the_same_game(tmp_path: Path, url: str) -> None:
    async with several(tmp_path, url) as doors:
        code, ada, ben = await for_two(doors)
        players = [ada, ben]
        for n in range(12):
            spectators = [await door.visitor() for door in doors]
            seen = [await each.look(code) for each in spectators]
            assert seen[0] == seen[1] and seen[0]["number"] == 3 + n
            seat = seen[0]["to_act"][0]
            await players[seat].move(code, seat, n)
        table = await table_of(doors[0], code)
        assert len(await doors[1].core.store.journal.read(table)) == 15


@awaited
async def test_a_move_that_is_sent_to_two_servers_is_made_once(tmp_path: Path, url: str) -> None:
    async with several(tmp_path, url) as doors:
        code, ada, _ = await for_two(doors, WALNUT)
        also = await at_door(doors[1], ada)
        position = await ada.look(code, 0)
        move = {"seat": 0, "decision": position["decision"], "move": position["legal"][0]}
        answers = await asyncio.gather(
            *[each.post(f"/tables/{code}/moves", **move) for each in (ada, also, ada, also)]
        )
        assert sorted([answer["again"] for answer in answers]) == [False, True, True, True]
        entries = await stored(doors[0].core.store, await table_of(doors[0], code))
        assert len([entry for entry in entries if isinstance(entry, Moved)]) == 1


@awaited
async def test_how_a_table_is_played_changes_at_all_servers(tmp_path: Path, url: str) -> None:
    async with several(tmp_path, url) as doors:
        code, ada, ben = await for_two(doors)
        await ben.post(f"/tables/{code}/chat", 201, text="Hello!")
        await ada.ask("PATCH", f"/tables/{code}", json={"chat": False})
        await ben.refused("POST", f"/tables/{code}/chat", 403, "chat_off", text="Hello?")


@awaited
async def test_a_deleted_table_is_gone_at_all_servers(tmp_path: Path, url: str) -> None:
    async with several(tmp_path, url) as doors:
        ada = await doors[0].visitor("Ada")
        code = (await ada.make(VALLEY, ME, OPEN))["code"]
        there = await at_door(doors[1], ada)
        await there.look(code)
        table = await table_of(doors[0], code)
        async with await doors[0].core.hub.listen(table, None) as stream:
            await there.ask("DELETE", f"/tables/{code}")
            async with asyncio.timeout(PATIENCE):
                while stream.ended is None:
                    await stream.wait(1)
            assert stream.ended == "gone"
        for browser in (ada, there):
            await browser.get(f"/tables/{code}", 404)


@awaited
async def test_who_deletes_themselves_at_one_server_is_waited_for_at_none(tmp_path: Path, url: str) -> None:
    """Their seat is at a table that another worker serves, which has to vacate it."""
    async with several(tmp_path, url) as doors:
        code, ada, ben = await for_two(doors)
        assert doors[1].core.hub.tables() == []
        await ben.ask("DELETE", "/me")
        entries = await stored(doors[0].core.store, await table_of(doors[0], code))
        assert isinstance(entries[-1], TakenOver) and entries[-1].seat == 1
        assert (await ada.get(f"/tables/{code}"))["seats"][1]["away"]


@awaited
async def test_ones_own_tables_and_compared_games_are_those_of_all_servers(tmp_path: Path, url: str) -> None:
    async with several(tmp_path, url) as doors:
        ada = await doors[0].visitor("Ada")
        there = await at_door(doors[1], ada)
        codes = [(await each.make(VALLEY, ME, BOT))["code"] for each in (ada, there)]
        for browser in (ada, there):
            found = {table["code"]: table for table in (await browser.get("/tables/mine"))["tables"]}
            assert {found[code]["phase"] for code in codes} == {"playing"}
            assert all(found[code]["to_act"] for code in codes)
            sides = await browser.get(f"/studies/{codes[0]}/compare/{codes[1]}")
            assert [sides[side]["name"] for side in ("one", "other")] == codes


# ---- the same people ---------------------------------------------------------------------------------------


async def is_known(browser: Browser) -> bool:
    return (await browser.get("/me"))["name"] is not None


@awaited
async def test_who_is_revoked_at_one_server_is_unknown_at_all(tmp_path: Path, url: str) -> None:
    async with several(tmp_path, url) as doors:
        ada = await doors[0].visitor("Ada")
        there = await at_door(doors[1], ada)
        assert await is_known(there)
        session = (await ada.get("/me/sessions"))[0]["id"]
        heard = doors[1].core.people._known.generation
        await ada.ask("DELETE", f"/me/sessions/{session}")
        await until(lambda: doors[1].core.people._known.generation > heard, PATIENCE)
        there.http.cookies = ada.http.cookies
        assert not await is_known(there)


@awaited
async def test_a_device_is_handed_over_at_all_servers(tmp_path: Path, url: str) -> None:
    async with several(tmp_path, url) as doors:
        ada = await doors[0].visitor("Ada")
        code = (await ada.make(VALLEY, ME, DEVICE))["code"]
        there = await at_door(doors[1], ada)
        path = f"/tables/{code}/position"
        await there.get(path, 403, seat=0)
        await ada.post(f"/tables/{code}/hand", seat=0)
        await there.get(path, seat=0)
        await there.get(path, 403, seat=1)
        assert (await there.post(f"/tables/{code}/hand", seat=1))["holder"] == 1
        await ada.get(path, 403, seat=0)
        await ada.get(path, seat=1)
        await ada.post(f"/tables/{code}/hand", seat=None)
        await there.get(path, 403, seat=1)


@awaited
async def test_several_servers_allow_no_more_than_one(tmp_path: Path, url: str) -> None:
    """What is done at a table is counted by the worker that serves it, tries to sign in by one for all."""
    async with several(tmp_path, url, pace=1.0) as doors:
        for door in doors:
            door.core.limits._clock = lambda: 0.0  # no time passes: nothing drips
        code, ada, _ = await for_two(doors)
        places = [ada, await at_door(doors[1], ada)]
        said = [
            await places[n % 2].http.post(f"/api/tables/{code}/chat", json={"text": "!"}) for n in range(12)
        ]
        assert [answer.status_code for answer in said] == [201] * 8 + [429] * 4
        assert int(said[-1].headers["retry-after"]) >= 1
        strangers = [await door.visitor(address="203.0.113.9") for door in doors]
        body = {"name": "Ada", "passphrase": "correct horse battery"}
        tried = [await strangers[n % 2].http.post("/api/account/session", json=body) for n in range(12)]
        assert [answer.status_code for answer in tried] == [403] * 8 + [429] * 4


# ---- once --------------------------------------------------------------------------------------------------


async def is_over(core: Core, table: TableId) -> bool:
    return (await core.store.tables.get(table)).state == "over"


@awaited
async def test_only_one_leads(tmp_path: Path, url: str) -> None:
    async with opened(tmp_path, db=url, processes=1) as second:
        await until(lambda: leads(second.core), PATIENCE)
        async with opened(tmp_path, db=url, processes=1) as third:
            await asyncio.sleep(2.5)  # time enough for two looks
            assert leads(second.core) and not leads(third.core)
            await until(lambda: abs(second.core.uptime.now() - third.core.uptime.now()) < 5000, PATIENCE)


@awaited
async def test_bots_play_where_their_table_is_served_and_each_move_once(tmp_path: Path, url: str) -> None:
    async with several(tmp_path, url) as doors:
        first, second = doors
        assert leads(first.core) and not leads(second.core)
        ada = await second.visitor("Ada")
        code = (await ada.make(VALLEY, BOT, BOT))["code"]
        table = await table_of(second, code)
        async with asyncio.timeout(PATIENCE):
            while not await is_over(first.core, table):
                await asyncio.sleep(0.05)
        assert first.core.bots.thinkers.pids() == []
        entries = await stored(first.core.store, table)
        made = [(entry.seat, entry.decision) for entry in entries if isinstance(entry, Moved)]
        assert len(made) == len(set(made)) > 10


@awaited
async def test_bots_go_on_when_the_server_that_served_their_table_is_gone(tmp_path: Path, url: str) -> None:
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(opened(tmp_path, db=url, processes=1))
        await until(lambda: leads(first.core), PATIENCE)
        async with opened(tmp_path, db=url, processes=1) as second:
            await first.core.bots.close()  # as if it did not come to it any more
            ada = await second.visitor("Ada")
            code = (await (await at_door(first, ada)).make(VALLEY, ME, BOT))["code"]
            await to_the_bot(ada, code)
            assert not leads(second.core) and second.core.hub.tables() == []
            await stack.aclose()
            async with asyncio.timeout(PATIENCE):
                while (await ada.look(code))["to_act"] == [1]:
                    await asyncio.sleep(0.05)
            await until(lambda: leads(second.core), PATIENCE)


async def to_the_bot(ada: Browser, code: str) -> None:
    """Ada decides until it is not her turn."""
    while 0 in (await ada.look(code))["to_act"]:
        await ada.move(code, 0)


@awaited
async def test_the_clock_of_a_table_elsewhere_runs_out_once(tmp_path: Path, url: str) -> None:
    async with several(tmp_path, url) as doors:
        code, ada, _ = await for_two(doors, clock=600)
        there = await at_door(doors[1], ada)
        left = (await there.get(f"/tables/{code}/position"))["clocks"]
        assert any(each is not None and each > 500_000 for each in left)
        table = await table_of(doors[1], code)
        doors[0].core.uptime._before += 601_000  # which leads, and serves the table

        async def taken() -> list[TakenOver]:
            entries = await stored(doors[1].core.store, table)
            return [entry for entry in entries if isinstance(entry, TakenOver)]

        async with asyncio.timeout(PATIENCE):
            while not await taken():
                await asyncio.sleep(0.05)
        assert [entry.why for entry in await taken()] == ["clock"] * len(await taken())
        await until(lambda: doors[1].core.uptime.now() > 600_000, PATIENCE)


# ---- what is said ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "notice", [PeerNotice("people"), PeerNotice("people", 7), PeerNotice("deleted", 2**60)]
)
def test_notices_are_read_as_they_were_written(notice: PeerNotice) -> None:
    assert read(f"{notice.kind} {notice.number}") == notice


@pytest.mark.parametrize("text", ["", "x", "people", "hello 1", "deleted -1", "deleted ²", "deleted 1 2"])
def test_what_is_no_notice_is_not_heard(text: str) -> None:
    assert read(text) is None


# ---- the same secret ---------------------------------------------------------------------------------------


@awaited
async def test_a_server_with_another_secret_says_so(
    tmp_path: Path, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    for folder in ("one", "one", "other"):
        assert not caplog.records
        async with opened(tmp_path / folder, db=url, processes=1):
            pass
    (warning,) = [record.getMessage() for record in caplog.records]
    assert warning.startswith(f"The secret in {tmp_path / 'other' / 'secret.key'} is not that of the server")
