"""Questions to SQLite: answered as things are now, by a few threads that only read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, Executable, func, insert, select, text

from farmstead.server.store import Store, StoreAway, StoreError, schema
from farmstead.server.store.database import begin_snapshot
from farmstead.server.store.sqlite import READER_THREADS, SqliteDatabase
from scripts.postgres import Cluster
from tests.server.hubs import until
from tests.server.stores import awaited, by_hand

P = schema.players.c


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@asynccontextmanager
async def held(*stores: Store) -> AsyncIterator[list[asyncio.Task[int]]]:
    """All threads of these stores that read are busy, from now until the end."""
    go_on = Event()
    begun: list[Connection] = []

    def hold(connection: Connection) -> int:
        begun.append(connection)
        assert go_on.wait(60)
        return connection.scalar(text("SELECT 5")) or 0

    tasks = [asyncio.create_task(store._access.read(hold)) for store in stores for _ in range(READER_THREADS)]
    try:
        await until(lambda: len(begun) == len(tasks))
        yield tasks
    finally:
        go_on.set()


def waiting(store: Store) -> int:
    """How many questions wait for a thread."""
    database = store._database
    assert isinstance(database, SqliteDatabase)
    return database._reading._work_queue.qsize()


@awaited
async def test_an_answer_has_everything_that_was_written_before_the_question(path: Path) -> None:
    async with await Store.open(path) as store:
        for n in range(20):
            player = await store.players.create(f"Ada {n}")
            assert (await store.players.get(player.id)).name == f"Ada {n}"

        def names(connection: Connection) -> list[str]:
            return list(connection.scalars(select(P.name).where(P.id > 18).order_by(P.id)))

        assert await store._access.read(names) == ["Ada 18", "Ada 19"]


@awaited
async def test_nothing_can_be_written_and_a_wrong_question_spoils_nothing(path: Path) -> None:
    async with await Store.open(path) as store:
        wrong: list[Executable] = [
            insert(schema.players).values(name="Eve", created=1),
            text("SELECT nonsense"),
        ]
        for statement in wrong * READER_THREADS:
            with pytest.raises(StoreError):
                await store._access.read(lambda connection, it=statement: connection.execute(it).rowcount)  # type: ignore[misc]
        ada = await store.players.create("Ada")
        asked = [store.players.get(ada.id) for _ in range(2 * READER_THREADS)]
        assert await asyncio.gather(*asked) == [ada] * 2 * READER_THREADS
    assert by_hand(path, "SELECT name FROM players") == [("Ada",)]


@awaited
async def test_what_is_read_by_several_statements_is_as_it_was_at_one_moment(path: Path) -> None:
    def write() -> None:
        by_hand(path, "INSERT INTO players (name, created) VALUES ('Bo', 1)")

    async with await Store.open(path) as store:
        await look_twice(store, write)


@awaited
async def test_so_it_is_in_postgres(postgres: Cluster) -> None:
    url = postgres.database()

    def write() -> None:
        postgres.ask("INSERT INTO players (name, created) VALUES ('Bo', 1)", database=url)

    async with await Store.open(url) as store:
        await look_twice(store, write)


async def look_twice(store: Store, write: Callable[[], None]) -> None:
    """Somebody writes in between; the next question sees it, by whichever connection."""

    def look(connection: Connection) -> list[int]:
        begin_snapshot(connection)
        before = number(connection)
        write()
        return [before, number(connection)]

    def number(connection: Connection) -> int:
        return connection.scalar(select(func.count()).select_from(schema.players)) or 0

    await store.players.create("Ada")
    assert await store._access.read(look) == [1, 1]
    assert (
        await asyncio.gather(*[store._access.read(number) for _ in range(2 * READER_THREADS)])
        == [2] * 2 * READER_THREADS
    )


@awaited
async def test_who_finds_none_free_waits_for_one_but_not_for_ever(path: Path) -> None:
    async with await Store.open(path, patience=200) as hurried, await Store.open(path) as store:
        ada = await store.players.create("Ada")
        async with held(hurried, store) as tasks:
            with pytest.raises(StoreAway):
                await hurried.players.get(ada.id)
            waits = asyncio.create_task(store.players.get(ada.id))
            await until(lambda: waiting(store) == 1)
            assert not waits.done()
        assert await waits == ada
        assert await asyncio.gather(*tasks) == [5] * 2 * READER_THREADS  # who has begun may take his time
        assert await hurried.players.get(ada.id) == ada


@awaited
async def test_who_is_gone_before_the_answer_leaves_the_connection_to_others(path: Path) -> None:
    async with await Store.open(path) as store:
        ada = await store.players.create("Ada")
        await asyncio.gather(
            *[store.players.get(ada.id) for _ in range(READER_THREADS)]
        )  # all are connected now
        for _ in range(3 * READER_THREADS):
            gone = asyncio.create_task(store.players.get(ada.id))
            await asyncio.sleep(0)
            gone.cancel()
            assert isinstance((await asyncio.gather(gone, return_exceptions=True))[0], asyncio.CancelledError)
        assert await store.players.get(ada.id) == ada
        async with held(store) as tasks:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            waits = asyncio.create_task(store.players.get(ada.id))
            await until(lambda: waiting(store) == 1)
            assert not waits.done()  # they are still at it
        assert await waits == ada


@awaited
async def test_what_is_asked_when_the_store_is_closed_is_answered_first(path: Path) -> None:
    store = await Store.open(path)
    ada = await store.players.create("Ada")
    async with held(store) as tasks:
        waits = asyncio.create_task(store.players.get(ada.id))
        await until(lambda: waiting(store) == 1)
        closing = asyncio.create_task(store.close())
        await until(lambda: store._access.is_closed)
        with pytest.raises(StoreAway, match="closed"):
            await store.players.get(ada.id)
        assert not closing.done() and path.with_name("games.db-wal").exists()
    assert await asyncio.gather(*tasks) == [5] * READER_THREADS and await waits == ada
    await closing
    assert not path.with_name("games.db-wal").exists()  # the last to close it takes it away


@awaited
async def test_a_long_transaction_that_is_cancelled_leaves_no_trace_and_no_lock(path: Path) -> None:
    async with await Store.open(path, patience=200) as store:
        begun = asyncio.Event()
        endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT count(*) FROM n"

        async def write_for_ever() -> None:
            async with store._database.long_transaction(write=True) as run:
                await run(
                    lambda connection: connection.execute(
                        insert(schema.players).values(name="Eve", created=1)
                    )
                )
                begun.set()
                await run(lambda connection: connection.exec_driver_sql(endless).all())

        writing = asyncio.create_task(write_for_ever())
        await begun.wait()
        with pytest.raises(StoreAway):
            await store.players.create("Ada")
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
        await store.players.create("Ada")
    assert by_hand(path, "SELECT name FROM players") == [("Ada",)]
    assert not path.with_name("games.db-wal").exists()
