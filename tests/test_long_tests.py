"""A test that takes long says why: the listing at the end of a run, and the run in which it is red."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.more

ROOT = Path(__file__).parent.parent
TESTS = '''
import pytest

def test_that_says_nothing() -> None:
    """It is about time."""

@pytest.mark.parametrize("number", [1, 2])
def test_that_says_why(number: int) -> None:
    """It is about time. Slow: it waits for it."""
'''


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """pytest with nothing but the listing."""
    (folder / "test_time.py").write_text(TESTS, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.long_tests",
        "-p",
        "no:cacheprovider",
        "test_time.py",
    ]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    return subprocess.run(
        [*command, *arguments], cwd=folder, env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["here", "in a worker"])
def test_what_is_longer_and_does_not_say_why_is_listed_and_red(
    tmp_path: Path, workers: tuple[str, ...]
) -> None:
    """Slow: it runs pytest."""
    done = run(tmp_path, "--times", "0", *workers)
    assert done.returncode == 1 and "3 passed" in done.stdout
    listed = [line for line in done.stdout.splitlines() if " s  " in line]
    assert [line.split()[-1] for line in listed] == ["test_time.py::test_that_says_nothing"]


def test_what_is_quick_is_not_listed(tmp_path: Path) -> None:
    """Slow: it runs pytest."""
    done = run(tmp_path, "--times", "60")
    assert done.returncode == 0 and "no docstring says why" not in done.stdout


def test_without_being_asked_nothing_is_red(tmp_path: Path) -> None:
    """The bound is then that of a test that takes long; these are quick. Slow: it runs pytest."""
    done = run(tmp_path)
    assert done.returncode == 0 and "no docstring says why" not in done.stdout
