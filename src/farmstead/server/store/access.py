"""Access to the database for all parts of the store: reading, writing, the clock, tokens."""

import secrets
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import wraps
from hashlib import sha256
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar

from sqlalchemy import Connection, CursorResult

from farmstead.server.store.availability import Availability
from farmstead.server.store.database import Database
from farmstead.server.store.errors import NotStorable, NotThere, StoreAway, StoreError, translated
from farmstead.server.store.rows import Milliseconds
from farmstead.server.store.writer import Writer

Clock: TypeAlias = Callable[[], Milliseconds]
Given = ParamSpec("Given")
Result = TypeVar("Result")
TOKEN_BYTES: Final = 24  # 192 bits: nobody guesses them


def new_token() -> str:
    """For table codes, sessions and seats."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> bytes:
    """What is stored of a token: it is random and long, so one round of SHA-256 gives nothing away."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


# `Any`: SQLAlchemy does not say of what type a key is.
def new_id(done: CursorResult[Any]) -> int:
    """The number that a new row has got."""
    assert done.inserted_primary_key is not None
    return int(done.inserted_primary_key[0])


class Access:
    """Runs the functions of the parts on connections, and translates what goes wrong."""

    def __init__(self, database: Database, writer: Writer, clock: Clock, availability: Availability) -> None:
        self.writer = writer
        self.clock = clock
        self.is_closed = False
        self.worker: int | None = None  # which of those this is that share the database
        self.mark = database.mark  # that there is something to erase
        self._database = database
        self._availability = availability

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        with self.reading():
            return await self._database.read(work)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Whatever goes wrong inside is told in our words, and noted."""
        if self.is_closed:
            raise StoreAway("The store is closed.")
        try:
            with translated():
                yield
        except NotStorable as error:  # what cannot be stored has not been
            raise NotThere("There is nothing by such a name or number.") from error
        except NotThere:
            self._availability.worked("read")
            raise
        except StoreError as error:
            self._availability.failed("read", error)
            raise
        else:
            self._availability.worked("read")


class StorePart:
    """A part of the store: its functions take a connection and are marked by `reads` or `writes`."""

    def __init__(self, access: Access) -> None:
        self._access = access


Own = TypeVar("Own", bound=StorePart)
OnConnection: TypeAlias = Callable[Concatenate[Own, Connection, Given], Result]
# `Any`: what a coroutine is sent, which nobody uses.
Asked: TypeAlias = Callable[Concatenate[Own, Given], Coroutine[Any, Any, Result]]


def reads(function: OnConnection[Own, Given, Result]) -> Asked[Own, Given, Result]:
    """Make a function of a connection a coroutine that reads: callers leave the connection out."""

    @wraps(function)
    async def found(part: Own, /, *given: Given.args, **named: Given.kwargs) -> Result:
        return await part._access.read(lambda connection: function(part, connection, *given, **named))

    return found


def writes(function: OnConnection[Own, Given, Result]) -> Asked[Own, Given, Result]:
    """Make a function of a connection a coroutine that writes, and returns when it is committed.

    It may be called more than once, until it is committed.
    """

    @wraps(function)
    async def done(part: Own, /, *given: Given.args, **named: Given.kwargs) -> Result:
        return await part._access.writer.do(lambda connection: function(part, connection, *given, **named))

    return done


def erases(function: OnConnection[Own, Given, Result]) -> Asked[Own, Given, Result]:
    """As `writes`; of a small store nothing of what is deleted can be found in the file afterwards."""

    @writes
    def marked(part: Own, connection: Connection, /, *given: Given.args, **named: Given.kwargs) -> Result:
        found = function(part, connection, *given, **named)
        part._access.mark(connection)
        return found

    @wraps(function)
    async def done(part: Own, /, *given: Given.args, **named: Given.kwargs) -> Result:
        found = await marked(part, *given, **named)
        await part._access.writer.erase()
        return found

    return done
