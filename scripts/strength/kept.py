"""What studies find, kept number by number, as the arena keeps the results of a match."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from farmstead.agents.arena.match_folder import BadFolder, JsonLinesFile, whole_lines, write_whole
from scripts.strength.tasks import Finding, Study

STUDY: Final = "study.json"
FINDINGS: Final = "findings.jsonl"


class Kept:
    """The findings of a study on disk; as a context it holds the folder for itself."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder = folder
        self.study = study
        self.findings: dict[int, Finding] = {}
        self._lines = JsonLinesFile(folder / FINDINGS)

    def __enter__(self) -> Kept:
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (self.folder / STUDY).exists():
            write_whole(self.folder / STUDY, json.dumps(described(self.study), indent=1) + "\n")
        elif not is_of(self.folder, self.study):
            raise BadFolder(f"{self.folder} was made with other settings; remove it to begin anew")
        lines = self._lines.held(f"{self.folder}: another program is at work on this just now")
        self.findings = read(self.study, lines)
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()

    def missing(self) -> list[int]:
        return [number for number in range(1, self.study.count + 1) if number not in self.findings]

    def add(self, number: int, finding: Finding) -> None:
        self._lines.add({"number": number, **finding})
        self.findings[number] = finding
        self._lines.keep()


def findings_in(study: Study, folder: Path) -> dict[int, Finding]:
    """What has been found so far, also while more is looked for."""
    return read(study, whole_lines(folder / FINDINGS)) if is_of(folder, study) else {}


def read(study: Study, lines: Iterable[bytes]) -> dict[int, Finding]:
    found: dict[int, Finding] = {}
    for line in lines:
        finding: dict[str, Any] = json.loads(line)  # `Any`: each study knows what it has found
        number = finding.pop("number")
        if number <= study.count:
            found[number] = finding
    return found


def is_of(folder: Path, study: Study) -> bool:
    """Whether the folder has findings of this very study; how many numbers it has does not matter."""
    path = folder / STUDY
    return path.exists() and json.loads(path.read_text(encoding="utf-8")) == described(study)


def described(study: Study) -> dict[str, object]:
    settings: dict[str, object] = json.loads(json.dumps(asdict(study.settings)))
    return {"work": study.work.__name__, **settings}
