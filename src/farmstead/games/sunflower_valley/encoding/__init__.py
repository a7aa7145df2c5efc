"""Sunflower Valley as numbers: its action space, and what a seat sees as arrays."""

from __future__ import annotations

from farmstead.engine.contract import Game
from farmstead.engine.encoding import BadEncoding, Encoding
from farmstead.games.sunflower_valley.encoding.valley_encoding import VERSION, ValleyEncoding
from farmstead.games.sunflower_valley.rules.game import SunflowerValleyGame

__all__ = ["encoding"]


def encoding(game: Game, seats: int, version: int | None = None) -> Encoding:
    """The encoding for so many seats; the newest version unless one is named."""
    if version not in (None, VERSION):
        raise BadEncoding(
            f"there is no version {version} of the encoding of {game.title}: {VERSION} is the newest"
        )
    assert isinstance(game, SunflowerValleyGame)
    return ValleyEncoding(game.edition, seats)
