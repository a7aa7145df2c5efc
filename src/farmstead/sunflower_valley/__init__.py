"""Sunflower Valley, as programs import it. Its folder is `farmstead.games.sunflower_valley`."""

from farmstead.games.sunflower_valley.rules import GAME, game_with
from farmstead.games.sunflower_valley.rules.editions import default_edition, read_edition
from farmstead.games.sunflower_valley.rules.game import SunflowerValleyGame

__all__ = ["GAME", "SunflowerValleyGame", "default_edition", "game_with", "read_edition"]
