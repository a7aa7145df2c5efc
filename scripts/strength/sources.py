"""Which sources are measured. Their commit gives the seeds and the folder for what is found.

It is the last commit that changed anything of the rules or the agents: the page with the figures can be
committed, and the same command still stands for the same games.
"""

import hashlib
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

from farmstead import _build, shelf
from farmstead.engine.contract import BadSetup

ROOT: Final = Path(__file__).resolve().parent.parent.parent
KEPT: Final = ROOT / "build" / "strength"
PACKAGE: Final = "src/farmstead"
PARTS: Final = ("rules", "evaluator")  # of each game
MEASURED: Final = (
    *(f"{PACKAGE}/{part}" for part in ("engine", "evaluators", "agents", "shelf.py", "_build.py")),
    *(f"src/{shelf.row(name).package.replace('.', '/')}/{part}" for name in shelf.names() for part in PARTS),
    f":(exclude){PACKAGE}/agents/review",  # it only explains
)
DIGITS: Final = 12


class Sources(NamedTuple):
    """What is measured."""

    commit: str
    changes: str  # a digest of what is not committed, empty when all is

    @property
    def seed(self) -> str:
        """Of all matches: it follows from the commit alone."""
        return self.commit[:DIGITS]

    def folder(self, quick: bool) -> Path:
        """Where everything that is found of these sources is kept, each build for itself."""
        marks = [
            self.seed,
            *([f"changed-{self.changes}"] if self.changes else []),
            *([_build.build()] if _build.build() != "compiled" else []),
            *(["quick"] if quick else []),
        ]
        return KEPT / "-".join(marks)


def sources(root: Path = ROOT, measured: tuple[str, ...] = MEASURED) -> Sources:
    """The sources as they are; BadSetup when they have no commit."""
    commit = git(root, "log", "-1", "--format=%H", "--", *measured).decode().strip()
    if not commit:
        raise BadSetup("the seeds follow from the commit of the sources, and nothing is committed here")
    return Sources(commit, changes(root, measured))


def changes(root: Path, measured: tuple[str, ...]) -> str:
    """A digest of what differs from the commit, new files included."""
    differing = git(root, "diff", "HEAD", "--", *measured)
    new = git(root, "ls-files", "--others", "--exclude-standard", "-z", "--", *measured)
    names = [name for name in new.decode().split("\0") if name]
    if not differing and not names:
        return ""
    digest = hashlib.sha256(differing)
    for name in names:
        digest.update(name.encode() + b"\0" + (root / name).read_bytes())
    return digest.hexdigest()[:8]


def git(root: Path, *words: str) -> bytes:
    """What git says; BadSetup when it cannot."""
    try:
        return subprocess.run(["git", *words], cwd=root, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise BadSetup(
            "the seeds follow from the commit of the sources: this needs git and a repository"
        ) from None
