"""Many at once, killed, locked out, without room, damaged: what was acknowledged is there."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from farmstead.server.store import (
    Conflict,
    JournalDamaged,
    NewTable,
    NoTable,
    NotStorable,
    NotThere,
    SeatRow,
    Store,
    StoreAway,
    StoreDamaged,
    StoreFull,
    writer,
)
from tests.server.hubs import until
from tests.server.postgres import Place
from tests.server.stores import a_table, awaited, by_hand


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


async def entries(store: Store, table: int) -> list[bytes]:
    return [entry.entry for entry in await store.journal.read(table)]


# ---- many at once --------------------------------------------------------------------------------------


@awaited
async def test_many_append_at_once_and_few_transactions_are_needed(place: Place) -> None:
    async with await Store.open(place) as store:
        tables = [(await a_table(store)).id for _ in range(50)]
        before = store.transactions, store.changes

        async def four(table: int) -> None:
            for n in range(1, 5):
                await store.journal.append(table, n, [b"%d of %d" % (n, table)])

        await asyncio.gather(*map(four, tables))
        assert store.changes - before[1] == 200
        assert store.transactions - before[0] <= 20
        for table in tables:
            assert await entries(store, table) == [b"%d of %d" % (n, table) for n in range(1, 5)]
    async with await Store.open(place) as store:
        assert (await store.check()).is_good and (await store.counts()).entries == 200


@awaited
async def test_after_many_at_once_the_next_share_a_transaction(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "GATHERING_PAUSE_S", 3600.0)
    async with await Store.open(place) as store:
        tables = [(await a_table(store)).id for _ in range(4)]
        await asyncio.gather(*[store.journal.append(table, 1, [b"x"]) for table in tables])
        before, waiting = store.transactions, []
        for n, table in enumerate(tables, 1):
            waiting.append(asyncio.create_task(store.journal.append(table, 2, [b"y"])))
            await until(lambda n=n: len(store._writer._waiting) == n)  # type: ignore[misc]
        assert store.transactions == before
    await asyncio.gather(*waiting)  # whoever closes the store does not wait so long
    assert store.transactions == before + 1


@awaited
async def test_who_writes_one_thing_after_the_other_waits_for_nobody(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "GATHERING_PAUSE_S", 3600.0)
    async with await Store.open(place) as store, asyncio.timeout(60):
        table = (await a_table(store)).id
        for n in range(1, 6):
            await store.journal.append(table, n, [b"%d" % n])


@awaited
async def test_appends_to_one_table_that_come_together_are_written_in_their_order(place: Place) -> None:
    async with await Store.open(place) as store:
        table = (await a_table(store)).id
        waiting = [store.journal.append(table, n, [b"%d" % n]) for n in range(1, 101)]
        await asyncio.gather(*waiting)
        assert await entries(store, table) == [b"%d" % n for n in range(1, 101)]
        assert store.transactions <= 3


def test_appends_that_come_together_are_each_written_and_answered_for_themselves(tmp_path: Path) -> None:
    file = tmp_path / "games.db"

    async def append() -> list[str]:
        async with await Store.open(file, clock=lambda: 1234) as store:
            tables = [(await a_table(store)).id for _ in range(2)]
            appends = [
                store.journal.append(tables[0], 1, [b"one", b"two"], "playing", up=7),
                store.journal.append(tables[0], 2, [b"too late"]),
                store.journal.append(tables[1], 1, [b"elsewhere"]),
                store.journal.append(tables[0], 3, [b"three"]),
                store.journal.append(99, 1, [b"nowhere"]),
            ]
            outcomes = await asyncio.gather(*appends, return_exceptions=True)
            return [repr(outcome) for outcome in outcomes]

    said = asyncio.run(append())
    assert [word.partition("(")[0] for word in said] == ["1234", "Conflict", "1234", "1234", "NoTable"]
    rows = by_hand(file, 'SELECT "table", n, at, entry, up FROM journal ORDER BY "table", n')
    assert rows == [
        (1, 1, 1234, b"one", 7),
        (1, 2, 1234, b"two", 7),
        (1, 3, 1234, b"three", 0),
        (2, 1, 1234, b"elsewhere", 0),
    ]
    assert by_hand(file, "SELECT last, state, changed FROM tables ORDER BY id") == [
        (3, "playing", 1234),
        (1, "waiting", 1234),
    ]


@awaited
async def test_of_many_with_the_same_number_one_is_first(place: Place) -> None:
    async with await Store.open(place) as store:
        table = (await a_table(store)).id
        tries = [store.journal.append(table, 1, [b"%d" % n, b"and on"]) for n in range(20)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes].count(Conflict) == 19
        assert await entries(store, table) == [b"0", b"and on"]


@awaited
async def test_what_is_refused_takes_nothing_else_with_it(place: Place) -> None:
    async with await Store.open(place) as store:
        table = (await a_table(store, SeatRow(0, "open"))).id
        before = store.transactions
        outcomes = await asyncio.gather(
            store.players.create("Ada"),
            store.sessions.create(99),
            store.players.create("\ud800"),
            store.journal.append(table, 1, [b"one"]),
            store.journal.append(table, 1, [b"another"]),
            store.journal.append(99, 1, [b"nowhere"]),
            store.seats.set(table, SeatRow(0, "bot"), SeatRow(1, "person", 99)),
            store.journal.append(table, 2, [b"two"]),
            store.players.create("Bo"),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes if isinstance(outcome, Exception)] == [
            NotThere,
            NotStorable,
            Conflict,
            NoTable,
            NotThere,
        ]
        assert store.transactions == before + 1
        assert await entries(store, table) == [b"one", b"two"]
        assert await store.seats.of(table) == [SeatRow(0, "open")]
        assert (await store.counts()).players == 2


@awaited
async def test_what_cannot_be_done_with_others_is_found_out_and_the_others_are_done(place: Place) -> None:
    """A seat of a player who is not there spoils the statement that writes all entries."""
    async with await Store.open(place) as store:
        tables = [(await a_table(store)).id for _ in range(3)]
        bad = [SeatRow(0, "person", 99)]
        outcomes = await asyncio.gather(
            store.journal.append(tables[0], 1, [b"x"]),
            store.journal.append(tables[1], 1, [b"x"], seats=bad),
            store.journal.append(tables[2], 1, [b"x"]),
            return_exceptions=True,
        )
        assert [isinstance(outcome, NotThere) for outcome in outcomes] == [False, True, False]
        assert [await entries(store, table) for table in tables] == [[b"x"], [], [b"x"]]


@awaited
async def test_who_is_cancelled_disturbs_nobody(place: Place) -> None:
    async with await Store.open(place) as store:
        table = (await a_table(store)).id
        waiting = asyncio.create_task(store.journal.append(table, 1, [b"x"]))
        await asyncio.sleep(0)
        waiting.cancel()
        await store.players.create("Ada")
        assert await entries(store, table) == [b"x"]  # it had been handed in


@awaited
async def test_two_stores_on_one_file_conflict_and_spoil_nothing(place: Place) -> None:
    async with await Store.open(place) as one, await Store.open(place) as other:
        table = (await a_table(one)).id
        written: list[bytes] = []
        both = asyncio.Barrier(2)

        async def race(store: Store, name: bytes) -> int:
            lost = 0
            while (n := (await store.tables.get(table)).last + 1) <= 30:
                if n == 1:
                    await both.wait()  # at least the first is written by both
                entry = b"%d by %s" % (n, name)
                try:
                    await store.journal.append(table, n, [entry])
                    written.append(entry)
                except Conflict:
                    lost += 1
            return lost

        lost = await asyncio.gather(race(one, b"one"), race(other, b"other"))
        assert sum(lost) > 0
        assert sorted(await entries(one, table)) == sorted(written)
        assert len(written) == 30 and await one.journal.read(table) == await other.journal.read(table)
        assert (await one.check()).is_good


@awaited
async def test_two_that_open_a_new_store_at_once_both_get_it(place: Place) -> None:
    one, other = await asyncio.gather(Store.open(place), Store.open(place))
    async with one, other:
        ada = await one.players.create("Ada")
        assert await other.players.get(ada.id) == ada


# ---- killed --------------------------------------------------------------------------------------------

TABLES = 6
KILLED_AFTER = (1, 7, 18, 30, 44)  # entries, in each round
KILLS = len(KILLED_AFTER)


def append_until_killed(path: Path, mark: str, number: int) -> list[str]:
    """What a process says it has written before it dies, at a moment it does not know of, after so many."""
    command = [sys.executable, "-m", "tests.server.appending", str(path), mark, str(TABLES)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        said = [process.stdout.readline() for _ in range(number)]
        process.send_signal(signal.SIGKILL)
        said += process.stdout.readlines()
    assert process.returncode == -signal.SIGKILL
    return [line.rstrip() for line in said]


def test_whatever_was_acknowledged_survives_a_kill(path: Path) -> None:
    """Slow: a process that writes is killed."""
    asyncio.run(make_tables(path))
    acknowledged: list[str] = []
    for kill, number in enumerate(KILLED_AFTER):
        acknowledged += append_until_killed(path, f"round{kill}", number)
        asyncio.run(must_have(path, acknowledged))
    assert len(acknowledged) >= sum(KILLED_AFTER)
    assert by_hand(path, "PRAGMA integrity_check") == [("ok",)]


async def make_tables(path: Path) -> None:
    async with await Store.open(path) as store:
        for _ in range(TABLES):
            await a_table(store)


async def must_have(path: Path, acknowledged: list[str]) -> None:
    async with await Store.open(path) as store:
        assert store.health.is_good
        found = [entry.decode() for table in range(1, TABLES + 1) for entry in await entries(store, table)]
    assert len(set(found)) == len(found) and set(acknowledged) <= set(found)
    assert len(found) <= len(acknowledged) + TABLES * KILLS  # written, and killed before it could say so


@awaited
async def test_a_commit_is_on_the_disk_before_it_is_answered(path: Path) -> None:
    """What a kill cannot show, and a power cut would: SQLite is told to wait for the disk."""
    async with await Store.open(path) as store:
        await store.players.create("Ada")

        def asked(connection: Connection) -> dict[str, object]:
            return {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
            }

        found = await store._database.write(asked)
    full = 2
    assert found == {"journal_mode": "wal", "synchronous": full, "foreign_keys": 1, "secure_delete": 1}


# ---- away ----------------------------------------------------------------------------------------------


@awaited
async def test_a_store_that_somebody_else_locks_is_away_until_he_is_done(path: Path) -> None:
    async with await Store.open(path, patience=50) as store:
        table = (await a_table(store)).id
        with closing(sqlite3.connect(path, isolation_level=None)) as somebody:
            somebody.execute("BEGIN IMMEDIATE")
            waiting = [store.journal.append(table, 1, [b"x"]), store.players.create("Ada")]
            outcomes = await asyncio.gather(*waiting, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [StoreAway, StoreAway]
            assert outcomes[0] is not outcomes[1]
            assert await entries(store, table) == []  # reading goes on
            somebody.execute("ROLLBACK")
        await store.journal.append(table, 1, [b"y"])
        assert await entries(store, table) == [b"y"] and (await store.counts()).players == 0


@awaited
async def test_a_store_that_is_closed_is_away_and_what_waited_is_written(place: Place) -> None:
    store = await Store.open(place)
    table = (await a_table(store)).id
    waiting = [asyncio.create_task(store.journal.append(table, n, [b"x"])) for n in range(1, 11)]
    await asyncio.sleep(0)
    await store.close()
    await store.close()
    await asyncio.gather(*waiting)
    for question in (store.players.create("Ada"), store.tables.get(table), store.counts(), store.erase()):
        with pytest.raises(StoreAway, match="closed"):
            await question
    async with await Store.open(place) as store:
        assert len(await entries(store, table)) == 10


@awaited
async def test_a_place_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path, tmp_path / "file" / "games.db", Path("/proc/games.db")):
        with pytest.raises(StoreAway, match="cannot be opened"):
            await Store.open(place)


# ---- no room -------------------------------------------------------------------------------------------


async def fits(store: Store, table: int, n: int, entries: list[bytes]) -> bool:
    try:
        await store.journal.append(table, n, entries)
    except StoreFull:
        return False
    return True


@awaited
async def test_a_full_store_writes_nothing_by_halves_and_works_on_when_there_is_room(path: Path) -> None:
    async with await Store.open(path) as store:
        table, other = (await a_table(store)).id, (await a_table(store)).id
        size = (await store.counts()).bytes
        await store.limit(size + 100_000)
        n = 1
        while await fits(store, table, n, [b"small", b"x" * 10_000]):
            n += 2
        assert 1 < n < 25
        assert await entries(store, table) == [b"small", b"x" * 10_000] * (n // 2)
        with pytest.raises(StoreFull):
            await store.editions.put("digest", "x" * 200_000)
        with pytest.raises(StoreFull):
            await store.tables.create(NewTable("pebbles", b"x" * 200_000, b""))
        assert sum((await store.counts()).tables.values()) == 2
        await store.limit(None)
        await store.journal.append(table, n, [b"x" * 200_000])
        await store.journal.append(other, 1, [b"on"])
        assert (await store.check()).is_good


@awaited
async def test_what_is_too_large_does_not_keep_small_things_out(path: Path) -> None:
    async with await Store.open(path) as store:
        tables = [(await a_table(store)).id for _ in range(3)]
        await store.limit((await store.counts()).bytes + 20_000)
        sizes = (10, 100_000, 20)
        tries = [store.journal.append(t, 1, [b"x" * size]) for t, size in zip(tables, sizes, strict=True)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert [isinstance(outcome, StoreFull) for outcome in outcomes] == [False, True, False]
        assert [len(await entries(store, table)) for table in tables] == [1, 0, 1]


def test_a_commit_that_the_system_breaks_off_is_not_acknowledged_and_work_goes_on(path: Path) -> None:
    command = [sys.executable, "-m", "tests.server.appending", str(path), "--until-no-room"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    error, written, on = done.stdout.splitlines()
    name, _, at = error.split()
    assert name in ("StoreAway", "StoreFull") and int(at) > 3
    assert written == f"{int(at) - 1} written" and on == "and on"
    assert by_hand(path, "PRAGMA integrity_check") == [("ok",)]


# ---- damaged -------------------------------------------------------------------------------------------


async def two_tables(path: Path, entry: bytes = b"entry") -> None:
    async with await Store.open(path) as store:
        for table in (1, 2):
            await a_table(store)
            await store.journal.append(table, 1, [entry + b" %d" % n for n in range(1, 10)])


@awaited
@pytest.mark.parametrize(
    "damage",
    [
        """UPDATE journal SET entry = CAST('entry X' AS BLOB) WHERE "table" = 1 AND n = 4""",
        """UPDATE journal SET at = at + 1 WHERE "table" = 1 AND n = 4""",
        """DELETE FROM journal WHERE "table" = 1 AND n = 4""",
        """DELETE FROM journal WHERE "table" = 1 AND n >= 4""",
        """UPDATE journal SET entry = (SELECT entry FROM journal WHERE "table" = 1 AND n = 5),
           crc = (SELECT crc FROM journal WHERE "table" = 1 AND n = 5) WHERE "table" = 1 AND n = 4""",
    ],
)
async def test_a_damaged_journal_is_noticed_and_can_be_set_aside(path: Path, damage: str) -> None:
    await two_tables(path)
    by_hand(path, damage)
    async with await Store.open(path) as store:
        with pytest.raises(JournalDamaged, match="Entry 4 of table 1") as caught:
            await store.journal.read(1)
        assert [entry.entry for entry in caught.value.good] == [b"entry 1", b"entry 2", b"entry 3"]
        with pytest.raises(JournalDamaged) as caught:
            await store.journal.read(1, after=2)
        assert (caught.value.n, [entry.n for entry in caught.value.good]) == (4, [3])
        assert store.health.damaged == ([1] if damage.startswith("DELETE") else [])
        await store.tables.set_state(1, "aside", str(caught.value))
        assert (await store.tables.get(1)).why == "Entry 4 of table 1 is missing or not as it was written."
        await store.journal.append(2, 10, [b"entry 10"])
        assert len(await entries(store, 2)) == 10


@awaited
async def test_a_damaged_page_is_found_at_the_opening_and_spares_the_rest(path: Path) -> None:
    await two_tables(path, b"x" * 400)
    content = bytearray(path.read_bytes())
    page = content.index(b"x" * 400 + b" 7") // 4096 * 4096
    content[page : page + 4096] = b"\xee" * 4096
    path.write_bytes(content)
    async with await Store.open(path) as store:
        assert store.health.troubles and not store.health.is_good
        with pytest.raises(JournalDamaged) as caught:
            await store.journal.read(1)
        assert 1 <= caught.value.n <= 7 and len(caught.value.good) == caught.value.n - 1
        await store.tables.set_state(1, "aside", "damaged")
        assert (await store.players.create("Ada")).name == "Ada"
        assert len(await entries(store, 2)) == 9


@awaited
async def test_a_file_that_is_no_database_is_left_as_it_is(path: Path) -> None:
    path.write_text("Dear diary, today I walked to the grove. " * 100)
    before = path.read_bytes()
    with pytest.raises(StoreDamaged):
        await Store.open(path)
    assert path.read_bytes() == before
