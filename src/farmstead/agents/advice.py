"""What an agent that can explain itself says about a move."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Advice:
    """A move and what it leads to, all in final points of the seat that makes it."""

    move: str
    value: float  # expected
    spread: float  # standard error of `worth`
    lines: Mapping[str, float]  # expected, by line of the score
    plan: tuple[str, ...]  # the whole turn it begins, `move` first
    behind: float  # points less than the best advice beside it, with the same luck
    behind_spread: float  # standard error of `behind`
