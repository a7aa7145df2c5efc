"""What is put into the store comes out again, and what is taken out of it is gone."""

from __future__ import annotations

import asyncio
import json
import os
import re
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from farmstead.server import store as package
from farmstead.server.store import (
    ChatLine,
    Conflict,
    JournalDamaged,
    JournalEntry,
    NewTable,
    NotStorable,
    NotThere,
    Opening,
    Player,
    SeatAt,
    SeatRow,
    Session,
    Store,
    StoreAway,
    StoreError,
    TableRow,
)
from tests.server.postgres import Place
from tests.server.stores import a_follower, a_table, awaited, by_hand


class Clock:
    """Goes on by one with every look."""

    def __init__(self, now: int = 1000) -> None:
        self.now = now

    def __call__(self) -> int:
        self.now += 1
        return self.now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


# ---- players and sessions ------------------------------------------------------------------------------


@awaited
async def test_a_player_has_a_name_and_can_have_another(place: Place) -> None:
    async with await Store.open(place, Clock()) as store:
        ada, bo = await store.players.create("Ada"), await store.players.create("Bo ☼")
        await store.players.rename(ada.id, "Countess")
    async with await Store.open(place) as store:
        assert await store.players.get(ada.id) == Player(ada.id, "Countess", 1001)
        assert await store.players.several([bo.id, 99]) == {bo.id: bo}


@awaited
async def test_what_is_not_there_is_said_to_be_not_there(place: Place) -> None:
    async with await Store.open(place) as store:
        ada = await store.players.create("Ada")
        for wrong in (
            store.players.get(99),
            store.players.get(2**80),
            store.players.rename(99, "Nobody"),
            store.players.delete(99),
            store.players.export(99),
            store.sessions.create(99),
            store.sessions.find("no token"),
            store.sessions.find("\ud800"),
            store.sessions.revoke(ada.id, 99),
            store.tables.get(99),
            store.tables.find("no code"),
            store.tables.find("\ud800"),
            store.tables.key(99),
            store.tables.set_state(99, "over"),
            a_follower(store, 99),
            store.tables.delete(99),
            a_table(store, edition="no edition"),
            a_table(store, SeatRow(0, "person", 99)),
            a_table(store, owner=99),
            store.seats.set(99, SeatRow(0, "open")),
            store.seats.give_token(99, 0),
            store.seats.find("no token"),
            store.journal.append(99, 1, [b"x"]),
            store.journal.read(99),
            store.chat.append(99, ada.id, "hello"),
            store.editions.get("no edition"),
        ):
            with pytest.raises(NotThere):
                await wrong
        assert await store.tables.of_player(ada.id) == [] and await store.seats.of(99) == []
        assert (await store.counts()).tables == {}  # of those that were refused nothing is left


@awaited
async def test_what_no_database_takes_is_refused(place: Place) -> None:
    async with await Store.open(place) as store:
        for wrong in (
            store.players.create("\ud800"),
            a_table(store, owner=2**80),
            store.editions.put("digest", "\udfff"),
        ):
            with pytest.raises(NotStorable):
                await wrong


@awaited
async def test_a_session_is_known_by_its_token_which_is_not_stored(path: Path) -> None:
    async with await Store.open(path, Clock()) as store:
        ada = await store.players.create("Ada")
        new = await store.sessions.create(ada.id)
        known = await store.sessions.find(new.token)
        assert known.session == new.session == Session(1, ada.id, 1002, 1002) and known.player == ada
        assert len(new.token) == 32
    for file in path.parent.iterdir():
        assert new.token.encode() not in file.read_bytes()


@awaited
async def test_sessions_can_be_revoked_by_their_player_and_by_nobody_else(place: Place) -> None:
    async with await Store.open(place) as store:
        ada, bo = await store.players.create("Ada"), await store.players.create("Bo")
        one, two, three = [await store.sessions.create(ada.id) for _ in range(3)]
        his = await store.sessions.create(bo.id)
        with pytest.raises(NotThere):
            await store.sessions.revoke(bo.id, one.session.id)
        await store.sessions.revoke(ada.id, one.session.id)
        with pytest.raises(NotThere):
            await store.sessions.find(one.token)
        with pytest.raises(NotThere):
            await store.sessions.revoke(ada.id, one.session.id)
        assert await store.sessions.of(ada.id) == [three.session, two.session]
        assert await store.sessions.revoke_all(ada.id, but=two.session.id) == 1
        assert await store.sessions.of(ada.id) == [two.session]
        assert await store.sessions.revoke_all(ada.id) == 1 and await store.sessions.of(ada.id) == []
        assert (await store.sessions.find(his.token)).player == bo


@awaited
async def test_that_somebody_was_here_is_noted_once_an_hour(place: Place) -> None:
    clock = Clock()
    async with await Store.open(place, clock) as store:
        new = await store.sessions.create((await store.players.create("Ada")).id)
        before = store.changes
        await store.sessions.see(new.session)
        assert store.changes == before
        clock.now += 3_600_000
        await store.sessions.see(new.session)
        assert (await store.sessions.find(new.token)).session == replace(new.session, seen=clock.now)


# ---- tables and seats ----------------------------------------------------------------------------------


@awaited
async def test_a_table_is_found_by_its_code(place: Place) -> None:
    async with await Store.open(place, Clock()) as store:
        ada = await store.players.create("Ada")
        await store.editions.put("e1", "text")
        new = NewTable("pebbles", b"setup\0", b"\xff key", b"options", ada.id, True, "e1")
        table = await store.tables.create(new, [SeatRow(1, "bot", level=3), SeatRow(0, "person", ada.id)])
        assert table == TableRow(
            *(1, table.code, "pebbles", b"setup\0", b"options", ada.id, True, "e1"),
            *("waiting", "", 0, 1003, 1003, None),
        )
        assert await store.tables.find(table.code) == await store.tables.get(1) == table
        assert await store.tables.key(1) == b"\xff key"
        assert await store.seats.of(1) == [SeatRow(0, "person", ada.id), SeatRow(1, "bot", level=3)]
        codes = {table.code, *[(await a_table(store)).code for _ in range(20)]}
        assert len(codes) == 21 and all(len(code) == 32 for code in codes)  # 192 bits


def test_a_table_does_not_show_its_key() -> None:
    assert "key" not in {field.name for field in fields(TableRow)}


@awaited
async def test_state_options_and_lobby_of_a_table_change(place: Place) -> None:
    async with await Store.open(place, Clock()) as store:
        table = await a_table(store)
        await store.tables.set_options(table.id, b"no chat")
        await store.tables.set_public(table.id, True)
        await store.tables.set_state(table.id, "aside", "Entry 7 cannot be read.")
        now = await store.tables.get(table.id)
        assert now == replace(
            table,
            options=b"no chat",
            public=True,
            state="aside",
            why="Entry 7 cannot be read.",
            changed=1004,
        )


@awaited
async def test_the_lobby_has_public_tables_that_wait_or_play_page_by_page(place: Place) -> None:
    async with await Store.open(place) as store:
        made = [(await a_table(store, public=True)).id for _ in range(7)]
        await a_table(store)
        await store.tables.set_state(made[2], "playing")
        await store.tables.set_state(made[3], "over")
        await store.tables.set_state(made[4], "aside")
        first = await store.tables.public(most=3)
        await a_table(store, public=True)  # does not shift the pages
        second = await store.tables.public(before=first[-1].id, most=3)
        assert [table.id for table in first + second] == [made[n] for n in (6, 5, 2, 1, 0)]
        assert [table.id for table in await store.tables.public(["over"])] == [made[3]]


@awaited
async def test_those_that_are_being_played_come_page_by_page(path: Path) -> None:
    async with await Store.open(path) as store:
        made = [(await a_table(store, SeatRow(0, "open"), public=n % 2 == 0)).id for n in range(6)]
        for table in made[1:]:
            await store.tables.set_state(table, "playing")
        await store.tables.set_state(made[3], "over")
        first = await store.tables.to_resume(most=3)
        assert first == [made[5], made[4], made[2]]
        assert await store.tables.to_resume(before=first[-1], most=3) == [made[1]]
        assert await store.tables.to_resume(before=made[1]) == []
        assert await store.tables.to_resume() == [made[n] for n in (5, 4, 2, 1)]
    plan = "SELECT id FROM tables WHERE state = 'playing' AND id < 9 ORDER BY id DESC LIMIT 3"
    found = str(by_hand(path, f"EXPLAIN QUERY PLAN {plan}"))
    assert "ix_tables_state" in found and "TEMP B-TREE" not in found


@awaited
async def test_only_one_table_follows_another(place: Place) -> None:
    async with await Store.open(place, Clock()) as store:
        first = (await a_table(store)).id
        followers = [a_follower(store, first) for _ in range(2)]
        second, refused = await asyncio.gather(*followers, return_exceptions=True)
        assert isinstance(second, TableRow) and isinstance(refused, Conflict)
        now = await store.tables.get(first)
        assert (now.rematch, now.changed) == (second.id, second.created)
        assert (await store.tables.get(second.id)).rematch is None
        await store.tables.delete(second.id)
        assert (await store.tables.get(first)).rematch is None
        third = (await a_follower(store, first)).id
        await store.tables.delete(first)
        assert (await store.tables.get(third)).rematch is None
        assert (await store.check()).is_good


@awaited
async def test_a_table_is_made_with_all_that_belongs_to_it(place: Place) -> None:
    opening = Opening([b"one", b"two"], "playing", 77, {1: "sesame"}, "the text")
    async with await Store.open(place, Clock()) as store:
        first = (await a_table(store)).id
        new = NewTable("pebbles", b"{}", b"a key", edition="e1")
        seats = [SeatRow(0, "bot", level=1), SeatRow(1, "client")]
        table = await store.tables.create(new, seats, replace(opening, follows=first))
        assert (table.state, table.last, table.created) == ("playing", 2, table.changed)
        assert await store.seats.of(table.id) == seats
        assert await store.seats.find("sesame") == SeatAt(table.id, seats[1])
        rows = await store.journal.read(table.id)
        assert [(row.n, row.entry, row.up) for row in rows] == [(1, b"one", 77), (2, b"two", 77)]
        assert await store.editions.get("e1") == "the text"
        assert (await store.tables.get(first)).rematch == table.id
        assert (await store.journal.append(table.id, 3, [b"three"])) > table.created
        assert (await store.check()).is_good


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"follows": 1}, Conflict),
        ({"follows": 99}, NotThere),
        ({"tokens": {5: "sesame"}}, NotThere),
        ({"components": "another text"}, Conflict),
        ({"up": 2**99}, NotStorable),
    ],
)
@awaited
async def test_what_cannot_be_made_as_a_whole_is_not_made_at_all(
    place: Place, wrong: dict[str, Any], error: type[StoreError]
) -> None:
    async with await Store.open(place) as store:
        await a_follower(store, (await a_table(store)).id)
        await store.editions.put("e1", "the text")
        before = await store.counts()
        new = NewTable("pebbles", b"{}", b"a key", edition="e1")
        opening = Opening([b"one"], "playing", 7, {0: "open"}, "the text")
        with pytest.raises(error):
            await store.tables.create(new, [SeatRow(0, "client")], replace(opening, **wrong))
        now = await store.counts()
        assert (now.tables, now.entries, now.editions) == (before.tables, before.entries, before.editions)
        with pytest.raises(NotThere):
            await store.seats.find("open")


@awaited
async def test_a_table_is_deleted_by_a_player_only_when_nobody_else_sits_there(place: Place) -> None:
    async with await Store.open(place) as store:
        ada, bo = await store.players.create("Ada"), await store.players.create("Bo")
        kept = SeatRow(2, "invited", bo.id)  # who is only waited for does not sit there
        table = (await a_table(store, SeatRow(0, "person", ada.id), SeatRow(1, "device", bo.id), kept)).id
        with pytest.raises(Conflict):
            await store.tables.delete(table, by=ada.id)
        await store.seats.set(table, SeatRow(1, "bot", level=1))
        await store.tables.delete(table, by=ada.id)
        with pytest.raises(NotThere):
            await store.tables.delete(table, by=ada.id)


@awaited
async def test_the_tables_of_a_player_are_those_with_a_seat_and_those_of_their_making(place: Place) -> None:
    async with await Store.open(place) as store:
        ada, bo = await store.players.create("Ada"), await store.players.create("Bo")
        sits = await a_table(store, SeatRow(0, "person", ada.id), SeatRow(1, "device", ada.id, name="Kim"))
        made = await a_table(store, SeatRow(0, "person", bo.id), owner=ada.id)
        await a_table(store, SeatRow(0, "person", bo.id))
        assert await store.tables.of_player(ada.id) == [made, sits]
        assert await store.tables.of_player(ada.id, before=made.id) == [sits]
        assert await store.tables.of_player(ada.id, most=1) == [made]
        assert await store.seats.of_several([sits.id, made.id]) == {
            sits.id: [SeatRow(0, "person", ada.id), SeatRow(1, "device", ada.id, name="Kim")],
            made.id: [SeatRow(0, "person", bo.id)],
        }


@awaited
async def test_the_token_of_a_seat_ends_with_another_and_when_the_seat_is_set(place: Place) -> None:
    async with await Store.open(place) as store:
        table = await a_table(store, SeatRow(0, "open"), SeatRow(1, "invited"))
        first = await store.seats.give_token(table.id, 1)
        assert await store.seats.find(first) == SeatAt(table.id, SeatRow(1, "invited"))
        second = await store.seats.give_token(table.id, 1)
        with pytest.raises(NotThere):
            await store.seats.find(first)
        await store.seats.set(table.id, SeatRow(1, "client"))
        with pytest.raises(NotThere):
            await store.seats.find(second)
        assert await store.seats.of(table.id) == [SeatRow(0, "open"), SeatRow(1, "client")]


@awaited
async def test_a_deleted_table_leaves_nothing_and_its_number_is_not_used_again(path: Path) -> None:
    async with await Store.open(path) as store:
        ada = await store.players.create("Ada")
        await store.editions.put("e1", "text")
        kept, gone = [await a_table(store, SeatRow(0, "open"), edition="e1") for _ in range(2)]
        for table in (kept, gone):
            await store.journal.append(table.id, 1, [b"x", b"y"])
            await store.chat.append(table.id, ada.id, "hello")
        await store.tables.delete(gone.id)
        counts = await store.counts()
        assert (counts.tables, counts.entries, counts.lines, counts.editions) == ({"waiting": 1}, 2, 1, 1)
        assert (await a_table(store)).id == gone.id + 1
        await store.tables.delete(kept.id)
        with pytest.raises(NotThere):
            await store.editions.get("e1")
    for name in ("journal", "chat", "seats"):
        assert by_hand(path, f"SELECT count(*) FROM {name}") == [(0,)]


# ---- journal, chat, editions ---------------------------------------------------------------------------


@awaited
async def test_entries_come_out_as_they_went_in(place: Place) -> None:
    everything = [bytes(range(256)), b"", b"x" * 100_000]
    async with await Store.open(place, Clock()) as store:
        table = await a_table(store)
        assert await store.journal.read(table.id) == []
        at = await store.journal.append(table.id, 1, everything)
        later = await store.journal.append(table.id, 4, [b"four"])
    async with await Store.open(place) as store:
        entries = [JournalEntry(n, at, entry) for n, entry in enumerate(everything, 1)] + [
            JournalEntry(4, later, b"four")
        ]
        assert await store.journal.read(table.id) == entries
        assert await store.journal.read(table.id, after=3) == entries[3:]
        assert await store.journal.read(table.id, after=4) == []
        now = await store.tables.get(table.id)
        assert (now.last, now.changed) == (4, later)


@awaited
async def test_house_time_stands_beside_entries_and_its_damage_is_noticed(path: Path) -> None:
    async with await Store.open(path) as store:
        table = (await a_table(store)).id
        await store.journal.append(table, 1, [b"one", b"two"], up=7)
        await store.journal.append(table, 3, [b"three"])
        assert [entry.up for entry in await store.journal.read(table)] == [7, 7, 0]
        for n, up in ((2, 0), (2, 8), (3, 7)):
            was = by_hand(path, f"SELECT up FROM journal WHERE n = {n}")[0][0]
            by_hand(path, f"UPDATE journal SET up = {up} WHERE n = {n}")
            with pytest.raises(JournalDamaged) as caught:
                await store.journal.read(table)
            assert caught.value.n == n
            by_hand(path, f"UPDATE journal SET up = {was} WHERE n = {n}")
        assert len(await store.journal.read(table)) == 3


@awaited
async def test_uptime_is_kept_and_never_goes_back(place: Place) -> None:
    async with await Store.open(place) as store:
        assert await store.server_state.uptime() == 0
        await store.server_state.set_uptime(5_000_000_000)
    async with await Store.open(place) as store:
        await store.server_state.set_uptime(4_999_999_999)
        assert await store.server_state.uptime() == 5_000_000_000
        await store.server_state.set_uptime(5_000_000_001)
        assert await store.server_state.uptime() == 5_000_000_001


@awaited
@pytest.mark.parametrize("n", [-1, 0, 1, 2, 4, 99])
async def test_a_wrong_number_is_a_conflict_and_nothing_is_written(place: Place, n: int) -> None:
    async with await Store.open(place) as store:
        table = await a_table(store, SeatRow(0, "open"))
        await store.journal.append(table.id, 1, [b"one", b"two"])
        with pytest.raises(Conflict):
            await store.journal.append(table.id, n, [b"no"] * 2, state="over", seats=[SeatRow(0, "bot")])
        assert [entry.entry for entry in await store.journal.read(table.id)] == [b"one", b"two"]
        assert (await store.tables.get(table.id)).state == "waiting"
        assert await store.seats.of(table.id) == [SeatRow(0, "open")]


@awaited
async def test_state_and_seats_change_with_the_entry_that_says_so(place: Place) -> None:
    async with await Store.open(place) as store:
        table = await a_table(store, SeatRow(0, "open"), SeatRow(1, "bot", level=1))
        await store.journal.append(table.id, 1, [b"started"], state="playing", seats=[SeatRow(0, "client")])
        await store.journal.append(table.id, 2, [b"moved"])
        now = await store.tables.get(table.id)
        assert (now.state, now.last) == ("playing", 2)
        assert await store.seats.of(table.id) == [SeatRow(0, "client"), SeatRow(1, "bot", level=1)]


@awaited
async def test_chat_is_numbered_at_each_table(place: Place) -> None:
    async with await Store.open(place, Clock()) as store:
        ada = await store.players.create("Ada")
        one, other = await a_table(store), await a_table(store)
        said = [await store.chat.append(one.id, ada.id, f"<b>{n}</b>") for n in range(5)]
        assert await store.chat.append(other.id, ada.id, "hello") == ChatLine(1, 1009, ada.id, "hello")
        assert [line.n for line in said] == [1, 2, 3, 4, 5]
        assert await store.chat.read(one.id) == said
        assert await store.chat.read(one.id, after=1, most=2) == said[1:3]
        assert await store.chat.latest(one.id, most=2) == said[3:]


@awaited
async def test_an_edition_is_kept_once(place: Place) -> None:
    async with await Store.open(place) as store:
        await store.editions.put("d1", "text")
        await store.editions.put("d1", "text")
        with pytest.raises(Conflict):
            await store.editions.put("d1", "another text")
        assert await store.editions.get("d1") == "text"
        assert (await store.counts()).editions == 1


# ---- what is a player's --------------------------------------------------------------------------------


async def filled(store: Store) -> tuple[Player, Player, list[TableRow]]:
    """Ada alone, Ada with Bo (running and over), Ada's table for Bo, Bo's own; all of them talk."""
    ada, bo = await store.players.create("Ada Quimby"), await store.players.create("Bo Xander")
    await store.editions.put("hers", "edition by Quimby")
    hers, his = SeatRow(0, "person", ada.id), SeatRow(1, "person", bo.id)
    kid = SeatRow(2, "device", ada.id, name="Kid Quimby")
    tables = [
        await a_table(store, hers, SeatRow(1, "bot", level=2), owner=ada.id, edition="hers"),
        await a_table(store, hers, his, kid, owner=ada.id),
        await a_table(store, his, replace(hers, seat=0), owner=bo.id),
        await a_table(store, his, owner=ada.id),
        await a_table(store, his, owner=bo.id),
    ]
    for table in tables:
        for player in (ada, bo):
            await store.chat.append(table.id, player.id, f"{player.name} was here")
        await store.journal.append(table.id, 1, [f"secret move {table.id}".encode()], state="playing")
    await store.tables.set_state(tables[2].id, "over")
    await store.sessions.create(ada.id)
    await store.sessions.revoke_all(ada.id)
    await store.sessions.create(ada.id)
    await store.sessions.create(bo.id)
    return ada, bo, tables


@awaited
async def test_an_export_has_everything_of_a_player_and_nothing_of_others(place: Place) -> None:
    async with await Store.open(place) as store:
        ada, _, tables = await filled(store)
        found: dict[str, Any] = json.loads(json.dumps(await store.players.export(ada.id)))
    assert found["player"]["name"] == "Ada Quimby" and found["player"]["created"].endswith("+00:00")
    assert [session["revoked"] is None for session in found["sessions"]] == [False, True]
    assert [table["code"] for table in found["tables"]] == [table.code for table in tables[:4]]
    assert [line["table"] for line in found["chat"]] == [table.code for table in tables]
    assert {line["text"] for line in found["chat"]} == {"Ada Quimby was here"}
    assert found["tables"][0]["edition"] == {"digest": "hers", "text": "edition by Quimby"}
    assert [seat["name"] for seat in found["tables"][1]["seats"]] == ["", "Kid Quimby"]
    everything = json.dumps(found)
    assert "Xander" not in everything and "a key nobody knows" not in everything


@awaited
async def test_an_export_tells_no_move_of_a_game_that_goes_on(place: Place) -> None:
    async with await Store.open(place) as store:
        ada, _, _ = await filled(store)
        found = await store.players.export(ada.id)
    told = [table["journal"] and table["journal"][0]["entry"] for table in found["tables"]]
    assert told == [None, None, "secret move 3", None]
    assert [table["entries"] for table in found["tables"]] == [1, 1, 1, 1]


@awaited
async def test_deleting_a_player_takes_all_that_is_theirs_and_spares_the_others(place: Place) -> None:
    async with await Store.open(place) as store:
        ada, bo, tables = await filled(store)
        alone, both, over, for_bo, his = tables
        token = await store.seats.give_token(both.id, 0)
        session = await store.sessions.create(ada.id)
        gone = await store.players.delete(ada.id)
        assert gone.tables == [alone.id]
        former = [
            (both.id, SeatRow(0, "former")),
            (both.id, SeatRow(2, "former")),
            (over.id, SeatRow(0, "former")),
        ]
        assert gone.seats == [SeatAt(*place) for place in former]
        assert await store.seats.of(both.id) == [
            SeatRow(0, "former"),
            SeatRow(1, "person", bo.id),
            SeatRow(2, "former"),
        ]
        for question in (
            store.players.get(ada.id),
            store.sessions.find(session.token),
            store.seats.find(token),
            store.tables.get(alone.id),
            store.editions.get("hers"),
        ):
            with pytest.raises(NotThere):
                await question
        assert await store.sessions.of(ada.id) == [] and len(await store.sessions.of(bo.id)) == 1
        lines = await store.chat.read(both.id)
        assert [(line.player, line.text) for line in lines] == [(None, ""), (bo.id, "Bo Xander was here")]
        assert (await store.tables.get(for_bo.id)).owner is None
        assert [entry.entry for entry in await store.journal.read(both.id)] == [b"secret move 2"]
        assert [table.id for table in await store.tables.of_player(bo.id)] == [
            table.id for table in (his, for_bo, over, both)
        ]
        assert (await store.check()).is_good
        assert (await store.players.create("Eve")).id > bo.id > ada.id


@awaited
async def test_a_table_goes_with_the_last_of_its_people(place: Place) -> None:
    async with await Store.open(place) as store:
        ada, bo = await store.players.create("Ada"), await store.players.create("Bo")
        table = await a_table(store, SeatRow(0, "person", ada.id), SeatRow(1, "person", bo.id), owner=ada.id)
        assert (await store.players.delete(ada.id)).tables == []
        assert (await store.players.delete(bo.id)).tables == [table.id]


@awaited
async def test_a_seat_that_is_only_kept_for_a_player_is_open_when_they_are_gone(place: Place) -> None:
    async with await Store.open(place) as store:
        ada, bo = await store.players.create("Ada"), await store.players.create("Bo")
        alone = (await a_table(store, SeatRow(0, "person", ada.id), owner=ada.id)).id
        kept = (await a_table(store, SeatRow(0, "invited", ada.id), SeatRow(1, "person", bo.id))).id
        both = (
            await a_table(store, SeatRow(0, "person", ada.id), SeatRow(1, "person", bo.id), owner=ada.id)
        ).id
        assert await store.players.places(ada.id) == [
            SeatAt(kept, SeatRow(0, "invited", ada.id)),
            SeatAt(both, SeatRow(0, "person", ada.id)),
        ]
        gone = await store.players.delete(ada.id)
        assert gone.tables == [alone]
        assert gone.seats == [SeatAt(kept, SeatRow(0, "open")), SeatAt(both, SeatRow(0, "former"))]
        for left in gone.seats:
            assert (await store.seats.of(left.table))[0] == left.seat
        assert await store.players.places(ada.id) == []


def left_in(folder: Path, text: bytes) -> list[str]:
    return [file.name for file in folder.iterdir() if text in file.read_bytes()]


@awaited
async def test_no_byte_of_a_deleted_player_is_left_in_the_files(path: Path) -> None:
    async with await Store.open(path) as store:
        ada, bo, _ = await filled(store)
        await store.players.rename(ada.id, "Ada Quimby of Before")
        await store.players.rename(ada.id, "Ada Quimby, Countess")
        assert left_in(path.parent, b"Quimby") and left_in(path.parent, b"Xander")
        await store.players.delete(ada.id)
        assert left_in(path.parent, b"Quimby") == [] and left_in(path.parent, b"Xander")
        await store.players.delete(bo.id)  # so soon after the other it is put off, but not for ever
        assert await store.erase()
        assert left_in(path.parent, b"Xander") == []


@pytest.mark.more
@awaited
async def test_no_copy_is_left_where_pages_were_split_and_joined(path: Path) -> None:
    """SQLite's own secure_delete leaves some of them. Slow: it writes and deletes thousands of rows."""
    async with await Store.open(path) as store:
        people = [await store.players.create(f"person {n:03}") for n in range(100)]
        tables = [(await a_table(store, SeatRow(0, "person", people[0].id))).id for _ in range(20)]
        random = Random(0)
        for _ in range(4):
            speakers = random.choices(people, k=100)
            said = [
                (random.choice(tables), who.id, f"{who.name} " * random.choice((1, 3, 20, 90)))
                for who in speakers
            ]
            await asyncio.gather(*[store.chat.append(*line) for line in said])
        await asyncio.gather(*[store.players.delete(who.id) for who in people[1::2]])
        assert await store.erase()
        content = b"".join([file.read_bytes() for file in path.parent.iterdir()])
        assert [who for who in people if who.name.encode() in content] == people[::2]


@awaited
async def test_what_could_not_be_erased_is_erased_after_the_next_opening(path: Path) -> None:
    async with await Store.open(path) as store:
        ada, _, _ = await filled(store)
        async with store._database.long_transaction(write=False) as read:  # somebody who reads for long
            await read(store._database.is_marked)
            await store.players.delete(ada.id)
            assert left_in(path.parent, b"Quimby")
            copies = {file.name: file.read_bytes() for file in path.parent.iterdir()}
        assert await store.erase()
        assert left_in(path.parent, b"Quimby") == []
    as_if_killed = path.parent / "later"
    as_if_killed.mkdir()
    for name, content in copies.items():
        (as_if_killed / name).write_bytes(content)
    (as_if_killed / "games.db-shm").unlink()
    async with await Store.open(as_if_killed / "games.db") as store:
        await store.players.create("Eve")
    assert left_in(as_if_killed, b"Quimby") == [] and left_in(as_if_killed, b"Eve")


# ---- as a whole ----------------------------------------------------------------------------------------


@awaited
async def test_counts(place: Place) -> None:
    async with await Store.open(place) as store:
        await filled(store)
        counts = await store.counts()
    assert (counts.players, counts.sessions, counts.entries, counts.lines) == (2, 2, 5, 10)
    assert (counts.tables, counts.editions) == ({"playing": 4, "over": 1}, 1)
    assert counts.bytes > 4096


@awaited
async def test_nobody_else_may_read_the_files(tmp_path: Path) -> None:
    path = tmp_path / "farmstead" / "data" / "games.db"
    before = os.umask(0)
    try:
        async with await Store.open(path) as store:
            await store.players.create("Ada")
            rights = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert rights == {"games.db": 0o600, "games.db-wal": 0o600, "games.db-shm": 0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700


@awaited
async def test_a_store_is_named_by_path_or_url(tmp_path: Path) -> None:
    path = tmp_path / "with space % and ü.db"
    async with await Store.open(path) as store:
        ada = await store.players.create("Ada")
    for url in (f"sqlite:///{path}", f"sqlite+aiosqlite:///{path}"):
        async with await Store.open(url) as store:
            assert await store.players.get(ada.id) == ada
    for wrong in ("games.db", "mysql://x/y", "sqlite://", "sqlite:///:memory:", "", f"sqlite:///{path}?x=1"):
        with pytest.raises(StoreAway, match=r"sqlite:///games\.db would be"):
            await Store.open(wrong)


def test_the_public_names_leak_nothing_of_sqlalchemy() -> None:
    for name in [name for name in vars(package) if not name.startswith("_")]:
        assert getattr(getattr(package, name), "__module__", "farmstead").split(".")[0] in (
            "farmstead",
            "typing",
            "builtins",
        )


def test_nobody_else_knows_sql() -> None:
    server = Path(package.__file__).parent.parent
    own = (server / "store", server / "migrations")
    files = [file for file in server.rglob("*.py") if not any(file.is_relative_to(part) for part in own)]
    words = re.compile(r"^\s*(from|import) (sqlalchemy|alembic|sqlite3)\b", re.MULTILINE)
    assert files and not [file.name for file in files if words.search(file.read_text(encoding="utf-8"))]
    assert words.search((server / "store" / "schema.py").read_text(encoding="utf-8"))
