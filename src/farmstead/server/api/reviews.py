"""Reviews of games that are over, and of records."""

from __future__ import annotations

from litestar import Controller, delete, get, post
from litestar.params import FromPath

from farmstead.server.http.dependencies import TheCore, TheLanguage, TheVisitor
from farmstead.server.reviews import actions as reviews
from farmstead.server.reviews.messages import ReviewOut


class ReviewController(Controller):
    """What each decision of a game cost, what luck there was, and where the game turned."""

    path = "/studies/{name:str}/review"
    tags = ("studies",)

    @get("/", summary="A review")
    async def look(
        self, core: TheCore, visitor: TheVisitor, language: TheLanguage, name: FromPath[str]
    ) -> ReviewOut:
        """How far it is, and when it is done what it found, in words and figures."""
        return await reviews.look(core, visitor, name, language)

    @post("/", summary="Have a game reviewed", status_code=200)
    async def ask(
        self, core: TheCore, visitor: TheVisitor, language: TheLanguage, name: FromPath[str]
    ) -> ReviewOut:
        """It is made once for all who want it, one review after the other; look again how far it is."""
        return await reviews.ask(core, visitor, name, language)

    @delete("/", summary="Want it no longer", status_code=200)
    async def cancel(
        self, core: TheCore, visitor: TheVisitor, language: TheLanguage, name: FromPath[str]
    ) -> ReviewOut:
        """A review that nobody wants is not made, and not kept."""
        return await reviews.cancel(core, visitor, name, language)
