"""`make baselines`: figures of matches, kept and shown; any agent can be added."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts import baselines


def test_agents_are_measured_and_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow: processes are started, each of which imports the games."""
    monkeypatch.chdir(tmp_path)  # matches go into `arena/`
    two = ["--games", "4", "--jobs", "1", "--to", str(tmp_path), "--game", "sunflower-valley"]
    assert baselines.main(["--only", "uniform,greedy", *two]) == 0
    added = ["--add", "greedy:seed=5", "--label", "mine", "--note", "a friend"]
    assert baselines.main([*added, *two]) == 0
    rows = json.loads((tmp_path / "baselines.json").read_text(encoding="utf-8"))
    assert [(row["label"], row["games"]) for row in rows] == [("`greedy`", 4), ("`uniform`", 4), ("mine", 4)]
    page = (tmp_path / "baselines.md").read_text(encoding="utf-8")
    assert page == baselines.page(rows)
    assert "## Sunflower Valley, 2 players, against `greedy`" in page and "Walnut Grove" not in page
    mean = rows[1]["score"]["mean"]
    assert f"| `uniform` | 4 | {mean:.2f} (".replace("-", "−") in page and "| a friend |" in page
    again = ["--only", "uniform", *two]
    assert baselines.main(again) == 0  # the row takes the place of the old one
    assert len(json.loads((tmp_path / "baselines.json").read_text(encoding="utf-8"))) == 3


def test_the_page_is_of_its_figures() -> None:
    rows = json.loads((baselines.FOLDER / baselines.FIGURES).read_text(encoding="utf-8"))
    assert (baselines.FOLDER / baselines.PAGE).read_text(encoding="utf-8") == baselines.page(rows)
    for setting in baselines.SETTINGS:
        labels = {row["label"] for row in rows if (row["game"], row["seats"]) == setting}
        assert {"`uniform`", "`greedy`", "`level:1`"} <= labels
