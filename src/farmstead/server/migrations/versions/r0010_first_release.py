"""Where stores begin. A new one is made at once as `store/schema.py` has it now; see `store/upgrade.py`."""

from __future__ import annotations

revision = "0010"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing: no store is older."""
