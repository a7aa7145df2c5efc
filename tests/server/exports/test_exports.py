"""Games to take along: every kind of file leads back to the same game."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from farmstead import shelf
from farmstead.agents.workers import Worker
from farmstead.engine.record import re_execute, read_record, write_record
from farmstead.render.animation import AnimationRequest
from farmstead.render.embedded_record import record_in
from farmstead.server.base.refusals import Refused
from farmstead.server.exports import files
from farmstead.server.exports.animation_worker import (
    MAX_FROM_ADDRESS,
    MAX_OF_ONE,
    AnimationOrder,
    AnimationWorker,
    NoFilm,
)
from farmstead.server.exports.files import TYPES
from farmstead.server.replay import recorded_games
from tests.server.asking import ME, OPEN, Browser, Doorstep, opened
from tests.server.hubs import PATIENCE_S, VALLEY, until
from tests.server.replay.test_recorded_games import finished_table, person, text_of
from tests.server.stores import awaited

FILMS = ("gif", "webp")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is on a film is shown elsewhere: here they are as small as they can be."""
    monkeypatch.setattr(files, "AnimationRequest", partial(AnimationRequest, pixels=160))


def short(moves: int = 5) -> str:
    """A game that has just begun: its film is soon made."""
    record = read_record(text_of("sunflower-valley-4-family+sheet=B-0").encode())
    return write_record(re_execute(record, shelf.game_for, moves))


async def file(browser: Browser, path: str, **query: Any) -> Any:
    answer = await browser.http.get(f"/api{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer


async def brought(door: Doorstep, text: str) -> str:
    return await recorded_games.keep(door.core, await person(door.core), text)


@awaited
async def test_every_kind_of_a_finished_table_leads_back_to_its_record(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, code = await finished_table(door)
        text = await ada.get(f"/tables/{code}/record")
        for kind in [kind for kind in TYPES if kind not in FILMS]:
            answer = await file(ada, f"/studies/{code}/download/{kind}")
            assert record_in(answer.content) == text
            assert answer.headers["content-type"].startswith(TYPES[kind])
            assert answer.headers["content-disposition"] == f'attachment; filename="{VALLEY}-{code}.{kind}"'
            assert (await file(ada, f"/studies/{code}/download/{kind}")).content == answer.content
        again = await ada.ask("POST", "/studies", 201, json={"text": record_in(answer.content)})
        assert again["name"] == recorded_games.name_of(text)


@awaited
async def test_a_picture_is_of_the_position_eyes_colours_and_language_asked_for(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as door:
        ada, code = await finished_table(door)
        where = f"/studies/{code}/download/svg"
        asked: list[dict[str, Any]] = [
            {"seat": 0},
            {"seat": 1, "ply": 9},
            {"seat": 1},
            {"dark": True},
            {"language": "de"},
            {"plate": True},
            {"plate": True, "seat": 1},
        ]
        pictures = [(await file(ada, where, **query)).text for query in asked]
        assert len(set(pictures)) == len(asked)
        assert "Zug" in pictures[4] and "Move 9 of" in pictures[1]
        assert (await file(ada, where, ply=99_999, seat=0)).text == pictures[0]
        await ada.refused("GET", f"{where}?seat=7", 404, "no_such_seat")
        await ada.refused("GET", f"/studies/{code}/download/bmp", 404, "nothing_there")


@awaited
async def test_what_is_no_study_is_not_downloaded(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        running = (await ada.make(VALLEY, ME, OPEN))["code"]
        for kind in TYPES:
            for method, rest in (("GET", kind), ("POST", kind), ("GET", f"{kind}/progress")):
                await ada.refused(method, f"/studies/{running}/download/{rest}", 409, "running")
        await ada.refused("GET", f"/studies/r{'0' * 32}/download/gif", 404, "no_study")


@awaited
async def test_a_film_is_made_once_and_tells_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, seen, answers, steps = short(), Event(), Worker.answer, count()

    def seen_first(worker: Any, timeout_s: float) -> Any:
        """All but the first scene are heard of after somebody has seen that the film is being made."""
        assert next(steps) == 0 or seen.wait(PATIENCE_S)
        return answers(worker, timeout_s)

    monkeypatch.setattr(Worker, "answer", seen_first)
    async with opened(tmp_path) as door:
        name, ben = await brought(door, text), await door.visitor()
        where = f"/studies/{name}/download/webp"
        led_here = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
        problem = await ben.ask("GET", where, 403, headers=led_here)
        assert problem["key"] == "film_not_made"
        assert await ben.get(f"{where}/progress") == {"state": "unknown", "done": 0, "whole": 0}
        assert (await ben.post(where))["state"] == "waiting"
        asking = asyncio.create_task(file(ben, where))
        told = set()
        while not asking.done():
            found = await ben.get(f"{where}/progress")
            told.add(found["state"])
            if found["state"] == "working":
                seen.set()
            assert found["done"] <= found["whole"]
            await asyncio.sleep(0.02)
        data = (await asking).content
        assert record_in(data) == text and told >= {"working"}
        assert (await ben.get(f"{where}/progress"))["state"] == (await ben.post(where))["state"] == "ready"
        assert (await file(ben, where)).content == data
        assert (await ben.http.get(f"/api{where}", headers=led_here)).content == data  # it is there anyway
        assert (await ben.get(f"{where}/progress", dark=True))["state"] == "unknown"
        assert (await ben.get(f"{where}/progress", plate=True))["state"] == "ready"  # a film is of no plate


@pytest.mark.more
@awaited
async def test_films_wait_for_each_other_and_too_many_are_refused(tmp_path: Path) -> None:
    """Slow: animations are made."""
    room = AnimationWorker(most=2)
    ada = ("198.51.100.7", "p1")
    order = AnimationOrder(
        short(2),
        VALLEY,
        read_record(short(2).encode()).setup.edition,
        "",
        AnimationRequest("gif", pixels=160),
    )
    assert room.begin("a", lambda: order, ada).stage == "waiting"
    assert room.begin("b", lambda: order, ada).stage == room.begin("a", lambda: order, ada).stage == "waiting"
    with pytest.raises(Refused, match="films_busy"):
        room.begin("c", lambda: order, ada)
    one, other = await asyncio.gather(room.get("a", lambda: order, ada), room.get("b", lambda: order, ada))
    assert one == other and record_in(one) == order.text
    bad = order._replace(edition="none")
    with pytest.raises(NoFilm, match="edition"):
        await room.get("d", lambda: bad, ada)
    assert room.progress("d") is None
    room.begin("e", lambda: order._replace(text=text_of("walnut-grove-3-german-0")), ada)
    await room.close()
    assert room.progress("e") is None


@pytest.mark.more
@awaited
async def test_one_persons_films_do_not_hold_up_anothers() -> None:
    """Slow: animations are made."""
    room, done = AnimationWorker(), []
    order = AnimationOrder(
        short(2),
        VALLEY,
        read_record(short(2).encode()).setup.edition,
        "",
        AnimationRequest("gif", pixels=160),
    )
    ada, ben = ("198.51.100.7", "p1"), ("198.51.100.8", "p2")

    async def wait_for(key: str, party: tuple[str, str]) -> None:
        await room.get(key, lambda: order, party)
        done.append(key)

    waiting = [asyncio.create_task(wait_for(key, ada)) for key in ("a1", "a2", "a3")]
    await until(lambda: room.progress("a1") is not None and room._jobs["a1"].is_begun)
    with pytest.raises(Refused, match="films_waiting"):
        room.begin("a4", lambda: order, ada)
    waiting.append(asyncio.create_task(wait_for("b1", ben)))
    waiting.append(asyncio.create_task(wait_for("a3", ben)))  # the same film, which Ben gets sooner than Ada
    await asyncio.gather(*waiting)
    assert done == ["a1", "b1", "a2", "a3", "a3"]
    for n in range(MAX_FROM_ADDRESS * MAX_OF_ONE):
        room.begin(f"g{n}", lambda: order, (ada[0], f"p{n // MAX_OF_ONE}"))
    with pytest.raises(Refused, match="films_busy"):  # names cost nothing
        room.begin("more", lambda: order, (ada[0], "p99"))
    assert room.begin("b2", lambda: order, ben).stage == "waiting"
    await room.close()


@awaited
async def test_whatever_goes_wrong_with_a_film_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the next is made all the same."""
    room, ada = AnimationWorker(), ("198.51.100.7", "p1")
    order = AnimationOrder(
        short(2),
        VALLEY,
        read_record(short(2).encode()).setup.edition,
        "",
        AnimationRequest("gif", pixels=160),
    )
    with monkeypatch.context() as patch:
        patch.setattr("farmstead.agents.workers.Worker", no_process)
        async with asyncio.timeout(PATIENCE_S):
            with pytest.raises(NoFilm, match="can't start"):
                await room.get("a", lambda: order, ada)
    assert record_in(await room.get("a", lambda: order, ada)) == order.text
    await room.close()


def no_process(*_: object, **__: object) -> None:
    raise RuntimeError("can't start new thread")


@awaited
async def test_the_same_asked_for_often_is_soon_refused(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=0.1) as door:
        name, ben = await brought(door, short()), await door.visitor()
        answers = [(await ben.http.get(f"/api/studies/{name}/download/svg")).status_code for _ in range(5)]
        assert answers == [200, 200, 200, 200, 429]
