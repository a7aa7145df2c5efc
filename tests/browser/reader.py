"""Somebody who hears the page: what there is, is found by role and name, and what happens is read out."""

from __future__ import annotations

import random
from typing import Any, Final

from tests.browser.hands import CHANGED, PATIENCE

MOST_TRIES: Final = 60  # parts that are tried for one choice
# What a screen reader would say by itself: texts that come into live regions, alerts and states.
LISTENING: Final = """(() => {
  window.announced = [];
  const live = '[aria-live=polite], [aria-live=assertive], [role=alert], [role=status], [role=log]';
  const told = (changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      if (!element?.closest(live) || element.closest('[aria-hidden=true], [hidden]')) continue;
      for (const node of addedNodes) if (node.textContent.trim()) window.announced.push(node.textContent.trim());
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
        self.asked = page.get_by_role("region", name="What is asked")

    def announced(self) -> list[str]:
        """All that was read out so far."""
        found: list[str] = self.page.evaluate("window.announced")
        return found

    def parts(self) -> list[str]:
        """The names of what may be chosen on the boards: buttons that can be pressed and are not."""
        found = self.page.get_by_role("button", pressed=False, disabled=False)
        return [name for name in found.evaluate_all("all => all.map((each) => each.ariaLabel ?? '')") if name]

    def choose(self) -> None:
        """Parts by their names until there is something to do, and then that."""
        before = self.page.evaluate("document.body.dataset.position")
        for _ in range(MOST_TRIES):
            if self.do().count():
                break
            self.activate(self.dice.choice(self.parts()))
        self.do().press("Enter")
        self.page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE)

    def do(self) -> Any:
        """The button that does what is chosen."""
        return self.asked.get_by_role("button", name="Do it", exact=True)

    def activate(self, name: str) -> None:
        """What a reader does with a button: its focus, and Enter."""
        found = self.page.get_by_role("button", name=name, exact=True)
        assert found.count() >= 1, f"{name} is not there under its name"
        found.first.press("Enter")
