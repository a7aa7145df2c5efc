"""Every command that README, docs and help show is run; blocks.toml names those that are not, and why."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

import farmstead
from tests.docs.blocks import BLOCKS, COMMANDS, LISTED, ROOT, Block, entry_of

pytestmark = pytest.mark.more

PATIENCE_S = 1200.0  # after which it is stuck
SERVES = re.compile(r"farmstead serve\b")
RUN_HERE = [block for block in COMMANDS if (entry := entry_of(block)) is None or entry.change]


def test_the_list_names_blocks_that_are_there_and_tests_that_run_them() -> None:
    for entry in LISTED:
        assert any(entry_of(block) is entry for block in COMMANDS), (
            f"{entry.file} has no {entry.begins!r} any more"
        )
        assert entry.why.endswith(".")
        assert not (entry.run_by and entry.change)
        assert not entry.run_by or (ROOT / entry.run_by).exists(), entry.run_by


def test_python_is_run_by_a_test_that_reads_its_document() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")]
    readers = [text for text in sources if re.search(r"```python|\(\"python\"\)", text)]
    documents = {block.file for block in BLOCKS if block.language == "python"}
    assert len(documents) >= 5
    for document in documents:
        assert any(f'"{Path(document).name}"' in text for text in readers), (
            f"no test runs the Python of {document}"
        )


def test_there_are_blocks_of_each_kind() -> None:
    assert len(COMMANDS) > 30 and len(RUN_HERE) >= 10
    assert sum(bool(SERVES.match(block.text)) for block in RUN_HERE) >= 4


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What the documents speak of: two records, a program that plays, and the commands."""
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("*.png", "site"))
    shutil.copy(ROOT / "docs" / "valley.record", tmp_path / "game.record")
    shutil.copy(ROOT / "docs" / "game.record", tmp_path / "alone.record")
    (program,) = [block for block in BLOCKS if block.file == "docs/bots.md" and block.first == "import json"]
    (tmp_path / "mybot.py").write_text(program.text, encoding="utf-8")
    commands = tmp_path / "bin"
    commands.mkdir()
    for name, called in (("farmstead", "-m farmstead"), ("python", "")):
        (commands / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {called} "$@"\n', encoding="utf-8")
        (commands / name).chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("block", RUN_HERE, ids=lambda block: f"{Path(block.file).stem}: {block.first}")
def test_the_commands_run(block: Block, folder: Path) -> None:
    """Slow: films are made, matches are played, servers are started."""
    text = changed(block)
    if SERVES.match(text):
        first, _, rest = text.partition("\n")
        with serving(f"{first} --no-open" + ("" if "--port" in first else " --port 0"), folder):
            run(rest, folder)
    else:
        run(text, folder)


def changed(block: Block) -> str:
    """As it is run; what it has instead of something must be there."""
    entry, text = entry_of(block), block.text
    for before, after in (entry.change if entry else {}).items():
        assert before in text, f"{block.file}: there is no {before!r} in {block.first!r} any more"
        text = text.replace(before, after.replace("{port}", str(free_port())))
    return text


def run(text: str, folder: Path) -> None:
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, f"{text}\n{done.stdout}"


@contextmanager
def serving(command: str, folder: Path) -> Iterator[None]:
    """A server, from the line that says it is open until Ctrl-C."""
    process = subprocess.Popen(
        ["bash", "-c", f"exec {command}"],
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    stuck = Timer(PATIENCE_S, os.killpg, (process.pid, signal.SIGKILL))
    stuck.start()
    said = ""
    try:
        for line in process.stdout or ():
            said += line
            if "is open" in line:
                yield
                break
        else:
            raise AssertionError(said)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
        process.communicate()
        stuck.cancel()


def environment(folder: Path) -> dict[str, str]:
    """Nothing of whoever runs the tests is read or written."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FARMSTEAD")}
    own = {"XDG_CACHE_HOME": "cache", "XDG_DATA_HOME": "data", "HOME": "home"}
    return {
        **kept,
        **{name: str(folder / where) for name, where in own.items()},
        "PATH": os.pathsep.join([str(folder / "bin"), os.environ["PATH"]]),
        "PYTHONPATH": str(Path(farmstead.__file__).parent.parent),
        "COLUMNS": "100",
    }


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
