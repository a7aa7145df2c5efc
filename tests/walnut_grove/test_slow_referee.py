"""The engine against the slow referee: every record, and whole games compared move by move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from farmstead.engine.table import Table
from tests.golden_games import records_of
from tests.laws import Subject, random_table
from tests.referee_comparison import agrees_with, side_by_side, weighted_table
from tests.walnut_grove.referee import town
from tests.walnut_grove.slow_referee import CHANCE, Illegal, Referee
from tests.walnut_grove.subject import SUBJECTS

RECORDS = records_of("walnut-grove")
SEEDS = 3  # of each subject
WORTH_A_VISIT = (*town.BUILDING, town.STORE)
WEIGHTS = {"pass": 0.1, "leave": 0.2, "done": 0.3, "throw": 0.2, "toll": 0.2, "repay": 0.5, "sell": 5.0}


def eagerness(table: Table, seat: int, text: str) -> float:
    """Barns fill and grow: the players build, sell and hoard their coins."""
    if text.startswith("visit"):
        return 8.0 if text.split()[1] in WORTH_A_VISIT else 1.0
    return WEIGHTS.get(text.split()[0], 1.0) if text != "toll help" else 1.0


def compare(subject: Subject, tables: Iterator[Table]) -> int:
    """How many positions were compared."""
    referee = Referee(subject.seats, list(subject.options))
    return len(list(side_by_side(referee, referee.legal, tables)))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_referee_allows_every_record_and_counts_the_same(path: Path) -> None:
    agrees_with(path.read_text(encoding="utf-8"), Referee)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_both_allow_the_same_in_random_games(subject: Subject, seed: int) -> None:
    assert compare(subject, random_table(subject, seed)) > 100


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_both_allow_the_same_in_eager_games(subject: Subject, seed: int) -> None:
    assert compare(subject, weighted_table(subject, seed, eagerness)) > 100


def test_there_are_records() -> None:
    assert RECORDS


def test_the_referee_refuses() -> None:
    referee = Referee(2, ["german", "start=2"])
    with pytest.raises(Illegal):
        referee.play(0, "start church")
    with pytest.raises(Illegal):
        referee.play(CHANCE, "board white")
    assert referee.to_act() == [CHANCE]
