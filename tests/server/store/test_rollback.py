"""Before a newer version changes a store, it keeps a copy that the older one can use."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from farmstead.server.store import Store, StoreAway, StoreFull
from farmstead.server.store import upgrade as upgrade_module
from farmstead.server.store.rollback import COPIES_KEPT
from scripts.postgres import Cluster
from tests.server.asking import opened
from tests.server.store.test_upgrade import LATER_REVISION, REVISIONS, make_filled, with_a_later_step
from tests.server.stores import awaited, by_hand

OLD = REVISIONS[-1]
REVISION = "SELECT version_num FROM alembic_version"


@pytest.fixture
def later(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the next version, which changes stores of this one."""
    monkeypatch.setattr(
        upgrade_module, "MIGRATIONS_FOLDER", with_a_later_step(tmp_path_factory.mktemp("later"))
    )


@pytest.mark.usefixtures("later")
@awaited
async def test_the_copy_is_of_the_old_revision_and_has_everything(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tables.db"
    make_filled(path)
    async with await Store.open(path) as store:
        await store.players.create("Cy")
    copy = tmp_path / f"tables-before-{LATER_REVISION}.db"
    assert by_hand(path, REVISION) == [(LATER_REVISION,)]
    assert by_hand(copy, REVISION) == [(OLD,)]
    assert by_hand(copy, "SELECT name FROM players") == [("Ada",), ("Bo ☼",)]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600 and str(copy) in caplog.text
    path.unlink()  # the way back: the copy in its place, as the older version would find it
    copy.rename(path)
    assert by_hand(path, "PRAGMA integrity_check") == [("ok",)]
    async with await Store.open(path) as store:  # and on again
        assert store.health.is_good
    assert copy.exists()


@awaited
async def test_a_store_that_stays_as_it_is_is_not_copied(tmp_path: Path) -> None:
    for _ in range(2):
        await (await Store.open(tmp_path / "tables.db")).close()
    assert not list(tmp_path.glob("*before*"))


@pytest.mark.usefixtures("later")
@awaited
async def test_only_the_last_copies_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    make_filled(path)
    for revision in ("0008", "0009"):
        (tmp_path / f"tables-before-{revision}.db").touch()
    (tmp_path / "tables-before-easter.db").touch()
    await (await Store.open(path)).close()
    kept = sorted(each.name for each in tmp_path.glob("*before-0*"))
    assert len(kept) == COPIES_KEPT and kept[-1] == f"tables-before-{LATER_REVISION}.db"
    assert (tmp_path / "tables-before-easter.db").exists()  # somebody else's


@pytest.mark.usefixtures("later")
@awaited
async def test_without_room_for_a_copy_nothing_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    make_filled(path)
    (tmp_path / f"tables-before-{LATER_REVISION}.db").mkdir()  # nothing can be put there
    with pytest.raises(StoreFull, match="no copy of it could be made"):
        await Store.open(path)
    assert by_hand(path, REVISION) == [(OLD,)]


@awaited
async def test_a_database_is_not_changed_under_a_server_that_uses_it(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.database()
    async with opened(tmp_path / "server", db=url):
        with monkeypatch.context() as patched:
            patched.setattr(upgrade_module, "MIGRATIONS_FOLDER", with_a_later_step(tmp_path))
            with pytest.raises(StoreAway, match="Stop it first"):
                await Store.open(url)
    await (await Store.open(url)).close()
