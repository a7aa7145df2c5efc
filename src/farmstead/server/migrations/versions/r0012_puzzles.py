"""What players answered to puzzles, and their ratings after it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_answers",
        sa.Column(
            "player",
            sa.BigInteger().with_variant(sa.Integer, "sqlite"),
            sa.ForeignKey("players.id", ondelete="CASCADE", name="fk_puzzle_answers_player"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("puzzle", sa.Text, primary_key=True),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("lost", sa.Double),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
    )
    op.create_index("ix_puzzle_answers_player", "puzzle_answers", ["player", "game", "n"], unique=True)
