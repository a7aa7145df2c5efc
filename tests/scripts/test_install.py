"""scripts/install.py: why pip failed, in a sentence that says what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import install

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "disk is full",
        ),
        (
            "WARNING: Retrying after NewConnectionError: Temporary failure in name resolution\n"
            "ERROR: No matching distribution found for rich>=13.9",
            "index cannot be reached",
        ),
        ("ERROR: No matching distribution found for rich==99", "cannot be had for this Python"),
        (
            "ERROR: Cannot install rich>=13.9 because these package versions have conflicting dependencies.\n"
            "The user requested (constraint) rich==1\nERROR: ResolutionImpossible",
            "do not go together",
        ),
        ("ERROR: Invalid requirement: 'rich===': Expected end", "no requirement"),
        ("ERROR: Could not install: [Errno 13] Permission denied: '/opt'", "user who owns this folder"),
        ("ERROR: something else", "pip could not install"),
    ],
)
def test_each_failure_has_a_sentence(said: str, meaning: str) -> None:
    told = install.sentence(said)
    assert meaning in told.splitlines()[0]
    assert said.splitlines()[-1] in told
    assert str(install.LOG) in told


def test_without_a_network_it_says_so(tmp_path: Path) -> None:
    env = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PIP_")},
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_RETRIES": "1",
    }
    code = (
        "import sys; from pathlib import Path; from scripts import install;"
        "install.LOG = Path(sys.argv[1]); install.install('farmstead-no-such-package')"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "install.log")]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("The package index cannot be reached.")


@pytest.mark.parametrize(
    ("what", "packages"),
    [
        ("research", [".[research,examples]", "cvxpy==1.9.3", "ray>=2.40"]),
        ("yardsticks", ["chess==1.11.2", "open_spiel==2.0.2"]),
        ("drawing", ["pygame==2.6.1"]),
    ],
)
def test_what_researchers_install_is_told_as_it_comes(
    what: str, packages: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def noted(*arguments: str, **environment: str) -> install.Installed:
        asked.extend(arguments)
        assert environment == ({"FARMSTEAD_PURE": "1"} if what == "research" else {})
        return install.Installed(3, 12.4, 1.0, 2.0)

    monkeypatch.setattr(install, "install", noted)
    install.run(what)
    assert all(any(found.startswith(package) for found in asked) for package in packages)
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("Installing ") and said[0].endswith(" …")
    assert said[1] == "3 packages: fetched 12 MB in 1.0 s, installed in 2.0 s."


def test_make_installs_nothing_in_silence() -> None:
    """But for npm, which says in a sentence that it failed."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "pip install" not in "".join(
        line for line in makefile.splitlines() if line.startswith("\t") and "echo" not in line
    )
    assert "npm could not fetch" in makefile
