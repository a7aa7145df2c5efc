"""What moves would lead to, found out on an imagined copy of what a seat sees.

The copy is made from what the seat may see and from nothing else, so it cannot tell more than that. What
chance would bring is not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from farmstead.engine.contract import CHANCE, Event, IllegalMove, Seat, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.forced import make_forced
from farmstead.render.words import page_words

if TYPE_CHECKING:
    from farmstead.server.play.boards import PageContext


class Outcome(NamedTuple):
    """Where some moves of the view's seat lead, with all that follows without a choice."""

    state: State
    log: list[Event]
    gains: dict[str, int]  # points by line, of those that change
    is_final: bool  # chance or others come in, or the game is over: it could not be taken back


def imagined(found: PageContext, seat: Seat) -> State:
    """A position that looks like this one to the seat."""
    return found.game.from_view(seat, found.view, QuickDealer(0))


def make(found: PageContext, state: State, seat: Seat, text: str, log: list[Event] | None = None) -> None:
    """IllegalMove where the rules forbid it."""
    move = found.game.parse(text)
    if str(move) not in [str(legal) for legal in state.legal(seat)]:
        raise IllegalMove(state.why_not(seat, move))
    state.apply(seat, move, log)


def outcome_of(found: PageContext, moves: Sequence[str]) -> Outcome:
    """Some moves one after the other, until chance comes in. IllegalMove where the rules forbid one of them.

    Moves without choice are made in between as at a table, so they may be among these or be left out.
    """
    seat = found.seat
    state = imagined(found, seat)
    before, stage = state.score_lines(seat), state.stage()
    log: list[Event] = []
    forced: list[str] = []
    for move in moves:
        if forced and forced[0] == move and move not in [str(legal) for legal in state.legal(seat)]:
            forced.pop(0)
            continue
        if not state.to_act() or state.to_act() == [CHANCE]:
            break
        make(found, state, seat, move, log)
        forced = make_forced(state, seat, log)
    after = state.score_lines(seat)
    known = found.page.known_lines(found.view, seat, list(before))
    gains = {
        line: after[line] - before[line] for line in before if line in known and after[line] != before[line]
    }
    return Outcome(state, log, gains, _is_final(state, seat, stage))


def pointed_at(found: PageContext, moves: Sequence[str]) -> str:
    """A choice in words that go with pointing at its parts; nothing where its own words name no place."""
    here = found.page.here(moves, outcome_of(found, moves).log)
    return found.say(f"here.{here[0]}", **here[1]) if here is not None else ""


def _is_final(state: State, seat: Seat, stage: str) -> bool:
    """As `Table.undoable` has it: chance is a barrier, and others are, but for a stage played by all."""
    to_act = state.to_act()
    if not to_act or CHANCE in to_act:
        return True
    if state.stage() != stage and state.seats() > 1:
        return True
    return seat not in to_act and not stage


def sentences_of(found: PageContext, log: Sequence[Event]) -> list[str]:
    """What is lost and paid, what comes of it, as far as the seat may hear it."""
    words, seat = page_words(found.game.name, found.language), found.seat
    heard = [event for event in log if event.heard_by(seat) and event.seat in (seat, CHANCE)]
    bill = [found.say(f"bill.{key}", **fields) for key, fields in found.page.bill(heard)]
    told = [words.say_would(event) for event in heard if event.key not in found.page.billed]
    return [sentence for sentence in (*bill, *told) if sentence]
