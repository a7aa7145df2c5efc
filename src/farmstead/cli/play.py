"""`farmstead play`: a game in the terminal, alone, with others at one keyboard, or against opponents."""

import secrets
import time
from pathlib import Path
from typing import Annotated

import typer

from farmstead import agents, shelf
from farmstead.cli.arguments import EditionFile, Options, chosen_game, read_text, words
from farmstead.cli.errors import BadInput
from farmstead.cli.match import Match
from farmstead.cli.saves import PERSON, Keeping, new_path, newest, read_keeping, unfinished
from farmstead.cli.screen import Screen
from farmstead.engine.contract import BadSetup
from farmstead.engine.dealer import key_from_seed
from farmstead.engine.record import BadRecord, re_execute, read_record
from farmstead.engine.table import Table
from farmstead.render import drawing_for
from farmstead.render.words import say_bad_record

GameOrFile = Annotated[str, typer.Argument(metavar="[GAME]", help="The game, such as walnut-grove.")]
SavedFile = Annotated[Path | None, typer.Argument(metavar="[FILE]", help="With --resume: the saved game.")]
Seats = Annotated[int | None, typer.Option("--seats", "-n", help="How many play.")]
Opponents = Annotated[
    str | None,
    typer.Option(
        "--opponents", metavar="NAMES", help="Who plays the last seats: `greedy`, `uniform,greedy`."
    ),
]
Seed = Annotated[str | None, typer.Option("--seed", help="Any text: the same text gives the same chance.")]
SaveFile = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Where to save the game.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with FILE, or with the game played last.")]
Picture = Annotated[
    Path | None, typer.Option("--svg", metavar="FILE", help="Write the last sheet as a picture.")
]


def play(
    game: GameOrFile = "walnut-grove",
    file: SavedFile = None,
    seats: Seats = None,
    opponents: Opponents = None,
    options: Options = None,
    edition: EditionFile = None,
    seed: Seed = None,
    save: SaveFile = None,
    resume: Resume = False,
    svg: Picture = None,
) -> None:
    """Play a game in the terminal, alone unless seats or opponents are named.

    Every choice is listed and numbered; a number or a move as text makes it, `help` says what else can be
    typed. The game is saved after every choice. Without a terminal the moves are read from standard
    input, one a line; the status is 1 if one of them was refused.

    Examples:

        farmstead play walnut-grove
        farmstead play walnut-grove --seats 3 --opponents greedy,uniform
        farmstead play walnut-grove --options french --seed "a rainy day"
        farmstead play walnut-grove --resume
        farmstead play walnut-grove --seed 7 <moves.txt
    """
    screen = Screen()
    game, file = _game_and_file(game, file, resume)
    shelf.row(game)
    new = not resume and file is None
    if file is not None and not resume:
        raise BadInput(f"{file}: to go on with a saved game say --resume {file}")
    saved = _offered(screen, game) if new and not (seats or opponents or options or seed or save) else None
    if resume or saved is not None:
        match = resumed(file or saved or newest(game), edition, screen)
    else:
        seating = seats_of(seats, opponents)
        match = begun(screen, game, seating, words(options), edition, seed, save)
    match.picture = svg
    raise typer.Exit(match.run())


def _game_and_file(game: str, file: Path | None, resume: bool) -> tuple[str, Path | None]:
    """`play --resume FILE` names no game: the file says which."""
    if resume and file is None and game not in shelf.names() and Path(game).exists():
        return shelf.names()[0], Path(game)
    return game, file


def _offered(screen: Screen, game: str) -> Path | None:
    """The game played last, if somebody is there who wants to go on with it."""
    found = unfinished(game) if screen.interactive else []
    if not found:
        return None
    when = time.strftime("%d %B, %H:%M", time.localtime(found[0].stat().st_mtime))
    answer = screen.ask(f"There is an unfinished game of {when}. Go on with it? [Y/n] ")
    return None if answer is None or answer.strip().lower().startswith("n") else found[0]


def seats_of(seats: int | None, opponents: str | None) -> tuple[str, ...]:
    """Who sits where: people first, opponents in the last seats."""
    specs = [spec.strip() for spec in (opponents or "").split(",") if spec.strip()]
    for spec in specs:
        agents.agent(spec)
    count = seats if seats is not None else 1 + len(specs)
    if specs and count <= len(specs):
        raise BadSetup(
            f"a person and the opponents {', '.join(specs)} need {len(specs) + 1} seats, not {count}"
        )
    return (PERSON,) * (count - len(specs)) + tuple(specs)


def begun(
    screen: Screen,
    name: str,
    seating: tuple[str, ...],
    options: list[str],
    edition: str | None,
    seed: str | None,
    save: Path | None,
) -> Match:
    """A new game."""
    game = chosen_game(name, edition)
    setup = game.setup(len(seating), options)
    if save is not None and save.exists():
        raise BadInput(f"{save}: this file exists already; go on with it by --resume, or name another")
    key = secrets.token_bytes(32) if seed is None else key_from_seed(seed)
    path = save if save is not None else new_path(name)
    return Match(Table(game, setup), Keeping(key, seating), path, drawing_for(game), screen)


def resumed(path: Path, edition: str | None, screen: Screen) -> Match:
    """A saved game as it was left."""
    try:
        record = read_record(path.read_bytes())
        table = re_execute(
            record, shelf.game_for if edition is None else shelf.games_from(read_text(edition))
        )
    except BadRecord as error:
        raise BadInput(f"{path}: line {error.line}: {say_bad_record(error)}") from None
    keeping = read_keeping(path, record.setup.seats)
    if keeping is None:
        screen.say(
            "The key beside the record is missing: from here on chance is new, and people play all seats."
        )
        keeping = Keeping(secrets.token_bytes(32), (PERSON,) * record.setup.seats)
    return Match(table, keeping, path, drawing_for(table.game), screen)
