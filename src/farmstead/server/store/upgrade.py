"""Brings a database up to date by alembic, in one transaction: all steps or none."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from farmstead.server.store.database import Database
from farmstead.server.store.errors import StoreAway, StoreDamaged, translated

STEPS: Final = Path(__file__).parent.parent / "migrations"


async def upgrade(database: Database, to: str = "head", steps: Path = STEPS) -> None:
    """Go on to a revision; nobody else writes meanwhile, and whoever comes second finds it done."""
    with translated():
        async with database.long_transaction(write=True) as run:
            await run(_upgrade, database, configured(steps), to)


def revision_of(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: Connection, database: Database, config: Config, to: str) -> None:
    database.wait_alone(connection)
    found = revision_of(connection)
    try:
        wanted = ScriptDirectory.from_config(config).get_revision(to).revision
        if found == wanted:
            return
        if found is not None:  # a server that uses it would not understand it any more
            database.hold_alone(connection)
        lost = len(database.orphans(connection))
        config.attributes["connection"] = connection
        command.upgrade(config, to)
    except CommandError as error:
        raise StoreAway(f"The store was made by another version of Farmstead: {error}.") from error
    if len(database.orphans(connection)) > lost:
        raise StoreDamaged("The upgrade would leave rows that refer to nothing; the store stays as it was.")


def configured(steps: Path = STEPS) -> Config:
    """Alembic's settings, from no file."""
    config = Config()
    config.set_main_option("script_location", str(steps).replace("%", "%%"))
    return config
