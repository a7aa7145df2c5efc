"""Questions to the store that are asked together: each gets its own answer, as it is when they asked."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import asyncpg
import pytest

from farmstead.server.store import JournalDamaged, Known, NoTable, NotThere, Store, StoreAway
from farmstead.server.store.batching import BatchLoader
from farmstead.server.store.people import Sessions
from scripts.postgres import Cluster
from tests.server.hubs import until
from tests.server.postgres import Place
from tests.server.stores import a_table, awaited


class Desk:
    """Answers after a while, twice the number that was asked; nothing is known of those above a hundred."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []
        self.fails = False
        self.bell = asyncio.Event()

    async def ask(self, numbers: Collection[int]) -> dict[int, int]:
        self.asked.append(list(numbers))
        await self.bell.wait()
        if self.fails:
            raise StoreAway("Nobody is at the desk.")
        return {number: 2 * number for number in numbers if number <= 100}


@awaited
async def test_who_comes_while_one_is_asked_shares_the_next_question() -> None:
    desk = Desk()
    questions = BatchLoader(desk.ask)
    waiting = [asyncio.create_task(questions.answer(1))]
    await until(lambda: desk.asked == [[1]])
    waiting += [asyncio.create_task(questions.answer(number)) for number in (2, 3, 3, 1, 101)]
    await until(lambda: len(questions._waiting) == 5)
    assert desk.asked == [[1]]
    desk.bell.set()
    assert await asyncio.gather(*waiting) == [2, 4, 6, 6, 2, None]
    assert desk.asked == [[1], [2, 3, 1, 101]]  # the 1 again: something may have changed since
    assert await questions.answer(4) == 8


@awaited
async def test_who_goes_away_and_what_fails_do_not_spoil_it_for_others() -> None:
    desk = Desk()
    questions = BatchLoader(desk.ask)
    gone, stays = [asyncio.create_task(questions.answer(number)) for number in (1, 2)]
    await until(lambda: desk.asked == [[1, 2]])
    gone.cancel()
    desk.bell.set()
    assert await stays == 4
    desk.fails = True
    errors = await asyncio.gather(*map(questions.answer, (1, 2)), return_exceptions=True)
    assert [str(error) for error in errors] == ["Nobody is at the desk."] * 2
    assert errors[0] is not errors[1]
    desk.fails = False
    assert await questions.answer(3) == 6


@awaited
async def test_journals_read_together_are_each_their_own(postgres: Cluster) -> None:
    url = postgres.database()
    async with await Store.open(url) as store:
        tables = [(await a_table(store)).id for _ in range(4)]
        for n, table in enumerate(tables):
            if n:
                await store.journal.append(table, 1, [f"{n}.{k}".encode() for k in range(n)])
        connection = await asyncpg.connect(url)
        await connection.execute(
            "UPDATE journal SET entry = 'spoilt' WHERE \"table\" = $1 AND n = 2", tables[3]
        )
        await connection.close()
        wanted = [(tables[0], 0), (tables[1], 0), (tables[2], 0), (tables[2], 1), (tables[2], 2), (999, 0)]
        found = await asyncio.gather(
            *[store.journal.read(*each) for each in [*wanted, (tables[3], 0)]], return_exceptions=True
        )
        entries = [[row.entry for row in rows] for rows in found if not isinstance(rows, BaseException)]
        assert entries == [[], [b"1.0"], [b"2.0", b"2.1"], [b"2.1"], []]
        assert isinstance(found[5], NoTable)
        damaged = found[6]
        assert isinstance(damaged, JournalDamaged) and damaged.n == 2
        assert [row.entry for row in damaged.good] == [b"3.0"]


@awaited
async def test_a_closed_store_does_not_answer(postgres: Cluster) -> None:
    store = await Store.open(postgres.database())
    table = (await a_table(store)).id
    await store.close()
    for question in (store.journal.read(table), store.tables.now(table)):
        with pytest.raises(StoreAway, match="closed"):
            await question


@awaited
async def test_who_closes_the_store_waits_for_what_is_being_asked(postgres: Cluster) -> None:
    """Also where nobody waits for the answer any more: a connection would be left open."""
    url = postgres.database()
    store = await Store.open(url)
    table = (await a_table(store)).id
    asked = [asyncio.create_task(store.journal.read(table)), asyncio.create_task(store.tables.now(table))]
    await asyncio.sleep(0)
    for each in asked:
        each.cancel()
    await store.close()
    open_ones = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    assert postgres.ask(open_ones, database=url) == [["1"]]  # the one that asks


@awaited
async def test_many_who_come_at_once_are_found_by_few_statements(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    find_all = Sessions._find_all

    async def counted(sessions: Sessions, hashes: Collection[bytes]) -> dict[bytes, Known]:
        asked.append(len(hashes))
        return await find_all(sessions, hashes)

    monkeypatch.setattr(Sessions, "_find_all", counted)
    async with await Store.open(place) as store:
        players = [await store.players.create(f"Player {n}") for n in range(20)]
        tokens = [(await store.sessions.create(player.id)).token for player in players]
        await store.sessions.revoke_all(players[3].id)
        looked_for = [*tokens, "nobody's", tokens[0]]
        found = await asyncio.gather(*map(store.sessions.find, looked_for), return_exceptions=True)
    missing = [n for n, each in enumerate(found) if isinstance(each, NotThere)]
    assert missing == [3, 20]
    names = [each.player.name for each in found if not isinstance(each, BaseException)]
    assert names == [f"Player {n}" for n in range(20) if n != 3] + ["Player 0"]
    assert sum(asked) == 21 and len(asked) <= 2
