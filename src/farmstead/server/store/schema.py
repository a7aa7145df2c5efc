"""The tables of the database as they are now. How older ones come to be so is told in `server/migrations`.

Bytes are opaque: the setup and options of a table, and the entries of its journal. They may name a player by
his number but not by his name, or deleting him would leave it behind.
"""

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    text,
)
from sqlalchemy.schema import SchemaItem

# SQLite counts up only what is called INTEGER, and without `sqlite_autoincrement` would give the number of a
# deleted row to another.
Number: Final = BigInteger().with_variant(Integer, "sqlite")

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


# `Any`: settings that a dialect has for a table.
def table(name: str, *columns: SchemaItem, **settings: Any) -> Table:
    """One of the tables that there are."""
    return Table(name, metadata, *columns, **settings)


players: Final = table(
    "players",
    Column("id", Number, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("blocked", BigInteger),  # since when they may do nothing here any more
    sqlite_autoincrement=True,
)

sessions: Final = table(
    "sessions",
    Column("id", Number, primary_key=True),
    Column("hash", LargeBinary, nullable=False, unique=True),  # SHA-256 of the token
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("revoked", BigInteger),
    Column("device", Text, nullable=False, server_default=text("''")),  # such as `Firefox, Linux`
    sqlite_autoincrement=True,
)

accounts: Final = table(  # the name of an account is its player's
    "accounts",
    Column(
        "player", Number, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    ),
    Column("login", Text, nullable=False, unique=True),  # the name as it is compared
    Column("hash", Text, nullable=False),  # argon2 of the passphrase, with its salt and parameters
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),  # when the passphrase was
)

editions: Final = table(
    "editions",
    Column("digest", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

tables: Final = table(
    "tables",
    Column("id", Number, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("setup", LargeBinary, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("options", LargeBinary, nullable=False),
    Column("owner", ForeignKey("players.id", ondelete="SET NULL"), index=True),
    Column("public", Boolean, nullable=False),
    Column("edition", ForeignKey("editions.digest"), index=True),
    Column("state", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("last", Integer, nullable=False),  # the highest n of its journal
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("rematch", ForeignKey("tables.id", ondelete="SET NULL"), index=True),  # the table that follows
    Column("worker", BigInteger),  # who alone may add to its journal; no longer, once it is not in `workers`
    Index("ix_tables_public", "public", "state", "id"),
    Index("ix_tables_state", "state", "id"),
    sqlite_autoincrement=True,
)

seats: Final = table(
    "seats",
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("player", ForeignKey("players.id", ondelete="SET NULL"), index=True),
    Column("level", SmallInteger),
    Column("name", Text, nullable=False),
    Column("hash", LargeBinary, unique=True),  # SHA-256 of the token that gives this seat away
)

journal: Final = table(
    "journal",
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),  # this key decides who was first
    Column("at", BigInteger, nullable=False),
    Column("entry", LargeBinary, nullable=False),
    Column("crc", BigInteger, nullable=False),  # over all of the row; see `journal.py`
    Column("up", BigInteger, nullable=False, server_default=text("0")),  # see `server/hub/server_time.py`
    CheckConstraint("n >= 1", name="ck_journal_counted"),
    sqlite_with_rowid=False,
)

chat: Final = table(
    "chat",
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("player", ForeignKey("players.id", ondelete="SET NULL"), index=True),
    Column("text", Text, nullable=False),
    sqlite_with_rowid=False,
)

server_state: Final = table(
    "house", Column("key", Text, primary_key=True), Column("value", BigInteger, nullable=False)
)

workers: Final = table(  # those that share a database of PostgreSQL; see `lease.py`
    "workers",
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # random, and never used again
    Column("address", Text, nullable=False),  # at which the others reach it
    Column("seen", BigInteger, nullable=False),  # when its lease was renewed, by the clock of the database
)

# ---- webhooks ----------------------------------------------------------------------------------------------

webhooks: Final = table(
    "webhooks",
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("url", Text, nullable=False),  # a secret: who knows it can write there
    Column("language", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False, server_default=text("0")),  # one after the other
    Column("paused", BigInteger),  # since when it is not called any more
    Column("why", Text, nullable=False, server_default=text("''")),  # the last call failed
)

calls: Final = table(
    "calls",
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player", ForeignKey("webhooks.player", ondelete="CASCADE"), nullable=False, index=True),
    Column("decision", Integer, nullable=False),  # of the seat, for which its player is or was called
    Column("patient", Boolean, nullable=False),  # put off while they listen
    Column("due", BigInteger, index=True),  # none: it is done, or was given up
    Column("tries", Integer, nullable=False),
)

# ---- ratings, and the game of the day ----------------------------------------------------------------------

settled: Final = table(  # what came of a game that is over has been reckoned, once and for all
    "settled",
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("why", Text, nullable=False),  # it does not count for ratings; nothing: it does
)

hinted: Final = table(
    "hinted",
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
)

ratings: Final = table(
    "ratings",
    Column("game", Text, primary_key=True),
    Column("seats", SmallInteger, primary_key=True, autoincrement=False),
    Column("who", Text, primary_key=True),  # `p12`, a player, or `level:3`
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), index=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("sure", Double, nullable=False),  # mu − 2 sigma, by which they are listed
    Column("games", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_ratings_sure", "game", "seats", "sure"),
)

rating_steps: Final = table(
    "rating_steps",
    Column("game", Text, primary_key=True),
    Column("seats", SmallInteger, primary_key=True, autoincrement=False),
    Column("who", Text, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),  # the how manieth game it was
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), index=True),
    Column("table", ForeignKey("tables.id", ondelete="SET NULL"), index=True),
    Column("at", BigInteger, nullable=False),
    Column("place", SmallInteger, nullable=False),
    Column("mu", Double, nullable=False),  # after the game
    Column("sigma", Double, nullable=False),
)

dailies: Final = table(
    "dailies",
    Column("day", Text, primary_key=True),  # such as 2031-05-06, UTC
    Column("game", Text, primary_key=True),
    Column("key", LargeBinary, nullable=False),  # of all tables of that day: secret until it ends
    Column("seats", SmallInteger, nullable=False),
    Column("level", SmallInteger, nullable=False),  # of those who play against; 0 where nobody does
)

daily_games: Final = table(
    "daily_games",
    Column("day", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("who", Text, primary_key=True),  # `p12` or `level:3`: this key allows one attempt
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), index=True),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("how", Text, nullable=False),  # `resigned`, `late`, or nothing
    Column("points", Integer),
    Column("other", Integer),  # the points of who played against
)

daily_pars: Final = table(  # the best game that was found with all luck of a day known
    "daily_pars",
    Column("day", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("points", Integer, nullable=False),
    Column("record", ForeignKey("records.name"), nullable=False, index=True),
)

# ---- puzzles -----------------------------------------------------------------------------------------------

puzzle_answers: Final = table(  # of each puzzle a player's first answer, which alone counts
    "puzzle_answers",
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("puzzle", Text, primary_key=True),
    Column("n", Integer, nullable=False),  # the how manieth of that player's in that game
    Column("at", BigInteger, nullable=False),
    Column("day", Text, nullable=False),  # whose puzzle it was, such as 2031-05-06; nothing: of no day
    Column("lost", Double),  # points less than the best; none: they had the answer shown
    Column("solved", Boolean, nullable=False),
    Column("rating", Double, nullable=False),  # the player's, after it
    Index("ix_puzzle_answers_player", "player", "game", "n", unique=True),
)

# ---- records that people brought along ---------------------------------------------------------------------

records: Final = table(
    "records",
    Column("name", Text, primary_key=True),  # `r` and 32 hexadecimal digits of the SHA-256 of its text
    Column("game", Text, nullable=False),
    Column("edition", Text, nullable=False),  # as the record calls it
    Column("components", ForeignKey("editions.digest"), index=True),  # none: the packaged ones
    Column("text", Text, nullable=False),
    Column("size", Integer, nullable=False),  # bytes
    Column("created", BigInteger, nullable=False),
)

keepers: Final = table(
    "keepers",
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("record", ForeignKey("records.name", ondelete="CASCADE"), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
)

# ---- games that go on from a move of another ---------------------------------------------------------------

branches: Final = table(
    "branches",
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("record", ForeignKey("records.name"), nullable=False, index=True),  # of the game that it left
    Column("parent", Text, nullable=False),  # how whoever made it knew that game
    Column("ply", Integer, nullable=False),  # how many moves are that game's
    Column("luck", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("shared", Boolean, nullable=False),  # found by whoever looks at that game
)

# ---- reviews -----------------------------------------------------------------------------------------------

reviews: Final = table(  # it stays as long as somebody wants it
    "reviews",
    Column("digest", Text, primary_key=True),  # SHA-256 of the record
    Column("settings", Text, primary_key=True),  # how thoroughly, and by which program
    Column("record", Text, nullable=False),
    Column("edition", Text),  # the text of its components, where they are not the packaged ones
    Column("state", Text, nullable=False),  # waiting, working, done or failed
    Column("done", Integer, nullable=False),  # pieces of the work
    Column("whole", Integer, nullable=False),  # how many there are; 0 before that is known
    Column("tries", Integer, nullable=False),  # processes that died over it
    Column("asked", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("result", LargeBinary),
    Index("ix_reviews_state", "state", "asked"),
)

review_wishes: Final = table(
    "review_wishes",
    Column("digest", Text, primary_key=True),
    Column("settings", Text, primary_key=True),
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), index=True),  # none: a record by itself
    Column("name", Text, nullable=False),  # by which its page is found
    Column("at", BigInteger, nullable=False),
    ForeignKeyConstraint(["digest", "settings"], ["reviews.digest", "reviews.settings"], ondelete="CASCADE"),
)

review_losses: Final = table(  # of a review that is done: what each kind of decision cost each seat
    "review_losses",
    Column("digest", Text, primary_key=True),
    Column("settings", Text, primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("decisions", Integer, nullable=False),
    Column("lost", Double, nullable=False),
    Column("spread", Double, nullable=False),
    Column("best", Integer, nullable=False),  # of them, as the search would have decided
    ForeignKeyConstraint(["digest", "settings"], ["reviews.digest", "reviews.settings"], ondelete="CASCADE"),
)

# ---- for whoever runs the server ---------------------------------------------------------------------------

orders: Final = table(  # what the server is to do, from a command that runs beside it
    "orders",
    Column("id", Number, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("deed", Text, nullable=False),
    Column("number", BigInteger, nullable=False),  # of the player or table that it is about
    Column("name", Text, nullable=False),  # a new one, where the deed needs one
    Column("done", BigInteger),
    Column("answer", Text, nullable=False),  # why it could not be done; nothing: it was
    sqlite_autoincrement=True,
)

reports: Final = table(
    "reports",
    Column("id", Number, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("table", ForeignKey("tables.id", ondelete="SET NULL"), index=True),
    Column("player", ForeignKey("players.id", ondelete="SET NULL"), index=True),  # none: the whole table
    Column("text", Text, nullable=False),
    Column("done", BigInteger),  # when whoever runs the server had dealt with it
    sqlite_autoincrement=True,
)

invitations: Final = table(  # to make an account at a server that is for members only
    "invitations",
    Column("id", Number, primary_key=True),
    Column("hash", LargeBinary, nullable=False, unique=True),  # SHA-256 of the code
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("uses", Integer, nullable=False),  # that are left
    Column("note", Text, nullable=False),
    sqlite_autoincrement=True,
)
