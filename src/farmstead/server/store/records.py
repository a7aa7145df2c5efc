"""Records of games that people brought along: each is kept once, however many want it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, final

from sqlalchemy import ColumnElement, delete, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from farmstead.server.store import schema
from farmstead.server.store.access import Access
from farmstead.server.store.database import insert_once
from farmstead.server.store.editions import is_used
from farmstead.server.store.errors import NotThere
from farmstead.server.store.reviews import forget_reviews
from farmstead.server.store.rows import Milliseconds, PlayerId, StoredRecord

R: Final = schema.records.c
K: Final = schema.keepers.c
T: Final = schema.tables.c
MOST: Final = 200  # records that one player keeps
MOST_BYTES: Final = 20_000_000  # of all that one player keeps


@dataclass(frozen=True, slots=True)
class Keeping:
    """One of those that a player keeps."""

    name: str
    game: str
    size: int  # bytes
    at: Milliseconds  # since when


@final
class Records:
    """Records by name. Whoever knows the name of one may read it."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def put(self, record: StoredRecord, player: PlayerId) -> bool:
        """Keep a record for a player; again does no harm. False: they keep so many that there is no room."""
        now = self._access.clock()

        async def work(connection: AsyncConnection) -> bool:
            await put_record(connection, record, now)
            row = {"player": player, "record": record.name, "at": now}
            if await insert_once(connection, schema.keepers, row) and not await has_room(connection, player):
                await let_go(connection, player, record.name)
                return False
            return True

        return await self._access.writer.do(work)

    async def get(self, name: str) -> StoredRecord:
        wanted = select(R.name, R.game, R.edition, R.components, R.text, R.created).where(R.name == name)
        async with self._access.reading("glancing") as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            raise NotThere("There is no record by this name.")
        return StoredRecord(*row)

    async def of(self, player: PlayerId) -> list[Keeping]:
        """Those that a player keeps, newest first."""
        wanted = select(R.name, R.game, R.size, K.at).join(schema.keepers, K.record == R.name)
        newest = wanted.where(K.player == player).order_by(K.at.desc(), R.name)
        async with self._access.reading("glancing") as connection:
            return [Keeping(*row) for row in await connection.execute(newest)]

    async def drop(self, player: PlayerId, name: str) -> None:
        """A player keeps it no longer; with the last of them it goes. NotThere when they do not keep it."""

        async def work(connection: AsyncConnection) -> None:
            if not await let_go(connection, player, name):
                raise NotThere("This player keeps no record by this name.")
            await self._access.mark(connection)

        await self._access.writer.do(work)
        await self._access.writer.erase()

    async def components(self, game: str, edition: str) -> str | None:
        """The digest of the components that a record of this edition was kept with."""
        wanted = select(R.components).where(R.game == game, R.edition == edition, R.components.is_not(None))
        async with self._access.reading("glancing") as connection:
            found: str | None = await connection.scalar(wanted.limit(1))
            return found

    async def played(self, game: str) -> list[tuple[str, bytes]]:
        """All editions that tables have, by digest, each with the set-up of one of these tables."""
        first = select(func.min(T.id)).where(T.game == game, T.edition.is_not(None)).group_by(T.edition)
        async with self._access.reading("glancing") as connection:
            rows = await connection.execute(select(T.edition, T.setup).where(T.id.in_(first)))
            return [(row.edition, row.setup) for row in rows]


async def put_record(connection: AsyncConnection, record: StoredRecord, now: Milliseconds) -> None:
    """It stays at least until the transaction ends, also when the last who kept it lets it go."""
    row: dict[str, Any] = {
        "name": record.name,
        "game": record.game,
        "edition": record.edition,
        "components": record.components,
        "text": record.text,
        "size": len(record.text.encode()),
        "created": now,
    }
    await insert_once(connection, schema.records, row)
    held = select(R.name).where(R.name == record.name).with_for_update(read=True, key_share=True)
    await connection.scalar(held)


async def has_room(connection: AsyncConnection, player: PlayerId) -> bool:
    wanted = select(func.count(), func.coalesce(func.sum(R.size), 0)).select_from(schema.keepers)
    number, size = (
        await connection.execute(wanted.join(schema.records, R.name == K.record).where(K.player == player))
    ).one()
    return bool(number <= MOST and size <= MOST_BYTES)


async def let_go(connection: AsyncConnection, player: PlayerId, name: str) -> bool:
    """Whether they kept it."""
    await connection.execute(select(R.name).where(R.name == name).with_for_update())
    its = (K.player == player) & (K.record == name)
    if not (await connection.execute(delete(schema.keepers).where(its))).rowcount:
        return False
    await delete_unheld(connection, [name])
    return True


async def delete_unheld(connection: AsyncConnection, names: list[str]) -> None:
    """Those of these records that nobody wants any more, and their editions with them.

    They are held first: who has just kept one, or played on from it, is seen by what comes after.
    """
    wanted = select(R.name).where(R.name.in_(names)).order_by(R.name)
    await connection.execute(wanted.with_for_update())
    gone = R.name.in_(names) & ~is_held()
    editions = list((await connection.scalars(select(R.components).where(gone).distinct())).all())
    await connection.execute(delete(schema.records).where(gone))
    await forget_reviews(connection, names)
    unused = schema.editions.c.digest.in_([each for each in editions if each]) & ~is_used()
    await connection.execute(delete(schema.editions).where(unused))


def is_held() -> ColumnElement[bool]:
    """A record that somebody keeps, or that a game here goes on from."""
    kept = exists().where(K.record == R.name)
    return or_(kept, exists().where(schema.branches.c.record == R.name))


async def names_kept(connection: AsyncConnection, player: PlayerId) -> list[str]:
    return list((await connection.scalars(select(K.record).where(K.player == player))).all())
