"""Hands of somebody at a table: they see what the page shows, and click, tap or press keys. Nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, Page, expect

MOST: Final = 900  # choices of one person in one game
MOST_PARTS: Final = 8  # of one choice
PATIENCE: Final = 60_000  # milliseconds, on a busy machine
OPEN: Final = ".part.available:visible"
PLAIN: Final = "#deeds button[data-move]:visible:enabled"
# What a position waits for: a choice, somebody else on this device, or nothing more.
READY: Final = """() => {
  const isShown = (each) => each.getClientRects().length;
  const shown = (selector) => [...document.querySelectorAll(selector)].some(isShown);
  if (shown('#end')) return 'over';
  if (shown('#hand button')) return 'hand';
  if (document.querySelector('#tray.sending')) return '';
  if (document.querySelector('.part.available, #deeds button[data-move]:enabled')) return 'choose';
  return '';
}"""

# The open parts of kinds of which none is chosen yet, or all of them.
UNCHOSEN: Final = """parts => {
  const kind = (each) => each.dataset.part.split(':')[0];
  const chosen = new Set([...document.querySelectorAll('.part.chosen')].map(kind));
  const fresh = parts.filter((each) => !chosen.has(kind(each)));
  return (fresh.length ? fresh : parts).map((each) => each.dataset.part);
}"""

# A point at which somebody who clicks hits a part and nothing else.
POINT: Final = """part => {
  for (const each of document.querySelectorAll(`.part:is(.available, .chosen)[data-part="${part}"]`)) {
    const hit = each.querySelector('.hit') ?? each;
    if (!hit.getClientRects().length) continue;
    hit.scrollIntoView({block: 'center', inline: 'center'});
    const box = hit.getBoundingClientRect();
    for (let n = -1; n < 400; n += 1) {
      const [a, b] = n < 0 ? [.5, .5] : [(n % 20 + .5) / 20, (Math.floor(n / 20) + .5) / 20];
      const [x, y] = [box.left + a * box.width, box.top + b * box.height];
      if (document.elementFromPoint(x, y)?.closest('[data-part]') === each) return {x, y};
    }
  }
  return null;
}"""

CHANGED: Final = "before => document.body.dataset.position !== before"
SETTLED: Final = (
    "before => document.body.dataset.position !== before || !document.querySelector('#tray.sending')"
)


def waited(page: Page) -> str:
    """Until there is something to do: `choose`, `hand` or `over`."""
    found: str = page.wait_for_function(READY, timeout=PATIENCE).json_value()
    return found


class Hands:
    """One person at one page; which of the open things they choose follows from a seed."""

    def __init__(self, page: Page, seed: int = 1, tap: bool = False) -> None:
        self.page = page
        self.dice = random.Random(seed)
        self.choices = 0
        self.handed = 0  # how often somebody gave the device on, or took it
        self.tap = tap

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """To the end of the game, or until something is so."""
        while self.choices < MOST:
            state = waited(self.page)
            if state == "over" or until():
                return
            if state == "hand":
                self.take_device()
            else:
                self.choose()
        raise AssertionError(f"the game does not end within {MOST} choices")

    def take_device(self) -> None:
        """Hand the device over, or take it."""
        self.handed += 1
        words = self.page.locator("#hand").inner_text()
        self.press(self.page.locator("#hand button").first)
        self.page.wait_for_function(
            "words => document.querySelector('#hand').innerText !== words", arg=words, timeout=PATIENCE
        )

    def choose(self) -> None:
        """One choice: parts until it is clear what is meant, then the button that does it."""
        self.choices += 1
        before = self.position()
        for _ in range(MOST_PARTS):
            if self.is_done(before):
                return
            if self.page.locator("#do").count():
                break
            if not self.click_part():
                if self.page.locator(PLAIN).count():
                    break
                waited(self.page)  # it is being drawn anew
        do = self.page.locator("#do")
        self.press(do if do.count() else self.page.locator(PLAIN).first)
        self.page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE)

    def is_done(self, before: str) -> bool:
        """Whether a click was enough, for somebody who is not asked again."""
        self.page.wait_for_function(SETTLED, arg=before, timeout=PATIENCE)
        return self.position() != before

    def position(self) -> str:
        """What the page shows now."""
        return self.page.evaluate("document.body.dataset.position") or ""

    def click_part(self) -> bool:
        """Some part that is open; False where only words can be chosen."""
        if not self.page.locator(OPEN).count():
            busy = self.page.locator("#tabs .busy:visible")
            if not busy.count():
                return False
            self.press(busy.first)
        names: list[str] = self.page.locator(OPEN).evaluate_all(UNCHOSEN)
        if not names:
            return False
        self.touch(self.dice.choice(names))
        return True

    def touch(self, part: str) -> None:
        """A part where it can be hit: many have odd shapes, and others lie over them."""
        at = self.page.evaluate(POINT, part)
        assert at is not None, f"{part} is open and cannot be hit"
        if self.tap:
            self.page.touchscreen.tap(at["x"], at["y"])
        else:
            self.page.mouse.click(at["x"], at["y"])

    def press(self, thing: Locator) -> None:
        """A click, or a tap."""
        expect(thing).to_be_visible(timeout=PATIENCE)
        if self.tap:
            thing.tap(timeout=PATIENCE)
        else:
            thing.click(timeout=PATIENCE)
