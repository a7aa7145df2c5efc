"""Scoring a real table over the network, the pages for it, sheets to print, and the gallery."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from tests.golden_games import records_of
from tests.render.test_tally import EXAMPLE, at_the_end, farm_sheets, valley_sheets
from tests.server.asking import Browser, opened
from tests.server.stores import awaited

GROVE, VALLEY = "walnut-grove", "sunflower-valley"
SHEETS = {GROVE: farm_sheets, VALLEY: valley_sheets}


async def shown(browser: Browser, path: str, language: str = "en", status: int = 200) -> str:
    headers = {"accept": "text/html", "accept-language": language}
    answer = await browser.http.get(path, headers=headers)
    assert answer.status_code == status, answer.text[:500]
    return answer.text


def spoken(html: str) -> str:
    """What a page says, without its pictures and its data."""
    text = re.sub(r"<(svg|script|style).*?</\1>", "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


# ---- the API -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [GROVE, VALLEY])
@awaited
async def test_golden_games_score_as_the_command_line_says(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        for path in records_of(game)[3::31]:
            sheets = SHEETS[game](at_the_end(path).view(None))
            answer = await nobody.post(f"/score/{game}", sheets=sheets)
            printed = [shelf.score_line(shelf.game(game), json.dumps(sheet).encode()) for sheet in sheets]
            assert answer["fault"] is None and answer["counted"]["scores"] == printed
            assert answer["counted"]["sheets"] == sheets


@awaited
async def test_each_tap_answers_all_that_there_is_to_see(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        first = (await nobody.post(f"/score/{VALLEY}"))["counted"]
        after = (await nobody.post(f"/score/{VALLEY}", sheets=first["sheets"], deed="tap hex:1,1 H"))[
            "counted"
        ]
        assert after["sheets"][0]["rows"][1] == ". H . . . ."
        assert {line["key"]: line["points"] for line in after["lines"]}["houses_without"] == -5
        assert after["picture"].startswith("<svg") and "hex:1,1" in after["open"]
        wrong = await nobody.post(f"/score/{VALLEY}", sheets=after["sheets"], deed="tap hex:0,4 H", tool="H")
        assert wrong["fault"]["rule"] == "SV 1.1" and wrong["counted"]["sheets"] == after["sheets"]
        assert await nobody.get("/me")  # nobody became a player by it


@awaited
async def test_names_are_said_as_they_are_written(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        sheets = [{"sheet": "A", "players": [EXAMPLE["rows"], [". . . . ^ .", ". . . . H S", "^ . ^ . ^ .", "F F . . . .", ". . . ^ . ."]]}]  # fmt: skip  # noqa: E501
        names = ["<b>Bo</b>", "grain"]
        found = (await nobody.post(f"/score/{VALLEY}", sheets=sheets, names=names))["counted"]
        assert found["verdict"][0].startswith("<b>Bo</b> ") and found["places"] == [1, 2]
        assert "<b>" not in found["picture"]


BAD: list[dict[str, Any]] = [
    {"sheets": [{}]},
    {"sheets": [{"board": "yellow", "tiles": [[1, 10**30, 1, 0]]}]},
    {"sheets": [{"board": "yellow", "help": {"turned": 10**9}}]},
    {"sheets": [{"board": "yellow"}] * 5},
    {"sheets": [{"board": ["yellow"]}]},
    {"sheets": [{"board": "yellow", "options": "start=2"}]},
    {"sheets": [{"sheet": "A", "rows": []}]},
    {"sheets": [{"sheet": "A", "players": [[]] * 9}]},
    {"sheets": [{"sheet": {}, "rows": "x", "variant": []}]},
]


@pytest.mark.parametrize("game", [GROVE, VALLEY])
@awaited
async def test_what_cannot_be_is_said_and_never_breaks(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        for body in BAD:
            answer = await nobody.post(f"/score/{game}", **body)
            assert answer["counted"] is None, body
            assert answer["fault"]["rule"].startswith(shelf.row(game).prefix) and answer["fault"]["sentence"]
        for deed in (
            "tap",
            "tap :",
            "more",
            "less x y z",
            "set",
            "set sheet",
            "tap cell:x,y tile:z",
            "add me",
            "more tiles",
            "less board",
            "more options x",
            "tap laid:0,1",
        ):
            assert (await nobody.post(f"/score/{game}", deed=deed))["counted"] is not None
        sheets: list[dict[str, Any]] = [{"board": "yellow"}]  # all else may be left out
        for deed in (
            "tap laid:0,1",
            "tap laid:0,1 lift",
            "more tiles",
            "more options",
            "tap cell:0,1 tile:1",
        ):
            await nobody.post(f"/score/{game}", sheets=sheets, deed=deed)
        assert (await nobody.post(f"/score/{game}", sheets=[*sheets, {}], deed="add"))["fault"]


@awaited
async def test_a_farm_written_by_hand_never_breaks(tmp_path: Path) -> None:
    """Whatever it leaves out, and in whichever way its options are written (WG 11)."""
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        sheet = {"board": "yellow", "options": ["french"]}
        for deed in ("tap laid:0,1", "tap laid:0,1 lift", "more options", "more tiles", "set options none"):
            answer = await nobody.post(f"/score/{GROVE}", sheets=[sheet], deed=deed)
            assert answer["counted"] is not None, deed


@awaited
async def test_what_is_no_question_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        await nobody.refused("POST", "/score/chess", 422, "no_such_game")
        await nobody.refused("POST", f"/score/{GROVE}", 400, "bad_message", deed="jump")
        await nobody.refused("POST", f"/score/{GROVE}", 400, "bad_message", sheets=[{}] * 13)
        await nobody.refused("POST", f"/score/{GROVE}", 413, "too_large", sheets=[{"x": "x" * 20_000}])


@awaited
async def test_who_asks_too_much_waits(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=0.005) as door:  # one tap, and the next in half a minute
        nobody = await door.visitor()
        await nobody.post(f"/score/{VALLEY}")
        problem = await nobody.refused("POST", f"/score/{VALLEY}", 429, "too_many")
        assert "too often" in problem["sentence"]


# ---- pages -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@awaited
async def test_every_page_is_there_in_every_language(tmp_path: Path, language: str) -> None:
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        for path in ("/score", f"/score/{GROVE}", f"/score/{VALLEY}", "/gallery", f"/gallery/{GROVE}"):
            html = await shown(nobody, path, language)
            assert f'<html lang="{language}"' in html and "style=" not in html
        await shown(nobody, "/score/chess", language, 404)
        await shown(nobody, "/gallery/chess", language, 404)
        await shown(nobody, "/print/chess", language, 404)


@awaited
async def test_the_gallery_shows_everything_and_says_what_is_known(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        grove, valley = [await shown(nobody, f"/gallery/{game}") for game in (GROVE, VALLEY)]
        assert len(re.findall(r'data-piece="\d+"', grove)) == 50
        for name in ("post-office", "general-store", "tent", "well", "A1", "hut", "gold", "yellow"):
            assert f'data-piece="{name}"' in grove
        assert len(re.findall(r'data-piece="[A-H]"', valley)) == 8
        text = spoken(grove)
        assert "all fifty of them" in text and "11 of these reported" in text and "invented" in text
        assert f'href="/rules/{GROVE}#8.6"' in grove
        file = await nobody.http.get(f"/gallery/{GROVE}/edition.toml")
        assert file.text == shelf.edition_text(GROVE)


@awaited
async def test_an_edition_is_checked_and_drawn(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        text = shelf.edition_text(VALLEY).replace('name = "farmstead"', 'name = "mine"')
        sound = await nobody.post("/editions", text=text)
        assert sound["sound"] and sound["game"] == VALLEY and sound["label"].startswith("mine ")
        assert len(sound["sections"][0]["items"]) == 8
        wrong = await nobody.post("/editions", text=text.replace("OOGG^Y", "OOGG^O"))
        assert not wrong["sound"] and wrong["problems"] and not wrong["sections"]
        for bad in ("", "x", 'game = "chess"', "[" * 5000, "a = 1\n" * 9):
            assert not (await nobody.post("/editions", text=bad))["sound"]
        await nobody.refused("POST", "/editions", 400, "bad_message", text="x" * 200_001)


@awaited
async def test_sheets_to_print(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        every = await shown(nobody, f"/print/{VALLEY}")
        assert len(re.findall(r'<section class="leaf a4"', every)) == 8
        one = await shown(nobody, f"/print/{VALLEY}?sheet=C&paper=letter")
        assert len(re.findall(r'<section class="leaf letter"', one)) == 1 and "print-letter.css" in one
        assert "url(#p-orange)" in one  # told apart without colours
        score = await shown(nobody, f"/print/{GROVE}?players=3", "de")
        assert len(re.findall(r'<td class="who">', score)) == 3
        for rule in ("WG 8.2", "WG 8.3", "WG 8.4", "WG 8.5", "WG 8.6", "WG 8.7"):
            assert rule in score
        assert len(re.findall(r'<tr class="(?:tie|place)">.*WG 8\.8', score)) == 1 and "Platz" in spoken(
            score
        )
        assert "WG 8.8" not in await shown(nobody, f"/print/{GROVE}?players=1")  # nobody to be equal with
        table = await shown(nobody, f"/print/{VALLEY}?what=score&players=5")
        assert table.count('<tr class="tie">') == 3 and "Rank SV 5.7" in spoken(table)
        assert "SV 5.3" in table and "SV 5.5" in table and len(re.findall(r'<td class="who">', table)) == 5
        assert len(re.findall(r'<section class="leaf', await shown(nobody, f"/print/{VALLEY}?sheet=Z"))) == 8
