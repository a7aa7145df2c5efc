"""`farmstead train`: learns what positions of a game are worth, by playing against itself."""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import typer
from typer import Option

from farmstead import shelf
from farmstead.agents.learned.weights import write_weights
from farmstead.cli.arguments import GameName
from farmstead.cli.errors import INTERRUPTED, BadInput
from farmstead.cli.saves import write_atomically
from farmstead.engine.contract import BadSetup

MAX_JOBS: Final = 256
FURTHEST: Final = 5  # steps of the clock after which turns are compared once more
MAX_SEED: Final = 2**31 - 1
NEEDED: Final = "numpy"


def train(
    game: GameName,
    file: Annotated[
        Path, Option("--file", "-f", help="Where the run is kept; the same command goes on from there.")
    ] = Path("training.npz"),
    out: Annotated[Path, Option("--out", "-o", help="Where the weights are written.")] = Path("learned.json"),
    rounds: Annotated[
        int, Option("--rounds", min=1, max=100, help="How often it starts over with the better player.")
    ] = 3,
    groups: Annotated[
        int, Option("--groups", min=20, max=10_000_000, help="Of compared turns, in each round.")
    ] = 6000,
    seats: Annotated[
        str, Option("--seats", help="Numbers of seats to be drawn from, as in 2,2,4; all unless named.")
    ] = "",
    ahead: Annotated[
        int,
        Option("--ahead", min=0, max=1000, help="Steps of the clock that turns are carried on (to the end)."),
    ] = 0,
    seed: Annotated[
        int, Option("--seed", "-s", min=0, max=MAX_SEED, help="The same seed makes the same weights.")
    ] = 1,
    deals: Annotated[
        int,
        Option("--deals", min=2, max=100_000, help="By which new weights are compared with the old ones."),
    ] = 100,
    jobs: Annotated[
        int | None, Option("--jobs", "-j", min=1, max=MAX_JOBS, help="How many processes play (all).")
    ] = None,
) -> None:
    """Learn what positions are worth from turns that are carried to the end with the same luck.

    Each round the newest weights play against themselves; at some decisions several turns are carried to the
    end several times, all with the same luck, and weights that tell these turns apart are fitted. They are
    kept if they play better. A run that was stopped goes on: the same command, and it ends with the same
    weights. It needs numpy: `pip install 'farmstead[train]'`.

    Examples:

        farmstead train sunflower-valley
        farmstead train walnut-grove --seats 1,1,2 --rounds 2 --out learned.json
    """
    if find_spec(NEEDED) is None:
        raise BadInput(f"training needs {NEEDED}, which is not installed: pip install 'farmstead[train]'")
    from farmstead.training.run import RunSettings, begun, load
    from farmstead.training.run import train as run

    for folder in {file.absolute().parent, out.absolute().parent}:
        if not folder.is_dir():
            raise BadInput(f"{folder}: there is no such folder")
    settings = RunSettings(
        game,
        _seats(game, seats),
        seed,
        rounds,
        groups,
        furthest=min(FURTHEST, max(1, ahead // 2)) if ahead else FURTHEST,
        ahead=ahead,
        contest_seats=shelf.game(game).fewest,
        contest_deals=deals,
    )
    progress = load(file, settings) if file.exists() else begun(settings)
    try:
        found = run(progress, file, jobs or os.cpu_count() or 1, print)
    except KeyboardInterrupt:
        print(f"Stopped; the same command goes on from {file}.")
        raise typer.Exit(INTERRUPTED) from None
    write_atomically(out, write_weights(found).decode())
    print(f"Written: {out}")


def _seats(game: str, text: str) -> tuple[int, ...]:
    """The numbers of seats that are named, or all there are."""
    rules = shelf.game(game)
    every = range(rules.fewest, rules.most + 1)
    if not text:
        return tuple(every)
    words = [word.strip() for word in text.split(",")]
    if not all(
        word.isascii() and word.isdecimal() and len(word) < 4 and int(word) in every for word in words
    ):
        raise BadSetup(
            f"--seats {text[:60]}: {game} has {every[0]} to {every[-1]} seats, divided by commas", "seats"
        )
    return tuple(int(word) for word in words)
