"""`farmstead serve`: it says where it is, and why not when it cannot be."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from farmstead.cli.errors import BadInput
from farmstead.cli.serve import check_db
from farmstead.engine.contract import FarmsteadError
from farmstead.server.store import StoreAway, checked_place
from scripts.load.process import SPAWNED, command_of, gone, is_alive, own_children_of
from scripts.postgres import running
from tests.server.serving import process

SERVE = [sys.executable, "-m", "farmstead", "serve", "--no-open"]


def refused(*arguments: str) -> str:
    """What it says when it cannot start."""
    done = subprocess.run([*SERVE, *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    return done.stderr


def test_it_opens_answers_and_closes(tmp_path: Path) -> None:
    """Slow: it starts a server and lets bots play."""
    with process(tmp_path / "house") as server:
        assert httpx.get(f"{server.url}/api/me", timeout=60).json() == {"name": None}
        assert "Farmstead" in httpx.get(server.url, timeout=60).text
        sentence = refused("--folder", str(tmp_path / "house"), "--port", "0")
        assert f"It is open: http://localhost:{server.url.rpartition(':')[2].strip('/')}/" in sentence


def test_ctrl_c_closes_it(tmp_path: Path) -> None:
    started = subprocess.Popen(
        [*SERVE, "--port", "0", "--folder", str(tmp_path / "house")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert started.stdout is not None
    assert started.stdout.readline().startswith("Farmstead is open: http://localhost:")
    os.kill(started.pid, signal.SIGINT)
    out, err = started.communicate(timeout=120)
    assert "Closed. All games are kept." in out and not err and started.returncode == 0


def test_a_taken_port_is_named_and_another_proposed(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        sentence = refused("--port", str(port), "--folder", str(tmp_path))
        assert f"port {port}" in sentence and f"--port {port + 1}" in sentence


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    """Slow: it starts the command again and again."""
    file = tmp_path / "file"
    file.write_text("not a folder")
    assert str(file) in refused("--port", "0", "--folder", str(file))
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "tables.db").write_text("this is no database" * 100)
    sentence = refused("--port", "0", "--folder", str(tmp_path / "house"))
    assert f"{tmp_path / 'house' / 'tables.db'} is damaged" in sentence
    assert "farmstead restore FILE --folder FOLDER" in sentence


def test_a_variable_that_is_no_setting_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARMSTEAD_WORKER", "2")
    monkeypatch.setenv("FARMSTEAD_PACE", "0")
    with process(tmp_path / "house") as server:
        told = server.log.read_text(encoding="utf-8").splitlines()
    assert [line for line in told if "FARMSTEAD_" in line] == [
        "WARNING FARMSTEAD_WORKER is set in the environment, and no setting has that name."
        " Did you mean FARMSTEAD_WORKERS?"
    ]


# ---- another database ----------------------------------------------------------------------------------


def test_several_workers_need_a_database_that_they_can_share(tmp_path: Path) -> None:
    sentence = refused("--folder", str(tmp_path), "--workers", "2")
    assert "2 workers need PostgreSQL" in sentence and "--workers 1" in sentence
    with pytest.raises(BadInput, match="2 workers need PostgreSQL"):
        check_db(f"sqlite:///{tmp_path / 'games.db'}", 2)


def test_a_file_of_sqlite_can_be_named_and_is_one_server_s(tmp_path: Path) -> None:
    """Slow: it starts servers."""
    url = f"sqlite:///{tmp_path / 'elsewhere' / 'games.db'}"
    with process(tmp_path / "house", "--db", url) as server:
        assert httpx.get(f"{server.url}/api/me", timeout=60).json() == {"name": None}
        sentence = refused("--folder", str(tmp_path / "other"), "--port", "0", "--db", url)
        assert "Another Farmstead server" in sentence
    assert (tmp_path / "elsewhere" / "games.db").stat().st_size and not (
        tmp_path / "house" / "tables.db"
    ).exists()


def test_what_is_wrong_with_a_url_is_said_without_its_secrets(tmp_path: Path) -> None:
    """Slow: it starts the command many times."""
    for workers in ("1", "2"):
        url = "postgresql://ada:hunter2@127.0.0.1:1/games"
        sentence = refused("--folder", str(tmp_path), "--port", "0", "--db", url, "--workers", workers)
        assert "hunter2" not in sentence and "cannot be reached" in sentence


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://ada:hunter2@127.0.0.1", "names no database"),
        ("oracle://ada:hunter2@127.0.0.1/games", "no place for games"),
        ("hunter2", "no URL of a database"),
    ],
)
def test_a_url_that_is_none_is_refused_before_anything_starts(url: str, words: str, workers: int) -> None:
    with pytest.raises((BadInput, FarmsteadError), match=f"{words}|need PostgreSQL") as told:
        check_db(url, workers)
    assert "hunter2" not in str(told.value)


def test_without_its_driver_postgresql_is_refused_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreAway, match=r"pip install 'farmstead\[postgres\]'"):
        checked_place("postgresql://ada@localhost/games")


@pytest.mark.more
def test_workers_answer_are_replaced_and_close(tmp_path: Path) -> None:
    """Slow: it starts a server with workers, kills one and waits for the next."""
    with running() as cluster:
        arguments = ("--db", cluster.database(), "--workers", "2", "--pace", "0", "--processes", "1")
        with process(tmp_path / "house", *arguments) as server:
            workers = workers_of(server.pid, 2)
            for pid in workers:
                os.kill(pid, signal.SIGKILL)
                answered(server.url)
            again = workers_of(server.pid, 2)
            assert not set(workers) & set(again)
            assert server.terminate() == 0
            assert not any(is_alive(pid) for pid in again)
            server.start()
            left = workers_of(server.pid, 2)
            server.kill()  # the parent alone
            assert not asyncio.run(gone(set(left)))


def workers_of(parent: int, number: int) -> list[int]:
    """When all of them are there."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        found = [pid for pid in own_children_of(parent) if SPAWNED in command_of(pid)]
        if len(found) == number:
            return found
        time.sleep(0.02)
    raise AssertionError(f"there are not {number} workers")


def answered(url: str) -> None:
    """By whichever is there; one that was just killed may have taken a question with it."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with suppress(httpx.HTTPError):
            assert httpx.get(f"{url}/api/games", timeout=60).status_code == 200
            return
    raise AssertionError("nobody answers")
