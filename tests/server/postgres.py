"""A real PostgreSQL for the tests that need one: started once, with a database for each test.

`place` makes a test run twice, on a file of SQLite and in a database of PostgreSQL: the tests of the store by
`make test`, all others, which speak to the store alone, in PostgreSQL only by `make test-more`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from scripts.postgres import Cluster, running
from tests.server.fresh import fresh_database, fresh_file
from tests.server.stores import by_hand

Place: TypeAlias = Path | str  # of a store


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """Does not wait for the disk: faults of machines are not what most tests are about."""
    with running() as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.more)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Where a store can be, with nothing in it: first a file, then a database."""
    yield from fresh_place(request, tmp_path)


@pytest.fixture(name="place", params=["sqlite", "postgresql"])
def place_of_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """The same for the tests of the store itself."""
    yield from fresh_place(request, tmp_path)


def fresh_place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    if request.param == "sqlite":
        yield asyncio.run(fresh_file(tmp_path / "games.db"))
        return
    cluster: Cluster = request.getfixturevalue("postgres")
    url = fresh_database(cluster)
    yield url
    cluster.drop(url)


def count_in(place: Place, table: str, cluster: Cluster | None = None) -> int:
    """Rows of a table, past the store."""
    line = f"SELECT count(*) FROM {table}"
    if isinstance(place, Path):
        return int(by_hand(place, line)[0][0])
    assert cluster is not None
    return int(cluster.ask(line, database=place)[0][0])
