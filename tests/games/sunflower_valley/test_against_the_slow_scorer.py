"""Scores against a second way to work them out, over boards of every sort (SV 4–6)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.games.sunflower_valley import slow_scorer
from tests.games.sunflower_valley.boards import alone, ask, lines, networks, villages
from tests.games.sunflower_valley.random_boards import KINDS, Kind

SHEETS = "ABCDEFGH"
VARIANTS = ["standard", "family"]
BOARDS = 120  # of each kind on each sheet in each variant
TABLES = 40  # of each variant on each sheet


@pytest.mark.rule("SV 5.1")
@pytest.mark.rule("SV 5.6")
@pytest.mark.rule("SV 6.1")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("kind", KINDS)
def test_sheets_by_themselves(kind: Kind, sheet: str, variant: str) -> None:
    rng = Random(f"{kind.__name__} {sheet} {variant}")
    for _ in range(BOARDS):
        document = {"sheet": sheet, "rows": kind(rng, sheet), "variant": variant}
        assert ask(document) == slow_scorer.score_sheet(document), document


@pytest.mark.rule("SV 5.3")
@pytest.mark.rule("SV 5.5")
@pytest.mark.rule("SV 5.7")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("sheet", SHEETS)
def test_whole_tables(sheet: str, variant: str) -> None:
    """Also with sheets that are equal or nearly so, where ties come up."""
    rng = Random(f"{sheet} {variant}")
    for _ in range(TABLES):
        players = [rng.choice(KINDS)(rng, sheet) for _ in range(rng.randint(2, 5))]
        if rng.random() < 0.5:
            players = [rng.choice(players[:2]) for _ in players]
        document = {"sheet": sheet, "players": players, "variant": variant}
        assert ask(document) == slow_scorer.score_table(document), document


@pytest.mark.rule("SV 4.1")
@pytest.mark.rule("SV 4.2")
@pytest.mark.rule("SV 4.3")
@pytest.mark.parametrize("kind", KINDS)
def test_villages_lines_and_networks(kind: Kind) -> None:
    for sheet in SHEETS:
        rng = Random(f"{kind.__name__} {sheet}")
        for _ in range(40):
            rows = kind(rng, sheet)
            slow = slow_scorer.read(rows)
            assert villages(sheet, rows) == sorted(written(slow_scorer.villages(slow)))
            assert networks(sheet, rows) == sorted(written(slow_scorer.networks(slow)))
            walks = [">".join(min(walk, walk[::-1])) for walk in slow_scorer.lines(slow)]
            assert lines(sheet, rows) == sorted(walks)


def written(clumps: list[list[str]]) -> list[str]:
    return [" ".join(sorted(clump)) for clump in clumps]


@pytest.mark.rule("SV 5.6")
def test_the_boards_are_worth_comparing() -> None:
    """Groups of many sizes, several groups on a sheet, and houses that must be allotted."""
    rng = Random(4)
    found = [alone(sheet, kind(rng, sheet)) for sheet in SHEETS for kind in KINDS for _ in range(30)]
    speeds = Counter(score["high_speed"] for score in found)
    assert {0, 4, 8, 9, 13, 16, 25, 36} <= set(speeds) and speeds[0] < 0.7 * len(found)
    assert {0, 3, 6, 9, 12, 15, 18} <= {score["houses_with_sheep"] for score in found}
    assert {0, -5, -20} <= {score["houses_without"] for score in found}
