"""The site as `make site` writes it, for tests that need it; skipped where its runtime was not fetched."""

from __future__ import annotations

import pytest

from scripts.site.runtime import NODE, PYODIDE

NEEDS_RUNTIME = pytest.mark.skipif(
    not (PYODIDE.is_dir() and NODE.exists()), reason="the runtime of the pages is not there: make site"
)
