"""Walnut Grove, by Paul Laane and Touko Tahkokallio: the rules, chapter by chapter."""

from __future__ import annotations

from farmstead.games.walnut_grove.rules.editions import default_edition, read_edition
from farmstead.games.walnut_grove.rules.game import WalnutGroveGame

GAME = WalnutGroveGame(default_edition())


def game_with(edition: str) -> WalnutGroveGame:
    """The game with other components, given as the text of an edition file."""
    return WalnutGroveGame(read_edition(edition))
