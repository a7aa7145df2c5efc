"""Installs packages for make, and says how far it is, or why it failed and what to do.

    python scripts/install.py packages      what farmstead needs, and what builds it
    python scripts/install.py later         farmstead as pure Python, to be compiled later
    python scripts/install.py compiled      farmstead, compiled if there is a C compiler
    python scripts/install.py dev           the tools for development
    python scripts/install.py docs          what builds the site of the docs
    python scripts/install.py research      farmstead as pure Python, what researchers use, what tests that
    python scripts/install.py yardsticks    two engines that `make bench` is read beside
    python scripts/install.py drawing       what PettingZoo's connect_four draws with, beside the libraries

It runs in the virtual environment that it fills, before anything else is there, so it uses the standard
library alone. All that pip said is in install.log of that environment.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
LOG: Final = Path(sys.prefix) / "install.log"
QUIET_S: Final = 5.0  # where nobody sees a line change, so long between two that say how far it is
FOUND: Final = re.compile(r"\s*(?:Collecting|Processing|Obtaining) ([\w.\-/]+)")
FETCHED: Final = re.compile(r"\s*(?:Downloading|Using cached) \S+ \(([\d.]+) ([kMG]?B)\)")
UNPACKING: Final = re.compile(r"Installing collected packages: (.*)")
# OpenSpiel's value iteration asks for cvxpy; the others run the tests.
RESEARCH_TOOLS: Final = ("cvxpy==1.9.3", "hypothesis", "pytest", "pytest-cov", "pytest-xdist")
YARDSTICKS: Final = ("chess==1.11.2", "open_spiel==2.0.2")
DRAWING: Final = "pygame==2.6.1"  # among the libraries, it makes their tests warn
UNITS: Final = {"B": 1e-6, "kB": 1e-3, "MB": 1.0, "GB": 1e3}


class Failure(NamedTuple):
    """What pip says when something is wrong, and what it means."""

    said: str
    meaning: str


# The first that fits counts.
FAILURES: Final = [
    Failure(
        r"No space left on device|Errno 28|Disk quota exceeded",
        "The disk is full. Make room (about 400 MB; 2 GB for what researchers use) and try again.",
    ),
    Failure(
        r"ResolutionImpossible|conflicting dependencies|The user requested \(constraint\)",
        "The versions in constraints.txt do not go together with pyproject.toml."
        " Take constraints.txt as it is in the repository, or write it anew: make constraints",
    ),
    Failure(
        r"Invalid requirement|InvalidVersion|Expected (?:end|package name)|Invalid constraint",
        "constraints.txt or pyproject.toml has a line that is no requirement; the line is named below."
        " Take the file as it is in the repository.",
    ),
    Failure(
        r"name resolution|Name or service not known|nodename nor servname|NewConnectionError|ConnectionError"
        r"|ConnectTimeout|ReadTimeout|Read timed out|ProxyError|SSLError|Network is unreachable"
        r"|Connection (?:refused|reset|aborted)|No route to host|Remote end closed",
        "The package index cannot be reached. Is there a network, or a proxy to be named (HTTPS_PROXY)?"
        " Try again when there is; what has been fetched is kept.",
    ),
    Failure(
        r"No matching distribution found for|Could not find a version that satisfies",
        "A version that constraints.txt names cannot be had for this Python and system; it is named below."
        " Try a newer Python (make clean, then make PYTHON=/path/to/python3 play), or other versions: make"
        " constraints",
    ),
    Failure(
        r"Permission denied|Errno 13|Read-only file system",
        "A file cannot be written; it is named below. Run make as the user who owns this folder.",
    ),
]


class Progress:
    """One line that changes in a terminal; elsewhere a line every few seconds."""

    def __init__(self) -> None:
        self._is_terminal = sys.stdout.isatty()
        self._told_at = time.monotonic()

    def show(self, text: str) -> None:
        if self._is_terminal:
            print(f"\r\033[K  {text[:75]}", end="", flush=True)
        elif time.monotonic() - self._told_at >= QUIET_S:
            print(f"  {text}", flush=True)
            self._told_at = time.monotonic()

    def end(self) -> None:
        if self._is_terminal:
            print("\r\033[K", end="", flush=True)


class Installed(NamedTuple):
    """What pip has done, and how long it took."""

    packages: int
    megabytes: float
    fetch_s: float
    install_s: float

    def __str__(self) -> str:
        fetched = f"{self.megabytes:.0f} MB in {self.fetch_s:.1f} s"
        return f"{self.packages} packages: fetched {fetched}, installed in {self.install_s:.1f} s."


def install(*arguments: str, **environment: str) -> Installed:
    """Let pip install that; ends with a sentence when it cannot."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--progress-bar", "off"]
    env = {**os.environ, "PYTHONUNBUFFERED": "1", **environment}
    begun = time.monotonic()
    unpacked_at, packages, megabytes, found = 0.0, 0, 0.0, 0
    progress = Progress()
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with (
        LOG.open("w", encoding="utf-8") as log,
        subprocess.Popen(
            [*command, *arguments], cwd=ROOT, env=env, text=True, errors="replace", **pipes
        ) as pip,
    ):
        for line in pip.stdout or ():
            log.write(line)
            if match := FOUND.match(line):
                found += 1
                progress.show(f"package {found}: {match[1].rsplit('/', 1)[-1]}")
            elif match := FETCHED.match(line):
                megabytes += float(match[1]) * UNITS[match[2]]
            elif match := UNPACKING.match(line):
                unpacked_at, packages = time.monotonic(), len(match[1].split(","))
                progress.show(f"unpacking {packages} packages")
    progress.end()
    if pip.returncode:
        sys.exit(sentence(LOG.read_text(encoding="utf-8")))
    ended = time.monotonic()
    unpacked_at = unpacked_at or ended
    return Installed(packages, megabytes, unpacked_at - begun, ended - unpacked_at)


def sentence(said: str) -> str:
    """Why pip failed, what to do, and what it said itself."""
    meaning = next(
        (failure.meaning for failure in FAILURES if re.search(failure.said, said)),
        "pip could not install what is needed.",
    )
    errors = [line for line in said.splitlines() if re.match(r"\s*(ERROR|error|OSError)\b", line)]
    named = "\n".join(f"  {line.strip()[:300]}" for line in (errors or said.splitlines())[-3:])
    return f"{meaning}\n{named}\nAll that pip said: {LOG}"


def project() -> dict[str, Any]:
    """pyproject.toml."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)


def main(what: str) -> None:
    try:
        run(what)
    except OSError as error:
        sys.exit(sentence(f"ERROR: {error}"))
    except KeyboardInterrupt:
        sys.exit(130)


def run(what: str) -> None:
    asked = project()
    needed: list[str] = asked["project"]["dependencies"]
    if what == "packages":
        print("Fetching the packages that farmstead needs …", flush=True)
        print(install("--no-compile", *needed, *asked["build-system"]["requires"]), flush=True)
    elif what == "later":
        pure = os.environ.get("FARMSTEAD_PURE", "")
        later = pure if pure not in ("", "0") else "later"
        install("--no-compile", "--no-deps", "--no-index", "--no-build-isolation", ".", FARMSTEAD_PURE=later)
    elif what == "compiled":
        print("Installing farmstead, compiled (the first time takes a minute or two) …", flush=True)
        install(".")
    elif what == "dev":
        print("Installing the tools for development …", flush=True)
        print(install(*needed, *asked["project"]["optional-dependencies"]["dev"]), flush=True)
    elif what == "docs":
        print("Installing what builds the docs …", flush=True)
        print(install(*needed, *asked["project"]["optional-dependencies"]["docs"]), flush=True)
    elif what == "research":
        print("Installing what researchers use (1.5 GB, most of it torch) …", flush=True)
        extras = asked["project"]["optional-dependencies"]
        ray = [package for package in extras["dev"] if package.startswith("ray")]
        print(install(".[research,examples]", *RESEARCH_TOOLS, *ray, FARMSTEAD_PURE="1"), flush=True)
    elif what == "yardsticks":
        print("Installing the engines that make bench is read beside …", flush=True)
        print(install(*YARDSTICKS), flush=True)
    elif what == "drawing":
        print("Installing what connect_four draws with …", flush=True)
        print(install("--upgrade", "--target", str(Path(sys.prefix) / "yardsticks"), DRAWING), flush=True)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
