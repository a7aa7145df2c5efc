"""Which farmstead this is: its version, and whether the rules run compiled or interpreted.

A package that was installed without compiling (`make play`) carries the key of its sources, and takes their
compiled build from the user's cache once it is there: `scripts/compile.py` puts it there. A process takes all
of it or nothing, decided when it imports the first module that could be compiled.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import IO, Final, final

from farmstead.places import cache_folder

VERSION: Final = "0.1.0"
PACKAGE: Final = Path(__file__).parent
KEY_FILE: Final = PACKAGE / "compiled.key"  # a key, then the names of the modules it is for, one to a line
COMMIT_FILE: Final = PACKAGE / "commit.txt"  # in a package that was built from a commit
MANIFEST: Final = "manifest.json"  # of a compiled build: the digest of each of its files
SUFFIX: Final = EXTENSION_SUFFIXES[0]  # says which interpreter it is for


def version() -> str:
    """The version of the package; pyproject.toml reads it from this file."""
    return VERSION


@cache
def commit() -> str:
    """The commit of the sources, such as `1a2b3c4d5e6f`, with a + after changes; empty if unknown."""
    try:
        return COMMIT_FILE.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        root = PACKAGE.parent.parent
    return commit_of(root) if PACKAGE.parent.name == "src" and (root / "pyproject.toml").is_file() else ""


def commit_of(root: Path) -> str:
    """Of sources as git has them; empty where git does not know."""
    from subprocess import CalledProcessError, run

    command = ["git", "-C", str(root), "describe", "--always", "--dirty=+", "--exclude=*", "--abbrev=12"]
    try:
        return run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, CalledProcessError):
        return ""


def version_and_commit() -> str:
    """What tells two builds apart: `0.1.0, commit 1a2b3c4d5e6f`."""
    return f"{VERSION}, commit {commit()}" if commit() else VERSION


def build() -> str:
    """`compiled` or `interpreted`, found out by looking for the engine and importing nothing of it."""
    if cached_modules():
        return "compiled"
    spec = PathFinder.find_spec("farmstead.engine.contract", [str(PACKAGE / "engine")])
    found = spec is not None and isinstance(spec.loader, ExtensionFileLoader)
    return "compiled" if found else "interpreted"


def has_compiled() -> bool:
    """Whether a process that is started now would run compiled; this one may have begun too early."""
    folder = _folder()
    return build() == "compiled" or (folder is not None and (folder / MANIFEST).exists())


@cache
def key() -> str:
    """The key of the sources, by which their compiled build is found; empty where none is looked for."""
    return _key_lines()[0]


@cache
def _key_lines() -> tuple[str, ...]:
    try:
        return tuple(KEY_FILE.read_text(encoding="ascii").split()) or ("",)
    except (OSError, ValueError):
        return ("",)


def builds_folder() -> Path:
    """Where compiled builds are kept, one folder each."""
    return cache_folder() / "compiled"


def folder_of(sources: str) -> Path:
    """Where the compiled build of those sources is for this interpreter on this machine."""
    from hashlib import sha256

    return builds_folder() / sha256("\n".join([sources, *interpreter()]).encode()).hexdigest()[:32]


def interpreter() -> list[str]:
    """All of this interpreter and this machine on which it depends whether a compiled file can be used."""
    names = getattr(os, "confstr_names", {})
    libc = os.confstr("CS_GNU_LIBC_VERSION") if "CS_GNU_LIBC_VERSION" in names else None
    machine = os.uname().machine if hasattr(os, "uname") else ""
    return [sys.version, SUFFIX, sys.platform, machine, libc or ""]


@cache
def _folder() -> Path | None:
    """Where the compiled build of this package is, or will be; None where none is looked for."""
    try:
        return folder_of(key()) if key() else None
    except RuntimeError:  # nobody knows the user's home
        return None


# ---- taking it from the cache ------------------------------------------------------------------------------


@final
class CompiledFinder:
    """Finds compiled modules in the user's cache, before the path is looked through."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in _key_lines():
            return None
        file = cached_modules().get(name)
        return None if file is None else spec_from_file_location(name, file)


def use_cache() -> None:
    """From now on import compiled modules from the user's cache, if this package looks for any."""
    if key() and not any(isinstance(finder, CompiledFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, CompiledFinder())


@cache
def cached_modules() -> Mapping[str, Path]:
    """The files of the compiled build by module; none where there is none, or it is damaged."""
    folder = _folder()
    return {} if folder is None else opened_build(folder, _key_lines()[1:])


_held: Final[
    list[IO[bytes]]
] = []  # manifests of builds in use: as long as they are locked nobody removes them


def opened_build(folder: Path, wanted: Sequence[str]) -> Mapping[str, Path]:
    """The wanted modules of a build, every file of which is as it was written; none where one is not."""
    try:
        manifest = (folder / MANIFEST).open("rb")
    except OSError:
        return {}
    try:
        if _is_ours(folder) and locked(manifest, shared=True):
            modules = _checked(folder, json.load(manifest), wanted)
            _held.append(manifest)
            return modules
    except (OSError, ValueError, TypeError, KeyError, AttributeError):  # damaged, whatever it is
        pass
    manifest.close()
    return {}


def _is_ours(folder: Path) -> bool:
    """Nobody runs what another user has put there."""
    return not hasattr(os, "geteuid") or folder.stat().st_uid == os.geteuid()


def _checked(
    folder: Path, manifest: Mapping[str, Mapping[str, str]], wanted: Sequence[str]
) -> dict[str, Path]:
    from hashlib import sha256

    modules: dict[str, Path] = {}
    for name, digest in manifest["files"].items():
        file = folder / name
        if sha256(file.read_bytes()).hexdigest() != digest:
            raise ValueError(f"{file} is damaged")
        modules[name.removesuffix(SUFFIX).replace("/", ".")] = file
    if set(modules) != set(wanted):
        raise ValueError(f"{folder} is not of these sources")
    return modules


def locked(file: IO[bytes], shared: bool = False, wait: bool = False) -> bool:
    """Lock a file until it is closed; where the system has no such locks, everybody gets one."""
    try:
        import fcntl
    except ImportError:
        return True
    kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    try:
        fcntl.flock(file, kind if wait else kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
