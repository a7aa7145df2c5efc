"""The engine against the slow referee: every record, and whole games compared move by move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from farmstead.engine.table import Table
from tests.laws import Subject, random_table
from tests.walnut_grove.referee import town
from tests.walnut_grove.slow_referee import CHANCE, Illegal, Referee
from tests.walnut_grove.subject import SUBJECTS

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("walnut-grove-*.record"))
SEEDS = 3  # of each subject
WORTH_A_VISIT = (*town.BUILDING, town.STORE)
WEIGHTS = {"pass": 0.1, "leave": 0.2, "done": 0.3, "throw": 0.2, "toll": 0.2, "repay": 0.5, "sell": 5.0}


def refereed(record: str) -> tuple[Referee, list[int]]:
    """Replay a record; the referee at its end and the scores its last line claims."""
    lines = [line for line in record.splitlines() if line and not line.startswith("sha256")]
    words = dict(line.split(" ", 1) for line in lines[:6])
    referee = Referee(int(words["seats"]), words["options"].split())
    for line in lines[6:-1]:
        who, text = line.split(" ", 1)
        referee.play(CHANCE if who == "*" else int(who) - 1, text)
    assert lines[-1].startswith("= ")
    return referee, [int(word) for word in lines[-1].split()[1:]]


def weight(text: str) -> float:
    if text.startswith("visit"):
        return 8.0 if text.split()[1] in WORTH_A_VISIT else 1.0
    return WEIGHTS.get(text.split()[0], 1.0) if text != "toll help" else 1.0


def eager_table(subject: Subject, seed: int) -> Iterator[Table]:
    """Like a random game, but barns fill and grow: the players build, sell and hoard their coins."""
    table, rng = subject.table(), Random(seed)
    while table.state.to_act():
        yield table
        seat = rng.choice(list(table.state.to_act()))
        if seat == CHANCE:
            moves, weights = zip(
                *((str(move), float(number)) for move, number in table.state.odds()), strict=True
            )
        else:
            moves = tuple(str(move) for move in table.state.legal(seat))
            weights = tuple(weight(move) for move in moves)
        table.play(seat, rng.choices(moves, weights)[0])
    yield table


def compare(subject: Subject, tables: Iterator[Table]) -> int:
    """One game, engine and referee side by side; how many positions were compared."""
    referee = Referee(subject.seats, list(subject.options))
    played = plies = 0
    for table in tables:
        for entry in table.entries[played:]:
            referee.play(entry.seat, entry.text)
        played = len(table.entries)
        same_choices(referee, table)
        plies += 1
    assert referee.scores() == list(table.state.scores())
    return plies


def same_choices(referee: Referee, table: Table) -> None:
    state = table.state
    where = f"after {[entry.text for entry in table.entries[-6:]]}"
    assert referee.to_act() == sorted(state.to_act()), where
    for seat in state.to_act():
        if seat == CHANCE:
            assert referee.outcomes() == {str(move): number for move, number in state.odds()}, where
        else:
            assert referee.legal(seat) == {str(move) for move in state.legal(seat)}, where


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_referee_allows_every_record_and_counts_the_same(path: Path) -> None:
    referee, claimed = refereed(path.read_text(encoding="utf-8"))
    assert referee.to_act() == []
    assert referee.scores() == claimed


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_both_allow_the_same_in_random_games(subject: Subject, seed: int) -> None:
    assert compare(subject, random_table(subject, seed)) > 100


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_both_allow_the_same_in_eager_games(subject: Subject, seed: int) -> None:
    assert compare(subject, eager_table(subject, seed)) > 100


def test_there_are_records() -> None:
    assert RECORDS


def test_the_referee_refuses() -> None:
    referee = Referee(2, ["german", "start=2"])
    with pytest.raises(Illegal):
        referee.play(0, "start church")
    with pytest.raises(Illegal):
        referee.play(CHANCE, "board white")
    assert referee.to_act() == [CHANCE]
