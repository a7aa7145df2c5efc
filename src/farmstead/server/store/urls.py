"""Which database a path or a URL means."""

from pathlib import Path

from farmstead.server.store.database import DEFAULT_TIMEOUT_MS, Database
from farmstead.server.store.errors import StoreAway
from farmstead.server.store.postgres import PostgresDatabase, is_postgres, shown
from farmstead.server.store.rows import Milliseconds
from farmstead.server.store.sqlite import SqliteDatabase


def database_at(place: str | Path, patience: Milliseconds = DEFAULT_TIMEOUT_MS) -> Database:
    """The database that a path or a URL means; StoreAway for what means none."""
    if isinstance(place, str) and is_postgres(place):
        return PostgresDatabase(place, patience)
    return SqliteDatabase(place, patience)


def is_shared(place: str | Path) -> bool:
    """Whether several servers may use what is there at the same time."""
    return isinstance(place, str) and is_postgres(place)


def checked_place(place: str) -> None:
    """StoreAway, with a sentence that tells no secret, for a URL that means no database."""
    if not place.strip():
        raise StoreAway("The URL of a database cannot be empty.")
    database_at(place)


def shown_place(place: str | Path) -> str:
    """As it may be printed and logged: without what is secret."""
    return shown(place) if isinstance(place, str) and is_postgres(place) else str(place)
