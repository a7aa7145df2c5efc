"""What all parts of the store have in common: how they read, how they write, what time it is, tokens."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from hashlib import sha256
from typing import Any, Final, Literal, Protocol, TypeAlias, assert_never

from sqlalchemy import CursorResult
from sqlalchemy.ext.asyncio import AsyncConnection

from farmstead.server.store.availability import Availability
from farmstead.server.store.batching import Answer, AskAll, BatchLoader, Key
from farmstead.server.store.database import Database
from farmstead.server.store.errors import NotStorable, NotThere, StoreAway, StoreError, translated
from farmstead.server.store.rows import Milliseconds
from farmstead.server.store.writer import Writer

Clock: TypeAlias = Callable[[], Milliseconds]
How: TypeAlias = Literal["reading", "glancing", "patient"]
TOKEN_BYTES: Final = 24  # 192 bits: nobody guesses them


def wall_clock() -> Milliseconds:
    return time.time_ns() // 1_000_000


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


class Finishing(Protocol):
    """Something that comes to an end by itself."""

    async def finish(self) -> None: ...


class Access:
    """How the parts get at the database."""

    def __init__(self, database: Database, writer: Writer, clock: Clock, availability: Availability) -> None:
        self.writer = writer
        self.clock = clock
        self.is_closed = False
        self.mark = database.mark  # that there is something to erase
        self._database = database
        self._availability = availability
        self._gatherings: list[Finishing] = []

    def gathering(self, ask: AskAll[Key, Answer]) -> BatchLoader[Key, Answer]:
        """For questions that are asked together."""
        made = BatchLoader(ask)
        self._gatherings.append(made)
        return made

    async def finish(self) -> None:
        """Nothing more is asked, and what was asked is answered."""
        self.is_closed = True
        for each in self._gatherings:
            await each.finish()

    @property
    def is_shared(self) -> bool:
        return self._database.is_shared

    @asynccontextmanager
    async def reading(self, how: How = "reading") -> AsyncIterator[AsyncConnection]:
        """A connection that sees the store as it is at one moment.

        `glancing` is quicker, for a single statement; `patient` for what reads all of it.
        """
        if self.is_closed:
            raise StoreAway("The store is closed.")
        try:
            with translated():
                async with self._connect(how) as connection:
                    yield connection
        except NotStorable as error:  # what cannot be stored has not been
            raise NotThere("There is nothing by such a name or number.") from error
        except StoreError as error:
            self._availability.failed("read", error)
            raise
        else:
            self._availability.worked("read")

    def _connect(self, how: How) -> AbstractAsyncContextManager[AsyncConnection]:
        match how:
            case "reading":
                return self._database.reading.connect()
            case "patient":
                return self._database.patient.connect()
            case "glancing":
                return self._database.glancing()
            case _:
                assert_never(how)
