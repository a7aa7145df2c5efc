"""What whoever runs a server does by commands, beside one that runs and without one."""

from __future__ import annotations

import asyncio
import io
import sys
from pathlib import Path

import pytest

from farmstead.cli.main import main
from farmstead.server.moderation.operator import hash_in
from farmstead.server.store import Milliseconds
from scripts.postgres import Cluster
from tests.server.asking import ME, OPEN, Doorstep, opened
from tests.server.fresh import fresh_file
from tests.server.postgres import postgres
from tests.server.stores import awaited

__all__ = ["postgres"]

Capture = pytest.CaptureFixture[str]
VALLEY = "sunflower-valley"
DAY: Milliseconds = 86_400_000


async def run(folder: Path, *words: str) -> int:
    return await asyncio.to_thread(main, [*words, "--folder", str(folder)])


async def table_of_two(door: Doorstep) -> str:
    ada, bo = await door.people("Ada", "Bo")
    code: str = (await ada.make(VALLEY, ME, OPEN))["code"]
    await bo.post(f"/tables/{code}/seats/1")
    return code


@awaited
async def test_people_are_listed_and_dealt_with_while_the_server_runs(
    tmp_path: Path, capsys: Capture
) -> None:
    """Slow: the server looks for orders once a second."""
    async with opened(tmp_path) as door:
        code = await table_of_two(door)
        ada = await door.visitor("Cy")
        assert await run(tmp_path, "people", "list") == 0
        listed = capsys.readouterr().out
        assert "2\tBo\tguest\tseen " in listed and "tables 1" in listed and listed.endswith("3 people.\n")
        assert await run(tmp_path, "people", "rename", "bo", "Ben") == 0
        assert (await ada.get(f"/tables/{code}"))["seats"][1]["name"] == "Ben"
        assert await run(tmp_path, "people", "block", "2") == 0
        assert (await ada.get(f"/tables/{code}"))["seats"][1]["away"] == "left"
        assert await run(tmp_path, "people", "list", "Ben") == 0
        assert "\tblocked 20" in capsys.readouterr().out
        assert await run(tmp_path, "people", "unblock", "Ben") == 0
        for words, says in (
            (("rename", "9", "X"), "nobody with the number 9"),
            (("block", "Nobody"), "nobody called 'Nobody'"),
            (("rename", "2", " "), "name"),
            (("delete", "2"), "--yes"),
            (("sign-out", "2"), "a guest and can never come back"),
        ):
            assert await run(tmp_path, "people", *words) == 1
            assert says in capsys.readouterr().err
        assert await run(tmp_path, "people", "delete", "2", "--yes") == 0
        assert (await ada.get(f"/tables/{code}"))["seats"][1]["name"] == ""


@awaited
async def test_tables_are_listed_closed_and_deleted_while_the_server_runs(
    tmp_path: Path, capsys: Capture
) -> None:
    """Slow: the server looks for orders once a second."""
    async with opened(tmp_path) as door:
        code = await table_of_two(door)
        assert await run(tmp_path, "tables", "list", "--state", "playing") == 0
        listed = capsys.readouterr().out
        assert "1\tsunflower-valley\tplaying\tby link\t" in listed and "Ada (1), Bo (2)" in listed
        assert code not in listed
        assert await run(tmp_path, "tables", "close", "1") == 0
        visitor = await door.visitor("Cy")
        assert (await visitor.get(f"/tables/{code}"))["phase"] == "closed"
        assert await run(tmp_path, "tables", "close", "1") == 1
        assert "closed this table" in capsys.readouterr().err
        assert await run(tmp_path, "tables", "delete", "7", "--yes") == 1
        assert "no table 7" in capsys.readouterr().err
        assert await run(tmp_path, "tables", "delete", "1", "--yes") == 0
        await visitor.refused("GET", f"/tables/{code}", 404, "no_table")


@awaited
async def test_orders_reach_the_worker_of_a_table_on_postgresql(
    tmp_path: Path, postgres: Cluster, capsys: Capture
) -> None:
    """Slow: a database is made, and two servers share it."""
    url = postgres.database()
    async with (
        opened(tmp_path, db=url, processes=1) as one,
        opened(tmp_path, db=url, processes=1) as other,
    ):
        codes = [await table_of_two(door) for door in (one, other)]
        for number in ("1", "2"):
            assert await asyncio.to_thread(main, ["tables", "close", number, "--db", url]) == 0
        assert await asyncio.to_thread(main, ["people", "block", "2", "--db", url]) == 0
        for door, code in zip((one, other), codes, strict=True):
            visitor = await door.visitor("Cy")
            assert (await visitor.get(f"/tables/{code}"))["phase"] == "closed"
    assert await asyncio.to_thread(main, ["people", "unblock", "2", "--db", url]) == 1
    assert "No server is running" in capsys.readouterr().err


@awaited
async def test_reports_are_read_and_settled(tmp_path: Path, capsys: Capture) -> None:
    async with opened(tmp_path) as door:
        code = await table_of_two(door)
        ada = await door.visitor("Cy")
        await ada.post(f"/tables/{code}/report", seat=1, text="Rude.")
    assert await run(tmp_path, "people", "reports") == 0
    out = capsys.readouterr().out
    assert "about Bo (number 2), at table 1," in out and "by Cy (number 3): Rude." in out
    assert await run(tmp_path, "people", "settle", "1") == 0
    assert await run(tmp_path, "people", "reports") == 0
    assert capsys.readouterr().out.endswith("0 reports.\n")
    assert await run(tmp_path, "people", "settle", "5") == 1


@awaited
async def test_without_a_server_nothing_is_ordered(tmp_path: Path, capsys: Capture) -> None:
    async with opened(tmp_path) as door:
        await table_of_two(door)
    assert await run(tmp_path, "people", "block", "Bo") == 1
    assert "No server is running" in capsys.readouterr().err
    async with opened(tmp_path) as door:
        assert await door.core.store.moderation.orders() == []
        assert (await door.core.store.moderation.people("Bo"))[0].blocked is None


@awaited
async def test_who_has_not_come_back_is_tidied_away(tmp_path: Path, capsys: Capture) -> None:
    """Slow: the server looks for orders once a second."""
    from farmstead.server.store import wall_clock

    async with opened(tmp_path, clock=lambda: wall_clock() - 400 * DAY) as door:
        await table_of_two(door)
        eve = await door.visitor()
        await eve.post("/account", 201, name="Eve", passphrase="four quiet hens at dusk")
        await eve.make(VALLEY, ME, OPEN)
    async with opened(tmp_path) as door:
        await door.people("Cy")
        assert await run(tmp_path, "tidy") == 1
        assert await run(tmp_path, "tidy", "--guests", "365", "--waiting", "30") == 0
        assert "Would be deleted, with --yes: 2 guests, 1 tables." in capsys.readouterr().out.replace(
            "\n", " "
        )
        assert len(await door.core.store.moderation.people()) == 4
        assert await run(tmp_path, "tidy", "--guests", "365", "--waiting", "30", "--yes") == 0
        assert [each.name for each in await door.core.store.moderation.people()] == ["Cy", "Eve"]
        assert await door.core.store.tables.every() == []


@awaited
async def test_invitations_are_made_listed_and_withdrawn(tmp_path: Path, capsys: Capture) -> None:
    await fresh_file(tmp_path / "tables.db")
    words = ("invite", "--uses", "3", "--note", "the club", "--url", "https://play.example/")
    assert await run(tmp_path, "account", *words) == 0
    first, link = capsys.readouterr().out.splitlines()
    assert "for 3 accounts" in first and link.startswith("https://play.example/you#invitation=")
    assert await run(tmp_path, "account", "invitations") == 0
    listed = capsys.readouterr().out
    assert (
        "1\tuses left 3\tuntil " in listed and "the club" in listed and link.partition("=")[2] not in listed
    )
    assert await run(tmp_path, "account", "withdraw", "1") == 0
    assert await run(tmp_path, "account", "withdraw", "1") == 1


def test_the_operators_passphrase_is_kept_as_a_hash_for_its_owner_only(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from farmstead.server.base.settings import Settings

    settings = Settings(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("short\n"))
    assert main(["operator", "passphrase", "--folder", str(tmp_path)]) == 1
    assert hash_in(settings) == ""
    monkeypatch.setattr(sys, "stdin", io.StringIO("four quiet hens at dusk\n"))
    assert main(["operator", "passphrase", "--folder", str(tmp_path)]) == 0
    assert hash_in(settings).startswith("$argon2id$") and "hens" not in hash_in(settings)
    assert settings.operator.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["operator.hash"]
    assert main(["operator", "off", "--folder", str(tmp_path)]) == 0
    assert hash_in(settings) == "" and "no page /operator any more" in capsys.readouterr().out
    assert main(["operator", "passphrase", "--folder", str(tmp_path / "nowhere")]) == 1
