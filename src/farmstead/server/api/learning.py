"""Learning: guided games and their coach."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import FromPath, QueryParameter

from farmstead.messages import TableOut
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage, TheTable, TheVisitor
from farmstead.server.http.security import check_asked_by_page
from farmstead.server.learning import coach as coaching
from farmstead.server.learning.messages import CoachOut, WeighedOut
from farmstead.server.lobby import listing

ForSeat = Annotated[int, QueryParameter(name="seat", ge=0, le=99, description="A seat of yours.")]
Since = Annotated[
    int, QueryParameter(ge=0, le=10**6, description="The moves made when the coach last spoke: its `ply`.")
]


class LearningController(Controller):
    """Guided first games."""

    path = "/learn"
    tags = ("learning",)

    @post("/{game:str}", summary="Begin a guided game")
    async def begin(self, core: TheCore, visitor: TheVisitor, game: FromPath[str]) -> TableOut:
        """A table of your own with chosen luck and a coach; it counts for nothing."""
        return await listing.show(core, visitor, await coaching.begin(core, visitor, game))


class CoachController(Controller):
    """What the coach of a guided game says."""

    path = "/tables/{code:str}/coach"
    tags = ("learning",)

    @get("/", summary="What is to be learnt now")
    async def coach(
        self, at: TheTable, language: TheLanguage, of_seat: ForSeat, since: Since = 0
    ) -> CoachOut:
        """For a seat of yours; with `since` also about what you have chosen since then."""
        return await coaching.coach(*at, of_seat, since, language)

    @get("/weighed", summary="What your choice was worth")
    async def weighed(
        self, request: AnyRequest, at: TheTable, language: TheLanguage, of_seat: ForSeat, since: Since
    ) -> WeighedOut:
        """What you chose after so many moves, beside the best. It takes a second or two."""
        check_asked_by_page(list(request.scope["headers"]), "coach")
        return await coaching.weigh(*at, of_seat, since, language)
