"""Each listener hears of every entry once and in order, as its seat may, whatever it does in between."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from pathlib import Path
from random import Random

import pytest

from farmstead.engine.contract import Seat
from farmstead.messages import News
from farmstead.server.base.refusals import Refused
from farmstead.server.hub.hub import Hub
from farmstead.server.hub.subscriptions import Subscription, SubscriptionEnded
from farmstead.server.store import TableId
from farmstead.server.table.entries import Asked
from farmstead.server.table.live_table import REMEMBERED_ENTRIES
from tests.server.hubs import (
    VALLEY,
    WALNUT,
    Client,
    a_game,
    a_move,
    acknowledged,
    folded_again,
    opened,
    store_of,
)
from tests.server.stores import awaited


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


async def moves(hub: Hub, table: TableId, number: int) -> None:
    for _ in range(number):
        await hub.post(table, await a_move(hub, table))


class Listener:
    """Listens for one seat and reconnects now and then, as a browser does: from the last number it heard."""

    def __init__(self, hub: Hub, table: TableId, seat: Seat | None, seed: int) -> None:
        self.hub = hub
        self.table = table
        self.seat = seat
        self.heard: list[News] = []
        self.ends: list[tuple[int, int]] = []  # what each end said, and what had been heard
        self.random = Random(seed)

    async def listen(self, upto: int | None = None) -> None:
        """Until it is stopped, or has heard so much."""
        while upto is None or len(self.heard) < upto:
            stream = await self.hub.listen(self.table, self.seat, len(self.heard))
            try:
                await self.read(stream, upto)
            except SubscriptionEnded as ended:
                self.ends.append((ended.number, len(self.heard)))
            finally:
                stream.close()

    async def read(self, stream: Subscription, upto: int | None) -> None:
        for _ in range(self.random.randrange(1, 40)):
            if upto is not None and len(self.heard) == upto:
                return
            if self.random.random() < 0.1:
                await asyncio.sleep(self.random.random() * 0.1)  # reads nothing for a while
            if self.random.random() < 0.5:
                self.heard.append(await anext(stream))
            elif await stream.wait(0.05):
                self.heard += stream.take()
                assert stream.audience.live.position(stream.seat).number == len(self.heard)


@pytest.mark.parametrize(("game", "seats"), [(WALNUT, 3), (VALLEY, 3)])
@awaited
async def test_everybody_hears_everything_once_and_in_order(path: Path, game: str, seats: int) -> None:
    async with opened(path) as hub:
        table = await a_game(hub, game, *("ada", "ben", "cyd")[:seats])
        clients = [Client(hub, table, seat) for seat in range(seats)]
        listeners = [
            Listener(hub, table, seat, n) for n, seat in enumerate((None, *range(seats), 0, 1, None))
        ]
        playing = asyncio.gather(*[client.play(lambda: acknowledged(clients) > 200) for client in clients])
        listening = [asyncio.create_task(listener.listen()) for listener in listeners]
        await playing
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        whole = await folded_again(store_of(hub), table)
        await asyncio.gather(*[listener.listen(whole.number) for listener in listeners])
        for listener in listeners:
            assert listener.heard == whole.news(0, listener.seat)
            assert all(said == heard for said, heard in listener.ends)
        assert hub.listeners() == 0


@awaited
async def test_a_listener_goes_on_after_another_start(path: Path) -> None:
    async with opened(path) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")
        listeners = [Listener(hub, table, seat, 1) for seat in (None, 0, 1)]
        for listener in listeners:
            await listener.listen(3)
        tasks = [asyncio.create_task(listener.listen()) for listener in listeners]
        await moves(hub, table, 3)
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(outcomes)  # the server is closed
    async with opened(path) as hub:
        await moves(hub, table, 2 * REMEMBERED_ENTRIES)
        for listener in listeners:
            listener.hub = hub
            await listener.listen(6 + 2 * REMEMBERED_ENTRIES)
            assert listener.heard == await hub.news(table, listener.seat, 0)


@awaited
async def test_what_the_table_has_forgotten_comes_from_the_journal(path: Path) -> None:
    async with opened(path) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")
        await moves(hub, table, 2 * REMEMBERED_ENTRIES)
        whole = await folded_again(store_of(hub), table)
        playing = asyncio.create_task(
            moves(hub, table, REMEMBERED_ENTRIES)
        )  # goes on while the journal is folded
        wanted = [
            (seat, since)
            for since in (0, 1, REMEMBERED_ENTRIES, 2 * REMEMBERED_ENTRIES)
            for seat in (None, 0)
        ]
        streams = [await hub.listen(table, seat, since) for seat, since in wanted]
        await playing
        for stream, (seat, since) in zip(streams, wanted, strict=True):
            heard: list[News] = []
            while stream.number < 3 + 3 * REMEMBERED_ENTRIES:
                if await stream.wait():
                    try:
                        heard += stream.take()
                    except SubscriptionEnded:
                        stream = await hub.listen(table, stream.seat, stream.number)
            known = whole.news(since, seat)
            assert heard[: len(known)] == known
            assert [news.number for news in heard] == list(range(since + 1, 4 + 3 * REMEMBERED_ENTRIES))


@awaited
async def test_the_position_belongs_to_the_news(path: Path) -> None:
    async with opened(path) as hub:
        table = await a_game(hub, WALNUT, "ada")
        async with await hub.listen(table, 0) as stream:
            for n in range(3, 30):
                await moves(hub, table, 1)
                assert [news.number for news in stream.take()] == [n]
                assert stream.audience.live.position(stream.seat).number == stream.number == n
                assert stream.take() == []


@awaited
async def test_who_does_not_read_is_dropped_and_can_go_on(path: Path) -> None:
    async with opened(path) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")
        idle, busy = await hub.listen(table, 0), await hub.listen(table, 1)
        for n in range(REMEMBERED_ENTRIES):
            await moves(hub, table, 1)
            assert [news.number for news in busy.take()] == [4 + n]
        assert idle.ended is None and hub.listeners() == 2
        await moves(hub, table, 1)
        assert idle.ended == "slow" and hub.listeners() == 1
        with pytest.raises(SubscriptionEnded) as ended:
            idle.take()
        assert (ended.value.why, ended.value.number) == ("slow", 3)
        whole = await folded_again(store_of(hub), table)
        assert await hub.news(table, 0, ended.value.number) == whole.news(3, 0)
        assert len(busy.take()) == 1


@awaited
async def test_who_is_slow_hears_what_can_be_told_without_a_gap(path: Path) -> None:
    async with opened(path) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")
        await moves(hub, table, 2 * REMEMBERED_ENTRIES)
        stream = await hub.listen(table, None, 0)
        first = await anext(stream)
        await moves(hub, table, REMEMBERED_ENTRIES + 1)
        rest = stream.take()
        assert [news.number for news in [first, *rest]] == list(range(1, 4 + 2 * REMEMBERED_ENTRIES))
        with pytest.raises(SubscriptionEnded, match=f"entry {3 + 2 * REMEMBERED_ENTRIES} was the last"):
            await anext(stream)


@awaited
async def test_a_stream_that_cannot_be_is_refused(path: Path) -> None:
    async with opened(path) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")
        for seat, since in ((None, 4), (0, -1), (2, 0), (-1, 0), (0, 10**30)):
            with pytest.raises(Refused):
                await hub.listen(table, seat, since)
        assert hub.listeners() == 0


@awaited
async def test_a_closed_stream_says_nothing_more(path: Path) -> None:
    async with opened(path) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")
        stream = await hub.listen(table, None, 0)
        reading = asyncio.create_task(anext(await hub.listen(table, None)))
        await asyncio.sleep(0)
        stream.close()
        stream.close()
        with pytest.raises(SubscriptionEnded, match="nobody listens"):
            stream.take()
        assert not reading.done()
        await moves(hub, table, 1)
        assert (await reading).number == 4


@awaited
async def test_waiting_ends_with_the_time(path: Path) -> None:
    async with opened(path) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")
        stream = await hub.listen(table, None)
        assert not await stream.wait(0.01)
        assert stream.take() == []
        waiting = asyncio.create_task(stream.wait(60))
        await asyncio.sleep(0)
        await moves(hub, table, 1)
        assert await waiting and len(stream.take()) == 1


@awaited
async def test_only_the_seat_itself_hears_its_secrets(path: Path) -> None:
    async with opened(path) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")
        streams = [await hub.listen(table, seat) for seat in (None, 0, 1)]
        move = await a_move(hub, table)
        await hub.post(table, move)
        told = [stream.take()[0] for stream in streams]
        assert [news.move for news in told] == ["", move.move, ""]
        assert [news.decision for news in told] == [0, 1, 0]


@awaited
async def test_going_back_is_one_more_entry(path: Path) -> None:
    async with opened(path) as hub:
        table = await a_game(hub, WALNUT, "ada")
        await moves(hub, table, 5)
        stream = await hub.listen(table, 0, 5)
        await hub.post(table, Asked(0, 4))
        assert [(news.number, news.kind, news.gone) for news in stream.take()] == [
            (6, "moved", ()),
            (7, "moved", ()),
            (8, "asked", (4, 5, 6, 7)),
        ]
        assert stream.audience.live.position(stream.seat).marked


@pytest.mark.more
@awaited
async def test_ten_thousand_streams_opened_and_dropped_leave_nothing(path: Path) -> None:
    """Slow: ten thousand of them."""
    async with opened(path) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")

        async def come_and_go(number: int) -> None:
            for n in range(number):
                stream = await hub.listen(table, n % 2, n % 3)
                if n % 4 == 0:
                    stream.close()
                elif n % 4 == 1:
                    await anext(stream)
                elif n % 4 == 2:
                    stream.take()
                    waiting = asyncio.create_task(stream.wait())
                    await asyncio.sleep(0)
                    waiting.cancel()
                    await asyncio.gather(waiting, return_exceptions=True)
                    del waiting
                # and one in four is forgotten as it is
                del stream
            await asyncio.sleep(0)  # the loop holds on to what it woke us for

        await come_and_go(500)
        gc.collect()
        assert hub.listeners() == 0
        tasks, before = len(asyncio.all_tasks()), None
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            await come_and_go(10_000)
            gc.collect()
            assert tracemalloc.get_traced_memory()[0] - before < 50_000
        finally:
            tracemalloc.stop()
        assert hub.listeners() == 0 and len(asyncio.all_tasks()) == tasks
        assert not any(isinstance(thing, Subscription) for thing in gc.get_objects())


@awaited
async def test_a_thousand_listen_at_once(path: Path) -> None:
    async with opened(path) as hub:
        table = await a_game(hub, WALNUT, "ada", "ben")
        readers = [asyncio.create_task(anext(await hub.listen(table, n % 2))) for n in range(1000)]
        await asyncio.sleep(0)
        await moves(hub, table, 1)
        assert {news.number for news in await asyncio.gather(*readers)} == {4}
