"""Attacks on accounts and sessions: planted cookies, tried names and passphrases, use after sign-out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher

from farmstead.server.people.passphrases import PassphraseHasher, hasher
from farmstead.server.store import Conflict, Store
from scripts.postgres import Cluster
from tests.server.accounts.test_accounts import OTHER, SECRET, VALLEY, signed_in, with_account
from tests.server.asking import BOT, ME, Browser, Doorstep, opened
from tests.server.neighbouring import PATIENCE, several
from tests.server.postgres import Place
from tests.server.serving import running
from tests.server.stores import awaited

COOKIE = "farmstead"
SLOW = 0.125  # the pace: few tries are enough, and no machine is so slow that another is allowed meanwhile


async def with_cookie(door: Doorstep, cookie: str) -> Browser:
    """Somebody who has got hold of a cookie."""
    thief = await door.visitor()
    thief.http.cookies.set(COOKIE, cookie)
    return thief


# ---- fixation ----------------------------------------------------------------------------------------------


@awaited
async def test_a_cookie_that_was_planted_before_is_worth_nothing_after(tmp_path: Path) -> None:
    """An attacker's own cookie is in the browser of somebody who makes an account, or signs in."""
    async with opened(tmp_path) as door:
        for name, path in (("Ada", "/account"), ("Ada", "/account/session")):
            planter = await door.visitor("Planted")
            planted = planter.http.cookies[COOKIE]
            victim = await with_cookie(door, planted)
            await victim.post(path, 201, name=name, passphrase=SECRET)
            given = {str(each.value) for each in victim.http.cookies.jar if each.name == COOKIE} - {planted}
            assert len(given) == 1
            assert (await (await with_cookie(door, given.pop())).get("/me"))["name"] == "Ada"
            assert await planter.get("/me") == {"name": None}
            assert await (await with_cookie(door, planted)).get("/me/sessions", 401)


@awaited
async def test_every_way_in_gives_a_token_of_its_own(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        tokens = [ada.http.cookies[COOKIE]]
        await ada.post("/account", 201, name="Ada", passphrase=SECRET)
        tokens.append(ada.http.cookies[COOKIE])
        await ada.ask("PUT", "/account/passphrase", json={"old": SECRET, "new": OTHER})
        tokens.append(ada.http.cookies[COOKIE])
        for _ in range(2):
            await ada.post("/account/session", 201, name="Ada", passphrase=OTHER)
            tokens.append(ada.http.cookies[COOKIE])
        assert len(set(tokens)) == len(tokens)
        for old in tokens[:-1]:
            assert await (await with_cookie(door, old)).get("/me") == {"name": None}
        assert len(await ada.get("/me/sessions")) == 1


# ---- enumeration -------------------------------------------------------------------------------------------


class Recording(PasswordHasher):
    """Remembers how much work each comparison was: time cost, memory cost, length of the hash."""

    def __init__(self) -> None:
        usual = hasher()
        super().__init__(usual.time_cost, usual.memory_cost, usual.parallelism)
        self.work: list[str] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]
        said = hash if isinstance(hash, str) else hash.decode()
        kind, version, how, salt, end = said.split("$")[1:]
        self.work.append(f"{kind} {version} {how} {len(salt)} {len(end)}")
        return super().verify(hash, password)


@awaited
async def test_an_unknown_name_and_a_wrong_passphrase_get_the_same_answer_after_the_same_work(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as door:
        maker = Recording()
        door.core.hashing.close()
        door.core.hashing = PassphraseHasher(maker)
        await with_account(door)
        answers, work = [], []
        for name in ("Ada", "Nobody", "", "\u202e", "x" * 200):
            stranger = await door.visitor()
            sent = {"name": name, "passphrase": OTHER}
            answer = await stranger.http.post("/api/account/session", json=sent)
            answers.append((answer.status_code, answer.content, sorted(answer.headers.items())))
            work.append(maker.work[:])
            maker.work.clear()
        assert answers == answers[:1] * len(answers) and answers[0][0] == 403
        assert work == work[:1] * len(work) and len(work[0]) == 1
        assert "m=19456,t=2,p=1" in work[0][0]


@awaited
async def test_the_hash_that_is_compared_for_nobody_fits_no_passphrase() -> None:
    hashing = PassphraseHasher()
    for passphrase in ("", "\0" * 32, SECRET):
        assert not await hashing.is_right(None, passphrase, "sign in")
    hashing.close()


@awaited
async def test_only_the_mark_of_a_guest_tells_who_has_an_account(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await with_account(door)
        code = (await ada.make(VALLEY, ME, BOT, public=True))["code"]
        guest = await door.visitor("Ada")
        twin = (await guest.make(VALLEY, ME, BOT, public=True))["code"]
        stranger = await door.visitor()
        seats = [(await stranger.get(f"/tables/{each}"))["seats"] for each in (code, twin)]
        assert [each[0].pop("guest") for each in seats] == [False, True]
        assert seats[0] == seats[1]


# ---- guessing ----------------------------------------------------------------------------------------------


async def tries(door: Doorstep, address: str, name: str, number: int) -> list[int]:
    browser = await door.visitor(address=address)
    sent = {"name": name, "passphrase": OTHER}
    return [(await browser.http.post("/api/account/session", json=sent)).status_code for _ in range(number)]


@awaited
async def test_who_tries_passphrases_has_to_wait_and_locks_nobody_out(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=SLOW) as door:
        await with_account(door, address="10.0.0.1")
        assert await tries(door, "10.0.0.2", "Ada", 2) == [403, 429]
        assert await tries(door, "10.0.0.2", "ADA ", 1) == [429]  # the same account
        assert await tries(door, "10.0.0.2", "Nobody", 2) == [403, 429]  # names are not told apart
        ada = await door.visitor(address="10.0.0.1")
        await ada.post("/account/session", 201, name="Ada", passphrase=SECRET)


@awaited
async def test_who_is_signed_in_can_change_a_passphrase_that_many_addresses_try(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=SLOW) as door:
        ada = await with_account(door, address="10.0.0.1")
        found = [(await tries(door, f"10.0.1.{n}", "Ada", 1))[0] for n in range(14)]
        assert found == [403] * 12 + [429] * 2
        stranger = await door.visitor(address="10.0.0.3")
        await stranger.refused("POST", "/account/session", 429, "too_many", name="Ada", passphrase=SECRET)
        await ada.ask("PUT", "/account/passphrase", json={"old": SECRET, "new": OTHER})


@awaited
async def test_one_address_cannot_try_many_accounts(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=SLOW) as door:
        found = [(await tries(door, "10.0.0.2", f"Name {n}", 1))[0] for n in range(6)]
        assert found == [403] * 5 + [429]


@awaited
async def test_one_address_cannot_find_out_many_names(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=SLOW) as door:
        await with_account(door, address="10.0.0.1")
        thief = await door.visitor("Thief", address="10.0.0.2")
        sent = {"name": "Ada", "passphrase": OTHER}
        for _ in range(2):
            await thief.refused("POST", "/account", 409, "name_taken", **sent)
        await thief.refused("POST", "/account", 429, "too_many", **sent)


@awaited
async def test_several_servers_allow_no_more_tries_than_one(tmp_path: Path, postgres: Cluster) -> None:
    async with several(tmp_path, postgres.database(), pace=SLOW) as doors:
        await with_account(doors[0], address="10.0.0.1")
        found = [(await tries(doors[n % 2], "10.0.0.2", "Ada", 1))[0] for n in range(2)]
        assert found == [403, 429]


@pytest.mark.parametrize("path", ["/me/sessions", "/me/sessions/99", "/me/webhook"])
@awaited
async def test_nobody_keeps_all_servers_busy_by_signing_out(tmp_path: Path, path: str) -> None:
    async with opened(tmp_path, pace=SLOW) as door:
        eve = await door.visitor("Eve")
        found = [(await eve.http.delete(f"/api{path}")).status_code for _ in range(5)]
        assert found[:3] == [404 if "99" in path else 200] * 3 and found[3:] == [429] * 2


# ---- somebody else's name ----------------------------------------------------------------------------------


@awaited
async def test_a_guest_cannot_take_any_name_while_becoming_an_account(place: Place) -> None:
    """Renamed as a guest in the same moment, an account would be called as another is."""
    async with await Store.open(place) as one, await Store.open(place) as other:
        for n in range(8):
            guest = await one.players.create("Guest")
            session = (await one.sessions.create(guest.id)).session
            made = one.accounts.create(f"Eve {n}", f"eve {n}", "hash", session, "")
            await asyncio.gather(made, other.players.rename(guest.id, "Ada"), return_exceptions=True)
            assert (await one.players.get(guest.id)).name == f"Eve {n}"
        with pytest.raises(Conflict):
            await one.players.rename(guest.id, "Ada")


# ---- reuse after sign-out ----------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["here", "device", "everywhere else", "passphrase", "delete"])
@awaited
async def test_a_cookie_is_worth_nothing_after_sign_out(tmp_path: Path, how: str) -> None:
    async with opened(tmp_path) as door:
        ada = await with_account(door)
        there = await signed_in(door)
        code = (await ada.make(VALLEY, ME, BOT))["code"]
        await there.look(code, 0)
        stolen = there.http.cookies[COOKIE]
        ids = {each["current"]: each["id"] for each in await there.get("/me/sessions")}
        match how:
            case "here":
                answer = await there.http.delete(f"/api/me/sessions/{ids[True]}")
                assert "max-age=0" in answer.headers["set-cookie"].lower()
            case "device":
                await ada.ask("DELETE", f"/me/sessions/{ids[True]}")
            case "everywhere else":
                await ada.ask("DELETE", "/me/sessions")
            case "passphrase":
                await ada.ask("PUT", "/account/passphrase", json={"old": SECRET, "new": OTHER})
            case _:
                await ada.ask("DELETE", "/me")
        thief = await with_cookie(door, stolen)
        assert await thief.get("/me") == {"name": None}
        await thief.get("/me/export", 401)
        await thief.get("/account", 401)
        await thief.ask("PUT", "/account/passphrase", 401, json={"old": SECRET, "new": OTHER})
        status = (await thief.http.get(f"/api/tables/{code}/position", params={"seat": 0})).status_code
        assert status in (403, 404)


@asynccontextmanager
async def following(url: str, cookie: str, code: str) -> AsyncIterator[Any]:
    """The lines of a stream of seat 1, once it has begun."""
    cookies = {COOKIE: cookie}
    async with httpx.AsyncClient(base_url=url, cookies=cookies, timeout=PATIENCE) as client:
        path = f"/api/tables/{code}/stream"
        async with client.stream("GET", path, params={"seat": 0}) as answer:
            assert answer.status_code == 200
            lines = answer.aiter_lines()
            async for line in lines:
                if line == "event: position":
                    break
            yield lines


@pytest.mark.parametrize("servers", [1, 2])
@awaited
async def test_open_streams_end_with_their_session_at_once(
    tmp_path: Path, postgres: Cluster, servers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without waiting for news or a heartbeat, also at another server."""
    monkeypatch.setattr("farmstead.server.api.event_stream.HEARTBEAT", 10 * PATIENCE)
    db = postgres.database() if servers > 1 else ""
    async with (
        running(tmp_path, db=db) as first,
        httpx.AsyncClient(base_url=first.url, timeout=PATIENCE) as ada,
    ):
        await ada.post("/api/account", json={"name": "Ada", "passphrase": SECRET})
        seats = [ME, {"who": "open"}]
        made = await ada.post("/api/tables", json={"game": VALLEY, "seats": seats})
        code = made.json()["table"]["code"]
        if servers == 1:
            await must_end(first.url, first.url, ada, code)
            return
        async with running(tmp_path, db=db) as second:
            await must_end(first.url, second.url, ada, code)


async def must_end(url: str, listens_at: str, ada: httpx.AsyncClient, code: str) -> None:
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as there:
        await there.post("/api/account/session", json={"name": "Ada", "passphrase": SECRET})
        stolen = there.cookies[COOKIE]
    async with following(listens_at, stolen, code) as lines:
        await ada.delete("/api/me/sessions")
        async with asyncio.timeout(PATIENCE):
            heard = [line async for line in lines]
    assert "event: end" in heard and "data: not_yours" in heard


@awaited
async def test_who_knew_the_passphrase_before_cannot_come_in_while_it_changes(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await with_account(door)
        account = await door.core.store.accounts.find("ada")
        assert account is not None
        await ada.ask("PUT", "/account/passphrase", json={"old": SECRET, "new": OTHER})
        real, door.core.store.accounts.find = door.core.store.accounts.find, stale(account)  # type: ignore[method-assign]
        thief = await door.visitor()
        sent = {"name": "Ada", "passphrase": SECRET}
        await thief.refused("POST", "/account/session", 403, "sign_in_wrong", **sent)
        door.core.store.accounts.find = real  # type: ignore[method-assign]
        assert len(await ada.get("/me/sessions")) == 1


# `Any`: an account as it was read before it changed.
def stale(account: Any) -> Any:
    async def find(_: str) -> Any:
        return account

    return find
