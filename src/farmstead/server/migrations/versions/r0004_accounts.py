"""Accounts: a passphrase by which somebody is known on every device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Accounts, and what sort of device a session is on."""
    op.create_table(
        "accounts",
        sa.Column("player", Number, nullable=False, autoincrement=False),
        sa.Column("login", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_accounts"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_accounts_player", ondelete="CASCADE"),
        sa.UniqueConstraint("login", name="uq_accounts_login"),
    )
    op.add_column("sessions", sa.Column("device", sa.Text, nullable=False, server_default=sa.text("''")))


def downgrade() -> None:
    raise NotImplementedError("There is no way back: put the copy from before the upgrade in its place.")
