"""A game being played: the one checked door, forced steps, and how far back a player may go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias, final

from farmstead.engine.contract import (
    CHANCE,
    Action,
    Dealer,
    Event,
    Game,
    IllegalMove,
    NotUnderstood,
    Refusal,
    Seat,
    Setup,
    State,
    counted,
)


@final
class PlayedMove:
    """One move of a game: `seat`, `text`, and what `undo` must know, the `stage` it was made in and
    whether it was `forced`. Never changed, and shared (`shared_entry`).
    """

    __slots__ = ("forced", "seat", "stage", "text")

    def __init__(self, seat: Seat, text: str, stage: str, forced: bool) -> None:
        self.seat = seat
        self.text = text
        self.stage = stage  # the simultaneous stage in which it was made, or ``
        self.forced = forced  # nothing else was legal, which is no secret

    def __repr__(self) -> str:
        """`<PlayedMove of seat 0: take house>`: seats count from 0 here."""
        who = "chance" if self.seat == CHANCE else f"seat {self.seat}"
        return f"<PlayedMove of {who}: {self.text}{', forced' if self.forced else ''}>"


_ENTRIES: Final[dict[tuple[Seat, str, str, bool], PlayedMove]] = {}
MAX_SHARED: Final = 20_000  # entries; then they are gathered anew


def shared_entry(seat: Seat, text: str, stage: str, forced: bool) -> PlayedMove:
    """A played move, one object for all tables: nine of ten were made elsewhere before."""
    key = (seat, text, stage, forced)
    found = _ENTRIES.get(key)
    if found is None:
        if len(_ENTRIES) >= MAX_SHARED:
            _ENTRIES.clear()
        found = _ENTRIES[key] = PlayedMove(seat, text, stage, forced)
    return found


# A move that the rules allow in a position, as `Table.check` found it: whose, which, and whether nothing else
# was legal, which is no secret. `Table.make` trusts it.
LegalMove: TypeAlias = tuple[Seat, Action, bool]


class Table:
    """A game being played: `game`, `setup`, the moves so far (`entries`) and where they lead (`state`)."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.state: State = game.start(setup)
        self.entries: list[PlayedMove] = []
        self._rested: State | None = None  # the position after the first `_rested_at` entries, if it is kept
        self._rested_at = 0

    def __repr__(self) -> str:
        """`<Table walnut-grove, 2 seats, 31 moves, seat 0 to act>`: seats count from 0 here."""
        setup, moves = self.setup, counted(len(self.entries), "move")
        return f"<Table {setup.game}, {counted(setup.seats, 'seat')}, {moves}, {self.state.waiting_for()}>"

    def __str__(self) -> str:
        """The boards in letters, as a spectator sees them."""
        return str(self.state)

    def __reduce__(self) -> tuple[object, ...]:
        return table_of, (self.game, self.setup, self.moves())

    def __copy__(self) -> Table:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Table:
        return self.clone()

    def clone(self) -> Table:
        """A table like this one that can be played on without changing it."""
        found = Table(self.game, self.setup)
        found.state = self.state.clone()
        found.entries = self.entries[:]
        return found

    def positions(self) -> Iterator[State]:
        """The position at the start and after every move so far, each a new one that may be kept."""
        for table in replay(self.game, self.setup, self.moves()):
            yield table.state.clone()

    def options(self, seat: Seat) -> Sequence[Action]:
        """What `legal` was called once."""
        return self.legal(seat)

    def legal(self, seat: Seat) -> Sequence[Action]:
        """What `seat` may do now; for chance, what may happen."""
        if seat not in self.state.to_act():
            return []
        return [move for move, _ in self.state.odds()] if seat == CHANCE else self.state.legal(seat)

    def play(self, seat: Seat, text: str) -> list[Event]:
        """Check a move and make it. The one door through which moves come in."""
        return self.make(self.check(seat, text))

    def check(self, seat: Seat, text: str) -> LegalMove:
        """What `make` needs to make this move; IllegalMove when the rules forbid it. Nothing is changed."""
        allowed = self.legal(seat)  # first: `parse` finds the very objects that have been offered
        move = self.game.parse(text)
        if move not in allowed:
            raise IllegalMove(self.state.why_not(seat, move))
        return seat, move, self._is_forced(seat, allowed)

    def make(self, legal: LegalMove) -> list[Event]:
        """Make a move that has been checked in this very position."""
        seat, move, forced = legal
        log: list[Event] = []
        stage = self.state.stage()
        self.state.apply(seat, move, log)
        self.entries.append(shared_entry(seat, str(move), stage, forced))
        return log

    def deal(self, dealer: Dealer) -> list[Event]:
        """Let chance decide the event that is due."""
        if CHANCE not in self.state.to_act():
            raise IllegalMove(Refusal("table", "no_chance_due", "deal"))
        return self.make((CHANCE, dealer.deal(self.state), False))

    def settle(self, dealer: Dealer | None = None) -> list[Event]:
        """Make every step that happens by itself: chance, if there is a dealer, and moves without choice."""
        log: list[Event] = []
        while True:
            step: list[Event] | None = None
            for seat in self.state.to_act():
                if seat == CHANCE:
                    step = None if dealer is None else self.deal(dealer)
                    break
                moves = self.state.legal(seat)
                if self._is_forced(seat, moves):
                    step = self.make((seat, moves[0], True))
                    break
            if step is None:
                return log
            log += step

    def _is_forced(self, seat: Seat, moves: Sequence[Action]) -> bool:
        """Whether there is no choice, and everybody may know it."""
        return len(moves) == 1 and not self.state.conceals(seat, moves[0])

    def undoable(self, seat: Seat) -> list[int]:
        """The entries `seat` may take back, newest first.

        Chance is a barrier, and so is another seat's move unless both were made in the simultaneous
        stage that is still being played. A stage that has ended for all is a barrier for a table of several.
        """
        now = self.state.stage()
        found: list[int] = []
        for n in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[n]
            ended = entry.stage != now and self.setup.seats > 1
            if entry.seat == CHANCE or ended or (entry.seat != seat and now == ""):
                break
            if entry.seat == seat:
                found.append(n)
        while found and self.entries[found[-1]].forced:
            found.pop()
        return found

    def undo(self, seat: Seat, choices: int = 1) -> int:
        """Take back the last `choices` own choices and what followed by itself; returns how many entries."""
        gone = self.taken_back(seat, choices)
        self._leave_out(gone)
        return len(gone)

    def taken_back(self, seat: Seat, choices: int = 1) -> list[int]:
        """The entries that `undo` would take back, newest first; IllegalMove when it would refuse."""
        gone: list[int] = []
        left = choices
        for n in self.undoable(seat):
            gone.append(n)
            left -= 0 if self.entries[n].forced else 1
            if left == 0:
                break
        if left or not gone:
            raise IllegalMove(self._nothing_to_undo(choices))
        return gone

    def rewind(self, entries: int) -> None:
        """Keep only so many entries, beyond any barrier. Whether that is allowed is asked elsewhere."""
        self._leave_out(range(entries, len(self.entries)))

    def rest(self) -> None:
        """Checkpoint this position if nothing before it can be taken back: `undo` replays from here."""
        for seat in range(self.setup.seats):
            if self.undoable(seat):
                return
        self._rested = self.state.clone()
        self._rested_at = len(self.entries)

    def _nothing_to_undo(self, choices: int) -> Refusal:
        why = "undo_start"
        if self.entries:
            why = "undo_chance" if self.entries[-1].seat == CHANCE else "undo_barrier"
        return Refusal("undo", why, f"undo {choices}")

    def _leave_out(self, gone: Sequence[int]) -> None:
        """Play all entries again but these."""
        fresh = Table(self.game, self.setup)
        if self._rested is not None and (not gone or min(gone) >= self._rested_at):
            fresh.state = self._rested.clone()
            fresh.entries = self.entries[: self._rested_at]
        else:
            self._rested = None
        for n in range(len(fresh.entries), len(self.entries)):
            if n not in gone:
                fresh.play(self.entries[n].seat, self.entries[n].text)
        self.state = fresh.state
        self.entries = fresh.entries

    def moves(self) -> list[tuple[Seat, str]]:
        """The record of the game so far."""
        return [(entry.seat, entry.text) for entry in self.entries]


def replay(game: Game, setup: Setup, moves: Iterable[tuple[Seat, str]]) -> Iterator[Table]:
    """The table at the start and after every move. Nothing is rolled: chance is in the moves.

    It is one and the same table, which goes on: take what you need of it, or `Table.positions` to keep them.
    A move that is not legal is an IllegalMove, whose `after` says how many moves come before it.
    """
    table = Table(game, setup)
    yield table
    for seat, text in moves:
        _play_recorded(table, seat, text)
        yield table


def _play_recorded(table: Table, seat: Seat, text: str) -> None:
    """Play the next move of a game that is known; IllegalMove says where in the game it stands."""
    try:
        table.play(seat, text)
    except NotUnderstood as unknown:  # two names: compiled, a name has one type
        raise NotUnderstood(unknown.refusal, len(table.entries)) from None
    except IllegalMove as error:
        raise IllegalMove(error.refusal, len(table.entries)) from None


def table_of(game: Game, setup: Setup, moves: Sequence[tuple[Seat, str]]) -> Table:
    """The table after these moves; tables are pickled by it."""
    table = Table(game, setup)
    for seat, text in moves:
        table.play(seat, text)
    return table
