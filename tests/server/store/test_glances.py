"""Questions of one statement to SQLite: answered as things are now, by a few connections that only read."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text

from farmstead.server.store import Store, StoreAway, StoreError, schema
from farmstead.server.store.sqlite import GLANCES
from tests.server.stores import awaited, by_hand

P = schema.players.c


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@awaited
async def test_an_answer_has_everything_that_was_written_before_the_question(path: Path) -> None:
    async with await Store.open(path) as store:
        for n in range(20):
            player = await store.players.create(f"Ada {n}")
            assert (await store.players.get(player.id)).name == f"Ada {n}"
        wanted = select(P.name).where(P.id > 18).order_by(P.id)
        async with store._access.reading("glancing") as connection:
            assert [row.name for row in await connection.execute(wanted)] == ["Ada 18", "Ada 19"]
            assert await connection.scalar(wanted) == "Ada 18"
            assert (await connection.scalars(wanted)).all() == ["Ada 18", "Ada 19"]
            assert await connection.scalar(text("SELECT :a + 1"), {"a": 4}) == 5
            assert await connection.scalar(select(P.id).where(P.id == 99)) is None


@awaited
async def test_nothing_can_be_written_and_a_wrong_question_spoils_nothing(path: Path) -> None:
    async with await Store.open(path) as store:
        for statement in (insert(schema.players).values(name="Eve", created=1), text("SELECT nonsense")):
            with pytest.raises(StoreError):
                async with store._access.reading("glancing") as connection:
                    await connection.execute(statement)
        ada = await store.players.create("Ada")
        asked = [store.players.get(ada.id) for _ in range(2 * GLANCES)]
        assert await asyncio.gather(*asked) == [ada] * 2 * GLANCES
    assert by_hand(path, "SELECT name FROM players") == [("Ada",)]


@awaited
async def test_who_finds_none_free_waits_for_one_but_not_for_ever(path: Path) -> None:
    async with await Store.open(path, patience=200) as hurried, await Store.open(path) as store:
        ada = await store.players.create("Ada")
        async with AsyncExitStack() as held:
            for each in [hurried, store] * GLANCES:
                await held.enter_async_context(each._access.reading("glancing"))
            with pytest.raises(StoreAway):
                await hurried.players.get(ada.id)
            waits = asyncio.create_task(store.players.get(ada.id))
            await asyncio.sleep(0)
            assert not waits.done()
        assert await waits == ada


@awaited
async def test_who_is_gone_before_the_answer_leaves_the_connection_to_others(path: Path) -> None:
    async with await Store.open(path) as store:
        ada = await store.players.create("Ada")
        await asyncio.gather(*[store.players.get(ada.id) for _ in range(GLANCES)])  # all are connected now
        for _ in range(3 * GLANCES):
            gone = asyncio.create_task(store.players.get(ada.id))
            await asyncio.sleep(0)
            gone.cancel()
            await asyncio.gather(gone, return_exceptions=True)
        assert await store.players.get(ada.id) == ada


@awaited
async def test_one_that_is_in_use_is_closed_when_it_is_free(path: Path) -> None:
    store = await Store.open(path)
    async with store._access.reading("glancing") as connection:
        await store.close()
        assert await connection.scalar(select(P.id)) is None
        assert path.with_name("games.db-wal").exists()
    assert not path.with_name("games.db-wal").exists()  # the last to close it takes it away
    with pytest.raises(StoreAway):
        await store.players.get(1)


@awaited
async def test_who_waits_for_one_when_the_store_is_closed_opens_nothing(path: Path) -> None:
    store = await Store.open(path)
    async with AsyncExitStack() as held:
        for _ in range(GLANCES):
            await held.enter_async_context(store._access.reading("glancing"))
        waits = asyncio.create_task(store.players.get(1))
        await asyncio.sleep(0)
        await store.close()
    with pytest.raises(StoreAway, match="closed"):
        await waits
    assert not path.with_name("games.db-wal").exists()
