"""Puts the pages of the docs together and lets Sphinx build the site from them. `make docs`.

docs/site/pages.toml says which pages there are and which files they are made of. The files stay as they are
read in the repository: links between them become links between pages, others are named by their paths.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Final, NamedTuple

from farmstead._build import VERSION
from farmstead.engine.contract import FarmsteadError
from farmstead.server.base.languages import offered

ROOT: Final = Path(__file__).parent.parent
SITE: Final = ROOT / "docs" / "site"
BUILT: Final = ROOT / "build" / "docs"
GATHERED: Final = ROOT / "build" / "docs-pages"  # what Sphinx reads
SOURCE_LANGUAGE: Final = "en"
NOTE: Final = re.compile(r"^ *<!--.*?-->\n", re.MULTILINE | re.DOTALL)
CODE: Final = re.compile(r"(^ *```.*?^ *```$)", re.MULTILINE | re.DOTALL)
HEADING: Final = re.compile(r"^(#+) (.+)$", re.MULTILINE)
LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
RULEBOOK: Final = re.compile(r"src/farmstead/games/(\w+)/rulebook/(\w+)\.md")


class SitePage(NamedTuple):
    """A page, and the files it is made of."""

    name: str
    files: tuple[str, ...]  # as seen from the folder of the project
    title: str = ""  # where it is made of several
    lead: str = ""

    def in_language(self, language: str) -> SitePage:
        files = [file.format(language=language) for file in self.files]
        return self._replace(files=tuple(file for file in files if (ROOT / file).exists()))


class Section(NamedTuple):
    """A heading of the menu, and the pages below it."""

    title: str
    pages: tuple[SitePage, ...]


def sections(language: str) -> list[Section]:
    """The menu: in English all of it, else what is there in that language."""
    found = []
    for section in tomllib.loads((SITE / "pages.toml").read_text(encoding="utf-8"))["section"]:
        pages = [
            SitePage(page["name"], tuple(page["from"]), page.get("title", ""), page.get("lead", ""))
            for page in section["page"]
        ]
        kept = [
            page.in_language(language)
            for page in pages
            if language == SOURCE_LANGUAGE or "{language}" in page.files[0]
        ]
        if kept:
            found.append(Section(section["title"][language], tuple(kept)))
    return found


def left_out() -> set[str]:
    """Documents that are not on the site."""
    return set(tomllib.loads((SITE / "pages.toml").read_text(encoding="utf-8"))["left_out"])


def pages(language: str) -> list[SitePage]:
    return [page for section in sections(language) for page in section.pages]


def gathered(language: str) -> dict[str, str]:
    """The Markdown of each page by its name; FarmsteadError where a link leads to no file."""
    places = {file: page.name for page in pages(language) for file in page.files}
    made = {page.name: _text(page, places, language) for page in pages(language)}
    menu = "".join(
        f"\n```{{toctree}}\n:hidden:\n:caption: {section.title}\n\n"
        + "".join(f"{'self' if page.name == 'index' else page.name}\n" for page in section.pages)
        + "```\n"
        for section in sections(language)
    )
    return {**made, "index": made["index"] + menu}


def pictures(text: str) -> set[str]:
    """The names of the pictures of a page."""
    return {address for image, _, address in LINK.findall(text) if image}


def anchor(file: str, heading: str = "") -> str:
    """A name for a heading of a file that no other file has."""
    slug = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
    path = PurePosixPath(file)
    folder = "" if len(path.parts) > 1 else "project-"  # docs/security.md, and SECURITY.md
    return f"{folder}{path.stem.lower()}--{slug}"


def _text(page: SitePage, places: Mapping[str, str], language: str) -> str:
    whole = [_chapter(file, bool(page.title), places, language) for file in page.files]
    return (f"# {page.title}\n\n{page.lead}\n\n" if page.title else "") + "\n\n".join(whole) + "\n"


def _chapter(file: str, is_below_a_title: bool, places: Mapping[str, str], language: str) -> str:
    """A file, with a name before each heading, and its links as they are on the site."""
    deeper = "#" if is_below_a_title else ""

    def headed(match: re.Match[str]) -> str:
        named = anchor(file, "" if match[1] == "#" else match[2])
        return f"({named})=\n{deeper}{match[1]} {match[2]}"

    def linked(match: re.Match[str]) -> str:
        return _link(match, file, places, language)

    text = NOTE.sub("", (ROOT / file).read_text(encoding="utf-8"))
    return _outside_code(text, lambda part: LINK.sub(linked, HEADING.sub(headed, part))).strip()


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """With everything but code changed."""
    parts = CODE.split(text)
    return "".join(part if number % 2 else change(part) for number, part in enumerate(parts))


def _link(match: re.Match[str], file: str, places: Mapping[str, str], language: str) -> str:
    image, words, address = match.groups()
    if re.match(r"[a-z]+:", address):
        return match[0]
    path, _, heading = address.partition("#")
    target = normpath(str(PurePosixPath(file).parent / path)) if path else file
    if not (ROOT / target).exists():
        raise FarmsteadError(f"{file}: there is no {target}")
    if image:
        return f"![{words}]({PurePosixPath(target).name})"
    if target in places:
        return f"[{words}](#{_anchor_in(target, heading)})"
    if book := RULEBOOK.fullmatch(target):
        game, chosen = (
            book[1].replace("_", "-"),
            "" if language == SOURCE_LANGUAGE else f" --language {language}",
        )
        return f"{words} (`farmstead rules {game}{chosen}`)"
    if (ROOT / target).is_dir() or PurePosixPath(target).name in words or target in words:
        return f"`{target}`"
    return f"{words} (`{target}`)"


def _anchor_in(target: str, heading: str) -> str:
    """The name of a heading on the site, given as it is linked in the repository; checked."""
    if not heading:
        return anchor(target)
    text = (ROOT / target).read_text(encoding="utf-8")
    headings = [found for part in CODE.split(text)[::2] for found in HEADING.findall(part)]
    for depth, title in headings:
        if anchor(target, title) == anchor(target, heading):
            return anchor(target, "" if depth == "#" else title)
    raise FarmsteadError(f"{target} has no heading #{heading}")


def _pieces(language: str) -> Iterator[Path]:
    """Pictures that pages of a language show."""
    for page in pages(language):
        for file in page.files:
            text = (ROOT / file).read_text(encoding="utf-8")
            yield from [(ROOT / file).parent / picture for picture in pictures(text)]


def gather(folder: Path, language: str) -> None:
    """Write the pages of a language, and what they show, for Sphinx."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in gathered(language).items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    for picture in _pieces(language):
        shutil.copy(picture, folder)


def build(gathered_in: Path = GATHERED, built: Path = BUILT) -> Path:
    """The site in every language; FarmsteadError where Sphinx warns of anything."""
    shutil.rmtree(built, ignore_errors=True)
    for language in offered():
        gather(gathered_in / language, language)
        out = built if language == SOURCE_LANGUAGE else built / language
        command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-c", str(SITE)]
        command += ["-d", str(gathered_in / f"{language}.doctrees"), str(gathered_in / language), str(out)]
        named = {"FARMSTEAD_DOCS_LANGUAGE": language, "FARMSTEAD_DOCS_VERSION": VERSION}
        if subprocess.run(command, env={**os.environ, **named}, check=False).returncode:
            raise FarmsteadError("The site was not built; what is wrong stands above.")
        for unneeded in (".buildinfo", "objects.inv"):
            (out / unneeded).unlink(missing_ok=True)
    return built / "index.html"


def main() -> int:
    """The status of the command."""
    try:
        print(f"Open {build().relative_to(ROOT)}")
    except FarmsteadError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
