"""The par of a day: found with all luck known, told to those who have finished, and watched by them alone."""

from __future__ import annotations

from pathlib import Path

from farmstead import shelf
from farmstead.engine.record import re_execute, read_record
from farmstead.server.daily.pars import DailyPars, ParWanted, par_of
from tests.server.asking import opened
from tests.server.daily.test_daily import begun, finish, past, shown
from tests.server.finishing import DAY, Wall, table_of
from tests.server.hubs import VALLEY, WALNUT
from tests.server.stores import awaited

SMALL = (1, 1, 2)


def test_the_game_that_is_found_has_the_luck_of_the_day() -> None:
    """Slow: a hundred games or so are played."""
    found = [par_of(SMALL, ParWanted(WALNUT, None, bytes(range(32)), DAY)) for _ in range(2)]
    assert found[0] == found[1] and not found[0].fault and found[0].points > 0
    table = re_execute(read_record(found[0].record.encode()), shelf.game_for)
    assert table.state.scores() == [found[0].points] and table.setup.edition == found[0].edition


def test_what_goes_wrong_is_told() -> None:
    assert "nowhere" in par_of(SMALL, ParWanted("nowhere", None, bytes(32), DAY)).fault


@awaited
async def test_par_is_told_and_shown_to_those_who_have_finished(tmp_path: Path) -> None:
    """Slow: games are played here and in another process."""
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        ada, ben = await door.people("Ada", "Ben")
        pars = DailyPars(door.core.store, SMALL)
        code, other = await begun(ada), await begun(ada, VALLEY)
        await pars.find_all()
        await pars.find_all()  # it is there already
        await pars.close()
        found = await door.core.store.dailies.par(DAY, WALNUT)
        assert found is not None and await door.core.store.dailies.par(DAY, VALLEY) is None and other
        key = await door.core.store.tables.key(await table_of(door, code))
        assert found.points == par_of(SMALL, ParWanted(WALNUT, None, key, DAY)).points
        assert (await shown(ada))["par"] is None and found.record not in (await ada.http.get("/daily")).text
        study = f"/studies/{found.record}"
        await ada.refused("GET", study, 403, "daily_closed")
        await finish(door, code)
        told = await shown(ada)
        assert (told["par"], told["par_game"]) == (found.points, found.record)
        assert f"/replay/{found.record}" in (await ada.http.get("/daily")).text
        await ada.get(study)
        await ben.refused("GET", study, 403, "daily_closed")
        wall.pass_midnight()
        await ben.get(study)
        assert (await past(ben))["par"] == found.points


@awaited
async def test_the_luck_of_a_day_is_not_to_be_had_for_nothing(tmp_path: Path) -> None:
    """Who resigns at once has not finished, and nobody shows it on from a table of another game.

    Slow: games are played here and in another process.
    """
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        ada, ben = await door.people("Ada", "Ben")
        pars = DailyPars(door.core.store, SMALL)
        code, other = await begun(ada), await begun(ben)
        await pars.find_all()
        await pars.close()
        found = await door.core.store.dailies.par(DAY, WALNUT)
        assert found is not None
        study = f"/studies/{found.record}"
        await ben.post(f"/tables/{other}/resign", seat=0)
        await finish(door, other)
        told = await shown(ben)
        assert told["mine"] == "resigned" and told["results"] is not None
        assert told["par"] is None and told["par_game"] == ""
        await ben.refused("GET", study, 403, "daily_closed")
        await finish(door, code)
        assert (await shown(ada))["par_game"] == found.record
        going_on = {"ply": 3, "luck": "same", "seat": 0, "level": 1}
        await ada.refused("POST", f"{study}/branches", 403, "daily_closed", **going_on)
        wall.pass_midnight()
        await ben.get(study)
        await ada.post(f"{study}/branches", 201, **going_on)
