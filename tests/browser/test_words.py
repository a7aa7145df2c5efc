"""The words of a page: scripts take the plural forms that templates take."""

from __future__ import annotations

import pytest

from farmstead.render.words import languages, page_words
from tests.browser.conftest import People
from tests.server.serving import Process

COUNTS = [0, 1, 2, 5, 11, 21, 101, 1_000_000]
# Says a text of the page by the script that says texts, as it is written: beside the joined ones.
SAY = """async (counts) => {
  const script = document.querySelector("script[type=module]").src;
  const { say } = await import(new URL("../../base/words.js", script).href);
  return counts.map((count) => say("lobby.minutes_ago", { count }));
}"""


@pytest.mark.parametrize("language", sorted(languages()))
def test_scripts_and_templates_say_numbers_alike(server: Process, person: People, language: str) -> None:
    page = person(server, "Ada", locale=language)
    page.goto("/")
    forms = page.evaluate(
        "(counts) => counts.map((each) => new Intl.PluralRules(document.documentElement.lang).select(each))",
        COUNTS,
    )
    words = page_words("", language)
    entry = {"by": "count", **{form: form for form in ("one", "two", "few", "many", "other")}}
    assert forms == [words.fill(entry, {"count": count}) for count in COUNTS]
    pages = page.evaluate(SAY, COUNTS)
    assert pages == [words_of_pages(language, count) for count in COUNTS]


def words_of_pages(language: str, count: int) -> str:
    return page_words("pages", language).say("lobby", "minutes_ago", count=count)
