"""A real browser, Chromium, and a real server: both once for all tests of a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from scripts.browsing import DESKTOP, PHONE, chromium, opened
from scripts.screenshots.serving import same_server
from scripts.screenshots.tables import Tables
from tests.server.serving import Process, process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from playwright.sync_api import expect

from tests.browser.hands import PATIENCE

expect.set_options(timeout=PATIENCE)

__all__ = ["DESKTOP", "DEVICES", "PHONE", "People"]

# What is much the same on both is looked at on the phone by `make test-more`.
DEVICES = [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone", marks=pytest.mark.more)]

# What a page draws by lot follows from its address and from how often it has drawn.
CHOSEN_LUCK = """(() => {
  let state = [...location.pathname].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  crypto.getRandomValues = (array) => array.map(() => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
})()"""

People: TypeAlias = Callable[..., Any]  # `Any`: pages are Playwright's, which may not be there


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Closed before other tests come: its driver keeps a loop running in this thread."""
    if chromium() is None:
        pytest.skip("there is no Chromium here; scripts/chromium installs it")
    with opened() as browser:
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("server") / "folder", "--pace", "0") as started:
        yield started


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Process]:
    """One that may be stopped."""
    with process(tmp_path / "folder", "--pace", "0") as started:
        yield started


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """Games in every phase, the same each time, at a server of their own."""
    with same_server(tmp_path_factory.mktemp("same") / "server") as url, closing(Tables(url)) as found:
        yield found


@pytest.fixture
def person(browser: Any) -> Iterator[People]:
    """Somebody new with a browser of their own; whatever goes wrong on their pages fails the test."""
    contexts: list[Any] = []
    faults: list[str] = []

    def come(where: Process, name: str, **settings: Any) -> Any:
        usual = {"locale": "en-GB", "reduced_motion": "reduce"}  # what moves is easily missed by a click
        context = browser.new_context(base_url=where.url, **{**usual, **(settings or DESKTOP)})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.add_init_script(CHOSEN_LUCK)
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
