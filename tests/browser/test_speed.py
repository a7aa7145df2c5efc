"""The benchmark of the pages runs, and says what it found; how fast they are, an idle machine can tell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.browsing import chromium

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 600.0  # seconds, on a busy machine
FIGURES = ["over the wire", "until usable", "boards redrawn", "dragging the board", "besides transforms"]


def test_every_game_is_measured_on_every_device() -> None:
    if chromium() is None:
        pytest.skip("there is no Chromium here; scripts/chromium installs it")
    written = ROOT / "benchmarks" / "pages.md"
    before = written.read_bytes() if written.exists() else b""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.pages", "--quick"],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    said, tables = done.stdout, done.stdout.split("Goals that are not reached")[0]
    assert done.stderr == ""
    for title in ("Walnut Grove", "Sunflower Valley"):
        for device in ("desktop", "phone"):
            assert f"{title}, {device}" in said
    for figure in FIGURES:
        assert tables.count(figure) >= 4, figure
    missed = int(said.strip().rpartition(": ")[2])
    assert missed == said.count("Not reached: ") and done.returncode == (1 if missed else 0)
    kilobytes = [line for line in tables.splitlines() if "over the wire" in line and "│" in line]
    assert all("yes" in line for line in kilobytes), "\n".join(kilobytes)
    assert (written.read_bytes() if written.exists() else b"") == before
