"""Counts the statements that are sent to a database, whichever engine sends them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine


# `Any`: what SQLAlchemy hands over.
@contextmanager
def counted() -> Iterator[list[str]]:
    """All statements of this process while it lasts."""
    found: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        found.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)
