"""`farmstead play`: a game in the terminal, alone, with others at one keyboard, or against opponents."""

import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer
from typer import Argument, Option

from farmstead import agents, shelf
from farmstead.agents.characters import neighbours
from farmstead.agents.levels import LEVELS
from farmstead.cli import language, saves
from farmstead.cli import opponents as computer
from farmstead.cli.arguments import STDIN_NAME, EditionFile, Options, chosen_game, games_of, words
from farmstead.cli.errors import OK_STATUS, BadInput
from farmstead.cli.match import TerminalMatch
from farmstead.cli.pictures import Dark, PngFile, SvgFile, Wanted
from farmstead.cli.screen import Screen
from farmstead.cli.sentences import command, record_in, table_after
from farmstead.cli.typer_commands import GAMES
from farmstead.engine.contract import BadSetup, Game
from farmstead.engine.dealer import key_from_seed
from farmstead.engine.table import Table
from farmstead.render.shared import quoted
from farmstead.render.words import PAGES

GameOrFile = Annotated[str | None, Argument(metavar="[GAME]", help=f"The game: {GAMES}; else it is asked.")]
SavedFile = Annotated[Path | None, Argument(metavar="[FILE]", help="With --resume: the saved game.")]
Seats = Annotated[int | None, Option("--seats", "-n", help="How many play.")]
Opponents = Annotated[
    str | None,
    Option(
        "--opponents",
        metavar="NAMES",
        help=f"Who plays the last seats: a neighbour ({', '.join(neighbours())}), `level:1` to `level:6`,"
        " `greedy,uniform`, `stdio:./mybot`.",
    ),
]
Level = Annotated[
    int | None,
    Option(
        "--level",
        "-l",
        metavar="N",
        min=computer.WEAKEST,
        max=computer.STRONGEST,
        help="How well the computer plays, in all seats but one; listed above.",
    ),
]
Seed = Annotated[str | None, Option("--seed", help="Any text: the same text gives the same chance.")]
SaveFile = Annotated[Path | None, Option("--save", metavar="FILE", help="Where to save the game.")]
Resume = Annotated[bool, Option("--resume", help="Go on with FILE, or with the game played last.")]


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
    in_language: language.Language = None,
) -> None:
    """Play a game in the terminal, alone, against bots or with others at this keyboard.

    `--seats N` on its own seats N people at this keyboard. If a second player is needed, a bot of level 3
    joins. The levels:

        1  Seedling       friendly beginner, content with moves that lose points
        2  Gardener       knows the game, but lets points slip
        3  Neighbour      lets little slip
        4  Farmer         makes the move that looks best at first glance
        5  Master farmer  tries out the best moves before choosing
        6  Almanac        has learned from thousands of games, and tries out longer: the best we have

    Every choice is listed and numbered; a number or a move as text makes it, `h` gives a hint, `help` says
    what else can be typed. The game is saved after every choice. Without a terminal the moves are read from
    standard input, one a line; the status is 1 if one of them was refused.

    Examples:

        farmstead play
        farmstead play walnut-grove --options french --seed "a rainy day"
        farmstead play walnut-grove --level 4
        farmstead play walnut-grove --opponents hazel
        farmstead play walnut-grove --seats 3 --opponents level:2,level:5
        farmstead play sunflower-valley --level 1 --seats 3
        farmstead play sunflower-valley --seats 3 --options "family sheet=A"
        farmstead play walnut-grove --resume
        farmstead play walnut-grove --seed 7 <moves.txt
        farmstead play walnut-grove --language fr
    """
    screen = Screen()
    game, file = _game_and_file(game, file, resume)
    if game is not None:
        shelf.row(game)
    wanted = Wanted(svg, png, dark)
    wanted.must_be_possible(file or save, edition)
    if edition == STDIN_NAME:
        raise BadSetup(language.say("starting", "stdin_edition"))
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
        match = resumed(file or saved or saves.newest(name), edition, screen, save, name)
    else:
        chosen = any(said is not None for said in (seats, level, opponents))
        if game is None and not chosen:
            level, chosen = which_level(screen, shelf.game(name)), True
        seating = seats_of(shelf.game(name), seats, opponents, level)
        match = begun(screen, name, seating, words(options), edition, seed, save)
        match.greeting = computer.greeting(match.table.game, seating, chosen)
    title, revision = match.table.game.title, match.table.setup.rules
    said = language.words().say("welcome", "rules", title=title, revision=revision)
    match.greeting = [*match.greeting, said]
    wanted.must_be_possible(match.path, edition)
    match.pictures, match.edition = wanted, edition
    raise typer.Exit(match.run())


def _is_new_table(asked: Mapping[str, object], resume: bool) -> bool:
    """Whether a table of one's own is asked for, which a saved game cannot become."""
    said = [name for name, value in asked.items() if value is not None]
    if resume and said:
        raise BadSetup(language.say("starting", "resume_as_is", option=said[0]))
    return bool(said)


def which_game(screen: Screen) -> str:
    """Ask whoever sits there; nobody else can choose one. A name need not be typed to its end."""
    names = shelf.names()
    if not screen.interactive:
        listed = language.say("starting", "or").join(names)
        why = language.say("starting", "which", names=listed, command=f"farmstead play {names[0]}")
        raise BadSetup(why, "game")
    for number, name in enumerate(names, start=1):
        found = shelf.game(name)
        about = language.drawing(found).welcome
        screen.say(language.say("asking", "choice", number=number, title=found.title, about=about))
    while True:
        typed = _answered(screen, language.say("asking", "game")).replace(" ", "-")
        begun_so = [name for name in names if typed and name.startswith(typed)]
        numbered = {str(number): name for number, name in enumerate(names, start=1)}.get(typed)
        if numbered is not None or len(begun_so) == 1:
            return numbered or begun_so[0]
        screen.say(language.say("asking", "again", most=len(names)), "red")


def which_level(screen: Screen, game: Game) -> int | None:
    """Ask whom to play against; None is nobody, where a game can be played alone."""
    words = language.words()
    say = words.say
    levels: dict[str, int | None] = {"": computer.USUAL_LEVEL}
    if game.fewest == 1:
        levels["0"] = None
        screen.say(say("against", "nobody"))
    for number, level in LEVELS.items():
        levels |= {str(number): number}
        levels |= {name.lower(): number for name in (level.name, words.called(level.name))}
        screen.say(say("against", "choice", number=number, name=level.name, how=say("level", str(number))))
    while True:
        usual = computer.called(computer.spec_of(computer.USUAL_LEVEL))
        if (typed := _answered(screen, say("against", "question", usual=usual))) in levels:
            return levels[typed]
        least = 0 if "0" in levels else computer.WEAKEST
        screen.say(say("against", "again", least=least, most=computer.STRONGEST), "red")


def _answered(screen: Screen, question: str) -> str:
    """What is typed, in small letters; whoever has enough leaves."""
    answer = screen.ask(question)
    typed = "q" if answer is None else " ".join(answer.lower().split())
    if typed in ("q", "quit"):
        raise typer.Exit(OK_STATUS)
    return typed


def _game_and_file(game: str | None, file: Path | None, resume: bool) -> tuple[str | None, Path | None]:
    """`play --resume FILE` names no game: the file says which."""
    if file is not None and not resume:
        told = language.say("starting", "resume_file", file=str(file), quoted=quote(str(file)))
        raise BadInput(told)
    if not resume or file is not None or game is None or game in shelf.names():
        return game, file
    if not Path(game).exists():
        raise BadInput(language.say("starting", "no_game", name=quoted(game)))
    return None, Path(game)


def _offered(screen: Screen, game: str) -> Path | None:
    """The game played last, if somebody is there who wants to go on with it."""
    found = saves.unfinished(game) if screen.interactive else []
    if not found:
        return None
    when = _when(time.localtime(found[0].stat().st_mtime))
    answer = screen.ask(language.say("asking", "unfinished", when=when))
    return None if answer is None or answer.strip().lower().startswith("n") else found[0]


def _when(moment: time.struct_time) -> str:
    """A day and an hour in words: `19 November, 20:31`."""
    month = language.words(PAGES).say("plate", "months").split()[moment.tm_mon - 1]
    clock = time.strftime("%H:%M", moment)
    return language.say("asking", "when", day=moment.tm_mday, month=month, time=clock)


def seats_of(
    game: Game, seats: int | None, opponents: str | None, level: int | None = None
) -> tuple[str, ...]:
    """Who sits where: people first, opponents in the last seats, as many as the game needs."""
    if level is not None:
        return computer.opponents_at(level, game, seats, opponents)
    specs = [computer.in_full(spec) for spec in agents.split(opponents or "")]
    for spec in specs:
        agents.agent(spec)
    if seats is None:
        specs += [computer.spec_of(computer.USUAL_LEVEL)] * (game.fewest - 1 - len(specs))
    else:
        game.setup(seats)  # before anybody is seated: a million people take up room
    count = seats if seats is not None else 1 + len(specs)
    if specs and count <= len(specs):
        fields = {"needed": len(specs) + 1, "seats": count}
        raise BadSetup(language.say("starting", "few_seats", names=", ".join(specs), **fields))
    return (saves.PERSON,) * (count - len(specs)) + tuple(specs)


def begun(
    screen: Screen,
    name: str,
    seating: tuple[str, ...],
    options: list[str],
    edition: str | None,
    seed: str | None,
    save: Path | None,
) -> TerminalMatch:
    """A new game."""
    game = chosen_game(name, edition)
    setup = game.setup(len(seating), options)
    if save is not None:
        saves.must_be_new(save)
    place = saves.SaveFiles(save if save is not None else saves.new_path(name))
    keeping = saves.SavedSecrets(secrets.token_bytes(32) if seed is None else key_from_seed(seed), seating)
    return TerminalMatch(Table(game, setup), keeping, place, language.drawing(game), screen)


def resumed(
    path: Path, edition: str | None, screen: Screen, save: Path | None = None, name: str | None = None
) -> TerminalMatch:
    """A saved game as it was left, saved in its own file or from now on in another; `name` is its game."""
    if save is not None:
        saves.must_be_new(save)
    data = saves.read_saved(path)
    record = record_in(path, data)
    found = record.setup.game
    if name is not None and found != name and found in shelf.names():
        fields = {"found": found, "asked": name, "command": command("play", found, "--resume", path)}
        raise BadInput(language.say("starting", "other_game", path=str(path), **fields))
    table = table_after(record, path, games_of(record, path, edition))
    keeping = saves.read_secrets(path, record.setup.seats)
    place = saves.SaveFiles(path, data, keeping is not None) if save is None else saves.SaveFiles(save)
    if keeping is None:
        screen.say(language.say("saving", "key_missing"))
        keeping = saves.SavedSecrets(secrets.token_bytes(32), (saves.PERSON,) * record.setup.seats)
    return TerminalMatch(table, keeping, place, language.drawing(table.game), screen)
