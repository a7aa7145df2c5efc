"""Guided first games and lessons, as data in each game's folder, with records of the games lessons are from.

A guide is a game with chosen luck and steps; each says when it is its turn, by conditions on what the player
sees, and which moves it has in mind. What it says stands with the words of its game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple

from farmstead import shelf
from farmstead.guides.conditions import Condition, fits, holds

SEPARATOR: Final = ";"  # between the moves of one choice


class GuideStep(NamedTuple):
    """Something to be learnt at one moment of a game."""

    key: str  # of its words
    when: Condition
    rule: str = ""  # the paragraph that says more
    light: tuple[str, ...] = ()  # parts of the boards to look at; else those of the move it has in mind
    moves: tuple[tuple[str, ...], ...] = ()  # what it has in mind, the best first; `*` stands for anything
    good: tuple[str, ...] = ()  # moves that are as meant, too

    def meant(self, choices: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
        """The first choice that it has in mind and that there is; none if there is none."""
        for wanted in self.moves:
            for choice in choices:
                if all(fits(pattern, move) for pattern, move in zip(wanted, choice, strict=False)):
                    return choice
        return ()

    def is_as_meant(self, made: Sequence[str]) -> bool:
        """Whether moves that were made are among those it has in mind."""
        if any(fits(pattern, move) for pattern in self.good for move in made):
            return True
        return bool(made) and bool(self.meant([tuple(made)]))


class Guide(NamedTuple):
    """A first game with a coach."""

    game: str
    key: bytes  # of its luck
    options: tuple[str, ...]
    others: tuple[int, ...]  # the levels of those who are played against
    minutes: int  # that it takes
    steps: tuple[GuideStep, ...]

    def step_at(self, view: Mapping[str, object], legal: Sequence[str]) -> GuideStep | None:
        """The first step whose turn it is."""
        found = {**view, "legal": list(legal)}
        return next((step for step in self.steps if holds(step.when, found)), None)


def words_of(game: str) -> str:
    """The name of the file of words that guide and lessons of a game have."""
    return f"guide-{game}"


@cache
def guided() -> tuple[str, ...]:
    """The games that have a guide."""
    return tuple(sorted([game for game in shelf.names() if _file(game).is_file()]))


def _file(game: str) -> Traversable:
    return shelf.folder(game).joinpath("guide/guide.toml")


@cache
def guide_of(game: str) -> Guide:
    """The guide of a game; LookupError if it has none."""
    if game not in guided():
        raise LookupError(f"there is no guide for {game[:60]!r}")
    data = tomllib.loads(_file(game).read_text("utf-8"))
    return Guide(
        game=game,
        key=bytes.fromhex(data["key"]),
        options=tuple(data["options"]),
        others=tuple(data["others"]),
        minutes=data["minutes"],
        steps=tuple([_step(each) for each in data["step"]]),
    )


# `Any`: what stands in a file.
def _step(data: Mapping[str, Any]) -> GuideStep:
    moves = [tuple([part.strip() for part in move.split(SEPARATOR)]) for move in data.get("moves", ())]
    return GuideStep(
        key=data["key"],
        when=data["when"],
        rule=data.get("rule", ""),
        light=tuple(data.get("light", ())),
        moves=tuple(moves),
        good=tuple(data.get("good", ())),
    )
