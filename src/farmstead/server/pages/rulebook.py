"""The rulebooks as pages: every paragraph has an address, and reads as the switches of a table have it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, TypeAlias
from urllib.parse import urlencode

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter
from litestar.response import Template
from markupsafe import Markup

from farmstead import shelf
from farmstead.engine.contract import BadSetup
from farmstead.render.glossary import box_words
from farmstead.rulebooks import Paragraph, Rulebook, Section, languages_of, rulebook
from farmstead.rulebooks.how_it_plays import HowItPlays, drawn, how_it_plays
from farmstead.rulebooks.phrases import LANGUAGE
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage
from farmstead.server.http.page_cache import kept, page_for_all
from farmstead.server.http.template import page
from farmstead.server.http.texts import page_texts, sayings_of
from farmstead.server.pages.games import about_game, games_in
from farmstead.server.pages.rulebook_markdown import MarkdownWriter

Options = Annotated[str, QueryParameter(name="options", max_length=300)]  # `variant=family,sheet=A`
Revision = Annotated[int, QueryParameter(name="revision", ge=0, le=999)]  # of the rules; 0: the present one
OnlyHow: TypeAlias = Annotated[bool, QueryParameter(name="only-how")]  # without the numbered rules
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
    """A chapter: its paragraphs in their order, and whatever else stands between them.

    `developers` is what is folded up: notation, formulas, files.
    """

    number: str
    title: str
    parts: tuple[Rule | Markup, ...]
    developers: tuple[Rule | Markup, ...]


class Figure(NamedTuple):
    """A picture of "How it plays", which says itself what is seen in it."""

    name: str
    svg: Markup
    caption: Markup


class HowPage(NamedTuple):
    """ "How it plays" as a page has it: text and pictures in turn, and what the pictures use."""

    title: str
    language: str
    parts: tuple[Figure | Markup, ...]
    symbols: Markup


@get("/rules/{game:str}", include_in_schema=False)
async def rules_of(
    request: AnyRequest,
    core: TheCore,
    game: FromPath[str],
    language: TheLanguage,
    options: Options = "",
    revision: Revision = 0,
    only_how: OnlyHow = False,
) -> Response[bytes]:
    """How a game plays, and its book, as a table with these options plays under a revision of the rules."""
    if not shelf.is_known(game):
        raise NotFoundException
    spoken = languages_of(game)
    book = rulebook(game, language if language in spoken else LANGUAGE) if spoken and not only_how else None
    switches = _switches(game, options, revision)

    def made() -> Template:
        shown = {
            "about": about_game(game, language),
            "how": _how(how_it_plays(game, language), book),
            "has_book": bool(spoken),
            "book": book,
            "words": page_texts(language).some(RULES),
            "data": {"box_words": box_words(book.language) if book else {}},
        }
        return page("rulebook/page.html", language, {**shown, **_shown(book, switches, language)})

    return await kept(request, core, ("rules", game, language, only_how, *switches.items()), made)


# `Any`: whatever a template can show.
def _shown(book: Rulebook | None, switches: Mapping[str, str], language: str) -> dict[str, Any]:
    """Of the numbered rules."""
    if book is None:
        return {"preface": "", "chapters": [], "chosen": ""}
    return {
        "preface": _writer(book).blocks(book.preface),
        "chapters": [_chapter(book, section, switches) for section in book.sections],
        "chosen": _chosen(book.game, switches, language),
    }


def _how(found: HowItPlays, book: Rulebook | None) -> HowPage:
    writer = MarkdownWriter([]) if book is None else _writer(book)
    pictures, symbols = drawn(found)
    parts = [
        writer.blocks(part)
        if isinstance(part, str)
        else Figure(part.name, Markup(pictures[part.name]), writer.line(part.caption))  # drawn by this server
        for part in found.parts
    ]
    return HowPage(found.title, found.language, tuple(parts), Markup(symbols))


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
    return {"games": games_in(language)}


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
    told = [(say(f"switch.{name}"), say.value(name, value)) for name, value in chosen]
    return say("page.semicolon").join([say("page.labelled", what=name, text=value) for name, value in told])


def _writer(book: Rulebook) -> MarkdownWriter:
    return MarkdownWriter([paragraph.number for paragraph in book.paragraphs])


def _chapter(book: Rulebook, section: Section, switches: Mapping[str, str]) -> Chapter:
    told, more = [tuple(_parts(book, body, switches)) for body in (section.body, section.developers)]
    return Chapter(section.number, section.title, told, more)


def _parts(book: Rulebook, body: str, switches: Mapping[str, str]) -> Iterator[Rule | Markup]:
    by_number = {paragraph.number: paragraph for paragraph in book.paragraphs}
    writer, end = _writer(book), 0
    for found in _RULE.finditer(body):
        if between := body[end : found.start()].strip():
            yield writer.blocks(between)
        yield _rule(writer, by_number[found[1]], switches)
        end = found.end()
    if rest := body[end:].strip():
        yield writer.blocks(rest)


def _rule(writer: MarkdownWriter, paragraph: Paragraph, switches: Mapping[str, str]) -> Rule:
    others = [
        Reading(other.switch, other.value, writer.line(other.text))
        for other in paragraph.alternatives
        if switches.get(other.switch) != other.value
    ]
    changed = paragraph.changed(switches) is not None
    return Rule(paragraph.number, writer.line(paragraph.read(switches)), changed, tuple(others))
