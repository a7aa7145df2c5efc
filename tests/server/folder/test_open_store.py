"""What is noticed when a server is started: a store in use, damaged or lost, a secret that is another."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from farmstead.cli.main import main
from farmstead.server.base.settings import Settings
from farmstead.server.folder import open_store
from farmstead.server.folder.lock import Taken
from farmstead.server.folder.moved_note import NOTE_NAME, GamesMovedAway
from farmstead.server.folder.open_store import opened_store
from farmstead.server.ops.backups import back_up
from farmstead.server.store import Store, StoreAway, StoreDamaged, sqlite
from scripts.postgres import Cluster
from tests.server.asking import opened
from tests.server.postgres import Place
from tests.server.stores import a_table, awaited, by_hand

NOWHERE = "postgresql://ada@127.0.0.1:1/games"


def warnings(caplog: pytest.LogCaptureFixture, level: int = logging.WARNING) -> list[str]:
    found = [record.getMessage() for record in caplog.records if record.levelno >= level]
    caplog.clear()
    return found


async def start(folder: Path, db: str = "") -> None:
    """And stop again."""
    async with opened_store(Settings(folder, db=db)):
        pass


async def used(folder: Path, db: str = "") -> None:
    """A server with a player."""
    async with opened_store(Settings(folder, db=db)) as (store, _):
        await store.players.create("Ada")


# ---- one server to a file ------------------------------------------------------------------------------


@awaited
async def test_a_file_is_one_server_s_however_it_is_named(tmp_path: Path) -> None:
    one, other, link = tmp_path / "a", tmp_path / "b", tmp_path / "link.db"
    link.symlink_to(one / "tables.db")
    for url in (f"sqlite:///{one}/tables.db", f"sqlite:///{link}"):
        async with opened(one, port=8765):
            with pytest.raises(Taken, match=r"a/tables\.db\. It is open: http://localhost:8765/"):
                await start(other, url)
        async with opened_store(Settings(other, port=8765, db=url)):
            with pytest.raises(Taken, match="It is open: http://localhost:8765/"):
                await start(one)
            assert await asyncio.to_thread(main, ["move-store", str(one), str(tmp_path / "new.db")]) == 1
    await start(one)


# ---- games that are elsewhere --------------------------------------------------------------------------


@awaited
async def test_without_the_database_that_it_is_used_with_a_server_does_not_start(
    tmp_path: Path, postgres: Cluster
) -> None:
    url = postgres.database()
    await used(tmp_path)
    await start(tmp_path, url)
    with pytest.raises(GamesMovedAway, match=rf"--db URL.*delete {tmp_path}/{NOTE_NAME}"):
        await start(tmp_path)
    assert (tmp_path / NOTE_NAME).is_file()
    (tmp_path / NOTE_NAME).unlink()
    await start(tmp_path)


@awaited
async def test_a_database_that_is_not_reached_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(StoreAway):
        await start(tmp_path / "new", NOWHERE)
    assert not (tmp_path / "new").exists()
    await used(tmp_path / "old")
    before = {file.name for file in (tmp_path / "old").iterdir()}
    with pytest.raises(StoreAway):
        await start(tmp_path / "old", NOWHERE)
    assert {file.name for file in (tmp_path / "old").iterdir()} == before
    await back_up(Settings(tmp_path / "old"), tmp_path / "a.backup")


@awaited
async def test_the_folder_s_own_file_is_not_elsewhere(tmp_path: Path) -> None:
    await start(tmp_path, f"sqlite:///{tmp_path}/tables.db")
    assert not (tmp_path / NOTE_NAME).exists()
    await start(tmp_path)


# ---- what is lost --------------------------------------------------------------------------------------


@awaited
async def test_a_secret_that_is_missing_or_another_is_said_once(
    tmp_path: Path, place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    db = place if isinstance(place, str) else ""
    await start(tmp_path, db)
    await used(tmp_path, db)
    assert warnings(caplog) == []
    (tmp_path / "secret.key").unlink()
    await start(tmp_path, db)
    (line,) = warnings(caplog)
    assert str(tmp_path / "secret.key") in line
    if not db:
        assert "was missing" in line and "farmstead restore FILE" in line
    await start(tmp_path, db)
    assert warnings(caplog) == []
    (tmp_path / "secret.key").write_bytes(b"s" * 32)
    await start(tmp_path, db)
    (line,) = warnings(caplog)
    assert "is another than" in line or "is not that of the server" in line


@awaited
async def test_a_missing_secret_is_said_of_a_store_that_has_no_mark_of_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As stores of SQLite have none that older versions used."""
    await used(tmp_path)
    by_hand(tmp_path / "tables.db", "DELETE FROM house WHERE key = 'secret'")
    (tmp_path / "secret.key").unlink()
    await start(tmp_path)
    assert "was missing" in warnings(caplog)[0]


@pytest.mark.parametrize("how", ["empty", "missing"])
@awaited
async def test_a_store_without_anything_beside_an_old_secret_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    await used(tmp_path)
    (tmp_path / "tables.db").unlink()
    if how == "empty":
        (tmp_path / "tables.db").touch()
    await start(tmp_path)
    (line,) = warnings(caplog)
    assert f"{tmp_path / 'tables.db'} was {how}" in line
    assert f"farmstead restore FILE --folder {tmp_path}" in line
    await start(tmp_path)
    assert warnings(caplog) == []


# ---- damage --------------------------------------------------------------------------------------------


async def damaged_in_the_middle(folder: Path) -> None:
    """Where the people are, who cannot be read then; the journals can."""
    async with opened_store(Settings(folder)) as (store, _):
        table = (await a_table(store)).id
        await store.journal.append(table, 1, [b"one"])
        for n in range(200):
            await store.players.create(f"A player with a long name, number {n}")
    path = folder / "tables.db"
    content = bytearray(path.read_bytes())
    page = content.index(b"number 100") // 4096 * 4096
    content[page : page + 4096] = b"\xee" * 4096
    path.write_bytes(content)


@awaited
async def test_damage_is_said_at_the_start_with_the_file_and_what_to_do(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await damaged_in_the_middle(tmp_path)
    await start(tmp_path)
    lines = warnings(caplog, logging.ERROR)
    assert all(str(tmp_path / "tables.db") in line for line in lines)
    assert "farmstead restore FILE --folder FOLDER" in lines[-1]


@awaited
async def test_a_large_store_is_looked_through_while_it_is_used_and_not_for_ever(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await damaged_in_the_middle(tmp_path)
    monkeypatch.setattr(sqlite, "SMALL_FILE_BYTES", 0)
    async with opened_store(Settings(tmp_path)) as (store, _), asyncio.timeout(60):
        while not store.is_checked:
            await asyncio.sleep(0.01)
        assert store.health.troubles
    assert "is damaged" in warnings(caplog, logging.ERROR)[0]


@awaited
async def test_a_check_that_takes_too_long_is_broken_off(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.db"
    await used(tmp_path)
    by_hand(path, "CREATE TABLE filler (x)", "INSERT INTO filler VALUES (zeroblob(200000000))")
    monkeypatch.setattr(open_store, "MAX_CHECK_S", 0.0)
    async with opened_store(Settings(tmp_path)) as (store, _), asyncio.timeout(60):
        while not store.is_checked:
            await asyncio.sleep(0.01)
        assert not store.health.is_complete
        assert (await store.counts()).players == 1  # its connection goes on
        assert store.availability.failure("read") is None
    assert any("farmstead backup FILE" in line for line in warnings(caplog))


@awaited
async def test_who_meets_damage_is_not_told_to_try_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        for n in range(200):
            await door.core.store.players.create(f"A player with a long name, number {n}")
    path = tmp_path / "tables.db"
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'players'").fetchone()
    content = bytearray(path.read_bytes())
    content[4096 * (root - 1) : 4096 * root] = b"\xee" * 4096
    path.write_bytes(content)
    async with opened(tmp_path) as door:
        again = await door.visitor()
        again.http.cookies.update(ada.http.cookies)
        problem = await again.get("/me", 500)
        assert problem["key"] == "store_damaged" and "backup" in problem["sentence"]
        assert "moment" not in problem["sentence"] and "seconds" not in problem["args"]


def test_a_damaged_file_is_named_with_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(used(tmp_path))
    (tmp_path / "tables.db").write_text("this is no database" * 100)
    with pytest.raises(StoreDamaged):
        asyncio.run(start(tmp_path))
    for command in (["backup", str(tmp_path / "x")], ["account", "list"]):
        assert main([*command, "--folder", str(tmp_path)]) == 1
        told = capsys.readouterr().err
        assert str(tmp_path / "tables.db") in told and "farmstead restore FILE --folder FOLDER" in told


@awaited
async def test_a_store_that_is_sound_says_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(2):
        await used(tmp_path)
    async with await Store.open(tmp_path / "tables.db") as store:
        assert store.health.is_good and store.is_checked
    assert warnings(caplog) == []
