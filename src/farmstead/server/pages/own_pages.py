"""Pages of a server's own: imprint, privacy and the like, and a line of announcement, from files of a folder.

`imprint.de.md` is the German imprint, `announcement.en.txt` the English line above all pages. They are looked
for again every few seconds, so that a server that runs shows what was written a moment ago. What is in them
is Markdown, or plain text; neither can bring HTML or scripts into a page.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple, TypeVar, final

from markupsafe import Markup, escape

Found = TypeVar("Found")

LOG: Final = logging.getLogger(__name__)
FILE: Final = re.compile(r"(?P<name>[a-z][a-z0-9-]{0,39})\.(?P<language>[a-z]{2})\.(?P<kind>md|txt)")
ANNOUNCEMENT: Final = "announcement"
SECURITY: Final = "security.txt"  # how to report a weakness of this server, by RFC 9116; served as it is
FALLBACK: Final = "en"
LOOK_S: Final = 2.0  # seconds between two looks
MAX_FILES: Final = 100
MAX_BYTES: Final = 200_000  # of one file
MAX_ANNOUNCEMENT: Final = 500  # letters


class OwnPage(NamedTuple):
    """One page in one language."""

    name: str
    language: str
    title: str
    text: Markup


class SiteLinks(NamedTuple):
    """What every page has of it: the line above it, and links in its foot."""

    announcement: str
    links: tuple[tuple[str, str], ...]  # name and title
    stamp: str  # another when anything has changed


NOTHING: Final = SiteLinks("", (), "")


@final
class OwnPages:
    """Those in a folder, which need not be there."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._clock = clock
        self._looked = -LOOK_S
        self._signature: object = None
        self._pages: dict[str, dict[str, OwnPage]] = {}  # by name and language
        self._announcement: dict[str, str] = {}
        self._stamp = ""

    def shown(self, language: str) -> SiteLinks:
        self._look()
        if not self._stamp:
            return NOTHING
        links = [(name, in_language(there, language).title) for name, there in sorted(self._pages.items())]
        announcement = in_language(self._announcement, language) if self._announcement else ""
        return SiteLinks(announcement, tuple(links), self._stamp)

    def page(self, name: str, language: str) -> OwnPage | None:
        """In this language, else in another that there is."""
        self._look()
        there = self._pages.get(name)
        return None if there is None else in_language(there, language)

    def security(self) -> str:
        """What their security.txt says; nothing where there is none."""
        with suppress(OSError), (self._folder / SECURITY).open("rb") as file:
            return file.read(MAX_BYTES).decode("utf-8-sig", "replace")
        return ""

    def _look(self) -> None:
        """Read everything again, if any file is another than before."""
        if self._clock() - self._looked < LOOK_S:
            return
        self._looked = self._clock()
        signature = []
        with suppress(OSError):
            for path in sorted(self._folder.iterdir())[:MAX_FILES]:
                if FILE.fullmatch(path.name) and path.is_file():
                    told = path.stat()
                    signature.append((path.name, told.st_mtime_ns, told.st_size))
        if signature != self._signature:
            self._signature = signature
            self._read([self._folder / name for name, _, _ in signature])

    def _read(self, paths: list[Path]) -> None:
        self._pages, self._announcement, whole = {}, {}, sha256()
        for path in paths:
            found = FILE.fullmatch(path.name)
            assert found is not None
            try:
                with path.open("rb") as file:
                    text = file.read(MAX_BYTES).decode("utf-8-sig", "replace").strip()
            except OSError as error:
                LOG.warning("%s cannot be read, and is not shown: %s", path, error.strerror or error)
                continue
            whole.update(f"{path.name} {text}\0".encode())
            name, language = found["name"], found["language"]
            if name == ANNOUNCEMENT:
                if text:
                    self._announcement[language] = " ".join(text.split())[:MAX_ANNOUNCEMENT]
                continue
            title, body = titled(text, name)
            written = markdown(body) if found["kind"] == "md" else plain(body)
            self._pages.setdefault(name, {})[language] = OwnPage(name, language, title, written)
        self._stamp = whole.hexdigest() if self._pages or self._announcement else ""


def in_language(there: Mapping[str, Found], language: str) -> Found:
    """Of what there is in several languages the one that is wanted, else English, else any."""
    return there.get(language) or there.get(FALLBACK) or there[min(there)]


def titled(text: str, name: str) -> tuple[str, str]:
    """What stands in the first line after a #, else the name of the file."""
    first, _, rest = text.partition("\n")
    if first.startswith("# ") and first[2:].strip():
        return first[2:].strip()[:60], rest.strip()
    return name.replace("-", " ").capitalize(), text


def markdown(text: str) -> Markup:
    """HTML in it is shown as it is written, and links lead to pages and mail only."""
    from markdown_it import MarkdownIt  # here, since most servers have no pages of their own

    writer = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    return Markup(writer.render(text))


def plain(text: str) -> Markup:
    paragraphs = [escape(each.strip()) for each in re.split(r"\n\s*\n", text) if each.strip()]
    return Markup("").join([Markup("<p>{}</p>").format(each) for each in paragraphs])
