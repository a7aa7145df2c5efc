"""What a visitor does with a seat: choose, take back, ask, answer, look. Only with a seat that is theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import structs

from farmstead.engine.contract import Seat, seat_text
from farmstead.server.base.languages import USUAL
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.hub.hub import Batch, Make, Posted
from farmstead.server.hub.subscriptions import Subscription
from farmstead.server.people.visitor import Visitor, check_held
from farmstead.server.play.messages import AnswerIn, AskIn, Look, MoveIn, MovesIn, UndoIn
from farmstead.server.play.names import seat_names
from farmstead.server.play.sentences import move_words, verdict_of
from farmstead.server.store import TableId
from farmstead.server.table.embargo import check_open, check_usual
from farmstead.server.table.entries import Answered, Asked, Entry, Moved, Undone
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.seat_views import News, Position

Deed = TypeVar("Deed", bound=Entry)


async def move(core: Core, visitor: Visitor, table: TableId, sent: MoveIn) -> Posted:
    return await _do(core, visitor, table, _moved(visitor, sent.seat, sent.decision, sent.move), sent.move)


async def moves(core: Core, visitor: Visitor, table: TableId, sent: MovesIn) -> Posted:
    """One after the other, all or none. Those at the beginning that have been made are not made twice."""
    numbered = enumerate(sent.moves, sent.decision)
    entries = [_moved(visitor, sent.seat, decision, text) for decision, text in numbered]
    for entry in entries:
        core.limits.spend("move", visitor.whom, entry.move)

    def make(live: LiveTable) -> Batch:
        made = [live.made(entry.seat, entry.decision) == live.own_text(entry.move) for entry in entries]
        return Batch(entries[made.index(False) :] if False in made else [])

    return await _post(core, visitor, table, sent.seat, sent.moves[0], make)


def _moved(visitor: Visitor, seat: Seat, decision: int, text: str) -> Moved:
    return Moved(seat, decision, text, "client" if visitor.is_program() else "person")


async def undo(core: Core, visitor: Visitor, table: TableId, sent: UndoIn) -> Posted:
    entry = Undone(sent.seat, sent.decision, sent.choices)
    return await _do(core, visitor, table, entry, f"undo {sent.choices}")


async def ask(core: Core, visitor: Visitor, table: TableId, sent: AskIn) -> Posted:
    check_usual(await core.hub.options(table), f"back {sent.to}")  # it would show what chance brings
    tried = f"back {sent.to}"
    core.limits.spend("move", visitor.whom, tried)

    def make(live: LiveTable) -> Asked:
        return Asked(sent.seat, sent.to, any(chair.is_program() for chair in live.chairs.all))

    return await _post(core, visitor, table, sent.seat, tried, make)


async def answer(core: Core, visitor: Visitor, table: TableId, sent: AnswerIn) -> Posted:
    """A device has one voice: whichever of its seats holds it may answer. A program answers for its seat."""
    entry = Answered(sent.seat, sent.ask, sent.yes)
    return await _do(core, visitor, table, entry, "yes" if sent.yes else "no")


async def _do(
    core: Core, visitor: Visitor, table: TableId, entry: Moved | Undone | Answered, tried: str
) -> Posted:
    core.limits.spend("move", visitor.whom, tried)
    return await _post(core, visitor, table, entry.seat, tried, lambda _: entry)


async def _post(core: Core, visitor: Visitor, table: TableId, seat: Seat, tried: str, make: Make) -> Posted:
    holder = await core.handovers.holder(visitor, table, await seats_of(core, visitor, table))

    def made(live: LiveTable) -> Entry | Batch:
        check_held(visitor.seats_at(table, live), holder, seat, tried)
        return make(live)

    return await core.hub.post(table, made)


# ---- looking -----------------------------------------------------------------------------------------------


async def look(
    core: Core, visitor: Visitor, table: TableId, seat: Seat | None, words: bool, language: str = USUAL
) -> Look:
    """What a seat, or a spectator, may see now."""
    await check_may_look(core, visitor, table, seat)
    position = await core.hub.position(table, seat)
    game = await core.hub.game(table) if words else ""
    look = seen(core, table, position, game, language)
    setup = await core.hub.look_back(table, lambda live: live.setup, None) if position.lines else None
    if setup is None:
        return look
    names = await seat_names(core, table, language)
    return structs.replace(look, verdict=verdict_of(setup, position, names, language))


def seen(core: Core, table: TableId, position: Position, game: str, language: str = USUAL) -> Look:
    """A position with what else belongs to it; with a game its moves are told in words."""
    clocks = [core.clocks.left(table, seat) for seat in range(len(position.seats))]
    words = [move_words(game, move, language, position.view) for move in position.legal] if game else []
    return Look(position, tuple(clocks), tuple(words))


async def news(core: Core, visitor: Visitor, table: TableId, seat: Seat | None, since: int) -> list[News]:
    await check_may_look(core, visitor, table, seat)
    return await core.hub.news(table, seat, since)


async def listen(
    core: Core, visitor: Visitor, table: TableId, seat: Seat | None, since: int | None
) -> Subscription:
    core.limits.spend("stream", visitor.whom, "listen")
    await check_may_look(core, visitor, table, seat)
    return await core.hub.listen(table, seat, since)


async def check_may_look(core: Core, visitor: Visitor, table: TableId, seat: Seat | None) -> None:
    """Refuse a view that is not the visitor's, and spectators where there are to be none.

    Whoever has the link may look at a table that waits: they may want to sit down.
    """
    core.limits.spend("read", visitor.whom, "look")
    await check_still_may_look(core, visitor, table, seat, await seats_of(core, visitor, table))


async def check_still_may_look(
    core: Core, visitor: Visitor, table: TableId, seat: Seat | None, seats: list[Seat]
) -> None:
    """The same for somebody who looks already, and has these seats."""
    if seat is not None:
        await core.handovers.check(visitor, table, seats, seat, "look")
    elif seats:
        return
    elif (options := await core.hub.options(table)).daily:
        check_open(options, core.store.now(), "look")
    elif not options.spectators and await _has_begun(core, table):
        owner = (await core.store.tables.get(table)).owner
        if visitor.player is None or owner != visitor.player.id:
            raise Refused("spectators_off", "look")


async def record(core: Core, visitor: Visitor, table: TableId) -> str:
    """Of a game that is over; of the day's game when the day is."""
    await check_may_read(core, visitor, table)
    return await core.hub.look(table, lambda live: live.record())


async def check_may_read(core: Core, visitor: Visitor, table: TableId) -> None:
    """Refuse who may not look at a table, and everybody the day's game until the day has ended."""
    await check_may_look(core, visitor, table, None)
    check_open(await core.hub.options(table), core.store.now(), "record")


async def _has_begun(core: Core, table: TableId) -> bool:
    return await _read(core, table, lambda live: live.phase() != "waiting", True)


async def seats_of(core: Core, visitor: Visitor, table: TableId) -> list[Seat]:
    return await _read(core, table, lambda live: visitor.seats_at(table, live), [])


Result = TypeVar("Result")


async def _read(core: Core, table: TableId, read: Callable[[LiveTable], Result], otherwise: Result) -> Result:
    """Also at a table that has been set aside, as far as it can be read."""
    return await core.hub.look_back(table, read, otherwise)


async def hand_over(core: Core, visitor: Visitor, table: TableId, seat: Seat | None) -> None:
    """From now on the device shows what this seat may see, and nothing of the others on it."""
    seats = await seats_of(core, visitor, table)
    if not seats or (seat is not None and seat not in seats):
        raise Refused("not_yours", "hand over", {"seat": "-" if seat is None else seat_text(seat)})
    if seat is None:
        await core.handovers.put_down(visitor, table)
    elif len(seats) > 1:
        await core.handovers.hand(visitor, table, seat)
    core.hub.notify(table, "table")
