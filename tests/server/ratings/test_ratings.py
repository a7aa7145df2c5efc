"""Games count once, for those who played them, whatever happens in between; and nobody gains by going."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from farmstead.agents.skill import NEW, SkillEstimate, after_a_game
from farmstead.client import Client
from farmstead.server.hub.hub import Hub
from farmstead.server.ratings.rules import CountingGame, judged, may_count, played_for, reckoning
from farmstead.server.ratings.settlement import Settlement
from farmstead.server.store import (
    Daily,
    NewAttempt,
    NewTable,
    NotOwner,
    Opening,
    RatedParty,
    SeatRow,
    Store,
    move_store,
)
from farmstead.server.store import Skill as StoredSkill
from farmstead.server.store.errors import Owner as WorkerOwner
from farmstead.server.table.entries import Answered, Asked, Entry, Moved, Returned, TakenOver, Undone
from farmstead.server.table.options import TableOptions
from scripts.postgres import Cluster
from tests.server.asking import DEVICE, ME, OPEN, Browser, Doorstep, opened
from tests.server.finishing import finished, play_on, table_of
from tests.server.hubs import PATIENCE_S, VALLEY
from tests.server.neighbouring import at_door, leads, several
from tests.server.playing import Owner, started
from tests.server.postgres import Place
from tests.server.serving import process
from tests.server.stores import awaited

USUAL = TableOptions()
Known = Mapping[str, StoredSkill]


# ---- what a game says --------------------------------------------------------------------------------------


def test_who_wins_rises_and_everybody_is_surer() -> None:
    first, second, third = after_a_game([NEW, NEW, NEW], [1, 2, 3])
    assert first.mu > NEW.mu > third.mu and first.mu > second.mu > third.mu
    assert max(first.sigma, second.sigma, third.sigma) < NEW.sigma


def test_a_tie_of_equals_changes_what_nobody_thinks_of_them() -> None:
    one, other = after_a_game([NEW, NEW], [1, 1])
    assert one.mu == pytest.approx(other.mu) == pytest.approx(NEW.mu)


def test_a_surprise_counts_for_more() -> None:
    strong, weak = SkillEstimate(35.0, 2.0), SkillEstimate(20.0, 2.0)
    expected, surprise = after_a_game([strong, weak], [1, 2]), after_a_game([strong, weak], [2, 1])
    assert surprise[1].mu - weak.mu > expected[0].mu - strong.mu > 0


# ---- which games count, and for whom -----------------------------------------------------------------------


def counted(
    *who: str, then: Sequence[Entry] = (), moves: int = 6, hinted: Sequence[int] = ()
) -> CountingGame | str:
    """A game in which some of these things happened after a few moves."""
    owner = started(VALLEY, *who)
    for _ in range(moves):
        owner.move(owner.live.to_act()[0])
    owner.do(*then)
    return judged(finished(owner), USUAL, hinted)


def places(found: CountingGame | str) -> dict[str, int]:
    assert isinstance(found, CountingGame)
    return {party.who: party.place for party in found.parties}


def test_a_game_of_people_and_bots_counts_for_all_of_them() -> None:
    found = counted("p1", "p2", "bot")
    assert isinstance(found, CountingGame) and found.helped == frozenset()
    assert [(party.seat, party.who, party.player) for party in found.parties] == [
        (0, "p1", 1), (1, "p2", 2), (2, "level:2", None)
    ]  # fmt: skip


@pytest.mark.parametrize("why", ["resigned", "left", "clock"])
def test_who_is_away_at_the_end_is_last_whatever_the_bot_made_of_it(why: Any) -> None:
    for seat in range(3):
        found = places(counted("p1", "p2", "p3", then=[TakenOver(seat, why, 4)]))
        assert found.pop(f"p{seat + 1}") == 4 and max(found.values()) <= 3


def test_those_who_are_away_share_the_last_place() -> None:
    found = places(counted("p1", "p2", "p3", then=[TakenOver(0, "resigned", 1), TakenOver(2, "left", 1)]))
    assert found["p1"] == found["p3"] == 4 > found["p2"]


def test_who_comes_back_has_their_own_result() -> None:
    gone = TakenOver(0, "clock", 1)
    assert places(counted("p1", "p2", then=[gone]))["p1"] == 3
    assert places(counted("p1", "p2", then=[gone, Returned(0)]))["p1"] <= 2


def test_who_lets_a_bot_play_for_long_has_been_helped() -> None:
    """A strong bot could be let in for all but the last choice."""
    short = [Moved(0, n, "x") for n in range(1, 7)] + [Moved(0, n, "x", "bot") for n in (7, 8)]
    assert played_for(short) == set() and played_for([*short, Moved(0, 9, "x", "bot")]) == {0}
    assert played_for([Moved(1, 1, "x", "bot")]) == {1}  # it may be a bot's own seat, which nobody helps
    found = judged(finished(started(VALLEY, "p1", "bot")), USUAL, {0, 1})
    assert isinstance(found, CountingGame) and found.helped == {"p1"}


def test_nobody_is_compared_with_themselves() -> None:
    assert counted("bot", "bot") == "alone"
    assert counted("p1", "p1+") == "device"


def test_what_cannot_be_compared_does_not_count() -> None:
    live = finished(started(VALLEY, "p1", "p2"))
    assert isinstance(judged(live, USUAL, ()), CountingGame)
    assert judged(live, TableOptions(rated=False), ()) == "off"
    assert judged(live, TableOptions(daily="2031-05-06"), ()) == "off"


def test_going_back_together_ends_the_contest_and_going_back_alone_is_help() -> None:
    together = with_a_choice("p1", "p2")
    together.do(Asked(0, together.live.position(0).back))
    together.do(Answered(1, together.live.number, True))
    assert together.live.marked and judged(finished(together), USUAL, ()) == "agreed"
    alone = with_a_choice("p1", "bot")
    alone.do(Asked(0, alone.live.position(0).back))
    assert alone.live.marked
    found = judged(finished(alone), USUAL, ())
    assert isinstance(found, CountingGame) and found.helped == {"p1"}


def with_a_choice(*who: str) -> Owner:
    """A game in which the first seat has chosen something, and no longer decides alone."""
    owner = started(VALLEY, *who)
    while not owner.live.position(0).back:
        owner.move(owner.live.to_act()[0])
    return owner


def test_going_back_while_the_others_are_away_is_no_way_out_of_a_game() -> None:
    """Who is away has no say, so that it happens at once: it is help for whoever asked, as it is alone."""
    owner = with_a_choice("p1", "p2", "p3")
    gone = [TakenOver(1, "clock", 1), TakenOver(2, "clock", 1)]
    owner.do(*gone, Asked(0, owner.live.position(0).back), Returned(1), Returned(2))
    assert owner.live.marked
    found = judged(finished(owner), USUAL, ())
    assert isinstance(found, CountingGame) and found.helped == {"p1"}


def test_choosing_again_and_again_does_not_make_a_bots_part_small() -> None:
    own: list[Entry] = [Moved(0, 1, "x"), Undone(0, 2), Moved(0, 3, "y"), Moved(0, 4, "z"), Undone(0, 5, 2)]
    bots = [Moved(0, n, "x", "bot") for n in (91, 92)]
    assert played_for([*own * 9, Moved(1, 1, "x"), *bots, Moved(0, 93, "x")]) == {0}
    assert played_for([Moved(0, 1, "x", "bot"), Undone(0, 2), Moved(0, 3, "x")]) == set()


def test_a_table_says_beforehand_whether_it_may_count() -> None:
    assert may_count(USUAL, False, ["person", ""]) and may_count(USUAL, False, ["person", "bot"])
    assert not may_count(USUAL, False, ["person"])
    assert not may_count(USUAL, False, ["person", "device"]) and not may_count(USUAL, False, ["client", ""])
    assert not may_count(USUAL, True, ["person", ""])
    assert not may_count(TableOptions(rated=False), False, ["person", ""])


# ---- what it changes ---------------------------------------------------------------------------------------

WON = [RatedParty(0, "p1", 1, 1), RatedParty(1, "p2", 2, 2), RatedParty(2, "level:3", None, 3)]


def test_with_help_nobody_gains_and_against_it_nobody_loses() -> None:
    assert set(reckoning(frozenset())(WON, {})) == {"p1", "p2", "level:3"}
    lost = [RatedParty(0, "p1", 1, 2), RatedParty(1, "p2", 2, 1)]
    for parties in (WON[:2], lost):
        for helped in ("p1", "p2"):
            for who, skill in reckoning(frozenset({helped}))(parties, {}).items():
                assert skill.mu < NEW.mu if who == helped else skill.mu > NEW.mu
    assert reckoning(frozenset({"p1"}))(WON[:2], {}) == {}
    assert set(reckoning(frozenset({"p2"}))(WON, {})) <= {"p1", "p2"}


def test_a_level_that_sits_there_several_times_is_rated_once() -> None:
    parties = [
        RatedParty(0, "p1", 1, 1),
        RatedParty(1, "level:2", None, 2),
        RatedParty(2, "level:2", None, 3),
    ]
    after = reckoning(frozenset())(parties, {})
    seats = after_a_game([NEW] * 3, [1, 2, 3])
    assert after["level:2"].mu == pytest.approx((seats[1].mu + seats[2].mu) / 2)
    assert after["p1"].mu == pytest.approx(seats[0].mu)


# ---- once, whatever happens --------------------------------------------------------------------------------

TWO = [RatedParty(0, "p1", 1, 1), RatedParty(1, "p2", 2, 2)]


async def over(store: Store, players: Sequence[int]) -> int:
    """A table whose game has ended; nobody looks into it here."""
    seats = [SeatRow(seat, "person", player) for seat, player in enumerate(players)]
    table = (await store.tables.create(NewTable(VALLEY, b"{}", bytes(32)), seats)).id
    await store.tables.set_state(table, "over")
    return table


def reckon(parties: Sequence[RatedParty], known: Known) -> dict[str, StoredSkill]:
    return reckoning(frozenset())(parties, known)


@awaited
async def test_a_game_counts_once_and_what_fails_in_between_leaves_nothing(place: Place) -> None:
    async with await Store.open(place) as store:
        for name in ("Ada", "Ben"):
            await store.players.create(name)
        table = await over(store, [1, 2])

        def fail(parties: Sequence[RatedParty], known: Known) -> dict[str, StoredSkill]:
            raise RuntimeError("in the middle of it")

        with pytest.raises(RuntimeError):
            await store.ratings.rate(table, VALLEY, 2, TWO, fail)
        assert await store.ratings.unsettled() == [table] and await store.ratings.best(VALLEY, 2) == []
        done = await asyncio.gather(*[store.ratings.rate(table, VALLEY, 2, TWO, reckon) for _ in range(5)])
        assert sorted(done) == [False] * 4 + [True]
        best = await store.ratings.best(VALLEY, 2)
        assert [(each.name, each.games) for each in best] == [("Ada", 1), ("Ben", 1)]
        assert await store.ratings.unsettled() == []
        assert not await store.ratings.pass_over(table, "off") and await store.ratings.why(table) == ""


@awaited
async def test_who_is_deleted_while_games_are_reckoned_leaves_nothing(place: Place) -> None:
    async with await Store.open(place) as one, await Store.open(place) as other:
        await one.players.create("Ada")
        ben = (await one.players.create("Ben")).id
        tables = [await over(one, [1, ben]) for _ in range(8)]
        rated = [one.ratings.rate(table, VALLEY, 2, TWO, reckon) for table in tables]
        await asyncio.gather(*rated[:4], other.players.delete(ben), *rated[4:])
        best = await one.ratings.best(VALLEY, 2)
        assert {each.who for each in best} <= {"p1"} and await one.ratings.steps(VALLEY, 2, "p2") == []
        whys = [await one.ratings.why(table) for table in tables]
        assert set(whys) <= {"", "gone"}
        assert sum(each.games for each in best) == whys.count("")
        assert await one.ratings.of_player(ben) == []


async def for_two(door: Doorstep, **settings: Any) -> tuple[str, Browser, Browser]:
    ada, ben = await door.people("Ada", "Ben")
    code = (await ada.make(VALLEY, ME, OPEN, **settings))["code"]
    await ben.post(f"/tables/{code}/seats/1")
    return code, ada, ben


async def list_of(browser: Browser) -> Any:
    return await browser.get(f"/ratings/{VALLEY}/2")


@awaited
async def test_a_game_is_rated_when_it_ends_and_everybody_can_see_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        code, ada, ben = await for_two(door)
        assert (await ada.get(f"/tables/{code}"))["rated"]
        assert (await list_of(ada))["rated"] == [] and await ada.get("/ratings") == []
        table = await table_of(door, code)
        await ben.post(f"/tables/{code}/resign", seat=1)
        await play_on(door.core, table)
        await until_settled(door, table)
        seen = await list_of(ada)
        assert [(row["name"], row["place"], row["games"], row["mine"]) for row in seen["rated"]] == [
            ("Ada", 1, 1, True), ("Ben", 2, 1, False)
        ]  # fmt: skip
        assert seen["mine"]["mu"] > 25 > (await list_of(ben))["mine"]["mu"]
        assert [(step["n"], step["place"]) for step in (await list_of(ben))["history"]] == [(1, 3)]
        assert [kind["seats"] for kind in await ben.get("/ratings")] == [2]
        stranger = await door.visitor()
        assert (await list_of(stranger))["mine"] is None and (await list_of(stranger))["history"] == []
        export = await ben.get("/me/export")
        assert [row["games"] for row in export["ratings"]] == [1] and export["rated"][0]["table"] == code
        await ben.ask("DELETE", "/me")
        assert [row["name"] for row in (await list_of(ada))["rated"]] == ["Ada"]
        assert len((await list_of(ada))["history"]) == 1


async def until_settled(door: Doorstep, table: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while await door.core.store.ratings.why(table) is None:
            await asyncio.sleep(0.005)


@awaited
async def test_what_a_server_that_was_killed_left_undone_is_done_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        door.core.get(Settlement).retire()  # killed as soon as the last move was written
        code, ada, _ = await for_two(door)
        table = await table_of(door, code)
        await play_on(door.core, table)
        assert await door.core.store.ratings.why(table) is None
        cookies = ada.http.cookies
    for _ in range(2):
        async with opened(tmp_path) as door:
            await until_settled(door, table)
            again = await door.visitor()
            again.http.cookies = cookies
            assert [row["games"] for row in (await list_of(again))["rated"]] == [1, 1]


@pytest.mark.more
def test_a_game_counts_once_although_the_server_is_killed_at_its_end(tmp_path: Path) -> None:
    """Slow: real servers are killed and started again."""
    with process(tmp_path / "folder", "--pace", "0") as server:
        with Client(server.url) as ada, Client(server.url) as ben:
            for client, name in ((ada, "Ada"), (ben, "Ben")):
                client.name(name)
            code = ada.make_table(VALLEY, ["me", "open"]).table.code
            ben.sit(code, 1)
            players = (ada, ben)
            while not (position := ada.position(code, 0).position).is_over():
                seat = position.to_act[0]
                own = players[seat].position(code, seat).position
                assert own.decision is not None
                players[seat].move(code, seat, own.decision, own.legal[0])
        for _ in range(2):
            server.restart()  # killed, the first time right after the last move
            assert games_at(server.url) == [1, 1]


def games_at(url: str) -> list[int]:
    """As soon as there are some."""
    while not (rows := httpx.get(f"{url}/api/ratings/{VALLEY}/2", timeout=PATIENCE_S).json()["rated"]):
        time.sleep(0.01)
    return [row["games"] for row in rows]


@awaited
async def test_friends_can_leave_ratings_out_of_it_until_the_game_begins(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        code = (await ada.make(VALLEY, ME, OPEN))["code"]
        assert not (await ada.ask("PATCH", f"/tables/{code}", json={"rated": False}))["rated"]
        await ben.post(f"/tables/{code}/seats/1")
        await ada.refused("PATCH", f"/tables/{code}", 409, "already_started", rated=True)
        table = await table_of(door, code)
        await play_on(door.core, table)
        await until_settled(door, table)
        assert await door.core.store.ratings.why(table) == "off" and (await list_of(ada))["rated"] == []
        assert not (await ada.make(VALLEY, ME, DEVICE))["rated"]
        again = await ada.post(f"/tables/{code}/rematch", 201)
        assert not again["table"]["rated"]


@awaited
async def test_a_hint_is_help(tmp_path: Path) -> None:
    async with opened(tmp_path, processes=1) as door:
        code, ada, ben = await for_two(door)
        table = await table_of(door, code)
        seat = (await ada.look(code))["to_act"][0]
        await (ada, ben)[seat].get(f"/tables/{code}/hint", seat=seat)
        assert await door.core.store.ratings.hinted(table) == {seat}


@awaited
async def test_nobody_is_led_into_taking_a_hint_by_a_link(tmp_path: Path) -> None:
    """An opponent knows the table's code, and could send the address of a hint to whoever is about to win."""
    async with opened(tmp_path) as door:
        code, *players = await for_two(door)
        seat = (await players[0].look(code))["to_act"][0]
        for site, mode in (("cross-site", "navigate"), ("same-site", "no-cors"), ("none", "navigate")):
            led = {"sec-fetch-site": site, "sec-fetch-mode": mode}
            path = f"/tables/{code}/hint?seat={seat}"
            assert (await players[seat].ask("GET", path, 403, headers=led))["key"] == "cross_site"
        assert await door.core.store.ratings.hinted(await table_of(door, code)) == set()


# ---- several servers ---------------------------------------------------------------------------------------


@awaited
async def test_a_game_that_ends_anywhere_is_rated_once(tmp_path: Path, postgres: Cluster) -> None:
    async with several(tmp_path, postgres.database()) as doors:
        (follower,) = [door for door in doors if not leads(door.core)]
        code, ada, _ = await for_two(follower)
        table = await table_of(follower, code)
        await play_on(follower.core, table)
        await until_settled(follower, table)  # by the one who leads, who has heard of it
        await asyncio.gather(*[door.core.get(Settlement).settle(table) for door in doors for _ in range(3)])
        for door in doors:
            there = await at_door(door, ada)
            assert [row["games"] for row in (await list_of(there))["rated"]] == [1, 1]


@awaited
async def test_a_game_that_another_worker_serves_is_left_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def served_elsewhere(*_: object) -> None:
        raise NotOwner(WorkerOwner())

    async with opened(tmp_path) as door:
        ratings, settlement = door.core.store.ratings, door.core.get(Settlement)
        settlement.retire()
        code, _, _ = await for_two(door)
        table = await table_of(door, code)
        await play_on(door.core, table)
        with monkeypatch.context() as another_worker:
            another_worker.setattr(Hub, "look", served_elsewhere)
            assert await settlement._find_all() and await ratings.why(table) is None
        assert await settlement._find_all() and await ratings.why(table) == ""


@awaited
async def test_two_who_reckon_the_same_game_at_once_count_it_once(tmp_path: Path, postgres: Cluster) -> None:
    async with several(tmp_path, postgres.database()) as doors:
        for door in doors:
            door.core.get(Settlement).retire()
        code, ada, _ = await for_two(doors[0])
        table = await table_of(doors[0], code)
        await play_on(doors[0].core, table)
        await asyncio.gather(*[door.core.get(Settlement).settle(table) for door in doors * 3])
        assert [row["games"] for row in (await list_of(ada))["rated"]] == [1, 1]


@awaited
async def test_ratings_and_attempts_move_with_everything_else(tmp_path: Path, postgres: Cluster) -> None:
    source, target = tmp_path / "games.db", postgres.database()
    async with await Store.open(source) as store:
        ada = (await store.players.create("Ada")).id
        await store.players.create("Ben")
        await store.ratings.rate(await over(store, [1, 2]), VALLEY, 2, TWO, reckon)
        await store.dailies.make(Daily("2031-05-06", VALLEY, 2, 3), b"k" * 32)
        attempt = Opening([b"one"], attempt=NewAttempt("2031-05-06", VALLEY, f"p{ada}", ada))
        table = await store.tables.create(NewTable(VALLEY, b"{}", bytes(32)), (), attempt)
        await store.ratings.note_hint(table.id, 0)
        before = await kept(store)
    await move_store(source, target)
    async with await Store.open(target) as store:
        assert await kept(store) == before


async def kept(store: Store) -> list[Any]:
    return [
        await store.ratings.best(VALLEY, 2),
        await store.ratings.steps(VALLEY, 2, "p1"),
        await store.ratings.unsettled(),
        await store.dailies.attempts("2031-05-06", VALLEY),
        await store.dailies.key("2031-05-06", VALLEY),
    ]
