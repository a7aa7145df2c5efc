"""Guided games by clicks and taps, with the coach and astray; lessons by keys alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, People
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import expect

from tests.browser.axe import obstacles
from tests.browser.hands import CHANGED, PATIENCE, READY, Hands

SPOKEN = "() => document.querySelector('#coach').dataset.position === document.body.dataset.position"
# What there is to do when the coach has spoken: what it has in mind, a word to press, a part; or it is over.
NEXT = f"""() => {{
  const state = ({READY})();
  if (state === 'over') return {{state}};
  const coach = document.querySelector('#coach');
  if (!state || coach.dataset.position !== document.body.dataset.position) return null;
  const position = document.body.dataset.position;
  const isFree = (each) => !each.disabled && each.getClientRects().length;
  const word = [...document.querySelectorAll('#deeds button[data-move]')].find(isFree)?.dataset.move ?? '';
  return {{state, position, plan: coach.dataset.plan ?? '', word}};
}}"""
# Nothing moves, nothing is looked at in advance, and a choice that is clear is made: the fewest clicks.
QUICK = "localStorage.setItem('farmstead.table', JSON.stringify({speed: 'off', aids: false, confirm: false}))"
ASKED = "Boolean(document.querySelector('dialog[open] #dialog-title'))"
MOST = 200  # choices
EVERY = 20  # milliseconds: a look at each frame would have frames drawn for nothing
CLOSELY = 40  # choices of the first four years
MOST_STOPS = 40  # open things of a board
LANGUAGES = ["en", *[pytest.param(other, marks=pytest.mark.more) for other in ("fr", "de")]]


class Learner(Hands):
    """Does what the coach has in mind, and the quickest thing there is where it has nothing."""

    def __init__(self, page: Any, tap: bool = False) -> None:
        super().__init__(page, tap=tap)
        self.followed = 0

    def follow(self) -> None:
        """To the end of the game."""
        for _ in range(MOST):
            found = self.page.wait_for_function(NEXT, timeout=PATIENCE, polling=EVERY).json_value()
            if found["state"] == "over":
                return
            if found["plan"] and not (found["word"] and self.followed >= CLOSELY):
                self.do_as_shown(found["plan"], found["position"])
            elif found["word"]:
                self.say(found["word"], found["position"])
            else:
                self.choose()
        raise AssertionError("the game does not end")

    def do_as_shown(self, plan: str, before: str = "") -> None:
        self.followed += 1
        before = before or self.position()
        if not self.page.locator("#coach-suggest").is_visible():  # on a phone it is one line
            self.hit("#coach-body summary")
        self.hit("#coach-suggest")
        self.hit(f'#do, #deeds button[data-move="{plan}"]')
        self.page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE, polling=EVERY)

    def say(self, word: str, before: str) -> None:
        """By its button; who is asked whether that is meant says yes."""
        self.hit(f'#deeds button[data-move="{word}"]')
        self.page.wait_for_function(
            f"before => ({CHANGED})(before) || {ASKED}", arg=before, timeout=PATIENCE, polling=EVERY
        )
        if self.page.evaluate(ASKED):
            self.hit("dialog[open] button:not(.quiet)")
            self.page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE, polling=EVERY)

    def hit(self, selector: str) -> None:
        """A click or a tap on the first thing of that kind."""
        thing = self.page.locator(selector).first
        if self.tap:
            thing.tap(timeout=PATIENCE)
        else:
            thing.click(timeout=PATIENCE)


# `Any`, here and below: pages are Playwright's, which may not be there.
def begin(page: Any, game: str) -> None:
    page.goto(f"/learn/{game}")
    page.locator("#begin").click()
    page.wait_for_url("**/t/**", timeout=PATIENCE)
    page.wait_for_selector("#coach-body h3", timeout=PATIENCE)


@pytest.mark.more
def test_a_whole_guided_game_year_after_year(person: People, server: Process) -> None:
    """All eight years: the coach's moves where it has some, then the quickest way to the end.

    Slow: the whole game is clicked through, with the coach's words after each choice.
    """
    page = person(server, "Anna")
    page.add_init_script(QUICK)
    begin(page, "walnut-grove")
    assert obstacles(page) == []
    assert page.locator(".coached").count(), "what is spoken of is lit"
    learner = Learner(page)
    learner.follow()
    assert learner.followed >= CLOSELY, "four years were shown"
    expect(page.locator("#coach-body h3")).to_have_text("Your first farm", timeout=PATIENCE)
    page.locator("#coach-deeds a").click()
    expect(page.locator('[data-guide="walnut-grove"]')).to_contain_text("played")


@pytest.mark.more
def test_a_whole_guided_game_on_a_phone(person: People, server: Process) -> None:
    """Slow: the whole game is tapped through, with the coach's words after each choice."""
    page = person(server, "Anna", **{**PHONE, "locale": "de"})
    page.add_init_script(QUICK)
    page.goto("/")
    page.get_by_role("link", name="Sunflower Valley lernen").tap()
    page.locator("#begin").tap()
    page.wait_for_selector("#coach-body h3", timeout=PATIENCE)
    expect(page.locator("#coach-title")).to_have_text("Dein Coach")
    learner = Learner(page, tap=True)
    learner.follow()
    assert learner.followed >= 3
    expect(page.locator("#coach-body h3")).to_have_text("Dein erstes Tal", timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")


@pytest.mark.more
def test_going_astray_and_back(person: People, server: Process) -> None:
    """Slow: a guided game by clicks."""
    page = person(server, "Anna", **{**DESKTOP, "locale": "fr"})
    begin(page, "walnut-grove")
    hands = Learner(page)
    hands.do_as_shown("start town-hall")
    page.wait_for_function(SPOKEN, timeout=PATIENCE)
    lesson = page.locator("#coach-body h3").inner_text()
    page.locator('.part.available[data-part^="tile"]').first.click()
    page.locator('.part.available[data-part^="cell"]').first.click()
    expect(page.locator("#coach-remark")).to_contain_text(
        "autre chose que ce que proposait le guide", timeout=PATIENCE
    )
    page.locator("#coach-back").click()
    expect(page.locator("#coach-body h3")).to_have_text(lesson, timeout=PATIENCE)
    expect(page.locator("#coach-remark")).to_be_empty()
    page.locator("#coach-hide").click()
    expect(page.locator("#coach")).to_be_hidden()
    assert not page.locator(".coached").count()
    page.reload()
    expect(page.locator("#coach-show")).to_be_visible(timeout=PATIENCE)
    page.locator("#coach-show").press("Enter")
    expect(page.locator("#coach-body h3")).to_have_text(lesson, timeout=PATIENCE)
    expect(page.locator("#coach-body")).to_have_attribute("aria-live", "polite")
    page.goto("/learn/walnut-grove")
    page.locator("#go-on").click()
    page.wait_for_selector("#coach-body h3", timeout=PATIENCE)


def test_the_coach_on_a_phone_is_one_line_that_unfolds(person: People, server: Process) -> None:
    page = person(server, "Anna", **PHONE)
    begin(page, "sunflower-valley")
    coach = page.locator("#coach")
    assert coach.bounding_box()["height"] < 70
    expect(page.locator("#coach-suggest")).to_be_hidden()
    page.locator("#coach-body summary").tap()
    expect(page.locator("#coach-suggest")).to_be_visible()
    expect(page.locator("#coach-body p")).to_be_visible()


def to_part(page: Any, part: str) -> None:
    """By keys, to something that is open."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("n")
        if page.evaluate("document.activeElement?.dataset.part ?? ''") == part:
            return
    raise AssertionError(f"{part} is not reached by keys")


def test_a_lesson_is_failed_and_solved_by_keys(person: People, server: Process) -> None:
    page = person(server, "Anna")
    page.goto("/lessons/last-hire")
    page.wait_for_selector(".part.available", timeout=PATIENCE)
    to_part(page, "building:church")
    page.keyboard.press("Enter")
    page.wait_for_selector("#do")
    page.keyboard.press("Enter")
    answer = page.locator("#answer")
    expect(answer).to_contain_text("Not the best", timeout=PATIENCE)
    expect(answer).to_contain_text("points")
    expect(answer).to_be_focused()
    assert not page.locator("#do").count(), "what was wrong is not confirmed once more"
    page.keyboard.press("Tab")
    expect(page.locator("#again")).to_be_focused()
    page.keyboard.press("Enter")
    to_part(page, "building:lodge")
    page.keyboard.press("Enter")
    page.wait_for_selector("#do")
    page.keyboard.press("Enter")
    expect(answer).to_contain_text("Right", timeout=PATIENCE)
    expect(page.locator("#tell")).to_be_hidden()
    assert obstacles(page) == []
    page.goto("/learn")
    expect(page.locator('[data-lesson="last-hire"] .mark')).to_contain_text("solved")
    expect(page.locator('[data-count="walnut-grove"]')).to_have_text("1 of 5 solved")


def test_a_language_that_an_address_names_is_kept(person: People, server: Process) -> None:
    """Boards and answers are asked for in it, and links lead on in it; no more than that changes."""
    page = person(server, "Anna")
    page.goto("/lessons/district-or-fence?lang=de")
    page.wait_for_selector(".part.available", timeout=PATIENCE)
    expect(page.locator("#question")).to_have_text("Lege eins von 3 Plättchen")
    page.locator("#tell").click()
    expect(page.locator("#answer")).to_contain_text("Dein Wald", timeout=PATIENCE)
    page.locator("#next").click()
    page.wait_for_url("**/lessons/copper-for-the-toll?lang=de")
    page.goto("/learn")
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_answer_of_a_lesson_is_shown(person: People, server: Process, language: str) -> None:
    page = person(server, "Anna", **{**PHONE, "locale": language})
    page.goto("/lessons/spare-sheep")
    page.wait_for_selector(".part.available", timeout=PATIENCE)
    page.locator("#tell").tap()
    expect(page.locator("#answer")).to_have_attribute("data-right", "true", timeout=PATIENCE)
    expect(page.locator("#answer table tbody tr")).to_have_count(5)
    assert page.locator('.part.chosen[data-part="hex:3,0"]').count()
    page.locator("#next").tap()
    page.wait_for_url("**/lessons/half-a-ring")
