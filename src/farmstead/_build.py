"""Which farmstead this is: its version, and whether the rules run compiled or interpreted."""

from importlib.machinery import ExtensionFileLoader, PathFinder
from pathlib import Path
from typing import Final

VERSION: Final = "0.1.0"
ENGINE: Final = Path(__file__).parent / "engine"


def version() -> str:
    """The version of the package; pyproject.toml reads it from this file."""
    return VERSION


def build() -> str:
    """`compiled` or `interpreted`, found out by looking for the engine and importing nothing of it."""
    spec = PathFinder.find_spec("farmstead.engine.contract", [str(ENGINE)])
    found = spec is not None and isinstance(spec.loader, ExtensionFileLoader)
    return "compiled" if found else "interpreted"
