"""The home page and where tables are set up: one click to play, and whose turn it is comes first."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.server.pages.games import games_in
from tests.server.asking import BOT, DEVICE, ME, OPEN, Browser, opened
from tests.server.stores import awaited

GAMES = shelf.names()


async def shown(browser: Browser, path: str) -> str:
    answer = await browser.http.get(path, headers={"accept": "text/html"})
    assert answer.status_code == 200
    return answer.text


def data_in(html: str) -> Any:
    """What a page gives to its script. `Any`: whatever JSON can say."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


# ---- the page ----------------------------------------------------------------------------------------------


@awaited
async def test_each_game_has_a_card_that_says_how_to_begin(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        html = await shown(await door.visitor(), "/")
    for game in games_in("en"):
        card = re.search(rf'<article[^>]*data-game="{game["name"]}".*?</article>', html, re.DOTALL)
        assert card is not None
        text = unescape(card[0])
        assert game["title"] in text and f'href="/learn/{game["name"]}"' in text
        assert f'href="/new?game={game["name"]}"' in text
        assert ("alone quiet" in text) == (game["fewest"] == 1)
        assert len(re.findall(r'<option value="\d"[^>]*>\d · ', text)) == len(game["levels"])
        counts = re.search(r'class="count">(.*?)</select>', text)
        assert counts is not None
        assert [int(n) for n in re.findall(r'value="(\d)"', counts[1])] == list(range(1, game["most"]))


@pytest.mark.parametrize("path", ["/", "/new"])
@awaited
async def test_pages_give_their_scripts_what_they_need(tmp_path: Path, path: str) -> None:
    async with opened(tmp_path) as door:
        data = data_in(await shown(await door.visitor(), path))
    assert [game["name"] for game in data["games"]] == GAMES
    assert all(level["how"] for game in data["games"] for level in game["levels"])
    if path == "/new":
        assert data["rules"]["walnut-grove"]["jokers"]


@pytest.mark.parametrize("game", GAMES)
@awaited
async def test_what_the_buttons_send_begins_a_game(tmp_path: Path, game: str) -> None:
    """A guest against each number of bots; alone, where that can be; and a table that waits for friends."""
    async with opened(tmp_path) as door:
        guest = await door.visitor("Guest")
        about = next(each for each in games_in("en") if each["name"] == game)
        for others in range(1, about["most"]):
            assert (await guest.make(game, ME, *[BOT] * others))["phase"] == "playing"
            assert (await guest.make(game, ME, *[OPEN] * others))["phase"] == "waiting"
        if about["fewest"] == 1:
            assert (await guest.make(game, ME))["phase"] == "playing"


@awaited
async def test_every_choice_of_the_form_is_one_the_server_knows(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        guest = await door.visitor("Guest")
        data = data_in(await shown(guest, "/new"))
        for game in data["games"]:
            for name, usual in game["switches"].items():
                made = await guest.make(
                    game["name"], ME, BOT, switches=[f"{name}={usual}"], clock=60, public=True
                )
                assert made["phase"] == "playing" and made["public"]


# ---- whose turn it is --------------------------------------------------------------------------------------


async def mine(browser: Browser) -> dict[str, Any]:
    return {table["code"]: table for table in (await browser.get("/tables/mine"))["tables"]}


@awaited
async def test_my_tables_say_who_is_waited_for(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        alone = (await ada.make("walnut-grove", ME))["code"]
        waiting = (await ada.make("walnut-grove", ME, OPEN))["code"]
        valley = (await ada.make("sunflower-valley", ME, OPEN))["code"]
        await ben.post(f"/tables/{valley}/seats/1", invitation="")
        tables = await mine(ada)
        assert tables[alone]["to_act"] == [0]
        assert tables[waiting]["to_act"] == []
        first = tables[valley]["to_act"]
        assert first == (await ada.look(valley))["to_act"]
        assert (await mine(ben))[valley]["to_act"] == first
        assert (await ada.get(f"/tables/{valley}"))["to_act"] == first


@awaited
async def test_it_changes_with_the_game(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make("sunflower-valley", ME, DEVICE))["code"]
        seen = set()
        for _ in range(8):
            (seat,) = (await mine(ada))[code]["to_act"]
            seen.add(seat)
            await ada.post(f"/tables/{code}/hand", seat=seat)
            await ada.move(code, seat)
        assert seen == {0, 1}


@awaited
async def test_the_lobby_looks_into_no_game(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        await ada.make("walnut-grove", ME, public=True)
        (table,) = (await ada.get("/tables"))["tables"]
        assert table["phase"] == "playing" and table["to_act"] == []
