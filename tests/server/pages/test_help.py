"""Help for players: pages that say the same in every language, whose links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from farmstead.server.base.languages import LANGUAGE_NAMES as LANGUAGES
from farmstead.server.pages.help import PAGES, help_page, source
from tests.server.asking import opened
from tests.server.stores import awaited

HELP = Path(__file__).parents[3] / "src" / "farmstead" / "help"


def shape(name: str, language: str) -> list[str]:
    """What a page is made of, and what is not translated: blocks of code, links, rows of tables."""
    text = source(name, language)
    links = [re.sub(r"(?<=rulebook/)\w+", "", link) for link in re.findall(r"\]\((.*?)\)", text)]
    code = re.findall(r"^ *(?:<!--.*-->\n *)?```(?:.|\n)*?```", text, re.M)
    return [*links, *code, *re.findall(r"^ *(?:#+ |- |\d\. |\|)", text, re.M)]


def test_every_language_has_these_pages_and_no_others() -> None:
    for language in LANGUAGES:
        assert {path.stem for path in (HELP / language).iterdir()} == set(PAGES)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_the_same_parts_in_every_language(name: str, language: str) -> None:
    assert shape(name, language) == shape(name, "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_begins_with_what_somebody_wants(name: str, language: str) -> None:
    wants = {"en": ("You want", "You own", "You’re"), "fr": ("Vous",), "de": ("Du",)}
    page = help_page(name, language, "")
    assert page.title and page.lead.startswith(wants[language])
    assert not re.search(r"<!--|&lt;!|\]\(|```", page.text)  # all Markdown was read, and notes left out


@awaited
async def test_links_lead_to_pages_of_the_server(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        http = (await door.visitor()).http
        known = {link: await http.get(link) for link in {"/help", *[f"/help/{name}" for name in PAGES]}}
        found = {
            link
            for each in known.values()
            for link in re.findall(r'href="(/(?:help|rules)[^"]*)"', each.text)
        }
        assert {f"/help/{name}" for name in PAGES} <= found
        assert {"/rules/walnut-grove", "/rules/sunflower-valley"} <= found
        for link in found | set(known):
            assert (await http.get(link)).status_code == 200, link
        assert (await http.get("/help/nope")).status_code == 404
        assert "Walnut Grove" in known["/help/games"].text
        assert "<code>docs/operating.md</code>" in known["/help/friends"].text


def test_links_begin_where_the_server_is() -> None:
    assert 'href="/games/help/friends"' in help_page("start", "en", "/games").text
    assert 'href="/games/rules/walnut-grove"' in help_page("games", "de", "/games").text
