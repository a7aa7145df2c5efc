"""What has been drawn is kept: once for all who ask at the same moment, and not when it failed."""

from __future__ import annotations

import asyncio
import importlib
from pathlib import Path
from typing import Any

import pytest

from tests.server.asking import ME, Browser, opened
from tests.server.stores import awaited

BOARDS = importlib.import_module("farmstead.server.pages.boards")  # a handler there has the module's name


async def a_table(ada: Browser) -> str:
    code: str = (await ada.make("walnut-grove", ME))["code"]
    return f"/t/{code}/boards"


def counted(monkeypatch: pytest.MonkeyPatch, fail: list[bool]) -> list[int]:
    """How often something is drawn; `fail` says for each time whether it goes wrong."""
    times, draw = [0], BOARDS.boards_of

    def drawing(*what: Any) -> Any:
        times[0] += 1
        if fail and fail.pop(0):
            raise RuntimeError("no ink")
        return draw(*what)

    monkeypatch.setattr(BOARDS, "boards_of", drawing)
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
