"""The rulebooks as pages: every paragraph has an address, and reads as the switches of a table have it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Final, NamedTuple
from urllib.parse import urlencode

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter
from litestar.response import Template
from markupsafe import Markup

from farmstead import shelf
from farmstead.engine.contract import BadSetup
from farmstead.rulebooks import Paragraph, Rulebook, Section, languages_of, rulebook
from farmstead.rulebooks.phrases import LANGUAGE
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage
from farmstead.server.http.page_cache import kept, page_for_all
from farmstead.server.http.template import page
from farmstead.server.http.texts import page_texts, sayings_of
from farmstead.server.pages.games import about_game, games_in
from farmstead.server.pages.rulebook_markdown import MarkdownWriter

Options = Annotated[str, QueryParameter(name="options", max_length=300)]  # `variant=family,sheet=A`
Revision = Annotated[int, QueryParameter(name="revision", ge=0, le=999)]  # of the rules; 0: the present one
RULES: Final = ("page", "rules")
_RULE: Final = re.compile(r"^- \*\*([A-Z]?\d[\d.]*)\*\* .+(?:\n +\S.*)*\n?", re.MULTILINE)


class Reading(NamedTuple):
    """How a paragraph reads under a choice that this table has not made."""

    switch: str
    value: str
    text: Markup


class Rule(NamedTuple):
    """A paragraph with a number."""

    number: str
    text: Markup
    changed: bool  # the table's switches read it otherwise than usual
    others: tuple[Reading, ...]


class Chapter(NamedTuple):
    """A chapter: its paragraphs in their order, and whatever else stands between them."""

    number: str
    title: str
    parts: tuple[Rule | Markup, ...]


@get("/rules/{game:str}", include_in_schema=False)
async def rules_of(
    request: AnyRequest,
    core: TheCore,
    game: FromPath[str],
    language: TheLanguage,
    options: Options = "",
    revision: Revision = 0,
) -> Response[bytes]:
    """One book, as a table with these options plays under a revision of the rules."""
    spoken = languages_of(game)
    if not spoken:
        raise NotFoundException
    book = rulebook(game, language if language in spoken else LANGUAGE)
    switches = _switches(game, options, revision)

    def made() -> Template:
        shown = {
            "book": book,
            "about": about_game(game, language),
            "preface": _writer(book).blocks(book.preface),
            "chapters": [_chapter(book, section, switches) for section in book.sections],
            "chosen": _chosen(game, switches, language),
            "words": page_texts(language).some(RULES),
            "data": {},
        }
        return page("rulebook/page.html", language, shown)

    return await kept(request, core, ("rules", game, language, *switches.items()), made)


@cache
def paragraphs_of_switches() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """By game and switch, the numbers of the paragraphs that it changes."""
    found: dict[str, dict[str, list[str]]] = {}
    for game in shelf.names():
        for paragraph in rulebook(game).paragraphs if languages_of(game) else ():
            for other in paragraph.alternatives:
                found.setdefault(game, {}).setdefault(other.switch, []).append(paragraph.number)
    return found


def _with_books(language: str) -> dict[str, Any]:
    return {"games": [game for game in games_in(language) if languages_of(game["name"])]}


rules: Final = page_for_all("/rules", "rulebook/games.html", shown=_with_books)  # the books there are


def address_of(game: str, options: Sequence[str], revision: int, paragraph: str) -> str:
    """Where a paragraph is read as a table with these options plays it."""
    try:
        usual = shelf.switch_values(game, options, revision) == shelf.switch_values(game, ())
    except BadSetup:
        usual = True
    asked = "" if usual else "?" + urlencode({"options": ",".join(options), "revision": revision})
    return f"/rules/{game}{asked}#{paragraph}"


def _switches(game: str, options: str, revision: int) -> dict[str, str]:
    """What the switches stand at; a link with options that are not known shows the usual ones."""
    wanted = [option.strip() for option in options.split(",") if option.strip()]
    try:
        shelf.game(game).setup(shelf.game(game).fewest, (), revision or None)  # one that can be played
        return shelf.switch_values(game, wanted, revision or None)
    except BadSetup:
        return shelf.switch_values(game, ())


def _chosen(game: str, switches: Mapping[str, str], language: str) -> str:
    """The choices of a table that are not the usual ones, in words."""
    say, usual = sayings_of(game, language), shelf.switch_values(game, ())
    chosen = [(name, value) for name, value in switches.items() if value != usual[name]]
    return "; ".join([f"{say(f'switch.{name}')}: {say.value(name, value)}" for name, value in chosen])


def _writer(book: Rulebook) -> MarkdownWriter:
    return MarkdownWriter([paragraph.number for paragraph in book.paragraphs])


def _chapter(book: Rulebook, section: Section, switches: Mapping[str, str]) -> Chapter:
    return Chapter(section.number, section.title, tuple(_parts(book, section, switches)))


def _parts(book: Rulebook, section: Section, switches: Mapping[str, str]) -> Iterator[Rule | Markup]:
    by_number = {paragraph.number: paragraph for paragraph in book.paragraphs}
    writer, end = _writer(book), 0
    for found in _RULE.finditer(section.body):
        if between := section.body[end : found.start()].strip():
            yield writer.blocks(between)
        yield _rule(writer, by_number[found[1]], switches)
        end = found.end()
    if rest := section.body[end:].strip():
        yield writer.blocks(rest)


def _rule(writer: MarkdownWriter, paragraph: Paragraph, switches: Mapping[str, str]) -> Rule:
    others = [
        Reading(other.switch, other.value, writer.line(other.text))
        for other in paragraph.alternatives
        if switches.get(other.switch) != other.value
    ]
    changed = paragraph.changed(switches) is not None
    return Rule(paragraph.number, writer.line(paragraph.read(switches)), changed, tuple(others))
