"""Tests leave nothing to chance: their luck is chosen, and whatever waits waits for a state."""

import ast
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.luck import sitecustomize as luck
from tests.server.serving import environment

DRAW = "import secrets; print(secrets.token_hex(8))"
TESTS = Path(__file__).parent
# Where some time has to pass: something slow, any moment of a process, a lease that runs out, or time in
# which nothing may happen.
MAY_WAIT = {
    "forever",
    "sleeping",
    "slow",
    "test_a_table_is_claimed_when_its_worker_is_no_more",
    "test_a_worker_whose_lease_has_run_out_answers_nothing_from_memory",
    "test_an_answer_that_comes_after_the_device_was_put_down_is_not_shown",
    "test_an_interrupt_of_all_is_no_trouble",
    "test_nobody_outlives_the_one_they_work_for",
    "test_only_one_leads",
}


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


def waiting_in(node: ast.AST, function: str = "", is_repeated: bool = False) -> Iterator[str]:
    """The functions that wait for some time, and do not do so again and again until something is so."""
    for child in ast.iter_child_nodes(node):
        name, repeated = function, is_repeated
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            name, repeated = child.name, False
        elif isinstance(child, ast.While | ast.For | ast.AsyncFor):
            repeated = True
        elif isinstance(child, ast.Call) and not repeated and is_wait(child):
            yield name
        yield from waiting_in(child, name, repeated)


def is_wait(call: ast.Call) -> bool:
    """`asyncio.sleep(0)` only lets others have their turn."""
    called, seconds = call.func, call.args[0] if call.args else None
    waits = isinstance(called, ast.Attribute) and called.attr in ("sleep", "wait_for_timeout")
    return waits and not (isinstance(seconds, ast.Constant) and seconds.value == 0)


def test_whatever_waits_waits_for_a_state() -> None:
    found = {name for path in TESTS.rglob("*.py") for name in waiting_in(ast.parse(path.read_text("utf-8")))}
    assert found == MAY_WAIT


def test_nobody_draws_from_the_luck_of_the_process() -> None:
    for path in TESTS.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        names = [each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names]
        drawn = [
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "random"
        ]
        assert "random" not in names or set(drawn) <= {"Random", "seed"}, path
