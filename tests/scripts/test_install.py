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
