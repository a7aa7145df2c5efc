"""The page on which the luck of a table is checked. The table stands behind a #, and is not sent here."""

from __future__ import annotations

from typing import Final

from farmstead.server.http.page_cache import page_for_all

fair_page: Final = page_for_all("/fair", "fair/page.html", ("page", "fair"))
