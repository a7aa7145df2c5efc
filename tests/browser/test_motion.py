"""Movement between positions: things go from where they were, and nothing waits for them."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.browser.conftest import DESKTOP, People
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from tests.browser.hands import PATIENCE, Hands, waited
from tests.browser.test_games import BOT, ME, OPEN, a_table, waited_for

MOVING: Final[dict[str, Any]] = {**DESKTOP, "reduced_motion": "no-preference"}
SPEED: Final = "localStorage.setItem('farmstead.table', JSON.stringify({speed: '%s'}))"
# Every motion stops as it begins, so that it can be looked at for as long as a busy machine needs.
HELD: Final = """
const begin = Element.prototype.animate;
window.begun = [];
Element.prototype.animate = function (...given) {
  const motion = begin.apply(this, given);
  motion.pause();
  window.begun.push(given[0][0]);
  return motion;
};
"""
# What is moving in pictures: its key, and which properties of it change.
MOTIONS: Final = """() => document.getAnimations()
  .filter((each) => !(each instanceof CSSAnimation || each instanceof CSSTransition))
  .map((each) => [each.effect.target, Object.keys(each.effect.getKeyframes()[0])])
  .map(([target, names]) => [target.closest('[data-key]')?.dataset.key ?? '', names])"""
DRAWN: Final = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
BOX: Final = (
    "each => { const {x, y, width, height} = each.getBoundingClientRect(); return [x, y, width, height]; }"
)
# Every thing with a key, where it is seen and whether it is.
PLACES: Final = """() => {
  const look = (each) => {
    const {x, y, width, height} = each.getBoundingClientRect();
    return [x, y, width, height, getComputedStyle(each).opacity].map(Number).map(Math.round);
  };
  const all = [...document.querySelectorAll('.picture:not(.after) svg [data-key]')];
  return Object.fromEntries(all.map((each) => [each.dataset.key, look(each)]));
}"""
MAY_MOVE: Final = {
    "transformOrigin",
    "translate",
    "scale",
    "rotate",
    "transform",
    "opacity",
    "strokeDashoffset",
}
ABOUT: Final = {"offset", "computedOffset", "easing", "composite"}


# `Any`, here and below: pages are Playwright's, which may not be there.
def motions(page: Any) -> list[tuple[str, set[str]]]:
    """What moves once the page has been drawn."""
    page.evaluate(DRAWN)
    return [(key, {*names} - ABOUT) for key, names in page.evaluate(MOTIONS)]


def finish(page: Any) -> None:
    """Let everything come to its end; nothing that was only there for the way is left."""
    page.evaluate(
        "document.getAnimations().forEach((each) => each.effect.getTiming().iterations < 2 && each.finish())"
    )
    page.wait_for_function(
        "() => !document.querySelector('.sky > *, .drawn [stroke-dasharray]')", timeout=PATIENCE
    )


def at_table(person: People, server: Process, game: str, *seats: dict[str, Any], **settings: Any) -> Any:
    page = person(server, "Anna", **(settings or MOVING))
    page.add_init_script(HELD)
    a_table(page, game, *seats)
    waited(page)
    return page


def lay_a_tile(page: Any, hands: Hands) -> tuple[str, list[float]]:
    """The tile that is laid first, and where it was in the tray."""
    hands.play(until=lambda: page.locator("#tray-pictures [data-part^='tile:']").count() > 0)
    part = page.locator("#tray-pictures [data-part^='tile:']").first.get_attribute("data-part")
    key = part.replace("tile:", "t")
    hands.touch(part)
    cell = page.locator(".cell.available").first.get_attribute("data-part")
    box: list[float] = page.locator(f"#tray-pictures [data-key={key}]").evaluate(BOX)
    before = hands.position()
    hands.touch(cell)  # it is laid at once: it can be taken back
    page.wait_for_function("it => document.body.dataset.position !== it", arg=before, timeout=PATIENCE)
    page.wait_for_selector(f"#main-pictures [data-key={key}]", timeout=PATIENCE)
    return key, box


def test_a_tile_goes_from_the_tray_to_the_farm(person: People, server: Process) -> None:
    page = at_table(person, server, "walnut-grove", ME)
    key, box = lay_a_tile(page, Hands(page))
    moving = motions(page)
    assert key in [each for each, _ in moving], "the tile on the farm waits, unseen"
    assert set().union(*[names for _, names in moving]) <= MAY_MOVE
    flying = page.locator(".sky g > *").first
    assert flying.evaluate(BOX) == pytest.approx(box, abs=10), (
        "and is seen where it was"
    )  # lifted a little as it was taken
    finish(page)
    assert not motions(page)
    assert (
        page.locator(f"#main-pictures [data-key={key}]").evaluate("each => getComputedStyle(each).opacity")
        == "1"
    )


@pytest.mark.parametrize("quiet", ["reduced motion", "speed off"])
def test_nothing_moves_for_those_who_do_not_want_it(person: People, server: Process, quiet: str) -> None:
    page = person(server, "Anna", **(DESKTOP if quiet == "reduced motion" else MOVING))
    page.add_init_script(HELD)
    if quiet == "speed off":
        page.add_init_script(SPEED % "off")
    a_table(page, "sunflower-valley", ME, BOT)
    hands = Hands(page)
    for _ in range(3):
        waited(page)
        hands.choose()
    waited(page)
    page.evaluate(DRAWN)
    assert page.evaluate("window.begun") == [] and not page.locator(".sky").count()


def test_what_has_changed_is_marked_where_nothing_moves(person: People, server: Process) -> None:
    page = person(server, "Anna")
    a_table(page, "sunflower-valley", ME, BOT)
    hands = Hands(page)
    waited(page)
    for _ in range(3):  # by then the bot has drawn, too
        hands.choose()
        waited(page)
    page.wait_for_selector("[data-seat-picture='1'] .changed", timeout=PATIENCE)


def test_marks_are_drawn_by_pen_and_dice_go_to_their_colours(person: People, server: Process) -> None:
    page = at_table(person, server, "sunflower-valley", ME, BOT)
    Hands(page, seed=3).choose()
    page.wait_for_selector(".colour .face", timeout=PATIENCE)
    moving = motions(page)
    assert any("strokeDashoffset" in names for _, names in moving)
    assert any("@" in key for key, _ in moving) and page.locator(".sky .face").count()
    assert set().union(*[names for _, names in moving]) <= MAY_MOVE
    finish(page)


def test_dice_tumble_when_they_are_rolled(person: People, server: Process) -> None:
    page = at_table(person, server, "sunflower-valley", ME, BOT)
    hands = Hands(page, seed=3)
    hands.play(until=lambda: page.locator("[data-roll='2']").count() > 0)
    page.evaluate(DRAWN)
    begun = page.evaluate("window.begun")
    assert [step for step in begun if step.get("rotate") == "-540deg"], "they turn"
    assert [step for step in begun if step.get("easing") == "step-end"], (
        "and show other faces before their own"
    )
    finish(page)
    assert page.locator(".die .bone ~ use").count() == page.locator(".die .face").count()


def test_a_click_during_motion_finishes_it_and_counts(person: People, server: Process) -> None:
    page = at_table(person, server, "sunflower-valley", ME, BOT)
    hands = Hands(page, seed=3)
    hands.choose()
    waited(page)
    assert motions(page)
    assert hands.click_part()
    page.wait_for_selector(".part.chosen", timeout=PATIENCE)
    page.wait_for_function("() => !document.querySelector('.sky > *')", timeout=PATIENCE)
    hands.choose()


def test_a_position_that_comes_during_motion_is_shown_as_it_is(person: People, server: Process) -> None:
    """Anna's choice is still being shown when Ben's comes."""
    anna, ben = person(server, "Anna", **MOVING), person(server, "Ben")
    anna.add_init_script(HELD)
    code = a_table(anna, "sunflower-valley", ME, OPEN)
    ben.goto(f"/t/{code}")
    ben.get_by_role("button", name="Join the game").click()
    hands = [Hands(anna, seed=3), Hands(ben, seed=4)]
    turn = waited_for(anna, ben)
    while turn != 1 or not motions(anna):
        assert turn is not None
        hands[turn].choose()
        turn = waited_for(anna, ben)
    before = hands[0].position()
    hands[1].choose()
    anna.wait_for_function("it => document.body.dataset.position !== it", arg=before, timeout=PATIENCE)
    waited_for(anna, ben)
    motions(anna)
    finish(anna)
    shown = anna.evaluate(PLACES)
    anna.reload()
    waited_for(anna, ben)
    anna.wait_for_selector(".colour .face", timeout=PATIENCE)
    assert anna.evaluate(PLACES) == shown
