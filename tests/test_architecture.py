"""Imports point one way: engine ← games ← agents, render, rulebooks ← cli."""

import ast
import sys
from pathlib import Path

import pytest

import farmstead
from farmstead import shelf

SRC = Path(__file__).parent.parent / "src"
FILES = sorted((SRC / "farmstead").rglob("*.py"))
GAMES = {"walnut_grove", "sunflower_valley"}
PUBLIC = [
    "CHANCE",
    "BadRecord",
    "BadSetup",
    "FarmsteadError",
    "IllegalMove",
    "KeyedDealer",
    "QuickDealer",
    "Table",
    "__version__",
    "read_record",
    "replay",
    "write_record",
]

# What each part may import of farmstead, besides itself. The longest name that fits a file counts.
MAY_IMPORT: dict[str, set[str]] = {
    "__init__": {"_build", "engine", "shelf", "agents"},
    "__main__": {"cli"},
    "_build": set(),
    "shelf": {"engine", *GAMES},
    "engine": set(),
    **{game: {"engine"} for game in GAMES},
    "agents": {"engine"},
    "agents.evaluators": {"agents", "engine", "shelf", *GAMES},
    "render": {"engine", "shelf", *GAMES},
    "rulebooks": {"engine", "shelf"},
    "cli": {"_build", "engine", "shelf", "agents", "render", "rulebooks", *GAMES},
}
OUTSIDERS: dict[str, set[str]] = {"render": {"rich"}, "cli": {"rich", "typer", "click"}}
EVERYWHERE = {"mypy_extensions", *sys.stdlib_module_names}


def module_of(file: Path) -> str:
    """`cli.main` for src/farmstead/cli/main.py, `cli` for its __init__.py."""
    parts = file.relative_to(SRC / "farmstead").with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


def part_of(module: str) -> str:
    fitting = [part for part in MAY_IMPORT if f"{module}.".startswith(f"{part}.")]
    assert fitting, f"{module} belongs to no part; say in MAY_IMPORT what it may import"
    return max(fitting, key=len)


def imports_of(file: Path) -> set[str]:
    """Every module a file imports, also inside functions and under TYPE_CHECKING."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file.name}:{node.lineno}: write the import out, from farmstead on"
            names |= imported_from(node)
    return names


def imported_from(node: ast.ImportFrom) -> set[str]:
    """`from farmstead import shelf` imports farmstead.shelf; other packages count as a whole."""
    module = node.module or ""
    own = module.split(".")[0] == "farmstead"
    return {f"{module}.{alias.name}" for alias in node.names} if own else {module}


def is_allowed(name: str, part: str) -> bool:
    top, _, rest = name.partition(".")
    if top != "farmstead":
        return top in EVERYWHERE | OUTSIDERS.get(part.split(".")[0], set())
    return any(f"{rest}.".startswith(f"{other}.") for other in MAY_IMPORT[part] | {part})


@pytest.mark.parametrize("file", FILES, ids=module_of)
def test_imports_point_one_way(file: Path) -> None:
    part = part_of(module_of(file))
    wrong = sorted(name for name in imports_of(file) if not is_allowed(name, part))
    assert not wrong, f"{part} may not import {', '.join(wrong)}"


@pytest.mark.parametrize(
    "name", ["farmstead.cli", "farmstead.cli.main", "farmstead.walnut_grove", "rich", "random_thing"]
)
def test_the_engine_would_be_stopped(name: str) -> None:
    assert not is_allowed(name, "engine")


def test_the_games_are_those_of_the_shelf() -> None:
    assert {row.game.partition(":")[0] for row in shelf.SHELF.values()} == {
        f"farmstead.{game}" for game in GAMES
    }


def constants_of(file: Path) -> list[object]:
    """Every constant in a file that is no docstring."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in spoken
    ]


SHARED = [
    file
    for file in FILES
    if not any(game in part for part in file.parts for game in GAMES) and file.name != "shelf.py"
]


@pytest.mark.parametrize("file", SHARED, ids=module_of)
def test_nothing_asks_which_game_it_is(file: Path) -> None:
    """A game's name stands on the shelf and in what belongs to that game, nowhere else."""
    own = {*shelf.names(), *GAMES, *[row.prefix for row in shelf.SHELF.values()]}
    assert not [value for value in constants_of(file) if value in own]


def test_the_public_names() -> None:
    assert sorted(farmstead.__all__) == sorted(PUBLIC)
    assert all(hasattr(farmstead, name) for name in PUBLIC)
