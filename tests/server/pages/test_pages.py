"""The pages: what they answer, whom they let look, and that nothing but their own files is let in or out."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path
from posixpath import join, normpath
from typing import Any

import httpx
import pytest

from farmstead import shelf
from farmstead.server.http.static_files import JOINED_STYLES, MEDIA_TYPES, files
from farmstead.server.http.texts import page_texts
from tests.server.asking import DEVICE, ME, OPEN, Browser, Doorstep, opened
from tests.server.stores import awaited

GAMES = shelf.names()
FOLDER = Path(str(resources.files("farmstead.server.pages")))
STATIC = FOLDER / "static"
TEMPLATES = sorted((FOLDER / "templates").rglob("*.html"))
SCRIPTS = sorted(STATIC.rglob("*.js"))
HTML = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
HOSTILE = "</script><b onclick=x>&'\""


@asynccontextmanager
async def a_server(folder: Path) -> AsyncIterator[Doorstep]:
    async with opened(folder) as door:
        yield door


async def page(browser: Browser, path: str, status: int = 200, /, **query: Any) -> httpx.Response:
    """What somebody gets who opens an address. `Any`: whatever an address can say."""
    answer = await browser.http.get(path, headers=HTML, params=query)
    assert answer.status_code == status, f"{path}: {answer.status_code} {answer.text[:300]}"
    return answer


async def a_game(browser: Browser, game: str, *seats: dict[str, Any], **settings: Any) -> str:
    code: str = (await browser.make(game, *seats, **settings))["code"]
    return code


# ---- pages answer ------------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """The tags of a page, with their attributes and the text in scripts and styles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.handle_starttag("", [])

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1][0] in ("script", "style"):
            self.texts[-1] += data

    def of(self, tag: str) -> Iterator[tuple[dict[str, str | None], str]]:
        for (name, attributes), text in zip(self.found, self.texts, strict=True):
            if name == tag:
                yield attributes, text


def below(folder: Path, path: Path) -> str:
    """How files are called: by their way from a folder."""
    return path.relative_to(folder).as_posix()


def loaded(tags: Tags) -> set[str]:
    """Every file that a page asks for."""
    found = {attributes.get("src") for tag in ("script", "img") for attributes, _ in tags.of(tag)}
    found |= {attributes.get("href") for attributes, _ in tags.of("link")}
    return {address for address in found if address}


@awaited
async def test_every_page_answers_and_so_does_all_it_asks_for(tmp_path: Path) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, GAMES[0], ME, OPEN)
        for path in ("/", "/new", "/rules", "/rules/walnut-grove", f"/t/{code}", "/api"):
            answer = await page(ada, path)
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            tags = Tags(answer.text)
            assert len([attributes for attributes, _ in tags.of("h1")] + list(tags.of("h2"))) > 0
            for address in loaded(tags):
                assert address.startswith(("/static/", "/manifest.webmanifest?")), address
                await page(ada, address)


def test_scripts_ask_only_for_scripts_that_are_there() -> None:
    for script in SCRIPTS:
        text = script.read_text(encoding="utf-8")
        code = re.sub(
            r"/\*\*.*?\*/", "", text, flags=re.DOTALL
        )  # types, which nobody asks for, stand in comments
        for name in re.findall(r'(?:from|import) "([^"]+)"', code):
            assert name.startswith(("./", "../")), f"{script}: {name}"
            assert normpath(join(below(STATIC, script.parent), name)) in files(), f"{script}: {name}"


@awaited
async def test_the_api_page_tells_of_every_path(tmp_path: Path) -> None:
    async with a_server(tmp_path) as door:
        browser = await door.visitor()
        document = (await page(browser, "/api/openapi.json")).json()
        shown = (await page(browser, "/api")).text
        assert len(document["paths"]) > 15
        for path, methods in document["paths"].items():
            assert path in shown
            assert all(about["summary"] in shown for about in methods.values())
        assert not [path for path in document["paths"] if not path.startswith("/api/")]


# ---- what is not there -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/nope", "/t/nope", "/static/nope.css", "/a/b/c", "/api/nope"])
@awaited
async def test_what_is_not_there(tmp_path: Path, path: str) -> None:
    async with a_server(tmp_path) as door:
        browser = await door.visitor()
        plain = await browser.http.get(path)
        assert plain.status_code == 404
        assert plain.json()["key"] in ("nothing_there", "no_table")
        if path != "/api/nope":  # that is for programs
            shown = await page(browser, path, 404)
            assert shown.headers["content-type"].startswith("text/html")
            assert page_texts()("problem.lobby") in shown.text and "Traceback" not in shown.text


@awaited
async def test_a_fault_is_a_page_without_a_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret")

    async with a_server(tmp_path) as door:
        browser = await door.visitor()
        monkeypatch.setattr("farmstead.server.ratings.listing.kinds", broken)
        answer = await page(browser, "/ratings", 500)
        assert "a secret" not in answer.text and "ZeroDivision" not in answer.text
        assert page_texts()("problem.again") in answer.text
        assert "A request failed" in caplog.text


@awaited
async def test_whoever_tries_many_codes_is_told_to_wait(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=1.0) as door:
        browser = await door.visitor()
        answers = [(await browser.http.get(f"/t/code{n}", headers=HTML)) for n in range(40)]
        assert [answer.status_code for answer in answers][:3] == [404] * 3
        assert answers[-1].status_code == 429 and answers[-1].headers["retry-after"]


# ---- what a browser is allowed -----------------------------------------------------------------------------


def policy_of(answer: httpx.Response) -> dict[str, str]:
    parts = [part.strip().partition(" ") for part in answer.headers["content-security-policy"].split(";")]
    return {name: value for name, _, value in parts}


@awaited
async def test_the_policy_is_strict_everywhere(tmp_path: Path) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, GAMES[0], ME)
        for path in ("/", "/api", f"/t/{code}", f"/t/{code}/boards?seat=0", "/static/base/page.css"):
            answer = await page(ada, path)
            policy = policy_of(answer)
            assert policy["default-src"] == "'none'"
            assert policy["script-src"] == policy["style-src"] == "'self'"
            assert "unsafe" not in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"


def faults(html: str) -> list[str]:
    """What the policy would not let happen: scripts and styles in the page itself."""
    tags = Tags(html)
    inline = [
        f"{tag} {name}"
        for tag, attributes in tags.found
        for name, value in attributes.items()
        if name == "style" or name.startswith("on") or (value or "").strip().lower().startswith("javascript:")
    ]
    styles = ["style" for _ in tags.of("style")]
    scripts = [
        "script"
        for attributes, text in tags.of("script")
        if attributes.get("type") != "application/json" and (text.strip() or not attributes.get("src"))
    ]
    return inline + styles + scripts


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: below(FOLDER, path))
def test_no_script_or_style_stands_in_a_template(template: Path) -> None:
    assert faults(template.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "html",
    [
        "<p style='color: red'>",
        "<button onclick='x()'>",
        "<style>p {}</style>",
        "<script>x()</script>",
        "<script type=module>x()</script>",
        "<a href='javascript:x()'>",
    ],
)
def test_such_a_line_would_be_found(html: str) -> None:
    assert faults(html)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: below(FOLDER, path))
def test_scripts_never_take_text_for_html(script: Path) -> None:
    """But for pictures, which one script reads and tames, and for what moves: the board, a dragged part."""
    text = script.read_text(encoding="utf-8")
    ways = ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", ".style", "DOMParser"]
    allowed = {"svg.js": "DOMParser", "pan_zoom.js": ".style", "pointer.js": ".style"}.get(script.name, "")
    for way in ways:
        assert way not in text or way == allowed, way


@pytest.mark.parametrize("name", [below(STATIC, path) for path in STATIC.rglob("*.css")])
def test_styles_fetch_nothing(name: str) -> None:
    text = (STATIC / name).read_text(encoding="utf-8")
    assert "url(" not in text and "@import" not in text


# ---- files -------------------------------------------------------------------------------------------------


@awaited
async def test_files_have_kinds_and_signs(tmp_path: Path) -> None:
    async with a_server(tmp_path) as door:
        browser = await door.visitor()
        there = {below(STATIC, path) for path in STATIC.rglob("*") if path.is_file()}
        drawn = {f"lobby/{game}-{light}.svg" for game in shelf.names() for light in ("day", "dark")}
        assert there | {"board/pictures.css", *JOINED_STYLES} | drawn == set(files())
        for name in files():
            answer = await page(browser, f"/static/{name}")
            assert answer.headers["content-type"].startswith(MEDIA_TYPES[name.rpartition(".")[2]])
            assert answer.headers["cache-control"] == "no-cache"
            known = {"if-none-match": answer.headers["etag"]}
            again = await browser.http.get(f"/static/{name}", headers=known)
            assert again.status_code == 304 and not again.content
            other = await browser.http.get(f"/static/{name}", headers={"if-none-match": '"other"'})
            assert other.status_code == 200 and other.content == answer.content


@pytest.mark.parametrize(
    "path",
    [
        "/static",
        "/static/",
        "/static/..%2fviews.py",
        "/static/%2e%2e/views.py",
        "/static/views.py",
        "/static/../templates/base.html",
        "/static//etc/passwd",
        "/static/base/page.css%00",
        "/static/BASE/PAGE.CSS",
        "/static/base",
        "/static/page.css",
        "/static/base/%2e%2e/base/page.css",
        "/static/base%2f..%2f..%2ftemplates%2fbase%2fbase.html",
        "/static/%2e%2e/base/page.css",
    ],
)
@awaited
async def test_nothing_but_these_files_is_given_out(tmp_path: Path, path: str) -> None:
    async with a_server(tmp_path) as door:
        answer = await (await door.visitor()).http.get(path)
        assert answer.status_code == 404 and answer.json()["key"] == "nothing_there"


# ---- names -------------------------------------------------------------------------------------------------


@awaited
async def test_hostile_names_stay_text(tmp_path: Path) -> None:
    """Nothing that people write is in a page; what is asked for in the address is told escaped, if at all."""
    async with a_server(tmp_path) as door:
        ada = await door.visitor(HOSTILE)
        code = await a_game(ada, GAMES[0], ME, {**DEVICE, "name": HOSTILE}, public=True)
        for path in ("/", f"/t/{code}", f"/t/{HOSTILE}", f"/{HOSTILE}"):
            html = (await ada.http.get(path, headers=HTML)).text
            assert HOSTILE not in html and "<b onclick" not in html


def test_blocks_of_data_cannot_be_ended_by_what_is_in_them() -> None:
    from jinja2 import Environment

    shown = Environment(autoescape=True).from_string("{{ words|tojson }}").render(words={"a": HOSTILE})
    assert "<" not in shown and json.loads(shown) == {"a": HOSTILE}
