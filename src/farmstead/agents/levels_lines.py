"""What each level makes of each line of the score; `python -m scripts.levels_lines` measures it."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple


class LevelLines(NamedTuple):
    """The mean of each line when all seats play at a level."""

    level: int
    games: int  # that were played to find out
    lines: Mapping[str, float]


@cache
def lines_of_levels(game: str, seats: int) -> tuple[LevelLines, ...]:
    """For a game with so many seats, the lowest level first; nothing where nobody has measured it."""
    text = resources.files("farmstead.agents").joinpath("levels_lines.json").read_text(encoding="utf-8")
    found = [row for row in json.loads(text).get(game, []) if row["seats"] == seats]
    return tuple([LevelLines(row["level"], row["games"], row["lines"]) for row in found])
