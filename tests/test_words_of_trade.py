"""Names in the English of the trade: one class name means one thing, and a docstring can be read alone."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import farmstead

ROOT = Path(farmstead.__file__).parent
API = ("server/api/", "client/")  # messages, and what the OpenAPI document says of them
# In each game one of them, and the same thing in both.
IN_EACH_GAME = {"Edition", "NotAnEdit", "NoteRequest", "Pass", "Position", "TableView", "Take"}
# A message, and what it tells of.
MESSAGES = {
    "Done",
    "Position",
}
BARE = {
    "AGAIN",
    "KEPT",
    "LARGEST",
    "LONGEST",
    "MOST",
    "PATIENCE",
    "TRIES",
    "GENTLY",
    "EVERY",
    "FEW",
    "SHORTEST",
}


@cache
def files() -> list[tuple[str, ast.Module]]:
    paths = sorted(ROOT.rglob("*.py"))
    return [(path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))) for path in paths]


def test_one_class_name_means_one_thing() -> None:
    """Slow: it reads all sources."""
    found: dict[str, list[str]] = defaultdict(list)
    for path, tree in files():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not path.startswith("client/"):
                found[node.name].append(path)
    twice = {
        name: paths for name, paths in found.items() if len(paths) > 1 and name not in IN_EACH_GAME | MESSAGES
    }
    assert twice == {}


def test_constants_say_what_they_count() -> None:
    """Slow: it reads all sources."""
    bare = [
        f"{path}: {node.target.id}"
        for path, tree in files()
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id in BARE
    ]
    assert bare == []


def test_no_docstring_begins_with_the_same() -> None:
    """Slow: it reads all sources."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = [
        f"{path}:{getattr(node, 'lineno', 1)}"
        for path, tree in files()
        if not path.startswith(API)
        for node in ast.walk(tree)
        if isinstance(node, kinds) and (ast.get_docstring(node) or "").startswith("The same")
    ]
    assert found == []
