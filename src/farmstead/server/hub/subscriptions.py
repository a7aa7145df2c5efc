"""The event streams of a table: each gets every entry once and in order, and can resume where it stopped.

A stream is no more than a number: that of the last entry it has told. What comes after it is asked of the
table when the stream is read, so that nothing piles up for those who do not read. A table remembers its last
entries only: a stream that has fallen behind them is ended, and whoever reads it goes on with a new one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Final, Literal, Self, TypeAlias, final
from weakref import WeakSet

from farmstead.engine.contract import FarmsteadError, Seat
from farmstead.messages import News
from farmstead.server.table.live_table import REMEMBERED_ENTRIES, LiveTable

WhyEnded: TypeAlias = Literal["slow", "aside", "gone", "closing", "closed"]

ENDING_WORDS: Final[dict[WhyEnded, str]] = {
    "slow": "more has happened than can be kept for somebody who does not read",
    "aside": "the table has been set aside",
    "gone": "the table is no longer there",
    "closing": "the server is closing",
    "closed": "nobody listens any more",
}


class SubscriptionEnded(FarmsteadError):
    """Nothing more comes from this stream; a new one `since` `number` goes on without a gap or a repeat."""

    def __init__(self, why: WhyEnded, number: int) -> None:
        super().__init__(f"{ENDING_WORDS[why]}; entry {number} was the last one told")
        self.why: WhyEnded = why
        self.number = number


@final
class Subscribers:
    """All who listen to one table. Whoever changes the table says so here, before anybody else's turn."""

    __slots__ = ("_streams", "live", "waiting")

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self._streams: WeakSet[Subscription] = WeakSet()  # a stream that nobody holds is nobody's
        self.waiting: set[Subscription] = set()  # those that somebody waits for are held here

    def __len__(self) -> int:
        return len(self._streams)

    def open(self, seat: Seat | None, since: int, before: Sequence[News] = ()) -> Subscription:
        """A stream of what `seat` (None: a spectator) hears after entry `since`.

        `before` is what the table no longer remembers, from there on. Refused or Forgotten when the table
        cannot tell the rest.
        """
        self.live.news(before[-1].number if before else since, seat)
        stream = Subscription(self, seat, since, list(before))
        self._streams.add(stream)
        return stream

    def wake_all(self, live: LiveTable) -> None:
        """Wake every stream: the table has changed, or another has taken its place."""
        self.live = live
        for stream in list(self._streams):
            stream.table_changed()

    def notify(self, notice: str) -> None:
        """Something besides the game: what is said, or who sits where. Who was not here has not missed it."""
        for stream in list(self._streams):
            stream.notify(notice)

    def end(self, why: WhyEnded) -> None:
        for stream in list(self._streams):
            stream.end(why)

    def hears(self, seat: Seat) -> bool:
        """Whether somebody listens for this seat."""
        return any(stream.seat == seat for stream in list(self._streams))

    def drop(self, stream: Subscription) -> None:
        self._streams.discard(stream)


@final
@dataclass(slots=True, eq=False, weakref_slot=True)
class Subscription:
    """What one listener hears: read it one by one, or take all there is. Close it, or use it as a context.

    async with await hub.listen(table, seat, since=7) as stream:
        async for news in stream: ...
    """

    audience: Subscribers
    seat: Seat | None
    number: int  # of the last entry told
    _before: list[News]  # asked for and not yet told; few, and an empty deque takes more memory
    _known: int = field(init=False)
    _bell: asyncio.Future[None] | None = None
    # Besides news, each once; who tells them clears it.
    notices: dict[str, None] = field(default_factory=dict)
    has_more: bool = field(init=False)  # something was left by who took only so much
    _is_woken: bool = False
    ended: WhyEnded | None = None  # why nothing more will come

    def __post_init__(self) -> None:
        self._known = self._before[-1].number if self._before else self.number
        self.has_more = bool(self._before)

    # ---- for who reads ---------------------------------------------------------------------------------

    def take(self, most: int | None = None) -> list[News]:
        """All there is, or so much of it, perhaps nothing; Ended when nothing more will come.

        What a stream can tell without a gap is told before it ends.
        """
        live = self.audience.live
        if 0 < live.number - self._known <= REMEMBERED_ENTRIES and self.ended in (None, "aside", "closing"):
            self._before.extend(live.news(self._known, self.seat))
            self._known = live.number
        if self.ended is not None and (not self._before or self.ended == "closed"):
            raise SubscriptionEnded(self.ended, self.number)
        most = len(self._before) if most is None else most
        news, self._before = self._before[:most], self._before[most:]
        self.has_more = bool(self._before)
        self.number = news[-1].number if news else self.number
        return news

    async def wait(self, seconds: float | None = None) -> bool:
        """Until there is something to take or the stream has ended; False when the time is over before."""
        waiting = self.audience.waiting
        try:
            async with nullcontext() if seconds is None else asyncio.timeout(seconds):
                while not (
                    self._before
                    or self.notices
                    or self._is_woken
                    or self.ended is not None
                    or self.audience.live.number > self._known
                ):
                    self._bell = asyncio.get_running_loop().create_future()
                    waiting.add(self)  # else nobody might be holding this or its audience
                    await self._bell
        except TimeoutError:
            return False
        finally:
            waiting.discard(self)
        self._is_woken = False
        return True

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> News:
        while not (news := self.take(1)):
            await self.wait()
        return news[0]

    def close(self) -> None:
        """Nobody listens any more; again and again does no harm."""
        self.end("closed")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    # ---- for the audience ------------------------------------------------------------------------------

    def table_changed(self) -> None:
        """Wake the reader; a stream that has fallen too far behind is ended."""
        behind = self.audience.live.number - self._known
        if behind < 0:
            self.end("gone")  # it is no longer the table that this listener heard of
        elif behind > REMEMBERED_ENTRIES:
            self.end("slow")
        else:
            self._wake_reader()

    def notify(self, notice: str) -> None:
        self.notices[notice] = None
        self._wake_reader()

    def wake(self) -> None:
        """Whoever waits looks whether they may still listen; there need be nothing to tell."""
        self._is_woken = True
        self._wake_reader()

    def end(self, why: WhyEnded) -> None:
        if self.ended is None:
            self.ended = why
            self.audience.drop(self)
            self._wake_reader()

    # ---- inside ----------------------------------------------------------------------------------------

    def _wake_reader(self) -> None:
        if self._bell is not None and not self._bell.done():
            self._bell.set_result(None)
        self._bell = None
