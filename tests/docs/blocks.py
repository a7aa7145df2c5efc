"""The blocks of code in README, docs and help, and what is to be done with those that show commands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from scripts.docs_site import left_out

ROOT: Final = Path(__file__).parent.parent.parent
DOCUMENTS: Final = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *[path for path in sorted((ROOT / "docs").glob("*.md")) if f"docs/{path.name}" not in left_out()],
    # Those in French and German show the same blocks: tests/server/pages/test_help.py.
    *sorted((ROOT / "src" / "farmstead" / "help" / "en").glob("*.md")),
]
FENCED: Final = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
CODE: Final = ("sh", "python")
RECORD: Final = "farmstead record 1"  # a file, not a command
# With one of these a block begins that shows commands without saying so.
PROGRAMS: Final = re.compile(
    r"/|(?:alias|apt|ask|cd|curl|deploy/install\.sh|docker|farmstead|git|install|make|mv|pip|pipx|podman|python3?"
    r"|set|sudo|systemctl)\s"
)


class Block(NamedTuple):
    """A block that shows commands, or a program."""

    file: str  # as seen from the folder of the project
    language: str
    text: str

    @property
    def first(self) -> str:
        """Its first line, by which it is named."""
        return self.text.partition("\n")[0].strip()


class Entry(NamedTuple):
    """A block that is not run as it stands."""

    file: str
    begins: str  # its first line does
    why: str
    run_by: str = ""  # the test that runs it, or does the same
    change: Mapping[str, str] = {}  # it is run by tests/docs, with this instead of that

    def names(self, block: Block) -> bool:
        return block.file == self.file and block.first.startswith(self.begins)


def found_in(path: Path) -> list[Block]:
    """The blocks of a document that are to be run."""
    text = path.read_text(encoding="utf-8")
    blocks = []
    for indent, language, inside in FENCED.findall(text):
        lines = re.sub(rf"^{indent}", "", inside, flags=re.MULTILINE)
        shows_commands = PROGRAMS.match(lines) and not lines.startswith(RECORD)
        if language in CODE or (not language and shows_commands):
            blocks.append(Block(path.relative_to(ROOT).as_posix(), language or "sh", lines))
    return blocks


def listed() -> list[Entry]:
    """What stands in blocks.toml."""
    entries = tomllib.loads((Path(__file__).parent / "blocks.toml").read_text(encoding="utf-8"))["block"]
    return [Entry(**entry) for entry in entries]


BLOCKS: Final = [block for path in DOCUMENTS for block in found_in(path)]
COMMANDS: Final = [block for block in BLOCKS if block.language == "sh"]
LISTED: Final = listed()


def entry_of(block: Block) -> Entry | None:
    return next((entry for entry in LISTED if entry.names(block)), None)
