"""What a visitor does with a seat: choose, take back, ask, answer, look. Only with a seat that is theirs."""

from __future__ import annotations

from typing import NamedTuple

from farmstead.engine.contract import Seat
from farmstead.messages import Look, News, Position
from farmstead.render.page import page_for
from farmstead.server.base.languages import FALLBACK
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.hub.hub import Batch, Make, Posted
from farmstead.server.hub.rooms import Room
from farmstead.server.hub.subscriptions import Subscription
from farmstead.server.people.visitor import Visitor, check_held
from farmstead.server.play.board_messages import BoardsOut
from farmstead.server.play.boards import PageContext, boards_of
from farmstead.server.play.messages import AnswerIn, AskIn, MoveIn, MovesIn, UndoIn
from farmstead.server.play.names import seat_names
from farmstead.server.play.sentences import drawing_of, look_of
from farmstead.server.store import Milliseconds, TableId
from farmstead.server.table.embargo import check_open, check_usual
from farmstead.server.table.entries import Answered, Asked, By, Entry, Moved, Undone
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.setup import TableSetup


async def move(core: Core, visitor: Visitor, table: TableId, sent: MoveIn) -> Posted:
    return await moves(core, visitor, table, MovesIn(sent.seat, sent.decision, (sent.move,)))


async def moves(core: Core, visitor: Visitor, table: TableId, sent: MovesIn) -> Posted:
    """Make moves, one after the other, all or none; what was made before is not made twice."""
    by: By = "person" if visitor.seat is None else "client"
    numbered = enumerate(sent.moves, sent.decision)
    entries = [Moved(sent.seat, decision, text, by) for decision, text in numbered]
    for text in sent.moves:
        core.limits.spend("move", visitor.rate_limit_key, text)
    return await _post_for_seat(core, visitor, table, sent.seat, sent.moves[0], Batch(entries))


async def undo(core: Core, visitor: Visitor, table: TableId, sent: UndoIn) -> Posted:
    tried = f"undo {sent.choices}"
    core.limits.spend("move", visitor.rate_limit_key, tried)
    return await _post_for_seat(
        core, visitor, table, sent.seat, tried, Undone(sent.seat, sent.decision, sent.choices)
    )


async def ask(core: Core, visitor: Visitor, table: TableId, sent: AskIn) -> Posted:
    tried = f"back {sent.to}"
    check_usual(await core.hub.options(table), tried)  # it would show what chance brings
    core.limits.spend("move", visitor.rate_limit_key, tried)

    def asked(live: LiveTable) -> Asked:
        return Asked(sent.seat, sent.to, any(chair.is_program() for chair in live.chairs.all))

    return await _post_for_seat(core, visitor, table, sent.seat, tried, asked)


async def answer(core: Core, visitor: Visitor, table: TableId, sent: AnswerIn) -> Posted:
    """A device has one voice: whichever of its seats holds it may answer. A program answers for its seat."""
    tried = "yes" if sent.yes else "no"
    core.limits.spend("move", visitor.rate_limit_key, tried)
    return await _post_for_seat(
        core, visitor, table, sent.seat, tried, Answered(sent.seat, sent.ask, sent.yes)
    )


async def _post_for_seat(
    core: Core, visitor: Visitor, table: TableId, seat: Seat, tried: str, wanted: Entry | Batch | Make
) -> Posted:
    """Add to the table's journal, if the seat is the visitor's and holds their device."""
    holder = (await snapshot(core, visitor, table)).holder

    def entry_if_held(live: LiveTable) -> Entry | Batch:
        """What is to be added, under the table's lock: the seat must be the visitor's by then."""
        check_held(visitor.seats_at(table, live), holder, seat, tried)
        return wanted(live) if callable(wanted) else wanted

    return await core.hub.post(table, entry_if_held)


# ---- looking -----------------------------------------------------------------------------------------------


class Snapshot(NamedTuple):
    """The room of a table, with what is the visitor's there. It is true until something is awaited."""

    visitor: Visitor
    room: Room
    seats: list[Seat]  # those of the visitor, also while a bot plays for them
    holder: Seat | None  # of a device with several seats: whose it is now
    names: tuple[str, ...]  # of all seats, where a language was asked for


async def snapshot(core: Core, visitor: Visitor, table: TableId, language: str | None = None) -> Snapshot:
    """The room of a table as a visitor finds it, with names in a language; no right is checked."""
    room = await core.hub.visit(table)
    names = () if language is None else room.names.get(language)
    if names is None:
        names = await seat_names(core, table, language or "")
        room = await core.hub.visit(table)
    seats = [] if room.live is None else visitor.seats_at(table, room.live)
    holder = await core.handovers.holder(visitor, table, seats) if len(seats) > 1 else None
    return Snapshot(visitor, room, seats, holder, names)


def check_may_see(core: Core, found: Snapshot, seat: Seat | None) -> None:
    """Refuse a view that is not the visitor's, and spectators where there are to be none.

    Whoever has the link may look at a table that waits: they may want to sit down.
    """
    room, player = found.room, found.visitor.player
    if seat is not None:
        check_held(found.seats, found.holder, seat, "look")
    elif found.seats or (player is not None and room.owner == player.id and not room.options.daily):
        return
    elif room.options.daily:
        check_open(room.options, core.store.now(), "look")
    elif not room.options.spectators and (room.live is None or room.live.phase() != "waiting"):
        raise Refused("spectators_off", "look")


async def look(
    core: Core, visitor: Visitor, table: TableId, seat: Seat | None, words: bool, language: str = FALLBACK
) -> Look:
    """What a seat, or a spectator, may see now."""
    found = await check_may_look(core, visitor, table, seat, language)
    position = found.room.position(seat)
    return seen(core, table, found.room.last_good().setup, position, found.names, language, words)


def seen(
    core: Core,
    table: TableId,
    setup: TableSetup,
    position: Position,
    names: tuple[str, ...],
    language: str,
    words: bool = False,
    counted: bool = True,
) -> Look:
    """A position as it is sent: with clocks, the verdict in words, and with `words` its moves in words.

    Unless boards come with it, which show it, with the score so far (`counted`).
    """
    deadlines = core.hub.deadlines(table)
    clocks: tuple[Milliseconds | None, ...] = (None,) * setup.seats
    if deadlines is not None and deadlines.limit:
        clocks = deadlines.left(core.uptime.now())
    return look_of(setup, position, names, language, clocks, words, counted)


async def news(core: Core, visitor: Visitor, table: TableId, seat: Seat | None, since: int) -> list[News]:
    await check_may_look(core, visitor, table, seat)
    return await core.hub.news(table, seat, since)


async def listen(
    core: Core, visitor: Visitor, table: TableId, seat: Seat | None, since: int | None
) -> Subscription:
    core.limits.spend("stream", visitor.rate_limit_key, "listen")
    await check_may_look(core, visitor, table, seat)
    return await core.hub.listen(table, seat, since)


async def check_may_look(
    core: Core, visitor: Visitor, table: TableId, seat: Seat | None, language: str | None = None
) -> Snapshot:
    """The table for somebody who may see it by this seat (None: as a spectator); Refused for anybody else."""
    core.limits.spend("read", visitor.rate_limit_key, "look")
    found = await snapshot(core, visitor, table, language)
    check_may_see(core, found, seat)
    return found


async def record(core: Core, visitor: Visitor, table: TableId) -> str:
    """Of a game that is over; of the day's game when the day is."""
    return (await check_may_read(core, visitor, table)).room.going().record()


async def check_may_read(core: Core, visitor: Visitor, table: TableId) -> Snapshot:
    """Refuse who may not look at a table, and everybody the day's game until the day has ended."""
    found = await check_may_look(core, visitor, table, None)
    check_open(found.room.options, core.store.now(), "record")
    return found


async def seats_of(core: Core, visitor: Visitor, table: TableId) -> list[Seat]:
    return (await snapshot(core, visitor, table)).seats


async def hand_over(core: Core, visitor: Visitor, table: TableId, seat: Seat | None) -> None:
    """From now on the device shows what this seat may see, and nothing of the others on it."""
    seats = await seats_of(core, visitor, table)
    if not seats or (seat is not None and seat not in seats):
        raise Refused("not_yours", "hand over", {"seat": "-" if seat is None else seat})
    if seat is None:
        await core.handovers.put_down(visitor, table)
    elif len(seats) > 1:
        await core.handovers.hand(visitor, table, seat)
    core.hub.notify(table, "table")


# ---- boards --------------------------------------------------------------------------------------------


async def page_context(
    core: Core, visitor: Visitor, live: LiveTable, position: Position, language: str, names: tuple[str, ...]
) -> PageContext:
    """A position of a table with all that is needed to show it; Refused before the game has begun."""
    if position.view is None:
        raise Refused("not_started", "look")
    game, text = live.game, live.setup.components
    if text:  # it has to be read for it
        pool = core.pools.editions
        drawing = await pool.run(visitor.address, "look", lambda: drawing_of(game, text, language))
    else:
        drawing = drawing_of(game, text, language)
    return PageContext(
        position, position.view, game, drawing, page_for(game, language, names), language, names
    )


async def drawn(core: Core, visitor: Visitor, table: TableId, found: PageContext, narrow: bool) -> BoardsOut:
    """The boards, drawn in a thread once for all who see the same; visitors take turns."""
    position = found.position
    key = (table, position.number, position.seat, position.phase, narrow, found.language, found.names)
    return await core.boards.get(  # type: ignore[no-any-return]  # only this is put there
        core.pools.pictures, visitor.address, key, lambda: boards_of(found, narrow, None, True)
    )
