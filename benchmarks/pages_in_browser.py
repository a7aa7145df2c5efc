"""The pages in a real browser: what comes over the wire, when a table can be used, how soon a choice is seen."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from farmstead.engine.contract import FarmsteadError
from tests.browser.hands import Hands, waited

ARGUMENTS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE: Final = 60_000  # milliseconds
QUIET: Final = 400  # milliseconds without a byte, after which a visit has brought all it brings
TASKS: Final = "disabled-by-default-devtools.timeline"
LATE: Final = 12  # choices, after which there is much to be seen in either game
STEPS: Final = 60  # of a drag
DWELL: Final = 260  # milliseconds on a part, so that what it would do is shown, too
PARTS: Final = 12  # that are pointed at

# Watches from the first moment on: when something can be chosen, and what lies between a click that decides
# and the first frame with the new boards.
WATCHING: Final = """(() => {
  const told = (window.told = { usable: 0, redrawn: [], clicked: 0 });
  const open = '.part.available, #deeds button[data-move]:enabled';
  const look = () => {
    const found = [...document.querySelectorAll(open)].some((each) => each.getClientRects().length);
    if (found) told.usable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const shown = (then) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => then(performance.now());
    channel.port2.postMessage(0); // after the frame
  });
  document.addEventListener('click', (event) => {
    if (event.target.closest?.('#do, #deeds button[data-move]')) told.clicked = event.timeStamp;
  }, true);
  document.addEventListener('DOMContentLoaded', () => {
    let before = '';
    new MutationObserver(() => {
      const since = told.clicked;
      if (document.body.dataset.position === before) return; // it was only said again
      before = document.body.dataset.position;
      told.clicked = 0;
      if (since) shown((now) => told.redrawn.push(now - since));
    }).observe(document.body, { attributeFilter: ['data-position'] });
  });
})()"""
# Everything that changes on the board but its transform.
CHANGES: Final = """() => {
  window.changes = 0;
  const watch = new MutationObserver((all) => { window.changes += all.length; });
  watch.observe(document.querySelector('#main-pictures'), { subtree: true, childList: true, attributes: true,
    attributeFilter: ['class', 'd', 'x', 'y', 'width', 'height', 'viewBox', 'href', 'fill', 'points'] });
}"""
PLACES: Final = """() => [...document.querySelectorAll('#main-pictures .part.available .hit')].map((each) => {
  const box = each.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}).filter(([x, y]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight)"""


class NoBrowser(FarmsteadError):
    """There is no Chromium here."""


class Device(NamedTuple):
    """What somebody holds in hand."""

    name: str
    settings: dict[str, Any]  # as Playwright has them
    is_touched: bool = False


DESKTOP: Final = Device("desktop", {"viewport": {"width": 1440, "height": 900}})
PHONE: Final = Device(
    "phone",
    {
        "viewport": {"width": 360, "height": 740},
        "device_scale_factor": 3,
        "has_touch": True,
        "is_mobile": True,
    },
    is_touched=True,
)


@dataclass
class Figures:
    """What was measured of one game on one device, one value for each time."""

    bytes_new: list[float] = field(default_factory=list)  # over the wire, at a table that begins
    bytes_late: list[float] = field(default_factory=list)  # and at one that has been played for a while
    usable_new: list[float] = field(default_factory=list)  # milliseconds
    usable_late: list[float] = field(default_factory=list)
    redrawn: list[float] = field(default_factory=list)
    dragging: list[float] = field(default_factory=list)  # the longest task of a drag
    pointing: list[float] = field(default_factory=list)  # the longest task while parts are pointed at
    changes: list[float] = field(default_factory=list)  # of a drag, besides transforms


class Plan(NamedTuple):
    """How often."""

    visits: int = 7
    choices: int = 60
    drags: int = 5


@contextmanager
def a_browser() -> Iterator[Browser]:
    """Debian's Chromium, or another that is installed."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        raise NoBrowser("There is no Chromium here. On Debian and Ubuntu: sudo apt install chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def measured(
    browser: Browser, url: str, game: str, device: Device, plan: Plan, tell: Callable[[str], None]
) -> Figures:
    """One game on one device."""
    figures = Figures()
    with a_person(browser, url, device) as context:
        code = a_table(context, game)
        tell("first visits")
        for _ in range(plan.visits):
            visit(browser, context, url, code, device, figures.bytes_new, figures.usable_new)
        page = a_page(context)
        page.goto(f"/t/{code}")
        tell("the first choices")
        play(page, device, min(LATE, plan.choices))
        figures.redrawn += page.evaluate("told.redrawn")
        tell("dragging")
        for _ in range(plan.drags):
            drag(browser, page, device, figures)
        tell("pointing")
        for _ in range(plan.drags if not device.is_touched else 0):
            point(browser, page, figures)
        page.close()
        tell("late visits")
        for _ in range(plan.visits):
            visit(browser, context, url, code, device, figures.bytes_late, figures.usable_late)
        while len(figures.redrawn) < plan.choices:
            tell(f"choice {len(figures.redrawn)} of {plan.choices}")
            figures.redrawn += a_game(context, game, device, plan.choices - len(figures.redrawn))
    return figures


def a_game(context: BrowserContext, game: str, device: Device, choices: int) -> list[float]:
    """So many choices at a new table, or as many as its game has."""
    page = a_page(context)
    page.goto(f"/t/{a_table(context, game)}")
    play(page, device, choices)
    times: list[float] = page.evaluate("told.redrawn")
    page.close()
    return times


@contextmanager
def a_person(browser: Browser, url: str, device: Device, cookies: Any = None) -> Iterator[BrowserContext]:
    """Somebody with a browser of their own, in which nothing is kept yet but who they are."""
    context = browser.new_context(base_url=url, locale="en-GB", **device.settings)
    try:
        context.add_init_script(WATCHING)
        if cookies is None:
            context.request.put("/api/me", data={"name": "Ada"})
        else:
            context.add_cookies(cookies)
        yield context
    finally:
        context.close()


def a_page(context: BrowserContext) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def a_table(context: BrowserContext, game: str) -> str:
    """Alone where that can be played, else with a bot."""
    seats = [{"who": "me"}] if game == "walnut-grove" else [{"who": "me"}, {"who": "bot", "level": 1}]
    answer = context.request.post("/api/tables", data={"game": game, "seats": seats})
    assert answer.ok, answer.text()
    code: str = answer.json()["table"]["code"]
    return code


def play(page: Page, device: Device, choices: int) -> None:
    """So many choices, or all to the end of the game."""
    hands = Hands(page, seed=1, tap=device.is_touched)
    while waited(page) == "choose" and hands.choices < choices:
        hands.choose()


# ---- a first visit -----------------------------------------------------------------------------------------


class Wire:
    """Counts the bytes that a page gets, headers included, those of its stream as far as they came."""

    def __init__(self, session: CDPSession) -> None:
        self.by_request: dict[str, float] = {}
        session.on("Network.responseReceived", self._answered)
        session.on("Network.dataReceived", self._received)
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")

    def _answered(self, event: dict[str, Any]) -> None:
        self.by_request[event["requestId"]] = event["response"]["encodedDataLength"]

    def _received(self, event: dict[str, Any]) -> None:
        self.by_request[event["requestId"]] = (
            self.by_request.get(event["requestId"], 0) + event["encodedDataLength"]
        )

    def _finished(self, event: dict[str, Any]) -> None:
        self.by_request[event["requestId"]] = event["encodedDataLength"]

    @property
    def bytes(self) -> float:
        return sum(self.by_request.values())


def visit(
    browser: Browser,
    known: BrowserContext,
    url: str,
    code: str,
    device: Device,
    sizes: list[float],
    times: list[float],
) -> None:
    """With an empty cache, until something can be chosen and all has come."""
    with a_person(browser, url, device, known.cookies()) as context:
        page = a_page(context)
        wire = Wire(context.new_cdp_session(page))
        page.goto(f"/t/{code}")
        page.wait_for_function("() => told.usable", timeout=PATIENCE)
        before = -1.0
        while before != wire.bytes:
            before = wire.bytes
            page.wait_for_timeout(QUIET)
        sizes.append(wire.bytes / 1000)
        times.append(page.evaluate("told.usable"))


# ---- movement ----------------------------------------------------------------------------------------------


@contextmanager
def longest_task(browser: Browser, page: Page, times: list[float]) -> Iterator[None]:
    """Of the page's main thread, in milliseconds."""
    browser.start_tracing(page=page, categories=[TASKS])
    yield
    events = json.loads(browser.stop_tracing())["traceEvents"]
    mains = {(each["pid"], each["tid"]) for each in events if is_main(each)}
    tasks = [each for each in events if each["name"] == "RunTask" and (each["pid"], each["tid"]) in mains]
    times.append(max([each.get("dur", 0) / 1000 for each in tasks], default=0.0))


def is_main(event: dict[str, Any]) -> bool:
    return event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"


def drag(browser: Browser, page: Page, device: Device, figures: Figures) -> None:
    """The board, enlarged, from side to side."""
    for _ in range(3):
        page.evaluate("document.querySelector('#zoom-in').click()")
    box = page.locator("#stage").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate(CHANGES)
    with longest_task(browser, page, figures.dragging):
        (swipe if device.is_touched else pull)(page, *middle)
    figures.changes.append(page.evaluate("window.changes"))
    page.evaluate("document.querySelector('#zoom-fit').click()")


def pull(page: Page, x: float, y: float) -> None:
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 150, y + 90, steps=STEPS)
    page.mouse.move(x - 150, y - 90, steps=STEPS)
    page.mouse.up()


def swipe(page: Page, x: float, y: float) -> None:
    session = page.context.new_cdp_session(page)
    path = [(x + n, y + n / 2) for n in range(0, STEPS, 1)]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for at in path + path[::-1]:
        touch = {"type": "touchMove", "touchPoints": [{"x": at[0], "y": at[1]}]}
        session.send("Input.dispatchTouchEvent", touch)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def point(browser: Browser, page: Page, figures: Figures) -> None:
    """At parts that are open, one after the other, long enough to see what each would do."""
    places: list[tuple[float, float]] = page.evaluate(PLACES)
    if not places:
        return
    dice = random.Random(len(places))
    with longest_task(browser, page, figures.pointing):
        for x, y in dice.sample(places, min(PARTS, len(places))):
            page.mouse.move(x, y, steps=8)
            page.wait_for_timeout(DWELL)
    page.mouse.move(1, 1)
