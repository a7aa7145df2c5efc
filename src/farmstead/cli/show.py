"""`farmstead show`: every component with its picture, its numbers and its rules."""

from difflib import get_close_matches
from typing import Annotated

import typer

from farmstead import shelf
from farmstead.cli.arguments import EditionFile, game_and_text
from farmstead.cli.finding import plain
from farmstead.cli.screen import Screen
from farmstead.engine.contract import BadSetup
from farmstead.render import Drawing, drawing_for
from farmstead.rulebooks import rulebook

Kind = Annotated[
    str | None, typer.Argument(metavar="[KIND]", help="tile, disc, board, building, improvement.")
]
Name = Annotated[str | None, typer.Argument(metavar="[NAME]", help="Which one: `17`, `A1`, `lodge`.")]
OfGame = Annotated[str, typer.Option("--game", "-g", help="The game it belongs to.")]


def show(
    kind: Kind = None, name: Name = None, game: OfGame = "walnut-grove", edition: EditionFile = None
) -> None:
    """Draw a component with all its data; without a name, list all of the kind.

    Examples:

        farmstead show tile 17
        farmstead show disc A1
        farmstead show building lodge
        farmstead show improvement
    """
    played, text = game_and_text(game, edition)
    drawing = drawing_for(played, shelf.edition_text(game) if text is None else text)
    screen = Screen()
    if kind is None:
        list_kinds(drawing, screen)
    elif name is None:
        screen.say(", ".join(drawing.names(_known(kind, list(drawing.kinds), "kind of component"))))
    else:
        show_one(drawing, screen, game, kind, name)


def list_kinds(drawing: Drawing, screen: Screen) -> None:
    for kind in drawing.kinds:
        screen.say(f"{kind}: {', '.join(drawing.names(kind))}")


def show_one(drawing: Drawing, screen: Screen, game: str, kind: str, name: str) -> None:
    """The picture, the numbers, and what the rules say about such a thing."""
    kind = _known(kind, list(drawing.kinds), "kind of component")
    found = _known(name, drawing.names(kind), kind)
    screen.show(drawing.component(kind, found))
    book = rulebook(game)
    for number in drawing.paragraphs(kind, found):
        screen.say(f"{number}: {plain(book.paragraph(number))}", "dim")


def _known(typed: str, names: list[str], what: str) -> str:
    """The name that is meant; capitals, blanks and a plural do not matter."""
    asked = typed.strip().lower().replace(" ", "-").replace("'", "")
    by_key = {name.lower(): name for name in names}
    found = by_key.get(asked) or by_key.get(asked.removesuffix("s")) or by_key.get(asked.lstrip("0"))
    if found is not None:
        return found
    near = [] if asked.isdecimal() else get_close_matches(asked, by_key, 1)
    hint = f"did you mean {by_key[near[0]]}?" if near else f"there are {_shortened(names)}"
    raise BadSetup(f"there is no {what} {typed[:40]!r}; {hint}")


def _shortened(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 12 else f"{names[0]} to {names[-1]}"
