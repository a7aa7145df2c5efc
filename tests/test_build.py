"""The build: which one this is, and that a wheel can be made with a compiler, and without."""

import os
import subprocess
import sys
import tomllib
import zipfile
from importlib import import_module
from importlib.machinery import ExtensionFileLoader
from pathlib import Path

import pytest

from farmstead import _build, shelf

ROOT = Path(__file__).parent.parent
SMALL_MODULE = '''"""A module."""


def twice(number: int) -> int:
    return 2 * number
'''


def compiled_modules() -> list[str]:
    """The names of all modules that pyproject.toml lists as compiled."""
    entries = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["farmstead"][
        "compiled"
    ]
    package = ROOT / "src" / "farmstead"
    files = [file for entry in entries for file in [package / entry, *(package / entry).rglob("*.py")]]
    modules = [file for file in files if file.suffix == ".py" and file.name != "__init__.py"]
    return sorted(".".join(file.relative_to(ROOT / "src").with_suffix("").parts) for file in modules)


@pytest.mark.parametrize("name", compiled_modules())
def test_every_listed_module_is_of_this_build(name: str) -> None:
    """Half a compiled package would be slow where nobody looks."""
    compiled = isinstance(import_module(name).__loader__, ExtensionFileLoader)
    assert ("compiled" if compiled else "interpreted") == _build.build()


def test_asking_for_the_build_imports_no_game() -> None:
    code = "import sys; from farmstead._build import build; build();print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    packages = [f"{shelf.row(name).package}.rules" for name in shelf.names()]
    assert not set(packages) & set(done.stdout.split())
    assert "farmstead._build" in done.stdout.split()


@pytest.fixture
def small_tree(tmp_path: Path) -> Path:
    """The project with our build and hardly any code."""
    for name in (
        "pyproject.toml",
        "hatch_build.py",
        "LICENSE",
        "src/farmstead/_build.py",
        "src/farmstead/places.py",
    ):
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    files = {"README.md": "", "src/farmstead/__init__.py": "", "src/farmstead/rules.md": ""}
    for part in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["farmstead"]["compiled"]:
        folder, module = (part, "contract.py") if not part.endswith(".py") else part.rsplit("/", 1)
        files |= {
            f"src/farmstead/{folder}/__init__.py": "",
            f"src/farmstead/{folder}/{module}": SMALL_MODULE,
        }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def build_wheel(tree: Path, **environment: str) -> tuple[Path, str]:
    """The wheel, and what was said while building it."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    env = {**os.environ, "FARMSTEAD_PURE": "", **environment}
    done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    (wheel,) = (tree / "dist").glob("*.whl")
    return wheel, said


@pytest.mark.more
def test_a_wheel_is_compiled(small_tree: Path) -> None:
    """Slow: a C compiler runs."""
    wheel, said = build_wheel(small_tree)
    if "no C compiler" in said:
        pytest.skip("there is no C compiler here")
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.name.startswith(f"farmstead-{_build.version()}-")
    assert "none-any" not in wheel.name
    assert [
        name for name in names if name.startswith("farmstead/engine/contract.") and not name.endswith(".py")
    ]
    assert "farmstead/rules.md" in names
    assert imported_build(wheel, small_tree) == "compiled"


@pytest.mark.more
@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({"CC": "/nonexistent"}, "no C compiler was found (/nonexistent)"),
        ({"CC": "false"}, "the C compiler failed"),
        ({"FARMSTEAD_PURE": "1"}, "FARMSTEAD_PURE is set"),
    ],
)
def test_without_a_compiler_the_wheel_is_pure_and_says_so(
    small_tree: Path, environment: dict[str, str], reason: str
) -> None:
    """Slow: a wheel is built."""
    wheel, said = build_wheel(small_tree, **environment)
    assert reason in said
    assert "installed as pure Python" in said
    assert wheel.name.endswith("py3-none-any.whl")
    assert imported_build(wheel, small_tree) == "interpreted"


def imported_build(wheel: Path, folder: Path) -> str:
    """What the package says of itself, unpacked where nothing else of it can be found."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    code = (
        "from farmstead.engine import contract; from farmstead import _build; assert contract.twice(2) == 4"
    )
    command = [sys.executable, "-c", f"{code}; print(_build.build())"]
    env = {**os.environ, "PYTHONPATH": str(folder / "site")}
    done = subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()
