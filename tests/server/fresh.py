"""A store with nothing in it, as the steps of the migrations make it: made once, and copied from then on.

Taking all the steps takes longer than most tests do. That the steps are right, and that a file is made where
there is none, is shown by tests that do without these copies (test_store_upgrade.py).
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from farmstead.server.store import Store
from scripts.postgres import Cluster

_file: list[bytes] = []  # once it has been made
_databases: dict[Path, str] = {}  # by the folder of their cluster


async def fresh_file(path: Path) -> Path:
    """This file, with an empty store in it if it was not there."""
    if path.exists():
        return path
    if not _file:
        await (await Store.open(path)).close()
        _file.append(path.read_bytes())
    else:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_bytes(_file[0])
        path.chmod(0o600)
    return path


def fresh_database(cluster: Cluster) -> str:
    """The URL of a new database with an empty store in it."""
    if cluster.folder not in _databases:
        url = cluster.database()
        asyncio.run(_made(url))
        _databases[cluster.folder] = url
    return cluster.database(like=_databases[cluster.folder])


async def _made(url: str) -> None:
    await (await Store.open(url)).close()
