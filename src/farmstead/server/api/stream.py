"""News as Server-Sent Events. Somebody who does not read, or may no longer, is let go."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
from litestar import Response
from litestar.types import ASGIApp, Receive, Scope, Send

from farmstead.server import showing
from farmstead.server.house import House
from farmstead.server.messages import Heard
from farmstead.server.news import News
from farmstead.server.playing import check_still_may_look, seen
from farmstead.server.refusals import Refused
from farmstead.server.store import StoreError, TableId
from farmstead.server.streams import Ended, Stream
from farmstead.server.telling import sentence_of
from farmstead.server.visitors import Visitor

HEARTBEAT: Final = 15.0  # seconds without news after which a line says that the stream still goes on
PATIENCE: Final = 30.0  # seconds for which somebody need not read
RETRY: Final = 1000  # milliseconds after which a browser comes back
HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
FINAL: Final = ("gone", "aside")  # after which there is nothing to come back for
KEPT: Final = 64  # news in words, for all who hear the same

_ENCODER: Final = msgspec.json.Encoder()


class InWords(NamedTuple):
    """News as they are sent to somebody who knows the seats by these names."""

    news: News
    names: list[str]
    sent: bytes


_LAST: Final[OrderedDict[tuple[TableId, int, str, bool], InWords]] = OrderedDict()


class NewsStream(Response[None]):
    """The answer to somebody who listens. It takes as long as they do."""

    def __init__(
        self, house: House, visitor: Visitor, table: TableId, stream: Stream, words: bool, language: str
    ) -> None:
        super().__init__(None, media_type="text/event-stream")
        self._house = house
        self._visitor = visitor
        self._table = table
        self._stream = stream
        self._words = words
        self._language = language
        self._was_waiting = True  # people may have sat down since their names were asked for
        self._game = ""
        self._names: list[str] = []
        self._sending = 0.0  # since when what is sent has not been taken, by the loop's clock
        self._sent = 0.0  # when something was sent last
        self._gave_up = False

    # `Any`: what Litestar hands over is not needed here.
    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIApp:  # type: ignore[override]
        return self._answer

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        gone = asyncio.create_task(self._close_when_gone(receive))
        try:
            player = self._visitor.player.id if self._visitor.player is not None else None
            listens = self._house.people.listening(player, self._stream.wake)
            async with self._house.listening(self._visitor), self._stream:
                await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
                with listens, Watch(self):
                    await self._tell(send)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if not self._gave_up or task is None or task.uncancel():  # somebody else wants it to end, too
                raise
        finally:
            gone.cancel()
            await asyncio.gather(gone, return_exceptions=True)

    async def _close_when_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._stream.close()

    async def _tell(self, send: Send) -> None:
        begun = False
        while True:
            try:
                if not begun:
                    await self._learn()
                await self._check()
                chunk = b"".join(self._chunks()) if begun else self._beginning()
            except Refused:
                await self._send(send, event("end", b"not_yours"))
                break
            except StoreError:  # they come back when it can be told again
                break
            except Ended as ended:
                if ended.why in FINAL:
                    await self._send(send, event("end", ended.why.encode()))
                break
            await self._send(send, chunk or b":\n\n")
            if begun:
                await self._stream.wait()
            begun = True
        await self._send(send, b"", more=False)

    async def _learn(self) -> None:
        self._game = await self._house.hub.game(self._table)
        self._names = await showing.seat_names(self._house, self._table, self._language)

    async def _check(self) -> None:
        """Refuse somebody who would not be let in now. After its last question nobody else gets a turn."""
        if self._stream.ended is not None:
            return
        is_waiting = self._stream.live.phase() == "waiting"
        if is_waiting or self._was_waiting or "table" in self._stream.notices:
            await self._learn()
        self._was_waiting = is_waiting
        if not await self._house.is_still(self._visitor):
            raise Refused("not_yours", "listen", {"seat": "-"})
        seats = self._visitor.seats_at(self._table, self._stream.live)
        await check_still_may_look(self._house, self._visitor, self._table, self._stream.seat, seats)

    def _beginning(self) -> bytes:
        return f"retry: {RETRY}\n\n".encode() + self._position()

    def _chunks(self) -> Iterator[bytes]:
        """All there is to tell now; Ended when nothing more will come."""
        told = self._stream.take()
        for news in told:
            yield self._news(news)
        if told:
            yield self._position()
        for notice in self._stream.take_notices():
            yield event(notice, b"{}")

    def _news(self, news: News) -> bytes:
        """All who hear the same are told it in the same words, which are found once."""
        key = (self._table, news.number, self._language, news.decision > 0)
        last = _LAST.get(key)
        if last is not None and last.names == self._names and last.news == news:
            return last.sent
        heard = Heard(news, tuple(sentence_of(news, self._game, self._names, self._language)))
        sent = event("news", _ENCODER.encode(heard), news.number)
        _LAST[key] = InWords(news, self._names, sent)
        if len(_LAST) > KEPT:
            _LAST.popitem(last=False)
        return sent

    def _position(self) -> bytes:
        position = self._stream.position()
        look = seen(self._house, self._table, position, self._game if self._words else "", self._language)
        return event("position", _ENCODER.encode(look), self._stream.number)  # the last entry that was told

    async def _send(self, send: Send, data: bytes, more: bool = True) -> None:
        now = asyncio.get_running_loop().time()
        self._sending = self._sent = now
        await send({"type": "http.response.body", "body": data, "more_body": more})
        self._sending = 0.0

    def beat(self, now: float) -> bool:
        """Say that the stream still goes on, if nothing has been said for a while.

        False for somebody who has not read for long: what is sent to them is waited for in vain.
        """
        if self._sending and now - self._sending >= PATIENCE:
            self._gave_up = True
            return False
        if now - self._sent >= HEARTBEAT:
            self._stream.wake()
        return True


class Watch:
    """Looks after a stream every few seconds, and ends the task of one that nobody reads.

    One timer for each: setting one for whatever is sent took a twentieth of the server's time.
    """

    def __init__(self, stream: NewsStream) -> None:
        self._stream = stream
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        self._timer: asyncio.TimerHandle | None = None

    def __enter__(self) -> None:
        self._timer = self._loop.call_later(min(HEARTBEAT, PATIENCE) / 3, self._look)

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _look(self) -> None:
        if self._stream.beat(self._loop.time()):
            self.__enter__()
        elif self._task is not None:
            self._task.cancel()


def event(kind: str, data: bytes, number: int | None = None) -> bytes:
    """JSON has no line breaks, so one line of data is enough."""
    name = b"" if number is None else b"id: %d\n" % number
    return name + b"event: " + kind.encode() + b"\ndata: " + data + b"\n\n"
