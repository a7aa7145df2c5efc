"""The best game that was found with all luck of a day known."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "daily_pars",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column(
            "record",
            sa.Text,
            sa.ForeignKey("records.name", name="fk_daily_pars_record"),
            nullable=False,
        ),
    )
    op.create_index("ix_daily_pars_record", "daily_pars", ["record"])
