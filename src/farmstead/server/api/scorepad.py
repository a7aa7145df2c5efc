"""Tables that were played elsewhere: their score, line by line; and editions, checked and drawn."""

from __future__ import annotations

from functools import partial
from typing import Final, cast

from litestar import Controller, MediaType, Response, post
from litestar.params import FromPath, JSONBody

from farmstead.server.http.dependencies import TheCore, TheLanguage, TheVisitor
from farmstead.server.http.uploads import UploadMiddleware
from farmstead.server.play.messages import MAX_EDITION
from farmstead.server.scorepad import actions as scorepad
from farmstead.server.scorepad.messages import EditionIn, EditionOut, ScoreIn, ScoreOut

MAX_BODY_BYTES: Final = 2 * MAX_EDITION  # bytes: letters that JSON writes with two
EDITION_UPLOADS: Final = UploadMiddleware("edition", scorepad.admit)
brought: Final = partial(
    post, status_code=200, request_max_body_size=MAX_BODY_BYTES, middleware=[EDITION_UPLOADS]
)


class ScoreController(Controller):
    """Counting what was played with a real box, and looking at the components of one. Nothing is stored."""

    path = "/"
    tags = ("score",)

    @brought("/score/{game:str}", summary="Score a table")
    async def score(
        self,
        core: TheCore,
        visitor: TheVisitor,
        language: TheLanguage,
        game: FromPath[str],
        data: JSONBody[ScoreIn],
    ) -> ScoreOut:
        """Farms or valleys as the rules write them, a deed that changes them, and all that they score.

        With other components than the packaged ones: their file as `components`, and from then on its digest
        as `edition`; `edition_away` asks for the file again.
        """
        return await scorepad.score(core, visitor, game, data, language)

    @brought("/editions", summary="Check an edition")
    async def check(
        self, core: TheCore, visitor: TheVisitor, language: TheLanguage, data: JSONBody[EditionIn]
    ) -> Response[EditionOut]:
        """Whether the components of a box can be played with, and if so what they look like."""
        written = await scorepad.check_edition(core, visitor, data, language)
        return Response(cast(EditionOut, written), media_type=MediaType.JSON)
