"""The course of a game: the engine's table, which entry each move came from, and the decisions' numbers."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import final

from farmstead.engine.contract import CHANCE, Dealer, Event, IllegalMove, Seat
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.table import LegalMove, Table
from farmstead.server.base.refusals import Refused
from farmstead.server.table.branch_origin import BranchStart, ChosenDealer, begin, outcome
from farmstead.server.table.entries import Dealt, Moved, Undone
from farmstead.server.table.setup import TableSetup


@final
class JournaledGame:
    """A game whose moves know the entries of the journal they came from.

    Decisions are numbered for each seat from 1. A number is spent by a choice or by an undo, and passed over
    when the seat comes to decide something else because others took something back. It never comes again.
    Where the game goes on from a move of another, the moves before that came from entry 0, and stay.
    """

    __slots__ = ("_chosen", "_dealer", "_first", "_origin", "_spent", "is_luck_asked", "table")

    def __init__(self, setup: TableSetup) -> None:
        begun = _begun(setup)
        self.table = begun.table
        self._dealer: Dealer = begun.dealer
        self._chosen: ChosenDealer | None = begun.chosen
        self.is_luck_asked = True  # somebody is there to say what chance brings, where that is chosen
        self._first = len(self.table.entries)  # moves before it are another game's
        self._origin = array("I", [0] * self._first)  # for each move the entry it came from; they go up
        self._spent: list[list[str]] = [[] for _ in range(setup.seats)]  # by number; `` if it was passed over

    # ---- decisions -------------------------------------------------------------------------------------

    def next_decision(self, seat: Seat) -> int:
        """The number of the seat's next choice or undo."""
        return len(self._spent[seat]) + 1

    def made_at(self, seat: Seat, decision: int) -> str | None:
        """What a seat did at the decision of this number: the move's text or `undo 2`; None if nothing."""
        spent = self._spent[seat]
        return (spent[decision - 1] or None) if 0 < decision <= len(spent) else None

    def _pass_over(self, seats: Iterable[Seat]) -> None:
        """What these seats have to decide has changed: a move meant for the former must not be made now."""
        for seat in seats:
            self._spent[seat].append("")

    # ---- choices ---------------------------------------------------------------------------------------

    def legal(self, seat: Seat) -> tuple[str, ...]:
        """What a seat may do now, as texts."""
        return tuple([str(move) for move in self.table.state.legal(seat)])

    def is_choice(self, n: int) -> bool:
        """Whether somebody chose the n-th move of the game; chance and forced steps nobody did."""
        entry = self.table.entries[n]
        return entry.seat != CHANCE and not entry.forced

    def undoable(self, seat: Seat) -> int:
        """How many of its choices a seat may take back by itself."""
        entries = self.table.entries
        return sum([not entries[n].forced for n in self.table.undoable(seat) if n >= self._first])

    def taken_back(self, entry: Undone) -> list[int]:
        """The moves that an undo takes back, newest first; IllegalMove or Refused when it cannot be."""
        taken = self.table.taken_back(entry.seat, entry.choices)
        if taken[-1] < self._first:
            raise Refused("undo_branch", undo_text(entry))
        return taken

    def last_choice(self, seat: Seat) -> int:
        """The entry of the seat's last choice that stands, or 0."""
        for n in range(len(self._origin) - 1, -1, -1):
            entry = self.table.entries[n]
            if entry.seat == seat and not entry.forced:
                return self._origin[n]
        return 0

    def standing(self, to: int) -> int | None:
        """Which move of the game an entry's choice is, None if it is none or has been taken back."""
        n = bisect_left(self._origin, to)
        found = n < len(self._origin) and self._origin[n] == to and self.is_choice(n)
        return n if found else None

    def try_out(self, moves: Sequence[Moved]) -> list[LegalMove]:
        """What `move` needs to make these one after the other; raises what that would, and changes nothing.

        Whatever comes before one of them must be such that the seat could take it back. What chance or others
        bring can then not be found out by moves that are refused, and so bind nobody.
        """
        table = Table(self.table.game, self.table.setup)
        table.state = self.table.state.clone()
        legal: list[LegalMove] = []
        for entry in moves:
            if table.entries and not (entry.seat in table.state.to_act() and 0 in table.undoable(entry.seat)):
                raise Refused("not_together", entry.move, {"decision": entry.decision})
            try:
                legal.append(table.check(entry.seat, entry.move))
            except IllegalMove as error:
                error.refusal.args["decision"] = entry.decision  # which of them it is
                raise
            table.make(legal[-1])
            table.settle()
        return legal

    # ---- what happens ----------------------------------------------------------------------------------

    def draw_from(self, key: bytes) -> None:
        """From now on all luck comes from this key."""
        self._dealer = KeyedDealer(key)

    def settle(self, number: int) -> list[Event]:
        """Let everything happen that happens by itself. All that is new in the game came from this entry."""
        chosen = self._chosen
        events = self.table.settle(self._dealer) if chosen is None else self._settle_chosen(chosen)
        self.table.rest()
        self._origin.extend([number] * (len(self.table.entries) - len(self._origin)))
        return events

    def _settle_chosen(self, luck: ChosenDealer) -> list[Event]:
        """Settle chance up to where somebody has to say what it brings."""
        table = self.table
        events = table.settle()
        while CHANCE in table.state.to_act() and (not self.is_luck_asked or luck.knows(table.state)):
            events += table.deal(luck) + table.settle()
        luck.falls = False
        return events

    def move(self, entry: Moved, number: int, legal: LegalMove | None) -> list[Event]:
        """Make a choice and what follows by itself. One that was not checked before may be an IllegalMove."""
        events = self.table.make(legal or self.table.check(entry.seat, entry.move))
        self._spent[entry.seat].append(self.table.entries[-1].text)
        return events + self.settle(number)

    def undo(self, entry: Undone, number: int) -> tuple[list[Event], list[int]]:
        """Take back a seat's own choices; also says whose entries they were. IllegalMove changes nothing."""
        taken = self.taken_back(entry)
        gone = self._choices(taken)
        # In turns whoever was to decide because of these choices is not now.
        in_turns = not self.table.state.stage()
        to_act = self.table.state.to_act()
        others = [seat for seat in to_act if in_turns and seat not in (entry.seat, CHANCE)]
        self.table.undo(entry.seat, entry.choices)
        for n in taken:
            del self._origin[n]
        self._spent[entry.seat].append(undo_text(entry))
        self._pass_over(others)
        return self.settle(number), gone

    def go_back(self, to: int, number: int) -> tuple[list[Event], list[int]]:
        """Go back to before an entry's choice, whatever happened since; also says which entries go."""
        at = self.standing(to)
        assert at is not None
        gone = self._choices(range(at, len(self._origin)))
        self.table.rewind(at)
        del self._origin[at:]
        self._pass_over(range(len(self._spent)))
        return self.settle(number), gone

    # ---- luck that is chosen -----------------------------------------------------------------------------

    def luck_due(self) -> str:
        """The name of the chance event that somebody is asked about, or nothing."""
        state = self.table.state
        return state.chance_name() if self._chosen is not None and CHANCE in state.to_act() else ""

    def brought(self, event: str) -> str | None:
        """What was chosen for an event; nothing if it was left to chance, None if nothing was said."""
        return None if self._chosen is None else self._chosen.chosen(event)

    def check_luck(self, entry: Dealt) -> None:
        """Refused when it is not to be chosen, or cannot come."""
        due, tried = self.luck_due(), entry.move or "fall"
        if self._chosen is None:
            raise Refused("luck_not_chosen", tried)
        if not due or entry.event != due:
            raise Refused("luck_not_due", tried, {"event": due})
        if entry.move and outcome(self.table.state, entry.move) is None:
            instead = [str(move) for move, weight in self.table.state.odds() if weight > 0]
            raise Refused("luck_impossible", tried, {"event": due}, instead)

    def bring(self, entry: Dealt, number: int) -> list[Event]:
        """What was chosen happens, and what follows by itself."""
        assert self._chosen is not None
        self._chosen.choose(entry.event, entry.move)
        self._chosen.falls = entry.rest
        return self.settle(number)

    def _choices(self, moves: Iterable[int]) -> list[int]:
        return sorted([self._origin[n] for n in moves if self.is_choice(n)])


def _begun(setup: TableSetup) -> BranchStart:
    if setup.origin is not None:
        return begin(setup, setup.origin)
    game = setup.found_game()
    return BranchStart(Table(game, setup.engine_setup(game)), KeyedDealer(setup.key))


def undo_text(entry: Undone) -> str:
    """An undo as it is called where moves are named."""
    return f"undo {entry.choices}"
