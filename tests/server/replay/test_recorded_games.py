"""Games to be looked back at: every position of them, and records that people bring along."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from farmstead import shelf
from farmstead.engine.record import Record, re_execute, read_record
from farmstead.engine.table import Table
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor
from farmstead.server.replay import recorded_games
from farmstead.server.replay.recorded_games import RecordedGame, digest_of
from farmstead.server.replay.timeline import Timeline, film_of
from farmstead.server.store import NotThere, Store, StoredRecord, schema
from farmstead.server.store import records as stored_records
from farmstead.server.store.database import insert_once
from scripts.postgres import Cluster
from tests.server.asking import BOT, ME, OPEN, Doorstep, opened
from tests.server.finishing import Wall, play_on, table_of
from tests.server.hubs import VALLEY
from tests.server.stores import awaited

RECORDS = Path(__file__).parents[2] / "records"
OTHER = shelf.edition_text(VALLEY).replace('name = "farmstead"', 'name = "other"', 1)
GAMES = ["walnut-grove-3-german-0", "walnut-grove-1-french-100", "sunflower-valley-4-family+sheet=B-0"]


def text_of(name: str) -> str:
    return (RECORDS / f"{name}.record").read_text(encoding="utf-8")


def study_of(text: str) -> RecordedGame:
    record = read_record(text.encode())
    game = shelf.game_for(record.setup.game, record.setup.edition)
    return RecordedGame("r", text, record, game, ("",) * record.setup.seats, None, digest_of(text))


def with_checksum(body: str) -> str:
    return f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"


def body_of(text: str) -> str:
    return text[: text.rindex("sha256 ")]


async def person(core: Core, name: str = "Ada") -> Visitor:
    return Visitor("127.0.0.1", await core.store.players.create(name))


async def refused(core: Core, visitor: Visitor, given: str | bytes, language: str = "en") -> dict[str, Any]:
    with pytest.raises(Refused) as found:
        await recorded_games.keep(core, visitor, given, language)
    refusal = found.value.refusal
    return {"key": refusal.key, **refusal.args}


# ---- films -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_film_has_every_position_and_event_as_the_engine_has_them(name: str) -> None:
    study = study_of(text_of(name))
    film, record = Timeline(study), study.record
    table = Table(study.game, study.game.setup(record.setup.seats, record.setup.options, record.setup.rules))
    assert film.length == len(record.moves)
    for ply in [0, *range(1, film.length + 1)]:
        if ply:
            seat, text = record.moves[ply - 1]
            assert [str(event) for event in film.events(ply)] == [str(e) for e in table.play(seat, text)]
            assert film.mover(ply) == seat and film.is_choice(ply) == (
                seat >= 0 and not table.entries[-1].forced
            )
        for seat in [None, *range(record.setup.seats)]:
            assert film.view(ply, seat) == table.state.view(seat)
    assert film.table(film.length).moves() == record.moves


def test_what_is_done_with_a_table_of_a_film_changes_no_other() -> None:
    film = Timeline(study_of(text_of(GAMES[0])))
    before = film.view(40, 1)
    table = film.table(40)
    while table.state.to_act():
        mover = table.state.to_act()[0]
        table.play(mover, str(table.options(mover)[-1]))
    assert film.view(40, 1) == before and film.table(40).moves() == film.record.moves[:40]


# ---- finding -----------------------------------------------------------------------------------------------


async def finished_table(door: Doorstep, game: str = VALLEY, **settings: Any) -> tuple[Any, str]:
    ada = await door.visitor("Ada")
    code = (await ada.make(game, ME, BOT, **settings))["code"]
    await play_on(door.core, await table_of(door, code))
    return ada, code


@awaited
async def test_a_finished_table_is_a_study_by_its_code(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, code = await finished_table(door)
        study = await recorded_games.find(door.core, Visitor("127.0.0.1"), code, "de")
        assert study.text == await ada.get(f"/tables/{code}/record")
        assert study.name == code and study.names[0] == "Ada" and study.table == await table_of(door, code)
        film = await film_of(study, door.core.pools.replays, "127.0.0.1")
        assert film.table(film.length).state.scores() == [int(n) for n in study.record.score.split()]
        assert await film_of(study, door.core.pools.replays, "127.0.0.1") is film


@awaited
async def test_what_is_not_over_or_not_to_be_seen_is_no_study(tmp_path: Path) -> None:
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        stranger = Visitor("127.0.0.9")
        ada = await door.visitor("Ada")
        running = (await ada.make(VALLEY, ME, OPEN))["code"]
        _, closed = await finished_table(door, spectators=False)
        daily = (await ada.post(f"/daily/{VALLEY}"))["code"]
        await play_on(door.core, await table_of(door, daily))
        for name, key in [
            (running, "running"),
            (closed, "spectators_off"),
            (daily, "daily_closed"),
            ("x" * 32, "no_table"),
            ("r" + "0" * 32, "no_study"),
        ]:
            with pytest.raises(Refused) as found:
                await recorded_games.find(door.core, stranger, name)
            assert found.value.refusal.key == key
        wall.pass_midnight()
        assert (await recorded_games.find(door.core, stranger, daily)).record.score


# ---- keeping -----------------------------------------------------------------------------------------------


@awaited
async def test_a_record_is_kept_by_the_digest_of_its_text_and_found_by_anybody(tmp_path: Path) -> None:
    text = text_of(GAMES[0])
    async with opened(tmp_path) as door:
        ada = await person(door.core)
        name = await recorded_games.keep(door.core, ada, text)
        assert name == "r" + hashlib.sha256(text.encode()).hexdigest()[:32]
        assert (
            await recorded_games.keep(door.core, ada, b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
            == name
        )
        assert await recorded_games.keep(door.core, ada, f"  {text}\n \n") == name
        study = await recorded_games.find(door.core, Visitor("127.0.0.9"), name, "fr")
        assert (study.text, study.table, study.digest[:32]) == (text, None, name[1:])
        assert study.names == ("Siège 1", "Siège 2", "Siège 3")
        assert [kept.name for kept in await recorded_games.mine(door.core, ada)] == [name]
        with pytest.raises(Refused, match="no_player"):
            await recorded_games.keep(door.core, Visitor("127.0.0.9"), text)


@awaited
async def test_an_unfinished_record_is_kept_too(tmp_path: Path) -> None:
    lines = body_of(text_of(GAMES[0])).splitlines()[:-100]
    async with opened(tmp_path) as door:
        name = await recorded_games.keep(
            door.core, await person(door.core), with_checksum("\n".join([*lines, "= unfinished", ""]))
        )
        assert (await recorded_games.find(door.core, Visitor("-"), name)).record.score == "unfinished"


@awaited
async def test_what_is_no_right_record_is_refused_with_its_line(tmp_path: Path) -> None:
    text = text_of(GAMES[0])
    lines = body_of(text).splitlines()
    tampered = "\n".join([*lines[:60], lines[61], lines[60], *lines[62:], ""])
    async with opened(tmp_path) as door:
        ada = await person(door.core)
        cases: list[tuple[str | bytes, str, int]] = [
            (b"", "bad_record", 1),
            ("hello\n" * 9, "bad_record", 1),
            ("\n".join(lines[:90]), "bad_record", 90),
            (text.replace("sha256 ", "sha256 0"), "bad_record", len(lines) + 1),
            (body_of(text) + f"sha256 {'0' * 64}\n", "bad_record", len(lines) + 1),
            (with_checksum(body_of(text).replace("seats 3", "seats 30")), "bad_record", 4),
            (with_checksum(tampered), "bad_record", 61),
            (with_checksum(" " + body_of(text)), "bad_record", len(lines) + 1),
            (with_checksum(body_of(text).replace("\n= ", "\n= 1")), "bad_record", len(lines)),
        ]
        for given, key, line in cases:
            found = await refused(door.core, ada, given)
            assert (found["key"], found["line"]) == (key, line), found
            assert found["why"]
        assert (await refused(door.core, ada, "x" * (recorded_games.MAX_RECORD_BYTES + 1)))[
            "key"
        ] == "too_large"
        for given in (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "\udfff", b"<svg/>", b"%PDF-1.7\n\0"):
            assert (await refused(door.core, ada, given))["key"] == "no_record"
        other = with_checksum(body_of(text).replace("game walnut-grove", "game chess"))
        assert (await refused(door.core, ada, other))["game"] == "chess"
        other = with_checksum(
            body_of(text).replace("edition farmstead sha256:", "edition farmstead sha256:f")
        )
        assert (await refused(door.core, ada, other))["key"] == "record_edition"
        assert await recorded_games.mine(door.core, ada) == []


@awaited
async def test_an_edition_that_a_table_here_has_is_known_and_stays_as_long_as_its_records(
    tmp_path: Path,
) -> None:
    edition = OTHER
    async with opened(tmp_path) as door:
        ada, code = await finished_table(door, edition=edition)
        text = await ada.get(f"/tables/{code}/record")
        ben = await person(door.core, "Ben")
        name = await recorded_games.keep(door.core, ben, text)
        await ada.ask("DELETE", f"/tables/{code}")
        study = await recorded_games.find(door.core, ben, name)
        assert shelf.edition_of(study.game) == study.record.setup.edition
        again = await recorded_games.keep(door.core, await person(door.core, "Cleo"), text)
        assert again == name
        await recorded_games.drop(door.core, ben, name)
        assert (await door.core.store.counts()).editions == 1
        await door.core.store.players.delete(3)
        assert (await door.core.store.counts()).editions == 0


@awaited
async def test_there_is_room_for_so_many_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_records, "MAX_RECORDS", 2)
    async with opened(tmp_path) as door:
        ada = await person(door.core)
        names = [await recorded_games.keep(door.core, ada, text_of(name)) for name in GAMES[:2]]
        assert (await refused(door.core, ada, text_of(GAMES[2])))["key"] == "records_full"
        assert await recorded_games.keep(door.core, ada, text_of(GAMES[0])) == names[0]
        await recorded_games.drop(door.core, ada, names[0])
        with pytest.raises(Refused, match="no_study"):
            await recorded_games.drop(door.core, ada, names[0])
        await recorded_games.keep(door.core, ada, text_of(GAMES[2]))


# ---- the store ---------------------------------------------------------------------------------------------


@awaited
async def test_a_record_goes_with_the_last_who_keeps_it(place: Any) -> None:
    async with await Store.open(place) as store:
        ada, bo = await store.players.create("Ada"), await store.players.create("Bo")
        record = StoredRecord("r1", "pebbles", "round", None, "a text of Quimby")
        for player in (ada, ada, bo):
            assert await store.records.put(record, player.id)
        assert (await store.players.export(ada.id))["records"][0]["text"] == "a text of Quimby"
        await store.players.delete(ada.id)
        assert (await store.records.get("r1")).text == "a text of Quimby"
        assert [kept.size for kept in await store.records.of(bo.id)] == [16]
        await store.records.drop(bo.id, "r1")
        with pytest.raises(NotThere):
            await store.records.get("r1")


@awaited
async def test_a_record_stays_for_who_keeps_it_while_the_last_who_did_is_leaving(postgres: Cluster) -> None:
    place = postgres.database()
    record = StoredRecord("r1", "pebbles", "round", None, "a text")
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    lock = "SELECT pg_advisory_xact_lock(1)"
    async with await Store.open(place) as store, await Store.open(place) as other:
        ada, bo = await store.players.create("Ada"), await store.players.create("Bo")
        await store.records.put(record, ada.id)

        def keep(connection: Connection) -> None:
            stored_records.put_record(connection, record, 0)
            insert_once(connection, schema.keepers, {"player": bo.id, "record": "r1", "at": 0})
            connection.exec_driver_sql(lock)

        async def wait_until(number: int) -> None:
            while int(postgres.ask(waiting, database=place)[0][0]) < number:
                await asyncio.sleep(0.01)

        async with other._database.long_transaction(write=False) as run:
            await run(lambda connection: connection.exec_driver_sql(lock).all())
            keeping = asyncio.create_task(other._access.writer.do(keep))
            await wait_until(1)
            leaving = asyncio.create_task(store.players.delete(ada.id))
            await wait_until(2)
        await asyncio.gather(keeping, leaving)
        assert [kept.name for kept in await store.records.of(bo.id)] == ["r1"]
        assert (await store.records.get("r1")).text == "a text"


def test_a_record_of_the_tests_is_right() -> None:
    record: Record = read_record(text_of(GAMES[0]).encode())
    assert re_execute(record, shelf.game_for).moves() == record.moves
