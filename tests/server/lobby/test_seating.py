"""Coming and going over the API: all of it is written or nothing, whoever else does something meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.server.base.refusals import Refused
from farmstead.server.hub.hub import Batch
from farmstead.server.lobby.seating import come_back, vacate
from farmstead.server.people.visitor import Visitor
from farmstead.server.store import NotThere, SeatRow, StoreAway, StoreFull, TableId
from farmstead.server.table.entries import Left, Sat, Started, TakenOver
from farmstead.server.table.live_table import LiveTable
from tests.server.asking import BOT, DEVICE, INVITED, ME, OPEN, PROGRAM, Browser, Doorstep, opened
from tests.server.hubs import stored, until
from tests.server.stores import awaited, by_hand

WALNUT, VALLEY = "walnut-grove", "sunflower-valley"


async def number_of(door: Doorstep, table: dict[str, Any]) -> TableId:
    return (await door.core.store.tables.find(table["code"])).id


async def visitor_of(door: Doorstep, browser: Browser) -> Visitor:
    return await door.core.visitor("-", browser.http.cookies["farmstead"])


def fails_at_once(*_: object, **__: object) -> None:
    raise StoreFull("There is no room.")


async def fails(*_: object, **__: object) -> None:
    fails_at_once()


# ---- all or nothing --------------------------------------------------------------------------------------


@awaited
async def test_a_table_is_made_in_one_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but `create` is asked of the store."""
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        store, edition = door.core.store, shelf.edition_text(VALLEY) + "\n# our own\n"
        for part, deed in (
            (store.journal, "append"),
            (store.seats, "set"),
            (store.seats, "give_token"),
            (store.editions, "put"),
            (store.tables, "set_state"),
        ):
            monkeypatch.setattr(part, deed, fails)
        for seats in ([ME, DEVICE, PROGRAM], [ME, DEVICE, INVITED, OPEN]):
            table = await ada.make(VALLEY, *seats, edition=edition)
            full = OPEN not in seats
            assert table["phase"] == ("playing" if full else "waiting")
            found = await stored(store, await number_of(door, table))
            assert [isinstance(entry, Started) for entry in found] == [False] * (len(found) - 1) + [full]
            (token,) = table["invitations"].values()
            assert (await store.seats.find(token)).seat.seat == 2


@awaited
async def test_what_cannot_be_written_leaves_no_part_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        with monkeypatch.context() as patch:
            patch.setattr("farmstead.server.store.tables.put_tokens", fails_at_once)
            await ada.refused("POST", "/tables", 507, "store_full", game=VALLEY, seats=[ME, INVITED])
        assert (await ada.get("/tables/mine"))["tables"] == []
        assert (await door.core.store.counts()).entries == 0


@awaited
async def test_the_last_to_sit_down_and_the_start_are_written_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever the server is killed: there is no table at which all sit and nothing begins."""
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN)
        number, store = await number_of(door, table), door.core.store
        append = store.journal.append
        written: list[int] = []

        async def count(table: int, n: int, entries: list[bytes], *rest: Any) -> int:
            written.append(len(entries))
            return await append(table, n, entries, *rest)

        monkeypatch.setattr(store.journal, "append", count)
        begun = await ben.post(f"/tables/{table['code']}/seats/1")
        assert begun["phase"] == "playing" and written == [2]
        assert [type(entry) for entry in await stored(store, number)] == [Sat, Sat, Started]
        filled = await ada.make(VALLEY, ME, OPEN, OPEN)
        begun = await ada.post(f"/tables/{filled['code']}/fill", level=1)
        assert begun["phase"] == "playing" and 3 in written
        again = await ada.post(f"/tables/{filled['code']}/fill", level=1)
        assert again["phase"] == "playing"


@awaited
async def test_a_seat_that_an_older_server_left_half_made_is_not_anybodys(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN, OPEN)
        number, place = await number_of(door, table), f"/tables/{table['code']}"
        await door.core.store.seats.set(number, SeatRow(1, "client"))
        await ben.refused("POST", f"{place}/seats/1", 409, "seat_taken")
        await ben.post(f"{place}/seats/2")
        assert (await ada.post(f"{place}/fill", level=1))["phase"] == "playing"


@awaited
async def test_only_one_makes_the_next_table_however_many_ask(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN)
        place = f"/tables/{table['code']}"
        await ben.post(f"{place}/seats/1")
        await finish(door, table, {0: ada, 1: ben})
        asked = await asyncio.gather(*[who.post(f"{place}/rematch", 201) for who in (ada, ben)])
        assert len({each["table"]["code"] for each in asked}) == 1
        assert len((await ada.get("/tables/mine"))["tables"]) == 2
        assert (await ada.get(f"/tables/{asked[0]['table']['code']}"))["phase"] == "playing"


async def finish(door: Doorstep, table: dict[str, Any], seats: dict[int, Browser]) -> None:
    while to_act := (await seats[0].look(table["code"]))["to_act"]:
        await seats[to_act[0]].move(table["code"], to_act[0])


# ---- at the same moment ----------------------------------------------------------------------------------


@awaited
async def test_who_gets_up_while_the_game_begins_is_gone_all_the_same(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben, cleo = await door.people("Ada", "Ben", "Cleo")
        for turn in range(8):
            table = await ada.make(VALLEY, ME, OPEN, OPEN)
            number, place = await number_of(door, table), f"/tables/{table['code']}"
            await ben.post(f"{place}/seats/1")
            deeds = [ben.post(f"{place}/leave", seat=1), cleo.post(f"{place}/seats/2")]
            await asyncio.gather(*(deeds if turn % 2 else reversed(deeds)))
            begun = (await ben.get(place))["phase"] == "playing"
            entries = await stored(door.core.store, number)
            assert TakenOver(1, "left", 3) in entries if begun else Left(1) in entries
            seat = (await door.core.store.seats.of(number))[1]
            assert seat.kind == ("person" if begun else "open")


@awaited
async def test_two_changes_at_the_same_moment_both_hold(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        place = f"/tables/{(await ada.make(VALLEY, ME, OPEN))['code']}"
        changes: list[dict[str, bool]] = [{"chat": False}, {"hints": False}, {"spectators": False}]
        await asyncio.gather(*[ada.ask("PATCH", place, json=change) for change in changes])
        table = await ada.get(place)
        assert not (table["chat"] or table["hints"] or table["spectators"])


@awaited
async def test_a_table_is_not_deleted_under_somebody_who_sits_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben sits down between the question whether anybody does and the deed."""
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN, OPEN)
        place, delete = f"/tables/{table['code']}", door.core.store.tables.delete

        async def a_moment_later(*args: Any, **settings: Any) -> None:
            await ben.post(f"{place}/seats/1")
            await delete(*args, **settings)

        monkeypatch.setattr(door.core.store.tables, "delete", a_moment_later)
        await ada.refused("DELETE", place, 403, "others_sit")
        assert (await ben.get(place))["seats"][1]["mine"]


# ---- who deletes themselves ------------------------------------------------------------------------------


async def with_ben(door: Doorstep, ada: Browser, ben: Browser, *others: dict[str, Any]) -> dict[str, Any]:
    table: dict[str, Any] = await ada.make(VALLEY, ME, OPEN, *others)
    await ben.post(f"/tables/{table['code']}/seats/1")
    return table


@awaited
async def test_nobody_waits_for_who_is_being_deleted_even_if_the_server_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        going = await with_ben(door, ada, ben)
        waiting = await with_ben(door, ada, ben, OPEN)
        with monkeypatch.context() as patch:
            patch.setattr(door.core.store.players, "delete", fails)  # as if it had come to an end here
            await ada.refused("DELETE", "/me", 507, "store_full")
        assert (await ben.get(f"/tables/{going['code']}"))["seats"][0]["away"] == "left"
        assert (await ben.get(f"/tables/{waiting['code']}"))["seats"][0]["for_me"]
        assert await ada.get("/me") == {"name": "Ada"}
        await ada.post(f"/tables/{going['code']}/return", seat=0)
        await ada.ask("DELETE", "/me")
        seat = (await ben.get(f"/tables/{going['code']}"))["seats"][0]
        assert (seat["name"], seat["away"]) == ("", "left")


@awaited
async def test_who_comes_back_while_they_are_being_deleted_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await with_ben(door, ada, ben)
        delete = door.core.store.players.delete

        async def a_moment_later(player: int) -> Any:
            await ada.post(f"/tables/{table['code']}/return", seat=0)
            return await delete(player)

        monkeypatch.setattr(door.core.store.players, "delete", a_moment_later)
        await ada.ask("DELETE", "/me")
        assert (await ben.get(f"/tables/{table['code']}"))["seats"][0]["away"] == "left"


@awaited
async def test_a_damaged_table_keeps_nobody_from_deleting_themselves(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        damaged, going = [await with_ben(door, ada, ben) for _ in range(2)]
        number = await number_of(door, damaged)
        by_hand(door.core.settings.store, f"UPDATE tables SET setup = X'00' WHERE id = {number}")
        door.core.hub.forget(number)
        assert await ada.ask("DELETE", "/me") == {"name": None}
        assert (await ben.get(f"/tables/{going['code']}"))["seats"][0]["away"] == "left"


@awaited
async def test_without_room_for_a_bot_to_take_over_nobody_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await with_ben(door, ada, ben)
        with monkeypatch.context() as patch:
            patch.setattr(door.core.store.journal, "append", fails)
            await ada.refused("DELETE", "/me", 507, "store_full")
        assert (await ben.get(f"/tables/{table['code']}"))["seats"][0]["name"] == "Ada"
        await vacate(door.core, 1, 99, 0)  # a table that is gone is no trouble


@awaited
async def test_who_has_been_deleted_does_not_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were let in a moment before."""
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await with_ben(door, ada, ben)
        number, visitor = await number_of(door, table), await visitor_of(door, ada)
        seats = await door.core.store.seats.of(number)
        await ada.ask("DELETE", "/me")
        with pytest.raises(Refused, match="not_yours"):
            await come_back(door.core, visitor, number, 0)

        async def as_before(_: TableId) -> list[SeatRow]:
            return seats

        with monkeypatch.context() as patch:
            patch.setattr(door.core.store.seats, "of", as_before)
            with pytest.raises(NotThere):
                await come_back(door.core, visitor, number, 0)
        assert (await ben.get(f"/tables/{table['code']}"))["seats"][0]["away"] == "left"


@awaited
async def test_a_seat_that_was_kept_for_somebody_who_is_gone_is_anybodys(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben, cleo = await door.people("Ada", "Ben", "Cleo")
        table = await with_ben(door, ada, ben)
        await finish(door, table, {0: ada, 1: ben})
        again = (await ada.post(f"/tables/{table['code']}/rematch", 201))["table"]
        place = f"/tables/{again['code']}"
        await cleo.refused("POST", f"{place}/seats/0", 403, "reserved")
        await ben.ask("DELETE", "/me")
        assert (await cleo.post(f"{place}/seats/0"))["phase"] == "playing"


# ---- who is known ----------------------------------------------------------------------------------------


@awaited
async def test_while_the_store_is_locked_one_is_known_all_the_same(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        file = door.core.settings.store
        by_hand(file, "UPDATE sessions SET seen = 1")
        door.core.people.forget()
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert await ada.get("/me") == {"name": "Ada"}
            other.execute("ROLLBACK")
        door.core.people.forget()
        assert await ada.get("/me") == {"name": "Ada"}
        await until(lambda: by_hand(file, "SELECT seen FROM sessions") != [(1,)])


@awaited
async def test_that_somebody_was_here_need_not_be_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        noted = asyncio.Event()

        async def cannot(*_: object) -> None:
            noted.set()
            raise StoreAway("Locked.")

        monkeypatch.setattr(door.core.store.sessions, "see", cannot)
        door.core.people.forget()
        assert await ada.get("/me") == {"name": "Ada"}
        await noted.wait()
        assert await ada.get("/me") == {"name": "Ada"}


@pytest.mark.parametrize("whose", ["sessions", "seats"])
@awaited
async def test_what_was_found_before_it_was_revoked_is_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        people, part = door.core.people, getattr(door.core.store, whose)
        table = await ada.make(VALLEY, ME, INVITED)
        cookie, token = ada.http.cookies["farmstead"], table["invitations"][1]
        find, found, go_on = part.find, asyncio.Event(), asyncio.Event()

        async def slowly(token: str) -> Any:
            known = await find(token)
            found.set()
            await go_on.wait()
            return known

        def ask() -> Any:
            return people.known(cookie) if whose == "sessions" else people.place(token)

        people.forget()
        with monkeypatch.context() as patch:
            patch.setattr(part, "find", slowly)
            asking = asyncio.create_task(ask())
            await found.wait()
            if whose == "sessions":
                await door.core.store.sessions.revoke_all(1)
            else:
                await door.core.store.seats.give_token(await number_of(door, table), 1)
            people.forget()
            go_on.set()
            assert await asking is not None
        assert await ask() is None


# ---- the hub beneath -------------------------------------------------------------------------------------


@awaited
async def test_a_bot_goes_on_where_all_seats_are_taken_by_bots(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(VALLEY, BOT, BOT)
        number = await number_of(door, table)
        assert table["phase"] == "playing"

        def nothing(live: LiveTable) -> Batch:
            return Batch([])

        assert (await door.core.hub.post(number, nothing)).again
        await until(lambda: (live := door.core.hub.live(number)) is not None and live.number > 3)
