"""People, tables and reports, as whoever runs the server sees them: by their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from farmstead.server.moderation.messages import (
    ModeratedTableOut,
    PersonOut,
    ReportOut,
    SaidOut,
    SeatedOut,
)
from farmstead.server.store import NotThere, Person, PlayerId, Report, Store, TableRow

CHAT_LINES: Final = 30  # of a table that was reported


def person(each: Person) -> PersonOut:
    return PersonOut(each.id, each.name, each.has_account, each.created, each.seen, each.blocked, each.tables)


async def tables(store: Store, rows: Sequence[TableRow]) -> list[ModeratedTableOut]:
    """With who sits there."""
    seats = await store.seats.of_several([row.id for row in rows])
    people = {seat.player for each in seats.values() for seat in each if seat.player is not None}
    known = await store.players.several(people)
    shown = []
    for row in rows:
        sitting = [
            SeatedOut(
                seat.kind, seat.player, seat.name or (known[seat.player].name if seat.player in known else "")
            )
            for seat in seats.get(row.id, ())
        ]
        as_stored = (row.id, row.game, row.state, row.public, row.owner, row.created, row.changed)
        shown.append(ModeratedTableOut(*as_stored, tuple(sitting)))
    return shown


async def report(store: Store, each: Report) -> ReportOut:
    said = [] if each.table is None else await store.chat.latest(each.table, CHAT_LINES)
    names = await store.players.several({line.player for line in said if line.player is not None})
    lines = [
        SaidOut(line.player, names[line.player].name if line.player in names else "", line.text, line.at)
        for line in said
    ]
    reporter, about = await _person(store, each.reporter), await _person(store, each.player)
    assert reporter is not None
    return ReportOut(each.id, each.at, reporter, about, each.table, each.text, tuple(lines))


async def _person(store: Store, player: PlayerId | None) -> PersonOut | None:
    try:
        return None if player is None else person(await store.moderation.person(player))
    except NotThere:  # deleted a moment ago
        return None
