"""A table as its journal tells it: what may be added, what came of it, and what each seat may know now.

Nothing here waits, reads a clock or stores anything. Whoever owns a table does three things with an entry:
`check` it, store it, `add` it. The same entries always lead to the same table, chance included: its outcomes
follow from the key and the names of the events, so that what is redone after an undo comes out as before.

    FarmsteadError
    ├── IllegalMove   the rules of the game, or of undoing, forbid it
    ├── Refused       the table cannot do that now (refusals.py)
    ├── Forgotten     news so old that the journal must be folded again to tell them (refusals.py)
    ├── Damaged       what is stored is no entry or no set-up (journal.py)
    └── Broken        a journal that cannot be folded (folding.py)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import Final, NamedTuple, assert_never, final

from msgspec import structs

from farmstead.engine.contract import CHANCE, Event, NotUnderstood, Seat, seat_text
from farmstead.engine.fair import Fairness
from farmstead.engine.record import write_record
from farmstead.engine.table import LegalMove
from farmstead.messages import Asking, FairNow, FairRound, News, Phase, Position, SeatNow
from farmstead.server.base.refusals import Forgotten, Refused
from farmstead.server.table.commit_reveal import CommitReveal
from farmstead.server.table.entries import (
    Answered,
    Asked,
    Beginning,
    Cancelled,
    Closed,
    Dealt,
    Entry,
    Left,
    Moved,
    Opened,
    OtherEntry,
    Pledged,
    Returned,
    Sat,
    Started,
    TakenOver,
    Undone,
    kind_of,
)
from farmstead.server.table.journaled_game import JournaledGame, undo_text
from farmstead.server.table.seat_views import FoldedEntry
from farmstead.server.table.seats import RewindRequest, SeatState, SeatStates
from farmstead.server.table.setup import TableSetup

REMEMBERED_ENTRIES: Final = 32  # how many entries back a table can tell news without its journal
# Entries after which nobody takes back or comes any more: a game has a few hundred.
MAX_JOURNAL: Final = 10_000
MAX_REWINDS: Final = 500  # each replays the game, so a journal full of them would be slow to fold


class Checked(NamedTuple):
    """An entry that may be added to a table as it is now: `LiveTable.add` trusts it."""

    entry: Entry
    legal: LegalMove | None = None  # of a move


@final
class LiveTable:
    """The fold of a journal: the game, who plays it, and the decision numbers of every seat."""

    __slots__ = (
        "_ask",
        "_closed",
        "_course",
        "_fair",
        "_log",
        "_rewinds",
        "_started",
        "chairs",
        "contributions",
        "game",
        "marked",
        "number",
        "setup",
        "taken_back",
        "went_back",
    )

    def __init__(self, setup: TableSetup, keep: int | None = REMEMBERED_ENTRIES) -> None:
        self.setup = setup
        self.number = 0  # of the last entry; they count from 1
        self.marked = False  # the game went back further than the rules of undoing allow
        self.taken_back = 0  # the entry by which moves were last taken back; since then they only went on
        self.went_back: set[str] = set()  # the players who wanted that; others may have been away
        self.chairs = SeatStates(setup)
        self._course = JournaledGame(setup)
        self.game = self._course.table.game
        self.contributions = CommitReveal(setup.fair, setup.key, self._course.table.setup)
        self._fair: FairNow | None = None  # what is known of its luck; it stays as it is once the game begins
        self._started = False
        self._closed = ""
        self._ask: RewindRequest | None = None
        self._rewinds = 0
        self._log: deque[FoldedEntry] = deque(maxlen=keep)

    # ---- what it is now --------------------------------------------------------------------------------

    def phase(self) -> Phase:
        """Whether people are still coming, playing, done, or gone."""
        if self._closed:
            return "closed"
        if not self._started:
            return "waiting"
        return "playing" if self._course.table.state.to_act() else "over"

    def to_act(self) -> list[Seat]:
        """The seats that are being waited for; none where chance is, because luck is chosen."""
        if self.phase() != "playing":
            return []
        return [seat for seat in self._course.table.state.to_act() if seat != CHANCE]

    def luck_due(self) -> str:
        """The name of the chance event about which the people at the table are asked, or nothing."""
        return self._course.luck_due() if self.phase() == "playing" else ""

    def odds(self) -> tuple[list[tuple[str, int]], str]:
        """What chance may bring, with weights, where that is to be chosen; and the faces of equal dice."""
        if not self.luck_due():
            return [], ""
        state = self._course.table.state
        return [(str(move), weight) for move, weight in state.odds() if weight > 0], state.faces()

    def brought(self, event: str) -> str | None:
        """What was chosen for a chance event, None if nothing was."""
        return self._course.brought(event)

    def decision(self, seat: Seat) -> int | None:
        """The number of the decision before a seat, None when it has none; no number is ever used again."""
        return self._course.next_decision(seat) if seat in self.to_act() else None

    def not_yet_made(self, entries: Iterable[Entry]) -> list[Entry]:
        """Those of these entries that are not made yet, with moves as the game writes them.

        Moves at the beginning that have been made are left out, and everything if all of it has been done.
        """
        left: list[Entry] = []
        for entry in entries:
            if isinstance(entry, Moved):
                with suppress(NotUnderstood):  # what is no move stays as it is, to be refused
                    entry = structs.replace(entry, move=str(self._course.table.game.parse(entry.move)))
                is_seat = 0 <= entry.seat < self.setup.seats
                if not left and is_seat and self._course.made_at(entry.seat, entry.decision) == entry.move:
                    continue
            left.append(entry)
        are_others = not any(isinstance(entry, Moved) for entry in left)
        return [] if are_others and all(self._is_made(entry) for entry in left) else left

    def _is_made(self, entry: Entry) -> bool:
        """Whether that, which is no move, has been done already."""
        if isinstance(entry, Undone):
            is_seat = 0 <= entry.seat < self.setup.seats
            return is_seat and self._course.made_at(entry.seat, entry.decision) == undo_text(entry)
        if isinstance(entry, Dealt):
            return self.luck_due() != entry.event and self.brought(entry.event) == entry.move
        if isinstance(entry, Pledged):
            return self.contributions.pledges.get(entry.seat) == entry.pledge
        return isinstance(entry, Opened) and self.contributions.opened.get(entry.seat) == entry.value

    def position(self, seat: Seat | None) -> Position:
        """What `seat` (None: a spectator) may see now."""
        if seat is not None and not 0 <= seat < self.setup.seats:
            raise self._no_such_seat("look")
        course, ask = self._course, self._ask
        state, phase, to_act = course.table.state, self.phase(), self.to_act()
        own = seat if seat is not None and phase == "playing" else None  # whoever can do something
        number = 0 if own is None else course.next_decision(own)
        decides = own is not None and own in to_act
        over = self._started and not state.to_act()
        return Position(
            number=self.number,
            phase=phase,
            seat=seat,
            view=state.view(seat) if self._started else None,
            to_act=tuple(to_act),
            stage=state.stage() if phase == "playing" else "",
            decision=number if decides else None,
            next=number,
            legal=tuple([str(move) for move in state.legal(own)]) if own is not None and decides else (),
            undo=0 if own is None else course.undoable(own),
            back=0 if own is None else course.last_choice(own),
            ask=None
            if ask is None
            else Asking(ask.number, ask.seat, ask.to, tuple(ask.waits_for(self.chairs))),
            marked=self.marked,
            seats=tuple(
                [SeatNow(chair.how, chair.level, chair.away, chair.how) for chair in self.chairs.all]
            ),
            lines=tuple([state.score_lines(one) for one in range(self.setup.seats)]) if over else (),
            places=tuple(state.places()) if over else (),
            fair=self._fair or self.fair(),
            luck=self.luck_due() if self.setup.origin is not None else "",
        )

    def fair(self) -> FairNow | None:
        """What everybody may know of where the luck comes from."""
        if self._fair is not None or not self.setup.fair:
            return self._fair
        found = self.contributions.now(self.chairs)
        self._fair = found if self._started else None
        return found

    def _is_over(self) -> bool:
        return self._started and not self._course.table.state.to_act()

    def news(self, since: int, seat: Seat | None) -> list[News]:
        """What `seat` (None: a spectator) hears of each entry after number `since`."""
        if seat is not None and not 0 <= seat < self.setup.seats:
            raise self._no_such_seat("listen")
        if not 0 <= since <= self.number:
            raise Refused("news_ahead", f"news since {since}", {"now": self.number})
        oldest = self.number - len(self._log)
        if since < oldest:
            raise Forgotten(oldest)
        return [self._log[n].heard_by(seat) for n in range(since - oldest, len(self._log))]

    def record(self) -> str:
        """The record of a finished game; while it is being played, a record would tell what is hidden."""
        if not self._is_over():
            raise Refused("running", "record")
        origin = self.setup.origin
        branch = None if origin is None else origin.mark()
        return write_record(self._course.table, self.fairness() if self.setup.fair else None, branch)

    def fairness(self) -> Fairness:
        """Where the luck of a finished game came from; before that it would tell what is to come."""
        if not self._is_over():
            raise Refused("running", "fair")
        if not self.setup.fair:
            raise Refused("no_fair", "fair")
        return self.contributions.fairness(["undone"] if self.marked else [])

    def cancelled_starts(self) -> tuple[FairRound, ...]:
        """What was pledged and opened for starts that were cancelled, with their keys."""
        if not self.setup.fair:
            raise Refused("no_fair", "fair")
        return tuple(self.contributions.cancelled_rounds())

    def moves(self) -> list[tuple[Seat, str]]:
        """All moves of a finished game, chance included."""
        if not self._is_over():
            raise Refused("running", "fair")
        return self._course.table.moves()

    def everything_so_far(self) -> list[tuple[Seat, str]]:
        """All moves that stand, with everything that is secret: only for what shows each seat its own."""
        return self._course.table.moves()

    # ---- what may be added -----------------------------------------------------------------------------

    def check(self, *entries: Entry) -> list[Checked]:
        """Check entries against table and rules, in order; `add` trusts the result. IllegalMove or Refused.

        Several at once are about who sits where and adds what, and the start of the game after that; or they
        are moves of one seat, for one decision after the other. Nothing is changed.
        """
        if len(entries) == 1:
            entry = entries[0]
            if isinstance(entry, Moved):
                self._permit_move(entry)
                return [Checked(entry, self._course.table.check(entry.seat, entry.move))]
            self._permit(entry)
            if isinstance(entry, Undone):
                self._course.taken_back(entry)
            elif self.number >= MAX_JOURNAL:
                self._permit_one_more(entry)
            return [Checked(entry)]
        moves = [entry for entry in entries if isinstance(entry, Moved)]
        if moves and len(moves) == len(entries):
            return self._check_moves(moves)
        before = self.chairs, self.contributions
        self.chairs, self.contributions = deepcopy(before)
        checked: list[Checked] = []
        try:
            for entry in entries:
                checked += self.check(entry)
                self._prepare(entry)
        finally:
            self.chairs, self.contributions = before
        return checked

    def is_starting(self) -> bool:
        """Whether all seats are taken and only contributions are missing."""
        if self._started or self._closed:
            return False
        return bool(self.contributions.waits_for()) and not self.chairs.empty()

    def is_opening(self) -> bool:
        """Whether values may be under way, so that nothing about the pledges may change (scheme 2)."""
        is_waiting = not self._started and not self._closed
        return self.setup.fair > 1 and is_waiting and self.contributions.is_open(self.chairs)

    def begins_after(self, entries: Iterable[Entry]) -> bool:
        """Whether the game can begin after these, which are about who sits where and what they add."""
        if self.phase() != "waiting":
            return False
        before = self.chairs, self.contributions
        self.chairs, self.contributions = deepcopy(before)
        try:
            for entry in entries:
                self._prepare(entry)
            fair = self.contributions
            return not (self.chairs.empty() or fair.waits_for() or fair.is_used_up())
        finally:
            self.chairs, self.contributions = before

    def _check_moves(self, moves: Sequence[Moved]) -> list[Checked]:
        first = moves[0]
        for n, move in enumerate(moves):
            if (move.seat, move.decision, move.by) != (first.seat, first.decision + n, first.by):
                raise ValueError("moves that are written at once are one seat's, one after the other")
        self._permit_move(first)
        return [Checked(*each) for each in zip(moves, self._course.try_out(moves), strict=True)]

    def _prepare(self, entry: Entry) -> None:
        match entry:
            case Sat():
                self.chairs.sit(entry)
            case Left(seat):
                self.chairs.leave(seat)
                self.contributions.leave(seat)
            case Pledged():
                self.contributions.pledge(entry)
            case Opened():
                self.contributions.open(entry)
            case Cancelled():
                self.contributions.cancel(entry, self.chairs)
            case Started():
                pass
            case _:
                raise ValueError(f"an entry of this kind is written by itself: {kind_of(entry)}")

    def _permit(self, entry: OtherEntry) -> None:
        """All but what the rules say to an undo."""
        tried = kind_of(entry)
        if self._closed:
            raise Refused("closed", tried, {"why": self._closed})
        if isinstance(entry, Closed):
            return
        if not isinstance(entry, Started | Cancelled) and not 0 <= entry.seat < self.setup.seats:
            raise self._no_such_seat(tried)
        if isinstance(entry, Beginning):
            self._permit_before(entry, tried)
        else:
            self._permit_playing(entry, tried)

    def _permit_one_more(self, entry: Entry) -> None:
        """Nobody makes a journal longer and longer by coming and going.

        Going stays possible, and all that brings the game to its end. Only new entries are refused: what has
        been written can be folded, however much it is.
        """
        if isinstance(entry, Returned | Pledged):
            raise Refused("too_long", kind_of(entry))
        if isinstance(entry, Sat) and entry.how != "bot":
            raise Refused("too_long", f"sit {seat_text(entry.seat)}")

    def _no_such_seat(self, tried: str) -> Refused:
        return Refused("no_such_seat", tried, {"seats": self.setup.seats})

    def _permit_before(self, entry: Beginning, tried: str) -> None:
        if self._started:
            raise Refused("already_started", tried)
        if isinstance(entry, Sat):
            self.chairs.check_sitting(entry)
        elif isinstance(entry, Left):
            if not self.chairs.all[entry.seat].how:
                raise Refused("seat_empty", tried)
            if self.contributions.opened:  # nobody goes now without cancelling the start
                raise Refused("opening_begun", "left")
        elif not isinstance(entry, Started):
            self._permit_contributing(entry, tried)
        elif self.chairs.empty():
            raise Refused("empty_seats", tried, {"seats": _listed(self.chairs.empty())})
        else:
            self.contributions.check_start()

    def _permit_contributing(self, entry: Pledged | Opened | Cancelled, tried: str) -> None:
        if not self.setup.fair:
            raise Refused("no_fair", tried)
        match entry:
            case Pledged():
                self.contributions.check_pledge(entry, self.chairs)
            case Opened():
                self.contributions.check_opening(entry, self.chairs)
            case Cancelled():
                self.contributions.check_cancelling(entry, self.chairs)
            case _:
                assert_never(entry)

    def _permit_playing(
        self, entry: Undone | Dealt | Asked | Answered | TakenOver | Returned, tried: str
    ) -> None:
        if not self._started:
            raise Refused("not_started", tried)
        if not self._course.table.state.to_act():
            raise Refused("over", tried)
        chair = self.chairs.all[entry.seat]
        if isinstance(entry, Returned):
            if not chair.away:
                raise Refused("not_taken_over", tried)
        elif chair.level:
            raise Refused("bot_plays", tried, instead=["returned"] if chair.away else [])
        elif isinstance(entry, Undone):
            self._permit_undo(entry)
        elif not isinstance(entry, TakenOver):
            self._permit_voice(entry, chair, tried)
        elif not entry.level:
            raise Refused("who_sits", tried)

    def _permit_voice(self, entry: Dealt | Asked | Answered, chair: SeatState, tried: str) -> None:
        """What only people have a say in, and programs that were asked."""
        if isinstance(entry, Answered) and chair.is_program():
            is_asked = self._ask is None or self._ask.is_for(chair)
        else:
            is_asked = chair.is_asked()
        if not is_asked:
            raise Refused("not_asked", tried)
        match entry:
            case Dealt():
                self._course.check_luck(entry)
            case Asked():
                self._permit_ask(entry)
            case Answered():
                self._permit_answer(entry, chair)

    def _permit_move(self, entry: Moved) -> None:
        """Refuse a move for all reasons but the rules: seat, phase, number of the decision."""
        if self._closed:
            raise Refused("closed", "moved", {"why": self._closed})
        if not 0 <= entry.seat < self.setup.seats:
            raise self._no_such_seat("moved")
        if not self._started:
            raise Refused("not_started", "moved")
        seat, to_act = entry.seat, self._course.table.state.to_act()
        if not to_act:
            raise Refused("over", "moved")
        chair, now = self.chairs.all[seat], self._course.next_decision(seat)
        if chair.level and entry.by != "bot":
            raise Refused("bot_plays", entry.move, instead=["returned"] if chair.away else [])
        if not chair.level and entry.by == "bot":
            raise Refused("person_plays", entry.move)
        if seat not in to_act and entry.decision >= now:
            raise Refused("not_to_decide", entry.move, {"waiting": _listed(self.to_act())})
        if entry.decision != now:
            raise self._wrong_decision(seat, entry.decision, entry.move)

    def _wrong_decision(self, seat: Seat, decision: int, tried: str) -> Refused:
        now = self._course.next_decision(seat)
        key = "decision_made" if decision < now else "decision_ahead"
        instead = self._course.legal(seat) if seat in self.to_act() else ()
        return Refused(key, tried, {"decision": decision, "now": now}, instead)

    def _permit_undo(self, entry: Undone) -> None:
        if entry.decision != self._course.next_decision(entry.seat):
            raise self._wrong_decision(entry.seat, entry.decision, undo_text(entry))
        if self.number >= MAX_JOURNAL:
            raise Refused("undo_often", undo_text(entry))

    def _permit_ask(self, entry: Asked) -> None:
        tried = f"back {entry.to}"
        if self._ask is not None:
            raise Refused("ask_pending", tried, {"ask": self._ask.number})
        if self._course.standing(entry.to) is None:
            raise Refused("not_standing", tried, {"to": entry.to})
        if self.number >= MAX_JOURNAL or self._rewinds >= MAX_REWINDS:
            raise Refused("undo_often", tried)

    def _permit_answer(self, entry: Answered, chair: SeatState) -> None:
        tried = "yes" if entry.yes else "no"
        if self._ask is None or self._ask.number != entry.ask:
            raise Refused("no_ask", tried, {"ask": entry.ask})
        if chair.player == self._ask.player:
            if entry.yes:
                raise Refused("not_asked", tried)
        elif entry.yes and chair.player in self._ask.agreed:
            raise Refused("answered", tried)

    # ---- adding ----------------------------------------------------------------------------------------

    def add(self, entry: Entry | Checked) -> FoldedEntry:
        """Fold one more entry, and what happens by itself after it.

        One that has been `Checked` at the table as it is now is trusted. Any other, such as one that was read
        from a journal, is checked first: IllegalMove or Refused change nothing.
        """
        legal: LegalMove | None = None
        if isinstance(entry, Checked):
            entry, legal = entry
        else:
            self._permit_move(entry) if isinstance(entry, Moved) else self._permit(entry)
        number, gone = self.number + 1, list[int]()
        if isinstance(entry, Moved):
            events = self._course.move(entry, number, legal)
        else:
            events, gone = self._fold(entry, number)
        self.number = number
        self.taken_back = number if gone else self.taken_back
        if self._ask is not None:
            self._drop_idle_ask(self._ask)
        happened = FoldedEntry(number, entry, events, gone)
        self._log.append(happened)
        return happened

    def _fold(self, entry: OtherEntry, number: int) -> tuple[list[Event], list[int]]:
        """Make the change; the events it led to, and the entries whose moves it took back."""
        match entry:
            case Undone():
                return self._course.undo(entry, number)
            case Dealt():
                return self._course.bring(entry, number), []
            case Started():
                return self._start(number), []
            case Sat() | Left() | Pledged() | Opened() | Cancelled():
                self._prepare(entry)
            case Closed(why):
                self._closed, self._ask = why, None
            case Asked(seat, to, programs):
                self._ask = RewindRequest(number, seat, self.chairs.all[seat].player, to, programs)
            case Answered(seat, _, yes):
                self._answer(seat, yes)
            case TakenOver(seat, why, level):
                if self._ask is not None and seat in self._ask.waits_for(self.chairs):
                    self._ask = None  # nobody has agreed by going
                self.chairs.all[seat].away, self.chairs.all[seat].level = why, level
            case Returned(seat):
                self.chairs.all[seat].away, self.chairs.all[seat].level = "", 0
            case _:
                assert_never(entry)
        events, gone = self._go_back_if_all_agree(number)
        return events + self._ask_about_luck(number), gone

    def _start(self, number: int) -> list[Event]:
        self._started = True
        self._course.is_luck_asked = bool(self.chairs.voices())
        if self.setup.fair:
            self._course.draw_from(self.contributions.game_key())
        return self._course.settle(number)

    def _ask_about_luck(self, number: int) -> list[Event]:
        """People have come or gone: where luck is chosen and nobody is left to choose it, it falls."""
        self._course.is_luck_asked = bool(self.chairs.voices())
        return self._course.settle(number) if self._started and self._course.luck_due() else []

    def _drop_idle_ask(self, ask: RewindRequest) -> None:
        """An ask ends with the game, when its move is taken back, and when whoever asked is away."""
        is_gone = self._course.standing(ask.to) is None or ask.player not in self.chairs.voices()
        if is_gone or self._is_over():
            self._ask = None

    def _answer(self, seat: Seat, yes: bool) -> None:
        assert self._ask is not None
        if yes:
            self._ask.agreed.append(self.chairs.all[seat].player)
        else:
            self._ask = None

    def _go_back_if_all_agree(self, number: int) -> tuple[list[Event], list[int]]:
        ask = self._ask
        if ask is None or ask.player not in self.chairs.voices() or ask.waits_for(self.chairs):
            return [], []
        events, gone = self._course.go_back(ask.to, number)
        self._ask, self.marked = None, True
        self.went_back.update(ask.agreed)
        self._rewinds += 1
        return events, gone


def _listed(seats: Iterable[Seat]) -> str:
    """`1,3`: seats as they are written."""
    return ",".join([seat_text(seat) for seat in seats])
