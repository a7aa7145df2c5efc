"""What people say at a table."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import Parameter

from farmstead.server import chatting, showing
from farmstead.server.house import House
from farmstead.server.messages import LineIn, LineOut, Lines
from farmstead.server.playing import check_may_look
from farmstead.server.visitors import Visitor

After = Annotated[int | None, Parameter(ge=0, le=1_000_000_000, description="The last line you have read.")]


class ChatController(Controller):
    """A line at a time, for those who sit at the table; whoever may look on may read."""

    path = "/tables/{code:str}/chat"
    tags = ["chat"]

    @get("/", summary="What was said")
    async def read(self, house: House, visitor: Visitor, code: str, after: After = None) -> Lines:
        """The lines after one, or the last ones."""
        table = await house.table(code, visitor)
        await check_may_look(house, visitor, table, None)
        lines = await chatting.lines(house, table, after)
        return Lines(await showing.lines_out(house, table, lines))

    @post("/", summary="Say something")
    async def say(self, house: House, visitor: Visitor, code: str, data: LineIn) -> LineOut:
        """Plain text; not where the chat is switched off."""
        table = await house.table(code, visitor)
        line = await chatting.say(house, visitor, table, data.text)
        return (await showing.lines_out(house, table, [line]))[0]
