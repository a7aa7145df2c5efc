"""Games that go on from a move of another."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Each belongs to its table; the record that it left stays as long as one needs it."""
    op.create_table(
        "branches",
        sa.Column("table", Number, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("parent", sa.Text, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("luck", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("shared", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_branches"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_branches_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["record"], ["records.name"], name="fk_branches_record"),
    )
    op.create_index("ix_branches_record", "branches", ["record"])


def downgrade() -> None:
    raise NotImplementedError("There is no way back: put the copy from before the upgrade in its place.")
