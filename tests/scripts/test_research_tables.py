"""docs/research.md: its tables are those of the code."""

from __future__ import annotations

import pytest

from farmstead import shelf
from scripts import research_tables


def test_the_tables_are_of_this_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert research_tables.main(["--check"]) == 0, capsys.readouterr().err
    page = research_tables.PAGE.read_text(encoding="utf-8")
    wanted = {"rewards", "columns"}
    wanted |= {f"{kind} {name}" for kind in ("actions", "observation", "sizes") for name in shelf.SHELF}
    assert {place[2] for place in research_tables.PLACE.finditer(page)} == wanted


def test_a_table_that_differs_is_noticed() -> None:
    page = research_tables.PAGE.read_text(encoding="utf-8")
    changed = page.replace("| `round` | 1 | 0 to 24 |", "| `round` | 1 | 0 to 25 |")
    assert changed != page and research_tables.written(changed) == page


def test_lengths_that_are_the_number_of_seats_say_so() -> None:
    table = research_tables.observation("walnut-grove")
    assert "| `coin_values` | seats × 3 | -1 to 8 |" in table
    assert "| `pawns` | seats × 2 |" in table
    assert "| `disc` | 7 |" in table
