"""What the server remembers of itself."""

from typing import Final, final

from sqlalchemy import ColumnElement, Connection, select, update

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, reads, writes
from farmstead.server.store.database import insert_once
from farmstead.server.store.rows import Milliseconds

STATE: Final = schema.server_state.c
UPTIME_KEY: Final = "uptime"
SECRET_KEY: Final = "secret"
TRIED_KEY: Final = "tried"


@final
class ServerState(StorePart):
    """A few numbers by their names."""

    @reads
    def uptime(self, connection: Connection) -> Milliseconds:
        """How long the server has been running in all, as far as it was written down."""
        return value_of(connection, UPTIME_KEY) or 0

    @writes
    def set_uptime(self, connection: Connection, uptime: Milliseconds) -> None:
        """It never goes back: of two servers that write, as during an update, the later time holds."""
        put_value(connection, UPTIME_KEY, uptime, STATE.value < uptime)

    @writes
    def try_writing(self, connection: Connection) -> None:
        """Write something small; a StoreError says why nothing can be written."""
        put_value(connection, TRIED_KEY, self._access.clock())

    @writes
    def same_secret(self, connection: Connection, mark: int) -> bool:
        """Whether the server that came before this one had the same secret, by a mark of it; this is kept."""
        if insert_once(connection, schema.server_state, {"key": SECRET_KEY, "value": mark}):
            return True
        before = value_of(connection, SECRET_KEY)
        put_value(connection, SECRET_KEY, mark, STATE.value != mark)
        return before == mark


def put_value(connection: Connection, key: str, value: int, *where: ColumnElement[bool]) -> None:
    """Unless there is one already for which the condition does not hold."""
    if not insert_once(connection, schema.server_state, {"key": key, "value": value}):
        connection.execute(update(schema.server_state).where(STATE.key == key, *where).values(value=value))


def value_of(connection: Connection, key: str) -> int | None:
    found: int | None = connection.scalar(select(STATE.value).where(STATE.key == key))
    return found
