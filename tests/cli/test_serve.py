"""`farmstead serve`: it says where it is, and why not when it cannot be."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx

from tests.server.serving import process

SERVE = [sys.executable, "-m", "farmstead", "serve", "--no-open"]


def refused(*arguments: str) -> str:
    """What it says when it cannot start."""
    done = subprocess.run([*SERVE, *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    return done.stderr


def test_it_opens_answers_and_closes(tmp_path: Path) -> None:
    with process(tmp_path / "house") as server:
        assert httpx.get(f"{server.url}/api/me").json() == {"name": None}
        assert "Farmstead" in httpx.get(server.url).text
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
    file = tmp_path / "file"
    file.write_text("not a folder")
    assert str(file) in refused("--port", "0", "--folder", str(file))
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "tables.db").write_text("this is no database" * 100)
    assert "damaged" in refused("--port", "0", "--folder", str(tmp_path / "house"))
