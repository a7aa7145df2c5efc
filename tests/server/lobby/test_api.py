"""Tables over the API: who may sit where, who may look, how a game begins, and what comes after it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from tests.server.asking import BOT, DEVICE, INVITED, ME, OPEN, PROGRAM, Browser, Doorstep, opened
from tests.server.hubs import until
from tests.server.stores import awaited

WALNUT, VALLEY = "walnut-grove", "sunflower-valley"


async def play_out(door: Doorstep, code: str, seats: dict[int, Browser]) -> None:
    """Until the game is over; bots see to themselves."""
    table = await door.core.table(code, await door.core.visitor("-"))

    def is_ours() -> bool:
        live = door.core.hub.live(table)
        return live is None or live.phase() != "playing" or bool(seats.keys() & set(live.to_act()))

    n = 0
    while True:
        await until(is_ours)
        position = await next(iter(seats.values())).look(code)
        if position["phase"] != "playing":
            return
        for seat in seats.keys() & set(position["to_act"]):
            await seats[seat].move(code, seat, n := n + 1)
            break


# ---- making one ------------------------------------------------------------------------------------------


@awaited
async def test_alone_against_bots_it_begins_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(WALNUT, ME, BOT, BOT)
        assert table["phase"] == "playing" and table["owner"] and table["holder"] == 0
        assert [seat["how"] for seat in table["seats"]] == ["person", "bot", "bot"]
        assert (await ada.get("/tables"))["tables"] == []  # it is private
        assert [each["code"] for each in (await ada.get("/tables/mine"))["tables"]] == [table["code"]]
        assert len(table["code"]) >= 22  # 128 bits at least


@awaited
async def test_it_begins_when_the_last_seat_is_taken(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben, cleo = await door.people("Ada", "Ben", "Cleo")
        table = await ada.make(WALNUT, ME, OPEN, OPEN)
        place = f"/tables/{table['code']}"
        assert table["phase"] == "waiting" and [seat["for_me"] for seat in table["seats"]] == [
            False,
            True,
            True,
        ]
        await ben.post(f"{place}/seats/1")
        problem = await cleo.refused("POST", f"{place}/seats/1", 409, "seat_taken")
        assert problem["instead"] == ["sit 3"]
        await ben.refused("POST", f"{place}/seats/2", 409, "seated_already")
        await ben.post(f"{place}/leave", seat=1)
        await cleo.refused("POST", f"{place}/leave", 403, "not_yours", seat=0)
        await ben.post(f"{place}/seats/2")
        begun = await cleo.post(f"{place}/seats/1")
        assert begun["phase"] == "playing" and [seat["name"] for seat in begun["seats"]] == [
            "Ada",
            "Cleo",
            "Ben",
        ]
        await cleo.refused("POST", f"{place}/seats/1", 409, "already_started")
        await cleo.refused("POST", f"{place}/seats/7", 404, "no_such_seat")


@awaited
async def test_an_invited_seat_takes_its_token(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, INVITED, INVITED)
        place = f"/tables/{table['code']}"
        await ben.refused("POST", f"{place}/seats/1", 403, "not_invited")
        told = await ben.refused("POST", f"{place}/seats/1", 403, "not_invited", invitation="x" * 32)
        assert told["sentence"].startswith("That invitation isn’t valid")
        await ben.refused("POST", f"{place}/seats/1", 403, "not_invited", invitation=table["invitations"][2])
        await ben.refused("POST", f"{place}/seats/1/invitation", 403, "not_owner")
        again = await ada.post(f"{place}/seats/1/invitation", 201)
        await ben.refused("POST", f"{place}/seats/1", 403, "not_invited", invitation=table["invitations"][1])
        sat = await ben.post(f"{place}/seats/1", invitation=again["token"])
        assert sat["seats"][1]["mine"]
        await ada.refused("POST", f"{place}/seats/1/invitation", 409, "seat_taken")
        await ben.post(f"{place}/leave", seat=1)
        await ben.refused("POST", f"{place}/seats/1", 403, "not_invited", invitation=again["token"])
        await ben.post(
            f"{place}/seats/1", invitation=(await ada.post(f"{place}/seats/1/invitation", 201))["token"]
        )


@awaited
async def test_bots_fill_what_is_free_when_the_owner_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN, OPEN, OPEN)
        place = f"/tables/{table['code']}"
        await ben.post(f"{place}/seats/2")
        await ben.refused("POST", f"{place}/fill", 403, "not_owner", level=2)
        await ada.refused("POST", f"{place}/fill", 422, "no_such_level", level=9)
        begun = await ada.post(f"{place}/fill", level=2)
        assert begun["phase"] == "playing"
        assert [(seat["how"], seat["level"]) for seat in begun["seats"]] == [
            ("person", 0), ("bot", 2), ("person", 0), ("bot", 2),
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("wish", "status", "key"),
    [
        ({"game": "chess"}, 422, "no_such_game"),
        ({"seats": []}, 400, "bad_message"),
        ({"seats": [ME] * 2}, 422, "device_without_person"),
        ({"seats": [DEVICE, BOT]}, 422, "device_without_person"),
        ({"seats": [ME, {"who": "bot", "level": 77}]}, 422, "no_such_level"),
        ({"seats": [ME, {"who": "bot"}]}, 422, "no_such_level"),
        ({"seats": [ME, {"who": "stdio:rm"}]}, 400, "bad_message"),
        ({"seats": [ME, {"who": "bot", "level": "search:iterations=9"}]}, 400, "bad_message"),
        ({"seats": [ME, *[BOT] * 11]}, 422, "bad_setup"),
        ({"seats": [ME]}, 422, "bad_setup"),
        ({"options": ["nonsense"]}, 422, "bad_setup"),
        ({"options": ["sheet=A"], "switches": ["sheet=A"]}, 400, "bad_message"),
        ({"seats": [ME, {"level": 2}]}, 400, "bad_message"),
        ({"seats": [ME, {**BOT, "how": "bot"}]}, 400, "bad_message"),
        ({"edition": "this is no edition"}, 422, "bad_edition"),
        ({"edition": "x" * 200_001}, 400, "bad_message"),
        ({"clock": 3}, 400, "bad_message"),
        ({"clock": -3}, 400, "bad_message"),
        ({"surprise": 1}, 400, "bad_message"),
    ],
)
@awaited
async def test_what_cannot_be_played_is_refused(
    tmp_path: Path, wish: dict[str, Any], status: int, key: str
) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        await ada.refused("POST", "/tables", status, key, **{"game": VALLEY, "seats": [ME, BOT], **wish})
        assert (await ada.get("/tables/mine"))["tables"] == []


@awaited
async def test_words_from_before_are_taken_and_still_sent(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        new = await ada.make(VALLEY, ME, BOT, options=["sheet=A"])
        bot = {"how": "bot", "level": BOT["level"]}
        old = await ada.make(VALLEY, {"how": "me"}, bot, switches=["sheet=A"])
        for table in (new, old):
            assert table["options"] == table["switches"] == ["standard", "sheet=A"]
            assert [(seat["who"], seat["how"]) for seat in table["seats"]] == [("person",) * 2, ("bot",) * 2]
            position = await ada.look(table["code"], 0)
            assert [(seat["who"], seat["how"]) for seat in position["seats"]] == [
                ("person",) * 2,
                ("bot",) * 2,
            ]
            heard = (await ada.get(f"/tables/{table['code']}/news", seat=0, since=0))["heard"]
            sat = [each["news"] for each in heard if each["news"]["kind"] == "sat"]
            assert [(each["who"], each["how"]) for each in sat] == [("person", "person")]
        games = await ada.get("/games")
        assert all(game["options"] == game["switches"] for game in games)
        assert any(game["options"] for game in games)


@awaited
async def test_an_edition_of_ones_own_is_checked_and_kept_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        text = shelf.edition_text(VALLEY) + "\n# our own copy\n"
        first = await ada.make(VALLEY, ME, BOT, edition=text)
        second = await ada.make(VALLEY, ME, BOT, edition=text)
        assert first["own_edition"] and first["edition"] == second["edition"]
        assert (await door.core.store.counts()).editions == 1
        wrong = shelf.edition_text(WALNUT)
        await ada.refused("POST", "/tables", 422, "bad_edition", game=VALLEY, seats=[ME, BOT], edition=wrong)
        small = shelf.further_edition_text(VALLEY, "duel")
        many = {"game": VALLEY, "seats": [ME, BOT, BOT], "edition": small}
        told = await ada.refused("POST", "/tables", 422, "bad_setup", **many)
        assert (told["args"]["fewest"], told["args"]["most"]) == (2, 2)  # with these components


# ---- looking on ------------------------------------------------------------------------------------------


@awaited
async def test_the_owner_changes_what_is_allowed(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, BOT)
        place = f"/tables/{table['code']}"
        await ben.refused("PATCH", place, 403, "not_owner", public=True)
        assert (await ada.ask("PATCH", place, json={"public": True, "spectators": True}))["public"]
        assert (await ben.look(table["code"]))["phase"] == "playing"
        await ada.ask("PATCH", place, json={"spectators": False})
        for path in (place, f"{place}/position", f"{place}/news", f"{place}/chat", f"{place}/stream"):
            await ben.refused("GET", path, 403, "spectators_off")
        assert (await ada.look(table["code"], 0))["seat"] == 0


@awaited
async def test_nobody_gets_the_view_of_another(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(WALNUT, ME, OPEN)
        place = f"/tables/{table['code']}"
        await ben.post(f"{place}/seats/1")
        for path in ("position", "news", "stream"):
            await ben.refused("GET", f"{place}/{path}?seat=0", 403, "not_yours")
            await ada.refused("GET", f"{place}/{path}?seat=1", 403, "not_yours")
            await (await door.visitor()).refused("GET", f"{place}/{path}?seat=1", 403, "not_yours")
            await ada.refused("GET", f"{place}/{path}?seat=9", 403, "not_yours")
        await ben.refused("POST", f"{place}/moves", 403, "not_yours", seat=0, decision=1, move="done")
        await ben.refused("POST", f"{place}/undo", 403, "not_yours", seat=0, decision=1)
        await ben.refused("POST", f"{place}/resign", 403, "not_yours", seat=0)
        await ada.refused("GET", f"{place}/record", 409, "running")


@awaited
async def test_a_table_goes_only_when_nobody_else_sits_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN, OPEN)
        place = f"/tables/{table['code']}"
        await ben.post(f"{place}/seats/1")
        await ben.refused("DELETE", place, 403, "not_owner")
        await ada.refused("DELETE", place, 403, "others_sit")
        await ben.post(f"{place}/leave", seat=1)
        await ada.ask("DELETE", place)
        await ben.refused("GET", place, 404, "no_table")


# ---- going and coming back -------------------------------------------------------------------------------


@awaited
async def test_a_bot_plays_on_until_the_player_returns(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN)
        place = f"/tables/{table['code']}"
        await ben.post(f"{place}/seats/1")
        await ada.refused("POST", f"{place}/return", 409, "not_taken_over", seat=0)
        await ada.post(f"{place}/resign", seat=0)
        seat = (await ben.get(place))["seats"][0]
        assert (seat["name"], seat["away"], seat["level"]) == ("Ada", "resigned", 3)
        await ada.refused("POST", f"{place}/resign", 409, "bot_plays", seat=0)
        position = await ada.look(table["code"], 0)
        moved = {"seat": 0, "decision": position["next"], "move": "x"}
        assert (await ada.refused("POST", f"{place}/moves", 409, "bot_plays", **moved))["instead"] == [
            "returned"
        ]
        await ben.refused("POST", f"{place}/return", 403, "not_yours", seat=0)
        await ada.post(f"{place}/return", seat=0)
        assert (await ben.get(place))["seats"][0]["away"] == ""


@awaited
async def test_they_play_again_one_seat_further(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben, cleo = await door.people("Ada", "Ben", "Cleo")
        table = await ada.make(VALLEY, ME, OPEN, BOT)
        place = f"/tables/{table['code']}"
        await ben.post(f"{place}/seats/1")
        await ada.refused("POST", f"{place}/rematch", 409, "not_over")
        await cleo.refused("POST", f"{place}/rematch", 403, "not_yours")
        await play_out(door, table["code"], {0: ada, 1: ben})
        assert "farmstead record" in await cleo.get(f"{place}/record")
        first = (await ada.post(f"{place}/rematch", 201))["table"]
        assert [(seat["name"], seat["how"]) for seat in first["seats"]] == [
            ("", ""),
            ("", "bot"),
            ("Ada", "person"),
        ]
        await cleo.refused("POST", f"/tables/{first['code']}/seats/0", 403, "reserved")
        assert (await ben.get(place))["rematch"] == first["code"]
        assert (await cleo.get(place))["rematch"] == ""  # theirs, not a spectator's
        second = (await ben.post(f"{place}/rematch", 201))["table"]
        assert second["code"] == first["code"] and second["phase"] == "playing" and second["seats"][0]["mine"]
        assert (await ada.post(f"{place}/rematch", 201))["table"]["code"] == first["code"]


# ---- programs --------------------------------------------------------------------------------------------


@awaited
async def test_a_program_plays_its_seat_by_token_and_nothing_else(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(VALLEY, ME, PROGRAM)
        other = await ada.make(VALLEY, ME, PROGRAM)
        program = await door.visitor(token=table["invitations"][1])
        code, place = table["code"], f"/tables/{table['code']}"
        assert (await program.get(place))["seats"][1] | {"mine": True, "how": "client"} == (
            await program.get(place)
        )["seats"][1]
        await program.refused("GET", f"{place}/position?seat=0", 403, "not_yours")
        await program.refused("GET", f"/tables/{other['code']}/position?seat=1", 403, "not_yours")
        await program.refused("POST", "/tables", 401, "no_player", game=VALLEY, seats=[ME, BOT])
        await program.refused("POST", f"{place}/chat", 401, "no_player", text="beep")
        await play_out(door, code, {0: ada, 1: program})
        assert (await program.look(code))["phase"] == "over"
        told = await (await door.visitor(token="nonsense")).refused("GET", place, 403, "not_invited")
        assert told["sentence"].startswith("The API token isn’t valid") and told["args"] == {"sent": "token"}


@awaited
async def test_programs_are_asked_for_their_consent(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(VALLEY, ME, PROGRAM)
        program = await door.visitor(token=table["invitations"][1])
        code = table["code"]
        while not (back := (await ada.look(code, 0))["back"]):
            seat = (await ada.look(code))["to_act"][0]
            await (ada, program)[seat].move(code, seat)
        await ada.post(f"/tables/{code}/ask", seat=0, to=back)
        now = await program.look(code, 1)
        assert now["ask"]["waiting"] == [1] and not now["marked"]
        answer = f"/tables/{code}/answer"
        await program.post(answer, seat=1, ask=now["ask"]["ask"], yes=False)
        now = await ada.look(code, 0)
        assert now["ask"] is None and not now["marked"]
        await ada.post(f"/tables/{code}/ask", seat=0, to=back)
        await program.post(answer, seat=1, ask=(await program.look(code, 1))["ask"]["ask"], yes=True)
        assert (await ada.look(code))["marked"]


@awaited
async def test_a_programs_seat_gets_no_new_token_while_others_play(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(WALNUT, ME, PROGRAM, OPEN)
        place, token = f"/tables/{table['code']}", table["invitations"][1]
        before = (await ada.post(f"{place}/seats/1/invitation", 201))["token"]  # nobody plays yet
        assert before != token
        await ben.post(f"{place}/seats/2")
        problem = await ada.refused("POST", f"{place}/seats/1/invitation", 403, "program_plays")
        assert "token" in problem["sentence"]
        await ben.post(f"{place}/leave", seat=2)  # they may come back
        await ada.refused("POST", f"{place}/seats/1/invitation", 403, "program_plays")
        program = await door.visitor(token=before)
        assert (await program.look(table["code"], 1))["view"]
        two = await ada.make(VALLEY, PROGRAM, PROGRAM)  # each may be anybody's
        await ada.refused("POST", f"/tables/{two['code']}/seats/0/invitation", 403, "program_plays")
        own = await ada.make(VALLEY, ME, PROGRAM, BOT)
        await ada.post(f"/tables/{own['code']}/seats/1/invitation", 201)  # nobody else is wronged


# ---- what a review has found -----------------------------------------------------------------------------


@awaited
async def test_an_edition_cannot_use_up_the_memory(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        text = "a" + ".a" * 50_000 + " = 1"
        problem = await ada.refused(
            "POST", "/tables", 422, "bad_edition", game=VALLEY, seats=[ME, BOT], edition=text
        )
        assert "dots" in problem["sentence"]


@awaited
async def test_a_damaged_table_is_shown_among_the_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        codes = [(await ada.make(VALLEY, ME, OPEN, public=True))["code"] for _ in range(3)]
    with closing(sqlite3.connect(tmp_path / "tables.db")) as file, file:
        file.execute("UPDATE tables SET setup = x'00' WHERE code = ?", (codes[0],))
        file.execute("UPDATE tables SET game = 'chess' WHERE code = ?", (codes[1],))
    async with opened(tmp_path) as door:
        stranger = await door.visitor()
        tables = (await stranger.get("/tables"))["tables"]
        assert [table["code"] for table in tables] == codes[::-1]
        assert "cannot be read" in tables[2]["trouble"] and tables[1]["title"] == "chess"
        assert (await stranger.get(f"/tables/{codes[0]}"))["phase"] == "closed"
        assert (await stranger.look(codes[2]))["phase"] == "waiting"


@awaited
async def test_a_program_is_known_whoever_guesses_beside_it(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=0.1) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(VALLEY, ME, PROGRAM)
        visitor = await door.core.visitor("198.51.100.7", token=table["invitations"][1])
        guesser = await door.visitor(address="198.51.100.7")
        while (await guesser.http.get("/api/tables/guess")).status_code == 404:
            pass
        assert await door.core.is_still_let_in(visitor)
