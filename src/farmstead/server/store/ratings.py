"""Ratings, and which games have been reckoned: each once, whatever happens in between."""

from collections.abc import Sequence
from typing import Final, NamedTuple, final

from sqlalchemy import ColumnElement, Connection, exists, func, insert, select, update

from farmstead.server.store import schema
from farmstead.server.store.access import StorePart, reads, writes
from farmstead.server.store.database import insert_once
from farmstead.server.store.journal import lasts
from farmstead.server.store.rating_rows import RatedParty, RatingFunction, RatingRow, RatingStep, Skill
from farmstead.server.store.rows import Milliseconds, PlayerId, TableId

R: Final = schema.ratings.c
H: Final = schema.rating_steps.c
T: Final = schema.tables.c
COLUMNS: Final = (
    *(R.game, R.seats, R.who, R.player, func.coalesce(schema.players.c.name, "")),
    *(R.mu, R.sigma, R.games, R.at),
)
MIN_PARTIES: Final = 2  # parties without which there is nothing to compare
PAGE_SIZE: Final = 100  # rows


@final
class RatingStore(StorePart):
    """By game and number of seats, of players and of the levels of bots."""

    # ---- what has been reckoned --------------------------------------------------------------------------

    @reads
    def unsettled(self, connection: Connection, most: int = PAGE_SIZE) -> list[TableId]:
        """Games that are over and not reckoned yet, in the order of their end."""
        done = exists().where(schema.settled.c.table == T.id)
        wanted = select(T.id).where(T.state == "over", ~done).order_by(T.changed, T.id).limit(most)
        return list(connection.scalars(wanted))

    @reads
    def why(self, connection: Connection, table: TableId) -> str | None:
        """Why a game does not count, nothing if it does; None: it has not been reckoned."""
        wanted = select(schema.settled.c.why).where(schema.settled.c.table == table)
        found: str | None = connection.scalar(wanted)
        return found

    @writes
    def pass_over(self, connection: Connection, table: TableId, why: str) -> bool:
        """A game does not count; False if it had been reckoned before."""
        return settle_once(connection, table, why, self._access.clock())

    @writes
    def rate(
        self,
        connection: Connection,
        table: TableId,
        game: str,
        seats: int,
        parties: Sequence[RatedParty],
        reckon: RatingFunction,
    ) -> bool:
        """All that a game changes, at once: ratings, history, and that it is done. False if it was before.

        Who has deleted themselves is left out. That is held until it is written, so nobody who goes
        meanwhile leaves a rating behind.
        """
        now = self._access.clock()
        here = still_here(connection, parties)
        is_enough = len({party.who for party in here}) >= MIN_PARTIES
        if not settle_once(connection, table, "" if is_enough else "gone", now):
            return False
        if is_enough:
            write_all(connection, RatedGame(table, game, seats, now), here, reckon)
        return True

    @writes
    def note_hint(self, connection: Connection, table: TableId, seat: int) -> None:
        """Somebody takes a hint there."""
        insert_once(connection, schema.hinted, {"table": table, "seat": seat})

    @reads
    def hinted(self, connection: Connection, table: TableId) -> set[int]:
        """The seats that took one."""
        return set(connection.scalars(select(schema.hinted.c.seat).where(schema.hinted.c.table == table)))

    # ---- what can be known -------------------------------------------------------------------------------

    @reads
    def kinds(self, connection: Connection, some: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
        """For which of these games and numbers of seats there are ratings; quick however many there are."""
        wanted = [
            exists().where(R.game == game, R.seats == seats).label(f"kind_{n}")
            for n, (game, seats) in enumerate(some)
        ]
        found = connection.execute(select(*wanted)).one()
        return [kind for kind, is_there in zip(some, found, strict=True) if is_there]

    async def best(self, game: str, seats: int, most: int = PAGE_SIZE) -> list[RatingRow]:
        """Those of whom most is certain come first: by mu − 2 sigma."""
        return await self._rated((R.game == game) & (R.seats == seats), R.sure.desc(), R.who, most=most)

    async def of_player(self, player: PlayerId) -> list[RatingRow]:
        return await self._rated(R.player == player, R.game, R.seats)

    @reads
    def _rated(
        self,
        connection: Connection,
        which: ColumnElement[bool],
        *order: ColumnElement[object],
        most: int = PAGE_SIZE,
    ) -> list[RatingRow]:
        names = schema.ratings.outerjoin(schema.players, schema.players.c.id == R.player)
        wanted = select(*COLUMNS).select_from(names).where(which).order_by(*order).limit(most)
        return [
            RatingRow(game, seats, who, player, name, Skill(mu, sigma), games, at)
            for game, seats, who, player, name, mu, sigma, games, at in connection.execute(wanted)
        ]

    @reads
    def steps(
        self, connection: Connection, game: str, seats: int, who: str, most: int = 500
    ) -> list[RatingStep]:
        """How a rating came to be what it is; the last steps, oldest first."""
        which = (H.game == game) & (H.seats == seats) & (H.who == who)
        wanted = select(H.n, H.at, H.place, H.mu, H.sigma).where(which).order_by(H.n.desc()).limit(most)
        rows = [*connection.execute(wanted)][::-1]
        return [RatingStep(row.n, row.at, row.place, Skill(row.mu, row.sigma)) for row in rows]


class RatedGame(NamedTuple):
    """A game that is being reckoned."""

    table: TableId
    game: str
    seats: int
    at: Milliseconds


def settle_once(connection: Connection, table: TableId, why: str, now: Milliseconds) -> bool:
    """Note that a game is reckoned; False when it is already, or is no longer there."""
    if table not in lasts(connection, [table], hold=True):
        return False
    return insert_once(connection, schema.settled, {"table": table, "at": now, "why": why})


def still_here(connection: Connection, parties: Sequence[RatedParty]) -> list[RatedParty]:
    """Those who have not deleted themselves; who would do so now has to wait.

    As there, people are held before tables, so that neither waits for the other.
    """
    p = schema.players.c
    people = sorted({party.player for party in parties if party.player is not None})
    held = select(p.id).where(p.id.in_(people)).order_by(p.id).with_for_update(read=True, key_share=True)
    here = set(connection.scalars(held))
    return [party for party in parties if party.player is None or party.player in here]


def write_all(
    connection: Connection, played: RatedGame, parties: Sequence[RatedParty], reckon: RatingFunction
) -> None:
    their = {party.who: party for party in reversed(parties)}
    its = (R.game == played.game) & (R.seats == played.seats)
    wanted = select(R.who, R.mu, R.sigma, R.games).where(its, R.who.in_(their)).order_by(R.who)
    rows = {row.who: row for row in connection.execute(wanted.with_for_update())}
    after = reckon(parties, {who: Skill(row.mu, row.sigma) for who, row in rows.items()})
    for who, skill in sorted(after.items()):
        games = rows[who].games + 1 if who in rows else 1
        now = {**skill._asdict(), "at": played.at}
        values = {**now, "sure": skill.mu - 2 * skill.sigma, "games": games}
        key = {"game": played.game, "seats": played.seats, "who": who, "player": their[who].player}
        if who in rows:
            connection.execute(update(schema.ratings).where(its, R.who == who).values(values))
        else:
            connection.execute(insert(schema.ratings).values({**key, **values}))
        step = {**key, **now, "n": games, "table": played.table, "place": their[who].place}
        connection.execute(insert(schema.rating_steps).values(step))
