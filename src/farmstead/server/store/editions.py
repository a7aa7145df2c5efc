"""Editions by their digest: each is kept once, however many tables have it."""

from typing import Final, final

from sqlalchemy import ColumnElement, Connection, exists, or_, select

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, reads, writes
from farmstead.server.store.database import insert_once
from farmstead.server.store.errors import Conflict, NotThere
from farmstead.server.store.rows import Milliseconds

E: Final = schema.editions.c


@final
class Editions(StorePart):
    """The texts of editions. Whether a text is right, and its digest, is for others to check."""

    @writes
    def put(self, connection: Connection, digest: str, text: str) -> None:
        """Again does no harm; Conflict for another text by the same digest."""
        put_edition(connection, digest, text, self._access.clock())

    @reads
    def get(self, connection: Connection, digest: str) -> str:
        found: str | None = connection.scalar(select(E.text).where(E.digest == digest))
        if found is None:
            raise NotThere(f"There is no edition {digest}.")
        return found


def put_edition(connection: Connection, digest: str, text: str, now: Milliseconds) -> None:
    """It stays at least until the transaction ends, also when the last table that had it is deleted."""
    insert_once(connection, schema.editions, {"digest": digest, "text": text, "created": now})
    held = select(E.text).where(E.digest == digest).with_for_update(read=True, key_share=True)
    if connection.scalar(held) != text:
        raise Conflict(f"Another edition has the digest {digest}.")


def is_used() -> ColumnElement[bool]:
    """An edition that a table or a record has."""
    tables = exists().where(schema.tables.c.edition == E.digest)
    return or_(tables, exists().where(schema.records.c.components == E.digest))
