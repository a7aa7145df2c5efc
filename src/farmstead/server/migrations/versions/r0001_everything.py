"""Players, sessions, tables, seats, journals, chat and editions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make everything."""
    people()
    places()
    what_happens()


def people() -> None:
    """Players and sessions."""
    op.create_table(
        "players",
        sa.Column("id", Number, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sessions",
        sa.Column("id", Number, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("player", Number, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("revoked", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("hash", name="uq_sessions_hash"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_sessions_player", ondelete="CASCADE"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_sessions_player", "sessions", ["player"])


def places() -> None:
    """Editions, tables and their seats."""
    op.create_table(
        "editions",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_editions"),
    )
    op.create_table(
        "tables",
        sa.Column("id", Number, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("setup", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("owner", Number),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("edition", sa.Text),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
        sa.ForeignKeyConstraint(["owner"], ["players.id"], name="fk_tables_owner", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["edition"], ["editions.digest"], name="fk_tables_edition"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tables_owner", "tables", ["owner"])
    op.create_index("ix_tables_edition", "tables", ["edition"])
    op.create_index("ix_tables_public", "tables", ["public", "state", "id"])
    op.create_table(
        "seats",
        sa.Column("table", Number, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("player", Number),
        sa.Column("level", sa.SmallInteger),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("hash", sa.LargeBinary),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_seats"),
        sa.UniqueConstraint("hash", name="uq_seats_hash"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_seats_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_seats_player", ondelete="SET NULL"),
    )
    op.create_index("ix_seats_player", "seats", ["player"])


def what_happens() -> None:
    """Journals and chat."""
    op.create_table(
        "journal",
        sa.Column("table", Number, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("entry", sa.LargeBinary, nullable=False),
        sa.Column("crc", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table", "n", name="pk_journal"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_journal_table", ondelete="CASCADE"),
        sa.CheckConstraint("n >= 1", name="ck_journal_counted"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chat",
        sa.Column("table", Number, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("player", Number),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table", "n", name="pk_chat"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_chat_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_chat_player", ondelete="SET NULL"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_chat_player", "chat", ["player"])


def downgrade() -> None:
    raise NotImplementedError("There is no way back: before this there was nothing.")
