"""The chat of a table: for those who sit there, as long as it is not switched off."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from farmstead.messages import LineOut
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor
from farmstead.server.play.actions import snapshot
from farmstead.server.store import ChatLine, TableId

UNSEEN: Final = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
JOINING: Final = "\u200c\u200d"  # some scripts and emblems need them


async def say(core: Core, visitor: Visitor, table: TableId, text: str) -> ChatLine:
    """Write down a line and let everybody at the table know."""
    player = visitor.require_player().id
    found = await snapshot(core, visitor, table)
    if not found.seats:
        raise Refused("not_yours", "chat", {"seat": "-"})
    if not core.settings.has_chat:
        raise Refused("chat_off_here", "chat")
    if not found.room.options.chat:
        raise Refused("chat_off", "chat")
    core.limits.spend("chat", visitor.rate_limit_key, "chat")
    line = await core.store.chat.append(table, player, checked(text))
    core.hub.notify(table, "chat")
    return line


async def lines(core: Core, table: TableId, after: int | None) -> list[ChatLine]:
    """The lines after one, or the last ones; none where the chat is switched off."""
    if not core.settings.has_chat or not (await core.hub.options(table)).chat:
        return []
    if after is None:
        return await core.store.chat.latest(table)
    return await core.store.chat.read(table, after)


def checked(text: str) -> str:
    """A line as it is kept: without what cannot be seen, or turns what others wrote round."""
    words = " ".join(unicodedata.normalize("NFC", text).split())
    kept = [each for each in words if each in JOINING or unicodedata.category(each) not in UNSEEN]
    line = " ".join("".join(kept).split())
    if not line.strip(JOINING):
        raise Refused("chat_bad", "chat")
    return line


async def lines_out(core: Core, table: TableId, lines: Sequence[ChatLine]) -> tuple[LineOut, ...]:
    """The chat with the names that its authors have now."""
    names = await core.people.names([line.player for line in lines])
    seats = {seat.player or 0: seat.seat for seat in reversed(await core.store.seats.of(table))}
    return tuple(
        LineOut(line.n, line.at, seats.get(line.player or -1), names.get(line.player or 0, ""), line.text)
        for line in lines
    )
