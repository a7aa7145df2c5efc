"""`farmstead edition`: the components of a game as a file, to check, to copy and to change."""

import json
from typing import Annotated

import typer
from typer import Argument, Option

from farmstead import shelf
from farmstead.cli.app_settings import typer_app
from farmstead.cli.arguments import GameName, read_text
from farmstead.cli.errors import BAD_INPUT
from farmstead.cli.typer_commands import Command, CommandGroup
from farmstead.engine.contract import BadSetup, Game

app = typer_app(cls=CommandGroup)


@app.callback(invoke_without_command=True)
def edition(context: typer.Context) -> None:
    """The components of a game as a file: print the packaged one, change a copy, check it, play with it.

    `farmstead edition show walnut-grove > mybox.toml`

    `farmstead edition check mybox.toml`

    `farmstead play walnut-grove --edition mybox.toml`
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command(cls=Command)
def check(file: Annotated[str, Argument(metavar="FILE", help="An edition; `-` is standard input.")]) -> None:
    """Prove an edition sound, or list all that is wrong with it.

    Example:

        farmstead edition check mybox.toml
    """
    text = read_text(file)
    try:
        game = shelf.playable_with(shelf.edition_game(text), text)
    except BadSetup as error:
        print(f"{file} is not sound:")
        for problem in problems_of(error):
            print(f"  {problem}")
        raise typer.Exit(BAD_INPUT) from None
    print(f"{file} is sound: {describe(game)}")


def problems_of(error: BadSetup) -> list[str]:
    """Everything that is wrong, a sentence each."""
    found = getattr(error, "problems", None)
    return list(found) if found else [str(error)]


def describe(game: Game) -> str:
    """Title, name and digest, and how many there are of what."""
    counts = ", ".join(f"{count} {what}" for what, count in shelf.contents(game).items())
    return f"{game.title}, edition {shelf.edition_of(game)}\n  {counts}"


@app.command(cls=Command)
def show(
    game: GameName,
    name: Annotated[str, Argument(help="Name of a small edition. Without it, the full one.")] = "",
    as_json: Annotated[
        bool, Option("--json", help="Print one JSON object, without notes and sources.")
    ] = False,
) -> None:
    """Print a packaged edition, to copy and change.

    Examples:

        farmstead edition show walnut-grove > mybox.toml
        farmstead edition show sunflower-valley > myvalley.toml
        farmstead edition show sunflower-valley duel
        farmstead edition show sunflower-valley --json
    """
    shelf.needed(game, "game_with", "edition of its own")
    if as_json:
        print(json.dumps(shelf.components(shelf.game_in(game, name))))
        return
    print(shelf.further_edition_text(game, name) if name else shelf.edition_text(game), end="")
