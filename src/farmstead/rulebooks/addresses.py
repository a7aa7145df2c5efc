"""Where a paragraph of the rules is read."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from farmstead import shelf
from farmstead.engine.contract import BadSetup


def address_of(game: str, options: Sequence[str], revision: int, paragraph: str) -> str:
    """Where a paragraph is read as a table with these options plays it."""
    try:
        usual = shelf.switch_values(game, options, revision) == shelf.switch_values(game, ())
    except BadSetup:
        usual = True
    asked = "" if usual else "?" + urlencode({"options": ",".join(options), "revision": revision})
    return f"/rules/{game}{asked}#{paragraph}"
