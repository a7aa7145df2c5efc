"""House time, beside every entry and as far as it has come; which table follows another; tables by state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
SEQUENCE = sa.table("sqlite_sequence", sa.column("name"), sa.column("seq"))


def upgrade() -> None:
    """House time, rematches, and an index."""
    house_time()
    with numbers_kept("tables"):
        rematches()
    op.create_index("ix_tables_state", "tables", ["state", "id"])


def house_time() -> None:
    """How long the server has been running in all: now, and when each entry was written."""
    op.create_table(
        "house",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("value", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_house"),
    )
    op.add_column("journal", sa.Column("up", sa.BigInteger, nullable=False, server_default=sa.text("0")))


def rematches() -> None:
    """SQLite makes the table anew for a reference."""
    with op.batch_alter_table("tables", table_kwargs={"sqlite_autoincrement": True}) as batch:
        batch.add_column(sa.Column("rematch", Number))
        batch.create_foreign_key("fk_tables_rematch", "tables", ["rematch"], ["id"], ondelete="SET NULL")
        batch.create_index("ix_tables_rematch", ["rematch"])


@contextmanager
def numbers_kept(table: str) -> Iterator[None]:
    """SQLite forgets which numbers deleted rows had when a table is made anew; they are not used again."""
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        yield
        return
    last = connection.scalar(sa.select(SEQUENCE.c.seq).where(SEQUENCE.c.name == table))
    yield
    if last is not None:
        connection.execute(sa.delete(SEQUENCE).where(SEQUENCE.c.name == table))
        connection.execute(sa.insert(SEQUENCE).values(name=table, seq=last))


def downgrade() -> None:
    raise NotImplementedError("There is no way back: put the copy from before the upgrade in its place.")
