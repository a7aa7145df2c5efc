"""The luck of tests is chosen: the same test draws the same, another one draws something else."""

import os
import secrets
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.luck import sitecustomize as luck
from tests.server.serving import environment

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
