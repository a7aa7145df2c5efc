"""The site that `make docs` builds: its pages, where their links lead, and that nothing is from elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest

from farmstead.server.base.languages import LANGUAGE_NAMES
from farmstead.server.pages.help import PAGES
from scripts.docs_site import ROOT, build, gathered, left_out, pages

pytestmark = pytest.mark.more

MOST_PAGES = 18
LANGUAGES = tuple(LANGUAGE_NAMES)
WANTS = {"en": ("You want", "You own", "You’re"), "fr": ("Vous",), "de": ("Du",)}
# What a page brings with it as soon as it is opened, by element and attribute.
BROUGHT = {
    ("audio", "src"),
    ("embed", "src"),
    ("iframe", "src"),
    ("img", "src"),
    ("img", "srcset"),
    ("link", "href"),
    ("object", "data"),
    ("script", "src"),
    ("source", "src"),
    ("source", "srcset"),
    ("use", "href"),
    ("video", "src"),
}
# A style or a script that asks for something by an address of its own.
ASKED = re.compile(
    r"""(?:url\(|@import|import\(|fetch\(|\bsrc\s*=|importScripts\()\s*["'`]?\s*(?:https?:)?//"""
)


class Read(HTMLParser):
    """What a page brings, what it links to, what can be linked to, and whose language it speaks."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.brought: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.language = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if (tag, name) in BROUGHT:
                self.brought.append(value or "")
            elif (tag, name) == ("a", "href"):
                self.links.append(value or "")
            elif name == "id":
                self.anchors.add(value or "")
            elif (tag, name) == ("html", "lang"):
                self.language = value or ""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built once; Sphinx warns of nothing."""
    folder = tmp_path_factory.mktemp("site")
    build(folder / "pages", folder / "site")
    return folder / "site"


@pytest.fixture(scope="module")
def read(site: Path) -> dict[Path, Read]:
    return {path: Read(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


def test_there_are_few_pages_and_every_document_is_on_one() -> None:
    assert len(pages("en")) <= MOST_PAGES
    named = [file for page in pages("en") for file in page.files]
    assert len(named) == len(set(named))
    documents = {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")}
    missing = documents - set(named) - left_out()
    assert not missing, "give them a place in docs/site/pages.toml"


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_for_players_are_there_in_every_language(language: str) -> None:
    files = {file for page in pages(language) for file in page.files}
    assert {f"src/farmstead/help/{language}/{name}.md" for name in PAGES} <= files


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_begins_with_what_its_reader_wants(language: str) -> None:
    for name, text in gathered(language).items():
        lead = re.sub(r"^(?:#|\().*$", "", text, flags=re.MULTILINE).strip()
        assert lead.startswith(WANTS[language]), f"{name}: {lead[:80]}"


def test_nothing_is_loaded_from_elsewhere(site: Path, read: dict[Path, Read]) -> None:
    """Slow: the site is built."""
    for path, page in read.items():
        assert page.brought, path
        elsewhere = [address for address in page.brought if urlsplit(address).netloc]
        assert not elsewhere, path
    files = [path for kind in ("css", "js", "html", "svg") for path in site.rglob(f"*.{kind}")]
    assert any(path.suffix == ".css" for path in files) and any(path.suffix == ".js" for path in files)
    for path in files:
        assert not ASKED.findall(path.read_text(encoding="utf-8")), path


def test_links_lead_to_pages_and_headings_that_are_there(site: Path, read: dict[Path, Read]) -> None:
    for path, page in read.items():
        for address in page.links:
            if urlsplit(address).scheme:
                continue
            file, heading = urldefrag(address)
            target = (path.parent / unquote(file)).resolve() if file else path
            assert target.is_file(), f"{path.relative_to(site)}: {address}"
            if heading:
                assert unquote(heading) in read[target].anchors | {"top"}, (
                    f"{path.relative_to(site)}: {address}"
                )


def test_what_pages_bring_is_there(read: dict[Path, Read]) -> None:
    for path, page in read.items():
        for address in page.brought:
            file = unquote(urlsplit(address).path)
            assert not file or (path.parent / file).is_file(), f"{path.name}: {address}"


@pytest.mark.parametrize(
    ("language", "word"), [("en", "harvest"), ("fr", "grang"), ("de", "scheun")], ids=["en", "fr", "de"]
)
def test_each_language_has_pages_that_can_be_searched(
    site: Path, read: dict[Path, Read], language: str, word: str
) -> None:
    folder = site if language == "en" else site / language
    assert all(read[folder / f"{page.name}.html"].language == language for page in pages(language))
    text = (folder / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    assert set(index["docnames"]) == {page.name for page in pages(language)}
    found = index["terms"][word]
    assert index["docnames"].index("games") in (found if isinstance(found, list) else [found])


def test_languages_lead_to_each_other(site: Path, read: dict[Path, Read]) -> None:
    for language in LANGUAGES:
        folder = site if language == "en" else site / language
        links = set(read[folder / "friends.html"].links)
        up = "" if language == "en" else "../"
        others = [other for other in LANGUAGES if other != language]
        assert {f"{up}{'' if other == 'en' else f'{other}/'}friends.html" for other in others} <= links


def test_it_is_light_and_dark(site: Path) -> None:
    style = "".join(each.read_text(encoding="utf-8") for each in styles(site))
    assert "prefers-color-scheme:dark" in style.replace(" ", "")
    assert "theme-toggle" in (site / "index.html").read_text(encoding="utf-8")


def styles(site: Path) -> Iterator[Path]:
    yield from site.rglob("*.css")
