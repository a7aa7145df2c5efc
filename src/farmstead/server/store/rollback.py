"""The way back from an upgrade: a copy of the file from before, which the older version can use."""

import asyncio
import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from farmstead.server.store.copy_file import copy_file, draft_of, only_read, place_draft
from farmstead.server.store.errors import StoreDamaged, StoreError, StoreFull, translated
from farmstead.server.store.sqlite import SqliteDatabase
from farmstead.server.store.upgrade import check_not_too_old, newest

LOG: Final = logging.getLogger(__name__)
COPIES_KEPT: Final = 2  # copies; those from before longer ago go


async def keep_copy(database: SqliteDatabase) -> None:
    """If this version would change the file; StoreFull when there is no room for a copy."""
    await asyncio.to_thread(_keep_copy, database.path)


def _keep_copy(path: Path) -> None:
    found = revision_in(path)
    check_not_too_old(found)
    if found is None or found >= newest():  # it is new, or newer than this version, which `upgrade` refuses
        return
    copy = path.with_name(f"{path.stem}-before-{newest()}{path.suffix}")
    try:
        with translated(), draft_of(copy) as draft:
            copy_file(path, draft)
            place_draft(draft, copy, over=True)
    except StoreDamaged:
        raise
    except StoreError as error:
        raise StoreFull(
            f"This version changes the store, and no copy of it could be made before: {error}"
            f" See to it that {path.parent} has room for another {path.name}."
        ) from error
    said = "This version changes the store, from revision %s to %s. A copy from before: %s"
    LOG.warning(said, found, newest(), copy)
    pattern = re.compile(rf"{re.escape(path.stem)}-before-\d{{4}}{re.escape(path.suffix)}")
    copies = sorted([each for each in path.parent.iterdir() if pattern.fullmatch(each.name)])
    for old in copies[:-COPIES_KEPT]:
        old.unlink(missing_ok=True)


def revision_in(path: Path) -> str | None:
    """Of a file with something in it."""
    try:
        with closing(only_read(path)) as connection:
            rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.Error:  # it is empty, or damaged: who opens it says so
        return None
    return str(rows[0][0]) if rows else None
