"""What people do about reviews: ask for one, see how far it is, read it, cancel it.

Whoever may see a study may read its review. Who wants one made needs a name, so that it can be said how many
somebody waits for.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from farmstead.server.base.fair_queue import FairQueue
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor, player_key
from farmstead.server.replay.recorded_games import RecordedGame, components_of, find
from farmstead.server.reviews.localized import LocalizedReview, retold
from farmstead.server.reviews.messages import ReviewOut
from farmstead.server.reviews.worker import ReviewWorker
from farmstead.server.store import NotThere, ReviewKey, ReviewRow, ReviewWish

MAX_WAITING: Final = 3  # reviews that one player waits for
MAX_IN_ALL: Final = 300  # reviews that are waited for


async def look(core: Core, visitor: Visitor, name: str, language: str) -> ReviewOut:
    """How far a review is, and what it found; Refused if the visitor may not see the game."""
    core.limits.spend("read", visitor.rate_limit_key, "review")
    return await shown(core, visitor, await find(core, visitor, name, language), language)


async def ask(core: Core, visitor: Visitor, name: str, language: str) -> ReviewOut:
    """Have a review made, unless there is one; asking again does no harm."""
    study = await find(core, visitor, name, language)
    player = visitor.require_player()
    key = key_of(core, study)
    row = await core.store.reviews.find(*key)
    if row is None or row.key != key or row.state == "failed":
        await check_room(core, visitor)
    if not study.record.moves:
        raise Refused("nothing_to_review", "review")
    wish = ReviewWish(player.id, study.table, name)
    _, components = await components_of(core, study)
    await core.store.reviews.ask(key, study.text, components or None, wish)
    core.get(ReviewWorker).wake()
    return await shown(core, visitor, study, language)


async def check_room(core: Core, visitor: Visitor) -> None:
    """Count one more review against the limits; Refused also when too many are waiting."""
    for whose in (visitor.rate_limit_key, visitor.address):
        core.limits.spend("review", whose, "review")
    if core.settings.pace and await core.store.reviews.waiting_of(visitor.require_player().id) >= MAX_WAITING:
        raise Refused("reviews_waiting", "review", {"most": MAX_WAITING})
    if await core.store.reviews.waiting() >= MAX_IN_ALL:
        raise Refused("reviews_full", "review", {"most": MAX_IN_ALL})


async def cancel(core: Core, visitor: Visitor, name: str, language: str) -> ReviewOut:
    """Cancel the visitor's wish for a review; one that nobody else wants is neither made nor kept."""
    study = await find(core, visitor, name, language)
    if not await core.store.reviews.cancel(study.digest, visitor.require_player().id):
        raise Refused("no_review", "cancel review")
    return await shown(core, visitor, study, language)


async def shown(core: Core, visitor: Visitor, study: RecordedGame, language: str) -> ReviewOut:
    """A review as it is now."""
    key = key_of(core, study)
    row = await core.store.reviews.find(*key)
    if row is None:
        return ReviewOut(study.name, "none", settings=key.settings)
    read = await read_one(core, visitor, study, row, language)
    player = visitor.player
    return ReviewOut(
        name=study.name,
        state=row.state,
        done=row.done,
        whole=row.whole,
        ahead=await ahead_of(core, row.key) if row.state == "waiting" else 0,
        wanted=player is not None and await core.store.reviews.is_wanted_by(row.key, player.id),
        current=row.key == key,
        settings=row.key.settings,
        found=None if read is None else read.found,
    )


async def ahead_of(core: Core, key: ReviewKey) -> int:
    """How many are made before this one, if nobody asks for more: people take turns."""
    turns: FairQueue[ReviewKey] = FairQueue(ranks=2)
    for each in await core.store.reviews.queue():
        turns.add(each.key, core.parties.of(player_key(each.player)), int(each.state == "waiting"))
    number = 0
    while (found := turns.take()) is not None and found != key:
        number += 1
    return number


async def read_one(
    core: Core, visitor: Visitor, study: RecordedGame, row: ReviewRow, language: str
) -> LocalizedReview | None:
    """What was found, in words; None before it is done, or when it has just been dropped."""
    if row.state != "done":
        return None
    try:
        record, edition, result = await core.store.reviews.result(row.key)
    except NotThere:
        return None
    # It plays the game again, unless that was done just now.
    again = partial(retold, record, edition, result, language, study.names)
    return await core.pools.replays.run(visitor.address, "review", again)


async def find_read(core: Core, visitor: Visitor, study: RecordedGame, language: str) -> LocalizedReview:
    """What was found; Refused before it is done."""
    row = await core.store.reviews.find(*key_of(core, study))
    read = None if row is None else await read_one(core, visitor, study, row, language)
    if read is None:
        raise Refused("no_review", "look")
    return read


def key_of(core: Core, study: RecordedGame) -> ReviewKey:
    return ReviewKey(study.digest, core.get(ReviewWorker).settings)
