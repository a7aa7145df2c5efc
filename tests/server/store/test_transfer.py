"""A store moves to another database with everything in it, or not at all."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Table

from farmstead.cli.main import main
from farmstead.server.base.settings import Settings
from farmstead.server.folder.lock import folder_locked
from farmstead.server.folder.moved_note import NOTE_NAME, GamesMovedAway
from farmstead.server.store import Conflict, SeatRow, Store, StoreAway, StoreDamaged, move_store, schema
from farmstead.server.store import transfer as module
from scripts.postgres import Cluster
from tests.server.asking import ME, OPEN, Browser, opened
from tests.server.hubs import PATIENCE_S, VALLEY, WALNUT
from tests.server.postgres import count_in
from tests.server.stores import a_follower, a_table, awaited, by_hand

Cookies = list[dict[str, str]]


@pytest.fixture
def url(postgres: Cluster) -> str:
    return postgres.database()


async def some_games(folder: Path) -> tuple[list[str], Cookies]:
    """Two people at two tables, in the middle of it, with something said and a table deleted."""
    async with opened(folder) as door:
        ada, ben = await door.people("Ada ☼", "Ben")
        codes = []
        for game in (WALNUT, VALLEY):
            code = (await ada.make(game, ME, OPEN))["code"]
            await ben.post(f"/tables/{code}/seats/1")
            await play(code, [ada, ben], 9)
            await ben.post(f"/tables/{code}/chat", 201, text="Your turn!")
            codes.append(code)
        gone = (await ada.make(VALLEY, ME, OPEN))["code"]
        await ada.ask("DELETE", f"/tables/{gone}")
        return codes, [dict(each.http.cookies) for each in (ada, ben)]


async def play(code: str, players: list[Browser], moves: int) -> None:
    for n in range(moves):
        seat = (await players[0].look(code))["to_act"][0]
        await players[seat].move(code, seat, n)


async def seen(folder: Path, codes: list[str], cookies: Cookies, **settings: Any) -> list[Any]:
    """All that both may see and take away; then they play on."""
    async with opened(folder, **settings) as door:
        players = [await door.visitor(), await door.visitor()]
        for player, cookie in zip(players, cookies, strict=True):
            player.http.cookies.update(cookie)
        found = [await player.get("/me/export") for player in players]
        for code in codes:
            found += [await player.look(code, seat) for seat, player in enumerate(players)]
            found += [await player.get(f"/tables/{code}/news", seat=seat, since=0)
                      for seat, player in enumerate(players)]  # fmt: skip
            found.append(await players[0].get(f"/tables/{code}/chat"))
        return found


async def play_on(folder: Path, codes: list[str], cookies: Cookies, **settings: Any) -> None:
    async with opened(folder, **settings) as door:
        players = [await door.visitor(), await door.visitor()]
        for player, cookie in zip(players, cookies, strict=True):
            player.http.cookies.update(cookie)
        for code in codes:
            await play(code, players, 5)
        assert (await players[0].make(VALLEY, ME, OPEN))["code"]


@pytest.mark.more
def test_games_go_on_in_another_database_and_back(tmp_path: Path, url: str) -> None:
    """Slow: games are played by servers on three stores."""
    folder, back = tmp_path / "server", tmp_path / "back" / "games.db"
    codes, cookies = asyncio.run(some_games(folder))
    before = asyncio.run(seen(folder, codes, cookies))
    assert main(["move-store", str(folder), url]) == 0
    assert asyncio.run(seen(folder, codes, cookies, db=url)) == before
    asyncio.run(play_on(folder, codes, cookies, db=url))
    later = asyncio.run(seen(folder, codes, cookies, db=url))
    assert later != before
    back.parent.mkdir()
    assert main(["move-store", url, str(back)]) == 0
    assert asyncio.run(seen(folder, codes, cookies, db=f"sqlite:///{back}")) == later
    with pytest.raises(GamesMovedAway):  # the old store is as it was, and nobody comes to it by mistake
        asyncio.run(seen(folder, codes, cookies))
    (folder / NOTE_NAME).unlink()
    assert asyncio.run(seen(folder, codes, cookies)) == before


@pytest.mark.more
def test_games_move_back_into_the_folder_of_their_server(
    tmp_path: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Slow: games are played by servers on three stores."""
    folder = tmp_path / "server"
    codes, cookies = asyncio.run(some_games(folder))
    assert main(["move-store", str(folder), url]) == 0
    assert main(["backup", str(tmp_path / "old.backup"), "--folder", str(folder)]) == 1
    assert NOTE_NAME in capsys.readouterr().err  # although no server has been started since
    asyncio.run(play_on(folder, codes, cookies, db=url))
    later = asyncio.run(seen(folder, codes, cookies, db=url))
    assert main(["move-store", url, str(folder)]) == 1
    told = capsys.readouterr().err
    assert "tables.db is there already" in told and "tables-old.db" in told
    (folder / "tables.db").rename(folder / "tables-old.db")
    assert main(["move-store", url, str(folder)]) == 0
    assert asyncio.run(seen(folder, codes, cookies)) == later


def test_a_name_without_ending_is_a_folder(tmp_path: Path) -> None:
    asyncio.run(some_games(tmp_path / "server"))
    for name, made in (("back", "back/tables.db"), ("games.db", "games.db"), ("x.y/", "x.y/tables.db")):
        assert main(["move-store", str(tmp_path / "server"), f"{tmp_path}/{name}"]) == 0
        assert (tmp_path / made).is_file()


@awaited
async def test_numbers_of_what_was_deleted_are_not_used_again(tmp_path: Path, url: str) -> None:
    path, back = tmp_path / "games.db", tmp_path / "back.db"
    async with await Store.open(path) as store:
        first = (await a_table(store, SeatRow(0, "open"))).id
        second, third = (await a_follower(store, first)).id, (await a_table(store)).id
        await store.tables.delete(third)
    await move_store(path, url)
    async with await Store.open(url) as store:
        assert (await store.tables.get(first)).rematch == second
        fourth = (await a_table(store)).id
        assert fourth == third + 1
        await store.tables.delete(fourth)
        assert (await store.check()).is_good
    await move_store(url, back)
    async with await Store.open(back) as store:
        assert (await a_table(store)).id == fourth + 1


@awaited
async def test_a_store_that_has_something_in_it_is_not_moved_to(tmp_path: Path, url: str) -> None:
    path = tmp_path / "games.db"
    async with await Store.open(path) as store:
        await a_table(store)
    async with await Store.open(url) as store:
        await store.players.create("Ada")
    with pytest.raises(Conflict, match="not empty: there are players"):
        await move_store(path, url)
    with pytest.raises(Conflict, match="same place"):
        await move_store(url, url)
    with pytest.raises(StoreAway, match="no store at"):
        await move_store(tmp_path / "nothing.db", url)
    assert not (tmp_path / "nothing.db").exists()


@awaited
async def test_a_store_that_a_server_uses_is_not_moved(
    tmp_path: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opened(tmp_path / "server", db=url) as door:
        async with asyncio.timeout(PATIENCE_S):
            while not door.core.uptime.leads:
                await asyncio.sleep(0.05)
        with pytest.raises(StoreAway, match="A Farmstead server uses"):
            await move_store(url, tmp_path / "games.db")
    with folder_locked(Settings(tmp_path / "server")):
        (tmp_path / "server" / "tables.db").touch()
        assert await asyncio.to_thread(main, ["move-store", str(tmp_path / "server"), url]) != 0
    assert "Another Farmstead server" in capsys.readouterr().err


@awaited
async def test_what_does_not_come_out_as_it_went_in_is_not_moved(
    tmp_path: Path, url: str, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    async with await Store.open(path) as store:
        table = (await a_table(store)).id
        await store.journal.append(table, 1, [b"one", b"two"])
    insert_all = module.insert_all

    def spoils(connection: Connection, into: Table, rows: list[dict[str, Any]]) -> None:
        if into is schema.journal:
            rows = [{**row, "entry": b"something else"} for row in rows]
        insert_all(connection, into, rows)

    monkeypatch.setattr(module, "insert_all", spoils)
    with pytest.raises(StoreDamaged, match="nothing was moved"):
        await move_store(path, url)
    assert count_in(url, "tables", postgres) == 0


@awaited
async def test_damage_from_before_is_told_and_moved_as_it_is(tmp_path: Path, url: str) -> None:
    path = tmp_path / "games.db"
    async with await Store.open(path) as store:
        table = (await a_table(store)).id
        await store.journal.append(table, 1, [b"one", b"two", b"three"])
    by_hand(path, "UPDATE journal SET at = at + 1 WHERE n = 2")
    moved = await move_store(path, url)
    assert moved.spoilt == [(table, 2)] and moved.rows["journal"] == 3
