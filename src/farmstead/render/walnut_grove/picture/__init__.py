"""Walnut Grove as pictures: farms, the town, the year disc, tiles, and what a seat chooses from."""

from farmstead.render.walnut_grove.picture.names import Names, names_in
from farmstead.render.walnut_grove.picture.parts import parts_of
from farmstead.render.walnut_grove.picture.pictures import SYMBOLS, Pictures, pictures

__all__ = ["SYMBOLS", "Names", "Pictures", "names_in", "parts_of", "pictures"]
