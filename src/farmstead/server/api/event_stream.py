"""A table's news as Server-Sent Events; a listener who does not read, or may no longer, is let go."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, final

import msgspec
from litestar import Response
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import structs

from farmstead.messages import Heard, News
from farmstead.render import View
from farmstead.server.base.cache import LruCache
from farmstead.server.base.closing import end_tasks
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.http.detached import Gone, detach
from farmstead.server.http.gzip import GzipStream
from farmstead.server.hub.subscriptions import Subscription, SubscriptionEnded
from farmstead.server.people.visitor import Visitor
from farmstead.server.play.actions import check_may_see, drawn, page_context, seen, snapshot
from farmstead.server.play.board_messages import ShownOut
from farmstead.server.play.boards import without
from farmstead.server.play.sentences import heard_of
from farmstead.server.store import StoreError, TableId

LOG: Final = logging.getLogger(__name__)
HEARTBEAT: Final = 15.0  # seconds without news after which a line says that the stream still goes on
STREAM_TIMEOUT_S: Final = 30.0  # seconds for which somebody need not read
RETRY: Final = 1000  # milliseconds after which a browser comes back
STREAM_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
PACKED: Final = (b"content-encoding", b"gzip")
FINAL: Final = ("gone", "aside")  # after which there is nothing to come back for
MAX_AT_ONCE: Final = 64  # news that are put into words before others get their turn
CACHED_SENTENCES: Final = 64  # news in words, for all who hear the same

_ENCODER: Final = msgspec.json.Encoder()


class InWords(NamedTuple):
    """News in words, for somebody who knows the seats by these names."""

    news: News
    names: tuple[str, ...]
    heard: Heard


_LAST: Final[LruCache[tuple[TableId, int, str], InWords]] = LruCache(CACHED_SENTENCES)


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
            await send({"type": "http.response.start", "status": 200, "headers": self._telling.headers})
        except BaseException:
            self._telling.end()
            raise
        detach(scope, self._telling.tell)


class Wish(NamedTuple):
    """What somebody wants to be told after news."""

    language: str
    words: bool = False  # the legal moves for people, too
    show: Literal["position", "boards", "changes"] = "position"  # changes: boards, but for the first
    narrow: bool = False  # on a small screen
    packed: bool = False  # by gzip


@final
@dataclass(slots=True, eq=False)
class EventStream:
    """Tells somebody what happens at a table. It takes as long as they listen."""

    _core: Core
    _visitor: Visitor
    _table: TableId
    _stream: Subscription
    _wish: Wish
    _names: tuple[str, ...] | None = None  # of the seats; None: they have not been asked for
    _known: frozenset[str] | None = None  # the pictures that the page has, by their keys; None: it comes now
    _sending: float = 0.0  # since when what is sent has not been taken, by the loop's clock
    _sent: float = 0.0  # when something was sent last
    _gave_up: bool = False
    _gzip: GzipStream | None = None
    _task: asyncio.Task[None] | None = None  # which sends it

    def __post_init__(self) -> None:
        if self._wish.packed:
            self._gzip = GzipStream()

    @property
    def headers(self) -> list[tuple[bytes, bytes]]:
        return STREAM_HEADERS if self._gzip is None else [*STREAM_HEADERS, PACKED]

    def begin(self) -> None:
        """Refused when somebody listens too often; after this it has to `tell` or to `end`."""
        self._core.listens(self._visitor)

    def end(self) -> None:
        self._stream.close()
        self._core.listened(self._visitor)

    async def tell(self, receive: Receive, send: Send, gone: Gone | None) -> None:
        """Send the stream until the listener goes or it ends."""
        people, wake = self._core.people, self._stream.wake
        player = self._visitor.player.id if self._visitor.player is not None else None
        waits: asyncio.Task[None] | None = None
        if gone is None:  # servers other than ours tell only who waits for it when somebody goes
            waits = asyncio.create_task(self._close_when_gone(receive))
        else:
            gone(self._stream.close)
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
            if gone is not None:
                gone(None)
            await end_tasks(waits)

    async def _close_when_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._stream.close()

    async def _tell(self, send: Send) -> None:
        """Send news as they come, and after the last the position or boards; programs begin with that."""
        chunk, is_due, boards = f"retry: {RETRY}\n\n".encode(), True, self._wish.show != "position"
        is_first = not boards
        while True:
            try:
                await self._check()
                news = [] if is_first else self._stream.take(MAX_AT_ONCE)
                chunk += b"".join([self._news(each) for each in news])
                if (is_due or news) and (is_first or not self._stream.has_more):
                    chunk = await self._boards(send, chunk) if boards else chunk + self._position()
                is_due = not is_first and self._stream.has_more
                if not self._stream.has_more:
                    chunk += b"".join([event(notice, b"{}") for notice in self._stream.notices])
                    self._stream.notices.clear()
            except Refused:
                await self._send(send, event("end", b"not_yours"))
                break
            except StoreError:  # they come back when it can be told again
                break
            except SubscriptionEnded as ended:
                if ended.why in FINAL:
                    await self._send(send, event("end", ended.why.encode()))
                break
            await self._send(send, chunk or b":\n\n")
            chunk, is_first = b"", False
            if self._stream.has_more:
                await asyncio.sleep(0)  # others get their turn
            else:
                await self._stream.wait()
        await self._send(send, b"", more=False)

    async def _check(self) -> None:
        """Refuse a listener who has lost the right to listen; nothing is awaited after the last look."""
        if self._stream.ended is not None and self._names is not None:
            return
        if not await self._core.is_still_let_in(self._visitor):
            raise Refused("not_yours", "listen", {"seat": "-"})
        found = await snapshot(self._core, self._visitor, self._table, self._wish.language)
        check_may_see(self._core, found, self._stream.seat)
        self._names = found.names

    def _news(self, news: News) -> bytes:
        """News as an event, put into words once for all who hear the same in the same language."""
        language, names = self._wish.language, self._names or ()
        key, told = (self._table, news.number, language), structs.replace(news, decision=0, move="")
        last = _LAST.get(key)
        if last is None or last.names != names or last.news != told:
            game = self._stream.audience.live.setup.game
            last = InWords(told, names, heard_of(told, game, names, language))
            _LAST.put(key, last)
        return event("news", _ENCODER.encode(structs.replace(last.heard, news=news)), news.number)

    def _position(self) -> bytes:
        live, wish = self._stream.audience.live, self._wish
        position = live.position(self._stream.seat)
        look = seen(
            self._core, self._table, live.setup, position, self._names or (), wish.language, wish.words
        )
        return event("position", _ENCODER.encode(look), self._stream.number)  # the last entry that was told

    async def _boards(self, send: Send, news: bytes) -> bytes:
        """The newest boards, drawn while the news are on their way; a page asks for what is missing.

        With `changes` that is all of the first, which browsers and others who look may share. The answer to a
        choice of the same visitor brings them by itself. While they are drawn somebody else may have been
        given the device, so that it is looked at once more.
        """
        core, visitor, table, wish = self._core, self._visitor, self._table, self._wish
        live, number, seat = self._stream.audience.live, self._stream.number, self._stream.seat
        position, names, boards = live.position(seat), self._names or (), None
        look = seen(core, table, live.setup, position, names, wish.language, counted=False)
        answering = -1 if seat is None else core.choosing.get((visitor.credential, table, seat), -1)
        is_answered = position.number <= answering
        had, self._known = self._known, frozenset()
        await self._send(send, news or b":\n\n")
        if not is_answered and position.view is not None:
            try:
                context = await page_context(core, visitor, live, position, wish.language, names)
                boards = await drawn(core, visitor, table, context, wish.narrow)
            except Refused:  # whoever has asked for too much is told so when the page asks
                pass
            except Exception:  # a fault of the program: what happens is told all the same
                LOG.exception("The boards of table %d could not be drawn.", table)
            await self._check()
        if boards is not None:
            self._known = frozenset([each.key for each in boards.pictures])
            is_asked_for = had is None and wish.show == "changes"
            boards = None if is_asked_for else without(boards, had or ())
        view: View | None = None if position.view is None else {}  # all of it is in the boards
        plain = structs.replace(position, view=view, legal=())
        shown = ShownOut(structs.replace(look, position=plain, words=()), boards)
        return event("boards", _ENCODER.encode(shown), number)

    async def _send(self, send: Send, data: bytes, more: bool = True) -> None:
        self._sending = self._sent = asyncio.get_running_loop().time()
        if self._gzip is not None:
            data = self._gzip.pack(data) if more else self._gzip.end()
        await send({"type": "http.response.body", "body": data, "more_body": more})
        self._sending = 0.0

    def beat(self, now: float) -> None:
        """Say that the stream still goes on, if nothing has been said for a while.

        Somebody who has not read for long is let go: what is sent to them is waited for in vain.
        """
        if self._sending and now - self._sending >= STREAM_TIMEOUT_S:
            self._gave_up = True
            if self._task is not None:
                self._task.cancel()
        elif now - self._sent >= HEARTBEAT:
            self._stream.wake()


def event(kind: str, data: bytes, number: int | None = None) -> bytes:
    """A Server-Sent Event; JSON has no line breaks, so one line of data is enough."""
    name = b"" if number is None else b"id: %d\n" % number
    return name + b"event: " + kind.encode() + b"\ndata: " + data + b"\n\n"
