"""Movement on the board in a real browser: how long its main thread is busy at a time."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page

TASKS: Final = "disabled-by-default-devtools.timeline"
STEPS: Final = 60  # of a drag
DWELL: Final = 260  # milliseconds on a part, so that what it would do is shown, too
PARTS: Final = 12  # that are pointed at

# How often the board is moved, and everything else that changes on it.
CHANGES: Final = """() => {
  const board = document.querySelector('#main-pictures');
  Object.assign(window, { moves: 0, changes: 0 });
  const moved = new MutationObserver((all) => { window.moves += all.length; });
  const changed = new MutationObserver((all) => { window.changes += all.length; });
  const shape = ['class', 'd', 'x', 'y', 'width', 'height', 'viewBox', 'href', 'fill', 'points'];
  moved.observe(board, { attributeFilter: ['style'] });
  changed.observe(board, { subtree: true, childList: true, characterData: true, attributeFilter: shape });
}"""
PLACES: Final = """() => [...document.querySelectorAll('#main-pictures .part.available .hit')].map((each) => {
  const box = each.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}).filter(([x, y]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight)"""

# The place nearest to the middle of the stage where a drag moves the board: pressed on an open part, it would
# take that up.
HOLD: Final = """() => {
  const box = document.querySelector('#stage').getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  for (let far = 0; far < Math.min(box.width, box.height) / 2; far += 8)
    for (const [right, down] of [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1]]) {
      const at = document.elementFromPoint(x + far * right, y + far * down);
      if (at?.closest('#stage') && !at.closest('.part.available, button'))
        return [x + far * right, y + far * down];
    }
  return [x, y];
}"""


class Tasks(NamedTuple):
    """The page's main thread for a while, in milliseconds."""

    lasted: float  # the longest task, waiting for a processor included
    computed: float  # the most that a task used one


@contextmanager
def traced(browser: Browser, page: Page, found: list[Tasks]) -> Iterator[None]:
    """Add the tasks of this while."""
    browser.start_tracing(page=page, categories=[TASKS])
    yield
    events = json.loads(browser.stop_tracing())["traceEvents"]
    mains = {(each["pid"], each["tid"]) for each in events if is_main(each)}
    tasks = [each for each in events if each["name"] == "RunTask" and (each["pid"], each["tid"]) in mains]
    lasted, computed = [
        max([each.get(which, 0) / 1000 for each in tasks], default=0.0) for which in ("dur", "tdur")
    ]
    found.append(Tasks(lasted, computed))


def is_main(event: dict[str, Any]) -> bool:
    return bool(event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain")


def drag(browser: Browser, page: Page, is_touched: bool) -> tuple[Tasks, int]:
    """The board, enlarged, from side to side; also how much else changed on it."""
    found: list[Tasks] = []
    page.evaluate("document.querySelector('#tabs [data-tab=main]').click()")  # a phone has one for each board
    for _ in range(3):
        page.evaluate("document.querySelector('#zoom-in').click()")
    hold: tuple[float, float] = page.evaluate(HOLD)
    page.evaluate(CHANGES)
    with traced(browser, page, found):
        (swipe if is_touched else pull)(page, *hold)
    moved, changed = page.evaluate("[window.moves, window.changes]")
    assert moved, "the board does not move"
    page.evaluate("document.querySelector('#zoom-fit').click()")
    return found[0], changed


def pull(page: Page, x: float, y: float) -> None:
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 150, y + 90, steps=STEPS)
    page.mouse.move(x - 150, y - 90, steps=STEPS)
    page.mouse.up()


def swipe(page: Page, x: float, y: float) -> None:
    session = page.context.new_cdp_session(page)
    path = [(x + n, y + n / 2) for n in range(STEPS)]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for at in path + path[::-1]:
        touch = {"type": "touchMove", "touchPoints": [{"x": at[0], "y": at[1]}]}
        session.send("Input.dispatchTouchEvent", touch)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def point(browser: Browser, page: Page) -> list[Tasks]:
    """At parts that are open, one after the other, long enough to see what each would do; none may be."""
    found: list[Tasks] = []
    places: list[tuple[float, float]] = page.evaluate(PLACES)
    if not places:
        return found
    dice = random.Random(len(places))
    with traced(browser, page, found):
        for x, y in dice.sample(places, min(PARTS, len(places))):
            page.mouse.move(x, y, steps=8)
            page.wait_for_timeout(DWELL)
    page.mouse.move(1, 1)
    return found
