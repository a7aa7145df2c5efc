"""Ratings, and the game of the day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Games that had begun before there were ratings do not count: nobody had been told."""
    op.create_table(
        "settled",
        sa.Column("table", Number, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_settled"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_settled_table", ondelete="CASCADE"),
    )
    op.execute("""INSERT INTO settled ("table", at, why) SELECT id, changed, 'before' FROM tables""")
    op.create_table(
        "hinted",
        sa.Column("table", Number, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_hinted"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_hinted_table", ondelete="CASCADE"),
    )
    add_ratings()
    add_dailies()


def add_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("player", Number),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("sure", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "seats", "who", name="pk_ratings"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_ratings_player", ondelete="CASCADE"),
    )
    op.create_index("ix_ratings_player", "ratings", ["player"])
    op.create_index("ix_ratings_sure", "ratings", ["game", "seats", "sure"])
    op.create_table(
        "rating_steps",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("player", Number),
        sa.Column("table", Number),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("place", sa.SmallInteger, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("game", "seats", "who", "n", name="pk_rating_steps"),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name="fk_rating_steps_player", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_rating_steps_table", ondelete="SET NULL"),
    )
    op.create_index("ix_rating_steps_player", "rating_steps", ["player"])
    op.create_index("ix_rating_steps_table", "rating_steps", ["table"])


def add_dailies() -> None:
    op.create_table(
        "dailies",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("level", sa.SmallInteger, nullable=False),
        sa.PrimaryKeyConstraint("day", "game", name="pk_dailies"),
    )
    op.create_table(
        "daily_games",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("player", Number),
        sa.Column("table", Number, nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("how", sa.Text, nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("other", sa.Integer),
        sa.PrimaryKeyConstraint("day", "game", "who", name="pk_daily_games"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_daily_games_player", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_daily_games_table", ondelete="CASCADE"),
    )
    op.create_index("ix_daily_games_player", "daily_games", ["player"])
    op.create_index("ix_daily_games_table", "daily_games", ["table"])


def downgrade() -> None:
    raise NotImplementedError("There is no way back: put the copy from before the upgrade in its place.")
