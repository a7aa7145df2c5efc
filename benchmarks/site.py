"""How fast the game is without a server, in a real browser: writes benchmarks/site.md.

make bench-site
"""

from __future__ import annotations

import gzip
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median, quantiles
from threading import Thread
from typing import Any, Final
from urllib.parse import urlsplit

from farmstead import _build
from scripts.browsing import DESKTOP, PHONE, opened
from tests.browser.hands import Hands, waited

PAGE: Final = Path(__file__).parent / "site.md"
VISITS: Final = 2
CHOICES: Final = 15
WAYS: Final = {"walnut-grove": "alone", "sunflower-valley": "now"}
# The longest task of the page's own thread, and the time from a click to the first frame with new boards.
WATCH: Final = """(() => {
  window.longest = 0;
  const note = (each) => (window.longest = Math.max(window.longest, each.duration));
  const tasks = new PerformanceObserver((list) => list.getEntries().forEach(note));
  tasks.observe({ type: 'longtask', buffered: true });
})()"""


class Quiet(SimpleHTTPRequestHandler):
    """A plain server of files."""

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served() -> Iterator[tuple[str, Path]]:
    """The site below a path of a plain server, and its folder."""
    with tempfile.TemporaryDirectory() as place:
        subprocess.run([sys.executable, "-m", "scripts.site", "--to", f"{place}/below"], check=True)
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=place)) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/below/", Path(place) / "below"
            server.shutdown()


def visits(browser: Any, url: str, game: str, device: dict[str, Any]) -> dict[str, list[float]]:
    """`Any`: what is Playwright's. Seconds, megabytes and milliseconds by what they are of."""
    found: dict[str, list[float]] = {}

    def note(what: str, value: float) -> None:
        found.setdefault(what, []).append(value)

    for _ in range(VISITS):
        context = browser.new_context(locale="en-GB", **device)
        context.add_init_script(WATCH)
        hosts: set[str] = set()
        sizes: dict[str, int] = {}

        def came(answer: Any, sizes: dict[str, int] = sizes) -> None:
            if not answer.url.startswith("blob:"):  # which is made in the page
                sizes.setdefault(answer.url, int(answer.headers.get("content-length", "0")))

        context.on("response", came)
        context.on(
            "request", lambda asked, hosts=hosts: hosts.add(urlsplit(asked.url.removeprefix("blob:")).netloc)
        )
        page = context.new_page()
        began = time.perf_counter()
        page.goto(url)
        page.locator(f"[data-game={game}] .{WAYS[game]}:not([disabled])").click()
        page.wait_for_url("**/table.html?code=*")
        waited(page)
        note("first visit, from the address to a game that can be played (s)", time.perf_counter() - began)
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        note(
            "first visit, all that is fetched, as a server sends it that packs nothing (MB)",
            sum(sizes.values()) / 1e6,
        )
        began = time.perf_counter()
        page.reload()
        waited(page)
        note("later visit, from the address of a table to its boards (s)", time.perf_counter() - began)
        hands = Hands(page, tap="is_mobile" in device)
        for _ in range(CHOICES):
            if waited(page) != "choose":
                break
            hands.choose()
        note("longest task of the page's own thread while playing (ms)", page.evaluate("window.longest"))
        note("requests to other places", len(hosts - {urlsplit(url).netloc}))
        context.close()
    return found


def row(what: str, values: list[float]) -> str:
    high = quantiles(values, n=10)[-1] if len(values) > 9 else max(values)
    return f"| {what} | {median(values):.3g} ({min(values):.3g} – {max(values):.3g}) | {high:.3g} |"


def main() -> None:
    load = os.getloadavg()[0]
    lines = [
        "# How fast the game is without a server\n",
        f"`make bench-site`. {platform.machine()}, {os.cpu_count()} cores, {platform.system()}, farmstead"
        f" {_build.version_and_commit()}, {time.strftime('%Y-%m-%d')}. Chromium without a window, files from"
        f" this machine by Python's own server, {VISITS} first visits each.\n",
        f"Before it began, {load:.1f} processes were waiting or running on the machine's processors.\n",
    ]
    with served() as (url, folder), opened() as browser:
        packed = sum(
            [len(gzip.compress(file.read_bytes(), 6)) for file in folder.rglob("*") if file.is_file()]
        )
        lines.append(f"All files of the site, each packed: {packed / 1e6:.2f} MB (goal: at most 8).\n")
        for game in WAYS:
            for name, device in (("desktop", DESKTOP), ("phone", PHONE)):
                lines += [f"## {game}, {name}\n", "| what | median (least – most) | worst |", "|---|--:|--:|"]
                lines += [row(what, values) for what, values in visits(browser, url, game, device).items()]
                lines.append("")
    PAGE.write_text("\n".join(lines), encoding="utf-8")
    print(f"Written: {PAGE}")


if __name__ == "__main__":
    main()
