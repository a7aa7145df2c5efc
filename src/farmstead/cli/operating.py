"""What commands for whoever runs a server share: the store beside it, and orders that the server does."""

from __future__ import annotations

import asyncio
import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from farmstead.cli.errors import BadInput
from farmstead.cli.server_options import db_option, folder_option, settings_of

if TYPE_CHECKING:
    from farmstead.server.base.settings import Settings
    from farmstead.server.store import Store

Folder = Annotated[Path | None, folder_option("Where the server keeps its games.", show_envvar=True)]
Db = Annotated[str, db_option("Where the games are instead, as `farmstead serve` was told.")]

DAY_MS: Final = 86_400_000
ORDER_TIMEOUT_S: Final = 30.0
PAUSE_S: Final = 0.1
NO_SERVER: Final = (
    "No server is running on these games, and only a running one can do this. Nothing has changed: start it,"
    " then try again."
)
LATE: Final = (
    f"The server has not done it within {ORDER_TIMEOUT_S:.0f} seconds, and the order has been withdrawn."
    " Look at its log, then try again."
)


def settings_there(folder: Path | None, db: str) -> Settings:
    """Of a server that has games; BadInput where there are none, because to open a file would make it."""
    from farmstead.server.folder.moved_note import check_here
    from farmstead.server.store import file_of, is_shared

    settings = settings_of(folder, db)
    check_here(settings)
    place = settings.place
    if not is_shared(place) and not file_of(place).is_file():
        raise BadInput(f"There are no games at {file_of(place)}. Name the server's: --folder FOLDER")
    return settings


async def carried_out(settings: Settings, store: Store, deed: str, number: int, name: str = "") -> None:
    """Have the running server do something, and wait for it; BadInput says why it was not done."""
    if not await is_running(settings, store):
        raise BadInput(NO_SERVER)
    order = await store.moderation.order(deed, number, name)
    until = asyncio.get_running_loop().time() + ORDER_TIMEOUT_S
    while (found := await store.moderation.what_became(order)).done is None:
        if asyncio.get_running_loop().time() > until and await store.moderation.withdraw_order(order):
            raise BadInput(LATE)
        await asyncio.sleep(PAUSE_S)
    if found.answer:
        raise BadInput(found.answer)


async def is_running(settings: Settings, store: Store) -> bool:
    """Whether a server uses these games now."""
    from farmstead.server.folder.lock import Taken, store_locked

    if store.is_shared:
        return await store.workers.any_alive()
    with ExitStack() as stack:
        try:
            stack.enter_context(store_locked(settings.place))
        except Taken:
            return True
    return False


def day(milliseconds: int | None) -> str:
    """A day in UTC; a dash for never."""
    return (
        "-" if milliseconds is None else datetime.fromtimestamp(milliseconds / 1000, UTC).date().isoformat()
    )


def confirm(question: str, is_sure: bool) -> None:
    """Go on only where somebody says so; BadInput where nobody can be asked."""
    if is_sure:
        return
    if not sys.stdin.isatty():
        raise BadInput(f"{question} Nobody is there to answer. To go on, say --yes.")
    if input(f"{question} [y/N] ").strip().lower() not in ("y", "yes"):
        raise BadInput("Nothing has changed.")
