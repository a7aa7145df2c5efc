"""Properties that every game obeys. A law takes a subject, a seed and plays a random game with it.

A subject is a game and what a law must know about it: how to count its pieces, an independent scorer,
a corpus of moves a client could write. A new game comes under the laws through its `tests/NAME/subject.py`,
which `tests/subjects.py` collects.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from farmstead.engine.contract import CHANCE, Action, Dealer, Event, Game, State, parse_event
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.record import re_execute, read_record, write_record
from farmstead.engine.table import Table


@dataclass(frozen=True)
class Pinned:
    """What the golden files hold of a subject, besides its share of the digests."""

    first: int = 0  # added to the seeds of its random games, so that subjects do not all play alike
    random: int = 3  # records of random games
    played: int = 0  # records of games of the simple opponent
    order: bool = True  # the order of its legal moves
    trees: bool = False  # counted move trees; tests that want few subjects take these


@dataclass(frozen=True)
class Stages:
    """A key of the views, and every value of it that a whole game comes through."""

    key: str
    values: frozenset[str]


@dataclass(frozen=True)
class Subject:
    game: Game
    seats: int
    options: tuple[str, ...]
    count_pieces: Callable[[State], Mapping[str, object]]  # must be the same at every ply
    slow_scores: Callable[[State], Sequence[int]]  # of a finished game, written independently
    corpus: Callable[[State], Sequence[str]]  # moves a client could write, legal or not
    most_moves: Callable[[int], int]  # an upper bound by seats
    rules: Callable[[str], bool]  # whether a paragraph exists
    stages: Stages  # how far a game is, as its views say it
    hides: bool = True  # whether seats keep anything from each other
    pinned: Pinned = Pinned()
    earlier: int | None = None  # an earlier revision of the rules than the present one

    @property
    def revision(self) -> int:
        return self.game.rules if self.earlier is None else self.earlier

    def __str__(self) -> str:
        """Names golden files: those of the first revision were there before there was a second."""
        later = "" if self.revision == 1 else f"r{self.revision}-"
        return f"{self.game.name}-{later}{self.seats}-{'+'.join(self.options)}"

    def table(self) -> Table:
        return Table(self.game, self.game.setup(self.seats, self.options, self.revision))


class Playable(Protocol):
    """Whatever a game can be begun from: a subject, or a set-up under a named revision of the rules."""

    def table(self) -> Table: ...


MOST_TICKETS = 2000  # where chance has more, a game tests the rest of them itself


class FixedTicket(Dealer):
    """A dealer that always hands out one ticket, to look into `deal` and `pick`."""

    def __init__(self, ticket: int) -> None:
        self.ticket = ticket
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        return self.ticket


def dealt_for(state: State, tickets: Sequence[int], total: int) -> list[str]:
    """What chance brings for each of these tickets; for every outcome it draws one, and one of so many."""
    dealers = [FixedTicket(ticket) for ticket in tickets]
    dealt = [str(state.deal(dealer)) for dealer in dealers]
    assert all(dealer.asked == [total] for dealer in dealers)
    return dealt


def random_move(state: State, dealer: Dealer) -> tuple[int, Action]:
    """A move of a random seat among those to act, so that simultaneous seats mix."""
    seats = state.to_act()
    seat = seats[dealer.below(len(seats))]
    return seat, dealer.deal(state) if seat == CHANCE else state.pick(seat, dealer)


def random_table(playable: Playable, seed: int) -> Iterator[Table]:
    """The table before every move of a random game, and at its end."""
    table, dealer = playable.table(), QuickDealer(seed)
    while table.state.to_act():
        yield table
        seat, move = random_move(table.state, dealer)
        table.play(seat, str(move))
    yield table


def finished(subject: Subject, seed: int) -> Table:
    for table in random_table(subject, seed):
        last = table
    return last


def fingerprint(state: State) -> str:
    return hashlib.sha256(state.text().encode()).hexdigest()


def replaying_gives_the_same_game(subject: Subject, seed: int) -> None:
    """Law 1, and the text forms of records and events."""
    table, dealer = subject.table(), QuickDealer(seed)
    events: list[Event] = []
    while table.state.to_act():
        seat, move = random_move(table.state, dealer)
        events += table.play(seat, str(move))
    text = write_record(table)
    again: list[Event] = []
    second = subject.table()
    for seat, written in read_record(text.encode()).moves:
        again += second.play(seat, written)
    assert [str(event) for event in again] == [str(event) for event in events]
    assert [str(parse_event(str(event))) for event in events] == [str(event) for event in events]
    assert second.state.text() == table.state.text()
    assert write_record(re_execute(read_record(text.encode()), lambda name, edition: subject.game)) == text


def every_legal_move_can_be_made(subject: Subject, seed: int) -> None:
    """Laws 2, 3, 4 and 5: legal moves apply, round-trip, come in one order, and leave clones alone."""
    for n, table in enumerate(random_table(subject, seed)):
        state = table.state
        for seat in state.to_act():
            moves = outcomes(state) if seat == CHANCE else state.legal(seat)
            assert moves, "whoever is to act has a move"
            texts = [str(move) for move in moves]
            assert len(set(texts)) == len(texts)
            assert all(subject.game.parse(text) is move for text, move in zip(texts, moves, strict=True))
            again = outcomes(state.clone()) if seat == CHANCE else state.clone().legal(seat)
            assert [str(move) for move in again] == texts
            if n % 7 == seed % 7:
                try_all(state, seat, moves)


def outcomes(state: State) -> list[Action]:
    return [move for move, _ in state.odds()]


def try_all(state: State, seat: int, moves: Sequence[Action]) -> None:
    before = state.text()
    for move in moves:
        clone = state.clone()
        clone.apply(seat, move)
        assert state.text() == before
        assert clone.text() != before
        assert clone.to_act() or clone.places()


def clones_live_their_own_life(subject: Subject, seed: int) -> None:
    """Law 5: hashes of past positions never change, whatever is played on the originals."""
    past: list[tuple[State, str]] = []
    for table in random_table(subject, seed):
        past.append((table.state.clone(), fingerprint(table.state)))
        assert fingerprint(past[-1][0]) == past[-1][1]
    assert all(fingerprint(state) == digest for state, digest in past)


def nothing_is_created_or_lost(subject: Subject, seed: int) -> None:
    """Law 6."""
    first: Mapping[str, object] | None = None
    for table in random_table(subject, seed):
        count = subject.count_pieces(table.state)
        first = count if first is None else first
        assert count == first


def simultaneous_seats_commute(subject: Subject, seed: int) -> None:
    """Law 7: two seats that may act at once may do so in either order, and a stage is when they may."""
    dealer = QuickDealer(seed + 1)
    together = 0
    stages: set[str] = set()
    for table in random_table(subject, seed):
        state, seats = table.state, table.state.to_act()
        stages.add(state.stage())
        if len(seats) > 1:
            assert state.stage()
            either_order(state, seats[0], seats[-1], dealer)
            together += 1
    assert together or subject.seats == 1 or stages == {""}


def either_order(state: State, one: int, other: int, dealer: Dealer) -> None:
    a, b = state.pick(one, dealer), state.pick(other, dealer)
    forth, back = state.clone(), state.clone()
    forth.apply(one, a)
    forth.apply(other, b)
    back.apply(other, b)
    back.apply(one, a)
    assert forth.text() == back.text()


def views_hide_and_rebuild(subject: Subject, seed: int) -> None:
    """Laws 8 and 13: a position dealt anew from a view looks the same to that seat."""
    for n, table in enumerate(random_table(subject, seed)):
        if n % 5 != seed % 5:
            continue
        for seat in [None, *range(subject.seats)]:
            view = table.state.view(seat)
            imagined = subject.game.from_view(seat, view, QuickDealer(seed + n))
            assert imagined.view(seat) == view
            assert list(imagined.to_act()) == list(table.state.to_act())
            if seat is not None:
                assert [str(m) for m in imagined.legal(seat)] == [str(m) for m in table.state.legal(seat)]


def positions_round_trip(subject: Subject, seed: int) -> None:
    for table in random_table(subject, seed):
        state = table.state
        again = subject.game.position(state.text())
        assert again.text() == state.text()
        for seat in state.to_act():
            if seat != CHANCE:
                assert [str(m) for m in again.legal(seat)] == [str(m) for m in state.legal(seat)]


def scores_match_the_slow_scorer(subject: Subject, seed: int) -> None:
    """Law 9."""
    state = finished(subject, seed).state
    assert list(state.scores()) == list(subject.slow_scores(state))
    lines = [state.score_lines(seat) for seat in range(subject.seats)]
    assert all(sum(list(line.values())[:-1]) == line["total"] for line in lines)


def every_seat_has_a_score_and_a_place(subject: Subject, seed: int) -> None:
    """From the first ply on: whoever looks at a table in the middle of a game finds all its seats."""
    for n, table in enumerate(random_table(subject, seed)):
        state = table.state
        if n > 2 * subject.seats and n % 5 != seed % 5 and state.to_act():
            continue
        assert len(state.places()) == len(state.scores()) == state.seats() == subject.seats
        assert list(state.scores()) == [state.score_lines(seat)["total"] for seat in range(subject.seats)]
        places = list(state.places())
        assert places == [1 + sum(other < place for other in places) for place in places]


def reasons_belong_to_lines_of_the_score(subject: Subject, seed: int) -> None:
    """What makes up a score names lines that are there, and can be written down like any event."""
    state = finished(subject, seed).state
    for seat in range(subject.seats):
        lines = state.score_lines(seat)
        for name, events in state.reasons(seat).items():
            assert name in list(lines)[:-1]
            assert events or not lines[name], f"nothing tells why {name} is {lines[name]}"
            assert [str(parse_event(str(event))) for event in events] == [str(event) for event in events]


def the_game_ends(subject: Subject, seed: int) -> None:
    """Law 10."""
    table = finished(subject, seed)
    assert len(table.entries) <= subject.most_moves(subject.seats)


def chance_is_fair_and_named(subject: Subject, seed: int) -> None:
    """Each outcome owns as many tickets as its weight, one ticket decides, and no name comes twice."""
    names: set[str] = set()
    for table in random_table(subject, seed):
        state = table.state
        if list(state.to_act()) != [CHANCE]:
            continue
        assert state.chance_name() not in names
        names.add(state.chance_name())
        odds = state.odds()
        total = sum(weight for _, weight in odds)
        assert all(weight > 0 for _, weight in odds)
        if total <= MOST_TICKETS:
            dealt = Counter(dealt_for(state, range(total), total))
            assert dealt == {str(move): weight for move, weight in odds}
        assert set(dealt_for(state, [seed % total], total)) <= {str(move) for move, _ in odds}


def pick_is_uniform_over_legal(subject: Subject, seed: int) -> None:
    for table in random_table(subject, seed):
        for seat in table.state.to_act():
            if seat == CHANCE:
                continue
            legal = table.state.legal(seat)
            for n in {0, len(legal) // 2, len(legal) - 1, seed % len(legal)}:
                ticket = FixedTicket(n)
                assert table.state.pick(seat, ticket) is legal[n]
                assert ticket.asked == [len(legal)]


def every_illegal_move_is_refused_with_its_paragraph(subject: Subject, seed: int) -> None:
    """Whatever a client can write: it is legal, or it gets a specific refusal and changes nothing."""
    for n, table in enumerate(random_table(subject, seed)):
        if n % 11 != seed % 11:
            continue
        state = table.state
        before = state.text()
        for seat in [CHANCE, *range(subject.seats + 1)]:
            allowed = [str(move) for move in table.options(seat)]
            for text in subject.corpus(state):
                if text in allowed:
                    continue
                refusal = state.why_not(seat, subject.game.parse(text))
                assert subject.rules(refusal.rule), f"{text}: {refusal}"
                assert refusal.tried == text and refusal.key
                assert all(move in allowed for move in refusal.instead)
        assert state.text() == before


def undo_takes_back_ones_own_last_choice(subject: Subject, seed: int) -> None:
    """After an undo the seat is to act again, the others' moves stand, and it can make the move again."""
    for n, table in enumerate(random_table(subject, seed)):
        if n % 31 != seed % 31:
            continue
        before, moves = table.state.text(), table.moves()
        for seat in range(subject.seats):
            gone = table.undoable(seat)
            again = Table(subject.game, table.setup)
            for who, text in moves:
                again.play(who, text)
            if not gone:
                continue
            count = again.undo(seat)
            assert seat in again.state.to_act()
            assert again.moves() == [move for m, move in enumerate(moves) if m not in gone[:count]]
            for m in reversed(gone[:count]):
                again.play(*moves[m])
            assert again.state.text() == before


LAWS = [
    replaying_gives_the_same_game,
    every_legal_move_can_be_made,
    clones_live_their_own_life,
    nothing_is_created_or_lost,
    simultaneous_seats_commute,
    views_hide_and_rebuild,
    positions_round_trip,
    scores_match_the_slow_scorer,
    every_seat_has_a_score_and_a_place,
    reasons_belong_to_lines_of_the_score,
    the_game_ends,
    chance_is_fair_and_named,
    pick_is_uniform_over_legal,
    every_illegal_move_is_refused_with_its_paragraph,
    undo_takes_back_ones_own_last_choice,
]
