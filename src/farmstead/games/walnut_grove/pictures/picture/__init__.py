"""Walnut Grove as pictures: farms, the town, the year disc, tiles, and what a seat chooses from."""

from farmstead.games.walnut_grove.pictures.picture.names import Names
from farmstead.games.walnut_grove.pictures.picture.parts import parts_of
from farmstead.games.walnut_grove.pictures.picture.pictures import SYMBOLS, GrovePictures, pictures

__all__ = ["SYMBOLS", "GrovePictures", "Names", "parts_of", "pictures"]
