"""News over the network: each entry once and in order, also after coming back; to nobody who may not know."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from farmstead.server.api import event_stream
from farmstead.server.base.refusals import Refused
from farmstead.server.hub.subscriptions import Subscription
from farmstead.server.play import actions, boards
from farmstead.server.play import actions as play
from tests.server.asking import BOT, DEVICE, ME, OPEN, PROGRAM, Browser
from tests.server.serving import Running, running
from tests.server.statements import counted
from tests.server.stores import awaited

WALNUT, VALLEY = "walnut-grove", "sunflower-valley"
PATIENCE = 60.0  # seconds after which something that should have come will not come


class Told(NamedTuple):
    """One Server-Sent Event. `Any`: whatever JSON can say."""

    kind: str
    number: int | None
    data: Any


class Listener:
    """Reads a stream event by event."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self._events = self._read()

    async def _read(self) -> AsyncIterator[Told]:
        fields: dict[str, str] = {}
        async for line in self.answer.aiter_lines():
            if line and not line.startswith(":"):
                name, _, value = line.partition(": ")
                fields[name] = value
            elif not line and "event" in fields:
                number = int(fields["id"]) if "id" in fields else None
                data = fields["data"]
                yield Told(fields["event"], number, json.loads(data) if data[:1] == "{" else data)
                fields = {}

    async def next(self, kind: str) -> Told:
        """The next event of this kind; those of others are passed over."""
        async with asyncio.timeout(PATIENCE):
            async for told in self._events:
                if told.kind == kind:
                    return told
        raise AssertionError(f"the stream ended without {kind}")

    async def rest(self) -> list[Told]:
        """Until the stream ends."""
        async with asyncio.timeout(PATIENCE):
            return [told async for told in self._events]

    async def news_upto(self, number: int) -> list[Told]:
        found: list[Told] = []
        while not found or found[-1].number != number:
            found.append(await self.next("news"))
        return found


@asynccontextmanager
async def visiting(server: Running, *names: str) -> AsyncIterator[list[Browser]]:
    """People with names, each with a browser that talks to the server over the network."""
    clients = [httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) for _ in names]
    try:
        browsers = [Browser(client) for client in clients]
        for browser, name in zip(browsers, names, strict=True):
            if name:
                await browser.ask("PUT", "/me", json={"name": name})
        yield browsers
    finally:
        for client in clients:
            await client.aclose()


@asynccontextmanager
async def listening(
    browser: Browser, code: str, seat: int | None = None, since: int | None = None, **query: Any
) -> AsyncIterator[Listener]:
    asked = query if seat is None else {**query, "seat": seat}
    headers = {} if since is None else {"last-event-id": str(since)}
    async with browser.http.stream(
        "GET", f"/api/tables/{code}/stream", params=asked, headers=headers
    ) as answer:
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/event-stream")
        yield Listener(answer)


@awaited
async def test_a_stream_begins_with_the_position_and_tells_what_follows(tmp_path: Path) -> None:
    async with running(tmp_path) as server, visiting(server, "Ada", "Ben", "") as (ada, ben, stranger):
        code = (await ada.make(WALNUT, ME, OPEN))["code"]
        async with listening(ada, code, 0, words="true") as own, listening(stranger, code) as other:
            assert (await own.next("position")).data["position"]["phase"] == "waiting"
            await ben.post(f"/tables/{code}/seats/1")
            sat, started = await own.news_upto(3)
            assert sat.data["news"]["kind"] == "sat" and started.data["news"]["kind"] == "started"
            position = await own.next("position")
            legal = position.data["position"]["legal"]
            assert len(position.data["words"]) == len(legal) and position.number == 3
            await ada.move(code, 0)
            mine, theirs = (await own.news_upto(4))[-1], (await other.news_upto(4))[-1]
            assert mine.data["news"]["move"] == legal[0] and "move" not in theirs.data["news"]
            assert mine.data["words"] and theirs.data["words"]


@awaited
async def test_the_names_are_asked_for_once_and_again_when_somebody_comes_or_is_renamed(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as server, visiting(server, "Ada", "Ben") as (ada, ben):
        code = (await ada.make(WALNUT, ME, OPEN))["code"]
        async with listening(ada, code, 0) as early:
            await early.next("position")
            await ben.post(f"/tables/{code}/seats/1")
            sat, *_ = await early.news_upto(3)
            assert "Ben" in sat.data["words"][0]
            number = 3

            async def move_of(wanted: int | None) -> str:
                """The next move, or the next of a seat; what is told of it."""
                nonlocal number
                while True:
                    seat = (await ada.look(code))["to_act"][0]
                    await (ada, ben)[seat].move(code, seat)
                    number += 1
                    told: list[str] = (await early.news_upto(number))[-1].data["words"]
                    if wanted in (None, seat):
                        return " ".join(told)

            assert "Ben" in await move_of(1)
            with counted() as statements:
                for _ in range(3):
                    await move_of(None)
                    await ada.http.get(f"/t/{code}/boards", params={"seat": 0})
            assert not [each for each in statements if "FROM players" in each or "FROM seats" in each]
            await ben.ask("PUT", "/me", json={"name": "Conrad"})
            assert "Conrad" in await move_of(1)


# ---- boards for the page -----------------------------------------------------------------------------------


async def boards_of(browser: Browser, code: str, seat: int, have: str = "") -> Any:
    answer = await browser.http.get(f"/t/{code}/boards", params={"seat": seat, "have": have})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def mover_at(code: str, *people: Browser) -> tuple[int, Browser]:
    seat: int = (await people[0].look(code))["to_act"][0]
    return seat, people[seat]


@awaited
async def test_a_page_gets_its_boards_with_the_news(tmp_path: Path) -> None:
    async with running(tmp_path) as server, visiting(server, "Ada", "Ben") as (ada, ben):
        code = (await ada.make(WALNUT, ME, OPEN))["code"]
        async with listening(ben, code, show="boards") as watching:
            assert (await watching.next("boards")).data["boards"] is None  # nothing has begun
            await ben.post(f"/tables/{code}/seats/1")
            assert (await watching.next("boards")).data["boards"]["seat"] is None
        async with listening(ben, code, 1, show="boards") as page:
            first = (await page.next("boards")).data
            shown = first["boards"]
            assert shown == await boards_of(ben, code, 1)
            assert first["look"]["position"]["view"] == {} and first["look"]["position"]["legal"] == []
            for number in range(4, 10):
                seat, mover = await mover_at(code, ada, ben)
                await mover.move(code, seat)
                have = " ".join([each["key"] for each in shown["pictures"]])
                told = [await page.next("news"), await page.next("boards")]
                assert [each.number for each in told] == [number, number]
                assert told[1].data["boards"] == await boards_of(ben, code, 1, have)
                assert told[1].data["look"]["position"]["number"] == number
                shown = told[1].data["boards"]


@awaited
async def test_a_page_that_asks_for_its_first_boards_gets_the_changes(tmp_path: Path) -> None:
    async with running(tmp_path) as server, visiting(server, "Ada") as (ada,):
        code = (await ada.make(WALNUT, ME))["code"]
        async with listening(ada, code, 0, show="changes") as page:
            assert (await page.next("boards")).data["boards"] is None
            have = " ".join([each["key"] for each in (await boards_of(ada, code, 0))["pictures"]])
            await ada.move(code, 0)
            assert (await page.next("boards")).data["boards"] == await boards_of(ada, code, 0, have)


@awaited
async def test_boards_are_drawn_for_the_newest_of_several_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    draw = boards.boards_of

    def counted_draw(found: boards.PageContext, *how: Any) -> Any:
        drawn.append(found.position.number)
        return draw(found, *how)

    monkeypatch.setattr(actions, "boards_of", counted_draw)
    async with running(tmp_path) as server, visiting(server, "Ada") as (ada,):
        code = (await ada.make(WALNUT, ME))["code"]
        begun = (await ada.look(code, 0))["number"]
        for _ in range(5):
            await ada.move(code, 0)
        async with listening(ada, code, 0, since=begun, show="boards") as page:
            told = [each.number for each in await page.news_upto(begun + 5)]
            assert told == [*range(begun + 1, begun + 6)]
            assert (await page.next("boards")).number == begun + 5
        assert drawn == [begun + 5]


@awaited
async def test_what_was_drawn_for_a_seat_is_not_shown_when_the_device_has_gone_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw, is_drawing, go_on = boards.boards_of, threading.Event(), threading.Event()

    def slow(found: boards.PageContext, *how: Any) -> Any:
        is_drawing.set()
        assert go_on.wait(PATIENCE)
        return draw(found, *how)

    async with running(tmp_path) as server, visiting(server, "Ada") as (ada,):
        code = (await ada.make(WALNUT, ME, DEVICE))["code"]
        await ada.post(f"/tables/{code}/hand", seat=0)
        monkeypatch.setattr(actions, "boards_of", slow)
        async with listening(ada, code, 0, show="boards") as page:
            await asyncio.to_thread(is_drawing.wait, PATIENCE)
            await ada.post(f"/tables/{code}/hand", seat=1)
            go_on.set()
            assert [each.kind for each in await page.rest()] == ["end"]


@awaited
async def test_the_answer_to_a_choice_brings_the_boards_and_the_stream_need_not(tmp_path: Path) -> None:
    async with running(tmp_path) as server, visiting(server, "Ada", "Ben") as (ada, ben):
        code = (await ada.make(WALNUT, ME, OPEN))["code"]
        await ben.post(f"/tables/{code}/seats/1")
        seat, mover = await mover_at(code, ada, ben)
        other = (ada, ben)[1 - seat]
        async with (
            listening(mover, code, seat, show="boards") as own,
            listening(other, code, 1 - seat, show="boards") as others,
        ):
            before = (await own.next("boards")).data["boards"]
            await others.next("boards")
            choice = {"seat": seat, "decision": before["decision"], "moves": before["choices"][0][0]}
            answer = (await mover.http.post(f"/t/{code}/boards", json=choice)).json()
            assert answer["number"] > before["number"]
            assert (await own.next("boards")).data["boards"] is None
            assert (await others.next("boards")).data["boards"]["number"] == answer["number"]
            await mover.post(f"/tables/{code}/undo", seat=seat, decision=choice["decision"] + 1)
            shown = (await own.next("boards")).data["boards"]
            assert all(each["svg"] for each in shown["pictures"])  # it brought none of the answer


@pytest.mark.parametrize(
    "why", [Refused("overloaded", "look", {"seconds": 5}), ZeroDivisionError()], ids=repr
)
@awaited
async def test_a_page_asks_for_boards_that_could_not_be_drawn_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: Exception
) -> None:
    async def busy(*_: Any) -> Any:
        raise why

    async with running(tmp_path) as server, visiting(server, "Ada") as (ada,):
        code = (await ada.make(WALNUT, ME))["code"]
        monkeypatch.setattr(event_stream, "drawn", busy)
        async with listening(ada, code, 0, show="boards") as page:
            told = (await page.next("boards")).data
            assert told["boards"] is None and told["look"]["position"]["view"] == {}
            monkeypatch.undo()
            await ada.move(code, 0)
            assert (await page.next("boards")).data["boards"]["pictures"][0]["svg"]


@pytest.mark.parametrize("why", ["closing", "aside"])
@awaited
async def test_what_can_be_told_is_told_before_a_stream_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: Any
) -> None:
    """Also one that has ended before anything was told."""
    async with running(tmp_path) as server, visiting(server, "Ada") as (ada,):
        code = (await ada.make(WALNUT, ME))["code"]
        for _ in range(2):
            await ada.move(code, 0)
        number = (await ada.look(code, 0))["number"]
        listen = play.listen

        async def ended(*asked: Any) -> Subscription:
            stream = await listen(*asked)
            stream.end(why)
            return stream

        monkeypatch.setattr(play, "listen", ended)
        async with listening(ada, code, 0, since=number - 2, words="true") as stream:
            told = await stream.rest()
        assert [each.number for each in told if each.kind == "news"] == [number - 1, number]
        assert all(each.data["words"] for each in told if each.kind == "news")
        assert [each.data for each in told if each.kind == "end"] == (["aside"] if why == "aside" else [])


@awaited
async def test_coming_back_nothing_is_missing_and_nothing_told_twice(tmp_path: Path) -> None:
    async with running(tmp_path) as server, visiting(server, "Ada") as (ada,):
        code = (await ada.make(WALNUT, ME))["code"]
        told: list[int | None] = []
        since = 0
        for n in range(12):
            async with listening(ada, code, 0, since) as stream:
                position = await ada.look(code, 0)
                if n % 3 == 2 and position["undo"]:
                    await ada.post(f"/tables/{code}/undo", seat=0, decision=position["next"])
                else:
                    await ada.move(code, 0, n)
                number = (await ada.look(code, 0))["number"]
                told += [each.number for each in await stream.news_upto(number)]
                since = number
        assert told == list(range(1, since + 1))
        async with listening(ada, code, 0, 9999) as stream:  # of another life: it begins anew
            assert (await stream.next("position")).number == since


@awaited
async def test_a_handed_over_device_hears_nothing_more_of_the_other_seat(tmp_path: Path) -> None:
    async with running(tmp_path) as server, visiting(server, "Ada") as (ada,):
        code = (await ada.make(WALNUT, ME, DEVICE))["code"]
        await ada.post(f"/tables/{code}/hand", seat=0)
        async with listening(ada, code, 0) as first:
            await first.next("position")
            await ada.post(f"/tables/{code}/hand", seat=1)
            assert [each.data for each in (await first.rest())][-1] == "not_yours"
        async with listening(ada, code, 1) as second:
            assert (await second.next("position")).data["position"]["seat"] == 1


@awaited
async def test_who_is_known_no_longer_hears_nothing_more(tmp_path: Path) -> None:
    async with running(tmp_path) as server, visiting(server, "Ada", "Ben") as (ada, ben):
        code = (await ada.make(VALLEY, ME, OPEN))["code"]
        await ben.post(f"/tables/{code}/seats/1")
        async with listening(ben, code, 1) as stream:
            await stream.next("position")
            session = (await ben.get("/me/sessions"))[0]["id"]
            await ben.ask("DELETE", f"/me/sessions/{session}")
            await ada.post(f"/tables/{code}/chat", 201, text="are you still there?")
            assert [each.data for each in (await stream.rest())][-1] == "not_yours"


@awaited
async def test_chat_and_changes_of_the_table_are_announced(tmp_path: Path) -> None:
    async with running(tmp_path) as server, visiting(server, "Ada", "Ben") as (ada, ben):
        code = (await ada.make(VALLEY, ME, OPEN, OPEN))["code"]
        await ben.post(f"/tables/{code}/seats/1")
        async with listening(ben, code, 1) as stream:
            await stream.next("position")
            await ada.post(f"/tables/{code}/chat", 201, text="hello")
            assert (await stream.next("chat")).number is None
            await ada.ask("PATCH", f"/tables/{code}", json={"public": True})
            await stream.next("table")
            await ada.post(f"/tables/{code}/fill", level=1)
            assert (await stream.news_upto(4))[-1].data["news"]["kind"] == "started"


@awaited
async def test_the_stream_of_a_deleted_table_ends(tmp_path: Path) -> None:
    async with running(tmp_path) as server, visiting(server, "Ada", "") as (ada, stranger):
        code = (await ada.make(VALLEY, ME, BOT))["code"]
        async with listening(stranger, code) as stream:
            await stream.next("position")
            await ada.ask("DELETE", f"/tables/{code}")
            assert [each.data for each in (await stream.rest())][-1] == "gone"


@awaited
async def test_a_closing_server_lets_its_listeners_go(tmp_path: Path) -> None:
    listener: list[Told] = []
    async with running(tmp_path) as server, visiting(server, "Ada") as (ada,):
        code = (await ada.make(WALNUT, ME))["code"]
        async with listening(ada, code, 0) as stream:
            await stream.next("position")
            server.core.hub.end_all_streams()
            listener = await stream.rest()
        assert all(each.kind != "end" for each in listener)  # it may come back


@awaited
async def test_nobody_has_too_many_streams(tmp_path: Path) -> None:
    async with running(tmp_path, pace=0.05) as server, visiting(server, "Ada") as (ada,):
        code = (await ada.make(VALLEY, ME, BOT))["code"]
        async with listening(ada, code, 0), listening(ada, code):
            await ada.refused("GET", f"/tables/{code}/stream", 429, "too_many")
        async with asyncio.timeout(PATIENCE):
            while server.core.hub.listeners():  # they are let go
                await asyncio.sleep(0.01)


@awaited
async def test_a_stream_without_news_says_now_and_then_that_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farmstead.server.api.event_stream.HEARTBEAT", 0.05)
    monkeypatch.setattr("farmstead.server.base.heartbeats.HEARTBEAT_S", 0.05)
    async with running(tmp_path) as server, visiting(server, "Ada") as (ada,):
        code = (await ada.make(VALLEY, ME, OPEN))["code"]
        async with ada.http.stream("GET", f"/api/tables/{code}/stream") as answer, asyncio.timeout(PATIENCE):
            beats = 0
            async for line in answer.aiter_lines():
                beats += line == ":"
                if beats == 3:
                    break
        assert beats == 3


@awaited
async def test_a_stream_ends_at_once_when_its_token_is_void(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farmstead.server.api.event_stream.HEARTBEAT", 3600.0)
    monkeypatch.setattr("farmstead.server.base.heartbeats.HEARTBEAT_S", 3600.0)
    async with running(tmp_path) as server, visiting(server, "Ada", "") as (ada, program):
        table = await ada.make(VALLEY, ME, PROGRAM)
        place, token = f"/tables/{table['code']}", table["invitations"][1]
        program.http.headers["authorization"] = f"Bearer {token}"
        async with listening(program, table["code"], 1) as stream:
            await stream.next("position")
            await ada.post(f"{place}/seats/1/invitation", 201)
            async with asyncio.timeout(PATIENCE):  # the next sign that it goes on would come in an hour
                assert [each.data for each in await stream.rest()][-1] == "not_yours"


@awaited
async def test_boards_are_packed_for_those_who_accept_it_and_positions_are_not(tmp_path: Path) -> None:
    async with running(tmp_path) as server, visiting(server, "Ada") as (ada,):
        code = (await ada.make(WALNUT, ME))["code"]

        async def heard(how: str, **query: Any) -> tuple[str, int, list[Told]]:
            """How it came, in how many bytes, and the news and boards of one move."""
            ada.http.headers["accept-encoding"] = how
            async with listening(ada, code, 0, **query) as stream:
                found = [await stream.next("boards" if query else "position")]
                number = found[0].number or 0
                await ada.move(code, 0)
                found += [await stream.next("news"), await stream.next("boards" if query else "position")]
                assert (found[-1].number or 0) > number
                packing = stream.answer.headers.get("content-encoding", "")
                return packing, stream.answer.num_bytes_downloaded, found

        plain, many, whole = await heard("identity", show="changes")
        packed, few, same = await heard("gzip", show="changes")
        assert (plain, packed) == ("", "gzip") and few < many / 3
        assert [told.kind for told in whole] == [told.kind for told in same] == ["boards", "news", "boards"]
        assert whole[-1].data["boards"]["pictures"] and same[-1].data["boards"]["pictures"]
        assert (await heard("gzip"))[0] == ""
