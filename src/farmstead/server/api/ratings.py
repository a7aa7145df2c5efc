"""Ratings."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get
from litestar.params import FromPath, PathParameter

from farmstead.server.http.dependencies import TheCore, TheVisitor
from farmstead.server.ratings import listing
from farmstead.server.ratings.messages import RatingKind, Ratings

SeatCount = Annotated[int, PathParameter(ge=1, le=99, description="How many play.")]


class RatingsController(Controller):
    """How strong people and bots are thought to be, and how sure that is."""

    path = "/ratings"
    tags = ("ratings",)

    @get("/", summary="For what there are ratings")
    async def kinds(self, core: TheCore, visitor: TheVisitor) -> list[RatingKind]:
        """Games, each with a number of seats."""
        return await listing.kinds(core, visitor)

    @get("/{game:str}/{seats:int}", summary="Ratings")
    async def ratings(
        self, core: TheCore, visitor: TheVisitor, game: FromPath[str], seats: SeatCount
    ) -> Ratings:
        """Of people and bot levels, who is surely strong first, and how your own came to be."""
        return await listing.ratings(core, visitor, game, seats)
