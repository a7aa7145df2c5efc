"""Fixtures of all tests of the server."""

from tests.server.postgres import place, postgres

__all__ = ["place", "postgres"]
