"""The year turns on the table, for a moment, if somebody wants it; sounds are made when they are wanted."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.browser.conftest import DESKTOP, People
from tests.server.serving import Process

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from tests.browser.hands import PATIENCE, Hands
from tests.browser.test_games import ME, a_table, prefer
from tests.browser.test_table import in_spring

MOVING: Final[dict[str, Any]] = {**DESKTOP, "reduced_motion": "no-preference"}
# Notes which parts of the year show that they begin.
WATCHED: Final = """
() => {
  window.turns = [];
  new MutationObserver(() => {
    const { segment } = document.body.dataset;
    if (document.body.classList.contains("turning") && turns.at(-1) !== segment) turns.push(segment);
  }).observe(document.body, { attributes: true });
}
"""
SUMMER: Final = "document.body.dataset.segment === 'summer'"
SOUNDS: Final = """async () => {
  const { sounded } = await import("/static/board/sounds.js");
  const found = {};
  for (const name of ["pencil", "cube", "roll", "coin"]) {
    const audio = new OfflineAudioContext(1, 44100, 44100);
    const lasts = sounded(audio, name, 0);
    const samples = (await audio.startRendering()).getChannelData(0);
    const loud = (from, to) => Math.max(...samples.subarray(from * 44100, to * 44100).map(Math.abs));
    found[name] = [lasts, loud(0, lasts), loud(lasts, 1)];
  }
  return found;
}"""


def played_to_summer(person: People, server: Process, **settings: Any) -> Any:
    page = person(server, "Anna", **settings)
    a_table(page, "walnut-grove", ME)
    page.evaluate(WATCHED)
    hands = Hands(page)
    hands.play(until=lambda: bool(page.evaluate(SUMMER)))
    return page


def test_a_season_shows_that_it_begins_until_somebody_does_something(person: People, server: Process) -> None:
    """Slow: a spring is played, with all that moves."""
    page = played_to_summer(person, server, **MOVING)
    page.wait_for_function("() => turns.includes('summer')", timeout=PATIENCE)
    page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'x', bubbles: true}))")
    assert page.evaluate("!document.body.classList.contains('turning')")


def test_where_nothing_is_to_move_the_year_turns_quietly(person: People, server: Process) -> None:
    page = played_to_summer(person, server)
    assert page.evaluate("turns") == [] and page.evaluate(SUMMER)


def test_in_winter_snow_lies_on_roofs_and_moves_nothing(person: People, server: Process) -> None:
    page, _ = in_spring(person, server)
    look = """() => [...document.querySelectorAll("#main-pictures svg .snow, #main-pictures svg .smoke")]
      .map((each) => Number(getComputedStyle(each).opacity))"""
    places = """() => ["main-pictures", "seats", "tray"].map((id) => document.getElementById(id))
      .map((each) => each.getBoundingClientRect().top)"""
    assert page.evaluate(look) and not any(page.evaluate(look))
    before = page.evaluate(places)
    page.evaluate("document.body.dataset.segment = 'winter'")
    assert all(page.evaluate(look)) and page.evaluate(places) == before


def test_sounds_are_loaded_and_made_when_they_are_wanted(person: People, server: Process) -> None:
    """Slow: a spring and a summer are played."""
    page = person(server, "Anna")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(
        "window.begun = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (...at) { begun += 1; start.apply(this, at); };"
    )
    a_table(page, "walnut-grove", ME)
    hands = Hands(page)
    hands.play(until=lambda: page.locator("[data-part^='tile:']").count() > 0)
    assert not [url for url in asked if "sounds" in url] and page.evaluate("begun") == 0
    prefer(page, "Sounds: pencil, cubes, dice and coins")
    page.wait_for_function("() => begun > 0", timeout=PATIENCE)
    (loaded,) = [url for url in asked if "sounds" in url]
    assert len(page.context.request.get(loaded).body()) < 60_000
    before = page.evaluate("begun")
    hands.play(until=lambda: bool(page.evaluate(SUMMER)))
    hands.play(until=lambda: page.evaluate("begun") > before)
    assert page.evaluate("begun") > before


def test_each_sound_is_heard_and_ends(person: People, server: Process) -> None:
    page = person(server, "Anna")
    page.goto("/")
    found = page.evaluate(SOUNDS)
    assert len(found) == 4
    for name, (lasts, loudest, after) in found.items():
        assert lasts <= 0.6 and 0.02 < loudest <= 1 and after < 0.01, (name, lasts, loudest, after)
