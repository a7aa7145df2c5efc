"""What servers that use the same database have to know of each other's visitors."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Who holds a device with several seats, and who has done how much."""
    op.create_table(
        "handovers",
        sa.Column("session", Number, nullable=False),
        sa.Column("table", Number, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.PrimaryKeyConstraint("session", "table", name="pk_handovers"),
        sa.ForeignKeyConstraint(
            ["session"], ["sessions.id"], name="fk_handovers_session", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_handovers_table", ondelete="CASCADE"),
    )
    op.create_index("ix_handovers_table", "handovers", ["table"])
    op.create_table(
        "paces",
        sa.Column("deed", sa.Text, nullable=False),
        sa.Column("who", sa.LargeBinary, nullable=False),
        sa.Column("level", sa.Double, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("deed", "who", name="pk_paces"),
    )
    op.create_index("ix_paces_at", "paces", ["at"])


def downgrade() -> None:
    raise NotImplementedError("There is no way back: put the copy from before the upgrade in its place.")
