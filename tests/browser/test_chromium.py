"""`scripts/chromium` says where Chromium is, or what would do; nothing is installed here."""

from __future__ import annotations

import subprocess
from pathlib import Path

SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "chromium"


def asked(path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What it answers where only the programs of a folder are there."""
    return subprocess.run(
        ["/bin/sh", str(SCRIPT)],
        env={"PATH": str(path), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def program(folder: Path, name: str) -> Path:
    made = folder / name
    made.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    made.chmod(0o755)
    return made


def test_one_on_the_path_is_found(tmp_path: Path) -> None:
    made = program(tmp_path, "google-chrome")
    found = asked(tmp_path)
    assert (found.returncode, found.stdout.strip(), found.stderr) == (0, str(made), "")


def test_one_that_was_named_comes_first(tmp_path: Path) -> None:
    program(tmp_path, "chromium")
    made = program(tmp_path, "mine")
    assert asked(tmp_path, CHROMIUM=str(made)).stdout.strip() == str(made)
    wrong = asked(tmp_path, CHROMIUM="/nowhere/chromium")
    assert wrong.returncode == 1 and "no such program" in wrong.stderr


def test_without_one_it_says_what_would_do(tmp_path: Path) -> None:
    found = asked(tmp_path)
    assert found.returncode == 1 and not found.stdout
    assert "no apt-get" in found.stderr and "CHROMIUM=/path/to/chromium" in found.stderr


def test_where_installing_fails_it_says_so(tmp_path: Path) -> None:
    for name in ("apt-get", "sudo", "env"):
        program(tmp_path, name)
    program(tmp_path, "id").write_text("#!/bin/sh\necho 0\n", encoding="utf-8")
    found = asked(tmp_path)
    assert found.returncode == 1 and "apt-get could not install it" in found.stderr
    program(tmp_path, "id").write_text("#!/bin/sh\necho 1000\n", encoding="utf-8")
    assert "sudo asks for a password" in asked(tmp_path).stderr
