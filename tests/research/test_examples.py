"""The examples run, as their users run them; what has been learnt can be played against."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from farmstead.cli import main

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples"


def run(example: str, *args: str) -> str:
    """What an example prints."""
    found = subprocess.run(
        [sys.executable, EXAMPLES / example, *args],
        cwd=EXAMPLES,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


def read_curve(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


@pytest.mark.parametrize("game", ["WalnutGrove-v1", "SunflowerValley-v1"])
def test_random_play(game: str) -> None:
    """Slow: a program of its own, and whole games."""
    said = run("random_play.py", game, "--games", "2", "--opponents", "uniform", "--draw")
    points = [
        int(found) for found in re.findall(r"game \d: \d+ decisions, place \d, .*, total (-?\d+)", said)
    ]
    assert len(points) == 2
    assert f"mean of 2 games: {sum(points) / 2:.1f} points" in said
    assert len(said.splitlines()) > 20  # the board


def test_ppo_learns_and_its_policy_is_an_agent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Slow: torch is imported, two updates from thousands of decisions, two games against a program."""
    policy, curve = tmp_path / "valley.npz", tmp_path / "curve.csv"
    said = run(
        "ppo.py",
        *["SunflowerValley-v1", "--opponents", "uniform", "--steps", "5000", "--seconds", "600"],
        *["--out", str(policy), "--curve", str(curve)],
    )
    rows = read_curve(curve)
    assert len(rows) == len(said.splitlines()) == 2
    assert [int(row["decisions"]) for row in rows] == sorted(int(row["decisions"]) for row in rows)
    assert int(rows[-1]["decisions"]) > 5000 and int(rows[-1]["games"]) > 0
    with np.load(policy) as arrays:
        assert [arrays[name].ndim for name in arrays] == [2, 1, 2, 1, 2, 1]
        assert np.abs(arrays["arr_4"]).max() > 0  # began with zeros: something has been learnt

    picture = tmp_path / "curve.svg"
    run("curve.py", str(curve), str(picture), "--line", "greedy=33.9")
    assert picture.read_text(encoding="utf-8").count("greedy") == 1

    agents = f"uniform,stdio:{sys.executable} {EXAMPLES / 'ppo_agent.py'} {policy}"
    out = str(tmp_path / "match")
    assert main(["arena", "sunflower-valley", "--agents", agents, "--games", "2", "--out", out]) == 0
    said = capsys.readouterr().out
    assert "2 of 2 games" in said and "Game 1:" not in said  # no fault
    assert main(["arena", "walnut-grove", "--agents", agents, "--games", "2", "--out", out + "2"]) == 1
    assert "I have learnt to read" in capsys.readouterr().out


def test_masked_ppo_of_sb3(tmp_path: Path) -> None:
    """Slow: torch is imported; a few hundred decisions, and two games that are counted."""
    curve = tmp_path / "curve.csv"
    said = run(
        "masked_ppo.py",
        *["SunflowerValley-v1", "--opponents", "uniform", "--steps", "256", "--games", "2"],
        *["--curve", str(curve)],
    )
    (row,) = read_curve(curve)
    assert int(row["decisions"]) == 256 and int(row["games"]) > 0
    run("curve.py", str(curve), str(tmp_path / "curve.svg"))
    assert re.search(r"2 games, lines: -?\d+\.\d\d ± \d+\.\d\d a game \(95 %\)", said)


# ---- a minute each -----------------------------------------------------------------------------------------


@pytest.mark.more
@pytest.mark.parametrize("game", ["WalnutGrove-v1", "SunflowerValley-v1"])
def test_a_minute_of_random_play(game: str) -> None:
    """Slow: a minute of whole games against agents that think."""
    said = run("random_play.py", game, "--seats", "3", "--games", "100000", "--seconds", "60")
    (games, mean) = re.findall(r"mean of (\d+) games: (-?\d+\.\d) points", said)[0]
    assert int(games) > 3 and -200 < float(mean) < 40


@pytest.mark.more
@pytest.mark.parametrize("example", ["ppo.py", "masked_ppo.py"])
def test_a_minute_of_ppo(example: str, tmp_path: Path) -> None:
    """Slow: a minute of learning. A busy machine makes one update in it, so nobody asks how good it is."""
    curve = tmp_path / "curve.csv"
    steps = ["--steps", "1e9", "--games", "5"] if example == "masked_ppo.py" else []
    run(
        example,
        "SunflowerValley-v1",
        "--opponents",
        "uniform",
        "--seconds",
        "60",
        *steps,
        "--curve",
        str(curve),
    )
    rows = read_curve(curve)
    decisions = [int(row["decisions"]) for row in rows]
    assert decisions == sorted(set(decisions)) and decisions[-1] > 1000
    assert 10 < float(rows[-1]["seconds"]) < 600 and sum(int(row["games"]) for row in rows) > 5
    assert all(-100 < float(row["mean reward of a game"]) < 100 for row in rows)
