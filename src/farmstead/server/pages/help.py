"""Help for players: the pages in farmstead/help in the frame of all others; the docs have them, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template
from markupsafe import Markup

from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage
from farmstead.server.http.page_cache import kept, page_for_all
from farmstead.server.http.template import page

# In the order in which they are listed.
PAGES: Final = ("start", "friends", "games", "table", "after", "accounts", "box", "fair-draws")
_LEFT_OUT: Final = re.compile(
    r"^ *(?:<!--.*-->|!\[.*\]\(.*\))\n", re.MULTILINE
)  # notes, and pictures of pages
_BESIDE: Final = re.compile(r"([a-z-]+)\.md(#.*)?")
_RULEBOOK: Final = re.compile(r"\.\./\.\./games/([a-z_]+)/rulebook/\w+\.md")
_ELSEWHERE: Final = "../../../../"  # a file of the project that no page of a server shows


class HelpPage(NamedTuple):
    """What it is about, and its text."""

    name: str
    title: str
    lead: str  # what somebody wants who should read it
    text: Markup


def source(name: str, language: str) -> str:
    """A page as it is written, in Markdown."""
    return resources.files("farmstead").joinpath(f"help/{language}/{name}.md").read_text(encoding="utf-8")


@cache
def help_page(name: str, language: str, root: str) -> HelpPage:
    """A page to be shown; links lead to pages of a server whose addresses begin with `root`."""
    title, _, text = source(name, language).removeprefix("# ").partition("\n")
    lead = text.strip().partition("\n\n")[0]
    return HelpPage(name, title, _written(lead, root).striptags(), _written(text, root))


@get("/help/{name:str}", include_in_schema=False)
async def help_for(
    request: AnyRequest, core: TheCore, name: FromPath[str], language: TheLanguage
) -> Response[bytes]:
    """One page."""
    if name not in PAGES:
        raise NotFoundException

    def made() -> Template:
        pages = [help_page(each, language, core.settings.root_path) for each in PAGES]
        shown = {"pages": pages, "page": pages[PAGES.index(name)], "words": {}, "data": {}}
        return page("help/page.html", language, shown)

    return await kept(request, core, ("help", name, language), made)


def _all(language: str) -> dict[str, Any]:
    return {"pages": [help_page(name, language, "") for name in PAGES]}


help_pages: Final = page_for_all("/help", "help/pages.html", shown=_all)  # what there is


def _written(text: str, root: str) -> Markup:
    from markdown_it import MarkdownIt  # here, since a server does not need it to start

    writer = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = writer.parse(_LEFT_OUT.sub("", text))
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(tokens[number + 1].content))
        token.children = list(_linked(token.children, root)) if token.children else token.children
    html = writer.renderer.render(tokens, writer.options, {})
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>").replace("<th>", '<th scope="col">')
    return Markup(html.replace("<pre>", '<pre tabindex="0">'))


# `Any`: the library's tokens, which it is imported late for.
def _linked(tokens: list[Any], root: str) -> Iterator[Any]:
    """With links to pages of this server; what it does not show is named."""
    aside: list[str] = []  # where open links of the latter kind would have led
    for token in tokens:
        if token.type == "link_open":
            address = str(token.attrGet("href"))
            if address.startswith(_ELSEWHERE):
                aside.append(address.removeprefix(_ELSEWHERE))
                continue
            token.attrSet("href", _address(address, root))
        elif token.type == "link_close" and aside:
            token.type, token.tag, token.nesting = "code_inline", "code", 0
            token.content = aside.pop()
        yield token


def _address(written: str, root: str) -> str:
    if found := _BESIDE.fullmatch(written):
        return f"{root}/help/{found[1]}{found[2] or ''}"
    if found := _RULEBOOK.fullmatch(written):
        return f"{root}/rules/{found[1].replace('_', '-')}"
    return written


def _anchor(title: str) -> str:
    return re.sub(r"\W+", "-", title.lower()).strip("-")
