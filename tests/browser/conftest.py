"""A real browser, Debian's Chromium, and a real server: both once for all tests here."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.server.serving import Process, process

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", "locale": "en-GB"}
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
    "locale": "en-GB",
}
People: TypeAlias = Callable[..., Any]  # `Any`: pages are Playwright's, which may not be there


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Closed before other tests come: its driver keeps a loop running in this thread."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("server") / "folder", "--pace", "0") as started:
        yield started


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Process]:
    """One that may be stopped."""
    with process(tmp_path / "folder", "--pace", "0") as started:
        yield started


@pytest.fixture
def person(browser: Any) -> Iterator[People]:
    """Somebody new with a browser of their own; whatever goes wrong on their pages fails the test."""
    contexts: list[Any] = []
    faults: list[str] = []

    def come(where: Process, name: str, **settings: Any) -> Any:
        context = browser.new_context(base_url=where.url, **(settings or DESKTOP))
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if "Security Policy" in said.text else None)
        answer = context.request.put("/api/me", data={"name": name})
        assert answer.ok, answer.text()
        return page

    yield come
    for context in contexts:
        context.close()
    assert faults == []
