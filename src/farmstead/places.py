"""Where Farmstead keeps what belongs to the person who runs it."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The user's folder for games and saves; it need not be there yet."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "farmstead"
    if os.environ.get("XDG_DATA_HOME"):
        return Path(os.environ["XDG_DATA_HOME"]) / "farmstead"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "farmstead"
    return Path.home() / ".local" / "share" / "farmstead"


def cache_folder() -> Path:
    """The user's folder for what can be made again; it need not be there yet."""
    if sys.platform == "win32":
        return data_folder() / "cache"
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"]) / "farmstead"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "farmstead"
    return Path.home() / ".cache" / "farmstead"
