"""Ratings, and the game of the day."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import FromPath, PathParameter, QueryParameter

from farmstead.server.daily import attempts
from farmstead.server.http.dependencies import TheCore, TheVisitor
from farmstead.server.lobby import listing
from farmstead.server.play.messages import TableOut
from farmstead.server.ratings import listing as standing
from farmstead.server.ratings.messages import Dailies, RatingKind, Ratings

SeatCount = Annotated[int, PathParameter(ge=1, le=99, description="How many play.")]
Before = Annotated[
    str,
    QueryParameter(max_length=10, pattern=r"^(\d{4}-\d\d-\d\d)?$", description="Continue before this day."),
]


class RatingsController(Controller):
    """How strong people and bots are thought to be, and how sure that is."""

    path = "/ratings"
    tags = ("ratings",)

    @get("/", summary="For what there are ratings")
    async def kinds(self, core: TheCore, visitor: TheVisitor) -> list[RatingKind]:
        """Games, each with a number of seats."""
        return await standing.kinds(core, visitor)

    @get("/{game:str}/{seats:int}", summary="Ratings")
    async def ratings(
        self, core: TheCore, visitor: TheVisitor, game: FromPath[str], seats: SeatCount
    ) -> Ratings:
        """Of people and bot levels, who is surely strong first, and how your own came to be."""
        return await standing.ratings(core, visitor, game, seats)


class DailyController(Controller):
    """One game a day with the same luck for everybody, and one attempt each."""

    path = "/daily"
    tags = ("daily",)

    @get("/", summary="The games of today")
    async def today(self, core: TheCore, visitor: TheVisitor) -> Dailies:
        """What others made of them is told when your own attempt is over."""
        return Dailies(tuple(await attempts.today(core, visitor)))

    @get("/former", summary="The games of former days")
    async def former(self, core: TheCore, visitor: TheVisitor, before: Before = "") -> Dailies:
        """With their keys, and with the codes of all tables; the last day first."""
        return Dailies(tuple(await attempts.former(core, visitor, before)))

    @post("/{game:str}", summary="Play it", status_code=200)
    async def play(self, core: TheCore, visitor: TheVisitor, game: FromPath[str]) -> TableOut:
        """The table of your attempt; there is one, and asking again opens the same."""
        return await listing.show(core, visitor, await attempts.play(core, visitor, game))
