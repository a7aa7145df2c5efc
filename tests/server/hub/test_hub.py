"""What is acknowledged is written, once; tables go on, whatever happens to the server or to other tables."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from farmstead import shelf
from farmstead.engine.contract import IllegalMove
from farmstead.server.base.refusals import Refused
from farmstead.server.hub.hub import Batch, Hub, Quarantined
from farmstead.server.hub.loader import Loaded, load, new_table
from farmstead.server.hub.subscriptions import SubscriptionEnded
from farmstead.server.store import NotThere, SeatRow, Store, StoreAway, StoreFull, TableId
from farmstead.server.store.journal import checksum
from farmstead.server.table.entries import Closed, Damaged, Entry, Moved, Sat, Started, Undone, encode
from farmstead.server.table.live_table import REMEMBERED_ENTRIES, Checked, LiveTable
from farmstead.server.table.options import TableOptions
from farmstead.server.table.setup import SeatPlan, new_setup
from tests.server.hubs import (
    VALLEY,
    WALNUT,
    Client,
    a_game,
    a_move,
    a_spring,
    a_table,
    acknowledged,
    all_positions,
    check_journal,
    folded_again,
    opened,
    room_of,
    store_of,
    stored,
    until,
)
from tests.server.playing import a_setup, everything
from tests.server.postgres import Place
from tests.server.stores import awaited, by_hand


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


# ---- one entry -----------------------------------------------------------------------------------------


@awaited
async def test_what_is_posted_is_written_and_seen(place: Place) -> None:
    async with opened(place) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")
        move = await a_move(hub, table)
        assert await hub.post(table, move) == (4, False)
        assert (await stored(store_of(hub), table))[2:] == [Started(), move]
        assert (await hub.position(table, move.seat)).next == move.decision + 1
        assert (await store_of(hub).tables.get(table)).state == "playing"


@awaited
async def test_a_refused_entry_changes_nothing(place: Place) -> None:
    async with opened(place) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")
        before = await all_positions(hub, table)
        move = await a_move(hub, table)
        for wrong in (
            Moved(move.seat, move.decision, "no such move"),
            Moved(move.seat, move.decision, "x" * 1_000_000),
            Moved(move.seat, move.decision + 1, move.move),
            Moved(7, 1, move.move),
            Moved(-1, 1, move.move),
            Undone(move.seat, move.decision, 10**12),
            Undone(99, 1),
            Started(),
        ):
            with pytest.raises((Refused, IllegalMove)):
                await hub.post(table, wrong)
        assert await all_positions(hub, table) == before
        assert len(await stored(store_of(hub), table)) == 3


@awaited
async def test_an_entry_is_made_for_the_table_as_it_is(place: Place) -> None:
    """Ten want any free seat at the same moment: each gets another, or hears that there is none."""

    def any_seat(player: str) -> object:
        def make(live: LiveTable) -> Entry:
            empty = live.chairs.empty()
            if not empty:
                raise Refused("seat_taken", "sit")
            return Sat(empty[0], "person", player)

        return make

    async with opened(place) as hub:
        table = (await store_of(hub).tables.create(new_table(a_setup(WALNUT, 4)))).id
        tries = [hub.post(table, any_seat(f"p{n}")) for n in range(10)]  # type: ignore[arg-type]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes].count(Refused) == 6
        sat = await stored(store_of(hub), table)
        assert sorted([entry.seat for entry in sat if isinstance(entry, Sat)]) == [0, 1, 2, 3]


@awaited
async def test_seats_are_written_with_the_entry(place: Place) -> None:
    async with opened(place) as hub:
        store = store_of(hub)
        player = (await store.players.create("Ada")).id
        table = (await store.tables.create(new_table(a_setup(WALNUT, 1)), [SeatRow(0, "open")])).id
        await hub.post(table, Batch([Sat(0, "person", str(player))], [SeatRow(0, "person", player)]))
        assert await store.seats.of(table) == [SeatRow(0, "person", player)]


@awaited
async def test_who_leaves_for_good_while_sitting_down_ends_nobody_s_stream(place: Place) -> None:
    async with opened(place) as hub:
        store = store_of(hub)
        player = (await store.players.create("Ada")).id
        table = (await store.tables.create(new_table(a_setup(WALNUT, 1)), [SeatRow(0, "open")])).id
        async with await hub.listen(table, None) as stream:
            await store.players.delete(player)
            with pytest.raises(NotThere):
                await hub.post(table, Batch([Sat(0, "person", str(player))], [SeatRow(0, "person", player)]))
            assert await stored(store, table) == []
            await hub.post(table, Sat(0, "person", "Bea"))
            assert [news.number for news in stream.take()] == [1]


@awaited
async def test_several_entries_are_written_together_and_told_one_by_one(place: Place) -> None:
    async with opened(place) as hub:
        store, setup = store_of(hub), a_setup(WALNUT, 2)
        player = (await store.players.create("Ada")).id
        table = (await store.tables.create(new_table(setup), [SeatRow(0, "open"), SeatRow(1, "open")])).id
        stream = await hub.listen(table, None)
        with pytest.raises(Refused, match="empty_seats"):
            await hub.post(table, Batch([Sat(0, "person", "ada"), Started()], [SeatRow(0, "person", player)]))
        assert await stored(store, table) == [] and (await store.seats.of(table))[0] == SeatRow(0, "open")

        def all_sit(live: LiveTable) -> Batch:
            entries = [Sat(seat, "person", f"p{seat}") for seat in live.chairs.empty()]
            return Batch([*entries, Started()], [SeatRow(1, "person", player)])

        assert await hub.post(table, all_sit) == (3, False)
        assert [news.number for news in stream.take()] == [1, 2, 3]
        assert (await store.seats.of(table))[1] == SeatRow(1, "person", player)
        assert (await store.tables.get(table)).state == "playing"
        assert len({row.at for row in await store.journal.read(table)}) == 1
        assert await hub.post(table, Batch([])) == (3, True)


@awaited
async def test_a_table_whose_start_an_older_server_missed_begins_when_somebody_looks(place: Place) -> None:
    async with opened(place) as hub:
        full = await a_table(hub, WALNUT, "ada", "ben")
        half = (await store_of(hub).tables.create(new_table(a_setup(WALNUT, 2)))).id
        await hub.post(half, Sat(0, "person", "ada"))
    async with opened(place) as hub:
        assert (await hub.position(full, 0)).phase == "playing"
        assert (await hub.position(half, 0)).phase == "waiting"
        assert (await stored(store_of(hub), full))[2:] == [Started()]
        assert (await store_of(hub).tables.get(full)).state == "playing"
        await hub.post(full, await a_move(hub, full))


@awaited
async def test_a_full_table_can_be_seen_also_when_its_start_cannot_be_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise StoreFull("There is no room.")

    async with opened(path) as hub:
        table = await a_table(hub, WALNUT, "ada", "ben")
    async with opened(path) as hub:
        monkeypatch.setattr(store_of(hub).journal, "append", full)
        assert (await hub.position(table, 0)).phase == "waiting"


@awaited
async def test_the_same_move_is_made_once_and_another_for_the_same_decision_is_not(place: Place) -> None:
    async with opened(place) as hub:
        table = await a_spring(hub)
        move = await a_move(hub, table)
        posted = await asyncio.gather(*[hub.post(table, move) for _ in range(20)])
        assert [one.again for one in posted].count(False) == 1
        other = Moved(move.seat, move.decision, (await a_move(hub, table, 1, move.seat)).move)
        assert other != move
        with pytest.raises(Refused, match="decision_made"):
            await hub.post(table, other)
        undo = Undone(move.seat, move.decision + 1)
        posted = await asyncio.gather(*[hub.post(table, undo) for _ in range(3)])
        assert [one.again for one in posted].count(False) == 1
        assert (await hub.post(table, move)).again  # also after it has been taken back
        assert (await stored(store_of(hub), table))[5:] == [move, undo]


@awaited
async def test_who_goes_away_does_not_stop_what_has_begun(place: Place) -> None:
    for turns in range(6):
        async with opened(place) as hub:
            table = await a_game(hub, WALNUT, "ada")
            move = await a_move(hub, table)
            task = asyncio.create_task(hub.post(table, move))
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            posted = await hub.post(table, move)
            assert posted.number == 3 and posted.again == (turns > 0)


@awaited
async def test_house_time_is_written_beside_every_entry(place: Place) -> None:
    ups = iter(range(7, 99, 7))
    async with await Store.open(place) as store, Hub(store, up=lambda: next(ups)) as hub:
        table = await a_game(hub, WALNUT, "ada")
        with pytest.raises(Refused):
            await hub.post(table, Started())
        await hub.post(table, await a_move(hub, table))
        assert [row.up for row in await store.journal.read(table)] == [7, 14, 21]


# ---- options -------------------------------------------------------------------------------------------


def instead(options: TableOptions, _: TableOptions) -> TableOptions:
    return options


@awaited
async def test_options_change_and_the_clock_only_before_the_start(place: Place) -> None:
    async with opened(place) as hub:
        table = await a_table(hub, WALNUT, "ada", "ben")
        before = hub.deadlines(table)
        assert await hub.options(table) == TableOptions() and before is not None and before.limit == 0
        await hub.change_options(table, lambda _: TableOptions(60, level=4))
        deadlines = hub.deadlines(table)
        assert deadlines is not None and deadlines.limit == 60_000 and deadlines.earliest() is None
        await hub.post(table, Started())
        assert deadlines.earliest() == 60_000
        await hub.change_options(table, lambda _: TableOptions(60, chat=False))
        assert hub.deadlines(table) is deadlines
        for other in (TableOptions(0), TableOptions(61)):
            with pytest.raises(Refused, match="already_started"):
                await hub.change_options(table, partial(instead, other))
        with pytest.raises(Damaged):
            await hub.change_options(table, lambda _: TableOptions(10**9))
        assert await hub.options(table) == TableOptions(60, chat=False)
    async with opened(place) as hub:
        assert await hub.options(table) == TableOptions(60, chat=False)
        await store_of(hub).tables.delete(table)
        with pytest.raises(NotThere):
            await hub.change_options(table, lambda _: TableOptions(60))
        with pytest.raises(NotThere):
            await hub.options(table)


@awaited
async def test_each_change_of_the_options_is_made_to_those_before_it(place: Place) -> None:
    def without_chat(options: TableOptions) -> TableOptions:
        return replace(options, chat=False)

    def without_hints(options: TableOptions) -> TableOptions:
        return replace(options, hints=False)

    async with opened(place) as hub:
        table = await a_table(hub, WALNUT, "ada", "ben")
        await asyncio.gather(*[hub.change_options(table, change) for change in (without_chat, without_hints)])
        assert await hub.options(table) == TableOptions(chat=False, hints=False)


@awaited
async def test_options_whose_answer_was_lost_are_read_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as hub:
        store, table = store_of(hub), await a_table(hub, WALNUT, "ada")
        stream = await hub.listen(table, None)
        set_options = store.tables.set_options

        async def lose_the_answer(*args: object) -> None:
            await set_options(*args)  # type: ignore[arg-type]
            raise StoreAway("The connection was lost.")

        with monkeypatch.context() as patch:
            patch.setattr(store.tables, "set_options", lose_the_answer)
            with pytest.raises(StoreAway):
                await hub.change_options(table, lambda _: TableOptions(60))
        assert await hub.options(table) == TableOptions(60) and hub.deadlines(table) is not None
        assert [news.number for news in stream.take()] == [2]  # all seats are taken: it has begun


@awaited
async def test_a_table_without_options_is_set_aside_and_nothing_is_allowed_there(path: Path) -> None:
    async with opened(path) as hub:
        table = await a_spring(hub)
        before = await hub.position(table, 0)
    by_hand(path, f"UPDATE tables SET options = X'7b' WHERE id = {table}")
    for _ in range(2):
        async with opened(path) as hub:
            assert await hub.aside(table) == "Its options cannot be read."
            assert (await hub.position(table, 0)).view == before.view
            options = await hub.options(table)
            assert not (options.chat or options.hints or options.spectators)
            with pytest.raises(Quarantined):
                await hub.change_options(table, lambda _: TableOptions())
            assert (await store_of(hub).tables.get(table)).state == "aside"


# ---- whole games ---------------------------------------------------------------------------------------


def is_enough(clients: list[Client], most: int) -> bool:
    return acknowledged(clients) >= most


@awaited
async def test_many_play_at_once_while_the_server_is_started_anew(place: Place) -> None:
    """Slow: whole games, and the hub is closed and opened meanwhile."""
    companies = [(WALNUT, 1), (WALNUT, 3), (VALLEY, 2), (VALLEY, 4)]
    names = ("ada", "ben", "cyd", "dee")
    async with opened(place) as hub:
        clients = {
            await a_game(hub, game, *names[:seats], key=n): seats for n, (game, seats) in enumerate(companies)
        }
        players = {
            table: [Client(hub, table, seat) for seat in range(seats)] for table, seats in clients.items()
        }
    everybody = [client for table in players.values() for client in table]
    for most in (100, 300, 10_000):
        async with opened(place) as hub:
            for client in everybody:
                client.hub = hub
            enough = partial(is_enough, everybody, most)
            await asyncio.gather(*[client.play(enough) for client in everybody])
            before = {table: await all_positions(hub, table) for table in players}
        async with opened(place) as hub:
            for table, positions in before.items():
                assert await all_positions(hub, table) == positions
    async with await Store.open(place) as store:
        for table, own in players.items():
            check_journal(await stored(store, table), own)
            live = await folded_again(store, table)
            assert live.phase() == "over" and everything(live) == before[table]
            assert (await store.tables.get(table)).state == "over"
    assert sum(client.repeated for client in everybody) > 20
    assert any(isinstance(entry, Undone) for client in everybody for entry in client.acknowledged)


@awaited
async def test_a_conflict_makes_the_table_look_again_and_tell_it(place: Place) -> None:
    async with opened(place) as one, opened(place) as other:
        table = await a_spring(one)
        await other.visit(table)
        async with await other.listen(table, None) as stream:
            first = await a_move(one, table, seat=0)
            await one.post(table, first)
            second = await a_move(other, table, seat=1)
            assert await other.post(table, second) == (7, False)
            assert [news.number for news in stream.take()] == [6, 7]
            assert (await other.post(table, first)).again  # made elsewhere


@awaited
async def test_a_store_that_went_back_in_time_is_believed(path: Path) -> None:
    async with opened(path) as hub:
        table = await a_spring(hub)
        for _ in range(2):
            await hub.post(table, await a_move(hub, table, seat=0))
        stream = await hub.listen(table, None)
        by_hand(path, f"DELETE FROM journal WHERE \"table\" = {table} AND n > 6",
                f"UPDATE tables SET last = 6 WHERE id = {table}")  # fmt: skip
        assert (await hub.post(table, await a_move(hub, table, seat=1))).number == 7
        with pytest.raises(SubscriptionEnded):
            await anext(stream)
        assert len(await stored(store_of(hub), table)) == 7


# ---- the store fails -----------------------------------------------------------------------------------


@awaited
async def test_without_room_the_table_stays_as_it_is_and_goes_on_later(path: Path) -> None:
    """The time stands still: with another, an entry may be a few bytes shorter, and find room."""
    async with await Store.open(path, lambda: 10**12) as store, Hub(store) as hub:
        tables = [await a_game(hub, WALNUT, "ada", "ben", key=n) for n in range(2)]
        await store.limit(path.stat().st_size)
        made: list[Moved] = []
        try:
            for _ in range(2000):
                move = await a_move(hub, tables[0])
                before = await all_positions(hub, tables[0])
                await hub.post(tables[0], move)
                made.append(move)
        except StoreFull:
            pass
        assert await all_positions(hub, tables[0]) == before
        with pytest.raises(StoreFull):
            await hub.post(tables[0], move)
        await store.limit(None)
        assert not (await hub.post(tables[0], move)).again
        await hub.post(tables[1], await a_move(hub, tables[1]))
        assert [e for e in await stored(store, tables[0]) if isinstance(e, Moved)] == [*made, move]
        assert (await hub.news(tables[0], None, 0))[-1].number == 3 + len(made) + 1


@awaited
async def test_while_the_store_is_locked_nothing_changes(path: Path) -> None:
    async with await Store.open(path, patience=50) as store, Hub(store) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")
        move = await a_move(hub, table)
        before = await all_positions(hub, table)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreAway):
                await hub.post(table, move)
            assert await all_positions(hub, table) == before
            other.execute("ROLLBACK")
        assert await hub.post(table, move) == (4, False)


@awaited
async def test_an_answer_that_was_lost_is_found_in_the_journal(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as hub:
        store, table = store_of(hub), await a_game(hub, WALNUT, "ada", "ben")
        stream = await hub.listen(table, None)
        append = store.journal.append

        async def lose_the_answer(*args: object) -> int:
            await append(*args)  # type: ignore[arg-type]
            raise StoreAway("The connection was lost.")

        monkeypatch.setattr(store.journal, "append", lose_the_answer)
        both = Batch([Sat(0, "person", "ada"), Started()])
        alone = (await store.tables.create(new_table(a_setup(WALNUT, 1)))).id
        assert await hub.post(alone, both) == (2, False)
        assert await stored(store, alone) == both.entries
        move = await a_move(hub, table)
        assert await hub.post(table, move) == (4, False)
        assert (await hub.post(table, move)).again
        assert [news.number for news in stream.take()] == [4]
        assert (await stored(store, table))[3:] == [move]


@awaited
async def test_a_lost_answer_and_a_lost_store_leave_it_open_until_the_journal_can_be_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as hub:
        store, table = store_of(hub), await a_game(hub, WALNUT, "ada", "ben")
        stream = await hub.listen(table, None)
        append, move = store.journal.append, await a_move(hub, table)

        async def away(*_: object) -> list[object]:
            raise StoreAway("The connection was lost.")

        async def lose_the_answer(*args: object) -> int:
            await append(*args)  # type: ignore[arg-type]
            raise StoreAway("The connection was lost.")

        with monkeypatch.context() as patch:
            patch.setattr(store.journal, "append", lose_the_answer)
            patch.setattr(store.journal, "read", away)
            with pytest.raises(StoreAway):
                await hub.post(table, move)
            with pytest.raises(StoreAway):
                await hub.position(table, None)
        assert (await hub.position(table, None)).number == 4
        assert (await hub.post(table, move)).again
        assert [news.number for news in stream.take()] == [4]


@awaited
async def test_after_closing_nothing_is_taken(place: Place) -> None:
    async with opened(place) as hub:
        table = await a_game(hub, WALNUT, "ada")
        stream = await hub.listen(table, 0)
        move = await a_move(hub, table)
        post = asyncio.create_task(hub.post(table, move))
        for _ in range(3):
            await asyncio.sleep(0)
        await hub.close()
        assert (await post).number == 3
        assert [news.number for news in stream.take()] == [3]
        with pytest.raises(SubscriptionEnded, match="closing"):
            stream.take()
        with pytest.raises(StoreAway):
            await hub.post(table, Started())
        with pytest.raises(StoreAway):
            await hub.position(table, 0)
        await hub.close()


# ---- damaged tables ------------------------------------------------------------------------------------


async def damage(path: Path, table: TableId, n: int, entry: Entry | bytes, well: bool) -> None:
    """Put something else in the place of an entry; `well`: so that the store notices nothing."""
    data = entry if isinstance(entry, bytes) else encode(entry)
    at = by_hand(path, f'SELECT at FROM journal WHERE "table" = {table} AND n = {n}')[0][0]
    crc = checksum(table, n, at, data) if well else 0
    by_hand(
        path, f"UPDATE journal SET entry = X'{data.hex()}', crc = {crc} WHERE \"table\" = {table} AND n = {n}"
    )


@pytest.mark.parametrize(("entry", "well"), [
    (b"spoilt", False), (b"spoilt", True), (b"", True), (Moved(0, 2, "no such move"), True),
    (Started(), True), (Moved(5, 1, "no such seat"), True),
])  # fmt: skip
@awaited
async def test_a_damaged_table_is_set_aside_with_its_last_good_position(
    path: Path, entry: Entry | bytes, well: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(path) as hub:
        bad, good = [await a_spring(hub, n) for n in range(2)]
        await hub.post(bad, await a_move(hub, bad, seat=0))
        before = await hub.position(bad, 1)
        await hub.post(bad, await a_move(hub, bad, seat=0))
        await hub.post(bad, await a_move(hub, bad, seat=1))
    await damage(path, bad, 7, entry, well)
    for _ in range(2):  # and again after another start
        async with opened(path) as hub:
            found = await hub.position(bad, 1)
            assert (found.number, found.view, found.phase, found.legal) == (6, before.view, "closed", ())
            assert await hub.aside(bad) == "Entry 7 of its journal cannot be read."
            with pytest.raises(Quarantined, match="set aside"):
                await hub.post(bad, Moved(1, before.next, before.legal[0]))
            with pytest.raises(Quarantined):
                await hub.listen(bad, None)
            with pytest.raises(Quarantined):
                await hub.look(bad, LiveTable.record)
            assert hub.live(bad) is None
            assert not (await hub.post(good, await a_move(hub, good))).again
            assert (await store_of(hub).tables.get(bad)).state == "aside"
    assert "no such" not in (await a_sentence(path, bad))
    assert "set aside" in caplog.text


async def a_sentence(path: Path, table: TableId) -> str:
    async with await Store.open(path) as store:
        return (await store.tables.get(table)).why


@awaited
async def test_a_table_without_a_set_up_is_set_aside(path: Path) -> None:
    async with opened(path) as hub:
        bad, odd, good = [await a_game(hub, WALNUT, "ada", key=n) for n in range(3)]
        other = f"setup = CAST(replace(setup, '{WALNUT}', 'chess') AS BLOB)"
        by_hand(path, f"UPDATE tables SET setup = X'00' WHERE id = {bad}")
        by_hand(path, f"UPDATE tables SET {other} WHERE id = {odd}")
    async with opened(path) as hub:
        for table in (bad, odd):
            assert await hub.aside(table)
            await hub.visit(table)
            with pytest.raises(Quarantined):
                await hub.position(table, None)
            with pytest.raises(Quarantined):
                await hub.post(table, Started())
        await hub.post(good, await a_move(hub, good))
        assert (await store_of(hub).tables.get(bad)).state == "aside"


@awaited
async def test_a_table_with_components_of_its_own_comes_back_and_not_without_them(path: Path) -> None:
    text = shelf.edition_text(WALNUT)
    setup = new_setup(WALNUT, [SeatPlan()], bytes(32), components=text)
    async with opened(path) as hub:
        await store_of(hub).editions.put("d1", text)
        table = (await store_of(hub).tables.create(new_table(setup, edition="d1"))).id
        await hub.post(table, Sat(0, "person", "ada"))
        await hub.post(table, Started())
    async with opened(path) as hub:
        await hub.post(table, await a_move(hub, table))
        by_hand(path, "DELETE FROM editions")
    async with opened(path) as hub:
        assert await hub.aside(table) == "Its components are no longer there."


@awaited
async def test_damage_that_is_met_while_playing_ends_the_streams(path: Path) -> None:
    async with opened(path) as hub, opened(path) as other:
        table = await a_spring(hub)
        await hub.post(table, await a_move(hub, table, seat=0))
        stream = await hub.listen(table, None, since=0)
        for _ in range(2):
            await other.post(table, await a_move(other, table, seat=1))
        await damage(path, table, 8, b"spoilt", well=False)
        with pytest.raises(Quarantined):
            await hub.post(table, await a_move(hub, table, seat=0))
        assert [news.number for news in stream.take()] == [1, 2, 3, 4, 5, 6]
        with pytest.raises(SubscriptionEnded, match="set aside"):
            stream.take()
        assert (await hub.position(table, 0)).number == 7


@awaited
async def test_a_fault_of_the_program_sets_a_table_aside_until_the_next_start(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as hub:
        table, good = [await a_spring(hub, n) for n in range(2)]
        await hub.post(table, await a_move(hub, table, seat=0))
        move = await a_move(hub, table, seat=1)
        add = LiveTable.add

        def fails(live: LiveTable, entry: Entry | Checked) -> object:
            if move == (entry.entry if isinstance(entry, Checked) else entry):
                live.marked = True
                raise ZeroDivisionError
            return add(live, entry)

        with monkeypatch.context() as patch:
            patch.setattr(LiveTable, "add", fails)
            with pytest.raises(Quarantined):
                await hub.post(table, move)
            position = await hub.position(table, 0)
            assert position.number == 6 and not position.marked
            await hub.post(good, await a_move(hub, good))
    async with opened(path) as hub:
        assert (await hub.post(table, move)).again


@awaited
async def test_a_watcher_that_fails_spoils_nothing(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    class Fails:
        def changed(self, table: TableId, live: LiveTable) -> None:
            raise ZeroDivisionError

        def needs(self, table: TableId) -> bool:
            return False

    async with opened(place) as hub:
        hub.watchers.append(Fails())
        with caplog.at_level(logging.CRITICAL):
            table = await a_game(hub, WALNUT, "ada")
            assert (await hub.post(table, await a_move(hub, table))).number == 3


# ---- old news ------------------------------------------------------------------------------------------


@awaited
async def test_old_news_are_folded_once_for_all_who_ask(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folds: list[TableId] = []

    async def counted(store: Store, table: TableId, keep: int | None = None) -> Loaded:
        folds.append(table)
        return await load(store, table, keep)

    async with opened(path) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")
        for _ in range(REMEMBERED_ENTRIES + 10):
            await hub.post(table, await a_move(hub, table))
        monkeypatch.setattr("farmstead.server.hub.history.load", counted)
        asked = await asyncio.gather(*[hub.news(table, seat, 0) for seat in (None, 0, 1) * 5])
        assert len(folds) == 1
        last = REMEMBERED_ENTRIES + 13
        assert all([news.number for news in told] == list(range(1, last + 1)) for told in asked)
        again = await folded_again(store_of(hub), table)
        assert asked[:3] == [again.news(0, seat) for seat in (None, 0, 1)]
        for _ in range(REMEMBERED_ENTRIES):
            await hub.post(table, await a_move(hub, table))
        told = await hub.news(table, 0, 3)
        assert [news.number for news in told] == list(range(4, last + REMEMBERED_ENTRIES + 1)) and len(
            folds
        ) == 1
        await hub.post(table, await a_move(hub, table))  # what is kept and what is remembered do not meet now
        told = await hub.news(table, 0, 3)
        assert [news.number for news in told] == list(range(4, last + REMEMBERED_ENTRIES + 2)) and len(
            folds
        ) == 2


@awaited
async def test_the_fold_for_old_news_is_not_kept_for_long(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farmstead.server.hub.history.HISTORY_CACHE_S", 0.01)
    async with opened(path) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")
        for _ in range(REMEMBERED_ENTRIES):
            await hub.post(table, await a_move(hub, table))
        assert len(await hub.news(table, 0, 0)) == REMEMBERED_ENTRIES + 3
        await until(lambda: room_of(hub, table).retelling._kept is None)
        assert len(await hub.news(table, 0, 0)) == REMEMBERED_ENTRIES + 3


# ---- coming and going ----------------------------------------------------------------------------------


@awaited
async def test_tables_that_nobody_needs_are_forgotten(place: Place) -> None:
    async with opened(place, idle=0.04) as hub:
        tables = [await a_game(hub, WALNUT, "ada", key=n) for n in range(5)]
        stream = await hub.listen(tables[2], None)
        positions = [await all_positions(hub, table) for table in tables]
        await until(lambda: hub.tables() == [tables[2]])
        stream.close()
        await until(lambda: hub.tables() == [])
        assert [await all_positions(hub, table) for table in tables] == positions


@awaited
async def test_no_more_tables_than_allowed_stay_in_memory(place: Place) -> None:
    async with opened(place, most=10) as hub:
        stream, tables = None, []
        for n in range(40):
            tables.append(await a_table(hub, WALNUT, "ada", key=n))
            stream = stream or await hub.listen(tables[0], None)
            assert len(hub.tables()) <= 10
        assert tables[0] in hub.tables() and tables[-1] in hub.tables()


@awaited
async def test_a_table_that_is_not_there_leaves_nothing(place: Place) -> None:
    async with opened(place) as hub:
        for table in (1, -1, 10**30):
            with pytest.raises(NotThere):
                await hub.position(table, None)
            with pytest.raises(NotThere):
                await hub.post(table, Started())
        assert hub.tables() == []


@awaited
async def test_a_deleted_table_is_gone_for_all(place: Place) -> None:
    async with opened(place) as hub:
        one, other = [await a_game(hub, WALNUT, "ada", key=n) for n in range(2)]
        streams = [await hub.listen(table, None) for table in (one, other)]
        move = await a_move(hub, one)
        await store_of(hub).tables.delete(one)
        with pytest.raises(NotThere):
            await hub.post(one, move)
        await store_of(hub).tables.delete(other)
        hub.forget(other)
        for stream in streams:
            with pytest.raises(SubscriptionEnded, match="no longer there"):
                await anext(stream)
        assert hub.tables() == []


@awaited
async def test_a_table_does_not_wait_for_another(place: Place) -> None:
    async with opened(place) as hub:
        one, other = [await a_game(hub, WALNUT, "ada", key=n) for n in range(2)]
        async with room_of(hub, one).lock:
            waiting = asyncio.create_task(hub.post(one, await a_move(hub, one)))
            await hub.post(other, await a_move(hub, other))
            assert not waiting.done()
        await waiting


@awaited
async def test_the_end_of_a_game_is_noted_and_made_up_for(place: Place) -> None:
    async with opened(place) as hub:
        store = store_of(hub)
        tables = [await a_game(hub, VALLEY, "ada", "ben", key=n) for n in range(2)]
        await asyncio.gather(*[Client(hub, tables[0], seat).play() for seat in range(2)])
        await hub.post(tables[1], Closed("abandoned"))
        assert [(await store.tables.get(table)).state for table in tables] == ["over", "over"]
        assert "game" in await hub.look(tables[0], LiveTable.record)
        await store.tables.set_state(tables[0], "playing")  # as if the server had been killed in between
    async with opened(place) as hub:
        await hub.visit(tables[0])
        assert (await store_of(hub).tables.get(tables[0])).state == "over"
