"""Garbage is collected in small steps, and nothing that is frozen stays for ever."""

import gc
import time
from functools import partial

import pytest

from farmstead.server.run import garbage
from farmstead.server.run.garbage import (
    FULL_LATEST_S,
    FULL_S,
    GROWTH_BYTES,
    LONG_COLLECTION_S,
    YOUNG_COLLECTIONS,
    GarbageCollector,
)


class Process:
    """What the collector sees of Python and of the machine."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.done: list[str] = []
        self.now = 0.0
        self.young = 0
        self.took = 0.0
        self.memory = 300_000_000
        for name in ("freeze", "unfreeze"):
            patch.setattr(gc, name, partial(self.done.append, name))
        patch.setattr(gc, "collect", self.collect)
        patch.setattr(gc, "set_threshold", lambda *_: None)
        patch.setattr(gc, "get_count", lambda: (0, 0, self.young))
        patch.setattr(time, "monotonic", lambda: self.now)
        patch.setattr(time, "perf_counter", lambda: self.now)
        patch.setattr(garbage, "resident_bytes", lambda: self.memory)
        self.collector = GarbageCollector()

    def collect(self) -> None:
        self.done.append("collect")
        self.now += self.took

    def step(self, quiet: bool = True, later: float = 1.0) -> list[str]:
        self.now += later
        self.done.clear()
        self.collector.step(quiet)
        return list(self.done)


FULL = ["unfreeze", "collect", "freeze"]


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Process:
    return Process(monkeypatch)


def test_nothing_is_done_while_little_is_new(process: Process) -> None:
    assert not process.step() and not process.step(quiet=False)


def test_old_objects_are_collected_when_enough_is_new_and_frozen_only_where_that_takes_long(
    process: Process,
) -> None:
    process.young = YOUNG_COLLECTIONS
    assert process.step(quiet=False) == ["collect"]
    process.took = 2 * LONG_COLLECTION_S
    assert process.step(quiet=False) == ["collect", "freeze"]


def test_everything_is_looked_through_when_nobody_asks_and_at_last_in_any_case(process: Process) -> None:
    assert not process.step(quiet=False, later=FULL_S)
    assert process.step() == FULL
    assert not process.step()
    assert process.step(quiet=False, later=FULL_LATEST_S) == FULL


def test_everything_is_looked_through_when_memory_has_grown(process: Process) -> None:
    process.memory += GROWTH_BYTES
    assert not process.step(quiet=False)  # not by so much
    process.memory *= 2
    assert process.step(quiet=False) == FULL
    assert not process.step(quiet=False)  # that is how much it is now


def test_this_process_has_memory() -> None:
    assert garbage.resident_bytes() > 10_000_000
