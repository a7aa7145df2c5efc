"""What people say at a table."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, QueryParameter

from farmstead.server import chatting, showing
from farmstead.server.api.asking import TheTable
from farmstead.server.messages import LineIn, LineOut, Lines
from farmstead.server.playing import check_may_look

After = Annotated[int | None, QueryParameter(ge=0, le=10**9, description="The last line you have read.")]


class ChatController(Controller):
    """A line at a time, for those who sit at the table; whoever may look on may read."""

    path = "/tables/{code:str}/chat"
    tags = ("chat",)

    @get("/", summary="What was said")
    async def read(self, at: TheTable, after: After = None) -> Lines:
        """The lines after one, or the last ones."""
        await check_may_look(*at, None)
        lines = await chatting.lines(at.house, at.table, after)
        return Lines(await showing.lines_out(at.house, at.table, lines))

    @post("/", summary="Say something")
    async def say(self, at: TheTable, data: JSONBody[LineIn]) -> LineOut:
        """Plain text; not where the chat is switched off."""
        line = await chatting.say(*at, data.text)
        return (await showing.lines_out(at.house, at.table, [line]))[0]
