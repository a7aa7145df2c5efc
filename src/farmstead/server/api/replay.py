"""Replays: positions of finished games, and of records that are uploaded."""

from __future__ import annotations

import binascii
from base64 import b64decode
from functools import partial
from typing import Annotated, Final

from litestar import Controller, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from farmstead import shelf
from farmstead.server.base.refusals import Refused
from farmstead.server.http.dependencies import TheCore, TheLanguage, TheVisitor
from farmstead.server.http.uploads import UploadMiddleware
from farmstead.server.replay import recorded_games, viewer
from farmstead.server.replay.messages import MAX_MESSAGE, KeptOut, KeptsOut, NamedOut, RecordIn, StudyOut
from farmstead.server.store import KeptRecord

Eyes = Annotated[
    int | None, QueryParameter(name="seat", ge=0, le=99, description="Through whose eyes; none: everybody's.")
]


RECORD_UPLOADS: Final = UploadMiddleware("read record", recorded_games.admit, admits_small=True)


class StudiesController(Controller):
    """What is left of games."""

    path = "/studies"
    tags = ("studies",)

    @get("/", summary="The records that you brought along")
    async def mine(self, core: TheCore, visitor: TheVisitor) -> KeptsOut:
        """Newest first."""
        return KeptsOut(tuple([_shown(each) for each in await recorded_games.mine(core, visitor)]))

    @post("/", summary="Bring a record along", request_max_body_size=MAX_MESSAGE, middleware=[RECORD_UPLOADS])
    async def keep(
        self, core: TheCore, visitor: TheVisitor, language: TheLanguage, data: JSONBody[RecordIn]
    ) -> NamedOut:
        """A record as text, or a file that carries one, such as a picture from here. It is played again
        before it is kept, and whoever knows its name may look at it then.
        """
        given: recorded_games.Given = data.text or partial(_decoded, data.file)  # in its turn, in a thread
        return NamedOut(await recorded_games.keep(core, visitor, given, language))

    @get("/{name:str}", summary="A game to be looked back at")
    async def show(
        self,
        core: TheCore,
        visitor: TheVisitor,
        language: TheLanguage,
        name: FromPath[str],
        of_seat: Eyes = None,
    ) -> StudyOut:
        """A table by its code, or a record by its name. Of a game that is being played a seat of yours is
        told what it has seen and heard itself, and nothing else.
        """
        return await viewer.look(core, visitor, name, of_seat, language)

    @delete("/{name:str}", summary="Delete a record that you brought along", status_code=200)
    async def drop(self, core: TheCore, visitor: TheVisitor, name: FromPath[str]) -> KeptsOut:
        """It stays for others who brought the same; what is left of yours is the answer."""
        await recorded_games.drop(core, visitor, name)
        return KeptsOut(tuple([_shown(each) for each in await recorded_games.mine(core, visitor)]))


def _shown(kept: KeptRecord) -> KeptOut:
    title = shelf.game(kept.game).title if kept.game in shelf.names() else kept.game
    return KeptOut(kept.name, kept.game, title, kept.size, kept.at)


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Refused("bad_message", "read record", {"why": "file: not written in base 64"}) from None
