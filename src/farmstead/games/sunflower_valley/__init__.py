"""Sunflower Valley, by Wouter van Strien."""

from typing import Final

OPEN_VIEWS: Final = True  # every seat sees what all the others see
FOCUS: Final = "upper"  # of its picture on the home page
