"""The wheel installs with `[research]` in one line, into an empty environment. Needs a package index."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.more

ROOT = Path(__file__).parent.parent.parent
CONSTRAINTS = str(ROOT / "constraints.txt")
PLAYED = """
import importlib.util, sys
import gymnasium, numpy, pyspiel
import farmstead, farmstead.openspiel
from farmstead import pettingzoo
assert farmstead.__file__.startswith(sys.prefix), farmstead.__file__
assert importlib.util.find_spec("torch") is None
env = gymnasium.make("farmstead.gym:farmstead/WalnutGrove-v1")
_, info = env.reset(seed=1)
over = False
while not over:
    _, _, over, _, info = env.step(numpy.flatnonzero(info["action_mask"])[0])
print(sorted(info["lines"]))
turns = pettingzoo.env("sunflower-valley", seats=3)
turns.reset(seed=1)
for agent in turns.agent_iter():
    _, _, over, _, info = turns.last()
    turns.step(None if over else numpy.flatnonzero(info["action_mask"])[0])
print(turns.seats.state.scores())
print(pyspiel.load_game("farmstead_walnut_grove(seats=2,options=german)").num_players())
"""


def run(*command: str, cwd: Path) -> str:
    """What a command prints, where nothing is seen of the sources and of this environment's settings."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("FARMSTEAD", "PYTHON"))}
    env |= {"FARMSTEAD_PURE": "1", "PIP_CONSTRAINT": CONSTRAINTS, "PIP_BUILD_CONSTRAINT": CONSTRAINTS}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_brings_what_researchers_use(tmp_path: Path) -> None:
    """Slow: a wheel is built, and all packages are installed."""
    pip = ("-m", "pip", "--disable-pip-version-check")
    run(
        sys.executable,
        *pip,
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(tmp_path),
        str(ROOT),
        cwd=tmp_path,
    )
    (wheel,) = tmp_path.glob("farmstead-*-none-any.whl")
    run(sys.executable, "-m", "venv", str(tmp_path / "empty"), cwd=tmp_path)
    python = str(tmp_path / "empty" / "bin" / "python")
    run(python, *pip, "install", "--quiet", f"{wheel}[research]", cwd=tmp_path)
    run(python, *pip, "check", cwd=tmp_path)
    lines, scores, players = run(python, "-c", PLAYED, cwd=tmp_path).splitlines()
    assert "'fences'" in lines and scores.count(",") == 2 and players == "2"
    made = run(
        *(python, "-m", "farmstead", "dataset", "sunflower-valley", "--agents", "uniform", "--games", "2"),
        *("--out", "games.parquet"),
        cwd=tmp_path,
    )
    assert "2 of 2 games" in made and (tmp_path / "games.parquet").stat().st_size > 1000
