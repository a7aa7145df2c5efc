"""Makes a new database as the schema has it, and brings an old one up to date by alembic.

Both in one transaction: all steps or none. Alembic is imported when there is something to do for it: most
servers find their store as they left it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, text

from farmstead.server.store.database import Database
from farmstead.server.store.errors import StoreAway, StoreDamaged, translated
from farmstead.server.store.schema import metadata

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS_FOLDER: Final = Path(__file__).parent.parent / "migrations"
VERSION_TABLE: Final = "alembic_version"
OLDEST_ID: Final = "0010"  # the revision from which on there are steps
LAST_WITH_OLDER_STEPS: Final = "30fb1bb"  # a commit that still knows those before it


async def upgrade(database: Database, to: str = "head", steps: Path | None = None) -> None:
    """Go on to a revision; nobody else writes meanwhile, and whoever comes second finds it done."""
    with translated():
        async with database.long_transaction(write=True) as run:
            await run(_upgrade, database, steps, to)


def check_not_too_old(revision: str | None, what: object = "The store") -> None:
    """StoreAway for a store that this version has no steps for."""
    if revision is not None and revision < OLDEST_ID:
        raise StoreAway(
            f"{what} is of revision {revision}, and this version of Farmstead opens none before {OLDEST_ID}."
            f" Open it once with commit {LAST_WITH_OLDER_STEPS}, which brings it there; after that this"
            " version takes it as it is."
        )


def revision_of(connection: Connection) -> str | None:
    """Of a store; None where there is none yet."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()


def newest() -> str:
    """The revision that this version brings stores to, by the names of the files with the steps."""
    return max(path.stem for path in (MIGRATIONS_FOLDER / "versions").glob("r*_*.py"))[1:].partition("_")[0]


def _upgrade(connection: Connection, database: Database, steps: Path | None, to: str) -> None:
    database.wait_alone(connection)
    found = revision_of(connection)
    check_not_too_old(found)
    if steps is None and to == "head" and found == newest():
        return
    from alembic import command
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = configured(steps)
    script = ScriptDirectory.from_config(config)
    config.attributes["connection"] = connection
    if found is None:
        metadata.create_all(connection, checkfirst=False)
        command.stamp(config, to)
        return
    try:
        if found == script.get_revision(to).revision:
            return
        database.hold_alone(connection)  # a server that uses it would not understand it any more
        lost = len(database.orphans(connection))
        command.upgrade(config, to)
    except CommandError as error:
        raise StoreAway(f"The store was made by another version of Farmstead: {error}.") from error
    if len(database.orphans(connection)) > lost:
        raise StoreDamaged("The upgrade would leave rows that refer to nothing; the store stays as it was.")


def configured(steps: Path | None = None) -> Config:
    """Alembic's settings, from no file."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(steps or MIGRATIONS_FOLDER).replace("%", "%%"))
    return config
