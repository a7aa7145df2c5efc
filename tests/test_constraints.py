"""constraints.txt: exact versions within the ranges of pyproject.toml; ranges that end where they have to."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections.abc import Collection, Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LINES = [
    line
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    "linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    "darwin": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    "win32": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
}

# Where the sources use a part of a library that its makers may change without a word: each such library needs
# an upper bound. Names of attributes, and modules that the library's documentation does not promise.
PRIVATE_NAMES = {"_captured_signals": "uvicorn"}
PRIVATE_MODULES = {
    "uvicorn._types": "uvicorn",
    "uvicorn.protocols.http.flow_control": "uvicorn",
    "uvicorn.protocols.http.httptools_impl": "uvicorn",
}
# They begin with an underline and are documented: of named tuples, SQLAlchemy's rows, the standard library,
# PettingZoo's environments.
DOCUMENTED = {"_asdict", "_fields", "_replace", "_make", "_mapping", "_exit"}
DOCUMENTED |= {"_accumulate_rewards", "_was_dead_step"}


@cache
def pins() -> dict[str, list[Requirement]]:
    """By name; a package may have several lines for different Pythons and systems."""
    found: dict[str, list[Requirement]] = {}
    for line in LINES:
        pin = Requirement(line)
        found.setdefault(canonicalize_name(pin.name), []).append(pin)
    return found


def version_of(pin: Requirement) -> Version:
    (only,) = pin.specifier
    assert only.operator == "==" and "*" not in only.version, pin
    return Version(only.version)


def wanted(without: Collection[str] = ()) -> Iterator[Requirement]:
    """All that pyproject.toml and the build ask for, perhaps without some extras."""
    project = PROJECT["project"]
    extras = project["optional-dependencies"]
    lists = [project["dependencies"], *[extras[name] for name in extras if name not in without]]
    lists.append(PROJECT["build-system"]["requires"])
    lists.append(
        re.findall(r'"((?:mypy|setuptools)[=>][^"]+)"', (ROOT / "hatch_build.py").read_text("utf-8"))
    )
    assert len(lists[-1]) == 2
    yield from [Requirement(text) for texts in lists for text in texts]


def environments() -> list[dict[str, str]]:
    made = []
    for python in PYTHONS:
        for system in SYSTEMS.values():
            here = {key: str(value) for key, value in default_environment().items()}
            made.append({**here, **system, "python_version": python, "python_full_version": f"{python}.1"})
    return made


def test_every_line_is_one_exact_version() -> None:
    assert len(LINES) > 50
    for line in LINES:
        assert version_of(Requirement(line)), line
        assert "@" not in line and "/" not in line  # from wherever this machine gets its packages
    assert all(len({str(pin.marker) for pin in several}) == len(several) for several in pins().values())


def test_versions_are_within_the_ranges() -> None:
    for requirement in wanted():
        found = pins().get(canonicalize_name(requirement.name), [])
        assert found, f"{requirement} is missing: make constraints"
        for pin in found:
            assert version_of(pin) in requirement.specifier, f"{pin} is not {requirement}: make constraints"


def test_there_is_one_version_for_every_python_and_system() -> None:
    for environment in environments():
        for requirement in wanted():
            if requirement.marker is None or requirement.marker.evaluate(environment):
                found = pins()[canonicalize_name(requirement.name)]
                fitting = [pin for pin in found if pin.marker is None or pin.marker.evaluate(environment)]
                assert len(fitting) == 1, (requirement, environment)


def installed() -> dict[str, str]:
    """The version of everything here that the package or its extras need, directly or not.

    But for the extras `research` and `examples`, which are installed in .venv-research, and `docs`, which is
    installed when the site is built.
    """
    found: dict[str, str] = {}
    waiting = [(requirement, "") for requirement in wanted(without=("research", "examples", "docs"))]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        if (name, frozenset(requirement.extras)) in seen:
            continue
        seen.add((name, frozenset(requirement.extras)))
        distribution = metadata.distribution(name)
        found[name] = distribution.version
        for text in distribution.requires or []:
            waiting += [(Requirement(text), each) for each in ("", *requirement.extras)]
    return found


def test_what_is_installed_is_what_is_pinned() -> None:
    versions = installed()
    assert len(versions) > 50
    for name, version in versions.items():
        fitting = [pin for pin in pins().get(name, []) if pin.marker is None or pin.marker.evaluate()]
        assert len(fitting) == 1, f"{name} is not in constraints.txt: make constraints"
        assert Version(version) == version_of(fitting[0]), f"{name} {version} is installed, not {fitting[0]}"


@pytest.mark.parametrize("target", [".venv/.playable", ".venv/.installed", ".venv/.dev", "build"])
def test_make_installs_and_builds_with_these_versions(target: str) -> None:
    """Every command with pip in it, or what builds a wheel; as make would run them in a fresh folder."""
    told = subprocess.run(
        ["make", "--dry-run", "--always-make", "PYTHON=python3", target],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    lines = [line for line in told.splitlines() if re.search(r"-m (pip|build)\b|scripts/install\.py", line)]
    assert lines
    for line in lines:
        assert "PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt " in line, line


def test_make_installs_anew_when_a_version_changes() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^SOURCES = .*\bconstraints\.txt\b", text, re.M)
    assert re.search(r"^\$\(VENV\)/\.dev: .*\bconstraints\.txt\b", text, re.M)
    assert all(re.fullmatch(r"[a-z-]+@\d+\.\d+\.\d+", word) for word in re.findall(r"\S+@\d\S*", text))


# ---- private parts of libraries ----------------------------------------------------------------------------


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for folder in ("src", "scripts", "benchmarks"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def foreign_names() -> set[str]:
    """Attributes that begin with an underline and that nothing in the sources defines."""
    used: set[str] = set()
    defined: set[str] = set()
    for _, tree in sources():
        for node in ast.walk(tree):
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    defined.add(name)
                case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                    defined.add(name)
                case ast.Attribute(attr=name) if is_private(name):
                    used.add(name)
                case ast.Name(id=name, ctx=ast.Store()):
                    defined.add(name)
                case ast.Call(
                    func=ast.Name(id="getattr" | "setattr"), args=[_, ast.Constant(value=str(name)), *_]
                ):
                    used |= {name} if is_private(name) else set()
    return used - defined - DOCUMENTED


def foreign_modules() -> set[str]:
    """Modules of libraries with an underline before a part of their name, or of uvicorn's machinery."""
    found: set[str] = set()
    for _, tree in sources():
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module, *[f"{node.module}.{alias.name}" for alias in node.names]]
            names = [
                name for name in names if name.split(".")[0] not in ("farmstead", "scripts", "benchmarks")
            ]
            private = [name for name in names if any(is_private(part) for part in name.split("."))]
            found |= {name for name in private if name.islower()}  # a class or type belongs to its module
            found |= {name for name in names if name.startswith("uvicorn.") and name.islower()}
    return found


@pytest.mark.more
def test_private_parts_that_are_used_are_listed() -> None:
    """Slow: all files of the package are parsed."""
    assert foreign_names() == set(PRIVATE_NAMES)
    assert foreign_modules() == set(PRIVATE_MODULES)


def test_a_library_whose_private_parts_are_used_has_an_upper_bound() -> None:
    bounds = {
        str(canonicalize_name(each.name)): each.specifier
        for each in map(Requirement, PROJECT["project"]["dependencies"])
    }
    for library in {*PRIVATE_NAMES.values(), *PRIVATE_MODULES.values()}:
        assert any(each.operator in ("<", "<=", "==") for each in bounds[library]), library
        assert "999" not in bounds[library]
