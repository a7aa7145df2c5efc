"""Draws docs/layers.svg: the packages in rows, each of which imports only from rows below it.

    python -m scripts.layers

The rows come from the imports as they are; `tests/test_architecture.py` holds the picture to the code.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from html import escape
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = ROOT / "src" / "farmstead"
PICTURE: Final = ROOT / "docs" / "layers.svg"
LEFT_OUT: Final = {"", "__main__", "server", "server.migrations"}
BOX_WIDTH, BOX_HEIGHT, GAP = 116, 30, 8
MARGIN: Final = 12
COLOURS: Final = {"server": "#cfe3d4", "games": "#f3dfb0", "": "#dfe3ea"}


def part_of(module: str) -> str:
    """The box of a module: a package of the server, the games, or a package or module at the top."""
    path = module.split(".")
    return ".".join(path[:2]) if path[0] == "server" else path[0]


def modules() -> dict[str, Path]:
    """Every module of the package by its name below `farmstead`."""
    found = {}
    for file in PACKAGE.rglob("*.py"):
        parts = file.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imports() -> dict[str, set[str]]:
    """Which boxes each box imports."""
    known = modules()
    found: dict[str, set[str]] = defaultdict(set)
    for module, file in known.items():
        for name in imported(ast.parse(file.read_text(encoding="utf-8"))):
            while name and name not in known:
                name = name.rpartition(".")[0]
            if name and part_of(name) != part_of(module):
                found[part_of(module)].add(part_of(name))
        found[part_of(module)] |= set()
    return {part: others - LEFT_OUT for part, others in found.items() if part not in LEFT_OUT}


def imported(tree: ast.Module) -> list[str]:
    """What a file imports of farmstead, without that name."""
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return [name.removeprefix("farmstead.") for name in names if name.startswith("farmstead.")]


def rows() -> list[list[str]]:
    """The boxes from the bottom up: as high as the highest of those that it imports, and one more."""
    graph = imports()
    height: dict[str, int] = {}

    def of(part: str) -> int:
        if part not in height:
            height[part] = 1 + max((of(other) for other in graph[part]), default=-1)
        return height[part]

    for part in graph:
        of(part)
    found: list[list[str]] = [[] for _ in range(max(height.values()) + 1)]
    for part, level in sorted(height.items()):
        found[level].append(part)
    return found


def drawn() -> str:
    """The picture as SVG."""
    found = rows()
    across = max(len(row) for row in found)
    width = 2 * MARGIN + across * (BOX_WIDTH + GAP) - GAP
    height = 2 * MARGIN + len(found) * (BOX_HEIGHT + GAP) - GAP
    boxes: list[str] = []
    for level, row in enumerate(reversed(found)):
        start = (width - len(row) * (BOX_WIDTH + GAP) + GAP) / 2
        for number, part in enumerate(row):
            boxes += box(part, start + number * (BOX_WIDTH + GAP), MARGIN + level * (BOX_HEIGHT + GAP))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" font-family="sans-serif" font-size="13" text-anchor="middle">',
        "<title>The packages of Farmstead: each imports only from rows below it</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *boxes,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def box(part: str, x: float, y: int) -> list[str]:
    """One package, coloured by where it lies."""
    colour = COLOURS.get(part.split(".")[0], COLOURS[""])
    name = escape(part.replace("server.", ""))
    return [
        f'<rect x="{x:g}" y="{y}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="5" fill="{colour}"/>',
        f'<text x="{x + BOX_WIDTH / 2:g}" y="{y + 20}" fill="#222222">{name}</text>',
    ]


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
    print(f"Written: {PICTURE.relative_to(ROOT)}")
