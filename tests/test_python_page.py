"""docs/python.md: every block of code runs, one after the other, and prints what stands beneath it."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "python.md"
BLOCK = re.compile(r"```python\n(.*?)```(?:\n\n```\n(.*?)```)?", re.S)


def test_every_block_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow: a search and five whole games."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    known: dict[str, Any] = {"__name__": "page"}
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) >= 9
    for code, printed in blocks:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, PAGE.name, "exec"), known)
        assert out.getvalue() == printed
    assert (tmp_path / "valley.svg").read_text().startswith("<svg")
    assert (tmp_path / "valley.png").read_bytes().startswith(b"\x89PNG")


def test_the_search_of_the_page_has_forty_lines() -> None:
    (code,) = [code for code, _ in BLOCK.findall(PAGE.read_text(encoding="utf-8")) if "class Node" in code]
    search = code[code.index("class Node") : code.index("table = load")]
    assert len([line for line in search.splitlines() if line.strip()]) <= 42
