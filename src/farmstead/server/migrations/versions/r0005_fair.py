"""Fair chance: nothing changes in the tables of the store, but what is written into them does.

Set-ups say how luck comes from the key, and journals have pledges and openings. A server from before would
set such tables aside as damaged; so it is not to open the store any more.
"""

from __future__ import annotations

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Everything is there."""


def downgrade() -> None:
    raise NotImplementedError("There is no way back: put the copy from before the upgrade in its place.")
