"""The database stops, breaks off, or does not answer: everybody is told, and afterwards all goes on."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection

from farmstead.server.store import Store, StoreAway
from farmstead.server.table.entries import Moved
from scripts.postgres import GUARDED, Cluster, running
from tests.server.asking import BOT, ME, OPEN, Browser, Doorstep
from tests.server.hubs import VALLEY, stored, until
from tests.server.neighbouring import PATIENCE, leads, several
from tests.server.stores import a_table, awaited

STOPPED = (signal.SIGINT, signal.SIGQUIT)  # tidily, and at once


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """One that waits for the disk, as where people play, and that can be stopped without harm to others."""
    with running(durable=True) as cluster:
        yield cluster


async def in_thread(cluster: Cluster, what: str, *args: Any) -> Any:
    return await asyncio.to_thread(getattr(cluster, what), *args)


async def next_move(code: str, players: list[Browser]) -> tuple[Browser, dict[str, Any]]:
    """Who is to decide, and what they send."""
    seat = (await players[0].look(code))["to_act"][0]
    position = await players[seat].look(code, seat)
    return players[seat], {"seat": seat, "decision": position["decision"], "move": position["legal"][0]}


async def for_two(doors: list[Doorstep]) -> tuple[str, list[Browser]]:
    players = [await doors[0].visitor("Ada"), await doors[1].visitor("Ben")]
    code = (await players[0].make(VALLEY, ME, OPEN))["code"]
    await players[1].post(f"/tables/{code}/seats/1")
    return code, players


def check_told(answer: httpx.Response) -> None:
    """A status, a sentence, and when to ask again."""
    assert answer.status_code == 503, answer.text
    assert int(answer.headers["retry-after"]) >= 1
    problem = answer.json()
    assert problem["key"] == "store_away" and problem["sentence"]
    assert "postgresql" not in answer.text and "Traceback" not in answer.text


async def until_done(browser: Browser, path: str, sent: dict[str, Any]) -> Any:
    """As a client does it: sent again until it is answered."""
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await browser.http.post(f"/api{path}", json=sent)
            if answer.status_code != 503:
                assert answer.status_code == 200, answer.text
                return answer.json()
            await asyncio.sleep(0.2)


@pytest.mark.more
@pytest.mark.parametrize("how", STOPPED)
@awaited
async def test_while_the_database_is_stopped_all_are_told_and_then_all_goes_on(
    tmp_path: Path, cluster: Cluster, how: signal.Signals
) -> None:
    """Slow: a database of its own is stopped and started again."""
    async with several(tmp_path, cluster.database()) as doors:
        code, players = await for_two(doors)
        table = (await doors[0].core.store.tables.find(code)).id
        async with await doors[0].core.hub.listen(table, None, 3) as stream:
            browser, sent = await next_move(code, players)
            await in_thread(cluster, "stop", how)
            try:
                for _ in range(3):
                    check_told(await browser.http.post(f"/api/tables/{code}/moves", json=sent))
                    check_told(await browser.http.get(f"/api/tables/{code}/position"))
                check_told(await (await doors[0].visitor()).http.put("/api/me", json={"name": "Cyd"}))
                assert (await browser.http.get("/healthz")).status_code == 503
                await until(lambda: not any(leads(door.core) for door in doors), PATIENCE)
            finally:
                await in_thread(cluster, "start")
            assert not (await until_done(browser, f"/tables/{code}/moves", sent))["again"]
            assert (await until_done(browser, f"/tables/{code}/moves", sent))["again"]
            assert (await browser.http.get("/healthz")).status_code == 200
            async with asyncio.timeout(PATIENCE):
                assert (await anext(stream)).number == 4
        entries = await stored(doors[1].core.store, table)
        assert len([entry for entry in entries if isinstance(entry, Moved)]) == 1
        await until(lambda: sum([leads(door.core) for door in doors]) == 1, PATIENCE)


@pytest.mark.more
@awaited
async def test_a_database_that_does_not_answer_is_away(tmp_path: Path, cluster: Cluster) -> None:
    """Slow: it waits until the store gives up."""
    async with several(tmp_path, cluster.database()) as doors:
        code, players = await for_two(doors)
        browser, sent = await next_move(code, players)
        cluster.freeze()
        try:
            check_told(await browser.http.post(f"/api/tables/{code}/moves", json=sent, timeout=60))
        finally:
            cluster.thaw()
        number = (await until_done(browser, f"/tables/{code}/moves", sent))["number"]
        assert number == 4 and (await players[0].look(code))["number"] == 4


@pytest.mark.more
@awaited
async def test_bots_wait_for_the_database_and_play_on(tmp_path: Path, cluster: Cluster) -> None:
    """Slow: a database is stopped and started while bots play."""
    async with several(tmp_path, cluster.database()) as doors:
        ada = await doors[1].visitor("Ada")
        code = (await ada.make(VALLEY, BOT, BOT))["code"]
        store = doors[0].core.store
        table = (await store.tables.find(code)).id
        await in_thread(cluster, "stop", signal.SIGQUIT)
        await in_thread(cluster, "start")
        async with asyncio.timeout(2 * PATIENCE):
            while not await is_over(store, table):
                await asyncio.sleep(0.1)
        entries = await stored(store, table)
        made = [(entry.seat, entry.decision) for entry in entries if isinstance(entry, Moved)]
        assert len(made) == len(set(made)) > 10


async def is_over(store: Store, table: int) -> bool:
    try:
        return (await store.tables.get(table)).state == "over"
    except StoreAway:
        return False


@awaited
async def test_what_was_missed_while_the_line_was_broken_is_made_up_for(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with several(tmp_path, cluster.database()) as doors:
        code, players = await for_two(doors)
        hub, store = doors[0].core.hub, doors[0].core.store
        table = (await store.tables.find(code)).id
        async with await hub.listen(table, None, 3) as stream:
            ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            ends += " AND (query LIKE '%advisory_lock%' OR query LIKE '%FROM workers%')"
            assert len(await in_thread(cluster, "ask", ends)) >= 2
            browser, sent = await next_move(code, players)
            await until_done(browser, f"/tables/{code}/moves", sent)
            async with asyncio.timeout(PATIENCE):
                assert (await anext(stream)).number == 4


# ---- at the start ------------------------------------------------------------------------------------------


@awaited
async def test_what_is_wrong_with_a_database_is_said_without_its_secrets(cluster: Cluster) -> None:
    cluster.ask(
        "DROP ROLE IF EXISTS guarded, poor",
        f"CREATE ROLE {GUARDED} LOGIN PASSWORD 'open sesame'",
        "CREATE ROLE poor LOGIN",
    )
    mine = cluster.database()
    name = mine.partition("?")[0].rpartition("/")[2]
    nowhere = f"postgresql://me:hunter2@/{name}?host={cluster.folder}&port=1"
    for url, words in (
        (cluster.url("nothing"), "no such database"),
        (cluster.url(name, "poor"), "may not do that"),
        (cluster.url(name, GUARDED, "hunter2"), "does not let this user in"),
        (cluster.url(name, "stranger", "hunter2"), "does not let this user in"),
        (nowhere, "cannot be reached"),
        ("postgresql://me:hunter2@localhost:port/games", "no URL of a database"),
        ("postgresql://me:hunter2@localhost", "names no database"),
        ("mysql://me:hunter2@localhost/games", "no place for games"),
        ("hunter2", "no URL of a database"),
    ):
        with pytest.raises(StoreAway, match=words) as caught:
            await Store.open(url)
        assert "hunter2" not in str(caught.value) and str(caught.value).endswith((".", "NAME", "…"))


@awaited
async def test_only_acknowledged_commits_wait_for_the_disk(cluster: Cluster) -> None:
    """What stopping cannot show, and a power cut would: PostgreSQL is told to wait for the disk."""
    async with await Store.open(cluster.database()) as store:
        await a_table(store)

        def asked(connection: Connection) -> list[object]:
            names = ("synchronous_commit", "fsync")
            return [connection.exec_driver_sql(f"SHOW {name}").scalar_one() for name in names]

        assert await store._database.write(asked) == ["on", "on"]
