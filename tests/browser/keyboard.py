"""Somebody who has no pointer: Tab goes on, N to what is open, arrows walk over a board, Enter does it."""

from __future__ import annotations

import random
from typing import Any, Final

from tests.browser.hands import CHANGED, PATIENCE, SETTLED, UNCHOSEN, waited

MOST_STOPS: Final = 120  # places in the order of a page
MOST_STEPS: Final = 40  # of arrows on one board
MOST_PARTS: Final = 12  # of one choice
OPEN: Final = ".part.available:visible"
PLAIN: Final = "#deeds button[data-move]:visible:enabled"
IS_AT: Final = "wanted => document.activeElement?.matches(wanted) ?? false"

# The arrows that lead towards the nearest part that is wanted, where the focus is on its board: the straight
# one first. None once it is there, or on another board.
TOWARDS: Final = """parts => {
  const here = document.activeElement;
  const board = here?.closest('svg');
  if (!board || parts.includes(here.dataset.part)) return [];
  const middle = (each) => {
    const box = (each.querySelector('.hit') ?? each).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(here);
  const all = [...board.querySelectorAll('[data-part]')];
  const wanted = all.filter((each) => parts.includes(each.dataset.part));
  const ways = wanted.map(middle).map(([a, b]) => [a - x, b - y]);
  if (!ways.length) return [];
  const [dx, dy] = ways.sort((one, other) => Math.hypot(...one) - Math.hypot(...other))[0];
  const [across, along] = [dx > 0 ? 'ArrowRight' : 'ArrowLeft', dy > 0 ? 'ArrowDown' : 'ArrowUp'];
  return Math.abs(dx) > Math.abs(dy) ? [across, along] : [along, across];
}"""
ARROWS: Final = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")


class Keys:
    """Plays with nothing but `keyboard.press`; what is open and where the focus is, is looked at."""

    # `Any`: pages are Playwright's, which may not be there.
    def __init__(self, page: Any, seed: int) -> None:
        self.page = page
        self.dice = random.Random(seed)

    def play(self) -> None:
        """To the end of the game."""
        while waited(self.page) != "over":
            self.choose()

    def choose(self) -> None:
        """One choice: parts until it is clear what is meant, then the button that does it."""
        before = self.page.evaluate("document.body.dataset.position")
        for _ in range(MOST_PARTS):
            if self.page.locator("#do").count() or not self.pick():
                break
            self.page.wait_for_function(SETTLED, arg=before, timeout=PATIENCE)
            if self.page.evaluate("document.body.dataset.position") != before:
                return  # nobody is asked again about what can be taken back
        self.tab_to("#do" if self.page.locator("#do").count() else PLAIN.replace(":visible", ""))
        self.press("Enter")
        self.page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE)

    def pick(self) -> bool:
        """Some part that is open, reached and chosen by keys; False where only words can be chosen."""
        parts = self.page.locator(OPEN).evaluate_all(UNCHOSEN)
        if not parts:
            return False
        wanted = [self.dice.choice(parts)]
        step_by_step = self.dice.random() < 0.5  # by arrows, and else from one open thing to the next
        for stop in range(MOST_STOPS):
            step_by_step = step_by_step and stop < MOST_STOPS / 2
            is_writing = self.page.evaluate(IS_AT, "input, select, summary, ol")
            self.press("Tab" if is_writing or step_by_step else "n")
            if step_by_step:
                self.walk_to(wanted)
            if self.page.evaluate("document.activeElement?.dataset.part") in wanted:
                self.press("Enter")
                return True
        raise AssertionError(f"no key leads to {wanted}")

    def walk_to(self, parts: list[str]) -> None:
        """Towards a part, as somebody does who sees it, and round about where that leads in a circle."""
        been: dict[str, int] = {}
        for _ in range(MOST_STEPS):
            arrows = self.page.evaluate(TOWARDS, parts)
            if not arrows:
                return
            here = self.page.evaluate("document.activeElement.dataset.part")
            been[here] = been.get(here, 0) + 1
            self.press((*arrows, self.dice.choice(ARROWS))[min(been[here], 3) - 1])

    def tab_to(self, selector: str) -> None:
        """On to a button."""
        for _ in range(MOST_STOPS):
            if self.page.evaluate(IS_AT, selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
