"""A store that cannot be written or read is said in the log and by the health check, until it works again."""

from __future__ import annotations

import logging
import resource
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from farmstead.server.ops.prometheus import figures_of
from farmstead.server.store import StoreAway, StoreDamaged, StoreFull
from farmstead.server.store.availability import LOG_PAUSE_S, Availability
from farmstead.server.store.errors import Clash, NotThere
from scripts.postgres import running as running_postgres
from tests.server.asking import ME, OPEN, opened
from tests.server.hubs import VALLEY
from tests.server.serving import process
from tests.server.stores import awaited

PATIENCE_S = 60.0
BUILD = ("version", "commit")


def until(found: Callable[[], Any]) -> Any:
    """What is found when it is there."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if there := found():
            return there
        time.sleep(0.05)
    raise AssertionError("it has not come to that")


def health(url: str) -> tuple[int, dict[str, Any]]:
    answer = httpx.get(f"{url}/healthz", timeout=PATIENCE_S)
    return answer.status_code, {name: it for name, it in answer.json().items() if name not in BUILD}


def lines_of(log: Path, level: str) -> list[str]:
    lines = log.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(level).strip() for line in lines if line.startswith(level)]


def test_where_nothing_can_be_written_the_health_check_fails_until_it_can(tmp_path: Path) -> None:
    with process(tmp_path / "house", "--pace", "0") as server:
        assert httpx.put(f"{server.url}/api/me", json={"name": "Ada"}, timeout=PATIENCE_S).status_code == 200
        assert health(server.url) == (200, {"ok": True, "store": True, "writes": True, "open": True})
        hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)[1]
        log = (tmp_path / "house" / "tables.db-wal").stat().st_size  # of the store, which may not grow
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (log, hard))
        assert httpx.put(f"{server.url}/api/me", json={"name": "Ben"}, timeout=PATIENCE_S).status_code in (
            503,
            507,
        )
        status, told = health(server.url)
        assert status == 503 and told["why"] in ("store_full", "store_away")
        assert told == {"ok": False, "store": True, "writes": False, "open": True, "why": told["why"]}
        errors = lines_of(server.log, "ERROR")
        assert len(errors) == 1 and errors[0].startswith(("The store is full", "The store is away"))
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (hard, hard))
        until(lambda: health(server.url)[0] == 200)
        assert httpx.put(f"{server.url}/api/me", json={"name": "Ben"}, timeout=PATIENCE_S).status_code == 200
        assert any("can be written again" in line for line in lines_of(server.log, "WARNING"))


@awaited
async def test_a_full_store_is_an_error_in_the_log_and_a_figure(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        assert b"farmstead_store_writable 1" in figures_of(door.core)
        await door.core.store.limit(1)
        wish = {"game": VALLEY, "seats": [ME, OPEN]}
        while (answer := await ada.http.post("/api/tables", json=wish)).status_code == 201:
            pass
        assert answer.status_code == 507 and b"farmstead_store_writable 0" in figures_of(door.core)
        (line,) = [record for record in caplog.records if record.levelno == logging.ERROR]
        assert line.getMessage().startswith("The store is full: ")
        await door.core.store.limit(None)
        assert (await ada.http.post("/api/tables", json=wish)).status_code == 201
        assert b"farmstead_store_writable 1" in figures_of(door.core)


@pytest.mark.more
def test_a_database_that_is_stopped_is_away_in_these_words(tmp_path: Path) -> None:
    """Slow: a database of its own is stopped and started again."""
    with running_postgres() as cluster:
        arguments = ("--db", cluster.database(), "--processes", "1")
        with process(tmp_path / "house", *arguments) as server:
            assert health(server.url)[0] == 200
            cluster.stop(signal.SIGQUIT)
            until(lambda: [line for line in lines_of(server.log, "ERROR") if "The store is away" in line])
            until(lambda: health(server.url)[0] == 503)
            cluster.start()
            until(lambda: health(server.url)[0] == 200)
            until(lambda: [line for line in lines_of(server.log, "WARNING") if "can be read again" in line])


# ---- what is said, and how often -----------------------------------------------------------------------


def said_by(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    found = [(record.levelname, record.getMessage()) for record in caplog.records]
    caplog.clear()
    return found


def test_each_trouble_is_said_once_and_so_is_its_end(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    store = Availability(lambda: now[0])
    for _ in range(3):
        store.failed("written", StoreFull("No room."))
    assert isinstance(store.failure("written"), StoreFull) and store.failure("read") is None
    ((level, line),) = said_by(caplog)
    assert level == "ERROR" and line.startswith("The store is full: No room.")
    now[0] = 10.0
    store.worked("written")
    assert store.failure("written") is None
    assert said_by(caplog) == [("WARNING", "The store can be written again, after 10 seconds.")]
    store.failed("written", StoreFull("No room."))  # what comes and goes does not fill the log
    store.worked("written")
    assert said_by(caplog) == []
    now[0] = LOG_PAUSE_S
    store.failed("written", StoreFull("No room."))
    assert len(said_by(caplog)) == 1


def test_what_is_wrong_with_a_question_says_nothing_about_the_store(caplog: pytest.LogCaptureFixture) -> None:
    store = Availability()
    for error in (NotThere("No."), Clash("Others."), ValueError("x")):
        store.failed("read", error)
    assert store.failure("read") is None and said_by(caplog) == []
    store.failed("read", StoreDamaged("SQLite says: malformed."))
    assert store.failure("read") is None and store.damage == 1  # the rest can be read
    assert said_by(caplog)[0][1].startswith("The store is damaged: SQLite says")
    store.failed("read", StoreAway("Locked."))
    assert said_by(caplog) == [("ERROR", "The store is away and cannot be read: Locked.")]
