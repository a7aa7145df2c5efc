"""Each table is served by one worker, which is noted beside it, and who holds a device is known there.

Who did how much is counted by workers, too.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "workers",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.add_column("tables", sa.Column("worker", sa.BigInteger))
    op.drop_table("handovers")
    op.drop_table("paces")
