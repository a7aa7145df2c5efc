"""Players are called once for each decision that a slow game has waited for."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from farmstead.server.webhooks.scheduler import MAX_FAILURES, RETRY_MS, WAIT, WebhookScheduler
from scripts.postgres import Cluster
from tests.server.asking import ME, OPEN, Browser, Doorstep, opened
from tests.server.hooks import OK, URL, Hooks, caller_of, hooks
from tests.server.hubs import VALLEY
from tests.server.postgres import Place
from tests.server.stores import awaited

PUBLIC = "https://play.example/games"
DAY = 86_400


class Evening:
    """A server, where its players are called, and what time it is."""

    def __init__(self, door: Doorstep, called: Hooks) -> None:
        self.door = door
        self.called = called
        self.now = 1_000_000_000
        self.duty = door.core.get(WebhookScheduler)
        self.duty.caller = caller_of(called)
        self.duty._clock = lambda: self.now

    async def later(self, milliseconds: int) -> int:
        """How many calls have come in all, after so much time."""
        self.now += milliseconds
        await self.duty.look()
        return len(self.called.requests)

    async def two(self, **settings: Any) -> tuple[list[Browser], str]:
        """Ada, who wants to be called, and Ben at a table."""
        players = await self.door.people("Ada", "Ben")
        code = (await players[0].make(VALLEY, ME, OPEN, **settings))["code"]
        await players[1].post(f"/tables/{code}/seats/1")
        return players, code


@asynccontextmanager
async def evening(folder: Path, place: Place | None = None, **settings: Any) -> AsyncIterator[Evening]:
    extra: dict[str, Any] = {"db": place} if isinstance(place, str) else {}
    async with hooks() as called, opened(folder, url=PUBLIC, **extra, **settings) as door:
        while not door.core.get(WebhookScheduler)._leads:  # on a shared store it takes a moment
            await asyncio.sleep(0.005)
        yield Evening(door, called)


async def enter(player: Browser, **headers: str) -> Any:
    return await player.ask("PUT", "/me/webhook", json={"url": URL}, headers=headers)


async def move_until(players: list[Browser], code: str, seat: int) -> None:
    """Until it is this seat's turn, after at least one move."""
    while True:
        acts = (await players[0].look(code))["to_act"][0]
        await players[acts].move(code, acts)
        if (await players[0].look(code))["to_act"][0] == seat:
            return


async def ada_to_act(players: list[Browser], code: str) -> None:
    if (await players[0].look(code))["to_act"] != [0]:
        await move_until(players, code, 0)


@awaited
async def test_she_is_called_once_for_each_decision_also_after_a_restart(
    tmp_path: Path, place: Place
) -> None:
    async with evening(tmp_path, place) as night:
        players, code = await night.two()
        await ada_to_act(players, code)
        assert await night.later(0) == 0
        await enter(players[0], **{"accept-language": "fr"})
        assert await night.later(0) == 0
        assert await night.later(WAIT - 1) == 0
        assert await night.later(1) == 1
        said = json.loads(night.called.requests[0][1])["content"]
        assert said == f"À vous de jouer à Sunflower Valley\u00a0: {PUBLIC}/t/{code}"
        assert await night.later(10 * WAIT) == 1
    async with evening(tmp_path, place) as night:
        night.now += 100 * WAIT
        assert await night.later(WAIT) == 0 and await night.later(WAIT) == 0
        again = [await night.door.visitor() for _ in players]
        for new, old in zip(again, players, strict=True):
            new.http.cookies.update(dict(old.http.cookies))
        await move_until(again, code, 0)
        assert await night.later(0) == 0 and await night.later(WAIT) == 1


@awaited
async def test_who_moves_in_time_or_listens_is_not_called(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        players, code = await night.two()
        await enter(players[0])
        await ada_to_act(players, code)
        assert await night.later(0) == 0
        await players[0].move(code, 0)
        await ada_to_act(players, code)  # another decision, for which time begins anew
        assert await night.later(WAIT - 1) == 0
        table = (await night.door.core.store.tables.find(code)).id
        async with await night.door.core.hub.listen(table, 0):
            for _ in range(9):
                assert await night.later(WAIT // 2) == 0
        assert await night.later(WAIT) == 1


@pytest.mark.parametrize(("clock", "calls"), [(DAY, 1), (3 * DAY, 1), (DAY - 1, 0), (60, 0)])
@awaited
async def test_only_slow_games_call(tmp_path: Path, clock: int, calls: int) -> None:
    async with evening(tmp_path) as night:
        players, code = await night.two(clock=clock)
        await enter(players[0])
        await ada_to_act(players, code)
        table = (await night.door.core.store.tables.find(code)).id
        async with await night.door.core.hub.listen(table, 0):  # an open page may be far from its player
            await night.later(0)
            assert await night.later(WAIT) == calls


@awaited
async def test_it_is_tried_again_with_patience_then_given_up_and_at_last_paused(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        players, code = await night.two()
        await enter(players[0])
        await ada_to_act(players, code)
        night.called.answer = b"HTTP/1.1 500 Oops\r\n\r\n"
        await night.later(0)
        assert await night.later(WAIT) == 1
        for tries, pause in enumerate(RETRY_MS, 2):
            assert await night.later(pause - 1) == tries - 1
            assert await night.later(1) == tries
        assert await night.later(100 * RETRY_MS[-1]) == 5  # given up
        seen = await players[0].get("/me/webhook")
        assert seen["failures"] == 5 and seen["why"] == "status" and not seen["paused"]
        await move_until(players, code, 0)
        await night.later(0)
        for _ in range(20):
            await night.later(RETRY_MS[-1])
        assert len(night.called.requests) == MAX_FAILURES
        assert (await players[0].get("/me/webhook"))["paused"]
        await move_until(players, code, 0)
        await night.later(0)
        assert await night.later(WAIT) == MAX_FAILURES  # left alone
        night.called.answer = b"HTTP/1.1 204 No Content\r\n\r\n"
        assert await players[0].post("/me/webhook/try") == {"ok": True, "why": "sent"}
        assert not (await players[0].get("/me/webhook"))["paused"]
        await move_until(players, code, 0)
        await night.later(0)
        assert await night.later(WAIT) == MAX_FAILURES + 2


@awaited
async def test_a_server_that_does_not_lead_calls_nobody(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        players, code = await night.two()
        await enter(players[0])
        await ada_to_act(players, code)
        night.duty.retire()
        await night.later(0)
        assert await night.later(WAIT) == 0
        night.duty.lead()
        await night.later(0)
        assert await night.later(WAIT) == 1


@awaited
async def test_the_address_is_shown_to_nobody_again_but_taken_along_and_deleted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "farmstead")
    async with evening(tmp_path) as night:
        players, code = await night.two()
        ada, ben = players
        assert (await ada.get("/me/webhook"))["shown"] is None
        answers = [await enter(ada), await ada.get("/me/webhook"), await ben.get(f"/tables/{code}")]
        answers.append(await ada.post("/me/webhook/try"))
        night.called.answer = b"HTTP/1.1 404 Not Found\r\n\r\n"
        assert await ada.post("/me/webhook/try") == {"ok": False, "why": "status"}
        assert answers[0]["shown"] == "https://hooks.example/…"
        assert "secret-part" not in json.dumps(answers) + caplog.text
        assert (await ada.get("/me/export"))["webhook"]["url"] == URL
        assert (await ben.get("/me/export"))["webhook"] is None
        assert (await ada.ask("DELETE", "/me/webhook"))["shown"] is None
        await enter(ada)
        await ada.ask("DELETE", "/me")
        assert await night.door.core.store.webhooks.tables() == []
    assert b"secret-part" not in (tmp_path / "tables.db").read_bytes()


@awaited
async def test_what_cannot_be_called_is_refused_when_it_is_entered(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        ada, stranger = await night.door.visitor("Ada"), await night.door.visitor()
        await stranger.refused("PUT", "/me/webhook", 401, "no_player", url=URL)
        await ada.refused("POST", "/me/webhook/try", 404, "no_webhook")
        found = await ada.refused("PUT", "/me/webhook", 422, "webhook_bad", url="http://hooks.example/")
        assert "https://" in found["sentence"]
        night.duty.caller = caller_of(night.called, permits=lambda _: False)
        found = await ada.refused("PUT", "/me/webhook", 422, "webhook_bad", url=URL)
        assert found["args"] == {"why": "private"} and "public internet" in found["sentence"]
        assert (await ada.get("/me/webhook"))["shown"] is None


@awaited
async def test_without_an_address_of_the_server_nobody_is_called(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        assert (await ada.get("/me/webhook"))["possible"] is False
        await ada.refused("PUT", "/me/webhook", 403, "webhooks_off", url=URL)


@awaited
async def test_trying_is_limited(tmp_path: Path) -> None:
    async with evening(tmp_path, pace=1.0) as night:
        ada = await night.door.visitor("Ada")
        await enter(ada)
        for _ in range(5):
            await ada.post("/me/webhook/try")
        await ada.refused("POST", "/me/webhook/try", 429, "too_many")
        assert len(night.called.requests) == 5
        other = await night.door.visitor("Ada again")  # whoever is a new guest each time
        await other.refused("PUT", "/me/webhook", 429, "too_many", url=URL)
        await enter(await night.door.visitor("Ben", address="10.0.0.2"))


@awaited
async def test_who_listens_at_another_server_is_not_called(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.database()
    async with evening(tmp_path, url) as night:
        players, code = await night.two()
        await enter(players[0])
        await ada_to_act(players, code)
        assert await night.later(0) == 0
        async with opened(tmp_path, url=PUBLIC, db=url) as other:
            duty = other.core.get(WebhookScheduler)
            duty._clock = lambda: night.now
            table = (await other.core.store.tables.find(code)).id
            served = (
                f"UPDATE tables SET worker = {other.core.store.workers.own} WHERE id = {table} RETURNING id"
            )
            await asyncio.to_thread(postgres.ask, served, database=url)  # by the other from now on
            night.door.core.hub.drop(table)
            async with await other.core.hub.listen(table, 0):
                for _ in range(5):
                    night.now += WAIT // 2
                    await duty.look()
                    assert await night.later(0) == 0
        assert await night.later(WAIT) == 1


@awaited
async def test_moves_do_not_wait_for_a_call_that_hangs(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        players, code = await night.two()
        await enter(players[0])
        await ada_to_act(players, code)
        began = asyncio.Event()

        async def hang(_: asyncio.StreamWriter) -> None:
            began.set()
            await asyncio.Event().wait()

        night.called.answer = hang
        await night.later(0)
        calling = asyncio.create_task(night.later(WAIT))
        await began.wait()
        await players[0].move(code, 0)
        assert not calling.done()
        calling.cancel()
        await asyncio.gather(calling, return_exceptions=True)
        await ada_to_act(players, code)
        night.called.answer = OK
        await night.later(0)
        assert (
            await night.later(WAIT) == 2
        )  # the next decision; the one that was made is not called for again
