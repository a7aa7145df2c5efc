"""A result of the game of the day to share, streaks, and those one has sat at a table with side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

from farmstead.render.result_card import AHEAD, BEATEN, EQUAL, OPEN, ResultCard, result_card
from farmstead.server.base.days import days_in_a_row
from farmstead.server.store import NewTable, Opening, SeatRow, Store
from tests.server.asking import ME, opened
from tests.server.asking import OPEN as FREE
from tests.server.daily.test_daily import begun, finish, past, shown
from tests.server.finishing import DAY, NEXT, Wall
from tests.server.hubs import WALNUT
from tests.server.stores import awaited

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize(
    ("days", "count"),
    [
        ([], 0),
        (["2031-05-06"], 1),
        (["2031-05-05"], 1),
        (["2031-05-04"], 0),
        (["2031-05-06", "2031-05-05", "2031-05-03"], 2),
        (["2031-05-06", "2031-05-05", "2031-05-04", "2031-04-30"], 3),
        (["2031-05-07"], 0),
    ],
)
def test_days_in_a_row(days: list[str], count: int) -> None:
    assert days_in_a_row(days, "2031-05-06") == count
    assert days_in_a_row(["2031-03-01", "2031-02-28"], "2031-03-01") == 2


def test_the_picture_says_how_it_ended_and_who_was_beaten() -> None:
    card = ResultCard("Game", "today", "41 : 18", "points", (BEATEN, EQUAL, AHEAD, OPEN), "bots", "", "<Ada>")
    svg = result_card(card)
    assert "41 : 18" in svg and "&lt;Ada&gt;" in svg and "<Ada>" not in svg
    assert svg.count("stroke-dasharray") == 1 and "var(" not in svg


@awaited
async def test_an_own_result_that_counts_becomes_a_picture(tmp_path: Path) -> None:
    """Slow: a whole game is played, and a picture drawn."""
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        ada, ben = await door.people("Ada", "Ben")
        path = f"/daily/{DAY}/{WALNUT}/result.png"
        code = await begun(ada)
        assert (await ada.http.get(path)).status_code == 404  # not before it is over
        assert (await ada.get("/daily"))["streak"] == 0
        await finish(door, code)
        assert (await shown(ada))["mine"] == "over"
        picture = await ada.http.get(path)
        assert picture.status_code == 200 and picture.content.startswith(PNG)
        assert picture.headers["cache-control"] == "no-store"
        for other in ("/daily/2031-02-31", "/daily/nowhere", f"/daily/{NEXT}"):
            assert (await ada.http.get(f"{other}/{WALNUT}/result.png")).status_code == 404
        assert (await ben.http.get(path)).status_code == 404
        assert (await ada.get("/daily"))["streak"] == 1
        text = (await ada.http.get("/daily")).text
        assert (
            "First day of a streak." in text
            and path in text
            and path not in (await ben.http.get("/daily")).text
        )


@awaited
async def test_those_who_shared_a_table_stand_side_by_side_when_it_is_over(tmp_path: Path) -> None:
    """Slow: two games are played."""
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        ada, ben, cleo = await door.people("Ada", "Ben", "Cleo")
        table = await ada.make(WALNUT, ME, FREE)
        await ben.post(f"/tables/{table['code']}/seats/1")
        for each in (ada, ben, cleo):
            await finish(door, await begun(each))
            await shown(each)
        found = (await shown(ada))["results"]
        assert {each["name"]: each["together"] for each in found if not each["level"]} == {
            "Ada": False,
            "Ben": True,
            "Cleo": False,
        }
        text = (await ada.http.get("/daily")).text
        assert "Side by side" in text and "/compare?" not in text
        assert "Side by side" not in (await cleo.http.get("/daily")).text
        wall.now += 86_400_000
        assert all(each["code"] for each in (await past(ada))["results"] if not each["level"])
        assert "/compare?a=" in (await ada.http.get("/daily")).text


@awaited
async def test_companions_are_found_once_and_nobody_else(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "games.db") as store:
        ada, ben, cleo = [(await store.players.create(name)).id for name in ("Ada", "Ben", "Cleo")]
        for n, players in enumerate([(ada, ben), (ada, ben, ada), (cleo,)]):
            row = NewTable(WALNUT, b"{}", bytes([n] * 32))
            made = await store.tables.create(row, [SeatRow(0, "bot", level=1)], Opening())
            seats = [SeatRow(seat, "person", player) for seat, player in enumerate(players)]
            await store.seats.set(made.id, *seats)
        assert await store.dailies.companions(ada) == [ben]
        assert await store.dailies.companions(cleo) == []
        assert await store.dailies.days_of(ada) == []
