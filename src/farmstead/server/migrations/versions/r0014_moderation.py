"""Who is blocked, reports, orders to the server, and invitations to make an account."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def reference(column: str, to: str, deleted: str) -> sa.ForeignKey:
    return sa.ForeignKey(f"{to}.id", ondelete=deleted, name=f"fk_reports_{column}")


def upgrade() -> None:
    op.add_column("players", sa.Column("blocked", sa.BigInteger))
    op.create_table(
        "orders",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("deed", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("done", sa.BigInteger),
        sa.Column("answer", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "reports",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reporter", NUMBER, reference("reporter", "players", "CASCADE"), nullable=False),
        sa.Column("table", NUMBER, reference("table", "tables", "SET NULL")),
        sa.Column("player", NUMBER, reference("player", "players", "SET NULL")),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("done", sa.BigInteger),
        sqlite_autoincrement=True,
    )
    for column in ("reporter", "table", "player"):
        op.create_index(f"ix_reports_{column}", "reports", [column])
    op.create_table(
        "invitations",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
