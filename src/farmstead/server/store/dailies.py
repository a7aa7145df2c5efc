"""The game of each day, and everybody's one attempt at it."""

from collections.abc import Collection
from dataclasses import asdict
from typing import Final, final

from sqlalchemy import ColumnElement, Connection, exists, func, select, update

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, reads, writes
from farmstead.server.store.database import insert_once
from farmstead.server.store.errors import Conflict, NotThere
from farmstead.server.store.rating_rows import Attempt, Daily, Par
from farmstead.server.store.ratings import settle_once
from farmstead.server.store.records import put_record
from farmstead.server.store.rows import Milliseconds, NewAttempt, PlayerId, StoredRecord, TableId

D: Final = schema.dailies.c
G: Final = schema.daily_games.c
B: Final = schema.daily_pars.c
PAR: Final = (B.day, B.game, B.points, B.record)
DAILY: Final = (D.day, D.game, D.seats, D.level)
ATTEMPT: Final = (
    *(G.day, G.game, G.who, G.player, func.coalesce(schema.players.c.name, ""), G.table),
    schema.tables.c.code,
    *(G.began, G.ended, G.how, G.points, G.other),
)
PAGE_SIZE: Final = 14  # games of former days
MAX_ATTEMPTS: Final = 1000  # attempts
MAX_COMPANIONS: Final = 200  # people


@final
class DailyStore(StorePart):
    """The games of all days."""

    @writes
    def make(self, connection: Connection, daily: Daily, key: bytes) -> Daily:
        """The game of that day: this one, unless there is one already."""
        insert_once(connection, schema.dailies, {**asdict(daily), "key": key})
        return one_daily(connection, daily.day, daily.game)

    @reads
    def get(self, connection: Connection, day: str, game: str) -> Daily:
        return one_daily(connection, day, game)

    @reads
    def key(self, connection: Connection, day: str, game: str) -> bytes:
        """From which all chance of that game follows."""
        found: bytes | None = connection.scalar(select(D.key).where(D.day == day, D.game == game))
        if found is None:
            raise NotThere(f"There was no {game} on {day}.")
        return found

    @reads
    def before(self, connection: Connection, day: str, most: int = PAGE_SIZE) -> list[Daily]:
        """The games of former days, the last day first."""
        wanted = select(*DAILY).where(D.day < day).order_by(D.day.desc(), D.game).limit(most)
        return [Daily(*row) for row in connection.execute(wanted)]

    @reads
    def played(self, connection: Connection, since: str) -> list[Daily]:
        """The games since a day that some person has begun."""
        begun = exists().where(G.day == D.day, G.game == D.game, G.player.is_not(None))
        wanted = select(*DAILY).where(D.day >= since, begun).order_by(D.day, D.game)
        return [Daily(*row) for row in connection.execute(wanted)]

    # ---- par ---------------------------------------------------------------------------------------------

    @writes
    def put_par(self, connection: Connection, day: str, game: str, points: int, record: StoredRecord) -> None:
        """The best game that was found for a day, with its record; the first one stays."""
        put_record(connection, record, self._access.clock())
        row = {"day": day, "game": game, "points": points, "record": record.name}
        insert_once(connection, schema.daily_pars, row)

    @reads
    def par(self, connection: Connection, day: str, game: str) -> Par | None:
        found = connection.execute(select(*PAR).where(B.day == day, B.game == game)).one_or_none()
        return None if found is None else Par(*found)

    @reads
    def pars_in(self, connection: Connection, record: str) -> list[Par]:
        """The days whose par has this record."""
        return [Par(*row) for row in connection.execute(select(*PAR).where(B.record == record))]

    # ---- attempts ----------------------------------------------------------------------------------------

    async def attempts(self, day: str, game: str, most: int = MAX_ATTEMPTS) -> list[Attempt]:
        """Those of people, the best first."""
        which = (G.day == day) & (G.game == game) & G.player.is_not(None)
        return await self._attempts(which, G.points.desc().nulls_last(), G.began, G.who, most=most)

    async def of_bots(self, day: str, game: str) -> list[Attempt]:
        return await self._attempts((G.day == day) & (G.game == game) & G.player.is_(None), G.who)

    @reads
    def better(self, connection: Connection, day: str, game: str, points: int) -> int:
        """How many people had more points."""
        which = (G.day == day) & (G.game == game) & G.player.is_not(None) & (G.points > points)
        return connection.scalar(select(func.count()).select_from(schema.daily_games).where(which)) or 0

    async def of_some(self, day: str, game: str, players: Collection[PlayerId]) -> list[Attempt]:
        """Those of some people, the best first."""
        which = (G.day == day) & (G.game == game) & G.player.in_(players)
        return await self._attempts(which, G.points.desc().nulls_last(), G.began, G.who)

    @reads
    def days_of(self, connection: Connection, player: PlayerId) -> list[str]:
        """The days with an attempt of theirs that counts, the last first."""
        wanted = select(G.day).distinct().where(G.player == player, G.points.is_not(None))
        return list(connection.scalars(wanted.order_by(G.day.desc())))

    @reads
    def companions(
        self, connection: Connection, player: PlayerId, most: int = MAX_COMPANIONS
    ) -> list[PlayerId]:
        """People who have sat at a table with somebody, those of the newest tables first."""
        mine, theirs = schema.seats.alias("mine"), schema.seats.alias("theirs")
        shared = mine.join(theirs, mine.c.table == theirs.c.table)
        others = theirs.c.player.is_not(None) & (theirs.c.player != player)
        wanted = select(theirs.c.player).select_from(shared).where(mine.c.player == player, others)
        newest = func.max(theirs.c.table).desc()
        found = wanted.group_by(theirs.c.player).order_by(newest, theirs.c.player).limit(most)
        return list(connection.scalars(found))

    async def attempt(self, day: str, game: str, who: str) -> Attempt | None:
        found = await self._attempts((G.day == day) & (G.game == game) & (G.who == who))
        return found[0] if found else None

    async def at(self, table: TableId) -> Attempt | None:
        """Whose attempt is made at a table."""
        found = await self._attempts(G.table == table)
        return found[0] if found else None

    @reads
    def _attempts(
        self,
        connection: Connection,
        which: ColumnElement[bool],
        *order: ColumnElement[object],
        most: int = MAX_ATTEMPTS,
    ) -> list[Attempt]:
        joined = schema.daily_games.join(schema.tables, schema.tables.c.id == G.table)
        joined = joined.outerjoin(schema.players, schema.players.c.id == G.player)
        wanted = select(*ATTEMPT).select_from(joined).where(which).order_by(*order).limit(most)
        return [Attempt(*row) for row in map(tuple, connection.execute(wanted))]

    @writes
    def finish(
        self,
        connection: Connection,
        table: TableId,
        end: Milliseconds,
        how: str,
        points: int | None,
        other: int | None,
    ) -> bool:
        """What came of an attempt, once; after `end`, the end of its day, it came too late."""
        if not settle_once(connection, table, "daily", self._access.clock()):
            return False
        j = schema.journal.c
        ended = connection.scalar(select(j.at).where(j.table == table).order_by(j.n.desc()).limit(1)) or 0
        values = {"ended": ended, "how": how, "points": points, "other": other}
        if ended >= end:
            values |= {"how": "late", "points": None, "other": None}
        connection.execute(update(schema.daily_games).where(G.table == table).values(values))
        return True


def one_daily(connection: Connection, day: str, game: str) -> Daily:
    row = connection.execute(select(*DAILY).where(D.day == day, D.game == game)).one_or_none()
    if row is None:
        raise NotThere(f"There is no {game} on {day}.")
    return Daily(*row)


def put_attempt(connection: Connection, new: NewAttempt, table: TableId, now: Milliseconds) -> None:
    """With its table, or neither: Conflict when there has been one."""
    values = {**asdict(new), "table": table, "began": now, "how": ""}
    if not insert_once(connection, schema.daily_games, values):
        raise Conflict(f"{new.who} has played {new.game} of {new.day}.")
