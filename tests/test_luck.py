"""Tests leave nothing to chance: their luck is chosen, and whatever waits waits for a state."""

import ast
import os
import secrets
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tests.luck import sitecustomize as luck
from tests.server.serving import environment
from tests.waiting import MAY_WAIT, TESTS, tree_of, waiting_in, waiting_tests

DRAW = "import secrets; print(secrets.token_hex(8))"


def drawn_elsewhere() -> str:
    done = subprocess.run([sys.executable, "-c", DRAW], env=environment(), capture_output=True, check=True)
    return done.stdout.decode().strip()


def drawn_as(name: str) -> list[str]:
    """What a test of that name draws first: here, in another process, and here again."""
    luck.choose(name)
    return [secrets.token_hex(8), drawn_elsewhere(), secrets.token_urlsafe(8)]


def test_luck_follows_from_the_name_and_never_repeats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        monkeypatch.setenv(luck.FOLDER, str(tmp_path / folder))
        found.append(drawn_as("some test"))
    assert found[0] == found[1] and len(set(found[0])) == 3
    assert not set(drawn_as("another test")) & set(found[0])


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_interrupts_are_heard_though_the_parent_ignores_them() -> None:
    code = "import signal; print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
    done = subprocess.run([sys.executable, "-c", code], env=dict(os.environ), capture_output=True, check=True)
    assert done.stdout.decode().strip() == "False"
    assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def test_hypothesis_takes_the_same_examples_each_time(pytestconfig: pytest.Config) -> None:
    chosen = pytestconfig.getoption("--hypothesis-profile") in (None, "chosen")
    now = settings()
    assert now.derandomize == chosen and now.deadline is None


def test_whatever_waits_waits_for_a_state() -> None:
    """Slow: it reads all tests."""
    found = {name for path in TESTS.rglob("*.py") for name in waiting_in(tree_of(path))}
    assert found == MAY_WAIT


def test_the_tests_that_wait_are_found() -> None:
    """By their own name, by what they define or use, and all tests of some files."""
    names = {name.rpartition("::")[2] for name in waiting_tests()}
    assert {name for name in MAY_WAIT if name.startswith("test_")} <= names
    assert {"test_what_was_overtaken_is_not_played", "test_dice_tumble_when_they_are_rolled"} <= names
    assert "test_the_tests_that_wait_are_found" not in names


def test_nobody_draws_from_the_luck_of_the_process() -> None:
    """Slow: it reads all tests."""
    for path in TESTS.rglob("*.py"):
        tree = tree_of(path)
        names = [each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names]
        drawn = [
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "random"
        ]
        assert "random" not in names or set(drawn) <= {"Random", "seed"}, path
