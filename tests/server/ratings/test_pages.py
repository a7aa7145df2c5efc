"""The pages of ratings and of the game of the day: what is uncertain is said, and what is closed is not."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from farmstead.server.ratings.rules import reckoning
from farmstead.server.store import NewTable, RatedParty, Store
from tests.server.asking import Browser, Doorstep, opened
from tests.server.finishing import DAY, NEXT, Wall, play_on, table_of
from tests.server.hubs import VALLEY, WALNUT
from tests.server.stores import awaited

EVIL = "<b>Bo</b>&'\""


async def shown(browser: Browser, path: str, language: str = "en") -> str:
    headers = {"accept": "text/html", "accept-language": language}
    answer = await browser.http.get(path, headers=headers)
    assert answer.status_code == 200, answer.text[:500]
    return answer.text


async def rated(store: Store, winner: int, level: int = 3, seats: int = 2) -> None:
    table = (await store.tables.create(NewTable(VALLEY, b"{}", bytes(32)))).id
    parties = [RatedParty(0, f"p{winner}", winner, 1), RatedParty(1, f"level:{level}", None, 2)]
    assert await store.ratings.rate(table, VALLEY, seats, parties, reckoning(frozenset()))


def rows(html: str) -> list[str]:
    text = re.sub(r"<svg.*?</svg>", "", html, flags=re.DOTALL)
    found = re.findall(r"<tr.*?</tr>", text.partition("<tbody>")[2], re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]*>", " ", each)).split()) for each in found]


# ---- ratings -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@awaited
async def test_without_ratings_the_page_says_how_to_get_one(tmp_path: Path, language: str) -> None:
    async with opened(tmp_path) as door:
        html = await shown(await door.visitor(), "/ratings", language)
    assert 'class="card empty"' in html and "<table" not in html and f'<html lang="{language}"' in html


@awaited
async def test_only_numbers_of_seats_that_the_game_has_are_answered(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor()
        assert (await ada.get("/ratings/walnut-grove/4"))["kind"]["seats"] == 4
        for many in (5, 99):
            told = await ada.refused("GET", f"/ratings/walnut-grove/{many}", 422, "bad_setup")
            assert told["instead"] == ["1", "2", "3", "4"]


@awaited
async def test_ratings_are_shown_with_what_is_uncertain_about_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, evil = await door.people("Ada", EVIL)
        stranger = await door.visitor()
        for winner in (1, 1, 2):
            await rated(door.core.store, winner)
        await rated(door.core.store, 2, seats=3)
        html = await shown(ada, "/ratings")
        assert [row.split()[0] for row in rows(html)[:3]] == ["1", "2", "3"]
        assert rows(html)[0] == "1 Ada you 29.7 ± 15.6 14.1 to 45.3 2"
        assert "Neighbour (bots, level 3)" in rows(html)[2]
        assert EVIL not in html and EVIL in unescape(html)
        assert html.count('class="own"') == 1 and 'role="img" aria-label="After 2 games' in html
        assert html.count('aria-current="page"') == 1 and "for 3" in html
        three = await shown(evil, f"/ratings?game={VALLEY}&seats=3")
        assert EVIL in rows(three)[0] and "After your first game" in three
        plain = await shown(stranger, "/ratings", "de")
        assert 'class="own"' not in plain and "±" in plain and "29,7 ± 15,6" in plain
        assert (await stranger.http.get("/ratings?game=nothing&seats=1")).status_code == 200


# ---- the game of the day -----------------------------------------------------------------------------------


async def finished(door: Doorstep, browser: Browser, game: str = WALNUT) -> str:
    code: str = (await browser.post(f"/daily/{game}"))["code"]
    await play_on(door.core, await table_of(door, code))
    return code


@awaited
async def test_the_page_of_the_day_shows_results_only_to_those_who_have_played(tmp_path: Path) -> None:
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        ada, evil = await door.people("Ada", EVIL)
        stranger = await door.visitor()
        code = await finished(door, ada)
        key = (await door.core.store.dailies.key(DAY, WALNUT)).hex()
        assert 'data-game="walnut-grove"' in (before := await shown(evil, "/daily")) and "Ada" not in before
        assert f"/t/{code}" not in before and DAY in before
        after = await shown(ada, "/daily")
        assert f'href="/t/{code}"' in after and "1 Ada you" in " ".join(rows(after)) and "Guests" in after
        assert key not in after + before
        await finished(door, evil)
        assert EVIL not in (html := await shown(ada, "/daily")) and EVIL in unescape(html)
        wall.pass_midnight()
        former = await shown(stranger, "/daily")
        assert key in former and f"/api/tables/{code}/record" in former and NEXT in former
        assert 'data-game="walnut-grove"' in await shown(ada, "/daily")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@awaited
async def test_the_page_of_the_day_says_that_guests_cannot_be_held_to_one_attempt(
    tmp_path: Path, language: str
) -> None:
    told: dict[str, Any] = {"en": "only attempt", "fr": "seul essai", "de": "einziger Versuch"}
    async with opened(tmp_path) as door:
        assert told[language] in await shown(await door.visitor(), "/daily", language)
