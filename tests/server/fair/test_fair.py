"""Fair chance before the game: who pledges what and when, and that waiting, lying, leaving gain nothing."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from farmstead.engine.contract import Seat
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.fair import (
    CHAIN_KEYS,
    chain_commitment,
    chain_game_key,
    chain_key,
    commitment_to,
    game_key,
    key_before,
    pledge_for,
    read_fairness,
    round_key,
    setup_digest,
)
from farmstead.server.base.refusals import Refused
from farmstead.server.hub.deadlines import A_DAY, START_CANCELLABLE_MS
from farmstead.server.lobby import wishes
from farmstead.server.table import commit_reveal
from farmstead.server.table.entries import Cancelled, Left, Moved, Opened, Pledged, Sat, Started
from farmstead.server.table.setup import Scheme, SeatPlan, TableSetup, decode_setup, encode_setup, new_setup
from scripts.postgres import Cluster
from tests.server.asking import DEVICE, ME, OPEN, PROGRAM, Browser, Doorstep, opened
from tests.server.hubs import stored, until
from tests.server.neighbouring import several
from tests.server.playing import KEY, Owner, game_of, key_of, sitting
from tests.server.postgres import Place
from tests.server.stores import awaited

VALLEY, WALNUT = "sunflower-valley", "walnut-grove"
SCHEMES: tuple[Scheme, ...] = (1, 2)


def value(name: str) -> str:
    return sha256(name.encode()).hexdigest()


def fair_setup(seats: int, key: bytes = KEY, game: str = VALLEY, scheme: Scheme = 1) -> TableSetup:
    return new_setup(game, [SeatPlan()] * seats, key, fair=scheme)


def pledged(seat: Seat, name: str) -> Pledged:
    return Pledged(seat, pledge_for(seat, value(name)))


def two(*names: str, scheme: Scheme = 1) -> Owner:
    """A full table at which these have pledged what they are called, by seat."""
    owner = Owner(fair_setup(2, scheme=scheme))
    for seat, name in enumerate(("ada", "ben")):
        owner.do(sitting(seat, name))
    owner.do(*[pledged(seat, name) for seat, name in enumerate(names)])
    return owner


def chance(owner: Owner) -> list[str]:
    return [text for seat, text in game_of(owner.live).moves() if seat < 0]


# ---- what a table does -------------------------------------------------------------------------------------


def test_the_luck_comes_from_both_and_from_the_names_alone() -> None:
    owner = two("a", "b")
    owner.do(Opened(1, value("b")), Opened(0, value("a")), Started())
    other = two("a", "b")
    other.do(Opened(0, value("a")), Opened(1, value("b")), Started())
    assert chance(owner) == chance(other) and chance(owner)
    key = game_key(round_key(KEY, 0), [(0, value("a")), (1, value("b"))])
    table, dealer = game_of(Owner(fair_setup(2)).live), KeyedDealer(key)
    table.settle(dealer)
    assert [text for _, text in table.moves()] == [text for _, text in game_of(owner.live).moves()]
    assert owner.folded().position(None) == owner.live.position(None)


def test_any_one_contribution_changes_everything() -> None:
    names = [("a", "b"), ("a", "c"), ("c", "b")]
    found = set()
    for one, other in names:
        owner = two(one, other)
        owner.do(Opened(0, value(one)), Opened(1, value(other)), Started())
        found.add(tuple(chance(owner)))
    assert len(found) == len(names)


def test_whoever_lies_gains_nothing() -> None:
    """What does not match its pledge counts as none, and no other value can be found that does."""
    owner = two("a", "b")
    owner.do(Opened(0, value("a")))
    for lie in (value("c"), value("a"), value("b")[::-1]):
        assert key_of(owner.refuses(Opened(1, lie))) == "wrong_opening"
    assert key_of(owner.refuses(Started())) == "openings_missing"
    owner.do(Opened(1, value("b")), Started())


def test_whoever_waits_cannot_change_what_they_pledged() -> None:
    """When the first has opened, nobody else comes in: neither with a new pledge nor by leaving quietly."""
    owner = two("a", "b")
    owner.do(pledged(1, "better"), pledged(1, "b"))  # before that it may be changed: nobody knows anything
    owner.do(Opened(0, value("a")))
    assert key_of(owner.refuses(pledged(1, "better"))) == "opening_begun"
    assert key_of(owner.refuses(Left(1))) == "opening_begun"
    late = Owner(fair_setup(3))
    late.do(sitting(0, "ada"), sitting(1, "ben"), sitting(2, "cyd"), pledged(0, "a"), pledged(1, "b"))
    late.do(Opened(0, value("a")))
    assert key_of(late.refuses(pledged(2, "c"))) == "opening_begun"


def test_nobody_uses_anothers_pledge() -> None:
    """It is bound to its seat, and refused besides."""
    owner = two("a")
    assert key_of(owner.refuses(Pledged(1, pledge_for(0, value("a"))))) == "pledge_used"
    assert pledge_for(0, value("a")) != pledge_for(1, value("a"))


def test_nothing_is_opened_before_all_are_there() -> None:
    owner = Owner(fair_setup(2))
    owner.do(sitting(0, "ada"), pledged(0, "a"))
    assert key_of(owner.refuses(Opened(0, value("a")))) == "empty_seats"
    owner.do(sitting(1, "ben"))
    assert key_of(owner.refuses(Opened(1, value("b")))) == "nothing_pledged"
    owner.do(Opened(0, value("a")), Started())


def test_bots_and_others_on_a_device_add_nothing() -> None:
    owner = Owner(fair_setup(3))
    owner.do(sitting(0, "ada"), sitting(1, "ada+"), sitting(2, "bot"))
    for seat in (1, 2):
        assert key_of(owner.refuses(pledged(seat, "a"))) == "adds_nothing"
    owner.do(pledged(0, "a"), Opened(0, value("a")), Started())


def test_a_cancelled_start_makes_all_void_and_has_another_key() -> None:
    owner = two("a", "b")
    before = owner.live.fair()
    owner.do(Opened(0, value("a")), Cancelled("unopened"), Left(1), sitting(1, "cyd"))
    now = owner.live.fair()
    assert before is not None and now is not None
    assert (before.round, now.round) == (0, 1) and before.commitment != now.commitment
    assert now.commitment == commitment_to(round_key(KEY, 1))
    assert now.contributions == () and now.waiting == (0,)  # ada's part cannot be dodged by a new start
    assert key_of(owner.refuses(Started())) == "openings_missing"
    assert key_of(owner.refuses(pledged(0, "a"))) == "pledge_used"  # its value is known
    owner.do(pledged(1, "c"))
    assert key_of(owner.refuses(Opened(1, value("c")))) == "pledges_missing"
    owner.do(pledged(0, "again"), Opened(1, value("c")), Opened(0, value("again")), Started())
    assert owner.folded().fair() == owner.live.fair()


def test_nothing_is_cancelled_that_nobody_waits_for() -> None:
    assert key_of(two().refuses(Cancelled("unopened"))) == "nothing_to_cancel"
    assert key_of(two("a").refuses(Cancelled("left"))) == "nothing_to_cancel"


def test_tables_from_before_are_as_they_were() -> None:
    setup = new_setup(VALLEY, [SeatPlan()] * 2, KEY)
    assert b"fair" not in encode_setup(setup) and decode_setup(encode_setup(setup), KEY) == setup
    for scheme in SCHEMES:
        fair = fair_setup(2, scheme=scheme)
        assert decode_setup(encode_setup(fair), KEY) == fair
    owner = Owner(setup)
    owner.do(sitting(0, "ada"), sitting(1, "ben"))
    assert key_of(owner.refuses(pledged(0, "a"))) == "no_fair" and owner.live.fair() is None
    owner.do(Started())
    table = game_of(Owner(setup).live)
    table.settle(KeyedDealer(KEY))
    assert chance(owner) == [text for seat, text in table.moves() if seat < 0]


# ---- scheme 2 ----------------------------------------------------------------------------------------------


def test_keys_are_a_chain_that_the_first_commitment_binds() -> None:
    owner = two("a", "b", scheme=2)
    digest, fair = setup_digest(game_of(owner.live).setup), owner.live.fair()
    keys = [chain_key(KEY, number) for number in range(3)]
    assert key_before(keys[2]) == keys[1] and key_before(keys[1]) == keys[0]
    assert fair is not None and fair.commitment == chain_commitment(keys[0], 0, digest)
    assert (fair.scheme, fair.setup.game, fair.setup.seats) == (2, VALLEY, 2)
    owner.do(Opened(0, value("a")), Cancelled("unopened"), Left(1), sitting(1, "cyd"))
    fair = owner.live.fair()
    assert fair is not None and fair.commitment == chain_commitment(keys[1], 1, digest)
    owner.do(pledged(0, "c"), pledged(1, "d"), Opened(0, value("c")), Opened(1, value("d")), Started())
    key = chain_game_key(keys[1], 1, digest, [(0, value("c")), (1, value("d"))])
    table = game_of(Owner(fair_setup(2)).live)
    table.settle(KeyedDealer(key))
    assert chance(owner) == [text for seat, text in table.moves() if seat < 0]
    assert owner.folded().position(None) == owner.live.position(None)


def test_cancelled_starts_are_shown_with_their_keys() -> None:
    for scheme, made in ((1, round_key), (2, chain_key)):
        owner = two("a", "b", scheme=scheme)  # type: ignore[arg-type]  # as the loop has them
        assert owner.live.cancelled_starts() == ()
        owner.do(Opened(0, value("a")), Cancelled("unopened"), Left(1), sitting(1, "cyd"))
        (only,) = owner.live.cancelled_starts()
        assert (only.round, only.why, only.key) == (0, "unopened", made(KEY, 0).hex())
        assert [(one.seat, one.value) for one in only.contributions] == [(0, value("a")), (1, "")]
        assert owner.folded().cancelled_starts() == (only,)
    assert key_of(_refused(Owner(new_setup(VALLEY, [SeatPlan()] * 2, KEY)))) == "no_fair"


def _refused(owner: Owner) -> Refused:
    with pytest.raises(Refused) as refused:
        owner.live.cancelled_starts()
    return refused.value


def test_what_is_played_with_changes_the_commitment_and_every_draw() -> None:
    plain, sheet = (
        new_setup(VALLEY, [SeatPlan()] * 2, KEY, options, fair=2) for options in ((), ("family",))
    )
    found = []
    for setup in (plain, sheet):
        owner = Owner(setup)
        owner.do(sitting(0, "ada"), sitting(1, "ben"))
        fair = owner.live.fair()
        owner.do(Started())
        assert fair is not None
        found.append((fair.commitment, owner.live.contributions.game_key()))
    assert found[0][0] != found[1][0] and found[0][1] != found[1][1]


def test_when_the_chain_is_used_up_no_game_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's part can be dodged by cancelling until there are no more keys."""
    monkeypatch.setattr(commit_reveal, "CHAIN_KEYS", 3)
    owner = two("a0", "b0", scheme=2)
    for number in (1, 2):
        owner.do(Cancelled("unopened"))
        if number < 2:
            owner.do(pledged(0, f"a{number}"), pledged(1, f"b{number}"))
    assert key_of(owner.refuses(pledged(0, "more"))) == "too_many_starts"
    assert key_of(owner.refuses(Started())) == "too_many_starts"
    assert key_of(owner.refuses(Cancelled("unopened"))) == "nothing_to_cancel"
    assert not owner.live.begins_after([]) and not owner.live.is_starting()
    with pytest.raises(ValueError, match="keys"):
        chain_key(KEY, CHAIN_KEYS)


# ---- over the API ------------------------------------------------------------------------------------------


def pledge_of(seat: Seat, name: str) -> str:
    return pledge_for(seat, value(name))


async def opens(browser: Browser, table: Any, seat: Seat, name: str, status: int = 200) -> Any:
    return await browser.post(f"/tables/{table['code']}/fair/open", status, seat=seat, value=value(name))


async def finished(door: Doorstep, table: Any) -> None:
    """Played to its end by its seats."""
    number = (await door.core.store.tables.find(table["code"])).id
    for _ in range(2000):
        live = door.core.hub.live(number)
        assert live is not None
        if live.phase() == "over":
            return
        seat = live.to_act()[0]
        position = live.position(seat)
        assert position.decision is not None
        await door.core.hub.post(number, Moved(seat, position.decision, position.legal[0]))
    raise AssertionError("the game does not end")


@awaited
async def test_with_nobody_to_wait_for_it_takes_two_requests(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(VALLEY, ME, DEVICE, pledge=pledge_of(0, "a"))
        fair = table["fair"]
        assert (table["phase"], fair["open"], fair["waiting"]) == ("waiting", True, [0])
        assert fair["contributions"] == [{"seat": 0, "pledge": pledge_of(0, "a")}]
        await ada.refused(
            "POST", f"/tables/{table['code']}/fair/open", 422, "wrong_opening", seat=0, value=value("b")
        )
        done = await opens(ada, table, 0, "a")
        assert not done["again"] and (await opens(ada, table, 0, "a"))["again"]
        assert (await ada.get(f"/tables/{table['code']}"))["phase"] == "playing"
        assert (await ada.look(table["code"]))["fair"]["commitment"] == fair["commitment"]


@awaited
async def test_people_come_pledge_and_open_in_any_order(place: Place, tmp_path: Path) -> None:
    async with opened(tmp_path, db=str(place) if "://" in str(place) else "") as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN, pledge=pledge_of(0, "a"))
        path = f"/tables/{table['code']}"
        sat = await ben.post(f"{path}/seats/1", pledge=pledge_of(1, "b"))
        assert (sat["phase"], sat["fair"]["open"], sat["fair"]["waiting"]) == ("waiting", True, [0, 1])
        await ada.refused("POST", f"{path}/fair/open", 403, "not_yours", seat=1, value=value("b"))
        await asyncio.gather(opens(ben, table, 1, "b"), opens(ada, table, 0, "a"))
        number = (await door.core.store.tables.find(table["code"])).id
        kinds = [type(entry) for entry in await stored(door.core.store, number)]
        assert kinds == [Sat, Pledged, Sat, Pledged, Opened, Opened, Started]


@awaited
async def test_when_all_are_there_no_pledge_changes(tmp_path: Path) -> None:
    """Ada's value may be under way for what she was shown: it stays, or the start is cancelled."""
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN, pledge=pledge_of(0, "a"))
        path = f"/tables/{table['code']}"
        await ada.post(
            f"{path}/fair/pledge", seat=0, pledge=pledge_of(0, "other")
        )  # as long as one is missing
        await ben.post(f"{path}/seats/1", pledge=pledge_of(1, "b"))
        change: dict[str, Any] = {"seat": 1, "pledge": pledge_of(1, "c")}
        await ben.refused("POST", f"{path}/fair/pledge", 409, "opening_begun", **change)
        assert (await ben.post(f"{path}/fair/pledge", seat=1, pledge=pledge_of(1, "b")))["again"]
        sent: dict[str, Any] = {"seat": 0, "value": value("other"), "pledges": [pledge_of(0, "other")]}
        await ada.refused("POST", f"{path}/fair/open", 409, "pledges_changed", **sent)
        await ada.post(f"{path}/fair/open", **{**sent, "pledges": [pledge_of(0, "other"), pledge_of(1, "b")]})
        assert (await ada.post(f"{path}/fair/open", **sent))["again"]
        await opens(ben, table, 1, "b")
        assert (await ada.get(path))["phase"] == "playing"


@awaited
async def test_who_leaves_when_all_are_there_cancels_the_start_for_all_to_see(tmp_path: Path) -> None:
    """Also before anything is opened: something may be under way, and whoever sent it has to be shown why."""
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN, pledge=pledge_of(0, "a"))
        path = f"/tables/{table['code']}"
        await ben.post(f"{path}/seats/1", pledge=pledge_of(1, "b"))
        shown = (await ada.get(path))["fair"]
        await ben.post(f"{path}/leave", seat=1)
        fair = (await ada.get(path))["fair"]
        assert (fair["round"], fair["waiting"]) == (1, [0]) and fair["commitment"] != shown["commitment"]
        (only,) = (await ada.get(f"{path}/fair/cancelled"))["rounds"]
        assert (only["round"], only["why"]) == (0, "left")
        assert only["contributions"] == shown["contributions"]
        number = (await door.core.store.tables.find(table["code"])).id
        live = door.core.hub.live(number)
        assert live is not None
        digest = setup_digest(game_of(live).setup)
        assert chain_commitment(bytes.fromhex(only["key"]), 0, digest) == shown["commitment"]
        assert (await ben.get(f"{path}/fair/cancelled"))["rounds"] == [only]  # everybody with the link


@awaited
async def test_a_table_of_scheme_1_goes_on_and_ends_under_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made before there was scheme 2, and pledged at; the server that goes on with it knows both."""
    monkeypatch.setattr(wishes.setup_of, "__defaults__", (1, None))
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN, pledge=pledge_of(0, "a"))
        path, cookies = f"/tables/{table['code']}", [dict(each.http.cookies) for each in (ada, ben)]
        await ben.post(f"{path}/seats/1", pledge=pledge_of(1, "b"))
        await ben.post(f"{path}/fair/pledge", seat=1, pledge=pledge_of(1, "c"))  # as it was then
        await opens(ada, table, 0, "a")
        assert table["fair"]["scheme"] == 1
    monkeypatch.undo()
    async with opened(tmp_path) as door:
        ada, ben = [await door.visitor() for _ in cookies]
        for browser, cookie in zip((ada, ben), cookies, strict=True):
            browser.http.cookies.update(cookie)
        await opens(ben, table, 1, "c")
        await finished(door, table)
        told = await ada.get(f"{path}/fair")
        key = await door.core.store.tables.key((await door.core.store.tables.find(table["code"])).id)
        assert (told["version"], told["key"]) == (1, round_key(key, 0).hex())
        record = await ada.get(f"{path}/record")
        lines = [line for line in record.splitlines() if line.startswith("fair ")]
        assert read_fairness(lines).scheme == 1 and len(lines) == 6
        assert (await ada.make(VALLEY, ME, OPEN))["fair"]["scheme"] == 2


@awaited
async def test_who_pledges_nothing_waits_for_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN)
        assert (await ben.post(f"/tables/{table['code']}/seats/1"))["phase"] == "playing"
        alone = await ada.make(WALNUT, ME)
        assert alone["phase"] == "playing" and alone["fair"]["contributions"] == []


@awaited
async def test_a_missing_opening_cancels_the_start_by_hand_or_by_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        made: list[Any] = []
        for clock in (0, 300):
            table = await ada.make(VALLEY, ME, OPEN, pledge=pledge_of(0, f"a{clock}"), clock=clock)
            await ben.post(f"/tables/{table['code']}/seats/1", pledge=pledge_of(1, "b"))
            await opens(ada, table, 0, f"a{clock}")
            made.append(table)
        by_hand, by_clock = made
        path = f"/tables/{by_hand['code']}/fair/cancel"
        problem = await ada.refused("POST", path, 409, "cancel_early", seat=0)
        assert 0 < problem["args"]["seconds"] <= START_CANCELLABLE_MS // 1000
        now = door.core.uptime.now()
        monkeypatch.setattr(door.core.uptime, "now", lambda: now + START_CANCELLABLE_MS + 1000)
        await ada.refused("POST", path, 403, "not_yours", seat=1)
        await ada.post(path, seat=0)
        seen = await ada.get(f"/tables/{by_hand['code']}")
        assert [seat["how"] for seat in seen["seats"]] == ["person", ""] and seen["fair"]["round"] == 1
        assert (await ada.get(f"/tables/{by_clock['code']}"))["fair"]["round"] == 0
        monkeypatch.setattr(door.core.uptime, "now", lambda: now + 301_000)
        door.core.clocks.look()
        number = (await door.core.store.tables.find(by_clock["code"])).id
        await until(lambda: _round(door, number) == 1)
        seen = await ada.get(f"/tables/{by_clock['code']}")
        assert [seat["how"] for seat in seen["seats"]] == ["person", ""]
        await ben.post(f"/tables/{by_clock['code']}/seats/1")
        await ada.post(f"/tables/{by_clock['code']}/fair/pledge", seat=0, pledge=pledge_of(0, "new"))
        await opens(ada, by_clock, 0, "new")
        assert (await ada.get(f"/tables/{by_clock['code']}"))["phase"] == "playing"


def _round(door: Doorstep, number: int) -> int:
    live = door.core.hub.live(number)
    return -1 if live is None else live.contributions.round


@awaited
async def test_after_a_day_or_a_restart_nobody_waits_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is full and does not begin is looked after again when the server starts."""
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(VALLEY, ME, PROGRAM, pledge=pledge_of(0, "a"))
        number = (await door.core.store.tables.find(table["code"])).id
        assert await door.core.store.tables.to_resume() == [number]
    async with opened(tmp_path) as door:
        await until(lambda: door.core.hub.live(number) is not None)
        now = door.core.uptime.now()
        monkeypatch.setattr(door.core.uptime, "now", lambda: now + A_DAY + 1)
        door.core.clocks.look()
        await until(lambda: _round(door, number) == 1)
        kinds = [type(entry) for entry in await stored(door.core.store, number)]
        assert kinds[-2:] == [Cancelled, Left]


@awaited
async def test_guests_do_not_drive_who_made_the_table_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as door:
        ada, ben, cy = await door.people("Ada", "Ben", "Cy")
        table = await ada.make(VALLEY, ME, OPEN, OPEN, pledge=pledge_of(0, "a"))
        path = f"/tables/{table['code']}"
        await ben.post(f"{path}/seats/1", pledge=pledge_of(1, "b"))
        await cy.post(f"{path}/seats/2", pledge=pledge_of(2, "c"))
        await opens(ben, table, 1, "b")
        now = door.core.uptime.now()
        monkeypatch.setattr(door.core.uptime, "now", lambda: now + START_CANCELLABLE_MS + 1000)
        await ben.post(f"{path}/fair/cancel", seat=1)
        seen = await ben.get(path)
        assert [seat["how"] for seat in seen["seats"]] == ["person", "person", ""]
        await cy.post(f"{path}/seats/2", pledge=pledge_of(2, "d"))
        await ben.post(f"{path}/fair/pledge", seat=1, pledge=pledge_of(1, "e"))
        assert (await ben.get(path))["fair"]["waiting"] == [0]  # Ada, who made it
        await ben.refused("POST", f"{path}/fair/cancel", 409, "maker_missing", seat=1)


@awaited
async def test_who_leaves_after_an_opening_cancels_the_start(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN, pledge=pledge_of(0, "a"))
        await ben.post(f"/tables/{table['code']}/seats/1", pledge=pledge_of(1, "b"))
        await opens(ada, table, 0, "a")
        await ben.post(f"/tables/{table['code']}/leave", seat=1)
        fair = (await ada.look(table["code"]))["fair"]
        assert (fair["round"], fair["waiting"], fair["open"]) == (1, [0], False)


@awaited
async def test_a_program_that_does_not_open_is_not_waited_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(VALLEY, ME, PROGRAM, OPEN, pledge=pledge_of(0, "a"))
        bot = await door.visitor(token=table["invitations"][1])
        await bot.post(f"/tables/{table['code']}/fair/pledge", seat=1, pledge=pledge_of(1, "b"))
        await ada.post(f"/tables/{table['code']}/fill", level=1)
        await opens(ada, table, 0, "a")
        now = door.core.uptime.now()
        monkeypatch.setattr(door.core.uptime, "now", lambda: now + START_CANCELLABLE_MS)
        await ada.post(f"/tables/{table['code']}/fair/cancel", seat=0)
        await ada.post(f"/tables/{table['code']}/fair/pledge", seat=0, pledge=pledge_of(0, "c"))
        await opens(ada, table, 0, "c")
        seen = await ada.get(f"/tables/{table['code']}")
        assert seen["phase"] == "playing" and seen["seats"][1]["how"] == "client"


@awaited
async def test_fill_and_rematch_wait_for_what_was_pledged(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(VALLEY, ME, OPEN, pledge=pledge_of(0, "a"))
        filled = await ada.post(f"/tables/{table['code']}/fill", level=1)
        assert filled["phase"] == "waiting" and filled["fair"]["open"]
        first = await ada.make(VALLEY, ME, DEVICE)
        await finished(door, first)
        again = (await ada.post(f"/tables/{first['code']}/rematch", 201, pledge=pledge_of(1, "r")))["table"]
        assert again["phase"] == "waiting" and again["fair"]["waiting"] == [1]
        await opens(ada, again, 1, "r")
        assert (await ada.get(f"/tables/{again['code']}"))["phase"] == "playing"
        await finished(door, again)
        assert (await ada.post(f"/tables/{again['code']}/rematch", 201))["table"]["phase"] == "playing"


@awaited
async def test_the_key_is_shown_when_the_game_is_over_and_not_before(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(VALLEY, ME, DEVICE, pledge=pledge_of(0, "a"))
        path = f"/tables/{table['code']}/fair"
        await ada.refused("GET", path, 409, "running")
        await opens(ada, table, 0, "a")
        await ada.refused("GET", path, 409, "running")
        await finished(door, table)
        told = await ada.get(path)
        assert told["commitment"] == table["fair"]["commitment"] and told["setup"] == table["fair"]["setup"]
        key = await door.core.store.tables.key((await door.core.store.tables.find(table["code"])).id)
        assert told["key"] == chain_key(key, 0).hex() != key.hex()
        assert told["draws"][0]["name"] == "sheet"


@awaited
async def test_a_start_elsewhere_is_waited_for_and_cancelled_once(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker that serves the table looks after its start, whoever leads and whoever is asked."""
    async with several(tmp_path, postgres.database()) as doors:
        leading, door = doors
        ada, ben = await door.visitor("Ada"), await leading.visitor("Ben")
        table = await ada.make(VALLEY, ME, OPEN, pledge=pledge_of(0, "a"), clock=60)
        await ben.post(f"/tables/{table['code']}/seats/1", pledge=pledge_of(1, "b"))
        await opens(ada, table, 0, "a")
        number = (await door.core.store.tables.find(table["code"])).id
        assert _opened(door, number) == [0] and not leading.core.hub.has(number)
        now = door.core.uptime.now()
        monkeypatch.setattr(door.core.uptime, "now", lambda: now + START_CANCELLABLE_MS + 1000)
        door.core.clocks.look()
        await until(lambda: _round(door, number) == 1)
        assert (await ada.get(f"/tables/{table['code']}"))["seats"][1]["how"] == ""
        kinds = [type(entry) for entry in await stored(door.core.store, number)]
        assert kinds.count(Cancelled) == 1


def _opened(door: Doorstep, number: int) -> list[Seat]:
    live = door.core.hub.live(number)
    return [] if live is None else list(live.contributions.opened)
