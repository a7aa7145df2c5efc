"""Walnut Grove, by Paul Laane and Touko Tahkokallio.

Here stands where its parts are found; they are imported when somebody asks for them.
"""

from typing import Final

PREFIX: Final = "WG"  # how its paragraphs are cited: `WG 5.6`
OPEN_VIEWS: Final = False
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
