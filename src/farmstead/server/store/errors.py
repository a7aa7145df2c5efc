"""What can go wrong with the store; nothing else is ever raised to those who use it.

StoreError
├── NotThere         no such player, session, table, seat or edition
│   └── NoTable      it is the table that is not there
├── Conflict         somebody else was first: nothing was written, look again
├── NotOwner         another worker serves the table: nothing was written, and it is to be asked
├── NotStorable      a text or number that no database takes
├── StoreFull        there is no room: nothing was written, and it works again when there is
├── StoreAway        locked, closed or out of reach
│   ├── StoreDamaged the file is no database any more, or this part of it cannot be read
│   └── Clash        two servers were in each other's way: nothing was written, and it is tried again
└── JournalDamaged   entries of one table are missing or not as they were written

After StoreAway it is not known whether a change was made: the connection may have been lost on the way to
the answer. Whoever appends to a journal reads it again from the last number he knows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from farmstead.engine.contract import FarmsteadError

if TYPE_CHECKING:
    from farmstead.server.store.rows import JournalEntry


class StoreError(FarmsteadError):
    """Something in the store is not as it was hoped for; the message is a sentence."""


class NotThere(StoreError):
    """What was asked for does not exist, or exists no more."""


class NoTable(NotThere):
    """There is no such table, or no more."""


class Conflict(StoreError):
    """Somebody else was first."""


class Owner(NamedTuple):
    """The worker that serves a table, and where the others reach it; 0: it has to be found out."""

    worker: int = 0
    address: str = ""


class NotOwner(StoreError):
    """Another worker serves a table, or counts for all."""

    def __init__(self, owner: Owner) -> None:
        super().__init__("Another worker is to be asked.")
        self.owner = owner


class NotStorable(StoreError):
    """A text or number that no database takes."""


class StoreFull(StoreError):
    """There is no room left; nothing was written."""


class StoreAway(StoreError):
    """The store cannot be reached now."""


class StoreDamaged(StoreAway):
    """The file, or a part of it, cannot be read."""


class Clash(StoreAway):
    """Two servers were in each other's way; nothing was written."""


class JournalDamaged(StoreError):
    """A journal is not as it was written; `good` are the entries before the first missing or spoilt one."""

    def __init__(self, table: int, n: int, good: Sequence[JournalEntry]) -> None:
        super().__init__(f"Entry {n} of table {table} is missing or not as it was written.")
        self.table = table
        self.n = n
        self.good = list(good)


def each_their_own(error: Exception) -> Exception:
    """Several wait for the same: who raises an error writes on it where it has been."""
    if not isinstance(error, StoreError):
        return error
    own = copy(error)
    own.__cause__ = error.__cause__
    return own


def no_table(table: int) -> NoTable:
    return NoTable(f"There is no table {table}.")


# What to do about a damaged store.
RESTORE: Final = (
    "Keep it as it is, and bring the last sound backup back into an empty folder:"
    " farmstead restore FILE --folder FOLDER"
)


@contextmanager
def damage_at(place: str) -> Iterator[None]:
    """Whoever opens or copies a store is told which is damaged, and what to do."""
    try:
        yield
    except StoreDamaged as error:
        raise StoreDamaged(f"{place} is damaged. {error} {RESTORE}") from error


# The fault is in what was asked; others may go on.
REFUSED: Final = (NotThere, Conflict, NotOwner, NotStorable)

FULL_CODES: Final = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE}
DAMAGED_CODES: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
TOO_BIG_CODES: Final = {sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH}
NO_PARENT: Final = sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY


@contextmanager
def translated() -> Iterator[None]:
    """Whatever the database raises inside comes out as a StoreError."""
    try:
        yield
    except SQLAlchemyError as error:
        raise in_our_words(error) from error
    except sqlite3.Error as error:  # what is raised while a connection is being made is not always wrapped
        raise of_sqlite(error) from error
    except (OverflowError, UnicodeEncodeError) as error:  # raised before the database has seen them
        raise NotStorable("A number is too large or a text has letters that cannot be stored.") from error
    except OSError as error:  # the network, or no answer in time
        why = error.strerror or type(error).__name__
        raise StoreAway(f"The database cannot be reached ({why}).") from error
    except Exception as error:
        if not is_of_postgres(error):
            raise
        raise of_postgres(error) from error


def in_our_words(error: SQLAlchemyError) -> StoreError:
    """What an error of SQLAlchemy means to those who use the store."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(cause, sqlite3.Error):
        return of_sqlite(cause)
    if cause is not None and is_of_postgres(cause):
        return of_postgres(cause)
    return StoreAway(f"The store cannot be reached ({type(cause or error).__name__}).")


def of_sqlite(error: sqlite3.Error) -> StoreError:
    """By the number that SQLite gives; its low byte says the kind."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    kind = code & 0xFF
    if code in FULL_CODES or kind in FULL_CODES:
        return StoreFull("The disk is full, or the store is as large as it may become.")
    if kind in DAMAGED_CODES:
        return StoreDamaged(f"SQLite says: {error}.")
    if kind in TOO_BIG_CODES:
        return NotStorable(f"This is too much for one row ({error}).")
    if kind == sqlite3.SQLITE_CONSTRAINT:
        return NotThere("What it belongs to is not there.") if code == NO_PARENT else Conflict(f"{error}.")
    return StoreAway(f"The store cannot be reached ({error}).")


# ---- PostgreSQL --------------------------------------------------------------------------------------------

POSTGRES_ERRORS: Final[dict[str, StoreError]] = {
    "23503": NotThere("What it belongs to is not there."),
    "23": Conflict("There is such a row already."),
    "22": NotStorable("A number is too large or a text has letters that cannot be stored."),
    "54": NotStorable("This is too much for one row."),
    "53100": StoreFull("The disk of the database is full."),
    "40": Clash("Others wrote to the same rows in the same moment."),
    "55P03": Clash("Others have kept the same rows for too long."),
    "XX001": StoreDamaged("The database is damaged."),
    "XX002": StoreDamaged("An index of the database is damaged."),
    "28": StoreAway("PostgreSQL does not let this user in: see the name, the password and its pg_hba.conf."),
    "3D000": StoreAway("There is no such database. Make it first, for example by: createdb NAME"),
    "42501": StoreAway(
        "This user may not do that in the database. Make it the owner: ALTER DATABASE … OWNER TO …"
    ),
    "25006": StoreAway("The database can only be read from now, as a copy of another can."),
    "57P03": StoreAway("The database is just being started or stopped."),
    "53300": StoreAway("The database has too many connections: see its max_connections."),
}  # by the code of an error, or its first letters


def is_of_postgres(error: BaseException) -> bool:
    """Whether the driver has raised it, or SQLAlchemy in its name."""
    return hasattr(error, "sqlstate") or type(error).__module__.startswith("asyncpg.")


def of_postgres(error: BaseException) -> StoreError:
    """By the code that PostgreSQL gives. What it says besides may hold what is secret."""
    code = getattr(error, "sqlstate", None) or ""
    for known in (code, code[:2]):
        if known in POSTGRES_ERRORS:
            return copy(POSTGRES_ERRORS[known])
    return StoreAway(f"The database cannot be reached ({code or type(error).__name__}).")
