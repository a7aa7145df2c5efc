"""Reviews of games: waiting, being made, done. One stays as long as somebody wants it."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final, final

from sqlalchemy import ColumnElement, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from farmstead.server.store import schema
from farmstead.server.store.access import Access
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
WANTED: Final = exists().where(W.digest == R.digest, W.settings == R.settings)


@final
class Reviews:
    """By record and by how they are made."""

    def __init__(self, access: Access) -> None:
        self._access = access

    # ---- what people want --------------------------------------------------------------------------------

    async def find(self, digest: str, settings: str) -> ReviewRow | None:
        """The review made in this way, or else the last that was made in another and is done."""
        fitting = (R.settings == settings) | (R.state == "done")
        wanted = select(*ROW).where(R.digest == digest, fitting)
        async with self._access.reading("glancing") as connection:
            rows = (await connection.execute(wanted)).all()
        found = [ReviewRow(ReviewKey(*row[:2]), *row[2:]) for row in rows]
        return max(found, key=lambda row: (row.key.settings == settings, row.ended or 0), default=None)

    async def ask(self, key: ReviewKey, record: str, edition: str | None, wish: ReviewWish) -> None:
        """Somebody wants a review; one that failed is tried again."""
        now = self._access.clock()
        new = {"digest": key.digest, "settings": key.settings, "record": record, "edition": edition}
        fresh = {"state": "waiting", "done": 0, "whole": 0, "tries": 0, "asked": now, "ended": None}
        theirs = {"player": wish.player, "table": wish.table, "name": wish.name, "at": now}

        async def work(connection: AsyncConnection) -> None:
            if not await insert_once(connection, schema.reviews, {**new, **fresh, "result": None}):
                failed = its(key) & (R.state == "failed")
                await connection.execute(update(schema.reviews).where(failed).values(fresh))
            await insert_once(connection, schema.review_wishes, {**key._asdict(), **theirs})

        await self._access.writer.do(work)

    async def is_wanted_by(self, key: ReviewKey, player: PlayerId) -> bool:
        theirs = (W.digest == key.digest) & (W.settings == key.settings) & (W.player == player)
        async with self._access.reading("glancing") as connection:
            return bool(await connection.scalar(select(exists().where(theirs))))

    async def cancel(self, digest: str, player: PlayerId) -> bool:
        """Take a player's wishes for a record back, with all that nobody else wants; whether there were."""

        async def work(connection: AsyncConnection) -> bool:
            theirs = (W.digest == digest) & (W.player == player)
            gone = await connection.execute(delete(schema.review_wishes).where(theirs))
            await drop_unwanted(connection)
            return bool(gone.rowcount)

        return await self._access.writer.do(work)

    async def waiting_of(self, player: PlayerId) -> int:
        """How many reviews that a player wants are still to be made."""
        joined = schema.review_wishes.join(
            schema.reviews, (W.digest == R.digest) & (W.settings == R.settings)
        )
        wanted = select(func.count()).select_from(joined).where(W.player == player, R.state.in_(UNDONE))
        return await self._number(wanted)

    async def waiting(self) -> int:
        """How many there are to be made in all."""
        wanted = select(func.count()).select_from(schema.reviews).where(R.state.in_(UNDONE))
        return await self._number(wanted)

    async def queue(self, settings: str | None = None) -> list[Queued]:
        """All that are to be made, with everybody who wants them, in the order in which they were asked for.

        `settings`: only those that are made in this way.
        """
        joined = schema.reviews.join(
            schema.review_wishes, (W.digest == R.digest) & (W.settings == R.settings)
        )
        undone = R.state.in_(UNDONE)
        wanted = (
            select(R.digest, R.settings, R.state, W.player)
            .select_from(joined)
            .where(undone if settings is None else undone & (R.settings == settings))
            .order_by(W.at, R.asked, R.digest, W.player)
        )
        async with self._access.reading("glancing") as connection:
            rows = (await connection.execute(wanted)).all()
        return [Queued(ReviewKey(*row[:2]), *row[2:]) for row in rows]

    # `select` of one number: SQLAlchemy says no more of its type.
    async def _number(self, wanted: object) -> int:
        async with self._access.reading("glancing") as connection:
            return int(await connection.scalar(wanted) or 0)  # type: ignore[call-overload]

    async def result(self, key: ReviewKey) -> tuple[str, str | None, str]:
        """Of one that is done: its record, the text of its components, and what was found."""
        wanted = select(R.record, R.edition, R.result).where(its(key), R.state == "done")
        async with self._access.reading("glancing") as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            raise NotThere("There is no such review.")
        return row.record, row.edition, zlib.decompress(row.result).decode()

    # ---- the work ----------------------------------------------------------------------------------------

    async def work(self, key: ReviewKey) -> ReviewWork | None:
        """What a review is made from; None when nobody wants it any more."""
        async with self._access.reading("glancing") as connection:
            wanted = select(*WORK).where(its(key), R.state.in_(UNDONE))
            row = (await connection.execute(wanted)).first()
        return None if row is None else ReviewWork(ReviewKey(*row[:2]), *row[2:])

    async def note(self, key: ReviewKey, done: int, whole: int) -> bool:
        """How far it is; whether anybody still wants it."""
        values = {"state": "working", "done": done, "whole": whole}
        return await self._change(its(key) & R.state.in_(UNDONE), values)

    async def note_death(self, key: ReviewKey, most: int) -> None:
        """A process died over it; after `most` of them it is given up."""
        await self._change(its(key), {"tries": R.tries + 1, "state": "waiting", "done": 0})
        given_up = its(key) & (R.tries >= most)
        await self._change(given_up, {"state": "failed", "ended": self._access.clock()})

    async def fail(self, key: ReviewKey) -> None:
        await self._change(its(key), {"state": "failed", "ended": self._access.clock()})

    async def finish(self, key: ReviewKey, result: str, losses: Sequence[Loss]) -> bool:
        """What was found; False when nobody wants it any more, or it was finished before."""
        now, packed = self._access.clock(), zlib.compress(result.encode())

        async def work(connection: AsyncConnection) -> bool:
            values = {"state": "done", "result": packed, "ended": now, "done": R.whole}
            undone = its(key) & R.state.in_(UNDONE)
            done = await connection.execute(update(schema.reviews).where(undone).values(values))
            rows = [{**key._asdict(), **loss._asdict()} for loss in losses]
            if done.rowcount and rows:
                await connection.execute(insert(schema.review_losses), rows)
            return bool(done.rowcount)

        return await self._access.writer.do(work)

    async def drop_others(self, settings: str) -> None:
        """What nobody wants, and what was to be made in a way that this program does not know."""
        old = R.state.in_(UNDONE) & (R.settings != settings)
        if not await self._number(select(func.count()).select_from(schema.reviews).where(old | ~WANTED)):
            return

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(delete(schema.reviews).where(old))
            await drop_unwanted(connection)

        await self._access.writer.do(work)

    # `Any` would say as much: values of columns, or what they are to be made of.
    async def _change(self, which: ColumnElement[bool], values: dict[str, object]) -> bool:
        async def work(connection: AsyncConnection) -> bool:
            done = await connection.execute(update(schema.reviews).where(which).values(values))
            return bool(done.rowcount)

        return await self._access.writer.do(work)

    # ---- what they say of a player -----------------------------------------------------------------------

    async def losses_of(self, player: PlayerId) -> list[PlayerLoss]:
        """What each kind of decision cost a player at their own tables, by the last review of each."""
        t, s = schema.tables.c, schema.seats.c
        reviewed = (
            select(W.digest, W.settings, W.table, R.ended)
            .join(schema.reviews, (W.digest == R.digest) & (W.settings == R.settings))
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
        async with self._access.reading() as connection:
            rows = (await connection.execute(wanted)).all()
        found = [
            PlayerLoss(
                row.game, row.id, row.code, row.ended,
                Loss(row.seat, row.kind, row.decisions, row.lost, row.spread, row.best),
            )
            for row in rows
        ]  # fmt: skip
        last = {each.table: each.ended for each in found}  # they are in the order of time
        return [each for each in found if each.ended == last[each.table]]


def its(key: ReviewKey) -> ColumnElement[bool]:
    return (R.digest == key.digest) & (R.settings == key.settings)


async def drop_unwanted(connection: AsyncConnection) -> None:
    """The reviews that nobody wants any more; foreign keys take the losses along."""
    await connection.execute(delete(schema.reviews).where(~WANTED))


async def forget_reviews(connection: AsyncConnection, names: Sequence[str]) -> None:
    """Records by these names may be gone: what was wanted of them goes as well."""
    kept = exists().where(schema.records.c.name == W.name)
    await connection.execute(delete(schema.review_wishes).where(W.name.in_(names), ~kept))
    await drop_unwanted(connection)
