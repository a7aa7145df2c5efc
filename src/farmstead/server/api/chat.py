"""What people say at a table."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, QueryParameter

from farmstead.messages import LineOut, Lines
from farmstead.server.http.dependencies import TheTable
from farmstead.server.play import chat
from farmstead.server.play.actions import check_may_look
from farmstead.server.play.messages import LineIn

After = Annotated[int | None, QueryParameter(ge=0, le=10**9, description="The last line you have read.")]


class ChatController(Controller):
    """A line at a time, for those who sit at the table; whoever may look on may read."""

    path = "/tables/{code:str}/chat"
    tags = ("chat",)

    @get("/", summary="What was said")
    async def read(self, at: TheTable, after: After = None) -> Lines:
        """The lines after one, or the last ones."""
        await check_may_look(*at, None)
        lines = await chat.lines(at.core, at.table, after)
        return Lines(await chat.lines_out(at.core, at.table, lines))

    @post("/", summary="Say something")
    async def say(self, at: TheTable, data: JSONBody[LineIn]) -> LineOut:
        """Plain text; not where the chat is switched off."""
        return (await chat.lines_out(at.core, at.table, [await chat.say(*at, data.text)]))[0]
