"""Walnut Grove, as programs import it. Its folder is `farmstead.games.walnut_grove`."""

from farmstead.games.walnut_grove.rules import GAME, game_with
from farmstead.games.walnut_grove.rules.editions import default_edition, read_edition
from farmstead.games.walnut_grove.rules.game import WalnutGroveGame

__all__ = ["GAME", "WalnutGroveGame", "default_edition", "game_with", "read_edition"]
