"""Neighbours: bots with a name, a face and a manner. Who they are stands in `neighbours.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

FILE: Final = "neighbours.toml"
LANGUAGE: Final = "en"  # where another has no words


class Preference(NamedTuple):
    """What a neighbour loves in a game, and how many points may separate two moves that are near-equal."""

    loves: str  # by the game's `evaluator/preferences.py`
    within: float
    careless: float = 1.0  # how much of what their level lets go they do, so that they are as strong as it


class Neighbour(NamedTuple):
    """A character who plays at a level."""

    id: str  # as in `neighbour:hazel`
    name: str
    level: int
    preferences: Mapping[str, Preference]  # by game
    face: Mapping[str, str]  # how it is drawn
    words: Mapping[str, Mapping[str, str]]  # by key, then language

    def said(self, key: str, language: str = LANGUAGE) -> str:
        """What the neighbour says, or is told of them; nothing where there is no such line."""
        lines = self.words.get(key, {})
        return lines.get(language) or lines.get(LANGUAGE, "")


@cache
def neighbours() -> Mapping[str, Neighbour]:
    """All there are, by their ids, the weakest first."""
    text = resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    every = [_read(entry) for entry in tomllib.loads(text)["neighbour"]]
    return {each.id: each for each in sorted(every, key=lambda each: each.level)}


# `Any`: a table of TOML.
def _read(entry: Mapping[str, Any]) -> Neighbour:
    loves = {game: Preference(**each) for game, each in entry["loves"].items()}
    return Neighbour(entry["id"], entry["name"], entry["level"], loves, entry["face"], entry["words"])


def neighbour_ids() -> Sequence[str]:
    return list(neighbours())


def neighbour_of(name: str) -> Neighbour | None:
    """By id or name, in any case; None where nobody is called so."""
    return neighbours().get(name.strip().lower())
