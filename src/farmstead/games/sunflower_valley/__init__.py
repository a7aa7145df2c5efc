"""Sunflower Valley, by Wouter van Strien.

Here stands where its parts are found; they are imported when somebody asks for them.
"""

from typing import Final

PREFIX: Final = "SV"  # how its paragraphs are cited: `SV 5.6`
OPEN_VIEWS: Final = True  # every seat sees what all the others see
PARTS: Final = {  # as `module:name`, from here on
    "game": "rules:GAME",
    "game_with": "rules:game_with",
    "score_line": "rules.sheets:score_line",
    "switches": "rules.sheets:switch_values",
    "contents": "rules.sheets:contents",
    "drawing": "pictures.drawing:drawing",
    "page": "pictures.page:page",
    "tally": "pictures.tally:tally",
    "gallery": "pictures.gallery:gallery",
    "judge": "evaluator:judge",
    "hunch": "evaluator:hunch",
}
