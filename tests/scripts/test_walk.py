"""The way of a move from one player to the other: how long it is, and the picture of it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Sequence

import pytest

from scripts import walk
from scripts.walk import Step


@pytest.fixture(scope="module")
def steps() -> Sequence[Step]:
    """By the sources, in a process of its own: a compiled function does not say that it is entered."""
    code = "import pickle, sys; from scripts import walk; pickle.dump(walk.walk(), sys.stdout.buffer)"
    env = {**os.environ, "PYTHONPATH": str(walk.PACKAGE.parent), "FARMSTEAD_BUILD": "interpreted"}
    env[walk.HASH_SEED] = "0"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=walk.ROOT, env=env, capture_output=True, check=True
    )
    found: Sequence[Step] = pickle.loads(done.stdout)
    return found


def test_a_move_comes_to_the_other_player_by_few_functions(steps: Sequence[Step]) -> None:
    """From the request to the other's news and boards, both together; what is left out, the script says."""
    way = [step for step in steps if step.kind == "way"]
    assert len(way) <= walk.MOST_FUNCTIONS, walk.totals(steps)
    assert walk.files(way) <= walk.MOST_FILES, walk.totals(steps)
    assert [step for step in way if step.lines > walk.MOST_LINES] == []


def test_the_walk_reaches_every_part_of_the_way(steps: Sequence[Step]) -> None:
    """Else few functions would mean nothing: it was checked, written, told, shown and answered."""
    entered = {step.name for step in steps}
    assert {"SecurityMiddleware.check", "choose", "Hub.post", "Table.check", "append_all"} <= entered
    assert {"LiveTable.add", "Subscribers.wake_all", "EventStream._news", "EventStream._boards"} <= entered
    assert any(step.kind == "drawing" and step.name == "boards_of" for step in steps)
    assert any(step.kind == "rules" and step.file.startswith("games/walnut_grove/rules/") for step in steps)


def test_every_function_is_told_with_its_place(steps: Sequence[Step]) -> None:
    told = "\n".join(walk.story(steps))
    assert all(step.name in told for step in steps if step.kind == "way")
    for step in steps:
        line = (walk.PACKAGE / step.file).read_text(encoding="utf-8").splitlines()[step.line - 1]
        assert any(word in line for word in ("def ", "lambda", "@", "class")), f"{step}: {line}"


def test_the_picture_is_drawn_from_the_code(steps: Sequence[Step]) -> None:
    """python -m scripts.walk --draw"""
    assert walk.drawn(steps) == walk.PICTURE.read_text(encoding="utf-8")
