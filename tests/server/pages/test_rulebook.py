"""The rulebooks as pages: every paragraph has an address, and a table's switches change what stands there."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.rulebooks import languages_of, rulebook
from farmstead.server.http.texts import page_texts
from farmstead.server.pages.rulebook import paragraphs_of_switches
from farmstead.server.pages.rulebook_markdown import MarkdownWriter
from tests.server.asking import Browser, opened
from tests.server.stores import awaited

BOOKS = [(game, language) for game in shelf.names() for language in languages_of(game)]
HOSTILE = "<script>x()</script>&\"'"


async def book(
    browser: Browser, game: str, language: str = "en", options: str = "", status: int = 200
) -> str:
    headers = {"accept": "text/html", "accept-language": language}
    answer = await browser.http.get(
        f"/rules/{game}", headers=headers, params={"options": options} if options else {}
    )
    assert answer.status_code == status
    return answer.text


def plain(html: str) -> str:
    """What is to be read, without marks."""
    return re.sub(r"[ \n]+", " ", unescape(re.sub(r"<[^>]+>", "", html)))


def paragraph(html: str, number: str) -> str:
    found = re.search(rf'<div class="rule" id="{re.escape(number)}".*?</div></div>', html, re.DOTALL)
    assert found is not None, number
    return plain(found[0].partition("<details")[0])


@pytest.mark.parametrize(("game", "language"), BOOKS)
@awaited
async def test_every_paragraph_can_be_linked_to(tmp_path: Path, game: str, language: str) -> None:
    async with opened(tmp_path) as door:
        html = await book(await door.visitor(), game, language)
    found = rulebook(game, language)
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    numbers = [each.number for each in found.sections] + [each.number for each in found.paragraphs]
    assert set(numbers) <= set(ids)
    assert set(re.findall(r'href="#([^"]+)"', html)) <= {*ids, "main"}
    for number in numbers:
        assert f'href="#{number}"' in html


@pytest.mark.parametrize(("game", "language"), BOOKS)
@awaited
async def test_every_word_of_the_book_is_there(tmp_path: Path, game: str, language: str) -> None:
    async with opened(tmp_path) as door:
        shown = plain(await book(await door.visitor(), game, language))
    for each in rulebook(game, language).paragraphs:
        if not each.number[0].isalpha():
            text = re.sub(r"[*`]", "", each.text)
            assert text in shown, each.number


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@awaited
async def test_a_paragraph_reads_as_the_table_plays(tmp_path: Path, language: str) -> None:
    async with opened(tmp_path) as door:
        browser = await door.visitor()
        usual = await book(browser, "walnut-grove", language)
        other = await book(browser, "walnut-grove", language, "open_help_costs=off")
    say = page_texts(language)
    assert paragraph(usual, "7.4") != paragraph(other, "7.4")
    assert say("rules.changed") in paragraph(other, "7.4")
    assert say("rules.changed") not in paragraph(usual, "7.4")
    assert paragraph(usual, "5.5") == paragraph(other, "5.5")
    assert say("rules.as_printed") in plain(usual)
    assert say.value("open_help_costs", "off") in plain(other)


@pytest.mark.parametrize("options", ["nonsense", "a=b,c=d", HOSTILE, "open_help_costs=maybe", ",,,"])
@awaited
async def test_options_that_are_not_known_change_nothing(tmp_path: Path, options: str) -> None:
    async with opened(tmp_path) as door:
        browser = await door.visitor()
        assert await book(browser, "walnut-grove", "en", options) == await book(browser, "walnut-grove")


@pytest.mark.parametrize("game", ["nope", "../walnut-grove", "walnut-grove.md", "WALNUT-GROVE", "%2e%2e"])
@awaited
async def test_there_are_no_other_books(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path) as door:
        await book(await door.visitor(), game, status=404)


@awaited
async def test_the_index_leads_to_every_book(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        html = (await (await door.visitor()).http.get("/rules")).text
        for game in shelf.names():
            assert f'href="/rules/{game}"' in html


def test_switches_know_the_paragraphs_they_change() -> None:
    for game, switches in paragraphs_of_switches().items():
        numbers = {each.number for each in rulebook(game).paragraphs}
        for name, found in switches.items():
            assert name in shelf.switch_values(game, ())
            assert found and set(found) <= numbers
    assert paragraphs_of_switches()["walnut-grove"]["open_help_costs"] == ["7.4", "8.7"]


# ---- Markdown ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("plain", "plain"),
        ("*so* and **so**", "<em>so</em> and <strong>so</strong>"),
        ("`a<b`", "<code>a&lt;b</code>"),
        (HOSTILE, "&lt;script&gt;x()&lt;/script&gt;&amp;&quot;&#x27;"),
        ("see 5.6 and R3", 'see <a href="#5.6">5.6</a> and <a href="#R3">R3</a>'),
        ("9.9 and R4", "9.9 and R4"),
        ("(5.6)", '(<a href="#5.6">5.6</a>)'),
        ("5.61 and 15.6", "5.61 and 15.6"),
        ("2 * 3", "2 * 3"),
    ],
)
def test_a_line(text: str, html: str) -> None:
    assert str(MarkdownWriter(["5.6", "R3"]).line(text)) == html


def test_blocks() -> None:
    code, table = "```json\n{\n\n<b>}\n```", "| id | what |\n|---|---|\n| R3 | a \\| b |\n| x | y |"
    text = f"### Head\n\none\ntwo\n\n{code}\n\n{table}"
    html = str(MarkdownWriter(["R3"]).blocks(text))
    assert html.startswith("<h3>Head</h3>\n<p>one two</p>\n")
    assert '<pre tabindex="0"><code>{\n\n&lt;b&gt;}</code></pre>' in html
    assert (
        '<tr id="R3" class="rule"><th scope="row"><a class="number" href="#R3">R3</a></th><td>a | b</td></tr>'
        in html
    )
    assert '<tr><th scope="row">x</th><td>y</td></tr>' in html
