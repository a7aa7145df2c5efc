"""Stores of every revision that was ever released open as they are now, with everything that was in them."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from farmstead.server.store import (
    Account,
    Line,
    NotThere,
    Player,
    Seat,
    SeatAt,
    Store,
    StoreAway,
    StoreDamaged,
)
from farmstead.server.store.schema import metadata
from farmstead.server.store.upgrade import STEPS, configured, upgrade
from farmstead.server.store.urls import database_at
from tests.server.stores import a_table, awaited, by_hand

KEPT = "r00112233445566778899aabbccddeeff"  # a record
FILLED = Path(__file__).parent / "filled"  # for each revision, what its stores may have in them
SCRIPT = ScriptDirectory.from_config(configured())
REVISIONS = [step.revision for step in SCRIPT.walk_revisions()][::-1]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


async def make(path: Path, revision: str, steps: Path = STEPS) -> None:
    database = database_at(path)
    await database.prepare()
    await upgrade(database, revision, steps)


def fill(path: Path, revision: str) -> None:
    """With what stores of this revision have."""
    text = (FILLED / f"{revision}.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.executescript(text)


def test_the_steps_follow_one_another() -> None:
    assert [f"{n:04}" for n in range(1, len(REVISIONS) + 1)] == REVISIONS
    assert sorted(file.stem for file in FILLED.glob("*.sql")) == REVISIONS


@awaited
async def test_the_steps_lead_to_what_the_schema_describes(path: Path) -> None:
    async with await Store.open(path) as store:
        assert await store._access.read(differences) == []
        assert await store._access.read(revision_of) == REVISIONS[-1]
    made = dict(by_hand(path, "SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
    for table in metadata.sorted_tables:
        assert table.name in made
        if table.dialect_options["sqlite"]["autoincrement"]:
            assert "AUTOINCREMENT" in made[table.name]
        assert ("WITHOUT ROWID" in made[table.name]) != table.dialect_options["sqlite"]["with_rowid"]


def differences(connection: Connection) -> list[object]:
    options = {"compare_type": True, "compare_server_default": True}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))


def revision_of(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


@awaited
@pytest.mark.parametrize("revision", REVISIONS)
async def test_a_store_of_any_revision_opens_with_all_that_is_in_it(path: Path, revision: str) -> None:
    await make(path, revision)
    fill(path, revision)
    async with await Store.open(path) as store:
        assert store.health.is_good
        await must_have_everything(store)
        await must_have_what_came_later(store, revision)
        await must_go_on(store)
        assert (await store.check()).is_good


async def must_have_everything(store: Store) -> None:
    ada, bo = Player(3, "Ada", 1000), Player(5, "Bo ☼", 2000)
    assert await store.players.several([3, 5]) == {3: ada, 5: bo}
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
    people = [Seat(0, "person", 3), Seat(1, "device", 3, name="Kim")]
    assert await store.seats.of(7) == [*people, Seat(2, "bot", level=4), Seat(3, "client")]
    assert await store.seats.of(8) == [Seat(0, "former")]
    assert await store.seats.find("token of a seat") == SeatAt(7, Seat(3, "client"))
    written = [(1, 1000, b"one"), (2, 2000, b"two\0"), (3, 3000, b"three")]
    assert [(entry.n, entry.at, entry.entry) for entry in await store.journal.read(7)] == written
    assert await store.chat.read(7) == [Line(1, 1000, 5, "hello"), Line(2, 2000, None, "")]


async def must_have_what_came_later(store: Store, revision: str) -> None:
    """As it was written, or as if it had always been there."""
    has_house_time = revision >= "0002"
    ups = [entry.up for entry in await store.journal.read(7)]
    assert ups == ([0, 1500, 2500] if has_house_time else [0, 0, 0])
    assert await store.server_state.uptime() == (4000 if has_house_time else 0)
    assert (await store.tables.get(8)).rematch == (7 if has_house_time else None)
    devices = [session.device for session in await store.sessions.of(3)]
    assert devices in ([""], ["Firefox, Linux"])
    if revision == "0004":
        account = Account(4, "Cy", "cy", "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA", 1200, 1300)
        assert await store.accounts.find("cy") == account and devices == ["Firefox, Linux"]
    if revision == "0008":
        assert [each.name for each in await store.records.of(3)] == [KEPT]
        assert (await store.records.get(KEPT)).components == "d1"
    if revision <= "0006":
        await must_have_ratings(store, revision == "0006")


async def must_have_ratings(store: Store, has_them: bool) -> None:
    """Games that had begun before there were ratings do not count."""
    assert await store.ratings.why(8) == ("closed" if has_them else "before")
    assert await store.ratings.hinted(7) == ({0} if has_them else set())
    best = [(each.who, each.name, each.skill) for each in await store.ratings.best("pebbles", 4)]
    assert best == ([("p3", "Ada", (26.5, 7.25)), ("level:4", "", (23.5, 7.25))] if has_them else [])
    assert len(await store.ratings.steps("pebbles", 4, "p3")) == has_them
    assert [each.points for each in await store.dailies.attempts("2031-05-06", "pebbles")] == [41] * has_them


async def must_go_on(store: Store) -> None:
    await store.server_state.set_uptime(5000)
    await store.journal.append(7, 4, [b"four"], up=await store.server_state.uptime())
    assert (await store.journal.read(7, after=3))[0].up == 5000
    assert await store.tables.playing() == [7]
    assert (await store.chat.append(7, 5, "on")).n == 3
    assert (await store.players.create("Eve")).id == 6 and (await a_table(store)).id == 9
    assert (await store.players.delete(3)).tables == [7]
    assert (await store.tables.get(8)).rematch is None
    await store.tables.set_rematch(8, 9)


@awaited
@pytest.mark.parametrize("revision", REVISIONS)
async def test_no_number_of_a_deleted_table_is_used_again_after_an_upgrade(path: Path, revision: str) -> None:
    await make(path, revision)
    fill(path, revision)
    by_hand(path, "DELETE FROM tables WHERE id = 8", "DELETE FROM players WHERE id = 5")
    async with await Store.open(path) as store:
        assert (await a_table(store)).id == 9 and (await store.players.create("Eve")).id == 6


# ---- how later steps are taken -------------------------------------------------------------------------

LATER = '''
"""A later step."""
import sqlalchemy as sa
from alembic import op

revision = "later"
down_revision = "{head}"


def upgrade() -> None:
    with op.batch_alter_table("tables", recreate="always") as batch:
        batch.add_column(sa.Column("more", sa.Text, nullable=False, server_default="new"))
    {then}
'''


def with_a_later_step(folder: Path, then: str = "") -> Path:
    steps = folder / "a % folder" / "migrations"
    shutil.copytree(STEPS, steps)
    text = LATER.format(head=REVISIONS[-1], then=then)
    (steps / "versions" / "later.py").write_text(text, encoding="utf-8")
    return steps


@awaited
async def test_a_table_that_is_made_anew_takes_nothing_along(path: Path) -> None:
    """With foreign keys in force, dropping the old `tables` would delete every journal."""
    await make(path, "head")
    fill(path, REVISIONS[-1])
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
    await make(path, "head")
    fill(path, REVISIONS[-1])
    before = dump(path)
    with pytest.raises(error):
        await upgrade(database_at(path), steps=with_a_later_step(path.parent, then))
    assert dump(path) == before


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


@awaited
async def test_a_store_of_a_later_version_is_left_alone(path: Path) -> None:
    await make(path, "head", with_a_later_step(path.parent))
    before = dump(path)
    with pytest.raises(StoreAway, match="another version"):
        await Store.open(path)
    assert dump(path) == before


def test_nothing_is_needed_but_the_package(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No ini file, wherever the program is started."""
    monkeypatch.chdir(tmp_path)
    asyncio.run(make(path, "head"))
    assert [file.name for file in tmp_path.iterdir()] == ["games.db"]
