"""The command line: `farmstead play`, `verify`, `score` and the rest, each imported when it is called."""

from farmstead.cli.main import main

__all__ = ["main"]
