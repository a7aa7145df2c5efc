"""What the page of a table is told of a game that is over, beside its score."""

from __future__ import annotations

from msgspec import Struct

from farmstead.messages import NeighbourOut


class RibbonsOut(Struct, frozen=True):
    """The ribbons of one game, for whoever played it at one seat to its end."""

    grade: int = 0  # points that are a ribbon of their own, such as 30 of 32 alone; 0: none
    best: int | None = None  # their best in such games before; None: there is none
    ahead: int = 0  # points by which this game is better than that
    beaten: tuple[int, ...] = ()  # levels of bots without a name that they have beaten for the first time
    neighbours: tuple[NeighbourOut, ...] = ()  # those that they have beaten for the first time
