"""Somebody who hears the page: what there is, is found by role and name, and what happens is read out."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from typing import Any, Final

from playwright.sync_api import TimeoutError

from tests.browser.hands import CHANGED, PATIENCE, waited

NOT_ASIDE: Final = re.compile(r"^(?!Take back|Start the turn|A hint|Cancel|Turn )")
# What the button says that makes a choice.
DEED: Final = re.compile(r"^(Confirm|Draw it|Lay it here|Start here|Work( here| and)|Walk( there| and))")
MOMENT: Final = 5000  # milliseconds
MOST_TRIES: Final = 30  # parts that are tried for one choice
BOARDS: Final = ("Valley of Anna", "Dice", "Colours")
# What a screen reader would say by itself: texts that come into live regions, alerts and states.
LISTENING: Final = """(() => {
  window.announced = [];
  const live = '[aria-live=polite], [aria-live=assertive], [role=alert], [role=status], [role=log]';
  const told = (changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      if (!element?.closest(live) || element.closest('[aria-hidden=true], [hidden]')) continue;
      const texts = [...addedNodes].map((node) => node.textContent.trim());
      window.announced.push(...texts.filter(Boolean));
    }
  };
  const all = { childList: true, subtree: true, characterData: true };
  document.addEventListener('DOMContentLoaded', () => new MutationObserver(told).observe(document.body, all));
})()"""


class Reader:
    """Plays by names and roles alone."""

    # `Any`: pages are Playwright's, which may not be there.
    def __init__(self, page: Any, seed: int) -> None:
        self.page = page
        self.dice = random.Random(seed)
        self.asked = page.get_by_role("region", name="Your choice")

    def announced(self) -> list[str]:
        """All that was read out so far."""
        found: list[str] = self.page.evaluate("window.announced")
        return found

    def choose(self) -> None:
        """Something of each board in turn, by its name, until there is something to do; and then that."""
        before = self.page.evaluate("document.body.dataset.position")
        for step in range(MOST_TRIES):
            waited(self.page)  # nothing is on its way, and nothing being drawn
            if self.page.evaluate("document.body.dataset.position") != before:
                return  # it was clear, and is done
            if self.do().count():
                break
            boards = [found for found in map(self.open_parts, BOARDS) if found]
            if not boards:
                break
            self.activate(self.dice.choice(boards[step % len(boards)]))
        (self.do() if self.do().count() else self.plain()).press("Enter")
        self.page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE)

    def open_parts(self, board: str) -> list[str]:
        """The names of what may be chosen on a board: buttons that can be pressed."""
        found = self.page.get_by_role("group", name=board).get_by_role("button", disabled=False)
        names: list[str] = found.evaluate_all("all => all.map((each) => each.ariaLabel)")
        return names

    def do(self) -> Any:
        """The button that does what is chosen."""
        return self.asked.get_by_role("button", name=DEED)

    def plain(self) -> Any:
        """Where nothing on the boards can be chosen, the one thing that can be done."""
        return self.asked.get_by_role("button", name=NOT_ASIDE, disabled=False).first

    def activate(self, name: str) -> None:
        """What a reader does with a button: its focus, and Enter."""
        with suppress(TimeoutError):  # what unfolds beside a choice may have changed since it was read out
            self.page.get_by_role("button", name=name, exact=True).first.press("Enter", timeout=MOMENT)
