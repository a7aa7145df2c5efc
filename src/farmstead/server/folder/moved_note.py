"""A note in a server's folder that its games are kept in another place, for those who do not say where.

After games have moved to PostgreSQL the old file still lies in the folder. A backup of that file would look
like one of the server, and a server started on it would go on with old games; nobody would notice before it
is too late.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from farmstead.engine.contract import FarmsteadError
from farmstead.server.base.settings import Settings
from farmstead.server.store import file_of, is_shared, shown_place

NOTE_NAME: Final = "games-are-elsewhere"


class GamesMovedAway(FarmsteadError):
    """The server of this folder keeps its games in a database that was not named."""

    def __init__(self, folder: Path, place: str) -> None:
        super().__init__(
            f"The server of {folder} keeps its games in {place or 'another place'}, and not in that folder."
            " Name it as the server is told it: --db URL, or FARMSTEAD_DB in the environment."
            f" If the games in the folder are to count from now on, delete {folder / NOTE_NAME} first."
        )


def note_place(settings: Settings) -> None:
    """When the store of a server has been opened: where its games are, without what is secret in it."""
    if settings.db and own_folder(settings.db) != settings.folder.absolute():
        write_note(settings.folder, settings.db)
    else:
        remove_note(settings.folder)


def note_moved(came: str | Path, goes: str | Path) -> None:
    """When games have moved: in the folder that they have left, and no more in the one they are in now."""
    if (left := own_folder(came)) is not None:
        write_note(left, goes)
    if (reached := own_folder(goes)) is not None:
        remove_note(reached)


def own_folder(place: str | Path) -> Path | None:
    """The folder of the server that has its games there unless told otherwise; None for any other place."""
    if is_shared(place):
        return None
    file = file_of(place)
    return file.parent if file == Settings(file.parent).store else None


def write_note(folder: Path, place: str | Path) -> None:
    with suppress(OSError):  # a folder in which nothing may be written is no reason not to start
        handle = os.open(folder / NOTE_NAME, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"{shown_place(place)}\n")


def remove_note(folder: Path) -> None:
    with suppress(OSError):
        (folder / NOTE_NAME).unlink(missing_ok=True)


def check_here(settings: Settings) -> None:
    """KeptElsewhere where no database is named and the games are in one."""
    note = settings.folder / NOTE_NAME
    if not settings.db and os.path.isfile(note):  # False also where one may not look
        raise GamesMovedAway(settings.folder, note.read_text(encoding="utf-8", errors="replace").strip())
