"""On what and when it was measured, noted beside the results."""

from __future__ import annotations

import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from farmstead import _build
from farmstead.agents.arena.match_folder import write_whole
from scripts.strength.sources import Sources

ABOUT: Final = "about.json"


def note(folder: Path, found: Sources, jobs: int) -> None:
    """Now, here."""
    folder.mkdir(parents=True, exist_ok=True)
    about = {
        "commit": found.commit,
        "machine": processor(),
        "cores": os.cpu_count() or 1,
        "system": platform.system(),
        "python": platform.python_version(),
        "build": _build.build(),
        "farmstead": _build.VERSION,
        "jobs": jobs,
        "date": datetime.now(UTC).date().isoformat(),
    }
    write_whole(folder / ABOUT, json.dumps(about, indent=1) + "\n")


def told(folder: Path) -> str:
    """The machine and the date in a sentence, or nothing when nothing was measured yet."""
    path = folder / ABOUT
    if not path.exists():
        return ""
    about = json.loads(path.read_text(encoding="utf-8"))
    return (
        f"{about['machine']}, {about['cores']} cores, {about['system']}, Python {about['python']}, "
        f"farmstead {about['farmstead']} ({about['build']}), {about['jobs']} games at a time "
        f"(times: one), {about['date']}."
    )


def processor() -> str:
    """Its name as the system knows it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    found = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return found[0] if found else platform.processor() or platform.machine()
