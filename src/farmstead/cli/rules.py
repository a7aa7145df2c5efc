"""`farmstead rules`: the rulebook, whole or a part, as the options in force read it."""

import os
import sys
from collections.abc import Mapping
from typing import Annotated, Final

import typer
from typer import Argument, Option

from farmstead import shelf
from farmstead.cli import language
from farmstead.cli.arguments import GameName, Options, words
from farmstead.cli.rule_search import numbers_for
from farmstead.engine.contract import BadSetup
from farmstead.rulebooks import MAX_QUOTE, NoSuchRulebook, Rulebook, languages_of, rulebook
from farmstead.rulebooks.how_it_plays import how_it_plays

Number = Annotated[
    str | None,
    Argument(
        metavar="[NUMBER]",
        help="A paragraph `5.6`, a section `5`, a ruling `R13` or `S14`, or a word: `herd`.",
    ),
]
OnlyHow = Annotated[bool, Option("--how-it-plays", help="Only how it plays: ten minutes, with an example.")]
MAX_FOUND: Final = 3  # how many paragraphs a word brings up


def rules(
    game: GameName,
    number: Number = None,
    options: Options = None,
    in_language: language.Language = None,
    only_how: OnlyHow = False,
) -> None:
    """Read the rules: how it plays and the whole book, a section, a paragraph or a ruling.

    With `--options` the book reads as these options play; paragraphs that a switch changes say so.

    Examples:

        farmstead rules walnut-grove
        farmstead rules walnut-grove --how-it-plays
        farmstead rules walnut-grove 5
        farmstead rules walnut-grove 5.6
        farmstead rules walnut-grove tent
        farmstead rules walnut-grove R13 --options french
        farmstead rules sunflower-valley herd
        farmstead rules sunflower-valley 5.1 --options family
        farmstead rules walnut-grove 5 --language fr
    """
    switches = shelf.switch_values(game, words(options))
    if number is not None and only_how:
        raise BadSetup(language.say("answer", "how_it_plays", number=number[:MAX_QUOTE]))
    if number is not None:
        show(text(_book(game, in_language), number, switches), paged=False)
        return
    book = _book(game, in_language) if languages_of(game) else None
    numbered = [] if only_how or book is None else [text(book, None, switches)]
    show("\n".join([how_it_plays(game, language.spoken()).markdown(), *numbered]), paged=True)


def _book(game: str, named: str | None) -> Rulebook:
    """In the language that is named, else in that of the locale, if the game has it, or in English."""
    shelf.row(game)
    try:
        return language.book(game) if named is None else rulebook(game, named)
    except NoSuchRulebook as error:
        raise typer.BadParameter(str(error)) from None


def text(book: Rulebook, number: str | None, switches: Mapping[str, str]) -> str:
    """The part of the book that is asked for, as Markdown."""
    if number is None:
        return book.markdown(switches)
    if not (found := numbers_for(book, number)):
        raise BadSetup(str(book.missing(number)))
    more = [book.phrases.also.format(numbers=", ".join(found[MAX_FOUND:]))] if found[MAX_FOUND:] else []
    return "\n\n".join([*[_part(book, each, switches) for each in found[:MAX_FOUND]], *more])


def _part(book: Rulebook, number: str, switches: Mapping[str, str]) -> str:
    found = book.paragraph(number, switches)
    asked = book.nearest(number)[0]
    return next((each.markdown(switches) for each in book.paragraphs if each.number == asked), found)


def show(markdown: str, paged: bool) -> None:
    """On a terminal nicely set, in a pager when it is long; elsewhere the Markdown as it is."""
    if not sys.stdout.isatty():
        print(markdown.rstrip())
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    page = Markdown(markdown)
    if paged and len(console.render_lines(page)) > console.height:
        with console.pager(styles=_pager_paints()):
            console.print(page)
    else:
        console.print(page)


def _pager_paints() -> bool:
    """`less` shows colours only when told to; whoever has told it something else is left alone."""
    return "r" in os.environ.setdefault("LESS", "-R").lower()
