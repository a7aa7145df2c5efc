"""What a server that is measured stands on: its database, and how many processes answer."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from farmstead.server.base.settings import Settings
from scripts.postgres import Cluster, running

VARIABLE: Final = "FARMSTEAD_DB"  # a URL may hold a password, and everybody can see a command line


@dataclass(frozen=True, slots=True)
class Base:
    """SQLite and one process, if nothing is said."""

    db: str = ""
    workers: int = 1

    @property
    def arguments(self) -> list[str]:
        return ["--workers", str(self.workers)]

    @property
    def environment(self) -> dict[str, str]:
        return {VARIABLE: self.db}

    def place(self, folder: Path) -> Path | str:
        """Where the games of a server with this folder are."""
        return self.db or Settings(folder).store

    def title(self, title: str) -> str:
        """Of a chapter: each base has its own."""
        if not self.db:
            return title
        workers = "one worker" if self.workers == 1 else f"{self.workers} workers"
        return f"{title}: PostgreSQL, {workers}"


SQLITE: Final = Base()


def add_options(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--db", default="", metavar="URL", help="an empty database of PostgreSQL (else SQLite)"
    )
    where.add_argument(
        "--postgres", action="store_true", help="start a PostgreSQL for it, and stop it at the end"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes that answer; with PostgreSQL (1)")


@contextmanager
def based(options: argparse.Namespace) -> Iterator[tuple[Base, Cluster | None]]:
    """As the command line wants it; with the cluster, if it is our own and may be stopped and started."""
    if not options.postgres:
        yield Base(options.db, options.workers), None
        return
    with running(durable=True) as cluster:
        yield Base(cluster.database(), options.workers), cluster
