"""A game that goes on from a move of another: what its record says about that.

    branched 37 same 0123456789abcdef…

The first 37 moves are those of the record with that SHA-256; what chance brought from there on was the same
as there, fresh, or chosen. Nothing of it is needed to replay the game: all its moves are in its own record.
"""

from __future__ import annotations

from typing import Final

from farmstead.engine.fair import is_digits

LUCKS: Final = ("same", "fresh", "chosen")
WORDS: Final = 4  # of a line
MAX_DIGITS: Final = 6  # of a number of moves


class Branch:
    """Where a game left another, and what chance brought from there on."""

    __slots__ = ("luck", "parent", "ply")

    def __init__(self, ply: int, luck: str, parent: str) -> None:
        self.ply = ply  # how many moves are the other's, chance and forced ones counted
        self.luck = luck  # one of LUCKS
        self.parent = parent  # the SHA-256 of the other's record, as 64 digits

    def line(self) -> str:
        """As a record has it."""
        return f"branched {self.ply} {self.luck} {self.parent}"


def read_branch(line: str) -> Branch | None:
    """What `Branch.line` wrote; None if it is anything else."""
    words = line.split(" ")
    if len(words) != WORDS or words[0] != "branched" or words[2] not in LUCKS or not is_digits(words[3]):
        return None
    number = words[1]
    if not (number.isascii() and number.isdecimal() and len(number) <= MAX_DIGITS):
        return None
    found = Branch(int(number), words[2], words[3])
    return found if found.line() == line else None
