"""Stores of every revision that was ever released open as they are now, with everything that was in them."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from farmstead.engine.record import read_record
from farmstead.server.store import (
    ChatLine,
    NotThere,
    Order,
    Par,
    Player,
    PuzzleAnswer,
    Report,
    SeatAt,
    SeatRow,
    Store,
    StoreAway,
    StoreDamaged,
)
from farmstead.server.store.schema import metadata
from farmstead.server.store.upgrade import (
    LAST_WITH_OLDER_STEPS,
    MIGRATIONS_FOLDER,
    OLDEST_ID,
    configured,
    newest,
    upgrade,
)
from farmstead.server.store.urls import database_at
from tests.server.asking import opened
from tests.server.finishing import play_on
from tests.server.stores import a_follower, a_table, awaited, by_hand

KEPT = "r00112233445566778899aabbccddeeff"  # a record
FILLED = Path(__file__).parent / "filled"  # for each revision, what its stores may have in them
RUNNING = {  # code, token of the program in seat 2, and the last entry
    "walnut-grove": ("sjfYb7sLSoooTt-YRz-YSJP-Zxxs7BAv", "lhFp00O_baazrblJsu1j6wzQT3jNF0wX", 17),
    "sunflower-valley": ("jSeYmtSiZ35j5tWDq5diq-YFhO1UV5Sj", "C8Z3BvfON1kAD334mDKaEasmQcjhsht8", 18),
}
SCRIPT = ScriptDirectory.from_config(configured())
REVISIONS = [step.revision for step in SCRIPT.walk_revisions()][::-1]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def make(path: Path, *contents: str) -> None:
    """A store as an earlier version made it, with what is told in these files."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        for name in contents:
            connection.executescript((FILLED / f"{name}.sql").read_text(encoding="utf-8"))
        connection.execute("PRAGMA journal_mode = WAL")


def make_filled(path: Path, revision: str = REVISIONS[-1]) -> None:
    make(path, f"{revision}-schema", revision)


def test_the_steps_follow_one_another() -> None:
    assert [f"{n:04}" for n in range(int(OLDEST_ID), int(OLDEST_ID) + len(REVISIONS))] == REVISIONS
    files = {f"{revision}{what}" for revision in REVISIONS for what in ("", "-schema", "-running")}
    assert {file.stem for file in FILLED.glob("*.sql")} == files


@awaited
@pytest.mark.parametrize("made_by", ["", *REVISIONS])
async def test_new_stores_and_those_of_any_revision_are_as_the_schema_describes(
    path: Path, made_by: str
) -> None:
    if made_by:
        make_filled(path, made_by)
    async with await Store.open(path) as store:
        assert await store._access.read(differences) == []
        assert await store._access.read(revision_of) == REVISIONS[-1]
    made = dict(by_hand(path, "SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
    for table in metadata.sorted_tables:
        assert table.name in made
        if table.dialect_options["sqlite"]["autoincrement"]:
            assert "AUTOINCREMENT" in made[table.name]
        assert ("WITHOUT ROWID" in made[table.name]) != table.dialect_options["sqlite"]["with_rowid"]


@awaited
async def test_a_new_store_has_every_key_and_check_of_one_that_was_upgraded(tmp_path: Path) -> None:
    """Also what alembic does not compare: the names of constraints, and what they say."""
    make_filled(tmp_path / "old.db")
    for name in ("old.db", "new.db"):
        await (await Store.open(tmp_path / name)).close()
    assert parts_of(tmp_path / "old.db") == parts_of(tmp_path / "new.db")


def parts_of(path: Path) -> dict[str, list[str]]:
    """What stands in the definition of each table and index, in whatever order it does."""
    rows = by_hand(path, "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {name: sorted(re.findall(r"[^\s(),\"]+", sql)) for name, sql in rows}


def differences(connection: Connection) -> list[object]:
    options = {"compare_type": True, "compare_server_default": True}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))


def revision_of(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


@awaited
@pytest.mark.parametrize("revision", REVISIONS)
async def test_a_store_of_any_revision_opens_with_all_that_is_in_it(path: Path, revision: str) -> None:
    make_filled(path, revision)
    async with await Store.open(path) as store:
        assert store.health.is_good
        await must_have_everything(store)
        await must_go_on(store)
        assert (await store.check()).is_good


async def must_have_everything(store: Store) -> None:
    ada, bo = Player(3, "Ada", 1000), Player(5, "Bo ☼", 2000)
    found = await store.players.several([3, 5])
    assert {number: replace(each, blocked=None) for number, each in found.items()} == {3: ada, 5: bo}
    assert (await store.sessions.find("token of Ada")).player == ada
    with pytest.raises(NotThere):
        await store.sessions.find("revoked token")
    assert await store.editions.get("d1") == "an edition"
    table, aside = await store.tables.find("code-of-table-7"), await store.tables.find("code-of-table-8")
    assert (table.id, table.game, table.setup, table.options) == (7, "pebbles", b"setup", b"{}")
    assert (table.owner, table.public, table.edition, table.state) == (3, True, "d1", "playing")
    assert (table.last, table.created, table.changed) == (3, 1000, 3000)
    assert (aside.owner, aside.public, aside.edition, aside.why) == (None, False, None, "It is damaged.")
    assert await store.tables.key(7) == bytes(range(32))
    people = [SeatRow(0, "person", 3), SeatRow(1, "device", 3, name="Kim")]
    assert await store.seats.of(7) == [*people, SeatRow(2, "bot", level=4), SeatRow(3, "client")]
    assert await store.seats.of(8) == [SeatRow(0, "former")]
    assert await store.seats.find("token of a seat") == SeatAt(7, SeatRow(3, "client"))
    written = [(1, 1000, b"one"), (2, 2000, b"two\0"), (3, 3000, b"three")]
    assert [(entry.n, entry.at, entry.entry) for entry in await store.journal.read(7)] == written
    assert [entry.up for entry in await store.journal.read(7)] == [0, 1500, 2500]
    assert await store.chat.read(7) == [ChatLine(1, 1000, 5, "hello"), ChatLine(2, 2000, None, "")]
    assert await store.server_state.uptime() == 4000 and aside.rematch == 7
    assert [each.name for each in await store.records.of(3)] == [KEPT]
    assert (await store.records.get(KEPT)).components == "d1"


async def must_go_on(store: Store) -> None:
    await store.server_state.set_uptime(5000)
    await store.journal.append(7, 4, [b"four"], up=await store.server_state.uptime())
    assert (await store.journal.read(7, after=3))[0].up == 5000
    assert await store.tables.to_resume() == [7]
    assert (await store.chat.append(7, 5, "on")).n == 3
    assert (await store.players.create("Eve")).id == 6 and (await a_table(store)).id == 9
    assert (await store.players.delete(3)).tables == [7]
    assert (await store.tables.get(8)).rematch is None
    await a_follower(store, 8)


@awaited
async def test_answers_to_puzzles_are_kept_and_go_with_their_player(path: Path) -> None:
    make_filled(path, "0012")
    async with await Store.open(path) as store:
        first, second = await store.puzzles.of(3)
        assert first == PuzzleAnswer("pebbles", "17", 1, 3000, "2031-05-06", 0.0, True, 1532.0)
        assert (second.puzzle, second.n, second.lost, second.solved) == ("4", 2, None, False)
        again = await store.puzzles.answer(3, "pebbles", "17", "", 9.0, False, lambda *_: 1.0)
        assert again == first
        third = await store.puzzles.answer(3, "pebbles", "5", "", 0.0, True, lambda old, n: (old or 0) + n)
        assert (third.n, third.rating) == (3, 1507.25 + 2)
        told = (await store.players.export(3))["puzzles"]
        assert [each["puzzle"] for each in told] == ["17", "4", "5"] and told[0]["at"].startswith("1970-")
        await store.players.delete(3)
        assert await store.puzzles.of(3) == [] and len(await store.puzzles.of(5)) == 1
        with pytest.raises(NotThere):
            await store.puzzles.answer(3, "pebbles", "6", "", 0.0, True, lambda *_: 1.0)


@awaited
async def test_what_operators_and_reporters_noted_is_kept(path: Path) -> None:
    make_filled(path, "0014")
    async with await Store.open(path) as store:
        assert (await store.players.get(5)).blocked == 4000
        assert await store.moderation.orders() == [Order(2, 4000, "sign_out", 5)]
        assert await store.moderation.reports() == [Report(1, 3000, 3, 7, 5, "rude")]
        assert await store.moderation.reports(is_done=True) == [Report(2, 3500, 5, None, None, "spam", 4000)]
        (invitation,) = await store.moderation.invitations()
        assert (invitation.uses, invitation.note) == (3, "the club")
        assert await store.moderation.is_invited("token of Ada")
        await store.players.delete(5)
        assert await store.moderation.reports() == [Report(1, 3000, 3, 7, None, "rude")]
        await store.players.delete(3)
        assert await store.moderation.reports() == await store.moderation.reports(is_done=True) == []


@awaited
async def test_the_par_of_a_day_is_kept_and_its_record_with_it(path: Path) -> None:
    make_filled(path, "0013")
    async with await Store.open(path) as store:
        par = Par("2031-05-06", "pebbles", 41, KEPT)
        assert await store.dailies.par(par.day, par.game) == par and await store.dailies.pars_in(KEPT) == [
            par
        ]
        for player in (3, 5):  # all who keep its record
            await store.players.delete(player)
        assert (await store.records.get(KEPT)).text == "a record"


@awaited
@pytest.mark.parametrize("revision", REVISIONS)
async def test_no_number_of_a_deleted_table_is_used_again_after_an_upgrade(path: Path, revision: str) -> None:
    make_filled(path, revision)
    by_hand(path, "DELETE FROM tables WHERE id = 8", "DELETE FROM players WHERE id = 5")
    async with await Store.open(path) as store:
        assert (await a_table(store)).id == 9 and (await store.players.create("Eve")).id == 6


# ---- how later steps are taken -------------------------------------------------------------------------

LATER = '''
"""A later step."""
import sqlalchemy as sa
from alembic import op

revision = "{later}"
down_revision = "{head}"


def upgrade() -> None:
    with op.batch_alter_table("tables", recreate="always") as batch:
        batch.add_column(sa.Column("more", sa.Text, nullable=False, server_default="new"))
    {then}
'''


LATER_REVISION = f"{int(REVISIONS[-1]) + 1:04}"


def with_a_later_step(folder: Path, then: str = "") -> Path:
    steps = folder / "a % folder" / "migrations"
    shutil.copytree(MIGRATIONS_FOLDER, steps)
    text = LATER.format(head=REVISIONS[-1], later=LATER_REVISION, then=then)
    (steps / "versions" / f"r{LATER_REVISION}_later.py").write_text(text, encoding="utf-8")
    return steps


@awaited
async def test_a_table_that_is_made_anew_takes_nothing_along(path: Path) -> None:
    """With foreign keys in force, dropping the old `tables` would delete every journal."""
    make_filled(path)
    await upgrade(database_at(path), steps=with_a_later_step(path.parent))
    assert by_hand(path, "SELECT count(*), max(more) FROM tables") == [(2, "new")]
    assert by_hand(path, "SELECT count(*) FROM journal") == [(3,)]
    assert by_hand(path, "PRAGMA foreign_key_check") == []


@awaited
@pytest.mark.parametrize(
    ("then", "error"),
    [
        ('op.execute("DELETE FROM players")', StoreDamaged),
        ('op.execute("INSERT INTO nowhere VALUES (1)")', StoreAway),
    ],
)
async def test_a_step_that_fails_leaves_everything_as_it_was(
    path: Path, then: str, error: type[StoreAway]
) -> None:
    make_filled(path)
    before = dump(path)
    with pytest.raises(error):
        await upgrade(database_at(path), steps=with_a_later_step(path.parent, then))
    assert dump(path) == before


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


@awaited
async def test_a_store_of_a_later_version_is_left_alone(path: Path) -> None:
    make_filled(path)
    await upgrade(database_at(path), steps=with_a_later_step(path.parent))
    before = dump(path)
    with pytest.raises(StoreAway, match="another version"):
        await Store.open(path)
    assert dump(path) == before


@awaited
@pytest.mark.parametrize("revision", ["0001", "0009"])
async def test_a_store_older_than_the_steps_is_left_alone_and_told_what_to_do(
    path: Path, revision: str
) -> None:
    make_filled(path)
    by_hand(path, f"UPDATE alembic_version SET version_num = '{revision}'")
    before = dump(path)
    with pytest.raises(StoreAway, match=f"of revision {revision}.* with commit {LAST_WITH_OLDER_STEPS}"):
        await Store.open(path)
    assert dump(path) == before and not list(path.parent.glob("*before*"))


# ---- games that are being played -----------------------------------------------------------------------


@pytest.mark.more
@awaited
@pytest.mark.parametrize("revision", REVISIONS)
async def test_games_of_any_revision_are_played_on(tmp_path: Path, revision: str) -> None:
    """One of each kind; their boards are as they were, and a program is still known by its token.

    Slow: a server is started on a store of every version.
    """
    tmp_path.chmod(0o700)
    make(tmp_path / "tables.db", f"{revision}-schema", f"{revision}-running")
    async with opened(tmp_path) as door:
        assert bool(list(tmp_path.glob("*before*"))) == (revision != REVISIONS[-1])
        for game, (code, token, number) in RUNNING.items():
            row = await door.core.store.tables.find(code)
            assert (row.game, row.state, row.last) == (game, "playing", number)
            program = await door.visitor(token=token)
            seen = await program.look(code, 2)
            assert seen["phase"] == "playing" and seen["number"] >= number and seen["to_act"]
            while 2 not in (await program.look(code))["to_act"]:
                await play_on(door.core, row.id, moves=1)
            await program.move(code, 2)
            await play_on(door.core, row.id)
            assert (await program.look(code))["phase"] == "over"
            record = read_record((await program.get(f"/tables/{code}/record")).encode())
            assert record.setup.game == game and len(record.setup.options) == 1
        assert (await door.core.store.check()).is_good


def test_nothing_is_needed_but_the_package(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No ini file, wherever the program is started."""
    monkeypatch.chdir(tmp_path)
    asyncio.run(upgrade(database_at(path)))
    assert [file.name for file in tmp_path.iterdir()] == ["games.db"]


def test_the_newest_revision_is_that_of_the_last_file_by_name() -> None:
    """So a store that is up to date is opened without alembic."""
    assert newest() == ScriptDirectory.from_config(configured()).get_current_head()
