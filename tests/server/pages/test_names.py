"""How those at a table are called, and what the parts of its boards are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.server.asking import BOT, DEVICE, ME, Browser, opened
from tests.server.stores import awaited

CODES = re.compile(
    r"\btile \d|\b-?\d+,\d|\b[a-e][1-6]\b|\bT[1-5]\b|\bdisc [AB]\d"
)  # what nobody sees on a page


# `Any`: whatever JSON can say.
async def page(browser: Browser, code: str, what: str, language: str = "en", **query: Any) -> Any:
    answer = await browser.http.get(f"/t/{code}/{what}", params=query, headers={"accept-language": language})
    assert answer.status_code == 200, answer.text[:300]
    return answer.json()


async def log(browser: Browser, code: str, language: str = "en") -> str:
    answer = await browser.http.get(f"/api/tables/{code}/news", headers={"accept-language": language})
    return " ".join([" ".join(heard["words"]) for heard in answer.json()["heard"]])


# ---- names -------------------------------------------------------------------------------------------------


@awaited
async def test_whoever_sits_beside_me_is_not_called_as_i_am(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        made = await ada.make("sunflower-valley", ME, DEVICE, {"who": "device", "name": "Ben"})
        assert [seat["name"] for seat in made["seats"]] == ["Ada", "", "Ben"]
        assert "Player 2 got a town" in await log(ada, made["code"])
        assert "Joueur 2 reçoit une ville" in await log(ada, made["code"], "fr")


@awaited
async def test_bots_are_called_by_their_level(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=3600) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make("sunflower-valley", ME, BOT, {"who": "bot", "level": 2}))["code"]
        assert {name for name in ("Seedling", "Gardener") if f"{name} got" in await log(ada, code)} == {
            "Seedling",
            "Gardener",
        }
        assert "Jardinier reçoit" in await log(ada, code, "fr") and "Siège" not in await log(ada, code, "fr")


@awaited
async def test_bots_of_the_same_level_are_numbered(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=3600) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make("sunflower-valley", BOT, ME, BOT))["code"]
        told = await log(ada, code)
        assert "Seedling 1 got" in told and "Seedling 2 got" in told


@pytest.mark.parametrize(("game", "is_open"), [("walnut-grove", False), ("sunflower-valley", True)])
@awaited
async def test_a_table_says_whether_its_views_are_open(tmp_path: Path, game: str, is_open: bool) -> None:
    """The server is as strict as ever: a view is had by whoever holds the device."""
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        made = await ada.make(game, ME, DEVICE)
        assert made["open_views"] is is_open and made["holder"] is None
        await ada.get(f"/tables/{made['code']}/position", 403, seat=1)


# ---- what is said ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["walnut-grove", "sunflower-valley"])
@awaited
async def test_nothing_is_told_by_names_that_the_page_does_not_show(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make(game, ME, DEVICE))["code"]
        for turn in range(24):
            seat = (await ada.look(code))["to_act"][0]
            await ada.post(f"/tables/{code}/hand", seat=seat)
            found = await page(ada, code, "boards", seat=seat)
            move = found["choices"][turn * 5 % len(found["choices"])][0][0]
            told = await page(ada, code, "preview", seat=seat, move=move)
            assert not CODES.search(" ".join([told["words"], *told["sentences"]]))
            assert not re.search(r"\bAda\b|\bPlayer 2\b", " ".join(told["sentences"]))
            names = re.findall(r'aria-label="([^"]*)"', " ".join([each["svg"] for each in found["pictures"]]))
            assert not [name for name in names if CODES.search(name)]
            await ada.post(f"/tables/{code}/moves", seat=seat, decision=found["decision"], move=move)
        assert not CODES.search(await log(ada, code))


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", ["walnut-grove", "sunflower-valley"])
@awaited
async def test_every_part_says_what_it_is(tmp_path: Path, game: str, language: str) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make(game, ME, DEVICE))["code"]
        seat = (await ada.look(code))["to_act"][0]
        await ada.post(f"/tables/{code}/hand", seat=seat)
        found = await page(ada, code, "boards", language, seat=seat)
        drawn = " ".join([each["svg"] for each in found["pictures"]])
        things = {*re.findall(r'data-part="(thing:[^"]+)"', drawn)}
        assert len(things) >= (2 if game == "sunflower-valley" else 7)
        for part in things:
            told = await page(ada, code, "why", language, seat=seat, part=part)
            assert told["about"] and told["rule"] in told["about"] and "`" not in told["about"], part
            assert told["link"] == f"/rules/{game}#{told['rule'].split()[1]}"
        for part in {*re.findall(r'data-part="((?:piece|building|figure|cell|die):[^"]+)"', drawn)}:
            assert (await page(ada, code, "why", language, seat=seat, part=part))["about"], part


@awaited
async def test_a_free_hex_of_a_reserved_colour_says_that_it_is_reserved(tmp_path: Path) -> None:
    """SV 3.1: and not that a die lies elsewhere, which nobody has taken yet."""
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make("sunflower-valley", ME, DEVICE))["code"]
        for _ in range(2):
            seat = (await ada.look(code))["to_act"][0]
            await ada.post(f"/tables/{code}/hand", seat=seat)
            found = await page(ada, code, "boards", seat=seat)
            reserved = [name for name, die in (await ada.look(code))["view"]["board"].items() if die]
            if reserved:
                break
            moves = found["choices"][0][0]
            await ada.post(
                f"/tables/{code}/moves/together", seat=seat, decision=found["decision"], moves=moves
            )
        drawn = " ".join([each["svg"] for each in found["pictures"]])
        place = re.search(rf'data-part="(hex:[\d,]+)"[^>]*aria-label="[^"]*{reserved[0]} \w+, free"', drawn)
        assert place is not None
        told = await page(ada, code, "why", seat=seat, part=place[1])
        assert told["rule"] == "SV 3.1" and "already reserved" in told["sentence"]
