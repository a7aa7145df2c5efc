"""The chat lines of all tables, stored."""

from typing import Final, final

from sqlalchemy import Connection, func, insert, select

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, reads, writes
from farmstead.server.store.errors import no_table
from farmstead.server.store.journal import lasts
from farmstead.server.store.rows import ChatLine, PlayerId, TableId

C: Final = schema.chat.c
PAGE_SIZE: Final = 200  # lines


@final
class Chat(StorePart):
    """The chat of all tables; lines are numbered from 1 at each."""

    @writes
    def append(self, connection: Connection, table: TableId, player: PlayerId, text: str) -> ChatLine:
        at = self._access.clock()
        if table not in lasts(connection, [table], hold=True):
            raise no_table(table)
        n = (connection.scalar(select(func.max(C.n)).where(C.table == table)) or 0) + 1
        row = {"table": table, "n": n, "at": at, "player": player, "text": text}
        connection.execute(insert(schema.chat), row)
        return ChatLine(n, at, player, text)

    @reads
    def read(
        self, connection: Connection, table: TableId, after: int = 0, most: int = PAGE_SIZE
    ) -> list[ChatLine]:
        """The lines that follow, oldest first."""
        wanted = select(C.n, C.at, C.player, C.text).where(C.table == table, C.n > after)
        return [ChatLine(*row) for row in connection.execute(wanted.order_by(C.n).limit(most))]

    @reads
    def latest(self, connection: Connection, table: TableId, most: int = PAGE_SIZE) -> list[ChatLine]:
        """The last lines, oldest first."""
        wanted = select(C.n, C.at, C.player, C.text).where(C.table == table)
        return [ChatLine(*row) for row in connection.execute(wanted.order_by(C.n.desc()).limit(most))][::-1]
