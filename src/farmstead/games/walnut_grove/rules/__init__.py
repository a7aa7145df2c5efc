"""Walnut Grove, by Paul Laane and Touko Tahkokallio: the rules, chapter by chapter."""

from __future__ import annotations

from functools import lru_cache

from farmstead.games.walnut_grove.rules.editions import default_edition, read_edition
from farmstead.games.walnut_grove.rules.game import WalnutGroveGame

GAME = WalnutGroveGame(default_edition())


def game_with(edition: str) -> WalnutGroveGame:
    """The game with other components, given as the text of an edition file."""
    return WalnutGroveGame(read_edition(edition))


@lru_cache(4)
def played_with(source: str) -> WalnutGroveGame:
    """The game with these components, built once; with those of the package where the text is empty."""
    return game_with(source) if source else GAME
