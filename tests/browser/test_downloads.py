"""Games taken along and brought back, and one's own games, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.engine.record import re_execute, read_record, write_record
from farmstead.render.embedded_record import record_in
from tests.browser.axe import obstacles
from tests.browser.conftest import DESKTOP, DEVICES, PHONE, People
from tests.browser.test_replay import PATIENCE, VALLEY, come, shown
from tests.server.serving import Process

SHORT = 6  # moves: their film is soon made


def begun() -> str:
    """A game that has just begun."""
    return write_record(re_execute(read_record(VALLEY.read_bytes()), shelf.game_for, SHORT))


def brought(page: Any, text: str) -> str:
    answer = page.context.request.post("/api/studies", data={"text": text})
    assert answer.ok, answer.text()
    name: str = answer.json()["name"]
    return name


def see_log(page: Any, settings: Any) -> None:
    """Where it is a tab of its own, the downloads are there."""
    if settings is PHONE:
        page.locator("#tabs [data-tab=talk]").click()


@contextmanager
def saved(page: Any, folder: Path) -> Iterator[list[Path]]:
    """What the browser saves meanwhile."""
    found: list[Path] = []
    with page.expect_download(timeout=PATIENCE) as waiting:
        yield found
    found.append(folder / waiting.value.suggested_filename)
    waiting.value.save_as(found[0])


@pytest.mark.parametrize("settings", DEVICES)
def test_every_kind_is_saved_and_one_is_brought_back(
    server: Process, person: People, tmp_path: Path, settings: Any
) -> None:
    """Slow: a film is drawn and saved in every format."""
    page, text = come(server, person, **settings), begun()
    name = brought(page, text)
    page.goto(f"/replay/{name}?seat=2#5")
    shown(page, 5)
    see_log(page, settings)
    area = page.locator("#downloads")
    area.locator("h3").wait_for()
    files = {}
    for kind in ("Game file", "PNG", "SVG", "PDF"):
        with saved(page, tmp_path) as found:
            area.get_by_role("link", name=kind, exact=True).click()
        files[kind] = found[0]
    with saved(page, tmp_path) as found:
        area.get_by_role("button", name="GIF").click()
    files["GIF"] = found[0]
    assert "ready" in area.get_by_role("status").inner_text()
    assert not area.locator("progress").is_visible()
    assert {kind: record_in(file.read_bytes()) for kind, file in files.items()} == dict.fromkeys(files, text)
    assert f"Move 5 of {SHORT}" in files["SVG"].read_text(encoding="utf-8")
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(files["GIF"])
    page.wait_for_url(f"**/replay/{name}*")


def test_downloads_by_keyboard_follow_the_move_that_is_shown(
    server: Process, person: People, tmp_path: Path
) -> None:
    page = come(server, person, **DESKTOP)
    page.goto(f"/replay/{brought(page, begun())}#3")
    shown(page, 3)
    link = page.locator("#downloads").get_by_role("link", name="SVG")
    link.wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#downloads[data-ply='4']")
    link.focus()
    with saved(page, tmp_path) as found:
        page.keyboard.press("Enter")
    assert f"Move 4 of {SHORT}" in found[0].read_text(encoding="utf-8")


@pytest.mark.parametrize("settings", DEVICES)
def test_nobody_has_games_at_first(server: Process, person: People, settings: Any) -> None:
    page = come(server, person, **settings)
    page.goto("/you")
    page.get_by_role("link", name="All my games and stats").click()
    page.wait_for_url("**/mine")
    assert page.get_by_role("link", name="Play a game").is_visible() and obstacles(page) == []
