from pathlib import Path

import pytest

from tests.examples.installing import PEBBLES, installed


@pytest.fixture(scope="session")
def pebbles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where Pebbles is installed."""
    return installed(PEBBLES, tmp_path_factory.mktemp("pebbles"))
