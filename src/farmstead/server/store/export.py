"""Everything a player owns, to be taken away.

Entries of a journal say what a seat did, which its neighbours may not know before the game is over: they are
handed out only then. A table's key is not a player's, and a token's hash is of no use to anybody.
"""

from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, Select, exists, select

from farmstead.server.store import schema
from farmstead.server.store.database import begin_snapshot
from farmstead.server.store.errors import NotThere
from farmstead.server.store.rows import PlayerId

EXPORT_FORMAT: Final = 1
# Columns of milliseconds.
TIME_COLUMNS: Final = {"created", "changed", "seen", "revoked", "paused", "at", "began", "ended", "done"}
T: Final = schema.tables.c
S: Final = schema.seats.c
J: Final = schema.journal.c
C: Final = schema.chat.c
P: Final = schema.players.c


def exported(connection: Connection, player: PlayerId, today: str) -> dict[str, Any]:
    """`Any`: what can be written as JSON. What belongs to `today`'s game stays closed until the day ends."""
    begin_snapshot(connection)
    if not (found := rows(connection, select(P.id, P.name, P.created).where(P.id == player))):
        raise NotThere(f"There is no player {player}.")
    lists = {name: rows(connection, wanted) for name, wanted in lists_of(player).items()}
    account, webhook = lists.pop("account"), lists.pop("webhook")
    return {
        "format": EXPORT_FORMAT,
        "player": found[0],
        "account": account[0] if account else None,  # a guest has none
        "sessions": lists.pop("sessions"),
        "tables": tables(connection, player, today),
        "chat": lists.pop("chat"),
        "webhook": webhook[0] if webhook else None,
        **lists,
    }


def lists_of(player: PlayerId) -> dict[str, Select[Any]]:
    """What is asked for as it is stored. Of the passphrase nothing: that is of use to a thief only.

    The webhook is told whole: it is the player's own secret.
    """
    a, s, w = schema.accounts.c, schema.sessions.c, schema.webhooks.c
    r, h, g = schema.ratings.c, schema.rating_steps.c, schema.daily_games.c
    n, k, b = schema.records.c, schema.keepers.c, schema.branches.c
    q, v, z = schema.review_wishes.c, schema.reviews.c, schema.puzzle_answers.c
    m = schema.reports.c
    hints = select(T.code, S.seat).join(schema.hinted, schema.hinted.c.table == T.id)
    return {
        "account": select(a.login, a.created, a.changed).where(a.player == player),
        "sessions": select(s.id, s.device, s.created, s.seen, s.revoked)
        .where(s.player == player)
        .order_by(s.id),
        "chat": select(T.code.label("table"), C.n, C.at, C.text)
        .join(schema.tables, T.id == C.table)
        .where(C.player == player)
        .order_by(C.table, C.n),
        "webhook": select(w.url, w.language, w.created, w.failures, w.why, w.paused).where(
            w.player == player
        ),
        "ratings": select(r.game, r.seats, r.mu, r.sigma, r.games, r.at).where(r.player == player),
        "rated": select(h.game, h.seats, h.n, h.at, h.place, h.mu, h.sigma, T.code.label("table"))
        .outerjoin(schema.tables, T.id == h.table)
        .where(h.player == player)
        .order_by(h.game, h.seats, h.n),
        "dailies": select(g.day, g.game, g.began, g.ended, g.how, g.points, g.other)
        .where(g.player == player)
        .order_by(g.day, g.game),
        "puzzles": select(z.game, z.puzzle, z.n, z.at, z.day, z.lost, z.solved, z.rating)
        .where(z.player == player)
        .order_by(z.game, z.n),
        "hints": hints.join(schema.seats, (S.table == T.id) & (S.seat == schema.hinted.c.seat))
        .where(S.player == player)
        .order_by(T.id, S.seat),
        "records": select(n.name, n.game, n.text, k.at)
        .join(schema.keepers, k.record == n.name)
        .where(k.player == player)
        .order_by(k.at, n.name),
        "branches": select(T.code.label("table"), b.parent, b.ply, b.luck, b.title, b.shared)
        .join(schema.branches, b.table == T.id)
        .where(T.owner == player)
        .order_by(T.id),
        "reports": select(m.at, m.text, m.done).where(m.reporter == player).order_by(m.id),
        "reviews": select(q.name, q.at, v.state, v.ended)
        .join(schema.reviews, (q.digest == v.digest) & (q.settings == v.settings))
        .where(q.player == player)
        .order_by(q.at, q.name),
    }


def tables(connection: Connection, player: PlayerId, today: str) -> list[dict[str, Any]]:
    """The tables that a player sits at or has made, with the journals of those that are over."""
    g = schema.daily_games.c
    closed = exists().where(g.table == T.id, g.day >= today).label("closed")
    sits = exists().where(S.table == T.id, S.player == player)
    columns = (T.id, T.code, T.game, T.owner, T.public, T.edition, T.setup, T.options)
    wanted = select(*columns, T.state, T.created, T.changed, T.last, closed).order_by(T.id)
    found = rows(connection, wanted.where(sits | (T.owner == player)))
    return [table(connection, player, row) for row in found]


def table(connection: Connection, player: PlayerId, row: dict[str, Any]) -> dict[str, Any]:
    """One of them: only the player's own seats, since who the others are is theirs."""
    e, its = schema.editions.c, row["id"]
    edition = rows(connection, select(e.digest, e.text).where(e.digest == row["edition"]))
    seats = select(S.seat, S.kind, S.name).where(S.table == its, S.player == player).order_by(S.seat)
    entries = select(J.n, J.at, J.entry).where(J.table == its).order_by(J.n)
    is_told = row["state"] == "over" and not row["closed"]
    as_stored = ("public", "edition", "setup", "options", "state", "created", "changed")
    return {
        "code": row["code"],
        "game": row["game"],
        "mine": row["owner"] == player,
        **{name: row[name] for name in as_stored},
        "edition": edition[0] if edition else None,
        "seats": rows(connection, seats),
        "entries": row["last"],
        "journal": rows(connection, entries) if is_told else None,
    }


def rows(connection: Connection, wanted: Select[Any]) -> list[dict[str, Any]]:
    """What a question finds, as JSON would have it: times and bytes as texts."""
    found = connection.execute(wanted)
    return [{name: as_json(name, value) for name, value in row._mapping.items()} for row in found]


def as_json(name: str, value: Any) -> Any:
    """A time such as 2031-05-06T07:08:09.123+00:00; bytes of ours as text, should they be damaged, too."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    if name in TIME_COLUMNS and value is not None:
        return datetime.fromtimestamp(value / 1000, UTC).isoformat(timespec="milliseconds")
    return value
