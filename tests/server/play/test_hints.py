"""Hints: for whoever is to decide, where the table allows them, and without holding anybody up."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.agents.hints import Hint, HintReason
from farmstead.render.words import LANGUAGE, languages
from farmstead.server.bots import pool
from farmstead.server.bots.pool import (
    CannotThink,
    HintRequest,
    MoveRequest,
    MoveResult,
    advice_for,
)
from farmstead.server.bots.scheduler import BotScheduler
from farmstead.server.people.rate_limits import RATES
from tests.server.advising import a_hint
from tests.server.asking import DEVICE, ME, OPEN, Browser, opened
from tests.server.hubs import PATIENCE_S, VALLEY, WALNUT, a_game, until
from tests.server.hubs import opened as hub_opened
from tests.server.playing import started
from tests.server.stores import awaited


def advice(move: str) -> Hint:
    return a_hint([move], HintReason("only"))


def wondering() -> HintRequest:
    """About the first decision of somebody who plays alone."""
    game = started(WALNUT, "ada")
    return pool.wondering_at(game.setup, game.live.position(0))


class Pondering:
    """In place of the processes: each task waits until it is answered, and what was asked is noted."""

    def __init__(self) -> None:
        self.asked: list[MoveRequest | HintRequest] = []
        self.waiting: list[asyncio.Future[None]] = []

    async def _wait(self, task: MoveRequest | HintRequest) -> None:
        self.asked.append(task)
        self.waiting.append(asyncio.get_running_loop().create_future())
        await self.waiting[-1]

    async def think(self, thought: MoveRequest) -> MoveResult:
        await self._wait(thought)
        return MoveResult(thought.legal[0])

    async def advise(self, wondering: HintRequest) -> Hint:
        await self._wait(wondering)
        return advice(wondering.legal[0])

    def kinds(self) -> list[str]:
        return ["hint" if isinstance(task, HintRequest) else "bot" for task in self.asked]

    def answer(self, n: int) -> None:
        self.waiting[n].set_result(None)

    async def close(self) -> None:
        pass


class AtOnce:
    """In place of the processes: says that the first move is the only one, and counts."""

    def __init__(self) -> None:
        self.asked: list[HintRequest] = []

    async def advise(self, wondering: HintRequest) -> Hint:
        self.asked.append(wondering)
        return advice(wondering.legal[0])

    async def close(self) -> None:
        pass


async def hint(browser: Browser, code: str, seat: int = 0, **query: Any) -> Any:
    return await browser.get(f"/tables/{code}/hint", seat=seat, **query)


# ---- what is said ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", shelf.names())
@awaited
async def test_a_hint_in_every_language(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path, processes=1) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make(game, ME, *[DEVICE] * (shelf.game(game).fewest - 1)))["code"]
        position = await ada.look(code)
        seat = position["to_act"][0]
        await ada.post(f"/tables/{code}/hand", seat=seat)
        position = await ada.look(code, seat)
        told = {language: await hint(ada, code, seat, lang=language) for language in languages()}
        english = told[LANGUAGE]
        assert english["number"] == position["number"] and english["decision"] == position["decision"]
        moves = [each["move"] for each in english["moves"]]
        assert moves and set(moves) <= set(position["legal"]) and len(moves) == len(set(moves))
        assert english["moves"][0]["behind"] == 0 and english["tries"] > 0
        assert [each["behind"] for each in english["moves"]] == sorted(e["behind"] for e in english["moves"])
        assert all(each["plan"][0] == each["move"] for each in english["moves"])
        for language, other in told.items():
            assert other["why"].endswith(".") and "{" not in other["why"]
            assert [each["points"] for each in other["moves"]] == [
                each["points"] for each in english["moves"]
            ]
            if language != LANGUAGE:
                assert other["why"] != english["why"]
                assert other["moves"][0]["words"] != english["moves"][0]["words"]


@awaited
async def test_what_is_thought_about_is_what_the_seat_sees(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        door.core.bots.thinkers = told = AtOnce()  # type: ignore[assignment]
        ada = await door.visitor("Ada")
        code = (await ada.make(WALNUT, ME))["code"]
        await hint(ada, code)
        (wondering,) = told.asked
        position = await ada.look(code, 0)
        assert wondering.setup.key == b"" and wondering.legal == tuple(position["legal"])
        assert json.loads(wondering.view) == position["view"]


def test_advice_comes_from_a_view_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "HINT_S", 0.05)
    asked = wondering()
    found = advice_for(asked)
    assert found.moves[0].advice.move in asked.legal and found.tries >= 2


@awaited
async def test_a_position_is_thought_about_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        door.core.bots.thinkers = told = AtOnce()  # type: ignore[assignment]
        ada = await door.visitor("Ada")
        code = (await ada.make(WALNUT, ME))["code"]
        first = await hint(ada, code)
        assert await hint(ada, code) == first and len(told.asked) == 1
        await ada.move(code, 0)
        assert (await hint(ada, code))["number"] > first["number"] and len(told.asked) == 2


# ---- to whom -----------------------------------------------------------------------------------------------


@awaited
async def test_only_where_the_table_allows_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        door.core.bots.thinkers = AtOnce()  # type: ignore[assignment]
        ada = await door.visitor("Ada")
        code = (await ada.make(WALNUT, ME, hints=False))["code"]
        await ada.refused("GET", f"/tables/{code}/hint?seat=0", 403, "hints_off")
        await ada.ask("PATCH", f"/tables/{code}", json={"hints": True})
        assert await hint(ada, code)


@awaited
async def test_only_for_whoever_is_to_decide(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        door.core.bots.thinkers = AtOnce()  # type: ignore[assignment]
        ada, ben = await door.people("Ada", "Ben")
        stranger = await door.visitor()
        code = (await ada.make(VALLEY, ME, OPEN))["code"]
        await ada.refused("GET", f"/tables/{code}/hint?seat=0", 409, "not_started")
        await ben.post(f"/tables/{code}/seats/1", invitation="")
        (seat,) = (await ada.look(code))["to_act"]
        browsers = [ada, ben]
        assert await hint(browsers[seat], code, seat)
        problem = await browsers[1 - seat].refused(
            "GET", f"/tables/{code}/hint?seat={1 - seat}", 409, "not_to_decide"
        )
        assert str(seat + 1) in problem["sentence"]
        for browser in (browsers[1 - seat], stranger):
            await browser.refused("GET", f"/tables/{code}/hint?seat={seat}", 403, "not_yours")
        await ada.refused("GET", f"/tables/{code}/hint", 400, "bad_message")


@awaited
async def test_a_shared_device_gets_hints_for_whoever_holds_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        door.core.bots.thinkers = AtOnce()  # type: ignore[assignment]
        ada = await door.visitor("Ada")
        code = (await ada.make(WALNUT, ME, DEVICE))["code"]
        await ada.refused("GET", f"/tables/{code}/hint?seat=0", 403, "not_handed_over")
        await ada.post(f"/tables/{code}/hand", seat=1)
        await ada.refused("GET", f"/tables/{code}/hint?seat=0", 403, "not_handed_over")


@awaited
async def test_a_hint_that_comes_after_the_device_was_handed_over_is_not_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        door.core.bots.thinkers = pondering = Pondering()  # type: ignore[assignment]
        ada = await door.visitor("Ada")
        code = (await ada.make(WALNUT, ME, DEVICE))["code"]
        await ada.post(f"/tables/{code}/hand", seat=0)
        late = asyncio.create_task(ada.refused("GET", f"/tables/{code}/hint?seat=0", 403, "not_handed_over"))
        await until(lambda: bool(pondering.asked))
        await ada.post(f"/tables/{code}/hand", seat=1)
        pondering.answer(0)
        await late


@awaited
async def test_not_too_many_in_a_while(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=1.0) as door:
        door.core.bots.thinkers = AtOnce()  # type: ignore[assignment]
        ada = await door.visitor("Ada")
        code = (await ada.make(WALNUT, ME))["code"]
        for _ in range(RATES["hint"].burst):
            await hint(ada, code)
        problem = await ada.refused("GET", f"/tables/{code}/hint?seat=0", 429, "too_many")
        assert problem["args"]["seconds"] > 0


@awaited
async def test_when_nobody_can_think_it_is_said(tmp_path: Path) -> None:
    class Broken(AtOnce):
        async def advise(self, wondering: HintRequest) -> Hint:
            raise CannotThink("no process")

    async with opened(tmp_path) as door:
        door.core.bots.thinkers = Broken()  # type: ignore[assignment]
        ada = await door.visitor("Ada")
        code = (await ada.make(WALNUT, ME))["code"]
        await ada.refused("GET", f"/tables/{code}/hint?seat=0", 500, "fault")


@awaited
async def test_whatever_goes_wrong_with_a_hint_is_said_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Faulty(AtOnce):
        async def advise(self, wondering: HintRequest) -> Hint:
            raise RuntimeError("can't start new thread")

    async with opened(tmp_path) as door:
        door.core.bots.thinkers = Faulty()  # type: ignore[assignment]
        ada = await door.visitor("Ada")
        code = (await ada.make(WALNUT, ME))["code"]
        async with asyncio.timeout(PATIENCE_S):
            await ada.refused("GET", f"/tables/{code}/hint?seat=0", 500, "fault")
        assert "can't start new thread" in caplog.text
        door.core.bots.thinkers = AtOnce()  # type: ignore[assignment]
        assert (await hint(ada, code))["moves"]  # and its place in the queue is free again


# ---- without holding anybody up ----------------------------------------------------------------------------


@awaited
async def test_whoever_wants_many_hints_waits_for_their_own(tmp_path: Path) -> None:
    async with hub_opened(tmp_path / "games.db") as hub, BotScheduler(hub, 2) as bots:
        bots.thinkers = pondering = Pondering()  # type: ignore[assignment]
        ada, ben = ("198.51.100.7", "p1"), ("198.51.100.8", "p2")
        of_ada = [asyncio.create_task(bots.advise(wondering(), ada)) for _ in range(5)]
        await until(lambda: len(pondering.asked) == 1)
        of_ben = asyncio.create_task(bots.advise(wondering(), ben))
        await asyncio.sleep(0)
        pondering.answer(0)
        await until(lambda: len(pondering.asked) == 2)
        pondering.answer(1)
        assert (await of_ben).moves  # the second that was thought about, though five were asked for before
        for task in of_ada:
            task.cancel()
        await asyncio.gather(*of_ada, return_exceptions=True)


@awaited
async def test_a_process_is_kept_free_of_hints(tmp_path: Path) -> None:
    async with hub_opened(tmp_path / "games.db") as hub, BotScheduler(hub, 2) as bots:
        bots.thinkers = pondering = Pondering()  # type: ignore[assignment]
        hints = [asyncio.create_task(bots.advise(wondering())) for _ in range(3)]
        await until(lambda: len(pondering.asked) == 1)
        await a_game(hub, WALNUT, "bot")
        await until(lambda: pondering.kinds() == ["hint", "bot"])
        pondering.answer(0)
        await until(lambda: pondering.kinds()[:3] == ["hint", "bot", "hint"])
        for task in hints:
            task.cancel()
        await asyncio.gather(*hints, return_exceptions=True)
