"""How often the database is asked: what is known is not asked again, and many things are asked at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.postgres import Cluster
from tests.server.asking import BOT, ME, OPEN, Browser, opened
from tests.server.neighbouring import at_door, several
from tests.server.statements import counted
from tests.server.stores import awaited, by_hand

VALLEY = "sunflower-valley"


async def look_home(browser: Browser) -> int:
    """How many statements the list of public tables takes."""
    await browser.get("/tables")
    with counted() as asked:
        await browser.get("/tables")
    return len(asked)


@awaited
async def test_a_list_of_tables_takes_as_many_statements_as_one_table(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        people = await door.people(*[f"Player {n}" for n in range(12)])
        stranger = await door.visitor()
        await people[0].make(VALLEY, ME, OPEN, public=True)
        one = await look_home(stranger)
        for each in people[1:]:
            await each.make(VALLEY, ME, OPEN, public=True)
        assert await look_home(stranger) == one <= 3
        tables = (await stranger.get("/tables"))["tables"]
        names = [table["seats"][0]["name"] for table in tables]
        assert names == [f"Player {n}" for n in reversed(range(12))]


@awaited
async def test_rematches_of_ones_own_tables_are_asked_for_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        rematches = []
        for n in range(5):
            code = (await ada.make(VALLEY, ME, OPEN))["code"]
            await ben.post(f"/tables/{code}/seats/1")
            if n:
                row = await door.core.store.tables.find(code)
                by_hand(tmp_path / "tables.db", f"UPDATE tables SET rematch = id - 1 WHERE id = {row.id}")
                rematches.append((await door.core.store.tables.get(row.id - 1)).code)
            if n == 1:
                await ada.get("/tables/mine")
                with counted() as two:
                    await ada.get("/tables/mine")
        await ada.get("/tables/mine")
        with counted() as five:
            tables = (await ada.get("/tables/mine"))["tables"]
        assert [table["rematch"] for table in tables] == [*reversed(rematches), ""]
        assert len(five) == len(two)


@awaited
async def test_a_redraw_asks_nothing_about_names(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        code = (await ada.make(VALLEY, ME, OPEN))["code"]
        await ben.post(f"/tables/{code}/seats/1")
        where = f"/t/{code}/boards?seat=0"
        first = await ada.http.get(where)
        with counted() as asked:
            again = await ada.http.get(where)
            overlay = await ada.http.get(f"/t/{code}/look?seat=0&of=1")
        assert asked == []
        assert first.content == again.content and "Ben" in first.text and overlay.status_code == 200


@awaited
async def test_names_are_asked_for_again_when_they_change(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        code = (await ada.make(VALLEY, ME, OPEN))["code"]
        heard = f"/tables/{code}/news?since=0"
        assert "Ben" not in str(await ada.get(heard))
        await ben.post(f"/tables/{code}/seats/1")
        assert "Ben" in str(await ada.get(heard))
        await ben.ask("PUT", "/me", json={"name": "Bengt"})
        assert "Bengt" in str(await ada.get(heard))
        assert "Bengt" in (await ada.http.get(f"/t/{code}/boards?seat=0")).text
        await ben.ask("DELETE", "/me")
        assert "Bengt" not in str(await ada.get(heard))


@awaited
async def test_who_sits_where_before_the_game_is_never_remembered_from_before(tmp_path: Path) -> None:
    """Somebody reads the seats after they are written and before the table is folded on."""
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        made = await ada.make(VALLEY, ME, OPEN, OPEN)
        code, store = made["code"], door.core.store
        append = store.journal.append

        async def read_in_between(*details: object) -> object:
            done = await append(*details)  # type: ignore[arg-type]
            await ada.get(f"/tables/{code}/news?since=0")
            return done

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store.journal, "append", read_in_between)
            await ben.post(f"/tables/{code}/seats/1")
        await ben.post(f"/tables/{code}/leave", seat=1)
        heard = (await ada.get(f"/tables/{code}/news?since=0"))["heard"]
        assert "Ben" not in str(heard[-1])


@awaited
async def test_a_move_of_the_page_does_not_ask_what_others_wrote(tmp_path: Path, postgres: Cluster) -> None:
    """As a move of a program does not: it finds out when it is written."""
    async with several(tmp_path, postgres.database(), 1) as (door,):
        ada = await door.visitor("Ada")
        code = (await ada.make(VALLEY, ME, BOT))["code"]
        await ada.http.get(f"/t/{code}/boards?seat=0")
        position = await ada.look(code, 0)
        body = {"seat": 0, "decision": position["decision"], "moves": [position["legal"][0]]}
        with counted() as by_page:
            answer = await ada.http.post(f"/t/{code}/boards", json=body)
        assert answer.status_code == 200 and answer.json()["number"] > position["number"]
        assert not [each for each in by_page if is_question(each)]


def is_question(statement: str) -> bool:
    """What a table is asked before each look: its last entry and its options, nothing else."""
    return statement.startswith("SELECT tables.id, tables.last, tables.options")


@awaited
async def test_names_that_change_elsewhere_are_heard_of(tmp_path: Path, postgres: Cluster) -> None:
    async with several(tmp_path, postgres.database()) as (one, other):
        ada, ben = await one.people("Ada", "Ben")
        code = (await ada.make(VALLEY, ME, OPEN))["code"]
        await ben.post(f"/tables/{code}/seats/1")
        there = await at_door(other, ada)
        heard = f"/tables/{code}/news?since=0"
        assert "Ben" in str(await there.get(heard))
        await ben.ask("PUT", "/me", json={"name": "Bengt"})
        for _ in range(200):
            if "Bengt" in str(await there.get(heard)):
                return
        raise AssertionError("the new name is not heard of")
