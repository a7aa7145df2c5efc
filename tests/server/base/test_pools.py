"""Threads for what takes long: turns by address, bounds on who waits, and nobody stops the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event, current_thread, main_thread

import pytest

from farmstead.server.base.pools import Pool, Pools
from farmstead.server.base.refusals import Refused
from tests.server.hubs import until as until_soon
from tests.server.stores import awaited

until = partial(until_soon, seconds=60.0)
ILL, WELL = "192.0.2.1", "198.51.100.7"


class Slow:
    """Work that goes on until somebody lets it end."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.end = Event()

    def work(self, name: str) -> Callable[[], str]:
        def done() -> str:
            self.begun.append(name)
            self.end.wait(60)
            return name

        return done


@awaited
async def test_work_is_done_in_a_thread_of_its_own_kind() -> None:
    pool = Pool("drawing", 1, 1, 1)
    thread = await pool.run(WELL, "look", current_thread)
    assert thread is not main_thread() and thread.name.startswith("drawing")
    with pytest.raises(ZeroDivisionError):
        await pool.run(WELL, "look", lambda: 1 // 0)
    assert (pool.running, pool.waiting) == (0, 0)
    pool.close()


@awaited
async def test_one_address_does_not_have_all_threads_and_takes_turns() -> None:
    pool, slow = Pool("two", 2, 20, 10), Slow()
    tasks = [asyncio.create_task(pool.run(ILL, "look", slow.work(f"ill {n}"))) for n in range(6)]
    await until(lambda: slow.begun == ["ill 0"])
    tasks.append(asyncio.create_task(pool.run(WELL, "look", slow.work("well"))))
    await until(lambda: slow.begun == ["ill 0", "well"])
    assert (pool.running, pool.waiting) == (2, 5)
    slow.end.set()
    assert len(await asyncio.gather(*tasks)) == 7
    assert (pool.running, pool.waiting) == (0, 0)
    pool.close()


@awaited
async def test_with_one_thread_whoever_comes_last_waits_for_one_piece_of_work_only() -> None:
    pool, first, rest = Pool("one", 1, 20, 10), Slow(), Slow()
    tasks = [asyncio.create_task(pool.run(ILL, "look", first.work("ill")))]
    await until(lambda: first.begun == ["ill"])
    tasks += [asyncio.create_task(pool.run(ILL, "look", rest.work(f"ill {n}"))) for n in range(3)]
    await until(lambda: pool.waiting == 3)
    tasks.append(asyncio.create_task(pool.run(WELL, "look", rest.work("well"))))
    await until(lambda: pool.waiting == 4)
    first.end.set()
    rest.end.set()
    await asyncio.gather(*tasks)
    assert rest.begun.index("well") <= 1, rest.begun
    pool.close()


@awaited
async def test_few_wait_and_the_others_are_told_why() -> None:
    pool, slow = Pool("one", 1, 3, 2), Slow()
    tasks = [asyncio.create_task(pool.run(ILL, "look", slow.work(f"ill {n}"))) for n in range(3)]
    await until(lambda: (pool.running, pool.waiting) == (1, 2))
    with pytest.raises(Refused, match="too_many"):
        await pool.run(ILL, "look", slow.work("ill"))
    tasks.append(asyncio.create_task(pool.run(WELL, "look", slow.work("well"))))
    await until(lambda: pool.waiting == 3)
    with pytest.raises(Refused, match="overloaded"):
        await pool.run("203.0.113.9", "look", slow.work("other"))
    slow.end.set()
    await asyncio.gather(*tasks)
    pool.close()


@awaited
async def test_who_goes_away_frees_no_thread_that_still_works() -> None:
    pool, slow = Pool("one", 1, 3, 3), Slow()
    begun = asyncio.create_task(pool.run(ILL, "look", slow.work("begun")))
    await until(lambda: slow.begun == ["begun"])
    waits = asyncio.create_task(pool.run(ILL, "look", slow.work("waits")))
    await until(lambda: pool.waiting == 1)
    for task in (begun, waits):
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    assert pool.running == 1  # it cannot be stopped
    after = asyncio.create_task(pool.run(WELL, "look", slow.work("after")))
    await until(lambda: pool.waiting == 1)
    assert slow.begun == ["begun"]
    slow.end.set()
    assert await after == "after"
    assert slow.begun == ["begun", "after"]
    await until(lambda: pool.running == 0)
    pool.close()


@awaited
async def test_a_pool_that_is_full_holds_up_no_other() -> None:
    pools, slow = Pools(pace=1.0), Slow()
    tasks = [
        asyncio.create_task(pool.run(f"192.0.2.{n}", "look", slow.work(pool.name)))
        for pool in pools.all()
        for n in range(2)
        if pool is not pools.pictures
    ]
    await until(lambda: {pool.name for pool in pools.all()} - set(slow.begun) == {"pictures"})
    assert await pools.pictures.run(WELL, "look", lambda: "drawn") == "drawn"
    slow.end.set()
    await asyncio.gather(*tasks)
    pools.close()
