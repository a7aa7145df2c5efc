"""Playing on from a move of a game that is over, at the door of a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.engine.contract import CHANCE
from farmstead.engine.record import re_execute, read_record, write_record
from farmstead.server.ratings.rules import judged
from farmstead.server.replay import recorded_games
from farmstead.server.store import Store
from tests.server.asking import BOT, ME, Browser, Doorstep, opened
from tests.server.branching import record_of, told
from tests.server.finishing import play_on, table_of
from tests.server.hubs import VALLEY
from tests.server.replay.test_recorded_games import person
from tests.server.stores import awaited

GROVE = "walnut-grove-2-german-1"
VALLEY_OF_TWO = "sunflower-valley-2-standard-0"


async def kept(door: Doorstep, name: str) -> str:
    return await recorded_games.keep(door.core, await person(door.core, "Keeper"), told(name))


async def branched(ada: Browser, name: str, status: int = 201, **wish: Any) -> Any:
    return await ada.post(f"/studies/{name}/branches", status, **wish)


@pytest.mark.parametrize("name", ["sunflower-valley-2-standard-1", "walnut-grove-4-german-103"])
@awaited
async def test_what_broke_a_tie_is_told_with_the_last_position(tmp_path: Path, name: str) -> None:
    """The end of a game with a tie is played once more, at a table."""
    record = record_of(told(name))
    ply = len(record.moves) - 12
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await branched(ada, await kept(door, name), ply=ply, luck="same"))["code"]
        left = [(seat, text) for seat, text in record.moves[ply:] if seat != CHANCE]
        while (position := await ada.look(code))["phase"] == "playing":
            seat, text = left.pop(0)
            if seat not in position["to_act"]:
                continue  # it was forced
            await ada.post(f"/tables/{code}/hand", seat=seat)
            own = await ada.look(code, seat)
            if text in own["legal"]:
                await ada.post(f"/tables/{code}/moves", seat=seat, decision=own["decision"], move=text)
        assert record_of(await ada.get(f"/tables/{code}/record")).score == record.score
        for language, word in (("en", "decide"), ("fr", "décident"), ("de", "entscheiden")):
            found = (await ada.get(f"/tables/{code}/position", lang=language))["verdict"]
            assert len(found) == 2 and word in found[1] and "Ada" in " ".join(found)
            shown = (await ada.http.get(f"/t/{code}/boards?lang={language}")).json()["verdict"]
            assert shown == found
            last = f"from={len(record.moves)}&to={len(record.moves)}&lang={language}"
            assert (await ada.get(f"/studies/{code}/frames?{last}"))["frames"][0]["verdict"] == found


@awaited
async def test_somebody_plays_on_from_a_move_of_a_table_that_is_over(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        parent = await ada.make(VALLEY, ME, BOT)
        await play_on(door.core, await table_of(door, parent["code"]))
        record = record_of(await ada.get(f"/tables/{parent['code']}/record"))
        half = len(record.moves) // 2
        made = await branched(ada, parent["code"], ply=half, seat=0, level=1, title=" What  if? ")
        assert made["title"] == "What if?" and made["mine"] and made["parent"] == parent["code"]
        table = await ada.get(f"/tables/{made['code']}")
        assert table["branch"]["ply"] == half and table["branch"]["luck"] == "same"
        assert not table["rated"] and not table["public"] and table["hints"] and table["fair"] is None
        assert [seat["how"] for seat in table["seats"]] == ["person", "bot"]
        lobby = await ada.get("/tables")
        assert made["code"] not in [each["code"] for each in lobby["tables"]]
        await play_on(door.core, await table_of(door, made["code"]))
        text = await ada.get(f"/tables/{made['code']}/record")
        written = read_record(text.encode())
        assert written.moves[:half] == record.moves[:half] and written.branch is not None
        assert written.branch.ply == half and written.branch.luck == "same"
        live = door.core.hub.live(await table_of(door, made["code"]))
        assert live is not None
        assert judged(live, await door.core.hub.options(await table_of(door, made["code"])), ()) == "off"
        further = await branched(ada, made["code"], ply=half + 3, luck="fresh")  # a branch of a branch
        assert (await ada.get(f"/tables/{further['code']}"))["branch"]["parent"] == made["code"]


@awaited
async def test_a_branch_stays_when_the_game_it_left_is_gone(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        parent = await ada.make(VALLEY, ME, BOT)
        await play_on(door.core, await table_of(door, parent["code"]))
        made = await branched(ada, parent["code"], ply=20)
        before = await ada.look(made["code"])
        await ada.ask("DELETE", f"/tables/{parent['code']}")
    async with opened(tmp_path) as door:  # after a restart
        ada = Browser(ada.http)
        store = door.core.store
        table = await store.tables.find(made["code"])
        assert await store.branches.at(table.id)
        position = await door.core.hub.position(table.id, None)
        assert position.view == before["view"] and position.number == before["number"]
        found = await store.branches.at(table.id)
        assert found is not None
        await store.tables.delete(table.id)
        assert await _records(store) == 0  # nobody needs the record any more


async def _records(store: Store) -> int:
    return await store._access.read(
        lambda connection: len(connection.exec_driver_sql("SELECT name FROM records").all())
    )


@awaited
async def test_all_seats_on_one_device_and_luck_that_is_chosen(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, bo = await door.visitor("Ada"), await door.visitor("Bo")
        name = await kept(door, VALLEY_OF_TWO)
        record = record_of(told(VALLEY_OF_TWO))
        ply = next(n for n, (_, move) in enumerate(record.moves) if move.startswith("roll"))
        made = await branched(ada, name, ply=ply, luck="chosen")
        code = made["code"]
        position = await ada.look(code)
        assert position["luck"] == "round 1 roll" and position["to_act"] == []
        luck = await ada.get(f"/tables/{code}/luck")
        assert luck["dice"] == 6 and [each["words"] for each in luck["faces"]][:2] == ["house", "sheep"]
        await bo.refused("POST", f"/tables/{code}/luck", 403, "not_yours", event="round 1 roll")
        await bo.refused("GET", f"/tables/{code}/luck", 403, "not_yours")
        problem = await ada.refused(
            "POST", f"/tables/{code}/luck", 409, "luck_impossible", event="round 1 roll", dice="HHH"
        )
        assert problem["instead"] and "can’t be drawn now" in problem["sentence"].lower()
        done = await ada.post(f"/tables/{code}/luck", event="round 1 roll", dice="CLUFSH")
        again = await ada.post(f"/tables/{code}/luck", event="round 1 roll", dice="CLUFSH")
        assert (done["again"], again["number"]) == (False, done["number"])
        position = await ada.look(code)
        assert position["luck"] == "" and position["to_act"]
        heard = await ada.get(f"/tables/{code}/news", since=0)
        assert any("Ada chose what was drawn." in each["words"] for each in heard["heard"])


@awaited
async def test_tiles_are_told_by_what_is_on_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        name = await kept(door, GROVE)
        moves = record_of(told(GROVE)).moves
        ply = next(n for n, (_, move) in enumerate(moves) if move.startswith("tile"))
        made = await branched(ada, name, ply=ply, luck="chosen", seat=1, level=1)
        luck = await ada.get(f"/tables/{made['code']}/luck", lang="de")
        assert luck["event"] == "year 1 spring seat 1 tile 1" and len(luck["outcomes"]) > 30
        assert any("Holz" in each["words"] or "Wald" in each["words"] for each in luck["outcomes"])
        wanted = luck["outcomes"][5]["move"]
        await ada.post(f"/tables/{made['code']}/luck", event=luck["event"], move=wanted)
        await ada.refused(
            "POST",
            f"/tables/{made['code']}/luck",
            409,
            "luck_impossible",
            event="year 1 spring seat 1 tile 2",
            move=wanted,
        )
        await ada.post(f"/tables/{made['code']}/luck", event="year 1 spring seat 1 tile 2", rest=True)
        assert (await ada.look(made["code"], 1))["luck"] == ""


@awaited
async def test_who_finds_a_branch_and_who_may_name_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, bo = await door.visitor("Ada"), await door.visitor("Bo")
        name = await kept(door, VALLEY_OF_TWO)
        mine = await branched(ada, name, ply=30, title="Mine")
        shared = await branched(ada, name, ply=40, title="Ours", shared=True)

        async def titles(who: Browser) -> list[str]:
            return [each["title"] for each in (await who.get(f"/studies/{name}/branches"))["branches"]]

        assert await titles(ada) == ["Ours", "Mine"] and await titles(bo) == ["Ours"]
        path = f"/studies/{name}/branches/{mine['code']}"
        await bo.refused("PATCH", path, 403, "not_owner", title="Bo's")
        await ada.refused("PATCH", path, 422, "name_bad", title="x" * 100)
        changed = await ada.ask("PATCH", path, json={"title": "Yours", "shared": True})
        assert changed["title"] == "Yours" and await titles(bo) == ["Ours", "Yours"]
        await ada.refused("PATCH", f"/studies/{name}/branches/nowhere", 404, "no_table", title="x")
        told_to_bo = (await bo.get(f"/studies/{name}/branches"))["branches"][0]
        assert told_to_bo["by"] == "Ada" and not told_to_bo["mine"] and told_to_bo["code"] == shared["code"]


@awaited
async def test_a_game_that_was_not_finished_goes_on_where_it_stopped(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        record = record_of(told(VALLEY_OF_TWO))
        text = write_record(re_execute(record, lambda *_: shelf.game(VALLEY), 40))
        name = (await ada.post("/studies", 201, text=text))["name"]
        assert (await ada.get(f"/studies/{name}/branches"))["last"] == 40
        made = await branched(ada, name, ply=40)
        assert (await ada.get(f"/tables/{made['code']}"))["phase"] == "playing"
        await branched(ada, name, 409, ply=41)


@awaited
async def test_what_cannot_be_branched(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, bo = await door.visitor("Ada"), await door.visitor("Bo")
        running = await ada.make(VALLEY, ME, BOT)
        path = f"/studies/{running['code']}/branches"
        await ada.refused("POST", path, 409, "running", ply=0)  # it would tell what is to come
        name = await kept(door, VALLEY_OF_TWO)
        path = f"/studies/{name}/branches"
        most = len(record_of(told(VALLEY_OF_TWO)).moves)
        problem = await ada.refused("POST", path, 409, "branch_ply", ply=most)
        assert str(most - 1) in problem["sentence"]
        await ada.refused("POST", path, 404, "no_such_seat", ply=3, seat=2)
        await ada.refused("POST", path, 422, "no_such_level", ply=3, seat=0, level=77)
        await ada.refused("POST", path, 400, "bad_message", ply=3, luck="good")
        await (await door.visitor()).refused("POST", path, 401, "no_player", ply=3)
        await ada.refused("POST", f"/studies/r{'0' * 32}/branches", 404, "no_study", ply=3)
        closed = await ada.make(VALLEY, ME, BOT, spectators=False)
        await play_on(door.core, await table_of(door, closed["code"]))
        await bo.refused("POST", f"/studies/{closed['code']}/branches", 403, "spectators_off", ply=3)
        mine = await branched(ada, closed["code"], ply=3, seat=0, level=1)
        seen = await bo.get(f"/tables/{mine['code']}")
        assert seen["branch"]["parent"].startswith("r") and closed["code"] not in str(seen)


@awaited
async def test_what_is_theirs_is_exported_and_goes_with_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        name = await kept(door, VALLEY_OF_TWO)
        await branched(ada, name, ply=30, title="What if")
        player = (await door.core.store.branches.of(name, None, 0), await ada.get("/me/export"))[1]
        assert [(each["title"], each["ply"]) for each in player["branches"]] == [("What if", 30)]
