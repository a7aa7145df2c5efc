"""News as Server-Sent Events. Somebody who does not read, or may no longer, is let go."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, final

import msgspec
from litestar import Response
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import structs

from farmstead.messages import Heard, News
from farmstead.server.base.cache import LruCache
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.http.detached import Gone, detach
from farmstead.server.hub.subscriptions import Ended, Subscription
from farmstead.server.people.visitor import Visitor
from farmstead.server.play.actions import check_still_may_look, seen
from farmstead.server.play.names import seat_names
from farmstead.server.play.sentences import sentence_of, verdict_of
from farmstead.server.store import StoreError, TableId

HEARTBEAT: Final = 15.0  # seconds without news after which a line says that the stream still goes on
PATIENCE: Final = 30.0  # seconds for which somebody need not read
RETRY: Final = 1000  # milliseconds after which a browser comes back
HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
FINAL: Final = ("gone", "aside")  # after which there is nothing to come back for
MOST_AT_ONCE: Final = 64  # news that are put into words before others get their turn
KEPT: Final = 64  # news in words, for all who hear the same

_ENCODER: Final = msgspec.json.Encoder()


class InWords(NamedTuple):
    """News as they are sent to somebody who knows the seats by these names."""

    news: News
    names: list[str]
    sent: bytes


_LAST: Final[LruCache[tuple[TableId, int, str, bool], InWords]] = LruCache(KEPT)


class NewsStream(Response[None]):
    """The answer to somebody who listens: it begins, and goes on when the request has been dealt with."""

    def __init__(self, telling: EventStream) -> None:
        super().__init__(None, media_type="text/event-stream")
        self._telling = telling

    # `Any`: what Litestar hands over is not needed here.
    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIApp:  # type: ignore[override]
        return self._begin

    async def _begin(self, scope: Scope, _: Receive, send: Send) -> None:
        self._telling.begin()
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        except BaseException:
            self._telling.end()
            raise
        detach(scope, self._telling.tell)


@final
class EventStream:
    """Tells somebody what happens at a table. It takes as long as they listen."""

    __slots__ = (
        "_core",
        "_game",
        "_gave_up",
        "_language",
        "_names",
        "_sending",
        "_sent",
        "_stream",
        "_table",
        "_task",
        "_visitor",
        "_was_waiting",
        "_words",
    )

    def __init__(
        self, core: Core, visitor: Visitor, table: TableId, stream: Subscription, words: bool, language: str
    ) -> None:
        self._core = core
        self._visitor = visitor
        self._table = table
        self._stream = stream
        self._words = words
        self._language = language
        self._was_waiting = False  # if so, people may have sat down since their names were asked for
        self._game = ""
        self._names: list[str] = []
        self._sending = 0.0  # since when what is sent has not been taken, by the loop's clock
        self._sent = 0.0  # when something was sent last
        self._gave_up = False
        self._task: asyncio.Task[None] | None = None  # which sends it

    def begin(self) -> None:
        """Refused when somebody listens too often; after this it has to `tell` or to `end`."""
        self._core.listens(self._visitor)

    def end(self) -> None:
        self._stream.close()
        self._core.listened(self._visitor)

    async def tell(self, receive: Receive, send: Send, gone: Gone | None) -> None:
        """Until they go, or there is nothing more to tell."""
        if gone is None:
            await self._tell_while_here(receive, send)
            return
        gone(self._stream.close)
        try:
            await self._tell_all(send)
        finally:
            gone(None)

    async def _tell_while_here(self, receive: Receive, send: Send) -> None:
        """The same at another server than ours, which tells only who waits for it when somebody goes."""
        waits = asyncio.create_task(self._close_when_gone(receive))
        try:
            await self._tell_all(send)
        finally:
            waits.cancel()
            await asyncio.gather(waits, return_exceptions=True)

    async def _tell_all(self, send: Send) -> None:
        people, wake = self._core.people, self._stream.wake
        player = self._visitor.player.id if self._visitor.player is not None else None
        self._task = asyncio.current_task()
        people.listens(player, wake)
        self._core.heartbeats.add(self)
        try:
            await self._tell(send)
        except asyncio.CancelledError:
            if not self._gave_up or self._task is None or self._task.uncancel():  # others want it to end, too
                raise
        finally:
            self._core.heartbeats.remove(self)
            people.listened(player, wake)
            self.end()

    async def _close_when_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._stream.close()

    async def _tell(self, send: Send) -> None:
        begun = False
        while True:
            try:
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
            if begun and self._stream.has_more:
                await asyncio.sleep(0)  # others get their turn
            elif begun:
                await self._stream.wait()
            begun = True
        await self._send(send, b"", more=False)

    async def _learn(self) -> None:
        self._game = await self._core.hub.game(self._table)
        self._names = await seat_names(self._core, self._table, self._language)

    async def _check(self) -> None:
        """Refuse somebody who would not be let in now. After its last question nobody else gets a turn."""
        is_learned = bool(self._game)
        if not is_learned:
            await self._learn()
        if self._stream.ended is not None:
            return
        is_waiting = self._stream.live.phase() == "waiting"
        if is_learned and (is_waiting or self._was_waiting or "table" in self._stream.notices):
            await self._learn()
        self._was_waiting = is_waiting
        if not await self._core.is_still(self._visitor):
            raise Refused("not_yours", "listen", {"seat": "-"})
        seats = self._visitor.seats_at(self._table, self._stream.live)
        await check_still_may_look(self._core, self._visitor, self._table, self._stream.seat, seats)

    def _beginning(self) -> bytes:
        return f"retry: {RETRY}\n\n".encode() + self._position()

    def _chunks(self) -> Iterator[bytes]:
        """What there is to tell now, or so much of it; Ended when nothing more will come."""
        told = self._stream.take(MOST_AT_ONCE)
        for news in told:
            yield self._news(news)
        if self._stream.has_more:
            return
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
        _LAST.put(key, InWords(news, self._names, sent))
        return sent

    def _position(self) -> bytes:
        position = self._stream.position()
        look = seen(self._core, self._table, position, self._game if self._words else "", self._language)
        if position.lines:
            setup = self._stream.live.setup
            told = verdict_of(setup, position, self._names, self._language)
            look = structs.replace(look, verdict=told)
        return event("position", _ENCODER.encode(look), self._stream.number)  # the last entry that was told

    async def _send(self, send: Send, data: bytes, more: bool = True) -> None:
        now = asyncio.get_running_loop().time()
        self._sending = self._sent = now
        await send({"type": "http.response.body", "body": data, "more_body": more})
        self._sending = 0.0

    def beat(self, now: float) -> None:
        """Say that the stream still goes on, if nothing has been said for a while.

        Somebody who has not read for long is let go: what is sent to them is waited for in vain.
        """
        if self._sending and now - self._sending >= PATIENCE:
            self._gave_up = True
            if self._task is not None:
                self._task.cancel()
        elif now - self._sent >= HEARTBEAT:
            self._stream.wake()


def event(kind: str, data: bytes, number: int | None = None) -> bytes:
    """JSON has no line breaks, so one line of data is enough."""
    name = b"" if number is None else b"id: %d\n" % number
    return name + b"event: " + kind.encode() + b"\ndata: " + data + b"\n\n"
