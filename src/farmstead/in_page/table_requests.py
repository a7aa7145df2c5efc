"""What is done at a table, as the API of a server has it."""

from __future__ import annotations

from collections.abc import Sequence
from json import loads
from typing import Final

import msgspec

from farmstead.agents import Observation
from farmstead.agents.hints import hint_for
from farmstead.engine.contract import Seat
from farmstead.in_page.request import TEXT, Answer, Request, as_json
from farmstead.in_page.shown import check_held
from farmstead.in_page.summary import seat_names
from farmstead.in_page.tables import DeviceTable, DeviceTables
from farmstead.messages import Done, NewsOut
from farmstead.server.base.refusals import Refused
from farmstead.server.play.hint_words import hint_in_words
from farmstead.server.play.messages import AnswerIn, AskIn, HandIn, HintOut, MovesIn, SeatOnly, UndoIn
from farmstead.server.play.sentences import heard_of
from farmstead.server.table.entries import Answered, Asked, Entry, Moved, Returned, TakenOver, Undone

HINT_S: Final = 1.5  # seconds, as at a server


async def moves(tables: DeviceTables, table: DeviceTable, asked: Request, answered: bool = False) -> Done:
    """Moves of a seat, all or none."""
    sent = asked.message(MovesIn)
    entries = [Moved(sent.seat, n, text) for n, text in enumerate(sent.moves, sent.decision)]
    return await _post(tables, table, sent.seat, sent.moves[0], entries, sent.seat if answered else None)


async def _post(
    tables: DeviceTables,
    table: DeviceTable,
    seat: Seat,
    tried: str,
    entries: Sequence[Entry],
    answering: Seat | None = None,
) -> Done:
    check_held(table, seat, tried)
    made = await tables.post(table, lambda _: entries, answering)
    return Done(table.live.number, not made)


async def undo(tables: DeviceTables, table: DeviceTable, asked: Request) -> Done:
    sent = asked.message(UndoIn)
    entry = Undone(sent.seat, sent.decision, sent.choices)
    return await _post(tables, table, sent.seat, f"undo {sent.choices}", [entry])


async def ask(tables: DeviceTables, table: DeviceTable, asked: Request) -> Done:
    """Further back than one may alone; on one device it happens at once."""
    sent = asked.message(AskIn)
    return await _post(tables, table, sent.seat, f"back {sent.to}", [Asked(sent.seat, sent.to)])


async def answer(tables: DeviceTables, table: DeviceTable, asked: Request) -> Done:
    sent = asked.message(AnswerIn)
    entry = Answered(sent.seat, sent.ask, sent.yes)
    return await _post(tables, table, sent.seat, "yes" if sent.yes else "no", [entry])


async def leave(tables: DeviceTables, table: DeviceTable, asked: Request) -> Done:
    """A bot plays on."""
    sent = asked.message(SeatOnly)
    why = "resigned" if asked.path.endswith("/resign") else "left"
    entry = TakenOver(sent.seat, "resigned" if why == "resigned" else "left", table.options.level)
    if sent.seat not in table.mine():
        raise Refused("not_yours", why, {"seat": sent.seat})
    made = await tables.post(table, lambda _: [entry])
    return Done(table.live.number, not made)


async def come_back(tables: DeviceTables, table: DeviceTable, asked: Request) -> Done:
    sent = asked.message(SeatOnly)
    if sent.seat not in table.mine():
        raise Refused("not_yours", "return", {"seat": sent.seat})
    made = await tables.post(table, lambda _: [Returned(sent.seat)])
    return Done(table.live.number, not made)


def hand(table: DeviceTable, asked: Request) -> None:
    """From now on the device shows what this seat may see, and nothing of the others."""
    sent = asked.message(HandIn)
    if sent.seat is not None and sent.seat not in table.mine():
        raise Refused("not_yours", "hand over", {"seat": sent.seat})
    table.holder = sent.seat


def news(table: DeviceTable, asked: Request) -> NewsOut:
    seat, live = asked.seat(), table.live
    if seat is not None:
        check_held(table, seat, "look")
    names = seat_names(table.document, live, asked.language)
    found = live.news(asked.number("since"), seat)
    return NewsOut(tuple([heard_of(each, live.setup.game, names, asked.language) for each in found]))


def hint(table: DeviceTable, asked: Request) -> HintOut:
    """The best moves for a seat that is to decide, thought about once for each position."""
    seat, live = asked.number("seat"), table.live
    check_held(table, seat, "hint")
    if not table.options.hints:
        raise Refused("hints_off", "hint")
    position = live.position(seat)
    if position.view is None or position.decision is None:
        raise Refused("over" if live.phase() == "over" else "not_started", "hint")
    key = (live.number, seat)
    if key not in table.advice:
        view = loads(msgspec.json.encode(position.view))
        seen = Observation(live.game, seat, view, position.legal)
        table.advice = {key: hint_for(seen, seconds=HINT_S)}
    return hint_in_words(live.setup.game, position, table.advice[key], asked.language)


def record(table: DeviceTable) -> Answer:
    return Answer(200, TEXT, table.live.record())


def nothing(found: object) -> Answer:
    """What is always empty on one device."""
    return as_json(found)
