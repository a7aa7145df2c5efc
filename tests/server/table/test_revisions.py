"""Revisions of the rules at tables: a game ends under the one it began under, and says which."""

from __future__ import annotations

from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.engine.record import read_record
from farmstead.rulebooks.addresses import address_of
from farmstead.server.daily.bots import rules_of_day
from farmstead.server.table.setup import SeatPlan, new_setup
from tests.server.asking import ME, opened
from tests.server.branching import a_branch, branched, play_as_told, record_of, told
from tests.server.daily.test_daily import begun
from tests.server.finishing import DAY, Wall, play_on, table_of
from tests.server.stores import awaited

WALNUT = "walnut-grove"
GAME = shelf.game(WALNUT)
KEY = bytes(32)


def before(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a server was before the rules were revised."""
    monkeypatch.setattr(GAME, "rules", 1)


def after(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "rules", 2)


@awaited
async def test_a_table_ends_under_its_rules_and_its_rematch_has_the_present(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as door:
        (ada,) = await door.people("Ada")
        before(monkeypatch)
        made = (await ada.post("/tables", 201, game=WALNUT, seats=[ME]))["table"]
        assert (made["rules"], made["switches"]) == (1, ["german"])
        after(monkeypatch)
        table = await table_of(door, made["code"])
        await play_on(door.core, table)
        over = await ada.get(f"/tables/{made['code']}")
        assert (over["phase"], over["rules"]) == ("over", 1)
        study = await ada.get(f"/studies/{made['code']}")
        assert (study["rules"], study["switches"]) == (1, ["german"])
        again = (await ada.post(f"/tables/{made['code']}/rematch", 201))["table"]
        assert (again["rules"], again["switches"]) == (2, ["german"])


@awaited
async def test_a_table_of_revision_one_is_loaded_again_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before(monkeypatch)
    async with opened(tmp_path) as door:
        (ada,) = await door.people("Ada")
        code = (await ada.post("/tables", 201, game=WALNUT, seats=[ME]))["table"]["code"]
        await play_on(door.core, await table_of(door, code), moves=12)
    after(monkeypatch)
    async with opened(tmp_path) as door:
        table = await table_of(door, code)
        await play_on(door.core, table)
        setup = await door.core.hub.look(table, lambda live: live.setup)
        assert setup.rules == 1
        views = await door.core.hub.look(table, lambda live: live.position(0).view)
        assert views is not None and views["rules"] == 1


@awaited
async def test_everybody_plays_the_game_of_a_day_under_the_rules_it_was_begun_under(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        ada, ben = await door.people("Ada", "Ben")
        before(monkeypatch)
        first = await begun(ada)
        after(monkeypatch)
        second = await begun(ben)
        for browser, code in ((ada, first), (ben, second)):
            assert (await browser.get(f"/tables/{code}"))["rules"] == 1
        daily = await door.core.store.dailies.get(DAY, WALNUT)
        assert await rules_of_day(door.core.store, daily) == 1
        wall.pass_midnight()
        assert (await ben.get(f"/tables/{await begun(ben)}"))["rules"] == 2


def test_a_branch_of_an_old_game_is_played_under_its_rules() -> None:
    text = told("walnut-grove-1-german-100")
    record = record_of(text)
    assert record.setup.rules == 1
    assert a_branch(text, 40).rules == 1
    owner = branched(text, 40)
    play_as_told(owner, record)
    view = owner.live.position(0).view
    assert view is not None and view["rules"] == 1
    new = told("walnut-grove-r2-1-german-100")
    assert read_record(new.encode()).setup.rules == a_branch(new, 40).rules == 2


def test_a_set_up_for_an_earlier_revision_knows_no_later_switch() -> None:
    plan = [SeatPlan("device")]
    assert new_setup(WALNUT, plan, KEY).rules == 2
    assert new_setup(WALNUT, plan, KEY, ["french"], rules=1).rules == 1
    with pytest.raises(Exception, match="no option of rules revision 1"):
        new_setup(WALNUT, plan, KEY, ["beside=off"], rules=1)


@awaited
async def test_the_rulebook_is_read_as_a_table_of_revision_one_plays(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        address = address_of(WALNUT, ["german"], 1, "5.9")
        assert address == "/rules/walnut-grove?options=german&revision=1#5.9"
        assert address_of(WALNUT, ["german"], 2, "5.9") == "/rules/walnut-grove#5.9"
        old = (await nobody.http.get(address.partition("#")[0])).text
        now = (await nobody.http.get("/rules/walnut-grove")).text
        off = (await nobody.http.get("/rules/walnut-grove?options=beside=off,huts_free_wagons=off")).text
        assert old == off != now
        for wrong in ("revision=77", "revision=1&options=beside=off"):
            assert (await nobody.http.get(f"/rules/walnut-grove?{wrong}")).text == now
