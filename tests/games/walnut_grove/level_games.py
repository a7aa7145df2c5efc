"""Forty games of good play that are pinned: who plays, how many, with which options.

Levels 4 and 5 take turns over all numbers of seats, both presets, every switch and other first seats.
`make golden ARGS=--levels` plays the missing ones.
"""

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[2] / "records" / "levels"
OPTIONS = (
    ("german",),
    ("french",),
    ("german", "enter_unpayable=on"),
    ("german", "jokers=buildings"),
    ("german", "open_help_costs=off"),
    ("german", "beside=off"),
    ("german", "huts_free_wagons=off"),
    ("french", "beside=off"),
    ("german", "beside=off", "huts_free_wagons=off"),
    ("french", "huts_free_wagons=off"),
)


class LevelGame(NamedTuple):
    seats: int
    options: tuple[str, ...]  # in the order of the game
    level: int

    @property
    def path(self) -> Path:
        words = "+".join(self.options)
        return FOLDER / f"walnut-grove-{self.seats}-{words}-level{self.level}.record"


def level_games() -> list[LevelGame]:
    """Every set of options at every number of seats; in every third game for several the last seat begins."""
    found = []
    for seats in range(1, 5):
        for number, options in enumerate(OPTIONS):
            start = (f"start={seats}",) if seats > 1 and (number + seats) % 3 == 0 else ()
            found.append(LevelGame(seats, (*options, *start), 4 + (number + seats) % 2))
    return found
