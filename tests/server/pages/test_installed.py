"""The app that is kept on a device: its manifest, its service worker, the offline page, and what is new."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import msgspec
import pytest

from farmstead.render.words import languages, vocabulary
from farmstead.server.http.static_files import edition
from farmstead.server.pages.installed import NEWS, app_edition, latest_news
from tests.server.asking import opened
from tests.server.stores import awaited

PNG = b"\x89PNG\r\n\x1a\n"


@awaited
async def test_a_favicon_is_there_for_those_who_read_no_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        answer = await (await door.visitor()).http.get("/favicon.ico")
    assert answer.status_code == 200 and answer.headers["content-type"] == "image/x-icon"
    kind, many, wide = struct.unpack("<2xHHB", answer.content[:7])
    size, begins = struct.unpack("<2I", answer.content[14:22])
    picture = answer.content[begins:]
    assert (kind, many) == (1, 1) and len(picture) == size and picture.startswith(PNG)
    assert int.from_bytes(picture[16:20]) == wide


@pytest.mark.parametrize("root", ["", "/games"])
@awaited
async def test_the_manifest_names_what_there_is(tmp_path: Path, root: str) -> None:
    async with opened(tmp_path, root_path=root) as door:
        ada = await door.visitor()
        answer = await ada.http.get("/manifest.webmanifest?lang=de")
        assert answer.headers["content-type"] == "application/manifest+json"
        found = msgspec.json.decode(answer.content)
        assert found["start_url"] == found["scope"] == found["id"] == f"{root}/" and found["lang"] == "de"
        for icon in found["icons"]:
            picture = await ada.http.get(icon["src"].removeprefix(root))
            assert picture.status_code == 200 and picture.headers["content-type"] == icon["type"]
            assert "immutable" in picture.headers["cache-control"]
            if icon["type"] == "image/png":
                wide = int.from_bytes(picture.content[16:20])
                assert picture.content.startswith(PNG) and icon["sizes"] == f"{wide}x{wide}"
        for shortcut in found["shortcuts"]:
            assert (await ada.http.get(shortcut["url"].removeprefix(root))).status_code == 200


@awaited
async def test_every_page_names_manifest_worker_and_news(tmp_path: Path) -> None:
    async with opened(tmp_path, root_path="/games") as door:
        ada = await door.visitor()
        text = (await ada.http.get("/?lang=fr")).text
        assert 'rel="manifest" href="/games/manifest.webmanifest?lang=fr"' in text
        assert f'data-edition="{app_edition()}"' in text and f'data-news="{latest_news()}"' in text
        assert edition() in app_edition()
        worker = await ada.http.get("/service-worker.js?edition=1&lang=fr")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache"


@awaited
async def test_the_offline_page_says_nothing_of_anybody(tmp_path: Path) -> None:
    """It is kept on the device: whoever asks for it gets the same, and all that it needs lies with it."""
    async with opened(tmp_path) as door:
        ada, somebody = await door.visitor("Ada Lovelace"), await door.visitor()
        pages = [(await each.http.get("/offline?lang=en")).text for each in (ada, somebody)]
        assert pages[0] == pages[1] and "Ada" not in pages[0]
        for name in re.findall(r'(?:href|src)="([^"]*/static/[^"]+)"', pages[0]):
            assert (await ada.http.get(name)).status_code == 200, name


@pytest.mark.parametrize("language", sorted(languages()))
@awaited
async def test_what_is_new_is_told_in_every_language(tmp_path: Path, language: str) -> None:
    told = [line for _, lines in NEWS for line in lines]
    words = vocabulary("pages", language)["news"]
    assert set(words) == set(told) and len(told) == len(set(told))
    assert [day for day, _ in NEWS] == sorted([day for day, _ in NEWS], reverse=True)
    async with opened(tmp_path) as door:
        text = (await (await door.visitor()).http.get(f"/whats-new?lang={language}")).text
        assert text.count("<li>") >= len(told)
