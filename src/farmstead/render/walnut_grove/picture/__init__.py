"""Walnut Grove as pictures: farms, the town, the year disc, tiles, and what a seat chooses from."""

from farmstead.render.walnut_grove.picture.names import Names
from farmstead.render.walnut_grove.picture.parts import parts_of
from farmstead.render.walnut_grove.picture.pictures import SYMBOLS, GrovePictures, pictures

__all__ = ["SYMBOLS", "GrovePictures", "Names", "parts_of", "pictures"]
