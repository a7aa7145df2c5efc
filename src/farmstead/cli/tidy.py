"""`farmstead tidy`: guests and tables that nobody has come back to, deleted after a while."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from typer import Option

from farmstead.cli.errors import BadInput
from farmstead.cli.operating import DAY_MS, NO_SERVER, Db, Folder, carried_out, is_running, settings_there

if TYPE_CHECKING:
    from farmstead.server.store import Store, TableState

MAX_DELETED: Final = 1000  # in one run


def tidy(
    guests: Annotated[
        int | None, Option(help="Guests who have not been here for so many days.", metavar="DAYS", min=1)
    ] = None,
    waiting: Annotated[
        int | None, Option(help="Tables that have waited for players so long.", metavar="DAYS", min=1)
    ] = None,
    over: Annotated[
        int | None, Option(help="Tables whose game ended so long ago.", metavar="DAYS", min=1)
    ] = None,
    yes: Annotated[bool, Option("--yes", help="Delete them; without it, only count them.")] = False,
    folder: Folder = None,
    db: Db = "",
) -> None:
    """Delete guests and tables that nobody has come back to, each only if its days are told.

    Accounts stay, and so do guests who are blocked. A guest goes with all that is theirs, as if they had
    deleted themselves; where others play on, a bot takes the seat. The server must be running. Without --yes
    it is only said how many there are. At most 1,000 are deleted at once; run it again for more.

    Examples:

        farmstead tidy --guests 365 --waiting 30
        farmstead tidy --guests 365 --waiting 30 --over 1000 --yes
    """
    if guests is None and waiting is None and over is None:
        raise BadInput("Nothing was named that is to go. Try: farmstead tidy --guests 365 --waiting 30")
    counts = asyncio.run(_tidied(folder, db, guests, waiting, over, yes))
    done = "Deleted" if yes else "Would be deleted, with --yes"
    print(f"{done}: {counts[0]} guests, {counts[1]} tables.")


async def _tidied(
    folder: Path | None, db: str, guests: int | None, waiting: int | None, over: int | None, yes: bool
) -> tuple[int, int]:
    from farmstead.server.store import Store

    settings = settings_there(folder, db)
    async with await Store.open(settings.place) as store:
        people = await _guests(store, guests)
        tables = [*await _tables(store, "waiting", waiting), *await _tables(store, "over", over)]
        if yes:
            if (people or tables) and not await is_running(settings, store):
                raise BadInput(NO_SERVER)
            for deed, numbers in (("tables delete", tables), ("people delete", people)):
                for number in numbers:
                    await carried_out(settings, store, deed, number)
        return len(people), len(tables)


async def _guests(store: Store, days: int | None) -> list[int]:
    if days is None:
        return []
    since = store.now() - days * DAY_MS
    return [each.id for each in await store.moderation.idle_guests(since, MAX_DELETED)]


async def _tables(store: Store, state: TableState, days: int | None) -> list[int]:
    if days is None:
        return []
    since = store.now() - days * DAY_MS
    found = await store.moderation.tables((state,), unchanged_since=since, most=MAX_DELETED)
    return [each.id for each in found]
