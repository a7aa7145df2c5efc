"""The engine against the slow referee: every record, and whole games compared move by move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from farmstead.engine.table import Table
from tests.games.sunflower_valley.slow_referee import CHANCE, Illegal, Referee
from tests.games.sunflower_valley.subject import SUBJECTS
from tests.golden_games import records_of
from tests.laws import Subject, random_table
from tests.referee_comparison import agrees_with, side_by_side, weighted_table

RECORDS = records_of("sunflower-valley")
BEGINNERS = [  # somebody else begins (SV 1.6)
    (seats, start) for seats in range(2, 6) for start in range(2, seats + 1)
]


def stubbornness(table: Table, seat: int, text: str) -> float:
    """Players finish their colours one by one, so that many of them are blocked later (SV 3.4)."""
    if not text.startswith("reserve"):
        return 1.0
    after = table.state.clone()
    after.apply(seat, table.game.parse(text))
    return float(1000.0 ** -len(after.legal(seat)))  # the fewer free hexes, the rather


def compare(subject: Subject, tables: Iterator[Table]) -> int:
    """How many turns were blocked."""
    referee = Referee(subject.seats, list(subject.options))
    blocked = 0
    for table in side_by_side(referee, lambda seat: referee.legal(), tables):
        if table.state.to_act() == [CHANCE]:
            assert referee.chance_name() == table.state.chance_name()
        view = table.state.view(None)
        blocked += bool(view["blocked"]) and view["decision"] == "die"
    return blocked


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_referee_allows_every_record_and_counts_the_same(path: Path) -> None:
    agrees_with(path.read_text(encoding="utf-8"), lambda seats, options, rules: Referee(seats, options))


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_both_allow_the_same_in_random_games(subject: Subject) -> None:
    compare(subject, random_table(subject, 21))


@pytest.mark.rule("SV 3.4")
@pytest.mark.parametrize("seats", range(2, 6))
def test_both_allow_the_same_when_players_are_blocked(seats: int) -> None:
    subjects = enumerate([subject for subject in SUBJECTS if subject.seats == seats][::2])
    assert sum(compare(each, weighted_table(each, 2 * seed, stubbornness)) for seed, each in subjects) > 10


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
