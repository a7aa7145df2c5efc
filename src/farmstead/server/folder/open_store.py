"""A server's store and secret, opened in the right order; the log says what is wrong with them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from farmstead.server.base.closing import end_tasks
from farmstead.server.base.settings import Settings
from farmstead.server.folder.lock import server_locked
from farmstead.server.folder.moved_note import check_here, note_place
from farmstead.server.folder.secret import mark_of, secret_in
from farmstead.server.store import (
    RESTORE,
    Health,
    Milliseconds,
    Store,
    StoreAway,
    StoreFull,
    file_of,
    is_shared,
    shown_place,
    wall_clock,
)

LOG: Final = logging.getLogger(__name__)
MAX_CHECK_S: Final = 120.0  # for a store too large to be checked before the start
MAX_LOGGED_FAULTS: Final = 5  # about single faults of one file
OTHER_SECRET: Final = (
    "The secret in %s is not that of the server which used this database last. If both are to run, copy one's"
    " secret.key into the other's folder: people are known only where their cookie was signed. If this server"
    " has taken the other's place, they have to say their names again."
)
NEW_SECRET: Final = (
    "%s %s: nobody who has played here before is known any more. Those with an account can sign in again, all"
    " others begin as new players. If you have a backup, stop this server before people come, restore the"
    " backup into another folder (farmstead restore FILE --folder OTHER), and copy secret.key from there."
)
NO_GAMES: Final = (
    "%s %s, although %s is there from before: this server begins without players and games. If it is new,"
    " nothing is lost. If there were games, stop it, move that file away, and bring the last backup back:"
    " farmstead restore FILE --folder %s"
)
GAPS: Final = (
    "Entries of %d tables are missing, of table %s%s among them; such a table is set aside when it is opened."
    " An older backup may have them."
)
NOT_CHECKED: Final = (
    "%s is large: in %d seconds it was not looked through to the end. To look through all of it, take a"
    " backup: farmstead backup FILE"
)


@asynccontextmanager
async def opened_store(
    settings: Settings, clock: Callable[[], Milliseconds] = wall_clock
) -> AsyncIterator[tuple[Store, bytes]]:
    """The store and the secret of a server; where they cannot be shared, for nobody else meanwhile.

    Where the store cannot be opened, no secret is made and no note is left.
    """
    check_here(settings)
    is_alone = not is_shared(settings.place)
    with server_locked(settings, settings.address):
        had_secret = settings.secret.exists()
        empty = how_empty(settings) if is_alone and had_secret else ""
        for file in settings.folder.glob(f"{settings.store.name}*"):  # such as one from a backup
            file.chmod(0o600)
        async with await Store.open(settings.place, clock) as store:
            secret = secret_in(settings.secret)
            note_place(settings)
            tell_damage(settings, store.health)
            if empty:
                file = file_of(settings.place)
                LOG.warning(NO_GAMES, file, empty, settings.secret, settings.folder)
            await tell_secret(settings, store, secret, is_new=not had_secret)
            checking = asyncio.create_task(check_large(settings, store), name="checking the store")
            try:
                yield store, secret
            finally:
                await end_tasks(checking)


def how_empty(settings: Settings) -> str:
    """What is wrong with a file that should have games in it; nothing where it may."""
    file = file_of(settings.place)
    if not file.exists():
        return "was missing"
    return "" if file.stat().st_size else "was empty (0 bytes)"


async def tell_secret(settings: Settings, store: Store, secret: bytes, is_new: bool) -> None:
    """Say it when people will not be known any more."""
    is_same = True
    with suppress(StoreFull, StoreAway):  # without room to note it down, the next start will
        is_same = await store.server_state.same_secret(mark_of(secret))
    if not is_same and store.is_shared:
        LOG.warning(OTHER_SECRET, settings.secret)
    elif is_new and (await store.counts()).players:
        LOG.warning(NEW_SECRET, settings.secret, "was missing, and a new one has been made")
    elif not is_same:
        LOG.warning(NEW_SECRET, settings.secret, "is another than the one this store was last used with")


def tell_damage(settings: Settings, health: Health) -> None:
    """With the file and what to do about it."""
    where = shown_place(settings.place)
    for trouble in health.troubles[:MAX_LOGGED_FAULTS]:
        LOG.error("The store is damaged: %s: %s", where, trouble)
    if health.troubles:
        LOG.error("%s is damaged; the parts that can be read go on being used. %s", where, RESTORE)
    if health.damaged:
        further = " and others" if len(health.damaged) > MAX_LOGGED_FAULTS else ""
        named = ", ".join(map(str, health.damaged[:MAX_LOGGED_FAULTS]))
        LOG.error(GAPS, len(health.damaged), named, further)


async def check_large(settings: Settings, store: Store) -> None:
    """What would have taken too long before the start is done while people play, and not for ever."""
    if store.is_checked or store.is_shared:
        return
    with suppress(StoreAway):  # which is said where it is found out
        store.health = await store.check(thorough=False, within_s=MAX_CHECK_S)
        store.is_checked = True
    if not store.health.is_complete:
        LOG.warning(NOT_CHECKED, shown_place(settings.place), MAX_CHECK_S)
    tell_damage(settings, store.health)
