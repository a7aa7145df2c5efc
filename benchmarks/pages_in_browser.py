"""The pages in a real browser: what a visit brings and how long it takes, how soon a choice is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from benchmarks.pages_moving import Tasks, drag, point
from tests.browser.hands import Hands, waited
from tests.luck.sitecustomize import choose

PATIENCE: Final = 60_000  # milliseconds
QUIET: Final = 400  # milliseconds without a byte, after which a visit has brought all it brings
LATE: Final = 12  # choices, after which there is much to be seen in either game
SHIFT_GAP: Final = 1000  # milliseconds between two shifts that count as one
SHIFT_WINDOW: Final = 5000  # and for which they do at most
STILL: Final = 1500  # milliseconds after which nothing moves any more

# Watches from the first moment on: when something can be chosen, what moves without being asked to, and what
# lies between a click that decides and the first frame with the new boards.
WATCHING: Final = """(() => {
  const told = (window.told = { usable: 0, redrawn: [], clicked: 0, shifts: [] });
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) told.shifts.push([each.startTime, each.value, each.hadRecentInput]);
  }).observe({ type: 'layout-shift', buffered: true });
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
    requests_new: list[float] = field(default_factory=list)
    requests_late: list[float] = field(default_factory=list)
    shift_new: list[float] = field(default_factory=list)  # cumulative layout shift, as browsers count it
    shift_late: list[float] = field(default_factory=list)
    shift_playing: list[float] = field(default_factory=list)
    redrawn: list[float] = field(default_factory=list)
    dragging: list[Tasks] = field(default_factory=list)
    pointing: list[Tasks] = field(default_factory=list)
    changes: list[float] = field(default_factory=list)  # of a drag, besides transforms


class Plan(NamedTuple):
    """How often."""

    visits: int = 7
    choices: int = 60
    drags: int = 5


def measured(
    browser: Browser, url: str, game: str, device: Device, plan: Plan, tell: Callable[[str], None]
) -> Figures:
    """One game on one device."""
    figures = Figures()
    with a_person(browser, url, device) as context:
        code = a_table(context, game, f"{game} {device.name} a")
        tell("first visits")
        for _ in range(plan.visits):
            seen = visit(browser, context, url, code, device)
            figures.bytes_new.append(seen.kilobytes)
            figures.requests_new.append(seen.requests)
            figures.usable_new.append(seen.usable)
            figures.shift_new.append(seen.shift)
        page = a_page(context)
        page.goto(f"/t/{code}")
        tell("the first choices")
        play(page, device, min(LATE, plan.choices))
        figures.redrawn += page.evaluate("told.redrawn")
        figures.shift_playing.append(shift(page.evaluate("told.shifts")))
        tell("dragging")
        page.wait_for_timeout(STILL)
        for _ in range(plan.drags):
            tasks, changes = drag(browser, page, device.is_touched)
            figures.dragging.append(tasks)
            figures.changes.append(changes)
        tell("pointing")
        for _ in range(plan.drags if not device.is_touched else 0):
            figures.pointing += point(browser, page)
        page.close()
        tell("late visits")
        for _ in range(plan.visits):
            seen = visit(browser, context, url, code, device)
            figures.bytes_late.append(seen.kilobytes)
            figures.requests_late.append(seen.requests)
            figures.usable_late.append(seen.usable)
            figures.shift_late.append(seen.shift)
        while len(figures.redrawn) < plan.choices:
            tell(f"choice {len(figures.redrawn)} of {plan.choices}")
            figures.redrawn += a_game(context, game, device, plan.choices, len(figures.redrawn))
    return figures


def a_game(context: BrowserContext, game: str, device: Device, choices: int, so_far: int) -> list[float]:
    """The choices that are still missing, at a new table, or as many as its game has."""
    page = a_page(context)
    page.goto(f"/t/{a_table(context, game, f'{game} {device.name} after {so_far}')}")
    play(page, device, choices - so_far)
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


def a_table(context: BrowserContext, game: str, luck: str) -> str:
    """Alone where that can be played, else with bots; the luck of this name."""
    games: list[dict[str, Any]] = context.request.get("/api/games").json()
    fewest: int = next(each["fewest"] for each in games if each["name"] == game)
    seats = [{"who": "me"}, *[{"who": "bot", "level": 1}] * (fewest - 1)]
    choose(luck)
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
    """Counts what a page asks for, and the bytes that it gets, headers and its stream so far included."""

    def __init__(self, session: CDPSession) -> None:
        self.by_request: dict[str, float] = {}
        session.on("Network.responseReceived", self._answered)
        session.on("Network.dataReceived", self._received)
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")

    def _answered(self, event: dict[str, Any]) -> None:
        self.by_request[event["requestId"]] = event["response"]["encodedDataLength"]

    def _received(self, event: dict[str, Any]) -> None:
        """A stream never ends."""
        before = self.by_request.get(event["requestId"], 0)
        self.by_request[event["requestId"]] = before + event["encodedDataLength"]

    def _finished(self, event: dict[str, Any]) -> None:
        self.by_request[event["requestId"]] = event["encodedDataLength"]

    @property
    def bytes(self) -> float:
        return sum(self.by_request.values())


class Visit(NamedTuple):
    """What somebody got who came to a table for the first time."""

    kilobytes: float
    requests: int
    usable: float  # milliseconds
    shift: float


def visit(browser: Browser, known: BrowserContext, url: str, code: str, device: Device) -> Visit:
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
        usable, shifts = page.evaluate("[told.usable, told.shifts]")
        moved = shift([(at, value, False) for at, value, _ in shifts])  # nobody has done anything
        return Visit(wire.bytes / 1000, len(wire.by_request), usable, moved)


def shift(entries: Sequence[tuple[float, float, bool]]) -> float:
    """Cumulative layout shift that nobody asked for: the most within five seconds, none of them quiet."""
    most = within = began = last = 0.0
    for at, value, is_asked_for in entries:
        if is_asked_for:
            continue
        if at - last > SHIFT_GAP or at - began > SHIFT_WINDOW:
            within, began = 0.0, at
        within, last = within + value, at
        most = max(most, within)
    return most
