"""The game without a server, in a real browser: files below a path, and after the first visit no network."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.hands import PATIENCE, Hands, waited
from tests.in_page.sites import NEEDS_RUNTIME

pytestmark = [pytest.mark.more, NEEDS_RUNTIME]
GROVE, VALLEY = "walnut-grove", "sunflower-valley"
# Everything that the page's own thread was ever sent by its worker.
HEARD = """(() => {
  window.heard = [];
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => window.heard.push(JSON.stringify(data)));
    }
  };
})()"""


# Until another version has taken over.
CONTROLLED = """async () => {
  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
}"""
TAKEN_OVER = """async () => {
  const kept = await navigator.serviceWorker.ready;
  const changed = new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));
  await kept.update();
  await changed;
  while (kept.active.state !== 'activated') await new Promise((done) => setTimeout(done, 50));
}"""


class Quiet(SimpleHTTPRequestHandler):
    """What `python -m http.server` does, without a line for each request."""

    def log_message(self, *_: Any) -> None:
        pass


class Site:
    """A site that is served below a path."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.url = url


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Written once, as `make site` does it."""
    top = tmp_path_factory.mktemp("web")
    folder = top / "below" / "another"
    subprocess.run([sys.executable, "-m", "scripts.site", "--to", str(folder)], check=True)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(top))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield Site(folder, f"http://127.0.0.1:{server.server_port}/below/another/")
        server.shutdown()


Come = Callable[..., Any]  # `Any` in what follows: pages are Playwright's, which may not be there


@pytest.fixture
def come(browser: Any) -> Iterator[Come]:
    """Somebody new; whatever goes wrong on their pages, or is asked of another place, fails the test."""
    contexts: list[Any] = []
    faults: list[str] = []
    asked: set[str] = set()

    def made(script: str = "", **settings: Any) -> Any:
        context = browser.new_context(locale="en-GB", **(settings or DESKTOP))
        context.set_default_timeout(PATIENCE)
        context.on(
            "request", lambda request: asked.add(re.sub(r"^((?:blob:)?\w+://[^/]+/).*", r"\1", request.url))
        )
        if script:
            context.add_init_script(script)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield made
    for context in contexts:
        context.close()
    assert faults == []
    assert len({each.removeprefix("blob:") for each in asked}) <= 1, asked


def begin(page: Any, site: Site, game: str, way: str) -> Any:
    """From the front page to a table with one tap."""
    page.goto(site.url)
    page.locator(f"[data-game={game}] .{way}:not([disabled])").click()
    page.wait_for_url("**/table.html?code=*")
    return waited(page)


def cut_off(page: Any) -> None:
    """Once all is kept, there is no network any more."""
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.context.set_offline(True)


@pytest.mark.parametrize("device", [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone")])
@pytest.mark.parametrize(("game", "way"), [(GROVE, "alone"), (VALLEY, "now")])
def test_whole_games_without_a_network(
    come: Come, site: Site, game: str, way: str, device: dict[str, Any]
) -> None:
    """Slow: it plays whole games by clicks."""
    page = come(**device)
    begin(page, site, game, way)
    cut_off(page)
    Hands(page, tap="is_mobile" in device).play()
    points = page.locator("#end-body").inner_text()
    page.reload()
    assert waited(page) == "over"
    assert page.locator("#end-body .headline").inner_text() in points
    page.goto(f"{site.url}en/index.html")
    page.locator("#mine-list li").wait_for()
    assert page.locator("#mine-list li").count() == 1


def test_a_reload_in_every_season(come: Come, site: Site) -> None:
    """Slow: it loads the page again after each of twenty choices."""
    page = come()
    begin(page, site, GROVE, "alone")
    hands = Hands(page)
    for _ in range(20):
        hands.choose()
        waited(page)
        before = hands.position(), page.locator("#question").inner_text()
        page.reload()
        waited(page)
        assert (hands.position(), page.locator("#question").inner_text()) == before


def test_two_tabs_at_one_table(come: Come, site: Site) -> None:
    """Slow: each tab starts the runtime."""
    one = come()
    begin(one, site, GROVE, "alone")
    other = one.context.new_page()
    other.goto(one.url)
    waited(other)
    same = "position => document.body.dataset.position === position"
    for mine, others in [(one, other), (other, one)] * 3:
        Hands(mine).choose()
        waited(mine)
        others.wait_for_function(same, arg=Hands(mine).position())
        waited(others)


def test_nothing_of_the_others_comes_to_the_page_of_a_shared_device(come: Come, site: Site) -> None:
    """Slow: it starts the runtime, and plays on until the device was handed over."""
    page = come(HEARD)
    begin(page, site, GROVE, "friends")
    hands = Hands(page)
    hands.play(until=lambda: hands.handed > 2 and hands.choices > 4)
    heard: list[str] = page.evaluate("window.heard")
    views = [each for each in heard if '"view":' in each or '\\"view\\":' in each]
    assert heard and views
    for each in views:  # all of a view is in the boards, and none of it comes as such
        assert re.search(r'\\"view\\":(\{\}|null)', each), each[:300]


def test_a_browser_that_keeps_nothing_says_so(come: Come, site: Site) -> None:
    """Slow: it starts the runtime."""
    page = come()
    script = (site.folder / next(site.folder.glob("runtime/*/storage.js"))).read_text(encoding="utf-8")
    refusing = script.replace(
        "indexedDB.open(NAME, VERSION)", "(() => { throw new DOMException('no', 'SecurityError'); })()"
    )
    assert refusing != script
    page.route("**/storage.js", lambda route: route.fulfill(body=refusing, content_type="text/javascript"))
    page.goto(site.url)
    page.locator(f"[data-game={GROVE}] .alone:not([disabled])").click()
    page.wait_for_function("document.querySelector('#trouble').innerText")
    assert "isn’t keeping anything" in page.locator("#trouble").inner_text()


def test_a_new_version_is_taken_over_with_games_in_progress(come: Come, site: Site) -> None:
    """Slow: it keeps the site twice."""
    page = come()
    begin(page, site, GROVE, "alone")
    page.evaluate(CONTROLLED)
    hands = Hands(page)
    hands.choose()
    waited(page)
    before = hands.position()
    changed = [(file, file.read_text(encoding="utf-8")) for file in (site.folder / "en").glob("table.html")]
    worker = site.folder / "service-worker.js"
    text = worker.read_text(encoding="utf-8")
    try:
        for file, html in changed:
            file.write_text(html.replace("<body>", '<body data-newer="yes">'), encoding="utf-8")
        worker.write_text(re.sub(r'\$\{"[0-9a-f]{12}"\}', '${"0123456789ab"}', text), encoding="utf-8")
        assert worker.read_text(encoding="utf-8") != text
        page.evaluate(TAKEN_OVER)
        cut_off(page)
        page.reload()
        assert waited(page) == "choose"
        assert page.locator("body").get_attribute("data-newer") == "yes"
        assert hands.position() == before
        hands.choose()
    finally:
        worker.write_text(text, encoding="utf-8")
        for file, html in changed:
            file.write_text(html, encoding="utf-8")


def test_what_needs_a_server_says_so_kindly(come: Come, site: Site) -> None:
    page = come()
    page.goto(f"{site.url}fr/elsewhere.html")
    assert "il faut un serveur" in page.locator("h1").inner_text()
    page.goto(f"{site.url}en/rules-{GROVE}.html")
    links: list[str] = page.locator("a[href]").evaluate_all(
        "all => all.map((each) => each.getAttribute('href'))"
    )
    files = {each.partition("#")[0].partition("?")[0] for each in links}
    assert all((site.folder / "en" / each).exists() for each in files if each), files


def test_a_challenge_is_taken_up_in_another_browser(come: Come, site: Site) -> None:
    """Slow: two people play a game by clicks."""
    ada, ben = come(), come(**PHONE)
    begin(ada, site, VALLEY, "now")
    Hands(ada).play()
    link = ada.locator("#challenge input").input_value()
    assert link.startswith(site.url)
    ben.goto(link)
    ben.locator("#challenge-play:not([disabled])").click()
    ben.wait_for_url("**/table.html?code=*")
    waited(ben)
    cut_off(ben)
    Hands(ben, seed=2, tap=True).play()
    ben.locator("#challenge svg").nth(1).wait_for()
    assert ben.locator("#challenge figcaption").count() == 2
    ben.goto(f"{link[:-40]}A")
    ben.locator("#trouble .notice").wait_for()
    assert ben.locator("#challenge-play").is_disabled()
