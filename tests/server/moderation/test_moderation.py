"""What whoever runs a server does about people and tables, what people report, and what owners may do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from farmstead.server.moderation import operator
from farmstead.server.moderation.actions import do
from farmstead.server.moderation.orders import Orders
from farmstead.server.people.passphrases import PassphraseHasher
from farmstead.server.people.reserved_names import is_reserved
from farmstead.server.store import NotThere
from tests.server.asking import ME, OPEN, Browser, Doorstep, opened
from tests.server.stores import awaited

VALLEY, PASSPHRASE = "sunflower-valley", "four quiet hens at dusk"


async def number_of(door: Doorstep, name: str) -> int:
    (found,) = await door.core.store.moderation.people(name)
    return found.id


async def for_two(door: Doorstep, *seats: dict[str, Any]) -> tuple[str, Browser, Browser]:
    ada, bo = await door.people("Ada", "Bo")
    code = (await ada.make(VALLEY, ME, *(seats or (OPEN,)), public=True))["code"]
    await bo.post(f"/tables/{code}/seats/1")
    return code, ada, bo


async def operator_of(door: Doorstep) -> Browser:
    hashing = PassphraseHasher()
    operator.write_hash(door.core.settings, await hashing.hash(PASSPHRASE, "passphrase"))
    hashing.close()
    browser = await door.visitor()
    await browser.post("/operator/session", passphrase=PASSPHRASE)
    return browser


@awaited
async def test_who_is_blocked_can_only_look_on_and_nobody_waits_for_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        code, ada, bo = await for_two(door)
        number = await number_of(door, "Bo")
        await do(door.core, "people block", number)
        seat = (await ada.get(f"/tables/{code}"))["seats"][1]
        assert (seat["away"], seat["how"]) == ("left", "person")
        assert (await bo.get("/me"))["blocked"]
        await bo.get(f"/tables/{code}")
        for method, path in (
            ("POST", f"/tables/{code}/return"),
            ("POST", f"/tables/{code}/chat"),
            ("PUT", "/me"),
            ("POST", "/tables"),
            ("POST", "/account"),
        ):
            body = {"seat": 1, "text": "x", "name": "Bob", "passphrase": PASSPHRASE}
            sent = {"name": "Bob", "passphrase": PASSPHRASE} if path == "/account" else body
            await bo.refused(method, path, 403, "blocked", **sent)
        await do(door.core, "people unblock", number)
        await bo.post(f"/tables/{code}/return", seat=1)
        await do(door.core, "people block", number)
        assert (await bo.get("/me/export"))["player"]["name"] == "Bo"
        await bo.ask("DELETE", "/me")  # what is theirs stays theirs
        assert await door.core.store.moderation.people("Bo") == []


@awaited
async def test_a_guest_is_renamed_signed_out_and_deleted_by_the_number(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        code, ada, bo = await for_two(door)
        number = await number_of(door, "Bo")
        await do(door.core, "people rename", number, "Ben")
        assert (await ada.get(f"/tables/{code}"))["seats"][1]["name"] == "Ben"
        await do(door.core, "people sign-out", number)
        assert (await bo.get("/me"))["name"] is None
        await do(door.core, "people delete", number)
        seat = (await ada.get(f"/tables/{code}"))["seats"][1]
        assert (seat["name"], seat["away"]) == ("", "left")
        for deed in ("delete", "block", "rename", "sign-out"):
            with pytest.raises(NotThere):
                await do(door.core, f"people {deed}", number, "Nobody")


@awaited
async def test_a_table_is_closed_by_its_owner_or_by_the_operator(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        code, ada, bo = await for_two(door, OPEN, OPEN)
        await bo.refused("POST", f"/tables/{code}/close", 403, "not_owner")
        await bo.refused("POST", f"/tables/{code}/seats/0/free", 403, "not_owner")
        table = await ada.post(f"/tables/{code}/seats/1/free")
        assert table["seats"][1]["how"] == "" and table["seats"][1]["name"] == ""
        await ada.refused("POST", f"/tables/{code}/seats/1/free", 409, "nobody_to_free")
        await ada.refused("POST", f"/tables/{code}/seats/9/free", 404, "no_such_seat")
        await bo.post(f"/tables/{code}/seats/1")  # the seat is anybody's again
        await ada.post(f"/tables/{code}/close")
        assert (await bo.get(f"/tables/{code}"))["phase"] == "closed"
        problem = await bo.refused("POST", f"/tables/{code}/seats/2", 409, "closed")
        assert problem["args"]["why"] == "owner" and "The person who made" in problem["sentence"]


@awaited
async def test_a_running_game_is_its_players_until_the_operator_closes_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        code, ada, bo = await for_two(door)
        await ada.refused("POST", f"/tables/{code}/close", 403, "others_play")
        await ada.refused("POST", f"/tables/{code}/seats/1/free", 409, "already_started")
        (row,) = await door.core.store.moderation.tables(("playing",))
        await do(door.core, "tables close", row.id)
        assert (await bo.get(f"/tables/{code}"))["phase"] == "closed"
        with pytest.raises(Exception, match="closed"):
            await do(door.core, "tables close", row.id)
        await do(door.core, "tables delete", row.id)
        await bo.refused("GET", f"/tables/{code}", 404, "no_table")


@awaited
async def test_orders_of_a_command_are_done_by_the_server_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        await for_two(door)
        store, number = door.core.store.moderation, await number_of(door, "Bo")
        good = await store.order("people rename", number, "Ben")
        wrong = await store.order("people rename", 99, "Nobody")
        unknown = await store.order("people praise", number)
        await door.core.get(Orders).look()
        assert await store.orders() == []
        done = await store.what_became(good)
        assert (done.answer, done.name) == ("", "") and done.done is not None
        assert "There is no player 99" in (await store.what_became(wrong)).answer
        assert (await store.what_became(unknown)).answer
        assert (await store.person(number)).name == "Ben"


@awaited
async def test_the_operators_page_is_not_there_unless_a_passphrase_was_set(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        await ada.refused("POST", "/operator/session", 404, "nothing_there", passphrase=PASSPHRASE)
        for path in ("", "/people", "/tables", "/reports"):
            await ada.ask("GET", f"/operator{path}", 404)
        assert (await ada.http.get("/operator")).status_code == 404


@awaited
async def test_the_operator_signs_in_and_out_and_nobody_else(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        code, ada, _ = await for_two(door)
        boss = await operator_of(door)
        people = await boss.get("/operator/people", find="B")
        assert [each["name"] for each in people] == ["Bo"] and not people[0]["account"]
        tables = await boss.get("/operator/tables", phase="playing")
        assert [seat["name"] for seat in tables[0]["seats"]] == ["Ada", "Bo"]
        assert code not in str(tables)
        await boss.post(f"/operator/people/{people[0]['id']}/block")
        assert (await boss.get("/operator/people", find="Bo"))[0]["blocked"]
        await ada.refused("GET", "/operator/people", 401, "operator_unknown")
        await ada.refused("POST", f"/operator/people/{people[0]['id']}/delete", 401, "operator_unknown")
        cookie = boss.http.cookies["farmstead_operator"]
        for forged in (
            cookie[:-1] + ("0" if cookie[-1] != "0" else "1"),
            f"9{cookie}",
            "x",
            "9999999999999.a.",
        ):
            ada.http.cookies.set("farmstead_operator", forged)
            await ada.refused("GET", "/operator/people", 401, "operator_unknown")
        await boss.post("/operator/session/end")
        await boss.refused("GET", "/operator/people", 401, "operator_unknown")


@awaited
async def test_what_the_operators_browser_has_ends_with_time_and_with_the_passphrase(tmp_path: Path) -> None:
    now = 1_900_000_000_000

    async with opened(tmp_path, clock=lambda: now) as door:
        boss = await operator_of(door)
        now += operator.SIGNED_IN_MS - 1
        await boss.get("/operator")
        now += 1
        await boss.refused("GET", "/operator", 401, "operator_unknown")
        boss = await operator_of(door)  # the same passphrase, hashed with another salt
        await boss.get("/operator")
        operator.write_hash(door.core.settings, "another")
        await boss.refused("GET", "/operator", 401, "operator_unknown")
        operator.write_hash(door.core.settings, "")
        await boss.refused("GET", "/operator", 404, "nothing_there")


@awaited
async def test_passphrases_of_the_operator_cannot_be_tried_at_will_or_be_overheard(tmp_path: Path) -> None:
    """Also where a server has no other limits, as this one."""
    async with opened(tmp_path, names=("play.example",)) as door:
        door.core.operator_limits._clock = lambda: 0.0
        boss = await operator_of(door)
        thief = await door.visitor()
        for _ in range(4):
            await thief.refused(
                "POST", "/operator/session", 403, "operator_wrong", passphrase="a guess or two"
            )
        await thief.refused("POST", "/operator/session", 429, "too_many", passphrase=PASSPHRASE)
        await boss.get("/operator")
        far = await door.visitor(address="192.0.2.7")
        await far.refused("POST", "/operator/session", 403, "operator_heard", passphrase=PASSPHRASE)
        far.http.headers["host"] = "play.example"  # a proxy on this machine, without TLS before it
        near = await door.visitor()
        near.http.headers["host"] = "play.example"
        await near.refused("POST", "/operator/session", 403, "operator_heard", passphrase=PASSPHRASE)


@awaited
async def test_a_report_reaches_the_operator_with_what_was_said(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        code, ada, bo = await for_two(door)
        await bo.post(f"/tables/{code}/chat", 201, text="You lazy goat.")
        await ada.post(f"/tables/{code}/report", seat=1, text="Rude in the chat.")
        await ada.refused("POST", f"/tables/{code}/report", 422, "nobody_to_report", seat=0, text="Me.")
        await ada.refused("POST", f"/tables/{code}/report", 404, "no_such_seat", seat=7, text="Who?")
        stranger = await door.visitor()
        await stranger.refused("POST", f"/tables/{code}/report", 401, "no_player", text="What?")
        boss = await operator_of(door)
        assert await boss.get("/operator") == {"reports": 1}
        (report,) = await boss.get("/operator/reports")
        assert (report["reporter"]["name"], report["player"]["name"]) == ("Ada", "Bo")
        assert [line["text"] for line in report["chat"]] == ["You lazy goat."]
        assert "Rude" in str((await ada.get("/me/export"))["reports"])
        assert (await bo.get("/me/export"))["reports"] == []
        await boss.post(f"/operator/reports/{report['id']}/done")
        assert await boss.get("/operator/reports") == []
        await boss.ask("POST", "/operator/reports/99/done", 404)


@awaited
async def test_chat_is_off_for_a_whole_server(tmp_path: Path) -> None:
    async with opened(tmp_path, has_chat=False) as door:
        code, ada, _ = await for_two(door)
        assert (await ada.get(f"/tables/{code}"))["chat"] is False
        await ada.refused("POST", f"/tables/{code}/chat", 403, "chat_off_here", text="Hello?")
        assert await ada.get(f"/tables/{code}/chat") == {"lines": []}


@pytest.mark.parametrize(
    "name", ["Admin", "ADMIN (official)", "a d m i n", "Adm1n", "Мoderator", "Modérateur", "The Host"]
)
@awaited
async def test_nobody_takes_a_name_that_would_pass_for_the_operators(tmp_path: Path, name: str) -> None:
    async with opened(tmp_path, reserved_names=("Host", "Turnierleitung")) as door:
        visitor = await door.visitor()
        await visitor.refused("PUT", "/me", 422, "name_reserved", name=name)
        await visitor.refused("POST", "/account", 422, "name_reserved", name=name, passphrase=PASSPHRASE)


def test_other_names_are_free() -> None:
    for name in ("Ada", "Badminton", "Mo", "Serverina", "Modesty", "李小龙", "Ольга", "Opa"):
        assert not is_reserved(name), name


@awaited
async def test_members_only_lets_in_by_invitation_and_shows_strangers_no_tables(tmp_path: Path) -> None:
    async with opened(tmp_path, members_only=True) as door:
        store = door.core.store
        _, code = await store.moderation.invite(2, store.now() + 10**9, "the club")
        stranger = await door.visitor()
        assert (await stranger.get("/me"))["name"] is None
        for path in ("/tables", "/ratings?game=sunflower-valley&seats=2"):
            await stranger.refused("GET", path, 403, "members_only")
        await stranger.refused("PUT", "/me", 403, "members_only", name="Ada")
        wish = {"passphrase": PASSPHRASE}
        await stranger.refused("POST", "/account", 403, "invitation_needed", name="Ada", **wish)
        await stranger.refused(
            "POST", "/account", 403, "invitation_needed", name="Ada", invitation="x", **wish
        )
        await stranger.post("/account", 201, name="Ada", invitation=code, **wish)
        table = (await stranger.make(VALLEY, ME, OPEN, public=True))["code"]
        other = await door.visitor()
        await other.refused("GET", f"/tables/{table}", 403, "members_only")
        assert (await other.http.get(f"/t/{table}")).status_code == 403
        await other.refused("POST", "/account", 409, "name_taken", name="Ada", invitation=code, **wish)
        await other.post(
            "/account", 201, name="Bo", invitation=code, **wish
        )  # the refusal has used nothing up
        third = await door.visitor()
        await third.refused("POST", "/account", 403, "invitation_needed", name="Cy", invitation=code, **wish)
        await third.post("/account/session", 201, name="Ada", **wish)
        await third.get("/tables")


@awaited
async def test_an_invitation_ends_with_its_time(tmp_path: Path) -> None:
    now = 1_900_000_000_000
    async with opened(tmp_path, clock=lambda: now, members_only=True) as door:
        made, code = await door.core.store.moderation.invite(5, now + 1000, "")
        assert await door.core.store.moderation.invitations() == [made]
        now += 1000
        stranger = await door.visitor()
        sent = {"name": "Ada", "passphrase": PASSPHRASE, "invitation": code}
        await stranger.refused("POST", "/account", 403, "invitation_needed", **sent)
        assert await door.core.store.moderation.invitations() == []
