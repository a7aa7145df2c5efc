"""A table with its journal, as its owner keeps them, and clients that do everything clients do."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from farmstead.engine.contract import FarmsteadError, IllegalMove, Seat
from farmstead.engine.table import Table
from farmstead.messages import News, Position
from farmstead.server.base.refusals import Refused
from farmstead.server.table.entries import (
    Answered,
    Asked,
    By,
    Entry,
    Moved,
    Returned,
    Sat,
    Started,
    TakenOver,
    Undone,
    WhyTaken,
    decode,
    encode,
)
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.setup import SeatPlan, TableSetup, new_setup
from tests.server.fold import fold

KEY = bytes(range(32))
LEVEL = 2
WHY: tuple[WhyTaken, ...] = ("clock", "resigned", "left")


def a_setup(game: str, seats: int, key: bytes = KEY, options: tuple[str, ...] = ()) -> TableSetup:
    return new_setup(game, [SeatPlan()] * seats, key, options)


def sitting(seat: Seat, who: str) -> Sat:
    """`ada` is a person, `ada+` somebody else on her device, `bot` a bot."""
    if who == "bot":
        return Sat(seat, "bot", level=LEVEL)
    return Sat(seat, "device", who[:-1]) if who.endswith("+") else Sat(seat, "person", who)


class Owner:
    """Checks an entry, writes it down, folds it: what a server does."""

    def __init__(self, setup: TableSetup, keep: int | None = None) -> None:
        self.setup = setup
        self.live = LiveTable(setup, keep)
        self.journal: list[bytes] = []

    def do(self, *entries: Entry) -> None:
        for entry in entries:
            self.live.check(entry)
            self.journal.append(encode(entry))
            self.live.add(decode(self.journal[-1]))

    def refuses(self, entry: Entry) -> FarmsteadError:
        """Both doors refuse it alike, and nothing changes."""
        before = everything(self.live)
        with pytest.raises((Refused, IllegalMove)) as checked:
            self.live.check(entry)
        with pytest.raises((Refused, IllegalMove)) as added:
            self.live.add(entry)
        assert str(checked.value) == str(added.value)
        assert everything(self.live) == before
        return checked.value

    def move(self, seat: Seat, n: int = 0) -> str:
        """Make the n-th legal move of a seat."""
        position = self.live.position(seat)
        assert position.decision is not None
        move = position.legal[n % len(position.legal)]
        self.do(Moved(seat, position.decision, move, self.by(seat)))
        return move

    def by(self, seat: Seat) -> By:
        return "bot" if self.live.chairs.all[seat].is_played_by_bot() else "person"

    def undo(self, seat: Seat, choices: int = 1) -> None:
        self.do(Undone(seat, self.live.position(seat).next, choices))

    def folded(self, upto: int | None = None) -> LiveTable:
        return fold(self.setup, self.journal[:upto], None)


def started(game: str, *who: str, key: bytes = KEY, keep: int | None = None) -> Owner:
    owner = Owner(a_setup(game, len(who), key), keep)
    owner.do(*[sitting(seat, name) for seat, name in enumerate(who)], Started())
    return owner


def key_of(error: FarmsteadError) -> str:
    assert isinstance(error, Refused | IllegalMove)
    return error.refusal.key


def hearers(live: LiveTable) -> list[Seat | None]:
    return [None, *range(live.setup.seats)]


def everything(live: LiveTable) -> list[Position]:
    return [live.position(hearer) for hearer in hearers(live)]


def as_json(what: list[News] | Position) -> bytes:
    return msgspec.json.encode(what)


def game_of(live: LiveTable) -> Table:
    return live._course.table


class Clients:
    """Several clients at one table, in a random order, with every sort of mistake."""

    def __init__(self, owner: Owner, seed: int) -> None:
        self.owner = owner
        self.random = Random(seed)
        self.offered: dict[tuple[Seat, int], tuple[str, ...]] = {}
        self.sent: list[Moved] = []
        self.counts: dict[str, int] = {}

    def step(self) -> None:
        """Something that somebody does; the game goes on more often than not."""
        deeds = [self.moves] * 12 + [self.repeats, self.is_stale, self.is_ahead, self.is_early, self.undoes]
        deeds += [self.asks, self.answers, self.answers, self.goes, self.returns, self.returns, self.returns]
        deed = self.random.choice(deeds)
        self.counts[deed.__name__] = self.counts.get(deed.__name__, 0) + deed()
        self.notice()

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if self.owner.live.phase() == "playing":
                self.step()

    def finish(self) -> None:
        while self.owner.live.phase() == "playing":
            self.moves()
            self.notice()

    def notice(self) -> None:
        """A number stands for one decision: its moves stay the same, and it never comes again."""
        live = self.owner.live
        for seat in live.to_act():
            position = live.position(seat)
            assert position.decision is not None
            assert live._course.made_at(seat, position.decision) is None
            assert self.offered.setdefault((seat, position.decision), position.legal) == position.legal
            assert position.decision == max(number for who, number in self.offered if who == seat)

    def moves(self) -> bool:
        live = self.owner.live
        seat = self.random.choice(live.to_act())
        position = live.position(seat)
        assert position.decision is not None
        moved = Moved(seat, position.decision, self.random.choice(position.legal), self.owner.by(seat))
        self.owner.do(moved)
        self.sent.append(moved)
        return True

    def repeats(self) -> bool:
        """The same move sent twice is known to be made, and cannot be made again."""
        if not self.sent:
            return False
        again = self.random.choice(self.sent)
        assert self.owner.live._course.made_at(again.seat, again.decision) == again.move
        fair = msgspec.structs.replace(again, by=self.owner.by(again.seat))
        assert key_of(self.owner.refuses(fair)) == "decision_made"
        return True

    def is_stale(self) -> bool:
        """Another move for a past decision is refused, with the number and the moves that would do."""
        live = self.owner.live
        seat = self.random.choice(live.to_act())
        position = live.position(seat)
        if position.next == 1:
            return False
        past = self.random.randrange(1, position.next)
        error = self.owner.refuses(Moved(seat, past, position.legal[0], self.owner.by(seat)))
        assert isinstance(error, Refused) and error.refusal.key == "decision_made"
        assert error.refusal.args["now"] == position.decision
        assert tuple(error.refusal.instead) == position.legal
        return True

    def is_ahead(self) -> bool:
        live = self.owner.live
        seat = self.random.choice(live.to_act())
        position = live.position(seat)
        error = self.owner.refuses(Moved(seat, position.next + 1, position.legal[0], self.owner.by(seat)))
        assert key_of(error) == "decision_ahead"
        return True

    def is_early(self) -> bool:
        live = self.owner.live
        others = [seat for seat in range(live.setup.seats) if seat not in live.to_act()]
        if not others:
            return False
        seat = self.random.choice(others)
        error = self.owner.refuses(Moved(seat, live.position(seat).next, "done", self.owner.by(seat)))
        assert key_of(error) == "not_to_decide"
        return True

    def people(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self.owner.live.chairs.all) if not chair.is_played_by_bot()]

    def undoes(self) -> bool:
        """Whoever may take something back takes back some of it; the others' moves stand."""
        live, table = self.owner.live, game_of(self.owner.live)
        able = [seat for seat in self.people() if live.position(seat).undo]
        if not able:
            return False
        seat = self.random.choice(able)
        choices = self.random.randint(1, live.position(seat).undo)
        gone = table.taken_back(seat, choices)
        kept = [move for n, move in enumerate(table.moves()) if n not in gone]
        self.owner.undo(seat, choices)
        assert game_of(live).moves() == kept
        assert len(live.news(live.number - 1, seat)[0].gone) == choices
        return True

    def asks(self) -> bool:
        live = self.owner.live
        able = [seat for seat in self.people() if live.position(seat).back]
        if live.position(None).ask is not None or not able or self.random.random() < 0.3:
            return False
        seat = self.random.choice(able)
        self.owner.do(Asked(seat, live.position(seat).back))
        return True

    def answers(self) -> bool:
        live = self.owner.live
        ask = live.position(None).ask
        if ask is None:
            return False
        self.owner.do(Answered(self.random.choice(ask.waiting), ask.ask, self.random.random() < 0.8))
        return True

    def goes(self) -> bool:
        if not self.people():
            return False
        seat = self.random.choice(self.people())
        why = self.random.choice(WHY)
        self.owner.do(TakenOver(seat, why, LEVEL))
        return True

    def returns(self) -> bool:
        away = [seat for seat, chair in enumerate(self.owner.live.chairs.all) if chair.away]
        if not away:
            return False
        self.owner.do(Returned(self.random.choice(away)))
        return True
