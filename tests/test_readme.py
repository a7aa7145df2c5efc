"""What the documents say is true of this commit: code runs, commands exist, links lead somewhere."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from farmstead.cli import main

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.S)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "README.md", "exec"), {})
    assert re.search(r"'total': -?\d+\}\n= -?\d+\n", out.getvalue())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_to_files_of_the_project(document: Path) -> None:
    prose = re.sub(r"`[^`\n]+`", "", document.read_text(encoding="utf-8"))
    links = re.findall(r"\]\((?!https?:)([^)#]+)", prose)
    missing = [link for link in links if not (document.parent / link).exists()]
    assert not missing


def test_files_that_a_task_touches_are_there() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (tasks,) = re.findall(r"## Where do I …\n(.*?)\n## ", contributing, re.S)
    named = re.findall(r"`((?:client|games|render|rulebooks|server|tests|scripts)/[^`A-Z{]*)`", tasks)
    bases = (ROOT / "src" / "farmstead", ROOT)
    missing = [name for name in named if not [path for base in bases for path in base.glob(name)]]
    assert len(named) > 20
    assert not missing


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`farmstead (\w+)", README))))
def test_every_command_of_the_readme_exists(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert "Usage" in capsys.readouterr().out


def test_make_targets_named_in_the_documents_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.M))
    named = {
        name
        for path in DOCUMENTS
        for name in re.findall(r"`make ([a-z-]+)", path.read_text(encoding="utf-8"))
    }
    assert named <= targets


def test_options_shown_with_commands_are_options_they_have(capsys: pytest.CaptureFixture[str]) -> None:
    for line in re.findall(r"`farmstead ([^`]+)`", README):
        words = shlex.split(line)
        main([words[0], "--help"])
        shown = capsys.readouterr().out
        assert all(word in shown for word in words if word.startswith("--")), line
