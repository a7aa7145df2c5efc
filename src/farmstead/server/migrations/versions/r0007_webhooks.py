"""Where players want to be called when a slow game waits for them, and who has been called for what."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """One address for each player; one call for each seat, the last."""
    op.create_table(
        "webhooks",
        sa.Column("player", Number, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("paused", sa.BigInteger),
        sa.Column("why", sa.Text, nullable=False, server_default=sa.text("''")),
        sa.PrimaryKeyConstraint("player", name="pk_webhooks"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_webhooks_player", ondelete="CASCADE"),
    )
    op.create_table(
        "calls",
        sa.Column("table", Number, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("player", Number, nullable=False),
        sa.Column("decision", sa.Integer, nullable=False),
        sa.Column("patient", sa.Boolean, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_calls"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_calls_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player"], ["webhooks.player"], name="fk_calls_player", ondelete="CASCADE"),
    )
    op.create_index("ix_calls_player", "calls", ["player"])
    op.create_index("ix_calls_due", "calls", ["due"])


def downgrade() -> None:
    raise NotImplementedError("There is no way back: put the copy from before the upgrade in its place.")
