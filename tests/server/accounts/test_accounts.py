"""Accounts: known on every device by a name and a passphrase, with everything a guest has played."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from farmstead.server.base.refusals import Refused
from farmstead.server.people.passphrases import PassphraseHasher, checked_passphrase, hasher, login_of
from farmstead.server.people.user_agent import device_of
from farmstead.server.store import Store, move_store
from scripts.postgres import Cluster
from tests.server.asking import BOT, ME, OPEN, Browser, Doorstep, opened
from tests.server.hubs import until
from tests.server.neighbouring import PATIENCE, at_door, several
from tests.server.stores import awaited

VALLEY = "sunflower-valley"
SECRET = "seven geese on the roof"
OTHER = "nine ducks in the cellar"


async def with_account(door: Doorstep, name: str = "Ada", **where: str) -> Browser:
    """Somebody who has just made an account."""
    browser = await door.visitor(name, **where)
    await browser.post("/account", 201, name=name, passphrase=SECRET)
    return browser


async def signed_in(door: Doorstep, name: str = "Ada", passphrase: str = SECRET) -> Browser:
    """The same on another device."""
    browser = await door.visitor()
    await browser.post("/account/session", 201, name=name, passphrase=passphrase)
    return browser


# ---- what it is for ----------------------------------------------------------------------------------------


@awaited
async def test_a_guest_becomes_an_account_with_all_games_and_comes_back_elsewhere(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Guest")
        before = (await ada.get("/me/export"))["player"]["id"]
        code = (await ada.make(VALLEY, ME, BOT))["code"]
        seen = await ada.look(code, 0)
        assert await ada.post("/account", 201, name="Ada", passphrase=SECRET) == {
            "name": "Ada",
            "account": True,
        }
        assert await ada.look(code, 0) == seen
        there = await signed_in(door, " ADA ")
        assert await there.get("/me") == {"name": "Ada", "account": True}
        assert (await there.get("/me/export"))["player"]["id"] == before
        assert await there.look(code, 0) == seen
        await there.move(code, 0)
        assert [each["current"] for each in await there.get("/me/sessions")] == [True, False]
    async with opened(tmp_path) as door:  # after a restart
        assert (await signed_in(door)).http.cookies


@awaited
async def test_somebody_new_makes_an_account_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor()
        await ada.post("/account", 201, name="Ada", passphrase=SECRET)
        assert (await ada.get("/account"))["name"] == "Ada"
        await ada.refused("POST", "/account", 409, "has_account", name="Ada again", passphrase=SECRET)
        await (await door.visitor("Ben")).refused("GET", "/account", 409, "no_account")
        await (await door.visitor()).refused("GET", "/account", 401, "no_player")


@awaited
async def test_a_name_belongs_to_one_account_however_it_is_written(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        await with_account(door, "Zoë")
        ben = await door.visitor("zoë")  # a guest may be called so
        for name in ("Zoë", "ZOË", "Zoe\u0308", "Ｚｏë", " zoë ", "Zoë\ufe0f", "Z\U000e0101oë"):
            await ben.refused("POST", "/account", 409, "name_taken", name=name, passphrase=SECRET)
        await ben.post("/account", 201, name="Ben", passphrase=SECRET)
        await ben.refused("PUT", "/me", 409, "name_taken", name="zoë")
        assert (await ben.get("/me"))["name"] == "Ben"
        await ben.ask("PUT", "/me", json={"name": "Benjamin"})
        assert await (await signed_in(door, "benjamin")).get("/me") == {"name": "Benjamin", "account": True}
        await (await door.visitor()).refused(
            "POST", "/account/session", 403, "sign_in_wrong", name="Ben", passphrase=SECRET
        )


@awaited
async def test_of_two_who_take_a_name_in_the_same_moment_one_gets_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        guests = await door.people("a", "b", "c")
        asked = [
            each.http.post("/api/account", json={"name": "Ada", "passphrase": SECRET}) for each in guests
        ]
        answers = await asyncio.gather(*asked)
        assert sorted([answer.status_code for answer in answers]) == [201, 409, 409]
        assert len(await door.core.store.accounts.some()) == 1


@pytest.mark.parametrize(
    ("passphrase", "why"),
    [("short one", "short"), ("x" * 201, "long"), ("Ada of Locksley", "name"), ("AdaAdaAdaAda", "common"),
     ("Password123", "common")],
)  # fmt: skip
def test_passphrases_that_anybody_would_guess_are_refused(passphrase: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_passphrase(passphrase, login_of("ADA of locksley"), "account")
    assert refused.value.refusal.args == {"why": why}


@pytest.mark.parametrize(
    "passphrase", ["seven geese", "十羽のアヒルが屋根の上", "1 2 3 4 5 6 7 8", "ﬁve ducks \ud800"]
)
@awaited
async def test_a_passphrase_is_the_same_however_a_keyboard_writes_it(passphrase: str) -> None:
    hashing = PassphraseHasher()
    stored = await hashing.hash(checked_passphrase(passphrase, "ada", "account"), "account")
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert await hashing.is_right(stored, passphrase, "sign in")
    assert await hashing.is_right(stored, passphrase.replace("ﬁ", "fi"), "sign in")
    assert not await hashing.is_right(stored, passphrase + " ", "sign in")
    assert not await hashing.is_right("nothing that argon2 wrote", passphrase, "sign in")
    hashing.close()


@awaited
async def test_hashes_are_made_again_when_more_care_is_taken(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        careless = PassphraseHasher(hasher(1, 8 * 1024))
        door.core.hashing, usual = careless, door.core.hashing
        await with_account(door)
        door.core.hashing = usual
        before = await door.core.store.accounts.find("ada")
        await signed_in(door)
        after = await door.core.store.accounts.find("ada")
        assert before and after and before.hash != after.hash and after.changed == before.changed
        assert "m=19456,t=2" in after.hash
        await signed_in(door)
        assert await door.core.store.accounts.find("ada") == after
        careless.close()


@awaited
async def test_who_comes_when_many_wait_is_sent_away_and_the_loop_goes_on(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        await with_account(door)
        door.core.hashing.close()
        door.core.hashing = PassphraseHasher(at_once=1, most_waiting=2)
        visitors = [await door.visitor() for _ in range(6)]
        sent = {"name": "Ada", "passphrase": SECRET}
        answers = await asyncio.gather(
            *[each.http.post("/api/account/session", json=sent) for each in visitors]
        )
        assert sorted([answer.status_code for answer in answers]) == [201, 201, 201, 503, 503, 503]
        busy = next(answer for answer in answers if answer.status_code == 503)
        assert busy.json()["key"] == "busy" and busy.headers["retry-after"] == "5"


# ---- guests ------------------------------------------------------------------------------------------------


@awaited
async def test_a_guest_with_games_is_not_left_unasked(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        await with_account(door)
        guest, ben = await door.people("Gustav Gast", "Ben")
        code = (await ben.make(VALLEY, ME, OPEN))["code"]
        await guest.post(f"/tables/{code}/seats/1")
        sent = {"name": "Ada", "passphrase": SECRET}
        problem = await guest.refused("POST", "/account/session", 409, "guest_has_games", **sent)
        assert "Gustav Gast" in problem["sentence"]
        assert (await guest.get("/me"))["name"] == "Gustav Gast"
        await guest.post("/account/session", 201, leave_guest=True, **sent)
        assert (await guest.get("/me"))["name"] == "Ada"
        seat = (await ben.get(f"/tables/{code}"))["seats"][1]
        assert (seat["name"], seat["away"], seat["level"]) == ("", "left", 3)  # nobody waits in vain
    everything = b"".join([file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()])
    assert b"Gustav" not in everything


@awaited
async def test_a_guest_without_games_leaves_nothing_behind(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        await with_account(door)
        guest = await door.visitor("Passer-by")
        await guest.post("/account/session", 201, name="Ada", passphrase=SECRET)
        assert (await door.core.store.counts()).players == 1


@awaited
async def test_another_account_in_the_same_browser_stays_and_is_signed_out(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        await with_account(door)
        ben = await with_account(door, "Ben")
        await ben.make(VALLEY, ME, BOT)
        await ben.post("/account/session", 201, name="Ada", passphrase=SECRET)
        assert (await ben.get("/me"))["name"] == "Ada"
        there = await signed_in(door, "Ben")
        assert len(await there.get("/me/sessions")) == 1 and (await there.get("/tables/mine"))["tables"]


# ---- devices -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
         "Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
         "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
         "Safari, iPhone"),
        ("python-httpx/0.28.1", "Python"),
        ("<script>alert(1)</script>", ""),
        ("", ""),
        ("x" * 10_000 + "Firefox", ""),
    ],
)  # fmt: skip
def test_a_device_is_named_by_known_names_only(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device


@awaited
async def test_devices_are_listed_and_signed_out(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await with_account(door)
        fox = await door.visitor()
        fox.http.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0"
        await fox.post("/account/session", 201, name="Ada", passphrase=SECRET)
        listed = await ada.get("/me/sessions")
        assert [(each["device"], each["current"]) for each in listed] == [
            ("Firefox, Linux", False),
            ("Python", True),
        ]
        await ada.ask("DELETE", f"/me/sessions/{listed[0]['id']}")
        assert await fox.get("/me") == {"name": None}
        here = listed[1]["id"]
        assert await ada.ask("DELETE", f"/me/sessions/{here}") == {"name": None}
        assert (await signed_in(door)).http.cookies  # nothing but the sessions has gone


@awaited
async def test_another_passphrase_takes_the_old_one_and_signs_out_all_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await with_account(door)
        there = await signed_in(door)
        change = "/account/passphrase"
        await ada.refused("PUT", change, 403, "passphrase_wrong", old=OTHER, new=OTHER)
        await ada.refused("PUT", change, 422, "passphrase_bad", old=SECRET, new="ADA")
        assert (await there.get("/me"))["name"] == "Ada"
        await ada.ask("PUT", change, json={"old": SECRET, "new": OTHER})
        assert await there.get("/me") == {"name": None}
        assert (await ada.get("/me"))["name"] == "Ada" and len(await ada.get("/me/sessions")) == 1
        sent = {"name": "Ada", "passphrase": SECRET}
        await there.refused("POST", "/account/session", 403, "sign_in_wrong", **sent)
        await signed_in(door, passphrase=OTHER)


# ---- several servers on one store --------------------------------------------------------------------------


@awaited
async def test_who_is_signed_out_at_one_server_is_so_at_all(tmp_path: Path, postgres: Cluster) -> None:
    async with several(tmp_path, postgres.database()) as doors:
        ada = await with_account(doors[0])
        there = await signed_in(doors[1])
        stays = await at_door(doors[0], there)
        assert (await stays.get("/me"))["name"] == (await there.get("/me"))["name"] == "Ada"
        asked = {"name": "ada", "passphrase": SECRET}
        await (await doors[1].visitor()).refused("POST", "/account", 409, "name_taken", **asked)
        await ada.ask("DELETE", "/me/sessions")
        known = there.http.cookies["farmstead"]
        core = doors[1].core
        await until_unknown(core, known)
        assert await stays.get("/me") == await there.get("/me") == {"name": None}


@awaited
async def test_who_is_signed_out_by_another_program_is_so_here_too(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        core, ada = door.core, await with_account(door)
        assert (await ada.get("/me"))["name"] == "Ada"
        before = core.people._known.generation
        await core.notice_others()
        assert core.people._known.generation == before  # nobody else has written, so nobody is forgotten
        player = (await ada.get("/me/export"))["player"]["id"]
        async with await Store.open(core.settings.store) as beside:  # as `farmstead account` does
            await beside.sessions.revoke_all(player)
        await core.notice_others()
        assert await ada.get("/me") == {"name": None}


async def until_unknown(core: Any, cookie: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while await core.people.known(cookie) is not None:
            await asyncio.sleep(0.01)


# ---- what is kept ------------------------------------------------------------------------------------------


@awaited
async def test_an_export_says_what_is_kept_of_an_account(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await with_account(door, "Ada Löwenzahn")
        export = await ada.get("/me/export")
        assert export["account"]["login"] == "ada löwenzahn"
        assert export["account"]["created"] and export["account"]["changed"]
        assert [session["device"] for session in export["sessions"]] == ["Python"]
        assert "argon2" not in json.dumps(export)
        assert (await (await door.visitor("Ben")).get("/me/export"))["account"] is None


@awaited
async def test_no_byte_of_a_deleted_account_is_left_in_the_files(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await with_account(door, "Adalbert Zwölfender")
        await with_account(door, "Ben")
        await ada.make(VALLEY, ME, BOT)
        await ada.ask("PUT", "/account/passphrase", json={"old": SECRET, "new": OTHER})
        account = await door.core.store.accounts.find("adalbert zwölfender")
        assert account is not None
        secrets = [account.hash.rpartition("$")[2].encode(), "zwölfender".encode(), b"Adalbert", b"adalbert"]
        before = b"".join([file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()])
        assert all(secret in before for secret in secrets)
        await ada.ask("DELETE", "/me")
        await ada.refused(
            "POST", "/account/session", 403, "sign_in_wrong", name=account.name, passphrase=OTHER
        )
    everything = b"".join([file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()])
    assert not [secret for secret in secrets if secret in everything]
    assert b"argon2id" in everything  # Ben's


@awaited
async def test_accounts_move_with_the_store_and_go_with_their_player(
    tmp_path: Path, postgres: Cluster
) -> None:
    url = postgres.database()
    async with opened(tmp_path) as door:
        await with_account(door)
        await with_account(door, "Ben")
    await move_store(tmp_path / "tables.db", url)
    async with opened(tmp_path, db=url, processes=1) as door:
        await until(lambda: door.core.uptime.leads, PATIENCE)
        ada = await signed_in(door)
        await ada.ask("DELETE", "/me")
        sent = {"name": "Ada", "passphrase": SECRET}
        await ada.refused("POST", "/account/session", 403, "sign_in_wrong", **sent)
        await with_account(door, "ada")  # the name is free again
    async with await Store.open(url) as store:
        assert [account.name for account in await store.accounts.some()] == ["ada", "Ben"]
