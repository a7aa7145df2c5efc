"""Compiles the rules into the user's cache, at low priority, where farmstead finds them at its next start.

    python -m scripts.compile

In a terminal it begins at once. Elsewhere it begins when it reads a line, and ends when its input ends: so it
neither gets in the way of a server that is starting nor outlives it. A build is made in a folder of its own
and renamed when it is whole, so whatever is interrupted is never used; the next one that compiles removes it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Thread
from typing import Final

import hatch_build
from farmstead import _build

ROOT: Final = Path(__file__).parent.parent
SOURCES: Final = (
    "pyproject.toml",
    "constraints.txt",
    "hatch_build.py",
    "README.md",
    "LICENSE",
    "src/farmstead",
)
STDIN: Final = 0
LINE_BYTES: Final = 64
KEPT_BUILDS: Final = 4
NICENESS: Final = 19
UNFINISHED: Final = "unfinished-"
ABANDONED_S: Final = 600.0  # so old a folder without a lock is nobody's: who makes one locks it at once
# Loads the group of all modules: that fails where it does not fit, or nothing may be run from that folder.
TRIAL: Final = """
import sys
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location(sys.argv[1], sys.argv[2])
module_from_spec(spec)
"""


class NotCompiled(Exception):
    """The message says why."""


def main() -> None:
    if not wait_for_begin():
        return
    Thread(target=end_with_input, daemon=True).start()
    step_back()
    begun = time.monotonic()
    try:
        compiled(ROOT)
    except (NotCompiled, OSError) as error:
        print(f"The rules could not be compiled: {error}. All works, only slower.", flush=True)
        return
    seconds = time.monotonic() - begun
    print(
        f"Compiled in {seconds:.0f} s: bots use it from now on, everything else from the next start on.",
        flush=True,
    )


def wait_for_begin() -> bool:
    """Until somebody says so; whether somebody has."""
    return sys.stdin.isatty() or bool(os.read(STDIN, LINE_BYTES))


def end_with_input() -> None:
    """In a thread: end this process and all that it has started when nobody holds the other end any more."""
    if sys.stdin.isatty():
        return
    while os.read(STDIN, LINE_BYTES):
        pass
    os.killpg(os.getpgrp(), signal.SIGKILL)


def step_back() -> None:
    """Run only when nothing else wants to."""
    os.nice(NICENESS)
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


# ---- one build ---------------------------------------------------------------------------------------------


def compiled(root: Path) -> Path:
    """Compile these sources into the cache, unless they are there; where they are then."""
    builds = _build.builds_folder()
    builds.mkdir(parents=True, exist_ok=True)
    remove_unfinished(builds)
    work = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=builds))
    with (work / "lock").open("wb") as lock:  # as long as it is held this folder belongs to somebody
        _build.locked(lock)
        try:
            snapshot(root, work / "sources")
            key, *modules = hatch_build.key_lines(work / "sources")
            folder = _build.folder_of(key)
            with (builds / f"{folder.name}.lock").open("wb") as turn:
                _build.locked(turn, wait=True)  # who else compiles these may be done first
                if not _build.opened_build(folder, modules):
                    make_build(work, modules)
                    put(work / "build", folder)
                prune(builds, folder)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    return folder


def snapshot(root: Path, to: Path) -> None:
    """The sources as they are now: they may be changed while they are compiled."""
    for name in SOURCES:
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        if (root / name).is_dir():
            shutil.copytree(root / name, to / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        elif (root / name).exists():
            shutil.copyfile(root / name, to / name)


def make_build(work: Path, modules: list[str]) -> None:
    """Let pip compile a wheel, with the tools of constraints.txt, and take the compiled modules out of it."""
    temporary = work / "temporary"
    temporary.mkdir()
    pins = str(work / "sources" / "constraints.txt")
    env = {name: value for name, value in os.environ.items() if name not in ("CFLAGS", "CPPFLAGS", "LDFLAGS")}
    env |= {
        "TMPDIR": str(temporary),
        "PIP_CONSTRAINT": pins,
        "PIP_BUILD_CONSTRAINT": pins,
        "FARMSTEAD_PURE": "",
    }
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-deps"]
    isolation = ["--no-build-isolation"] if has_tools(work / "sources") else []
    command = [*pip, *isolation, "--wheel-dir", str(work / "wheel"), str(work / "sources")]
    with (work / "log").open("wb") as log:
        done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False)
    kept = _build.builds_folder() / "last.log"
    shutil.copyfile(work / "log", kept)
    wheels = list((work / "wheel").glob("*.whl"))
    if done.returncode or not wheels:
        raise NotCompiled(f"pip failed; it is written down in {kept}")
    files: dict[str, str] = {}
    with zipfile.ZipFile(wheels[0]) as wheel:
        for name in wheel.namelist():
            if name.endswith(_build.SUFFIX):
                wheel.extract(name, work / "build")
                files[name] = hashlib.sha256(wheel.read(name)).hexdigest()
    names = [name.removesuffix(_build.SUFFIX).replace("/", ".") for name in files]
    if sorted(names) != sorted(modules):
        raise NotCompiled(f"the C compiler failed; it is written down in {kept}")
    group = work / "build" / f"{modules[0]}{_build.SUFFIX}"
    tried = subprocess.run(
        [sys.executable, "-c", TRIAL, modules[0], str(group)], capture_output=True, check=False
    )
    if tried.returncode:
        raise NotCompiled(f"{group.name} cannot be loaded from {_build.builds_folder()}")
    manifest = {"farmstead": _build.VERSION, "interpreter": _build.interpreter(), "files": files}
    (work / "build" / _build.MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")


def has_tools(sources: Path) -> bool:
    """Whether what compiles is here in just those versions; else pip gets it, for this once."""
    for line in hatch_build.pins(sources):
        name, _, pinned = line.partition(";")[0].strip().partition("==")
        try:
            if version(name) != pinned:
                return False
        except PackageNotFoundError:
            return False
    return bool(hatch_build.pins(sources))


def put(build: Path, folder: Path) -> None:
    """Rename a whole build to where it is looked for; a damaged one that is there makes room."""
    for path in [path for path in build.rglob("*") if path.is_file()]:
        with path.open("rb") as file:
            os.fsync(file.fileno())
    if folder.exists():
        folder.rename(build.parent / "damaged")
    build.rename(folder)


# ---- room for a few ----------------------------------------------------------------------------------------


def remove_unfinished(builds: Path) -> None:
    """What others have left whose end came too early; those who are still at it hold their lock."""
    for work in builds.glob(f"{UNFINISHED}*"):
        if (work / "lock").exists():
            remove(work, work / "lock")
        elif time.time() - work.stat().st_mtime > ABANDONED_S:
            shutil.rmtree(work, ignore_errors=True)


def prune(builds: Path, used: Path) -> None:
    """Keep the few that were used last, and those that somebody uses now."""
    found = [path for path in builds.iterdir() if (path / _build.MANIFEST).exists() and path != used]
    for folder in sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT_BUILDS - 1 :]:
        remove(folder, folder / _build.MANIFEST)
        (builds / f"{folder.name}.lock").unlink(missing_ok=True)


def remove(folder: Path, lock: Path) -> None:
    """Unless somebody holds its lock: first out of sight, then altogether."""
    try:
        with lock.open("rb") as file:
            if _build.locked(file):
                gone = folder.rename(folder.with_name(f"{UNFINISHED}removed-{folder.name}"))
                shutil.rmtree(gone, ignore_errors=True)
    except OSError:
        pass  # another has removed it, or it is just being made


if __name__ == "__main__":
    main()
