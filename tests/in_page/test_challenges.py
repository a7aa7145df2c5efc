"""Challenges: the same set-up and draws for others, and a result that its moves lead to."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import msgspec
import pytest

from farmstead.in_page.challenges import Challenge
from tests.in_page.asking import BESIDE, Page
from tests.server.stores import awaited

VALLEY = "sunflower-valley"
BOT = {"who": "bot", "level": 1}


async def finished(page: Page, *others: dict[str, Any]) -> tuple[str, str]:
    """A game that is over: its code, and the text of its challenge."""
    code = await page.make(VALLEY, *others)
    await page.play(code)
    text: str = (await page.ask("GET", f"/api/tables/{code}/challenge"))["text"]
    return code, text


def opened(text: str) -> Challenge:
    return msgspec.json.decode(zlib.decompress(urlsafe_b64decode(text + "==")), type=Challenge)


def closed(challenge: Challenge) -> str:
    return urlsafe_b64encode(zlib.compress(msgspec.json.encode(challenge))).decode()


@awaited
async def test_whoever_takes_it_up_has_the_same_draws_and_sees_both_at_the_end() -> None:
    """Slow: it plays three games, and draws the boards after each choice."""
    ada, ben = Page(), Page()
    code, text = await finished(ada, BOT)
    assert len(text) < 6000  # it has to fit into a link
    rival = await ben.ask("POST", "/api/challenges/look", {"text": text})
    assert rival["name"] == "Ada"
    made = await ben.ask("POST", "/api/challenges?name=Ben", {"text": text})
    other = made["table"]["code"]
    assert [seat["name"] for seat in made["table"]["seats"] if seat["mine"]] == ["Ben"]
    before = await ben.ask("GET", f"/api/tables/{other}/challenge")
    assert (before["text"], before["sides"]) == ("", [])
    await ben.play(other)  # the same choices as Ada's: always the first
    end = await ben.ask("GET", f"/api/tables/{other}/challenge")
    assert [side["points"] for side in end["sides"]] == [rival["points"]] * 2
    assert all(side["svg"].startswith("<svg") for side in end["sides"])
    assert await ben.ask("GET", f"/api/tables/{other}/record") == await ada.ask(
        "GET", f"/api/tables/{code}/record"
    )


@awaited
async def test_a_result_that_was_not_reached_is_refused() -> None:
    """Slow: it plays a game, and has it played again for each change."""
    page = Page()
    _, text = await finished(page, BOT)
    found = opened(text)
    replace = msgspec.structs.replace
    for wrong in (
        closed(replace(found, points=found.points + 1)),
        closed(replace(found, entries=found.entries[:-1])),
        closed(replace(found, key="00" * 32)),
        closed(replace(found, names=())),
        text[: len(text) // 2],
        "",
        "é",
        "a" * 200_000,
    ):
        await page.refused("POST", "/api/challenges/look", "challenge_wrong", {"text": wrong})


@pytest.mark.parametrize("others", [[BESIDE]])
@awaited
async def test_several_at_a_device_challenge_nobody(others: list[dict[str, Any]]) -> None:
    page = Page()
    code = await page.make(VALLEY, *others)
    assert (await page.ask("GET", f"/api/tables/{code}/challenge"))["text"] == ""
