"""`farmstead play`: a game in the terminal, alone, with others at one keyboard, or against opponents."""

import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from farmstead import agents, shelf
from farmstead.agents.levels import LEVELS
from farmstead.cli.arguments import STDIN, EditionFile, Options, chosen_game, games_of, words
from farmstead.cli.errors import OK, BadInput
from farmstead.cli.flags import GAMES
from farmstead.cli.match import Match
from farmstead.cli.opponents import (
    STRONGEST,
    USUAL,
    WEAKEST,
    called,
    greeting,
    opponents_at,
    spec_of,
)
from farmstead.cli.pictures import Dark, PngFile, SvgFile, Wanted
from farmstead.cli.saves import (
    PERSON,
    Keeping,
    Place,
    must_be_new,
    new_path,
    newest,
    read_keeping,
    read_saved,
    unfinished,
)
from farmstead.cli.screen import Screen
from farmstead.cli.telling import command, say_fault
from farmstead.engine.contract import BadSetup, Game
from farmstead.engine.dealer import key_from_seed
from farmstead.engine.record import BadRecord, Record, re_execute, read_record
from farmstead.engine.table import Table
from farmstead.render import drawing_for
from farmstead.render.shared import quoted
from farmstead.render.words import say_bad_record, words_for

GameOrFile = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help=f"The game: {GAMES}; else it is asked."),
]
SavedFile = Annotated[Path | None, typer.Argument(metavar="[FILE]", help="With --resume: the saved game.")]
Seats = Annotated[int | None, typer.Option("--seats", "-n", help="How many play.")]
Opponents = Annotated[
    str | None,
    typer.Option(
        "--opponents",
        metavar="NAMES",
        help="Who plays the last seats: `level:1` to `level:5`, `greedy,uniform`, `stdio:./mybot`.",
    ),
]
Level = Annotated[
    int | None,
    typer.Option(
        "--level",
        "-l",
        metavar="N",
        min=WEAKEST,
        max=STRONGEST,
        help="How well the computer plays, in all seats but one; listed above.",
    ),
]
Seed = Annotated[str | None, typer.Option("--seed", help="Any text: the same text gives the same chance.")]
SaveFile = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Where to save the game.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with FILE, or with the game played last.")]


def play(
    game: GameOrFile = None,
    file: SavedFile = None,
    seats: Seats = None,
    level: Level = None,
    opponents: Opponents = None,
    options: Options = None,
    edition: EditionFile = None,
    seed: Seed = None,
    save: SaveFile = None,
    resume: Resume = False,
    svg: SvgFile = None,
    png: PngFile = None,
    dark: Dark = False,
) -> None:
    """Play a game in the terminal, alone or against the computer; `--seats` alone is for so many people.

    A game for one can be played alone. Where a second player is needed, that is a computer of level 3.
    The levels:

        1  Seedling       a friendly beginner, content with turns that lose points
        2  Gardener       knows the game, but lets points go
        3  Neighbour      lets little go
        4  Farmer         takes the turn that looks best at once
        5  Master farmer  tries the best turns out before choosing: the best we have

    Every choice is listed and numbered; a number or a move as text makes it, `h` gives a hint, `help` says
    what else can be typed. The game is saved after every choice. Without a terminal the moves are read from
    standard input, one a line; the status is 1 if one of them was refused.

    Examples:

        farmstead play
        farmstead play walnut-grove --options french --seed "a rainy day"
        farmstead play walnut-grove --level 4
        farmstead play walnut-grove --seats 3 --opponents level:2,level:5
        farmstead play sunflower-valley --level 1 --seats 3
        farmstead play sunflower-valley --seats 3 --options "family sheet=A"
        farmstead play walnut-grove --resume
        farmstead play walnut-grove --seed 7 <moves.txt
    """
    screen = Screen()
    game, file = _game_and_file(game, file, resume)
    if game is not None:
        shelf.row(game)
    wanted = Wanted(svg, png, dark)
    wanted.must_be_possible(file or save, edition)
    if edition == STDIN:
        raise BadSetup("--edition -: moves come from standard input, so the edition must be a file")
    asked = {
        "--seats": seats,
        "--level": level,
        "--opponents": opponents,
        "--options": options or None,
        "--seed": seed,
    }
    new = _is_new_table(asked, resume)
    name = game if resume or game is not None else which_game(screen)
    saved = _offered(screen, name) if name is not None and not (resume or new or save) else None
    if name is None or resume or saved is not None:
        match = resumed(file or saved or newest(name), edition, screen, save, name)
    else:
        chosen = any(said is not None for said in (seats, level, opponents))
        if game is None and not chosen:
            level, chosen = which_level(screen, shelf.game(name)), True
        seating = seats_of(shelf.game(name), seats, opponents, level)
        match = begun(screen, name, seating, words(options), edition, seed, save)
        match.greeting = greeting(match.table.game, seating, chosen)
    setup = match.table.setup
    match.greeting.append(
        words_for().say("welcome", "rules", title=match.table.game.title, revision=setup.rules)
    )
    wanted.must_be_possible(match.path, edition)
    match.pictures, match.edition = wanted, edition
    raise typer.Exit(match.run())


def _is_new_table(asked: Mapping[str, object], resume: bool) -> bool:
    """Whether a table of one's own is asked for, which a saved game cannot become."""
    said = [name for name, value in asked.items() if value is not None]
    if resume and said:
        raise BadSetup(f"--resume goes on with a game as it is, so {said[0]} cannot be combined with it")
    return bool(said)


def which_game(screen: Screen) -> str:
    """Ask whoever sits there; nobody else can choose one."""
    names = shelf.names()
    if not screen.interactive:
        raise BadSetup(f"say which game: {' or '.join(names)}, as in `farmstead play {names[0]}`", "game")
    for number, name in enumerate(names, start=1):
        game = shelf.game(name)
        screen.say(f"{number}) {game.title}: {drawing_for(game).welcome}")
    while True:
        answer = screen.ask("Which game? ")
        if answer is None or answer.strip().lower() in ("q", "quit"):
            raise typer.Exit(OK)
        found = _named(answer, names)
        if found is not None:
            return found
        screen.say(f"Choose 1 to {len(names)}, or type a name; `q` leaves.", "red")


def _named(answer: str, names: list[str]) -> str | None:
    """The game meant by its number, or by its name as far as it is typed."""
    typed = answer.strip().lower().replace(" ", "-")
    by_number = {str(number): name for number, name in enumerate(names, start=1)}
    begun_so = [name for name in names if typed and name.startswith(typed)]
    return by_number.get(typed) or (begun_so[0] if len(begun_so) == 1 else None)


def which_level(screen: Screen, game: Game) -> int | None:
    """Ask whom to play against; None is nobody, where a game can be played alone."""
    say, alone = words_for().say, game.fewest == 1
    if alone:
        screen.say(say("against", "nobody"))
    for number, level in LEVELS.items():
        how = say("level", str(number))
        screen.say(say("against", "choice", number=number, name=level.name, how=how))
    names = [level.name.lower() for level in LEVELS.values()]
    numbers = {str(number): number for number in LEVELS} | dict(zip(names, LEVELS, strict=True))
    while True:
        answer = screen.ask(say("against", "question", usual=called(spec_of(USUAL))))
        typed = "q" if answer is None else " ".join(answer.lower().split())
        if typed in ("q", "quit"):
            raise typer.Exit(OK)
        if alone and typed == "0":
            return None
        if not typed or typed in numbers:
            return numbers.get(typed, USUAL)
        least = 0 if alone else WEAKEST
        screen.say(say("against", "again", least=least, most=STRONGEST), "red")


def _game_and_file(game: str | None, file: Path | None, resume: bool) -> tuple[str | None, Path | None]:
    """`play --resume FILE` names no game: the file says which."""
    if file is not None and not resume:
        raise BadInput(f"{file}: to go on with a saved game say --resume {quote(str(file))}")
    if not resume or file is not None or game is None or game in shelf.names():
        return game, file
    if not Path(game).exists():
        raise BadInput(f"{quoted(game)}: there is no such file, and no game of this name")
    return None, Path(game)


def _offered(screen: Screen, game: str) -> Path | None:
    """The game played last, if somebody is there who wants to go on with it."""
    found = unfinished(game) if screen.interactive else []
    if not found:
        return None
    when = time.strftime("%d %B, %H:%M", time.localtime(found[0].stat().st_mtime))
    answer = screen.ask(f"There is an unfinished game of {when}. Go on with it? [Y/n] ")
    return None if answer is None or answer.strip().lower().startswith("n") else found[0]


def seats_of(
    game: Game, seats: int | None, opponents: str | None, level: int | None = None
) -> tuple[str, ...]:
    """Who sits where: people first, opponents in the last seats, as many as the game needs."""
    if level is not None:
        return opponents_at(level, game, seats, opponents)
    specs = agents.split(opponents or "")
    for spec in specs:
        agents.agent(spec)
    if seats is None:
        specs += [spec_of(USUAL)] * (game.fewest - 1 - len(specs))
    else:
        game.setup(seats)  # before anybody is seated: a million people take up room
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
    if save is not None:
        must_be_new(save)
    key = secrets.token_bytes(32) if seed is None else key_from_seed(seed)
    place = Place(save if save is not None else new_path(name))
    return Match(Table(game, setup), Keeping(key, seating), place, drawing_for(game), screen)


def resumed(
    path: Path, edition: str | None, screen: Screen, save: Path | None = None, name: str | None = None
) -> Match:
    """A saved game as it was left, saved in its own file or from now on in another; `name` is its game."""
    if save is not None:
        must_be_new(save)
    data = read_saved(path)
    record = _record_in(path, data)
    if name is not None:
        _must_be_of(name, record, path)
    games = games_of(record, path, edition)
    try:
        table = re_execute(record, games)
    except BadRecord as error:
        raise BadInput(f"{path}: line {error.line}: {say_fault(error, record, games)}") from None
    keeping = read_keeping(path, record.setup.seats)
    place = Place(path, data, has_key=keeping is not None) if save is None else Place(save)
    if keeping is None:
        screen.say(
            "The key beside the record is missing: from here on chance is new, and people play all seats."
        )
        keeping = Keeping(secrets.token_bytes(32), (PERSON,) * record.setup.seats)
    return Match(table, keeping, place, drawing_for(table.game), screen)


def _record_in(path: Path, data: bytes) -> Record:
    try:
        return read_record(data)
    except BadRecord as error:
        raise BadInput(f"{path}: line {error.line}: {say_bad_record(error)}") from None


def _must_be_of(name: str, record: Record, path: Path) -> None:
    """Whoever names a game does not want to find themselves in another."""
    found = record.setup.game
    if found != name and found in shelf.names():
        again = command("play", found, "--resume", path)
        raise BadInput(f"{path}: this is a game of {found}, not of {name}; go on with it by: {again}")
