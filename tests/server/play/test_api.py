"""Playing over the API: a move is made once, undone as the rules allow, and told to those who may know."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from farmstead import shelf
from farmstead.agents import Observation
from farmstead.engine.record import read_record
from tests.server.asking import BOT, DEVICE, ME, OPEN, Browser, Doorstep, opened
from tests.server.lobby.test_api import play_out
from tests.server.stores import awaited

WALNUT, VALLEY = "walnut-grove", "sunflower-valley"


async def pair(door: Doorstep, game: str = WALNUT) -> tuple[Browser, Browser, str]:
    """Two people at a table."""
    ada, ben = await door.people("Ada", "Ben")
    table = await ada.make(game, ME, OPEN)
    await ben.post(f"/tables/{table['code']}/seats/1")
    return ada, ben, table["code"]


async def until_both_decide(ada: Browser, ben: Browser, code: str) -> None:
    """Both are to decide now, in any order."""
    for _ in range(200):
        to_act = (await ada.look(code))["to_act"]
        if to_act == [0, 1]:
            return
        await (ada, ben)[to_act[0]].move(code, to_act[0])
    raise AssertionError("the two never decide at the same time")


# ---- moves -----------------------------------------------------------------------------------------------


@awaited
async def test_the_same_move_sent_twice_is_made_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, _, code = await pair(door)
        position = await ada.look(code, 0)
        move = {"seat": 0, "decision": position["decision"], "move": position["legal"][0]}
        answers = await asyncio.gather(*[ada.post(f"/tables/{code}/moves", **move) for _ in range(5)])
        assert sorted(answer["again"] for answer in answers) == [False, True, True, True, True]
        assert (await ada.post(f"/tables/{code}/moves", **move))["again"]
        other = {**move, "move": position["legal"][-1]}
        if other != move:
            await ada.refused("POST", f"/tables/{code}/moves", 409, "decision_made", **other)


@awaited
async def test_the_same_move_spelled_otherwise_is_made_once_and_told_in_its_own_text(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, _, code = await pair(door)
        position = await ada.look(code, 0)
        text = position["legal"][0]
        move = {
            "seat": 0,
            "decision": position["decision"],
            "move": f"  {text.upper()}".replace(" ", " \t\n"),
        }
        assert not (await ada.post(f"/tables/{code}/moves", **move))["again"]
        for spelled in (text, text.upper(), move["move"]):
            assert (await ada.post(f"/tables/{code}/moves", **{**move, "move": spelled}))["again"]
            sent = {"seat": 0, "decision": position["decision"], "moves": [spelled]}
            assert (await ada.post(f"/tables/{code}/moves/together", **sent))["again"]
        heard = (await ada.get(f"/tables/{code}/news", seat=0))["heard"]
        assert [each["news"]["move"] for each in heard if each["news"].get("decision")] == [text]


@awaited
async def test_a_position_comes_with_the_score_so_far_and_a_table_with_its_components(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN)
        place = f"/tables/{table['code']}"
        assert (await ada.get(f"{place}/position", seat=0))["standing"] == []
        await ben.post(f"{place}/seats/1")
        look = await ada.get(f"{place}/position", seat=0)
        game = shelf.game(VALLEY)
        seen = Observation(game, 0, look["position"]["view"], look["position"]["legal"])
        assert look["standing"] == seen.standing() and look["standing"][0]["total"] == -5
        assert (await ada.get(f"{place}/components"))["sheets"] == shelf.components(game)["sheets"]


@awaited
async def test_refusals_count_seats_from_0_for_programs_and_from_1_for_people(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben, code = await pair(door, VALLEY)
        whose = (await ada.look(code))["to_act"][0]
        player = (ada, ben)[1 - whose]
        move = {"seat": whose, "decision": 1, "move": "take house"}
        problem = await player.refused("POST", f"/tables/{code}/moves", 403, "not_yours", **move)
        assert problem["args"] == {"seat": whose} and f"Seat {whose + 1}" in problem["sentence"]


@awaited
async def test_a_neighbours_move_never_makes_mine_stale(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben, code = await pair(door)
        await until_both_decide(ada, ben, code)
        before = await ada.look(code, 0)
        await ben.move(code, 1)
        move = {"seat": 0, "decision": before["decision"], "move": before["legal"][0]}
        assert not (await ada.post(f"/tables/{code}/moves", **move))["again"]


@awaited
async def test_moves_at_the_same_moment_are_all_made(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben, code = await pair(door)
        await until_both_decide(ada, ben, code)
        before = (await ada.look(code))["number"]
        await asyncio.gather(ada.move(code, 0), ben.move(code, 1))
        assert (await ada.look(code))["number"] == before + 2


@awaited
async def test_what_the_rules_forbid_says_why_and_what_would_do(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(WALNUT, ME)
        place, position = f"/tables/{table['code']}", await ada.look(table["code"], 0)
        now = {"seat": 0, "decision": position["decision"]}
        problem = await ada.refused(
            "POST", f"{place}/moves", 422, "unknown_verb", **now, move="fly to the moon"
        )
        assert "fly to the moon" in problem["tried"]
        wrong = position["legal"][0].split()
        if wrong[0] == "lay":
            problem = await ada.ask(
                "POST", f"{place}/moves", 422, json={**now, "move": "lay 99 at 9,9 turn 0"}
            )
            assert problem["rule"].startswith("WG ") or problem["rule"] == "table"
        await ada.refused("POST", f"{place}/moves", 409, "decision_ahead", seat=0, decision=999, move="done")
        for bad in (
            {},
            {"seat": "0"},
            {"seat": 0, "decision": 0, "move": "x"},
            {"seat": 0, "decision": 1, "move": ""},
        ):
            await ada.refused("POST", f"{place}/moves", 400, "bad_message", **bad)
        assert (await ada.look(table["code"], 0))["legal"] == position["legal"]


@awaited
async def test_a_whole_game_ends_with_a_record_that_can_be_read(tmp_path: Path) -> None:
    """Slow: a whole game by the API."""
    async with opened(tmp_path) as door:
        for game in (WALNUT, VALLEY):
            ada, ben, code = await pair(door, game)
            await play_out(door, code, {0: ada, 1: ben})
            position = await ada.look(code, 0)
            record = read_record((await ben.get(f"/tables/{code}/record")).encode())
            totals = [str(lines["total"]) for lines in position["lines"]]
            assert position["phase"] == "over" and record.score == " ".join(totals)
            heard = (await ada.get(f"/tables/{code}/news", seat=0))["heard"]
            assert [each["news"]["number"] for each in heard] == list(range(1, position["number"] + 1))
            assert all(each["words"] for each in heard)


# ---- taking back -----------------------------------------------------------------------------------------


@awaited
async def test_own_choices_are_taken_back_freely(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make(WALNUT, ME))["code"]
        while not (before := await ada.look(code, 0))["undo"]:
            await ada.move(code, 0)
        undo = {"seat": 0, "decision": before["next"], "choices": before["undo"]}
        assert not (await ada.post(f"/tables/{code}/undo", **undo))["again"]
        assert (await ada.post(f"/tables/{code}/undo", **undo))["again"]  # sent twice, done once
        after = await ada.look(code, 0)
        assert after["undo"] == 0 and after["next"] > before["next"] and not after["marked"]


@awaited
async def test_alone_one_goes_back_at_once_and_the_game_is_marked(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make(VALLEY, ME, BOT))["code"]
        while not (position := await ada.look(code, 0))["back"] or 0 not in position["to_act"]:
            if 0 in position["to_act"]:
                await ada.move(code, 0)
            else:
                await asyncio.sleep(0.01)
        before = (await ada.look(code, 0))["legal"]
        await ada.post(f"/tables/{code}/ask", seat=0, to=position["back"])
        after = await ada.look(code, 0)
        assert after["marked"] and after["back"] < position["back"] and after["legal"] != before


@awaited
async def test_with_others_everyone_is_asked(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben, code = await pair(door, VALLEY)
        seats = {0: ada, 1: ben}
        while not (back := (await ada.look(code, 0))["back"]):
            seat = (await ada.look(code))["to_act"][0]
            await seats[seat].move(code, seat)
        place = f"/tables/{code}"
        await ada.post(f"{place}/ask", seat=0, to=back)
        ask = (await ben.look(code, 1))["ask"]
        assert ask["seat"] == 0 and ask["waiting"] == [1]
        await ada.refused("POST", f"{place}/answer", 409, "not_asked", seat=0, ask=ask["ask"], yes=True)
        await ben.post(f"{place}/answer", seat=1, ask=ask["ask"], yes=False)
        assert (await ada.look(code))["ask"] is None and not (await ada.look(code))["marked"]
        await ada.post(f"{place}/ask", seat=0, to=back)
        await ben.post(f"{place}/answer", seat=1, ask=(await ben.look(code))["ask"]["ask"], yes=True)
        assert (await ben.look(code))["marked"]


# ---- one device for several ------------------------------------------------------------------------------


@awaited
async def test_a_shared_device_shows_one_seat_at_a_time(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(WALNUT, ME, {**DEVICE, "name": "Cleo"}, OPEN)
        code, place = table["code"], f"/tables/{table['code']}"
        await ben.post(f"{place}/seats/2")
        assert [seat["name"] for seat in (await ben.get(place))["seats"]] == ["Ada", "Cleo", "Ben"]
        assert (await ada.get(place))["holder"] is None
        for seat in (0, 1):
            problem = await ada.refused("GET", f"{place}/position?seat={seat}", 403, "not_handed_over")
            assert problem["instead"] == [f"hand over {seat + 1}"]
        assert (await ada.look(code))["view"] is not None  # what everybody may see
        assert (await ada.post(f"{place}/hand", seat=1))["holder"] == 1
        assert (await ada.look(code, 1))["seat"] == 1
        await ada.refused("GET", f"{place}/position?seat=0", 403, "not_handed_over")
        await ada.refused("GET", f"{place}/stream?seat=0", 403, "not_handed_over")
        await ada.refused("POST", f"{place}/moves", 403, "not_handed_over", seat=0, decision=1, move="done")
        await ada.refused("POST", f"{place}/hand", 403, "not_yours", seat=2)
        assert (await ada.post(f"{place}/hand", seat=None))["holder"] is None
        await ada.refused("GET", f"{place}/position?seat=1", 403, "not_handed_over")
        assert (await ben.get(place))["holder"] == 2


@awaited
async def test_two_on_one_device_play_to_the_end(tmp_path: Path) -> None:
    """Slow: a whole game by the API."""
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make(VALLEY, ME, DEVICE))["code"]
        n = 0
        while (position := await ada.look(code))["phase"] == "playing":
            seat = position["to_act"][0]
            await ada.post(f"/tables/{code}/hand", seat=seat)
            await ada.move(code, seat, n := n + 1)
        assert position["places"]


@awaited
async def test_another_browser_of_the_same_player_is_another_device(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make(WALNUT, ME, DEVICE))["code"]
        other = await door.visitor()
        player = (await ada.get("/me/export"))["player"]["id"]
        token = (await door.core.store.sessions.create(player)).token
        other.http.cookies.set("farmstead", door.core.people.cookie(token))
        await ada.post(f"/tables/{code}/hand", seat=0)
        await other.refused("GET", f"/tables/{code}/position?seat=0", 403, "not_handed_over")
        await other.post(f"/tables/{code}/hand", seat=1)
        assert (await ada.look(code, 0))["seat"] == 0 and (await other.look(code, 1))["seat"] == 1


# ---- the chat --------------------------------------------------------------------------------------------


@awaited
async def test_those_who_sit_there_talk_and_others_read(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben, code = await pair(door)
        stranger = await door.visitor("Cleo")
        place = f"/tables/{code}/chat"
        line = await ada.post(place, 201, text="  <script>alert('hi')</script>\u202e  \n there ")
        assert line["text"] == "<script>alert('hi')</script> there" and (line["seat"], line["name"]) == (
            0,
            "Ada",
        )
        await ben.post(place, 201, text="hello")
        assert [each["name"] for each in (await stranger.get(place))["lines"]] == ["Ada", "Ben"]
        assert [each["text"] for each in (await stranger.get(place, after=1))["lines"]] == ["hello"]
        await stranger.refused("POST", place, 403, "not_yours", text="me too")
        await ada.refused("POST", place, 422, "chat_bad", text="\u202e \x00")
        await ada.refused("POST", place, 400, "bad_message", text="x" * 501)
        await ada.ask("PATCH", f"/tables/{code}", json={"chat": False})
        await ben.refused("POST", place, 403, "chat_off", text="anybody?")
        assert (await ben.get(place))["lines"] == []


@awaited
async def test_after_a_restart_everything_goes_on(tmp_path: Path) -> None:
    before: dict[str, Any] = {}
    async with opened(tmp_path) as door:
        ada, ben, code = await pair(door)
        for _ in range(5):
            seat = (await ada.look(code))["to_act"][0]
            await (ada, ben)[seat].move(code, seat)
        before = await ada.look(code, 0)
        cookies = [dict(each.http.cookies) for each in (ada, ben)]
    async with opened(tmp_path) as door:
        ada, ben = [await door.visitor() for _ in cookies]
        for browser, kept in zip((ada, ben), cookies, strict=True):
            browser.http.cookies.update(kept)
        assert await ada.look(code, 0) == before
        await play_out(door, code, {0: ada, 1: ben})
