"""Walnut Grove as pictures: farms, the town, the year disc, tiles, and what a seat chooses from."""

from farmstead.games.walnut_grove.pictures.svg.names import Names
from farmstead.games.walnut_grove.pictures.svg.parts import parts_of
from farmstead.games.walnut_grove.pictures.svg.pictures import SYMBOLS, GrovePictures, pictures

__all__ = ["SYMBOLS", "GrovePictures", "Names", "parts_of", "pictures"]
