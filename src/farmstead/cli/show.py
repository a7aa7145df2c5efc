"""`farmstead show`: every component with its picture, its numbers and its rules."""

from difflib import get_close_matches
from typing import Annotated

from typer import Argument, Option

from farmstead import shelf
from farmstead.cli.arguments import EditionFile, edition_and_text, game_and_text
from farmstead.cli.rule_search import plain
from farmstead.cli.screen import Screen
from farmstead.engine.contract import BadSetup
from farmstead.render import Drawing, drawing_for
from farmstead.render.text_board import TextBoard
from farmstead.rulebooks import rulebook


def _kinds() -> str:
    """The sorts of components of every game: `tile, disc; sheet, die`."""
    drawings = [drawing_for(shelf.game(name)) for name in shelf.names()]
    return "; ".join([", ".join(each.components.kinds) for each in drawings if each.components.kinds])


Kind = Annotated[str | None, Argument(metavar="[KIND]", help=f"{_kinds()}. Without it all are listed.")]
Name = Annotated[
    str | None, Argument(metavar="[NAME]", help="Which one: `17`, `lodge`, `A`. Without it all are named.")
]
OfGame = Annotated[str | None, Option("--game", "-g", help="The game it belongs to, where two have such.")]


def show(kind: Kind = None, name: Name = None, game: OfGame = None, edition: EditionFile = None) -> None:
    """Draw a component with all its data; without a name, list all of the kind.

    Examples:

        farmstead show
        farmstead show tile 17
        farmstead show building lodge
        farmstead show sheet A
        farmstead show die
    """
    drawings, screen = opened(game, edition), Screen()
    if kind is None:
        list_kinds(drawings, screen)
        return
    drawing, kind = with_kind(drawings, kind)
    if name is None:
        screen.say(", ".join(drawing.components.entries(kind)))
    else:
        show_one(drawing, screen, kind, name)


def opened(game: str | None, edition: str | None) -> list[Drawing]:
    """The boxes to look into: that of an edition file, that of a game, or all on the shelf."""
    if edition is not None:
        found = [edition_and_text(edition) if game is None else game_and_text(game, edition)]
    else:
        found = [game_and_text(name, None) for name in ([game] if game is not None else shelf.names())]
    drawings = [drawing_for(played, text or shelf.edition_text(played.name)) for played, text in found]
    having = [drawing for drawing in drawings if drawing.components.kinds]
    if not having:
        shelf.needed(found[0][0].name, "game_with", "component to show")
    return having


def list_kinds(drawings: list[Drawing], screen: Screen) -> None:
    for drawing in drawings:
        if len(drawings) > 1:
            screen.say(drawing.game.title, "bold")
        for kind in drawing.components.kinds:
            screen.say(f"{kind}: {', '.join(drawing.components.entries(kind))}")


def with_kind(drawings: list[Drawing], typed: str) -> tuple[Drawing, str]:
    """The kind that is meant, and the one game that has such things."""
    kinds = [kind for drawing in drawings for kind in drawing.components.kinds]
    kind = _known(typed, kinds, "kind of component")
    having = [drawing for drawing in drawings if kind in drawing.components.kinds]
    if len(having) > 1:
        games = " and ".join([drawing.game.name for drawing in having])
        raise BadSetup(f"{games} both have a {kind}; say whose: --game {having[0].game.name}")
    return having[0], kind


def show_one(drawing: Drawing, screen: Screen, kind: str, name: str) -> None:
    """The picture, the numbers, what it is, and what the rules say about such a thing."""
    components, game = drawing.components, drawing.game
    found = _known(name, list(components.entries(kind)), kind)
    data = {key: value for key, value in components.entries(kind)[found].items() if key != "source"}
    screen.show(TextBoard(drawing.words, screen.width).board({**drawing.pictured(kind, found), **data}))
    if components.kinds[kind].told:
        screen.say(drawing.about(game.start(game.setup(game.fewest)).view(None), found))
    if components.source(kind, found):
        screen.say(f"source: {components.source(kind, found)}", "dim")
    book = rulebook(game.name)
    for number in components.kinds[kind].rules:
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
