"""Which tests wait for a time or for a picture: they are the first to be red on a busy machine.

`scripts/steady.py` runs them fifty times; `tests/test_luck.py` holds the list against the sources.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

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
# Files of which all tests count: a browser is looked at while something moves or should not, or programs
# answer late or never.
FILES = (
    "agents/test_guard.py",
    "agents/test_stdio.py",
    "browser/test_handing_over.py",
    "browser/test_motion.py",
    "browser/test_speed.py",
    "browser/test_steady.py",
)


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


@cache
def tree_of(path: Path) -> ast.Module:
    """A file of the tests, parsed once for all who look at it."""
    return ast.parse(path.read_text(encoding="utf-8"))


def waiting_tests() -> list[str]:
    """Names by which pytest finds the tests that wait."""
    return [
        f"tests/{path.relative_to(TESTS).as_posix()}::{test.name}"
        for path in sorted(TESTS.rglob("test_*.py"))
        for test in tests_in(path)
        if path.relative_to(TESTS).as_posix() in FILES or words_of(test) & MAY_WAIT
    ]


def tests_in(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The test functions of a file."""
    body = tree_of(path).body
    functions = [node for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [node for node in functions if node.name.startswith("test_")]


def words_of(test: ast.AST) -> set[str]:
    """What a test is called, defines and uses."""
    found: set[str] = set()
    for node in ast.walk(test):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Name):
            found.add(node.id)
    return found
