"""Neighbours at tables: chosen by name, called by it everywhere, counted as their level."""

from __future__ import annotations

from pathlib import Path

from farmstead.agents.characters import neighbours
from farmstead.server.bots.chosen import spec_of
from farmstead.server.play.names import seat_names
from farmstead.server.ratings.rules import judged
from farmstead.server.stats.results import outcomes
from farmstead.server.stats.summary import neighbour_records
from farmstead.server.table.setup import SeatPlan, decode_setup_without_key
from tests.server.asking import BOT, DEVICE, ME, OPEN, opened
from tests.server.finishing import play_on, table_of
from tests.server.hubs import VALLEY, WALNUT
from tests.server.stores import awaited

HAZEL, OTIS = {"who": "bot", "neighbour": "hazel"}, {"who": "bot", "neighbour": "otis"}


@awaited
async def test_they_sit_there_by_name_and_play_at_their_level(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(VALLEY, ME, HAZEL, BOT)
        told = [(seat["name"], seat["level"], seat["neighbour"]) for seat in table["seats"]]
        assert told == [("Ada", 0, ""), ("Hazel", neighbours()["hazel"].level, "hazel"), ("", 1, "")]
        number = await table_of(door, table["code"])
        assert (await seat_names(door.core, number, "de"))[1:] == ("Hazel", "Setzling")
        specs = await door.core.hub.look(number, lambda live: [spec_of(live, seat) for seat in (1, 2)])
        assert specs == ["neighbour:hazel", "level:1"]
        (listed,) = (await ada.get("/tables/mine"))["tables"]
        assert listed["seats"][1]["name"] == "Hazel" and listed["seats"][1]["neighbour"] == "hazel"


@awaited
async def test_who_cannot_sit_there_is_refused_with_a_reason(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        for seats, key in (
            ([ME, HAZEL, HAZEL], "neighbour_twice"),
            ([ME, {"who": "bot", "neighbour": "nobody"}], "no_such_neighbour"),
            ([ME, {"who": "bot", "neighbour": "Hazel\n"}], "no_such_neighbour"),
        ):
            problem = await ada.refused("POST", "/tables", 422, key, game=VALLEY, seats=seats)
            assert "Hazel" in problem["sentence"] or "hazel" in problem["instead"]
        open_to_hazel = [ME, {"who": "open", "neighbour": "hazel"}]
        problem = await ada.refused("POST", "/tables", 400, "bad_message", game=VALLEY, seats=open_to_hazel)
        assert "a neighbour is a bot" in problem["sentence"]  # there is one called so


@awaited
async def test_no_two_at_a_table_are_called_alike(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, hazel = await door.people("Ada", "Hazel")
        table = await ada.make(VALLEY, ME, HAZEL, OPEN)
        sat = await hazel.post(f"/tables/{table['code']}/seats/2")
        assert [seat["name"] for seat in sat["seats"]] == ["Ada", "Hazel 2", "Hazel"]
        names = await seat_names(door.core, await table_of(door, table["code"]), "en")
        assert names == ("Ada", "Hazel 2", "Hazel")
        beside = await ada.make(VALLEY, ME, HAZEL, {**DEVICE, "name": "hazel"})
        assert [seat["name"] for seat in beside["seats"]] == ["Ada", "Hazel 2", "hazel"]


@awaited
async def test_they_come_again_count_as_their_level_and_are_remembered(tmp_path: Path) -> None:
    """Slow: a whole game is played."""
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(VALLEY, ME, HAZEL)
        number = await table_of(door, table["code"])
        await play_on(door.core, number)
        options = await door.core.hub.options(number)
        counting = await door.core.hub.look(number, lambda live: judged(live, options, ()))
        assert not isinstance(counting, str)
        assert [party.who for party in counting.parties][1] == f"level:{neighbours()['hazel'].level}"
        again = (await ada.post(f"/tables/{table['code']}/rematch", 201))["table"]
        assert [seat["neighbour"] for seat in again["seats"]] == ["hazel", ""]
        player = (await door.core.store.tables.get(number)).owner
        assert player is not None
        found = await outcomes(door.core, player)
        ((who, record),) = neighbour_records(found.known).items()
        (played,) = found.known
        assert who == "hazel" and record.games == 1
        assert record.won == (played.place == 1 and not played.shared) and record.shared == played.shared
        page = (await ada.http.get("/mine")).text
        assert "face-hazel" in page and "1 game:" in page
        assert "face-hazel" not in (await (await door.visitor("Ben")).http.get("/mine")).text


def test_a_table_that_was_stored_before_is_read_as_it_was() -> None:
    """A seat for a bot had a level and nothing else; it still is written so."""
    before = (
        b'{"game":"walnut-grove","rules":3,"seats":2,"options":["german"],"edition":"x",'
        b'"plan":[{},{"kind":"bot","level":3}],"fair":2}'
    )
    plan = decode_setup_without_key(before).plan
    assert plan == (SeatPlan(), SeatPlan("bot", 3)) and plan[1].neighbour == "" and WALNUT


@awaited
async def test_one_whom_this_server_does_not_know_plays_at_the_level_that_was_stored(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(VALLEY, ME, OTIS)
        number = await table_of(door, table["code"])

        def strange(live: object) -> str:
            live.chairs.all[1].neighbour = "somebody-newer"  # type: ignore[attr-defined]  # a LiveTable
            return spec_of(live, 1)  # type: ignore[arg-type]

        assert await door.core.hub.look(number, strange) == f"level:{neighbours()['otis'].level}"
