"""Copies of a store as one SQLite file, taken while servers use it, and verified before they count.

A backup has one table more than a store, with what does not stand in it: the secret of the server, and when
and by which version it was made.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import Connection

from farmstead.server.store.database import Database
from farmstead.server.store.errors import Conflict, StoreAway, StoreDamaged, StoreFull, damage_at, translated
from farmstead.server.store.journal import is_sound
from farmstead.server.store.rows import TableId
from farmstead.server.store.sqlite import file_of
from farmstead.server.store.transfer import copy_all
from farmstead.server.store.upgrade import check_not_too_old, configured, newest, upgrade
from farmstead.server.store.urls import database_at, is_shared, shown_place

BACKUP_TABLE: Final = "backup"  # the table that only backups have


async def take(place: str | Path, file: Path, beside: Mapping[str, bytes]) -> Backup:
    """The store at `place` in a new file, as it is at one moment, and what is to stand `beside` it."""
    with damage_at(shown_place(place)):
        if is_shared(place):
            await take_from_shared(str(place), file)
        else:
            with translated():
                copy_file(file_of(place), file)
        with translated(), closing(sqlite3.connect(file)) as connection:
            connection.execute(f"CREATE TABLE {BACKUP_TABLE} (name TEXT PRIMARY KEY, value BLOB NOT NULL)")
            connection.executemany(f"INSERT INTO {BACKUP_TABLE} VALUES (?, ?)", list(beside.items()))
            connection.commit()
        return look_through(file, "Its copy")


async def take_from_shared(url: str, file: Path) -> None:
    """All rows of a database as one transaction sees them, in a file of SQLite."""
    old, new = database_at(url), database_at(file)
    try:
        await old.prepare()
        await check_up_to_date(old)
        await new.prepare()
        await upgrade(new)
        with translated():
            await copy_all(old, new, str(file), is_alone=False)
    finally:
        await old.close()
        await new.close()
    with translated():
        as_one_file(file)


async def check_up_to_date(database: Database) -> None:
    """Refuse to copy a store of an older schema: it would have to be migrated while in use."""
    with translated():
        found = await database.read(revisions)
    if found != [newest()]:
        raise StoreAway(
            f"The store is of revision {', '.join(found) or '-'}; this version of Farmstead knows {newest()}."
            " Take the backup with the version that the server runs."
        )


def revisions(connection: Connection) -> list[str]:
    try:
        return [row[0] for row in connection.exec_driver_sql("SELECT version_num FROM alembic_version")]
    except Exception as error:
        raise StoreAway("There are no games in this database.") from error


def copy_file(source: Path, target: Path) -> None:
    """By SQLite itself, in one step: whoever writes meanwhile is not held up, and is not in it."""
    if not source.is_file():
        raise StoreAway(f"There is no store at {source}.")
    make_private(target)
    try:
        with closing(only_read(source)) as reads, closing(sqlite3.connect(target)) as writes:
            reads.backup(writes)
        as_one_file(target)
    except BaseException:
        remove(target)
        raise


def only_read(path: Path) -> sqlite3.Connection:
    """A file that a server may be using. Opened as one to write in, or companions would be left behind."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)
    connection.execute("PRAGMA query_only = ON")
    return connection


def as_one_file(path: Path) -> None:
    """Leave write-ahead mode and fsync: one file without companions."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_private(path: Path) -> None:
    """An empty file for nobody else to read; Conflict if there is one."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise Conflict(f"{path} is there already.") from None
    except OSError as error:
        raise StoreAway(f"{path} cannot be written: {error.strerror}.") from error


def remove(path: Path) -> None:
    """Remove a file of SQLite with its companions (`-wal`, `-shm`)."""
    for each in (path, *companions(path)):
        with suppress(OSError):
            each.unlink()


def companions(path: Path) -> list[Path]:
    """What SQLite keeps beside a file while it is used."""
    return list(path.parent.glob(f"{escape(path.name)}-*"))


# ---- looking through ---------------------------------------------------------------------------------------


class Backup(NamedTuple):
    """What a backup holds besides the store, and how it is."""

    beside: dict[str, bytes]
    damaged: Sequence[DamagedTable]  # as they were when it was taken

    @property
    def is_sound(self) -> bool:
        return not self.damaged


class DamagedTable(NamedTuple):
    """A table of which entries are missing, or not as they were written."""

    table: TableId
    n: int  # the first of them
    last: int  # entry that it should have


def look_through(file: Path, called: str = "") -> Backup:
    """Read all of it; StoreDamaged or StoreAway says why it cannot be used."""
    if not file.is_file():
        raise StoreAway(f"There is no backup at {file}.")
    try:
        with translated():
            return _look_through(file)
    except StoreDamaged as error:
        raise StoreDamaged(f"{called or file} is damaged. {error}") from error


def _look_through(file: Path) -> Backup:
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        check_kind(connection, file)
        found = [str(text) for (text,) in connection.execute("PRAGMA integrity_check(5)") if text != "ok"]
        if found:
            raise StoreDamaged(f"SQLite says: {'; '.join(found)}.")
        named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if not {BACKUP_TABLE, "alembic_version", "tables", "journal"} <= {name for (name,) in named}:
            raise StoreAway(f"{file} is no backup of a Farmstead server.")
        check_revision(connection, file)
        rows = connection.execute(f"SELECT name, value FROM {BACKUP_TABLE}")
        return Backup({str(name): bytes(value) for name, value in rows}, damaged_tables(connection))


def damaged_tables(connection: sqlite3.Connection) -> list[DamagedTable]:
    """All whose journal has not exactly the entries 1 to `last`, each as its checksum says."""
    last: dict[TableId, int] = dict(connection.execute("SELECT id, last FROM tables"))
    read = dict.fromkeys(last, 0)  # how many entries of each are good, from the first on
    rows = connection.execute('SELECT "table", n, at, entry, crc, up FROM journal ORDER BY "table", n')
    spare: dict[TableId, int] = {}  # entries after the last, or of a table that is not there
    for table, n, at, entry, crc, server_time in rows:
        if n > last.get(table, 0):
            spare.setdefault(table, n)
        elif n == read[table] + 1 and is_sound(table, n, at, entry, crc, server_time):
            read[table] = n
    found = [DamagedTable(table, read[table] + 1, last[table]) for table in last if read[table] < last[table]]
    found += [
        DamagedTable(table, n, last.get(table, 0))
        for table, n in spare.items()
        if read.get(table, 0) == last.get(table, 0)
    ]
    return sorted(found)


def check_kind(connection: sqlite3.Connection, file: Path) -> None:
    try:
        connection.execute("PRAGMA schema_version")
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_NOTADB:
            raise
        raise StoreAway(f"{file} is no backup of a Farmstead server.") from None


def check_revision(connection: sqlite3.Connection, file: Path) -> None:
    found = [str(text) for (text,) in connection.execute("SELECT version_num FROM alembic_version")]
    check_not_too_old(found[0] if found else None, file)
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    try:
        ScriptDirectory.from_config(configured()).get_revision(found[0] if found else "-")
    except CommandError:
        raise StoreAway(
            f"{file} was made by a newer version of Farmstead (revision {', '.join(found) or '-'})."
            " Install that version, or one that is newer."
        ) from None


# ---- putting back ------------------------------------------------------------------------------------------


def put_back(file: Path, target: Path) -> None:
    """The store of a backup as a new file."""
    with translated():
        copy_file(file.absolute(), target)
        try:
            with closing(sqlite3.connect(target, isolation_level=None)) as connection:
                connection.execute("PRAGMA secure_delete = ON")
                connection.execute(f"DROP TABLE {BACKUP_TABLE}")
                connection.execute("VACUUM")  # nothing of the secret stays behind
            as_one_file(target)
        except BaseException:
            remove(target)
            raise


@contextmanager
def draft_of(file: Path) -> Iterator[Path]:
    """A temporary file name beside `file`, free at first and removed afterwards."""
    draft = file.with_name(f"{file.name}.part")
    remove(draft)
    try:
        yield draft
    finally:
        remove(draft)


def place_draft(draft: Path, file: Path, over: bool) -> None:
    """All at once, so that nobody ever sees half of it; Conflict if there is one and it is not to go."""
    try:
        if over:
            os.replace(draft, file)
        else:
            os.link(draft, file)
    except FileExistsError:
        raise Conflict(f"{file} is there already.") from None
    except OSError as error:
        raise StoreFull(f"{file} cannot be written: {error.strerror}.") from error
