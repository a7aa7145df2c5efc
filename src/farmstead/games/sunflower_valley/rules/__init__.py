"""Sunflower Valley, by Wouter van Strien: the rules, chapter by chapter."""

from __future__ import annotations

from functools import lru_cache

from farmstead.games.sunflower_valley.rules.editions import default_edition, read_edition
from farmstead.games.sunflower_valley.rules.game import SunflowerValleyGame

GAME = SunflowerValleyGame(default_edition())


def game_with(edition: str) -> SunflowerValleyGame:
    """The game with other components, given as the text of an edition file."""
    return SunflowerValleyGame(read_edition(edition))


@lru_cache(4)
def played_with(source: str) -> SunflowerValleyGame:
    """The game with these components, built once; with those of the package where the text is empty."""
    return game_with(source) if source else GAME
