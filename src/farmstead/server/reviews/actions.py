"""What people do about reviews: ask for one, look how far it is, read it, take the wish back.

Whoever may see a study may read its review. Who wants one made needs a name, so that it can be said how many
somebody waits for.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from farmstead.server.base.fair_queue import Turns
from farmstead.server.base.refusals import Refused
from farmstead.server.core import House
from farmstead.server.people.visitor import Visitor, player_key
from farmstead.server.replay.recorded_games import Study, find
from farmstead.server.reviews.localized import Retold, retold
from farmstead.server.reviews.messages import ReviewOut
from farmstead.server.reviews.worker import Reviewing
from farmstead.server.store import NotThere, ReviewKey, ReviewRow, ReviewWish

MOST_WAITING: Final = 3  # reviews that one player waits for
MOST_IN_ALL: Final = 300  # reviews that are waited for


async def look(house: House, visitor: Visitor, name: str, language: str) -> ReviewOut:
    """How far it is, and what was found. Refused as the study is."""
    house.limits.spend("read", visitor.whom, "review")
    return await shown(house, visitor, await find(house, visitor, name, language), language)


async def ask(house: House, visitor: Visitor, name: str, language: str) -> ReviewOut:
    """Have it made, unless it is there; asking again does no harm."""
    study = await find(house, visitor, name, language)
    player = visitor.who()
    key = key_of(house, study)
    row = await house.store.reviews.find(*key)
    if row is None or row.key != key or row.state == "failed":
        await check_room(house, visitor)
    if not study.record.moves:
        raise Refused("nothing_to_review", "review")
    wish = ReviewWish(player.id, study.table, name)
    await house.store.reviews.ask(key, study.text, await edition_of(house, study), wish)
    house.get(Reviewing).wake()
    return await shown(house, visitor, study, language)


async def check_room(house: House, visitor: Visitor) -> None:
    """A review takes a machine for a minute or two."""
    for whose in (visitor.whom, visitor.address):
        await house.shared_limits.spend("review", whose, "review")
    if house.settings.pace and await house.store.reviews.waiting_of(visitor.who().id) >= MOST_WAITING:
        raise Refused("reviews_waiting", "review", {"most": MOST_WAITING})
    if await house.store.reviews.waiting() >= MOST_IN_ALL:
        raise Refused("reviews_full", "review", {"most": MOST_IN_ALL})


async def cancel(house: House, visitor: Visitor, name: str, language: str) -> ReviewOut:
    """Somebody wants it no longer: what nobody else wants is not made, and not kept."""
    study = await find(house, visitor, name, language)
    if not await house.store.reviews.cancel(study.digest, visitor.who().id):
        raise Refused("no_review", "cancel review")
    return await shown(house, visitor, study, language)


async def shown(house: House, visitor: Visitor, study: Study, language: str) -> ReviewOut:
    """A review as it is now."""
    key = key_of(house, study)
    row = await house.store.reviews.find(*key)
    if row is None:
        return ReviewOut(study.name, "none", settings=key.settings)
    read = await read_one(house, visitor, study, row, language)
    player = visitor.player
    return ReviewOut(
        name=study.name,
        state=row.state,
        done=row.done,
        whole=row.whole,
        ahead=await ahead_of(house, row.key) if row.state == "waiting" else 0,
        wanted=player is not None and await house.store.reviews.is_wanted_by(row.key, player.id),
        current=row.key == key,
        settings=row.key.settings,
        found=None if read is None else read.found,
    )


async def ahead_of(house: House, key: ReviewKey) -> int:
    """How many are made before this one, if nobody asks for more: people take turns."""
    turns: Turns[ReviewKey] = Turns(ranks=2)
    for each in await house.store.reviews.queue():
        turns.add(each.key, house.parties.of(player_key(each.player)), int(each.state == "waiting"))
    number = 0
    while (found := turns.take()) is not None and found != key:
        number += 1
    return number


async def read_one(
    house: House, visitor: Visitor, study: Study, row: ReviewRow, language: str
) -> Retold | None:
    """What was found, in words; None before it is done, or when it has just been dropped."""
    if row.state != "done":
        return None
    try:
        record, edition, result = await house.store.reviews.result(row.key)
    except NotThere:
        return None
    # It plays the game again, unless that was done just now.
    again = partial(retold, record, edition, result, language, study.names)
    return await house.pools.replays.run(visitor.address, "review", again)


async def find_read(house: House, visitor: Visitor, study: Study, language: str) -> Retold:
    """What was found; Refused before it is done."""
    row = await house.store.reviews.find(*key_of(house, study))
    read = None if row is None else await read_one(house, visitor, study, row, language)
    if read is None:
        raise Refused("no_review", "look")
    return read


def key_of(house: House, study: Study) -> ReviewKey:
    return ReviewKey(study.digest, house.get(Reviewing).settings)


async def edition_of(house: House, study: Study) -> str | None:
    """The text of a study's components, where they are not the packaged ones."""
    if study.table is not None:
        return await house.hub.look(study.table, lambda live: live.setup.components) or None
    digest = (await house.store.records.get(study.name)).components
    return None if digest is None else await house.store.editions.get(digest)
