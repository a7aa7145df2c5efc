"""The compiled package, which people install, under the libraries' own checkers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.more

ROOT = Path(__file__).parent.parent.parent
CHECKED = """
import sys
import gymnasium, pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from farmstead import _build
assert _build.build() == "compiled", _build.PACKAGE
import farmstead.openspiel
from farmstead import pettingzoo
from farmstead.engine import contract
assert contract.__file__.endswith(_build.SUFFIX), contract.__file__
TABLES = ("walnut-grove", 1), ("walnut-grove", 4), ("sunflower-valley", 2), ("sunflower-valley", 5)
for name, seats in TABLES:
    title = f"farmstead.gym:farmstead/{name.title().replace('-', '')}-v1"
    for form in ("flat", "dict", "masked"):
        env = gymnasium.make(title, seats=seats, form=form, opponents="greedy", illegal="replace")
        check_env(env.unwrapped)
    many = gymnasium.make_vec(title, num_envs=16, seats=seats, opponents="uniform")
    many.reset(seed=1)
    for _ in range(500):
        many.step(many.action_space.sample())
    for make in (pettingzoo.env, pettingzoo.cycling_env):
        api_test(make(name, seats=seats), num_cycles=1000)
        seed_test(lambda: make(name, seats=seats), num_cycles=500)
    parallel_api_test(pettingzoo.parallel_env(name, seats=seats), num_cycles=1000)
    parallel_seed_test(lambda: pettingzoo.parallel_env(name, seats=seats), num_cycles=500)
    game = pyspiel.load_game(f"farmstead_{name.replace('-', '_')}(seats={seats})")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
print("nothing found")
"""


def compiled_package() -> Path:
    """The packages of the environment in which `make more-research` has had farmstead compiled."""
    for packages in (ROOT / ".venv" / "lib").glob("python*/site-packages"):
        if list((packages / "farmstead" / "engine").glob("contract.*.so")):
            return packages
    pytest.skip("the package is not compiled in .venv; is there a C compiler? then: make more-research")


def test_the_checkers_find_nothing_in_the_compiled_package(tmp_path: Path) -> None:
    """Slow: whole games under all checkers, in a process that sees no sources."""
    for part in compiled_package().glob("*farmstead*"):
        (tmp_path / part.name).symlink_to(part)  # nothing else of that environment
    env = {name: value for name, value in os.environ.items() if not name.startswith("FARMSTEAD")}
    done = subprocess.run(
        [sys.executable, "-c", CHECKED],
        cwd=tmp_path,
        env={**env, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["nothing found"]), done.stderr
