"""Which bot plays a seat, and with which seed."""

from __future__ import annotations

from hashlib import sha256

from farmstead.agents.characters import neighbours
from farmstead.agents.levels import LEVELS
from farmstead.agents.settings import MAX_SEED
from farmstead.engine.contract import Seat
from farmstead.server.table.live_table import LiveTable


def seed_of(live: LiveTable) -> int:
    """The seed of a table's bots: it survives restarts, and is secret: it would tell how bots choose."""
    return int.from_bytes(sha256(b"bots" + live.setup.key).digest()[:8]) % MAX_SEED


def level_of(live: LiveTable, seat: Seat) -> int:
    """Of the bot that plays a seat; another version of the server may have had others."""
    chair = live.chairs.all[seat]
    known = neighbours().get(chair.neighbour)
    return min(chair.level, max(LEVELS)) if known is None else known.level


def spec_of(live: LiveTable, seat: Seat) -> str:
    """Of the bot that plays a seat: a neighbour, or the level where none of that id is known."""
    neighbour = live.chairs.all[seat].neighbour
    return f"neighbour:{neighbour}" if neighbour in neighbours() else f"level:{level_of(live, seat)}"
