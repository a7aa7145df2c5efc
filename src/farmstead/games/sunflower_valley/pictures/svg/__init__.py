"""Sunflower Valley drawn for a page: sheets, dice, colours, the ways of a track, and what a score counts."""

from farmstead.games.sunflower_valley.pictures.svg.parts import parts_of
from farmstead.games.sunflower_valley.pictures.svg.pictures import ValleyPictures, pictures

__all__ = ["ValleyPictures", "parts_of", "pictures"]
