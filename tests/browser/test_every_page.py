"""Every page, and a table in every phase: nothing is in anybody's way, and nothing wider than a phone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

from scripts.browsing import DESKTOP, PHONE
from scripts.screenshots.stations import STATIONS, Station, known
from scripts.screenshots.tables import Tables
from tests.browser.axe import faint, obstacles
from tests.browser.hands import PATIENCE

LIGHTS: dict[str, dict[str, str]] = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "more contrast": {"color_scheme": "light", "contrast": "more"},
}
WIDER = """() => {
  if (document.scrollingElement.scrollWidth <= screen.width) return [];
  const isOut = (each) => each.getBoundingClientRect().right > screen.width + 0.5;
  const all = [...document.body.querySelectorAll('*')].filter((each) => !each.closest('svg') && isOut(each));
  return ['the page', ...all.map((each) => `${each.tagName} #${each.id} .${each.className}`).slice(0, 9)];
}"""


class Way(NamedTuple):
    """How somebody looks at a page."""

    name: str
    settings: dict[str, Any]  # as Playwright has them
    locale: str
    lights: tuple[str, ...]  # in which colours are looked at; with none, axe is not asked


WAYS = (
    Way("desktop", DESKTOP, "en-GB", ("light", "more contrast")),
    Way("phone in French", PHONE, "fr", ("dark",)),  # each light once: colours are the same on all devices
    Way("phone in German", PHONE, "de", ()),
)
# Station by station: whoever has played the game of one looks at it in all ways.
LOOKS = [
    pytest.param(station, way, id=f"{station.name}-{way.name}")
    for station in STATIONS
    for way in WAYS
    if not (station.is_narrow and way.settings is DESKTOP)
]


@contextmanager
def visited(browser: Any, tables: Tables, station: Station, **settings: Any) -> Iterator[Any]:
    """The page, once all is shown."""
    context = browser.new_context(base_url=tables.url, **settings)
    context.set_default_timeout(PATIENCE)
    try:
        if station.is_known:
            known(context, tables)
        page = context.new_page()
        station.visit(page, tables)
        yield page
    finally:
        context.close()


@pytest.mark.parametrize(("station", "way"), LOOKS)
def test_nothing_is_in_anybodys_way(browser: Any, tables: Tables, station: Station, way: Way) -> None:
    with visited(browser, tables, station, locale=way.locale, **way.settings) as page:
        assert page.evaluate("document.documentElement.lang") == way.locale[:2]
        if way.settings is PHONE:
            assert page.evaluate(WIDER) == []
        if way.lights:
            assert obstacles(page) == []
        for name in way.lights:
            page.emulate_media(**LIGHTS[name])
            assert faint(page) == [], name


def test_axe_finds_what_is_in_the_way(browser: Any, tables: Tables) -> None:
    with visited(browser, tables, STATIONS[0], locale="en-GB", **DESKTOP) as page:
        page.evaluate("document.querySelector('#language').removeAttribute('aria-label')")
        page.evaluate("document.querySelector('.lead').style.color = 'wheat'")
        assert any("select-name" in line for line in obstacles(page))
        assert any("color-contrast" in line for line in faint(page))
