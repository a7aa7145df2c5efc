"""What reviews found, who wanted them, and what each kind of decision cost."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """A review by its record and how it was made; it stays as long as somebody wants it."""
    op.create_table(
        "reviews",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("edition", sa.Text),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("whole", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("result", sa.LargeBinary),
        sa.PrimaryKeyConstraint("digest", "settings", name="pk_reviews"),
    )
    op.create_index("ix_reviews_state", "reviews", ["state", "asked"])
    op.create_table(
        "review_wishes",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("player", Number, nullable=False),
        sa.Column("table", Number),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("digest", "settings", "player", name="pk_review_wishes"),
        sa.ForeignKeyConstraint(
            ["digest", "settings"],
            ["reviews.digest", "reviews.settings"],
            name="fk_review_wishes_digest",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name="fk_review_wishes_player", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_review_wishes_table", ondelete="CASCADE"),
    )
    op.create_index("ix_review_wishes_player", "review_wishes", ["player"])
    op.create_index("ix_review_wishes_table", "review_wishes", ["table"])
    op.create_table(
        "review_losses",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("lost", sa.Double, nullable=False),
        sa.Column("spread", sa.Double, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("digest", "settings", "seat", "kind", name="pk_review_losses"),
        sa.ForeignKeyConstraint(
            ["digest", "settings"],
            ["reviews.digest", "reviews.settings"],
            name="fk_review_losses_digest",
            ondelete="CASCADE",
        ),
    )


def downgrade() -> None:
    raise NotImplementedError("There is no way back: put the copy from before the upgrade in its place.")
