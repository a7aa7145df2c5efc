"""What the documents say is true of this commit: code runs, commands exist, links lead somewhere."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from farmstead._build import VERSION
from farmstead.cli import main
from farmstead.server.base.settings import DEFAULT_PORT

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "SECURITY.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
MOST_WORDS = 500  # of the README: one screen, then links


def test_the_readme_is_short_and_has_the_two_commands() -> None:
    words = re.sub(r"```.*?```|\]\([^)]*\)|!\[[^\]]*\]|[*`#|\[\]]", " ", README, flags=re.DOTALL).split()
    assert len(words) <= MOST_WORDS
    assert re.findall(r"```sh\n(.*?)\n```", README) == ["make play", "make test"]


def test_the_readme_names_the_version_and_the_port_that_the_package_has() -> None:
    assert f"Version {VERSION}" in README
    assert f"http://localhost:{DEFAULT_PORT}" in README
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", changelog, re.M)[1].startswith(f"{VERSION} (")


def test_the_python_example_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", COMMANDS, re.S)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "docs/commands.md", "exec"), {})
    assert re.search(r"'total': -?\d+\}\n= -?\d+\n", out.getvalue())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_to_files_of_the_project(document: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\((?!https?:)([^)#]+)", text)
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


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`farmstead ([a-z-]+)", README + COMMANDS))))
def test_every_command_that_is_listed_exists(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert "Usage" in capsys.readouterr().out


def test_every_command_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    known = re.findall(r"^  ([a-z-]+)  ", capsys.readouterr().out.partition("Commands:")[2], re.M)
    assert len(known) >= 19
    assert set(known) <= set(re.findall(r"`farmstead ([a-z-]+)", COMMANDS))


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
    for line in re.findall(r"`farmstead ([^`]+)`", README + COMMANDS):
        words = shlex.split(line)
        main([words[0], "--help"])
        shown = capsys.readouterr().out
        assert all(word in shown for word in words if word.startswith("--")), line
