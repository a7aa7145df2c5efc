"""Everything a player owns, to be taken away.

Entries of a journal say what a seat did, which its neighbours may not know before the game is over: they are
handed out only then. A table's key is not a player's, and a token's hash is of no use to anybody.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, exists, select

from farmstead.server.store import schema
from farmstead.server.store.database import begin_snapshot
from farmstead.server.store.errors import NotThere
from farmstead.server.store.rows import Milliseconds, PlayerId

FORMAT: Final = 1
T: Final = schema.tables.c
S: Final = schema.seats.c
J: Final = schema.journal.c
C: Final = schema.chat.c


def exported(connection: Connection, player: PlayerId, today: str) -> dict[str, Any]:
    """`Any`: what can be written as JSON. What belongs to `today`'s game stays closed until the day ends."""
    begin_snapshot(connection)
    wanted = select(schema.players.c.name, schema.players.c.created).where(schema.players.c.id == player)
    found = connection.execute(wanted).one_or_none()
    if found is None:
        raise NotThere(f"There is no player {player}.")
    return {
        "format": FORMAT,
        "player": {"id": player, "name": found.name, "created": moment(found.created)},
        "account": account(connection, player),
        "sessions": sessions(connection, player),
        "tables": tables(connection, player, today),
        "chat": chat(connection, player),
        "webhook": webhook(connection, player),
        **standings(connection, player),
        "records": records(connection, player),
        "branches": branches(connection, player),
        "reviews": reviews(connection, player),
    }


def account(connection: Connection, player: PlayerId) -> dict[str, Any] | None:
    """None for a guest. What is stored of the passphrase is of no use to anybody but a thief."""
    a = schema.accounts.c
    row = connection.execute(select(a.login, a.created, a.changed).where(a.player == player)).first()
    if row is None:
        return None
    return {"login": row.login, "created": moment(row.created), "changed": moment(row.changed)}


def sessions(connection: Connection, player: PlayerId) -> list[dict[str, Any]]:
    s = schema.sessions.c
    rows = connection.execute(
        select(s.id, s.device, s.created, s.seen, s.revoked).where(s.player == player).order_by(s.id)
    )
    return [
        {
            "id": row.id,
            "device": row.device,
            "created": moment(row.created),
            "seen": moment(row.seen),
            "revoked": None if row.revoked is None else moment(row.revoked),
        }
        for row in rows
    ]


def tables(connection: Connection, player: PlayerId, today: str) -> list[dict[str, Any]]:
    g = schema.daily_games.c
    closed = exists().where(g.table == T.id, g.day >= today).label("closed")
    sits = exists().where(S.table == T.id, S.player == player)
    columns = (T.id, T.code, T.game, T.owner, T.public, T.edition, T.setup, T.options)
    columns_of_time = (T.state, T.last, T.created, T.changed)
    wanted = select(*columns, *columns_of_time, closed).where(sits | (T.owner == player)).order_by(T.id)
    rows = connection.execute(wanted).all()
    return [table(connection, player, row) for row in rows]


def table(connection: Connection, player: PlayerId, row: Any) -> dict[str, Any]:
    return {
        "code": row.code,
        "game": row.game,
        "mine": row.owner == player,
        "public": row.public,
        "edition": row.edition and edition(connection, row.edition),
        "setup": text(row.setup),
        "options": text(row.options),
        "state": row.state,
        "created": moment(row.created),
        "changed": moment(row.changed),
        "seats": seats(connection, player, row.id),
        "entries": row.last,
        "journal": journal(connection, row.id) if row.state == "over" and not row.closed else None,
    }


def edition(connection: Connection, digest: str) -> dict[str, Any]:
    its = connection.scalar(select(schema.editions.c.text).where(schema.editions.c.digest == digest))
    return {"digest": digest, "text": its}


def seats(connection: Connection, player: PlayerId, table: int) -> list[dict[str, Any]]:
    """Only the player's own: who the others are is theirs."""
    wanted = select(S.seat, S.kind, S.name).where(S.table == table, S.player == player).order_by(S.seat)
    rows = connection.execute(wanted)
    return [{"seat": row.seat, "kind": row.kind, "name": row.name} for row in rows]


def journal(connection: Connection, table: int) -> list[dict[str, Any]]:
    rows = connection.execute(select(J.n, J.at, J.entry).where(J.table == table).order_by(J.n))
    return [{"n": row.n, "at": moment(row.at), "entry": text(row.entry)} for row in rows]


def chat(connection: Connection, player: PlayerId) -> list[dict[str, Any]]:
    wanted = select(T.code, C.n, C.at, C.text).join(schema.tables, T.id == C.table).where(C.player == player)
    rows = connection.execute(wanted.order_by(C.table, C.n))
    return [{"table": row.code, "n": row.n, "at": moment(row.at), "text": row.text} for row in rows]


def webhook(connection: Connection, player: PlayerId) -> dict[str, Any] | None:
    """Whole: it is the player's own secret."""
    w = schema.webhooks.c
    row = connection.execute(select(schema.webhooks).where(w.player == player)).one_or_none()
    if row is None:
        return None
    paused = None if row.paused is None else moment(row.paused)
    told = {"url": row.url, "language": row.language, "created": moment(row.created)}
    return {**told, "failures": row.failures, "why": row.why, "paused": paused}


def standings(connection: Connection, player: PlayerId) -> dict[str, Any]:
    """Ratings, how they came to be, and attempts at games of the day."""
    r, h, g = schema.ratings, schema.rating_steps, schema.daily_games
    hints = select(T.code, S.seat).join(schema.hinted, schema.hinted.c.table == T.id)
    hints = hints.join(schema.seats, (S.table == T.id) & (S.seat == schema.hinted.c.seat))
    wanted = {
        "ratings": select(r.c.game, r.c.seats, r.c.mu, r.c.sigma, r.c.games, r.c.at).where(
            r.c.player == player
        ),
        "rated": select(
            h.c.game, h.c.seats, h.c.n, h.c.at, h.c.place, h.c.mu, h.c.sigma, T.code.label("table")
        )
        .outerjoin(schema.tables, T.id == h.c.table)
        .where(h.c.player == player)
        .order_by(h.c.game, h.c.seats, h.c.n),
        "dailies": select(g.c.day, g.c.game, g.c.began, g.c.ended, g.c.how, g.c.points, g.c.other)
        .where(g.c.player == player)
        .order_by(g.c.day, g.c.game),
        "hints": hints.where(S.player == player).order_by(T.id, S.seat),
    }
    return {name: [timed(row) for row in connection.execute(rows)] for name, rows in wanted.items()}


def records(connection: Connection, player: PlayerId) -> list[dict[str, Any]]:
    """Those that they brought along."""
    r, k = schema.records.c, schema.keepers.c
    wanted = select(r.name, r.game, r.text, k.at).join(schema.keepers, k.record == r.name)
    rows = connection.execute(wanted.where(k.player == player).order_by(k.at, r.name))
    return [timed(row) for row in rows]


def branches(connection: Connection, player: PlayerId) -> list[dict[str, Any]]:
    """The games of theirs that go on from a move of another."""
    b = schema.branches.c
    wanted = select(T.code.label("table"), b.parent, b.ply, b.luck, b.title, b.shared)
    wanted = wanted.join(schema.branches, b.table == T.id).where(T.owner == player).order_by(T.id)
    return [timed(row) for row in connection.execute(wanted)]


def reviews(connection: Connection, player: PlayerId) -> list[dict[str, Any]]:
    """Which games a player wanted to have reviewed, and how far that is."""
    w, r = schema.review_wishes.c, schema.reviews.c
    its = (w.digest == r.digest) & (w.settings == r.settings)
    wanted = select(w.name, w.at, r.state, r.ended).join(schema.reviews, its).where(w.player == player)
    return [timed(row) for row in connection.execute(wanted.order_by(w.at, w.name))]


def timed(row: Any) -> dict[str, Any]:
    """A row with its times as texts."""
    times = ("at", "began", "ended")
    values = dict(row._mapping)
    return {
        name: moment(value) if name in times and value is not None else value
        for name, value in values.items()
    }


def moment(milliseconds: Milliseconds) -> str:
    """Such as 2031-05-06T07:08:09.123+00:00."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")


def text(stored: bytes) -> str:
    """Bytes of ours are JSON; should they be damaged, they are shown all the same."""
    return stored.decode("utf-8", "backslashreplace")
