"""docs/research.md and the notebook: what stands there runs."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from farmstead._build import VERSION

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.S)
TRAINING = "MaskablePPO"
NOTEBOOK = ROOT / "examples" / "tour.ipynb"


def test_the_page_cites_this_version() -> None:
    assert f"version = {{{VERSION}}}" in PAGE and f"version {VERSION}, " in PAGE


def test_the_citation_file_says_what_the_page_says() -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    told = dict(line.split(": ", 1) for line in lines if ": " in line and not line.startswith(" "))
    assert told["version"] == VERSION and told["license"] == "MIT" and told["cff-version"] == "1.2.0"
    title, released = told["title"].strip('"'), told["date-released"]
    assert f"title   = {{{title}}}" in PAGE and f"year    = {{{released[:4]}}}" in PAGE
    assert f"## {VERSION} ({released})" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert '  - name: "The Farmstead authors"' in lines and "author  = {{The Farmstead authors}}" in PAGE


def printed(code: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "docs/research.md", "exec"), {})
    return out.getvalue()


@pytest.mark.parametrize("number", [n for n, code in enumerate(BLOCKS) if TRAINING not in code])
def test_the_blocks_run(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow: whole games are played, some against agents that think."""
    monkeypatch.chdir(ROOT)
    printed(BLOCKS[number])


def test_the_ten_lines_train() -> None:
    """Slow: torch is imported, and thousands of decisions are played; fewer than the page says."""
    (code,) = [block for block in BLOCKS if TRAINING in block]
    assert sum(bool(line.strip()) for line in code.splitlines()) <= 10
    shorter = code.replace("20_000", "1").replace("n_eval_episodes=50", "n_eval_episodes=2")
    shorter = shorter.replace("verbose=1", "verbose=0, n_steps=64")
    assert shorter.count("n_eval_episodes=2") == 2 and "learn(1)" in shorter and "n_steps=64" in shorter
    said = printed(shorter)
    assert re.fullmatch(r"points before: \(.*\)\npoints after: \(.*\)\n", said)


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow: a kernel is started, and whole games are played and drawn."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in cells)  # stripped
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    kinds = [kind for cell in cells for output in cell.outputs for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") == 2 and kinds.count("image/png") == 2
    assert "legal actions" in cells[0].outputs[0].text
