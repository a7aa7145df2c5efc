"""A real browser for tests, pictures and measurements: Chromium, found or installed by `scripts/chromium`."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from farmstead.engine.contract import FarmsteadError

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES: Final = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
ARGUMENTS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# `Any`: whatever Playwright's contexts understand.
DESKTOP: Final[dict[str, Any]] = {
    "viewport": {"width": 1440, "height": 900},
    "reduced_motion": "reduce",
}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}


def at_size(width: int, height: int, touch: bool = False) -> dict[str, Any]:
    """Another screen, with a finger where it is one of those."""
    return {**(PHONE if touch else DESKTOP), "viewport": {"width": width, "height": height}}


# The screens at which pages are looked at, by the names of their pictures; `Any`: as above.
WIDTHS: Final[dict[str, dict[str, Any]]] = {
    "desktop": DESKTOP,
    "phone": PHONE,
    "390": at_size(390, 844, touch=True),
    "768": at_size(768, 1024, touch=True),
    "1280": at_size(1280, 800),
    "1920": at_size(1920, 1080),
}


class NoBrowser(FarmsteadError):
    """There is no browser; the message says what would do."""


def chromium() -> str | None:
    """Where Chromium is: as CHROMIUM says, or on the path."""
    wanted = os.environ.get("CHROMIUM")
    return shutil.which(wanted) if wanted else next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def opened() -> Iterator[Browser]:
    """A browser without a window; NoBrowser where there is none."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise NoBrowser("Playwright is not installed. Try: make test-browser") from None
    path = chromium()
    if path is None:
        raise NoBrowser("There is no Chromium. Try: scripts/chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
