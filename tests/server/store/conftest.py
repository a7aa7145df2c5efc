"""Fixtures of the tests of the store: on both databases, always."""

from tests.server.postgres import place_of_store

__all__ = ["place_of_store"]
