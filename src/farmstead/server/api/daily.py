"""The game of the day."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import FromPath, QueryParameter

from farmstead.messages import TableOut
from farmstead.server.daily import attempts
from farmstead.server.http.dependencies import TheCore, TheVisitor
from farmstead.server.lobby import listing
from farmstead.server.ratings.messages import Dailies

Before = Annotated[
    str,
    QueryParameter(max_length=10, pattern=r"^(\d{4}-\d\d-\d\d)?$", description="Continue before this day."),
]


class DailyController(Controller):
    """One game a day with the same luck for everybody, and one attempt each."""

    path = "/daily"
    tags = ("daily",)

    @get("/", summary="The games of today")
    async def today(self, core: TheCore, visitor: TheVisitor) -> Dailies:
        """What others made of them is told when your own attempt is over."""
        games = tuple(await attempts.today(core, visitor))
        return Dailies(games, await attempts.streak(core, visitor))

    @get("/former", summary="The games of former days")
    async def former(self, core: TheCore, visitor: TheVisitor, before: Before = "") -> Dailies:
        """With their keys, and with the codes of all tables; the last day first."""
        return Dailies(tuple(await attempts.former(core, visitor, before)))

    @post("/{game:str}", summary="Play it", status_code=200)
    async def play(self, core: TheCore, visitor: TheVisitor, game: FromPath[str]) -> TableOut:
        """The table of your attempt; there is one, and asking again opens the same."""
        return await listing.show(core, visitor, await attempts.play(core, visitor, game))
