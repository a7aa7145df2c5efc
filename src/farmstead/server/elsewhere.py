"""A note in a server's folder that its games are kept in another place, for commands that are not told where.

After games have moved to PostgreSQL the old file still lies in the folder. A backup of that file would look
like one of the server, and nobody would notice before it is needed.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from farmstead.engine.contract import FarmsteadError
from farmstead.server.settings import Settings
from farmstead.server.store import shown_place

LOG: Final = logging.getLogger(__name__)
NOTE: Final = "games-are-elsewhere"


class KeptElsewhere(FarmsteadError):
    """The server of this folder keeps its games in a database that was not named."""

    def __init__(self, folder: Path, place: str) -> None:
        super().__init__(
            f"The server of {folder} keeps its games in {place or 'another place'}, and not in that folder."
            " Name it as the server is told it: --db URL, or FARMSTEAD_DB in the environment."
        )


def note_place(settings: Settings) -> None:
    """At the start of a server: where its games are, without what is secret in it."""
    note = settings.folder / NOTE
    with suppress(OSError):  # a folder in which nothing may be written is no reason not to start
        if settings.db:
            handle = os.open(note, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(f"{shown_place(settings.db)}\n")
        elif note.exists():
            place = note.read_text(encoding="utf-8", errors="replace").strip()
            LOG.warning("Games were kept in %s until now; from here on those in the folder count.", place)
            note.unlink()


def check_here(settings: Settings) -> None:
    """KeptElsewhere where no database is named and the games are in one."""
    note = settings.folder / NOTE
    if not settings.db and note.is_file():
        raise KeptElsewhere(settings.folder, note.read_text(encoding="utf-8", errors="replace").strip())
