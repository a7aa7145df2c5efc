"""What tells two builds of one version apart: the commit they were made from."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import hatch_build
from farmstead import _build


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder of sources with one commit."""
    name = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    (tmp_path / "file").write_text("one\n")
    for words in (["init", "--quiet"], ["add", "file"], [*name, "commit", "--quiet", "-m", "One"]):
        subprocess.run(["git", "-C", str(tmp_path), *words], check=True, capture_output=True)
    return tmp_path


def test_a_build_says_its_commit_and_whether_files_were_changed_since(clone: Path) -> None:
    told = hatch_build.commit_of(clone)
    assert len(told) == 12 and int(told, 16) >= 0
    assert _build.commit_of(clone) == told
    (clone / "file").write_text("two\n")
    assert hatch_build.commit_of(clone) == _build.commit_of(clone) == f"{told}+"


def test_sources_without_history_are_told_their_commit_or_have_none(
    clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = clone / "copy"  # of another project, in a folder that git knows
    inside.mkdir()
    assert hatch_build.commit_of(inside) == ""
    monkeypatch.setenv("FARMSTEAD_COMMIT", "1a2b3c4d5e6f")
    assert hatch_build.commit_of(inside) == "1a2b3c4d5e6f"


def test_a_package_that_was_built_says_what_was_written_into_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "commit.txt"
    file.write_text("1a2b3c4d5e6f\n")
    monkeypatch.setattr(_build, "COMMIT_FILE", file)
    _build.commit.cache_clear()
    try:
        assert _build.version_and_commit() == f"{_build.VERSION}, commit 1a2b3c4d5e6f"
    finally:
        _build.commit.cache_clear()
