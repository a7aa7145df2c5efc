"""The game of the day: the same for everybody, once for each, and closed until the day ends."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode, urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from farmstead.server.daily.bots import DailyBots
from farmstead.server.ratings.settlement import Settlement
from farmstead.server.store import Conflict, NewAttempt, NewTable, Opening, Store, day_before, day_of, end_of
from farmstead.server.table.entries import Returned
from scripts.postgres import Cluster
from tests.server.asking import Browser, Doorstep, opened
from tests.server.finishing import DAY, NEXT, Wall, play_on, table_of
from tests.server.hubs import VALLEY, WALNUT, stored
from tests.server.neighbouring import at_door, several
from tests.server.postgres import Place
from tests.server.stores import awaited

FORBIDDEN: dict[str, tuple[str, str, dict[str, Any]]] = {
    "record": ("GET", "/record", {}),
    "back": ("POST", "/ask", {"seat": 0, "to": 1}),
    "leave": ("POST", "/leave", {"seat": 0}),
    "return": ("POST", "/return", {"seat": 0}),
    "rematch": ("POST", "/rematch", {}),
    "change": ("PATCH", "", {"hints": True}),
    "open": ("PATCH", "", {"spectators": True, "public": True}),
    "delete": ("DELETE", "", {}),
}
PICTURES = (
    "boards",
    "look?of=0",
    "board.txt",
    "picture.svg",
    "overlay?line=total",
    "unfolded",
    "preview?move=x",
)


async def begun(browser: Browser, game: str = WALNUT) -> str:
    code: str = (await browser.post(f"/daily/{game}"))["code"]
    return code


async def shown(browser: Browser, game: str = WALNUT) -> Any:
    return next(each for each in (await browser.get("/daily"))["games"] if each["game"] == game)


async def past(browser: Browser, game: str = WALNUT) -> Any:
    return next(each for each in (await browser.get("/daily/former"))["games"] if each["game"] == game)


async def finish(door: Doorstep, code: str) -> None:
    await play_on(door.core, await table_of(door, code))


def test_days_end_at_midnight_in_greenwich() -> None:
    assert day_of(end_of(DAY) - 1) == DAY and day_of(end_of(DAY)) == NEXT and day_before(NEXT) == DAY


# ---- one attempt, the same luck ----------------------------------------------------------------------------


@awaited
async def test_only_days_that_there_are_can_be_asked_for(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor()
        assert (await ada.get("/daily/former", before="2026-01-31"))["games"] == []
        for before in ("2026-99-99", "2026-02-30", "\u0662026-01-31"):
            await ada.refused("GET", f"/daily/former?before={before}", 400, "bad_message")


@awaited
async def test_everybody_has_the_same_luck_and_one_attempt(tmp_path: Path) -> None:
    async with opened(tmp_path, clock=Wall()) as door:
        ada, ben = await door.people("Ada", "Ben")
        assert (await shown(ada))["mine"] == ""
        code, other = await begun(ada), await begun(ben)
        assert code != other and await begun(ada) == code
        assert (await ada.look(code, 0))["view"] == (await ben.look(other, 0))["view"]
        keys = [await door.core.store.tables.key(await table_of(door, each)) for each in (code, other)]
        assert keys[0] == keys[1]
        assert (await shown(ada))["mine"] == "playing" and (await shown(ada))["code"] == code
        await finish(door, code)
        assert (await shown(ada))["mine"] == "over" and await begun(ada) == code


@awaited
async def test_who_plays_against_bots_meets_the_same_ones(tmp_path: Path) -> None:
    async with opened(tmp_path, clock=Wall(), processes=1) as door:
        (ada,) = await door.people("Ada")
        table = await ada.get(f"/tables/{await begun(ada, VALLEY)}")
        assert [(seat["how"], seat["level"]) for seat in table["seats"]] == [("person", 0), ("bot", 3)]
        assert table["daily"] == DAY and not table["rated"] and not table["hints"] and not table["public"]
        assert (await shown(ada, VALLEY))["level"] == 3 and (await shown(ada))["level"] == 0


@awaited
async def test_a_second_attempt_at_the_same_moment_is_the_first(tmp_path: Path) -> None:
    async with opened(tmp_path, clock=Wall()) as door:
        (ada,) = await door.people("Ada")
        assert len(set(await asyncio.gather(*[begun(ada) for _ in range(8)]))) == 1
        assert len((await ada.get("/tables/mine"))["tables"]) == 1


@awaited
async def test_a_second_attempt_at_another_server_is_the_first(tmp_path: Path, postgres: Cluster) -> None:
    async with several(tmp_path, postgres.database(), clock=Wall()) as doors:
        ada = await doors[0].visitor("Ada")
        there = await at_door(doors[1], ada)
        assert len(set(await asyncio.gather(*[begun(each) for each in (ada, there) * 6]))) == 1
        assert len((await there.get("/tables/mine"))["tables"]) == 1
        assert (await shown(ada))["commitment"] == (await shown(there))["commitment"]


@awaited
async def test_whoever_is_first_makes_the_game_of_the_day(tmp_path: Path) -> None:
    async with opened(tmp_path, clock=Wall()) as door:
        people = [await door.visitor() for _ in range(5)]
        told = await asyncio.gather(*[shown(each) for each in people])
        assert len({each["commitment"] for each in told}) == 1
        key = await door.core.store.dailies.key(DAY, WALNUT)
        assert told[0]["commitment"] == sha256(key).hexdigest() and told[0]["key"] == ""
        assert await door.core.store.dailies.key(DAY, VALLEY) != key


@awaited
async def test_nobody_plays_without_a_name_and_nothing_else_is_a_game(tmp_path: Path) -> None:
    async with opened(tmp_path, clock=Wall()) as door:
        stranger, ada = await door.visitor(), await door.visitor("Ada")
        await stranger.refused("POST", f"/daily/{WALNUT}", 401, "no_player")
        await ada.refused("POST", "/daily/chess", 422, "no_such_game")


# ---- closed until the day ends -----------------------------------------------------------------------------


@awaited
async def test_an_attempt_is_like_everybodys(tmp_path: Path) -> None:
    async with opened(tmp_path, clock=Wall()) as door:
        (ada,) = await door.people("Ada")
        code = await begun(ada)
        await play_on(door.core, await table_of(door, code), 5)
        for is_over in (False, True):
            if is_over:
                await finish(door, code)
            for deed, (method, path, body) in FORBIDDEN.items():
                is_closed = deed in ("record", "delete")
                status, key = (403, "daily_closed") if is_closed else (409, "daily_same")
                problem = await ada.refused(method, f"/tables/{code}{path}", status, key, **body)
                assert DAY in problem["sentence"]


@awaited
async def test_what_chance_brings_cannot_be_looked_at_and_taken_back(tmp_path: Path) -> None:
    """A game alone may usually go back wherever one likes."""
    async with opened(tmp_path, clock=Wall()) as door:
        (ada,) = await door.people("Ada")
        code = await begun(ada)
        table = await table_of(door, code)
        await play_on(door.core, table, 6)
        position = await ada.look(code, 0)
        assert position["back"]
        await ada.refused("POST", f"/tables/{code}/ask", 409, "daily_same", seat=0, to=position["back"])
        assert (await ada.look(code, 0))["view"] == position["view"]
        usual = (await ada.make(WALNUT, {"who": "me"}))["code"]
        await play_on(door.core, await table_of(door, usual), 6)
        await ada.post(f"/tables/{usual}/ask", seat=0, to=(await ada.look(usual, 0))["back"])


@awaited
async def test_nobody_else_sees_anything_before_the_day_ends(tmp_path: Path) -> None:
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        ada, ben = await door.people("Ada", "Ben")
        stranger = await door.visitor()
        code = await begun(ada)
        for is_over in (False, True):
            if is_over:
                await finish(door, code)
            for other in (ben, stranger):
                for path in ("", "/position", "/news", "/record", "/chat", "/stream"):
                    await other.refused("GET", f"/tables/{code}{path}", 403, "daily_closed")
                for picture in PICTURES:
                    answer = await other.http.get(f"/t/{code}/{picture}")
                    assert answer.status_code == 403, picture
                await other.refused("GET", f"/tables/{code}/position?seat=0", 403, "not_yours")
        wall.pass_midnight()
        for other in (ben, stranger):
            assert (await other.look(code))["lines"] and "walnut" in (
                await other.get(f"/tables/{code}/record")
            )
            assert (await other.http.get(f"/t/{code}/picture.svg")).status_code == 200


@awaited
async def test_the_key_is_in_no_answer_before_the_day_ends(tmp_path: Path) -> None:
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        ada, ben = await door.people("Ada", "Ben")
        code = await begun(ada)
        key = await door.core.store.dailies.key(DAY, WALNUT)
        for is_over in (False, True):
            if is_over:
                await finish(door, code)
                assert (await shown(ada))["mine"] == "over"
            for who in (ada, ben):
                for answer in await answers(who, code):
                    must_not_tell(answer, key)
            export = await ada.get("/me/export")
            assert [table["journal"] for table in export["tables"]] == [None]
        wall.pass_midnight()
        assert (await past(ben))["key"] == key.hex()
        assert (await ada.get("/me/export"))["tables"][0]["journal"]


async def answers(who: Browser, code: str) -> list[bytes]:
    paths = ["/api/daily", "/api/daily/former", "/api/me/export", "/api/tables/mine", "/daily"]
    paths += [f"/api/tables/{code}{path}" for path in ("", "/position?seat=0", "/news?seat=0", "/record")]
    paths += [f"/t/{code}", f"/t/{code}/boards?seat=0", f"/t/{code}/picture.svg?seat=0"]
    return [(await who.http.get(path)).content for path in paths]


def must_not_tell(answer: bytes, key: bytes) -> None:
    for text in (key.hex().encode(), json.dumps(list(key)).encode(), key):
        assert text not in answer
    assert b64encode(key)[:20] not in answer and urlsafe_b64encode(key)[:20] not in answer


# ---- results -----------------------------------------------------------------------------------------------


@awaited
async def test_results_are_for_those_who_have_played(tmp_path: Path) -> None:
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        ada, ben, cleo = await door.people("Ada", "Ben", "Cleo")
        code, other = await begun(ada), await begun(ben)
        await finish(door, code)
        assert (await shown(ben))["results"] is None and (await shown(cleo))["results"] is None
        seen = (await shown(ada))["results"]
        assert [(row["name"], row["place"], row["how"], row["code"]) for row in seen] == [
            ("Ada", 1, "over", ""), ("Ben", 0, "playing", "")
        ]  # fmt: skip
        assert seen[0]["points"] == (await ada.look(code))["lines"][0]["total"]
        await ben.post(f"/tables/{other}/resign", seat=0)
        await finish(door, other)
        told = {row["name"]: row for row in (await shown(ben))["results"]}
        assert (told["Ben"]["how"], told["Ben"]["points"], told["Ben"]["place"]) == ("resigned", None, 0)
        assert not told["Ada"]["account"] and told["Ada"]["place"] == 1
        wall.pass_midnight()
        assert {row["code"] for row in (await past(cleo))["results"]} == {code, other}
        assert (await shown(ada))["mine"] == "" and (await shown(ada))["day"] == NEXT


@awaited
async def test_what_has_not_ended_with_its_day_comes_too_late(tmp_path: Path) -> None:
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        (ada,) = await door.people("Ada")
        code = await begun(ada)
        await play_on(door.core, await table_of(door, code), 5)
        wall.pass_midnight()
        assert (await past(ada))["mine"] == "late"
        await finish(door, code)
        row = (await past(ada))["results"][0]
        assert (row["how"], row["points"], row["place"]) == ("late", None, 0)
        assert await begun(ada) != code  # a new day


@awaited
async def test_an_attempt_that_ended_in_time_counts_whenever_it_is_reckoned(tmp_path: Path) -> None:
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        door.core.get(Settlement).retire()  # killed before it could be
        (ada,) = await door.people("Ada")
        code = await begun(ada)
        await finish(door, code)
        wall.pass_midnight()
        row = (await past(ada))["results"][0]
        assert (row["how"], row["place"]) == ("over", 1) and row["points"] is not None


@awaited
async def test_a_bot_that_plays_on_cannot_be_taken_over_from(tmp_path: Path) -> None:
    async with opened(tmp_path, clock=Wall()) as door:
        (ada,) = await door.people("Ada")
        code = await begun(ada)
        await ada.post(f"/tables/{code}/resign", seat=0)
        await ada.refused("POST", f"/tables/{code}/return", 409, "daily_same", seat=0)
        entries = await stored(door.core.store, await table_of(door, code))
        assert not any(isinstance(each, Returned) for each in entries)


@awaited
async def test_each_level_of_bots_plays_it_once(tmp_path: Path) -> None:
    async with opened(tmp_path, clock=Wall(), processes=1) as door:
        (ada,) = await door.people("Ada")
        core = door.core
        await core.get(DailyBots).play_on()
        assert await levels(core.store) == []  # nobody has begun
        code = await begun(ada)
        for level in (1, 2):
            for _ in range(2):
                await core.get(DailyBots).play_on()
            found = await levels(core.store)
            assert [who for who, _ in found] == [f"level:{each}" for each in range(1, level + 1)]
            await play_on(core, found[-1][1])
            await core.get(Settlement).settle(found[-1][1])
        await finish(door, code)
        results = (await shown(ada))["results"]
        assert sorted(row["level"] for row in results) == [0, 1, 2]
        assert all(row["points"] is not None for row in results)


async def levels(store: Store) -> list[tuple[str, int]]:
    return [(each.who, each.table) for each in await store.dailies.of_bots(DAY, WALNUT)]


@awaited
async def test_accounts_are_told_from_guests(tmp_path: Path) -> None:
    """Who has made an account of a guest afterwards may have been many guests before."""
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        ada, ben = await door.people("Ada", "Ben")
        await ada.post("/account", 201, name="Ada", passphrase="seven geese on the roof")
        for n, who in enumerate((ada, ben)):
            await play_on(door.core, await table_of(door, await begun(who)), n=-n)
            await shown(who)
        wall.now += 1000
        await ben.post("/account", 201, name="Ben", passphrase="eight geese on the roof")
        results = (await shown(ada))["results"]
        assert results[0]["points"] > results[1]["points"]
        assert [row["place"] for row in results] == [1, 1]  # each among those of their sort
        assert {row["name"]: row["account"] for row in results} == {"Ada": True, "Ben": False}


@awaited
async def test_a_place_that_is_shared_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path, clock=Wall()) as door:
        ada, ben, cyd = await door.people("Ada", "Ben", "Cyd")
        for n, who in enumerate((ada, ben, cyd)):  # the first two choose alike
            await play_on(door.core, await table_of(door, await begun(who)), n=-(n // 2))
            await shown(who)
        results = {row["name"]: row for row in (await shown(ada))["results"]}
        assert results["Ada"]["points"] == results["Ben"]["points"] != results["Cyd"]["points"]
        assert results["Ada"]["place"] == results["Ben"]["place"]
        assert [results[name]["shared"] for name in ("Ada", "Ben", "Cyd")] == [True, True, False]
        html = (await ada.http.get("/daily")).text
        assert html.count("<small>shared</small>") == 2


@awaited
async def test_who_is_deleted_leaves_no_attempt(tmp_path: Path) -> None:
    async with opened(tmp_path, clock=Wall()) as door:
        ada, ben = await door.people("Ada", "Ben")
        for who in (ada, ben):
            await finish(door, await begun(who))
            await shown(who)
        export = await ben.get("/me/export")
        assert [row["day"] for row in export["dailies"]] == [DAY]
        await ben.ask("DELETE", "/me")
        assert [row["name"] for row in (await shown(ada))["results"]] == ["Ada"]


@awaited
async def test_who_is_not_among_the_first_has_a_place_all_the_same(place: Place) -> None:
    async with await Store.open(place, Wall()) as store:
        for number, points in enumerate([30, 50, 40, 50], 1):
            player = await store.players.create(f"Player {number}")
            opening = Opening([b"one"], attempt=NewAttempt(DAY, WALNUT, f"p{player.id}", player.id))
            table = await store.tables.create(NewTable(WALNUT, b"{}", bytes(32)), (), opening)
            assert await store.dailies.finish(table.id, end_of(DAY), "", points, None)
            assert not await store.dailies.finish(table.id, end_of(DAY), "", 99, None)
        assert [each.points for each in await store.dailies.attempts(DAY, WALNUT, 3)] == [50, 50, 40]
        assert [await store.dailies.better(DAY, WALNUT, points) for points in (50, 40, 30)] == [0, 2, 3]
        again = Opening(attempt=NewAttempt(DAY, WALNUT, "p1", 1))
        with pytest.raises(Conflict):
            await store.tables.create(NewTable(WALNUT, b"{}", bytes(32)), (), again)
        assert (await store.counts()).tables == {"waiting": 4}  # of the second attempt nothing is left
