"""Tables of a device without a server: as at one, kept before they are told, one view at a time."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from farmstead.engine.record import read_record
from farmstead.in_page.storage import MemoryStorage
from tests.in_page.asking import BESIDE, Page
from tests.server.stores import awaited

GROVE, VALLEY = "walnut-grove", "sunflower-valley"
BOT = {"who": "bot", "level": 1}
# What a browser lacks, and what of ours needs it.
MISSING = (
    "litestar", "sqlalchemy", "alembic", "uvicorn", "httpx", "typer", "multiprocessing", "argon2",
    "openskill", "farmstead.server.store", "farmstead.server.hub", "farmstead.server.core",
    "farmstead.server.http", "farmstead.server.people", "farmstead.server.api", "farmstead.cli",
    "farmstead.client",
)  # fmt: skip
WHOLE_GAME = """
import asyncio, sys
missing = sys.argv[1].split(",")
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if any(f"{name}.".startswith(f"{each}.") for each in missing):
            raise ImportError(f"a browser has no {name}")
sys.meta_path.insert(0, Blocked())
from tests.in_page.asking import Page
async def main():
    page = Page()
    for game in ("walnut-grove", "sunflower-valley"):
        code = await page.make(game, {"who": "bot", "level": 2})
        assert await page.choose(code) or True
        hint = await page.answer("GET", f"/api/tables/{code}/hint?seat=0")
        await page.ask("GET", f"/t/{code}/board.txt?seat=0")
        await page.ask("GET", f"/t/{code}/picture.svg?seat=0")
asyncio.run(main())
"""


@pytest.mark.parametrize(("game", "others"), [(GROVE, []), (VALLEY, [BOT])])
@awaited
async def test_a_whole_game(game: str, others: list[dict[str, Any]]) -> None:
    """Slow: it draws the boards after each of a hundred choices."""
    page = Page()
    code = await page.make(game, *others)
    told: list[str] = []
    end = await page.device.listen(
        f"/api/tables/{code}/stream?seat=0&show=changes", "en", lambda kind, _: told.append(kind)
    )
    assert await page.play(code) > 10
    end()
    assert told[0] == "boards" and "news" in told
    text = await page.ask("GET", f"/api/tables/{code}/record")
    assert read_record(text.encode()).setup.game == game
    listed = (await page.ask("GET", "/api/tables/mine"))["tables"]
    assert [(each["code"], each["phase"]) for each in listed] == [(code, "over")]
    again = await page.ask("POST", f"/api/tables/{code}/rematch")
    assert again["table"]["phase"] == "playing"
    assert (await page.table(code))["rematch"] == again["table"]["code"]


def test_it_needs_nothing_that_a_browser_lacks() -> None:
    """Slow: it starts another Python, which imports all that is needed for two games."""
    run = [sys.executable, "-c", WHOLE_GAME, ",".join(MISSING)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr


@awaited
async def test_after_a_reload_it_goes_on_where_it_was() -> None:
    page = Page()
    code = await page.make(VALLEY, BOT)
    for _ in range(6):
        await page.choose(code)
    before = await page.boards(code)
    after = await Page(page.storage).boards(code)
    assert (before["number"], before["choices"]) == (after["number"], after["choices"])


@pytest.mark.parametrize(("trouble", "key"), [("full", "device_full"), ("away", "device_away")])
@awaited
async def test_what_cannot_be_kept_is_not_made(trouble: str, key: str) -> None:
    storage = MemoryStorage()
    page = Page(storage)
    code = await page.make(GROVE)
    found = await page.boards(code)
    storage.trouble = trouble
    wish = {"seat": 0, "decision": found["decision"], "moves": found["choices"][0][0][:1]}
    await page.refused("POST", f"/t/{code}/boards", key, wish)
    await page.refused("POST", "/api/tables", key, {"game": GROVE, "seats": [{"who": "me"}]})
    assert (await page.boards(code))["number"] == found["number"]
    storage.trouble = ""
    assert (await page.choose(code))["number"] > found["number"]


@awaited
async def test_two_tabs_see_what_the_other_does() -> None:
    storage = MemoryStorage()
    one, other = Page(storage), Page(storage)
    code = await one.make(GROVE)
    first = await other.boards(code)
    made = await one.choose(code)
    wish = {"seat": 0, "decision": first["decision"], "moves": first["choices"][0][0][:1]}
    again = await other.ask("POST", f"/t/{code}/boards", wish)  # the same, and it is made once
    assert again["number"] == made["number"]
    await one.choose(code)
    await other.device.tables.heard_elsewhere(code)
    assert (await other.boards(code))["number"] == (await one.boards(code))["number"]


@awaited
async def test_a_shared_device_shows_one_side_at_a_time() -> None:
    page = Page()
    code = await page.make(GROVE, BESIDE)
    assert (await page.table(code))["holder"] is None
    await page.refused("GET", f"/t/{code}/boards?seat=0", "not_handed_over")
    await page.ask("POST", f"/api/tables/{code}/hand", {"seat": 1})
    await page.boards(code, 1)
    for path in (
        f"/t/{code}/boards?seat=0",
        f"/api/tables/{code}/news?seat=0",
        f"/t/{code}/look?seat=0&of=0",
    ):
        await page.refused("GET", path, "not_handed_over")
    told: list[tuple[str, str]] = []
    await page.device.listen(f"/api/tables/{code}/stream?seat=1", "en", lambda *event: told.append(event))
    await page.choose(code, 1)
    await page.ask("POST", f"/api/tables/{code}/hand", {"seat": 0})
    told.clear()
    await page.choose(code, 0)
    assert told == [("end", "not_yours")]


@awaited
async def test_undo_and_what_is_not_there() -> None:
    page = Page()
    code = await page.make(GROVE)
    before = await page.boards(code)
    after = await page.choose(code)
    await page.ask("POST", f"/api/tables/{code}/ask", {"seat": 0, "to": after["number"]})
    assert (await page.boards(code))["choices"] == before["choices"]
    status = 0
    while status != 200:  # where nothing was drawn meanwhile
        decision = (await page.choose(code))["decision"]
        status, _ = await page.answer(
            "POST", f"/api/tables/{code}/undo", {"seat": 0, "decision": decision, "choices": 1}
        )
    await page.refused("GET", "/api/tables/nowhere", "no_table")
    await page.refused("GET", f"/api/tables/{code}/webhook", "nothing_there")
    await page.refused("POST", f"/api/tables/{code}/undo", "bad_message", {"seat": "x"})
    wish = {"game": GROVE, "seats": [{"who": "me"}, {"who": "open"}]}
    await page.refused("POST", "/api/tables", "device_alone", wish)
    await page.ask("DELETE", f"/api/tables/{code}")
    await page.refused("GET", f"/api/tables/{code}", "no_table")
    assert json.loads(await page.storage.tables()) == []
