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
    "higher contrast": {"color_scheme": "light", "contrast": "more"},
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


# `make test` looks at each sort of page once; what is narrow there is a desktop made as narrow as a phone.
SHRUNK = Way("desktop", DESKTOP, "en-GB", ("light", "higher contrast"))
NARROW = Way("phone", PHONE, "en-GB", ("light",))
FRENCH = Way("phone in French", PHONE, "fr", ("dark",))  # colours are the same on all devices
GERMAN = Way("phone in German", PHONE, "de", ())
# Station by station: whoever has played the game of one looks at it in all ways.
ONCE = [(station, NARROW if station.is_narrow else SHRUNK) for station in STATIONS]
# Pages of which another station is looked at by `make test`.
LIKE_OTHERS = {
    *(
        "home-first",
        "you-first",
        "ratings-first",
        "mine-first",
        "compare-first",
        "new-valley",
        "waiting-guest",
    ),
    *("grove-first", "grove-spring-ghost", "grove-summer", "grove-winter", "grove-autumn-farm"),
    *("grove-autumn-seats", "grove-autumn-talk", "grove-autumn-text", "grove-watched", "grove-beside"),
    *("grove-beside-ghost", "grove-household", "grove-hand", "grove-alone-end", "valley-chosen"),
    *("valley-seats", "valley-hand", "rules-searched", "rules-valley", "fair-checked", "replay-valley"),
    *("replay-running", "replay-log", "score-grove-nine", "print-valley", "gallery-valley", "lesson-valley"),
    *("branch-luck", "review-grove"),
}
AGAIN = [(station, way) for station in STATIONS for way in (FRENCH, GERMAN)]


def name_of(part: Station | Way) -> str:
    return part.name


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


def check(browser: Any, tables: Tables, station: Station, way: Way) -> None:
    """One visit: what is in the way, in each light, and what is wider than a phone."""
    with visited(browser, tables, station, locale=way.locale, **way.settings) as page:
        assert page.evaluate("document.documentElement.lang") == way.locale[:2]
        if way.lights:
            assert obstacles(page) == []
        for name in way.lights:
            page.emulate_media(**LIGHTS[name])
            assert faint(page) == [], name
        if way is SHRUNK:
            page.set_viewport_size(PHONE["viewport"])
        assert page.evaluate(WIDER) == []


@pytest.mark.parametrize(
    ("station", "way"),
    [pytest.param(*each, marks=pytest.mark.more) if each[0].name in LIKE_OTHERS else each for each in ONCE],
    ids=name_of,
)
def test_nothing_is_in_anybodys_way(browser: Any, tables: Tables, station: Station, way: Way) -> None:
    """Slow: pages with large boards take axe seconds."""
    check(browser, tables, station, way)


@pytest.mark.more
@pytest.mark.parametrize(("station", "way"), AGAIN, ids=name_of)
def test_nothing_is_in_anybodys_way_in_longer_words(
    browser: Any, tables: Tables, station: Station, way: Way
) -> None:
    """Slow: pages with large boards take axe seconds."""
    check(browser, tables, station, way)


def test_axe_finds_what_is_in_the_way(browser: Any, tables: Tables) -> None:
    with visited(browser, tables, STATIONS[0], locale="en-GB", **DESKTOP) as page:
        page.evaluate("document.querySelector('#language').removeAttribute('aria-label')")
        page.evaluate("document.querySelector('footer p').style.color = 'wheat'")
        assert any("select-name" in line for line in obstacles(page))
        assert any("color-contrast" in line for line in faint(page))


def test_what_is_wider_than_a_phone_is_found(browser: Any, tables: Tables) -> None:
    """Also on a page that was opened wide and made narrow afterwards."""
    rules = next(station for station in STATIONS if station.name == "rules")
    with visited(browser, tables, rules, locale="en-GB", **DESKTOP) as page:
        page.evaluate("document.querySelector('main').style.minWidth = '40rem'")
        page.set_viewport_size(PHONE["viewport"])
        assert any(line.startswith("MAIN ") for line in page.evaluate(WIDER))
