"""A backup taken while games are played has all that was answered before, and games go on from it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from farmstead.cli.main import main
from farmstead.server.base.settings import Settings
from farmstead.server.folder.lock import Taken
from farmstead.server.folder.moved_note import NOTE_NAME, GamesMovedAway
from farmstead.server.ops.backups import CannotRestore, back_up, last_backup, restore
from farmstead.server.store import Conflict, Store, StoreAway, StoreDamaged
from farmstead.server.store.copy_file import damaged_tables
from farmstead.server.store.journal import checksum
from scripts.postgres import Cluster
from tests.server.asking import ME, OPEN, Browser, opened
from tests.server.hubs import VALLEY
from tests.server.postgres import Place
from tests.server.stores import awaited, by_hand


async def two_at_a_table(door: Any) -> tuple[list[Browser], str]:
    players = await door.people("Ada", "Ben")
    code = (await players[0].make(VALLEY, ME, OPEN))["code"]
    await players[1].post(f"/tables/{code}/seats/1")
    return players, code


async def play_on(players: list[Browser], code: str, answered: list[int], stop: asyncio.Event) -> None:
    """Until told to stop, or the game is over; notes how many entries there were at each answer."""
    while not stop.is_set():
        to_act = (await players[0].look(code))["to_act"]
        if not to_act:
            return
        seat = to_act[0]
        position = await players[seat].look(code, seat)
        body = {"seat": seat, "decision": position["decision"], "move": position["legal"][0]}
        answered.append((await players[seat].post(f"/tables/{code}/moves", **body))["number"])


def settings_at(folder: Path, place: Place) -> dict[str, Any]:
    return {} if isinstance(place, Path) else {"db": place}


@awaited
async def test_every_move_that_was_answered_before_is_in_it_and_the_games_go_on(
    tmp_path: Path, place: Place, request: pytest.FixtureRequest
) -> None:
    folder, extra = tmp_path / "server", settings_at(tmp_path, place)
    taken: list[tuple[Path, int]] = []
    async with opened(folder, **extra) as door:
        players, code = await two_at_a_table(door)
        answered, stop = [0], asyncio.Event()
        playing = asyncio.create_task(play_on(players, code, answered, stop))
        for n in range(2):
            while len(answered) < 4 * (n + 1):
                await asyncio.sleep(0)
            file, before = tmp_path / f"{n}.backup", answered[-1]
            await back_up(Settings(folder, **extra), file)
            taken.append((file, before))
        stop.set()
        await playing
        cookies = [dict(player.http.cookies) for player in players]
    for file, before in taken:
        there = tmp_path / f"restored from {file.stem}"
        again = settings_at(there, place)
        if again:
            cluster: Cluster = request.getfixturevalue("postgres")
            again = {"db": cluster.database()}
        await asyncio.to_thread(restore, Settings(there, **again), file)
        async with opened(there, **again) as door:
            came = await door.people("", "")
            for player, cookie in zip(came, cookies, strict=True):
                player.http.cookies.update(cookie)
            position = await came[0].look(code, 0)
            assert position["number"] >= before
            moves, stop = [0], asyncio.Event()
            await asyncio.gather(play_on(came, code, moves, stop), stop_after(moves, 3, stop))
            assert moves[-1] > position["number"]


async def stop_after(moves: list[int], number: int, stop: asyncio.Event) -> None:
    while len(moves) <= number:
        await asyncio.sleep(0)
    stop.set()


async def a_backup(tmp_path: Path) -> Path:
    file = tmp_path / "one.backup"
    async with opened(tmp_path / "server") as door:
        await two_at_a_table(door)
        await back_up(Settings(tmp_path / "server"), file)
    return file


@awaited
async def test_it_is_for_its_owner_only_and_nothing_is_written_over(tmp_path: Path) -> None:
    file = await a_backup(tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith("one.")] == ["one.backup"]
    before = file.read_bytes()
    with pytest.raises(CannotRestore, match="--force"):
        await back_up(Settings(tmp_path / "server"), file)
    assert file.read_bytes() == before
    await back_up(Settings(tmp_path / "server"), file, over=True)
    with pytest.raises(CannotRestore, match="already"):
        restore(Settings(tmp_path / "server"), file)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "secret.key").write_bytes(b"s" * 32)
    with pytest.raises(CannotRestore, match="another server"):
        restore(Settings(tmp_path / "other"), file)
    assert not (tmp_path / "other" / "tables.db").exists()


@awaited
async def test_no_backup_is_taken_of_an_old_file_when_games_are_elsewhere(tmp_path: Path) -> None:
    file, folder, url = await a_backup(tmp_path), tmp_path / "server", f"sqlite:///{tmp_path}/moved.db"
    async with opened(folder, db=url) as door:
        await door.people("Cleo")
    with pytest.raises(GamesMovedAway, match=r"moved\.db.*--db URL"):
        await back_up(Settings(folder), file, over=True)
    await back_up(Settings(folder, db=url), file, over=True)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM players").fetchall() == [("Cleo",)]
    with pytest.raises(GamesMovedAway, match="If the games in the folder are to count"):
        async with opened(folder):
            pass
    (folder / NOTE_NAME).unlink()
    async with opened(folder):  # whoever says so means the folder's own games
        await back_up(Settings(folder), file, over=True)


@awaited
async def test_where_a_server_runs_nothing_is_restored(tmp_path: Path) -> None:
    file = await a_backup(tmp_path)
    async with opened(tmp_path / "other"):
        with pytest.raises(Taken):
            restore(Settings(tmp_path / "other"), file)


@awaited
async def test_a_database_that_is_used_or_not_empty_is_left_alone(tmp_path: Path, postgres: Cluster) -> None:
    file, url = await a_backup(tmp_path), postgres.database()
    async with opened(tmp_path / "other", db=url):
        with pytest.raises(StoreAway, match="Stop it first"):
            await asyncio.to_thread(restore, Settings(tmp_path / "new", db=url), file)
    async with opened(tmp_path / "other", db=url) as door:
        await door.people("Ada")
    with pytest.raises(Conflict, match="not empty"):
        await asyncio.to_thread(restore, Settings(tmp_path / "new", db=url), file)


@pytest.mark.parametrize("damage", ["cut", "spoilt", "no backup", "newer", "too old", "nothing"])
def test_what_is_no_sound_backup_is_refused_before_anything_is_done(tmp_path: Path, damage: str) -> None:
    file = asyncio.run(a_backup(tmp_path))
    match damage:
        case "cut":
            file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
        case "spoilt":
            whole = bytearray(file.read_bytes())
            whole[4096 * 3 : 4096 * 6] = b"\xff" * 4096 * 3
            file.write_bytes(whole)
        case "no backup":
            shutil.copy(tmp_path / "server" / "tables.db", file)
        case "newer":
            by_hand(file, "UPDATE alembic_version SET version_num = '9999'")
        case "too old":
            by_hand(file, "UPDATE alembic_version SET version_num = '0009'")
        case "nothing":
            file.unlink()
    with pytest.raises((StoreAway, StoreDamaged)):
        restore(Settings(tmp_path / "new"), file)
    assert not (tmp_path / "new").exists()


def test_the_commands_take_look_through_and_put_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, file, there = tmp_path / "server", tmp_path / "a.backup", tmp_path / "there"
    asyncio.run(a_backup(tmp_path))
    assert main(["backup", str(file), "--folder", str(folder)]) == 0
    assert not list(
        folder.glob("tables.db-*")
    )  # whoever took it left nothing that the server could stumble over
    assert main(["backup", str(file), "--folder", str(folder)]) == 1
    assert "--force" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "b"), "--folder", str(tmp_path)]) == 1
    assert "secret.key" in capsys.readouterr().err
    assert main(["restore", str(file), "--check"]) == 0
    assert "is sound" in capsys.readouterr().out
    assert main(["restore", str(file), "--folder", str(there)]) == 0
    assert (there / "secret.key").read_bytes() == (folder / "secret.key").read_bytes()
    assert (folder / "secret.key").read_bytes() not in (there / "tables.db").read_bytes()
    with closing(sqlite3.connect(there / "tables.db")) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    assert "backup" not in names and "journal" in names
    assert asyncio.run(is_good(there / "tables.db"))


SPOILT = """UPDATE journal SET entry = CAST('{}' AS BLOB) WHERE "table" = 1 AND n = 2"""
MISSING = """DELETE FROM journal WHERE "table" = 1 AND n = 2"""


async def two_tables(folder: Path) -> None:
    async with opened(folder) as door:
        await two_at_a_table(door)
        await two_at_a_table(door)


@pytest.mark.parametrize("damage", [SPOILT, MISSING])
def test_a_backup_with_damaged_entries_is_taken_and_never_called_sound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    folder, file, there = tmp_path / "server", tmp_path / "a.backup", tmp_path / "there"
    asyncio.run(two_tables(folder))
    by_hand(folder / "tables.db", damage)
    named = "table 1 is damaged from entry 2 on"
    assert main(["backup", str(file), "--folder", str(folder)]) == 3
    told = capsys.readouterr()
    assert named in told.err and "table 2" not in told.err and not told.out
    assert main(["restore", str(file), "--check"]) == 3
    told = capsys.readouterr()
    assert named in told.err and "is not sound" in told.err and "is sound" not in told.out
    assert main(["restore", str(file), "--folder", str(there)]) == 3
    assert "with this damage" in capsys.readouterr().err
    assert len(by_hand(there / "tables.db", 'SELECT n FROM journal WHERE "table" = 2')) == 3
    assert last_backup(Settings(folder)) == 0  # none that whoever watches over it could count on


def test_a_sound_backup_is_not_written_over_by_a_damaged_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, file = tmp_path / "server", tmp_path / "monday.backup"
    asyncio.run(two_tables(folder))
    assert main(["backup", str(file), "--folder", str(folder)]) == 0
    assert abs(last_backup(Settings(folder)) - time.time()) < 600
    before = file.read_bytes()
    by_hand(folder / "tables.db", SPOILT)
    for _ in range(2):  # every week again
        assert main(["backup", str(file), "--folder", str(folder), "--force"]) == 3
        assert "stays as it is" in capsys.readouterr().err
    assert file.read_bytes() == before and (tmp_path / "monday.backup.damaged").is_file()


def test_a_backup_of_a_database_names_damaged_entries(
    tmp_path: Path, postgres: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, url = tmp_path / "server", postgres.database()
    asyncio.run(two_tables(folder))
    by_hand(folder / "tables.db", SPOILT)
    assert main(["move-store", str(folder), url]) == 0
    assert main(["backup", str(tmp_path / "a.backup"), "--folder", str(folder), "--db", url]) == 3
    assert "table 1 is damaged from entry 2 on" in capsys.readouterr().err


def test_an_entry_too_many_or_one_that_is_missing_is_damage() -> None:
    """Also of entries from before there was a server time."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE tables (id INTEGER PRIMARY KEY, last INTEGER)")
        connection.execute('CREATE TABLE journal ("table", n, at, entry, crc, up)')
        connection.execute("INSERT INTO tables VALUES (1, 2), (2, 1), (3, 1)")
        for table, n in ((1, 1), (1, 2), (2, 1), (2, 2)):
            row = (table, n, 5, b"x", checksum(table, n, 5, b"x"))
            connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, 0)", row)
        assert damaged_tables(connection) == [(2, 2, 1), (3, 1, 1)]


async def is_good(path: Path) -> bool:
    async with await Store.open(path) as store:
        return store.health.is_good
