"""Reviews of games: waiting, being made, done. One stays as long as somebody wants it."""

import zlib
from collections.abc import Sequence
from typing import Final, final

from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, select, true, update

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, reads, writes
from farmstead.server.store.database import insert_once
from farmstead.server.store.errors import NotThere
from farmstead.server.store.review_rows import (
    Loss,
    PlayerLoss,
    Queued,
    ReviewKey,
    ReviewRow,
    ReviewWish,
    ReviewWork,
)
from farmstead.server.store.rows import PlayerId

R: Final = schema.reviews.c
W: Final = schema.review_wishes.c
L: Final = schema.review_losses.c
ROW: Final = (R.digest, R.settings, R.state, R.done, R.whole, R.asked, R.ended)
WORK: Final = (R.digest, R.settings, R.record, R.edition, R.tries)
UNDONE: Final = ("waiting", "working")
ITS_WISHES: Final = (W.digest == R.digest) & (W.settings == R.settings)
WANTED: Final = exists().where(ITS_WISHES)


@final
class Reviews(StorePart):
    """By record and by how they are made."""

    # ---- what people want --------------------------------------------------------------------------------

    @reads
    def find(self, connection: Connection, digest: str, settings: str) -> ReviewRow | None:
        """The review made in this way, or else the last that was made in another and is done."""
        fitting = (R.settings == settings) | (R.state == "done")
        rows = connection.execute(select(*ROW).where(R.digest == digest, fitting)).all()
        found = [ReviewRow(ReviewKey(*row[:2]), *row[2:]) for row in rows]
        return max(found, key=lambda row: (row.key.settings == settings, row.ended or 0), default=None)

    @writes
    def ask(
        self, connection: Connection, key: ReviewKey, record: str, edition: str | None, wish: ReviewWish
    ) -> None:
        """Somebody wants a review; one that failed is tried again."""
        now = self._access.clock()
        new = {"digest": key.digest, "settings": key.settings, "record": record, "edition": edition}
        fresh = {"state": "waiting", "done": 0, "whole": 0, "tries": 0, "asked": now, "ended": None}
        theirs = {"player": wish.player, "table": wish.table, "name": wish.name, "at": now}
        if not insert_once(connection, schema.reviews, {**new, **fresh, "result": None}):
            connection.execute(update(schema.reviews).where(its(key) & (R.state == "failed")).values(fresh))
        insert_once(connection, schema.review_wishes, {**key._asdict(), **theirs})

    @reads
    def is_wanted_by(self, connection: Connection, key: ReviewKey, player: PlayerId) -> bool:
        theirs = (W.digest == key.digest) & (W.settings == key.settings) & (W.player == player)
        return bool(connection.scalar(select(exists().where(theirs))))

    @writes
    def cancel(self, connection: Connection, digest: str, player: PlayerId) -> bool:
        """Take a player's wishes for a record back, with all that nobody else wants; whether there were."""
        theirs = (W.digest == digest) & (W.player == player)
        gone = connection.execute(delete(schema.review_wishes).where(theirs))
        drop_unwanted(connection)
        return bool(gone.rowcount)

    async def waiting_of(self, player: PlayerId) -> int:
        """How many reviews that a player wants are still to be made."""
        joined = schema.review_wishes.join(schema.reviews, ITS_WISHES)
        wanted = select(func.count()).select_from(joined).where(W.player == player, R.state.in_(UNDONE))
        return await self._number(wanted)

    async def waiting(self) -> int:
        """How many there are to be made in all."""
        return await self._number(select(func.count()).select_from(schema.reviews).where(R.state.in_(UNDONE)))

    @reads
    def queue(self, connection: Connection, settings: str | None = None) -> list[Queued]:
        """All that are to be made, with everybody who wants them, in the order in which they were asked for.

        `settings`: only those that are made in this way.
        """
        wanted = select(R.digest, R.settings, R.state, W.player).join(schema.review_wishes, ITS_WISHES)
        wanted = wanted.where(R.state.in_(UNDONE), true() if settings is None else R.settings == settings)
        rows = connection.execute(wanted.order_by(W.at, R.asked, R.digest, W.player)).all()
        return [Queued(ReviewKey(*row[:2]), *row[2:]) for row in rows]

    # `select` of one number: SQLAlchemy says no more of its type.
    @reads
    def _number(self, connection: Connection, wanted: object) -> int:
        return int(connection.scalar(wanted) or 0)  # type: ignore[call-overload]

    @reads
    def result(self, connection: Connection, key: ReviewKey) -> tuple[str, str | None, str]:
        """Of one that is done: its record, the text of its components, and what was found."""
        wanted = select(R.record, R.edition, R.result).where(its(key), R.state == "done")
        if (row := connection.execute(wanted).one_or_none()) is None:
            raise NotThere("There is no such review.")
        return row.record, row.edition, zlib.decompress(row.result).decode()

    # ---- the work ----------------------------------------------------------------------------------------

    @reads
    def work(self, connection: Connection, key: ReviewKey) -> ReviewWork | None:
        """What a review is made from; None when nobody wants it any more."""
        row = connection.execute(select(*WORK).where(its(key), R.state.in_(UNDONE))).first()
        return None if row is None else ReviewWork(ReviewKey(*row[:2]), *row[2:])

    async def note(self, key: ReviewKey, done: int, whole: int) -> bool:
        """How far it is; whether anybody still wants it."""
        values = {"state": "working", "done": done, "whole": whole}
        return await self._change(its(key) & R.state.in_(UNDONE), values)

    async def note_death(self, key: ReviewKey, most: int) -> None:
        """A process died over it; after `most` of them it is given up."""
        await self._change(its(key), {"tries": R.tries + 1, "state": "waiting", "done": 0})
        await self._fail(its(key) & (R.tries >= most))

    async def fail(self, key: ReviewKey) -> None:
        await self._fail(its(key))

    async def _fail(self, which: ColumnElement[bool]) -> None:
        await self._change(which, {"state": "failed", "ended": self._access.clock()})

    async def finish(self, key: ReviewKey, result: str, losses: Sequence[Loss]) -> bool:
        """What was found; False when nobody wants it any more, or it was finished before."""
        return await self._finish(key, zlib.compress(result.encode()), losses)

    @writes
    def _finish(self, connection: Connection, key: ReviewKey, packed: bytes, losses: Sequence[Loss]) -> bool:
        values = {"state": "done", "result": packed, "ended": self._access.clock(), "done": R.whole}
        done = connection.execute(update(schema.reviews).where(its(key) & R.state.in_(UNDONE)).values(values))
        rows = [{**key._asdict(), **loss._asdict()} for loss in losses]
        if done.rowcount and rows:
            connection.execute(insert(schema.review_losses), rows)
        return bool(done.rowcount)

    async def drop_others(self, settings: str) -> None:
        """What nobody wants, and what was to be made in a way that this program does not know."""
        old = R.state.in_(UNDONE) & (R.settings != settings)
        if await self._number(select(func.count()).select_from(schema.reviews).where(old | ~WANTED)):
            await self._drop(old)

    @writes
    def _drop(self, connection: Connection, which: ColumnElement[bool]) -> None:
        connection.execute(delete(schema.reviews).where(which))
        drop_unwanted(connection)

    # `Any` would say as much: values of columns, or what they are to be made of.
    @writes
    def _change(self, connection: Connection, which: ColumnElement[bool], values: dict[str, object]) -> bool:
        return bool(connection.execute(update(schema.reviews).where(which).values(values)).rowcount)

    # ---- what they say of a player -----------------------------------------------------------------------

    @reads
    def losses_of(self, connection: Connection, player: PlayerId) -> list[PlayerLoss]:
        """What each kind of decision cost a player at their own tables, by the last review of each."""
        t, s = schema.tables.c, schema.seats.c
        reviewed = (
            select(W.digest, W.settings, W.table, R.ended)
            .join(schema.reviews, ITS_WISHES)
            .where(W.table.is_not(None), R.state == "done")
            .distinct()
            .subquery()
        )
        its_losses = (L.digest == reviewed.c.digest) & (L.settings == reviewed.c.settings)
        wanted = (
            select(
                *(t.game, t.id, t.code, reviewed.c.ended),
                *(L.seat, L.kind, L.decisions, L.lost, L.spread, L.best),
            )
            .select_from(reviewed)
            .join(schema.tables, t.id == reviewed.c.table)
            .join(schema.seats, (s.table == t.id) & (s.player == player) & (s.kind == "person"))
            .join(schema.review_losses, its_losses & (L.seat == s.seat))
            .order_by(reviewed.c.ended, t.id, L.seat, L.kind)
        )
        found = [
            PlayerLoss(game, table, code, ended, Loss(*loss))
            for game, table, code, ended, *loss in map(tuple, connection.execute(wanted))
        ]
        last = {each.table: each.ended for each in found}  # they are in the order of time
        return [each for each in found if each.ended == last[each.table]]


def its(key: ReviewKey) -> ColumnElement[bool]:
    return (R.digest == key.digest) & (R.settings == key.settings)


def drop_unwanted(connection: Connection) -> None:
    """The reviews that nobody wants any more; foreign keys take the losses along."""
    connection.execute(delete(schema.reviews).where(~WANTED))


def forget_reviews(connection: Connection, names: Sequence[str]) -> None:
    """Records by these names may be gone: what was wanted of them goes as well."""
    kept = exists().where(schema.records.c.name == W.name)
    connection.execute(delete(schema.review_wishes).where(W.name.in_(names), ~kept))
    drop_unwanted(connection)
