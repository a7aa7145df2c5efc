"""Records that people brought along."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Each is there once, by its name, however many keep it."""
    op.create_table(
        "records",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("components", sa.Text),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_records"),
        sa.ForeignKeyConstraint(["components"], ["editions.digest"], name="fk_records_components"),
    )
    op.create_index("ix_records_components", "records", ["components"])
    op.create_table(
        "keepers",
        sa.Column("player", Number, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", "record", name="pk_keepers"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_keepers_player", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["record"], ["records.name"], name="fk_keepers_record", ondelete="CASCADE"),
    )
    op.create_index("ix_keepers_record", "keepers", ["record"])


def downgrade() -> None:
    raise NotImplementedError("There is no way back: put the copy from before the upgrade in its place.")
