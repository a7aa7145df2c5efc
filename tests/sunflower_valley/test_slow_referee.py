"""The engine against the slow referee: every record, and whole games compared move by move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from farmstead.engine.table import Table
from tests.laws import Subject, random_table
from tests.sunflower_valley.slow_referee import CHANCE, Illegal, Referee
from tests.sunflower_valley.subject import SUBJECTS

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("sunflower-valley-*.record"))
BEGINNERS = [  # somebody else begins (SV 1.6)
    (seats, start) for seats in range(2, 6) for start in range(2, seats + 1)
]


def refereed(record: str) -> tuple[Referee, list[int]]:
    """Replay a record; the referee at its end and the scores its last line claims."""
    lines = [line for line in record.splitlines() if line and not line.startswith("sha256")]
    words = dict(line.split(" ", 1) for line in lines[:6])
    referee = Referee(int(words["seats"]), words["options"].split())
    for line in lines[6:-1]:
        who, text = line.split(" ", 1)
        referee.play(CHANCE if who == "*" else int(who) - 1, text)
    return referee, [int(word) for word in lines[-1].split()[1:]]


def stubborn_table(subject: Subject, seed: int) -> Iterator[Table]:
    """Players finish their colours one by one, so that many of them are blocked later (SV 3.4)."""
    table, rng = subject.table(), Random(seed)
    while table.state.to_act():
        yield table
        (seat,) = table.state.to_act()
        if seat == CHANCE:
            moves = [(str(move), float(weight)) for move, weight in table.state.odds()]
            table.play(seat, rng.choices([m for m, _ in moves], [w for _, w in moves])[0])
        else:
            texts = [str(move) for move in table.state.legal(seat)]
            rng.shuffle(texts)
            table.play(seat, min(texts, key=lambda text: free_hexes(table, seat, text)))
    yield table


def free_hexes(table: Table, seat: int, text: str) -> int:
    """How many free hexes a colour has that may be reserved; 0 for all other moves."""
    if not text.startswith("reserve"):
        return 0
    after = table.state.clone()
    after.apply(seat, table.game.parse(text))
    return len(after.legal(seat))


def compare(subject: Subject, tables: Iterator[Table]) -> int:
    """One game, engine and referee side by side; how many turns were blocked."""
    referee = Referee(subject.seats, list(subject.options))
    played = blocked = 0
    for table in tables:
        for entry in table.entries[played:]:
            referee.play(entry.seat, entry.text)
        played = len(table.entries)
        same_choices(referee, table)
        view = table.state.view(None)
        blocked += bool(view["blocked"]) and view["decision"] == "die"
    assert referee.scores() == list(table.state.scores())
    assert referee.places() == list(table.state.places())
    return blocked


def same_choices(referee: Referee, table: Table) -> None:
    state = table.state
    where = f"after {[entry.text for entry in table.entries[-6:]]}"
    assert referee.to_act() == list(state.to_act()), where
    for seat in state.to_act():
        if seat == CHANCE:
            assert referee.odds() == {str(move): weight for move, weight in state.odds()}, where
            assert referee.chance_name() == state.chance_name(), where
        else:
            assert referee.legal() == {str(move) for move in state.legal(seat)}, where


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_referee_allows_every_record_and_counts_the_same(path: Path) -> None:
    referee, claimed = refereed(path.read_text(encoding="utf-8"))
    assert referee.to_act() == []
    assert referee.scores() == claimed


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_both_allow_the_same_in_random_games(subject: Subject) -> None:
    compare(subject, random_table(subject, 21))


@pytest.mark.rule("SV 3.4")
@pytest.mark.parametrize("seats", range(2, 6))
def test_both_allow_the_same_when_players_are_blocked(seats: int) -> None:
    subjects = [subject for subject in SUBJECTS if subject.seats == seats]
    assert sum(compare(subject, stubborn_table(subject, 5)) for subject in subjects[::4]) > 10


@pytest.mark.rule("SV 1.6")
@pytest.mark.parametrize(("seats", "start"), BEGINNERS)
def test_both_allow_the_same_when_another_seat_begins(seats: int, start: int) -> None:
    subject = next(subject for subject in SUBJECTS if subject.seats == seats)
    begun = replace(subject, options=("standard", f"start={start}"))
    compare(begun, random_table(begun, start))


def test_there_are_records() -> None:
    assert len(RECORDS) >= 100


def test_the_referee_refuses() -> None:
    referee = Referee(2, ["standard", "sheet=A"])
    with pytest.raises(Illegal):
        referee.play(CHANCE, "sheet A")
    with pytest.raises(Illegal):
        referee.play(0, "take house")
    assert referee.to_act() == [CHANCE]
