"""The engine against the slow referee: every record, and random games compared move by move."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.laws import Subject, random_table
from tests.slow_referee import CHANCE, Illegal, Referee
from tests.subjects import SUBJECTS

RECORDS = sorted((Path(__file__).parent / "records").glob("walnut-grove-*.record"))
WALNUT_GROVE = [subject for subject in SUBJECTS if subject.game.name == "walnut-grove"]
SEEDS = 3  # of each subject


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


def compare(subject: Subject, seed: int) -> int:
    """One random game, engine and referee side by side; how many positions were compared."""
    referee = Referee(subject.seats, list(subject.options))
    played = plies = 0
    for table in random_table(subject, seed):
        for entry in table.entries[played:]:
            referee.play(entry.seat, entry.text)
        played = len(table.entries)
        state = table.state
        where = f"{subject} seed {seed}, after {[e.text for e in table.entries[-6:]]}"
        assert referee.to_act() == sorted(state.to_act()), where
        for seat in state.to_act():
            if seat == CHANCE:
                assert referee.outcomes() == {str(move): weight for move, weight in state.odds()}, where
            else:
                assert referee.legal(seat) == {str(move) for move in state.legal(seat)}, where
        plies += 1
    assert referee.scores() == list(table.state.scores()), f"{subject} seed {seed}"
    return plies


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_referee_allows_every_record_and_counts_the_same(path: Path) -> None:
    referee, claimed = refereed(path.read_text(encoding="utf-8"))
    assert referee.to_act() == []
    assert referee.scores() == claimed


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("subject", WALNUT_GROVE, ids=str)
def test_engine_and_referee_allow_the_same(subject: Subject, seed: int) -> None:
    assert compare(subject, seed) > 100


def test_there_are_records() -> None:
    assert RECORDS


def test_the_referee_refuses() -> None:
    referee = Referee(2, ["german", "start=2"])
    with pytest.raises(Illegal):
        referee.play(0, "start church")
    with pytest.raises(Illegal):
        referee.play(CHANCE, "board white")
    assert referee.to_act() == [CHANCE]
