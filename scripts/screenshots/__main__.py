"""Takes pictures of every page in every language, size and light, into screenshots/. `make screenshots`."""

from __future__ import annotations

import argparse
import base64
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from farmstead.engine.contract import FarmsteadError
from farmstead.server.base.languages import offered
from scripts.browsing import DESKTOP, WIDTHS, opened
from scripts.screenshots.album import write_album
from scripts.screenshots.serving import same_server
from scripts.screenshots.small import small
from scripts.screenshots.stations import STATIONS, Station, known
from scripts.screenshots.tables import Tables

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER: Final = Path("screenshots")
DOCS: Final = Path("docs")
IN_README: Final = {
    "table-walnut-grove.png": "grove-spring-ghost",
    "table-sunflower-valley.png": "valley-chosen",
}
README_WIDTH: Final = 1100  # pixels
BOTH: Final = "tables.png"  # one before the other, for whoever sees only one picture
LAID_OUT: Final = """([before, behind]) => {
  const at = (picture, style) => `<img src="data:image/png;base64,${picture}" style="position: absolute;
    width: 1000px; border: 1px solid #8a7450; border-radius: 12px; box-shadow: 0 6px 24px #0006; ${style}">`;
  document.body.style = 'margin: 0; width: 1440px; height: 1000px; position: relative; background: #fff';
  document.body.innerHTML = at(behind, 'left: 4px; top: 4px') + at(before, 'right: 4px; bottom: 4px');
  return Promise.all([...document.images].map((image) => image.decode()));
}"""
LANGUAGES: Final = tuple(offered())
SIZES: Final = WIDTHS
USUAL: Final = ("desktop", "phone")  # what is taken where nothing else is wished for: 1440 and 360
LIGHTS: Final = ("light", "dark")
WHOLE: Final = (
    "home",
    "new",
    "rules",
    "nowhere",
    "no-table",
    "api",
    "daily",
    "ratings",
    "fair",
    "learn",
    "learn-grove",
)  # pages that are scrolled, as they are
LONGEST: Final = 3000  # pixels of a page that is scrolled
FAILED: Final = 1
INTERRUPTED: Final = 130


class Look(NamedTuple):
    """How a page is looked at; in every light."""

    language: str
    size: str

    def name_of(self, station: Station, light: str) -> str:
        return f"{station.name}.{'.'.join(self)}.{light}.png"


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.screenshots", description=__doc__.splitlines()[0] if __doc__ else None
    )
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="WORD", help="pages whose name has one of these words in it"
    )
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--sizes", nargs="+", choices=tuple(SIZES), default=USUAL)
    parser.add_argument("--lights", nargs="+", choices=LIGHTS, default=LIGHTS)
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where they are put ({FOLDER}/)")
    parser.add_argument(
        "--readme", action="store_true", help=f"instead, the pictures of the tables in {DOCS}/"
    )
    parser.add_argument("--list", action="store_true", help="say which pages there are, and stop")
    return parser.parse_args(words)


def wanted(only: Sequence[str]) -> list[Station]:
    """The stations with such a name; FarmsteadError where there is none."""
    found = [each for each in STATIONS if not only or any(word in each.name for word in only)]
    if not found:
        raise FarmsteadError(f"No page is called {' or '.join(only)}. Try: --list")
    return found


def take_all(options: argparse.Namespace) -> None:
    """Every picture that is wished for, and a page to look through them."""
    stations = wanted(options.only)
    looks = [Look(language, size) for language in options.languages for size in options.sizes]
    if not options.only:
        shutil.rmtree(options.folder, ignore_errors=True)
    options.folder.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    with at_a_server() as (browser, tables):
        for station in stations:
            for look in looks:
                if SIZES[look.size].get("is_mobile") or not station.is_narrow:
                    take(browser, tables, station, look, options)
            left = len(stations) - stations.index(station) - 1
            tell(f"{station.name}, {time.monotonic() - begun:.0f} s, {left} pages to go")
    write_album(options.folder)
    tell(f"Look at {options.folder / 'index.html'}")


@contextmanager
def at_a_server() -> Iterator[tuple[Browser, Tables]]:
    """A browser, and somebody's tables at a server of their own."""
    with (
        tempfile.TemporaryDirectory(prefix="farmstead-pictures-") as folder,
        opened() as browser,
        same_server(Path(folder) / "server") as url,
        closing(Tables(url)) as tables,
    ):
        yield browser, tables


def take(browser: Browser, tables: Tables, station: Station, look: Look, options: argparse.Namespace) -> None:
    """One visit, a picture in each light."""
    context = browser.new_context(**SIZES[look.size], base_url=tables.url, locale=look.language)
    try:
        if station.is_known:
            known(context, tables)
        page = context.new_page()
        station.visit(page, tables)
        height = page.evaluate("document.documentElement.scrollHeight")
        for light in options.lights:
            page.emulate_media(color_scheme=light)
            path = options.folder / look.name_of(station, light)
            page.screenshot(path=path, **part_of(station, look, height))
    finally:
        context.close()


def take_for_readme() -> None:
    """Each table, and both in one picture; small enough for a document."""
    with at_a_server() as (browser, tables):
        taken = {}
        for name, station in IN_README.items():
            (found,) = [each for each in STATIONS if each.name == station]
            context = browser.new_context(**DESKTOP, base_url=tables.url, locale="en", device_scale_factor=2)
            known(context, tables)
            page = context.new_page()
            found.visit(page, tables)
            page.mouse.move(2, 2)
            taken[name] = page.screenshot()
            page.goto("about:blank")
            write(page, name, taken[name])
            context.close()
        page = browser.new_page(viewport={"width": 1440, "height": 1000}, device_scale_factor=2)
        page.evaluate(LAID_OUT, [base64.b64encode(taken[name]).decode() for name in reversed(IN_README)])
        write(page, BOTH, page.screenshot())


def write(page: Page, name: str, picture: bytes) -> None:
    """A picture into the folder of the documents."""
    written = small(page, picture, README_WIDTH)
    (DOCS / name).write_bytes(written)
    tell(f"{DOCS / name}: {len(written) / 1000:.0f} kB")


# `Any`: whatever Playwright understands.
def part_of(station: Station, look: Look, height: int) -> dict[str, Any]:
    """A table as it fits on the screen, other pages as far as one would scroll."""
    if station.table or not station.name.startswith(WHOLE):
        return {}
    width = SIZES[look.size]["viewport"]["width"]
    return {"full_page": True, "clip": {"x": 0, "y": 0, "width": width, "height": min(height, LONGEST)}}


def tell(what: str) -> None:
    print(what, flush=True)


def main(words: list[str] | None = None) -> int:
    """The status of the command."""
    options = arguments(words)
    if options.list:
        print(*[station.name for station in STATIONS], sep="\n")
        return 0
    try:
        if options.readme:
            take_for_readme()
        else:
            take_all(options)
    except FarmsteadError as error:
        print(error, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
