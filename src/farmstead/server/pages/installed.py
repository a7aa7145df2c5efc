"""The app that is kept on a device: its manifest, its service worker, the offline page, and what is new."""

from __future__ import annotations

import struct
from functools import cache
from typing import Any, Final

from litestar import Response, get
from msgspec.json import encode

from farmstead._build import VERSION
from farmstead.render.ink import LIGHT, TOKENS
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage
from farmstead.server.http.gzip import packed
from farmstead.server.http.page_cache import page_for_all
from farmstead.server.http.static_files import edition, files
from farmstead.server.http.texts import page_texts

# What players should hear of, the newest first: since when, and the keys of the words for it.
NEWS: Final = (
    ("2026-11-19", ("clicks", "neighbours", "end", "seasons", "pointing")),
    ("2026-11-18", ("puzzles", "shared", "installed")),
)
WORKER: Final = "installed/worker.js"
ICONS: Final = (192, 512)  # pixels
FAVICON: Final = 180  # pixels
ICO_HEAD: Final = 22  # bytes before its only picture
SCRIPT_KIND: Final = "text/javascript"
MANIFEST_KIND: Final = "application/manifest+json"
ASKED_AGAIN: Final = {"cache-control": "no-cache"}  # it is kept, and each time asked whether it has changed


def app_edition() -> str:
    """A sign for all that the service worker keeps: another one is another worker."""
    return f"{VERSION}-{edition()}"


def latest_news() -> str:
    """A sign for the newest of what players should hear of."""
    day, lines = NEWS[0]
    return f"{day}-{len(lines)}"


@cache
def _manifest(root: str, language: str) -> bytes:
    say, static = page_texts(language), f"{root}/static/{edition()}/installed"
    png = [
        {"src": f"{static}/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": use}
        for size in ICONS
        for use in ("any", "maskable")
    ]
    icons = [{"src": f"{static}/icon.svg", "sizes": "any", "type": "image/svg+xml"}, *png]
    shortcuts = [
        {"name": say("page.daily"), "url": f"{root}/daily"},
        {"name": say("puzzles.title"), "url": f"{root}/puzzles"},
    ]
    return encode(
        {
            "id": f"{root}/",
            "name": say("page.brand"),
            "short_name": say("page.brand"),
            "description": say("lobby.lead"),
            "lang": language,
            "start_url": f"{root}/",
            "scope": f"{root}/",
            "display": "standalone",
            "background_color": TOKENS["page"][LIGHT],
            "theme_color": TOKENS["paper"][LIGHT],
            "icons": icons,
            "shortcuts": shortcuts,
        }
    )


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest(request: AnyRequest, core: TheCore, language: TheLanguage) -> Response[bytes]:
    """What a browser needs to know to keep the pages as an app."""
    return packed(request, _manifest(core.settings.root_path, language), MANIFEST_KIND, ASKED_AGAIN)


@cache
def _favicon() -> bytes:
    """The smallest picture in the file that old browsers and link previews ask for."""
    picture = files()[f"installed/icon-{FAVICON}.png"].data
    entry = struct.pack("<4B2H2I", FAVICON, FAVICON, 0, 0, 1, 32, len(picture), ICO_HEAD)
    return struct.pack("<3H", 0, 1, 1) + entry + picture


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
def favicon() -> Response[bytes]:
    """Pages name a better one, as SVG; this is for whoever asks without having read them."""
    return Response(_favicon(), headers={"cache-control": "max-age=86400"}, media_type="image/x-icon")


@get("/service-worker.js", include_in_schema=False, sync_to_thread=False)
def service_worker(request: AnyRequest) -> Response[bytes]:
    """The script that shows the offline page; it lies above all pages, as it has to."""
    return packed(request, files()[WORKER].data, SCRIPT_KIND, ASKED_AGAIN)


def _news(language: str) -> dict[str, Any]:
    return {"news": NEWS}


offline_page: Final = page_for_all("/offline", "installed/offline.html")
news_page: Final = page_for_all("/whats-new", "installed/news.html", shown=_news)
