"""What is drawn for the page: once for all who ask at the same moment, and at once for whoever chooses."""

from __future__ import annotations

import asyncio
import importlib
from pathlib import Path
from typing import Any

import pytest

from farmstead.server.base.refusals import Refused
from farmstead.server.play import actions, boards
from tests.server.asking import ME, Browser, opened
from tests.server.stores import awaited

PAGES = importlib.import_module(
    "farmstead.server.pages.table_boards"
)  # a handler there is called boards, too


async def a_table(ada: Browser) -> str:
    code: str = (await ada.make("walnut-grove", ME))["code"]
    return f"/t/{code}/boards"


def counted(monkeypatch: pytest.MonkeyPatch, fail: list[bool]) -> list[int]:
    """How often something is drawn; `fail` says for each time whether it goes wrong."""
    times, draw = [0], boards.boards_of

    def drawing(*what: Any) -> Any:
        times[0] += 1
        if fail and fail.pop(0):
            raise RuntimeError("no ink")
        return draw(*what)

    monkeypatch.setattr(actions, "boards_of", drawing)
    return times


def test_many_who_watch_are_shown_one_drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @awaited
    async def test() -> None:
        async with opened(tmp_path) as door:
            ada = await door.visitor("Ada")
            place, times = await a_table(ada), counted(monkeypatch, [])
            watching = [await door.visitor() for _ in range(6)]
            answers = await asyncio.gather(*[each.http.get(place) for each in watching])
            assert {answer.status_code for answer in answers} == {200} and times == [1]
            assert len({answer.content for answer in answers}) == 1
            await ada.http.get(f"{place}?seat=0")
            assert times == [2]  # a seat sees more than those who watch

    test()


def test_a_drawing_that_failed_is_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @awaited
    async def test() -> None:
        async with opened(tmp_path) as door:
            ada = await door.visitor("Ada")
            place, times = await a_table(ada), counted(monkeypatch, [True])
            assert (await ada.http.get(place)).status_code == 500
            assert (await ada.http.get(place)).status_code == 200
            assert times == [2]

    test()


def test_whoever_goes_away_takes_no_drawing_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @awaited
    async def test() -> None:
        async with opened(tmp_path) as door:
            ada = await door.visitor("Ada")
            place, times = await a_table(ada), counted(monkeypatch, [])
            first = asyncio.create_task(ada.http.get(place))
            while not times[0]:
                await asyncio.sleep(0)
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            assert (await ada.http.get(place)).status_code == 200
            assert times == [1]

    test()


# ---- choosing on the page --------------------------------------------------------------------------------


@awaited
async def test_a_choice_brings_the_boards_that_come_of_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        place = await a_table(ada)
        before = (await ada.http.get(f"{place}?seat=0")).json()
        choice = {"seat": 0, "decision": before["decision"], "moves": before["choices"][0][0][:1]}
        have = " ".join([each["key"] for each in before["pictures"]])
        answer = await ada.http.post(place, params={"have": have}, json=choice)
        shown = answer.json()
        assert shown["number"] == before["number"] + 1 and shown["decision"] > before["decision"]
        pictures = {each["key"]: each.get("svg", "") for each in shown["pictures"]}
        assert all(bool(svg) == (key not in have.split()) for key, svg in pictures.items())
        again = (await ada.http.post(place, params={"have": have}, json=choice)).json()
        assert again == shown  # made once
        asked = (await ada.http.get(f"{place}?seat=0&have={have}")).json()
        assert asked == shown


@awaited
async def test_a_choice_that_cannot_be_made_says_why(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        place = await a_table(ada)
        before = (await ada.http.get(f"{place}?seat=0")).json()
        choice = {"seat": 0, "decision": before["decision"], "moves": ["fly to the moon"]}
        for who, key in ((ada, "unknown_verb"), (ben, "not_yours")):
            problem = (await who.http.post(place, json=choice)).json()
            assert problem["key"] == key and problem["sentence"]
        assert (await ada.http.get(f"{place}?seat=0")).json() == before


def test_a_choice_is_made_also_where_nothing_can_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def handed_over(*_: Any) -> None:
        raise Refused("not_handed_over", "look", {"seat": "1"})

    @awaited
    async def test() -> None:
        async with opened(tmp_path) as door:
            ada = await door.visitor("Ada")
            place = await a_table(ada)
            before = (await ada.http.get(f"{place}?seat=0")).json()
            choice = {"seat": 0, "decision": before["decision"], "moves": before["choices"][0][0][:1]}
            monkeypatch.setattr(PAGES, "sight", handed_over)
            answer = await ada.http.post(place, json=choice)
            assert answer.status_code == 200 and answer.json() is None
            monkeypatch.undo()
            assert (await ada.http.get(f"{place}?seat=0")).json()["number"] == before["number"] + 1

    test()
