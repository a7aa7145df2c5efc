"""What pages are made of is kept by browsers for good, and comes in few files."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath

import msgspec
import pytest

from farmstead.server.http.static_files import edition, files, joined, scripts, stripped
from farmstead.server.pages.table_scripts import BRANCHED, CHANCE, COACH, PageScript
from tests.server.asking import ME, Browser, opened
from tests.server.branching import told
from tests.server.stores import awaited

NAMED = re.compile(r'(?:src|href)="(/static/[^"]+)"')
PRELOADED = re.compile(r'<link rel="modulepreload" href="([^"]+)">')
ANY_IMPORT = re.compile(r'(?:from|import) "([^"]+\.js)"')
SET = re.compile(r'farmsteadModules\.set\("([^"]+)"')
GIVEN = re.compile(r'<script type="application/json" id="(\w+)">(.*?)</script>', re.DOTALL)
PARTS = [COACH, BRANCHED, CHANCE]


def name_of(address: str) -> str:
    """Of a file that a page names."""
    return address.removeprefix(f"/static/{edition()}/")


def given_out(name: str) -> bytes:
    return (files()[name] if name in files() else joined(name)).data


@awaited
async def test_pages_name_files_that_can_be_kept_for_good(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make("walnut-grove", ME))["code"]
        for path in ("/", "/new", "/rules", "/rules/walnut-grove", "/api", f"/t/{code}", "/nope"):
            page = (await ada.http.get(path, headers={"accept": "text/html"})).text
            named = NAMED.findall(page)
            assert named and all(each.startswith(f"/static/{edition()}/") for each in named), path
            for address in named:
                answer = await ada.http.get(address)
                assert answer.status_code == 200, address
                assert "immutable" in answer.headers["cache-control"]
                assert answer.content == given_out(name_of(address))


@awaited
async def test_of_another_edition_they_are_asked_for_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor()
        for place in (
            "/static/table/table.js",
            "/static/0123456789ab/table/table.js",
            "/static/joined/table/table.js",
            "/static/0123456789ab/joined/table/table.js",
            "/static/0123456789ab/added/learning/coach.js",
        ):
            answer = await ada.http.get(place)
            assert answer.status_code == 200 and answer.headers["cache-control"] == "no-cache"
        for place in (
            f"/static/{edition()}/table/nope.js",
            f"/static/{edition()}/x/table/table.js",
            f"/static/{edition()}/",
            f"/static/{edition()}/joined/table/nope.js",
            f"/static/{edition()}/joined/joined/table/table.js",
            f"/static/{edition()}/joined/base/page.css",
            f"/static/{edition()}/added/base/logo.svg",
            f"/static/{edition()}/joined",
            f"/static/{edition()}/table",
            "/static/0123456789ab/table.js",  # where it lay once
            "/static/%2e%2e/table/table.js",
        ):
            assert (await ada.http.get(place)).status_code == 404, place


@awaited
async def test_a_table_asks_for_one_script_with_all_that_it_imports(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make("walnut-grove", ME))["code"]
        page = (await ada.http.get(f"/t/{code}")).text
        assert [name_of(each) for each in PRELOADED.findall(page)] == ["joined/table/table.js"]
        styles = [name_of(each) for each in NAMED.findall(page) if each.endswith(".css")]
        assert styles == ["base/base.css", "board/boards.css", "table/table.css"]
    imported, wanted = scripts().order("table/table.js"), {"table/table.js"}
    for each in imported:
        found = ANY_IMPORT.findall(files()[each].data.decode())
        wanted |= {normpath(join(dirname(each), name)) for name in found}
    text = joined("joined/table/table.js").data.decode()
    assert len(imported) > 40 and set(imported) == wanted == set(SET.findall(text))


def test_styles_lose_nothing_but_comments_and_blanks() -> None:
    text = b'a { /* b */\n  c: "/* d */  \\" \'";\n\n  e: \'//  "\'; /* f\n g */ h: url("i");\n}'
    assert stripped(text) == b'a { \nc: "/* d */  \\" \'";\ne: \'//  "\';  h: url("i");\n}'
    for name in files():
        assert (
            not name.endswith(".css") or b"url(/" not in files()[name].data
        )  # in which could stand what begins one


async def a_table(ada: Browser, kind: str) -> str:
    """The code of a table of that kind."""
    if kind == "plain":
        return str((await ada.make("walnut-grove", ME))["code"])
    if kind == "guided":
        return str((await ada.post("/learn/walnut-grove", 201))["code"])
    name = (await ada.post("/studies", 201, text=told("walnut-grove-2-german-1")))["name"]
    return str((await ada.post(f"/studies/{name}/branches", 201, ply=20, luck=kind))["code"])


@pytest.mark.parametrize(
    ("kind", "parts"),
    [("plain", []), ("guided", [COACH]), ("fresh", [BRANCHED]), ("chosen", [BRANCHED, CHANCE])],
)
@awaited
async def test_what_only_some_tables_have_is_loaded_by_those_alone(
    tmp_path: Path, kind: str, parts: list[PageScript]
) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        page = (await ada.http.get(f"/t/{await a_table(ada, kind)}")).text
        named = {name_of(address) for address in NAMED.findall(page)}
        given = {name: msgspec.json.decode(text) for name, text in GIVEN.findall(page)}
        assert given["data"]["parts"] == [part.name for part in parts]
        assert ('id="coach"' in page) == (COACH in parts)
        for part in PARTS:
            assert (f"added/{part.name}.js" in named) == (part.words in given["words"]) == (part in parts)
            assert (f"{part.style}.css" in named) == (part.style in {each.style for each in parts})
