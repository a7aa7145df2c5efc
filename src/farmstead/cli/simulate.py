"""`farmstead simulate`: random games by the thousand, and what comes out of them."""

import hashlib
import json
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Annotated, Final, NamedTuple

import typer
from typer import Option

from farmstead import _build, shelf
from farmstead.cli.arguments import EditionFile, GameName, Options, game_and_text, words
from farmstead.cli.errors import INTERRUPTED, BadInput
from farmstead.cli.saves import write_atomically
from farmstead.cli.screen import progress
from farmstead.cli.tallies import Results, show
from farmstead.engine.contract import CHANCE, Game, Setup, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.playout import MoveCounts, play_out
from farmstead.engine.record import write_record
from farmstead.engine.table import Table

GAMES_PER_CHUNK: Final = 20  # games between two looks at the progress
MAX_JOBS: Final = 64
CHUNKS_PER_PROCESS: Final = 4  # chunks that wait for each process


class SimulationJob(NamedTuple):
    """Some games in a row to be played, with nothing in it that cannot be sent to another process."""

    game: str
    edition: str | None  # the text of an edition file
    seats: int
    options: tuple[str, ...]
    seed: int
    first: int
    last: int
    save: str | None


def simulate(
    game: GameName,
    seats: Annotated[int, Option("--seats", "-n", help="Players at the table.")] = 2,
    games: Annotated[int, Option("--games", "-g", min=1, help="How many games.")] = 100,
    seed: Annotated[int, Option("--seed", "-s", help="The same seed plays the same games.")] = 1,
    options: Options = None,
    edition: EditionFile = None,
    as_json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
    save: Annotated[
        str | None, Option("--save", metavar="DIR", help="Keep a record of every game in this folder.")
    ] = None,
    jobs: Annotated[int, Option("--jobs", "-j", min=1, max=MAX_JOBS, help="How many processes play.")] = 1,
) -> None:
    """Play many games in which every decision is random, and count.

    Every legal move is as likely as every other. Game 1, 2, … of a seed is always the same game, however many
    are played, with or without `--save`, in one process or several. Ctrl-C stops and prints what there is.

    Examples:

        farmstead simulate walnut-grove --seats 4 --games 1000
        farmstead simulate walnut-grove --seats 2 --games 10000 --jobs 2 --json
        farmstead simulate walnut-grove --seats 1 --options french --save games/
        farmstead simulate sunflower-valley --seats 5 --options sheet=A
    """
    played, text = game_and_text(game, edition)
    setup = played.setup(seats, words(options))
    if save is not None:
        folder = Path(save)
        if folder.exists() and not folder.is_dir():
            raise BadInput(
                f"{folder}: this is a file; --save names a folder, in which every game gets a file"
            )
        folder.mkdir(parents=True, exist_ok=True)
    results, interrupted = run(SimulationJob(game, text, seats, setup.options, seed, 1, games, save), jobs)
    about = {
        "game": game,
        "edition": setup.edition,
        "options": list(setup.options),
        "seats": seats,
        "seed": seed,
    }
    report(results, {**about, "build": _build.build(), "interrupted": interrupted}, as_json)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def game_seed(seed: int, number: int) -> int:
    """The dealer's seed for game `number` of a run, counted from 1.

    It is the first 32 bits of the SHA-256 of the text `farmstead simulate SEED NUMBER`.
    """
    digest = hashlib.sha256(f"farmstead simulate {seed} {number}".encode()).digest()
    return int.from_bytes(digest[:4], "big")


# ---- playing ---------------------------------------------------------------------------------------------


def run(whole: SimulationJob, jobs: int) -> tuple[Results, bool]:
    """All games, and whether somebody lost patience before the end."""
    results = Results(whole.seats)
    started = perf_counter()
    interrupted = False
    try:
        with progress() as tell:
            for part in parts_played(whole, jobs):
                results.add(part)
                tell(results.games, whole.last, "")
    except KeyboardInterrupt:
        interrupted = True
    results.seconds = perf_counter() - started
    return results, interrupted


def parts_played(whole: SimulationJob, jobs: int) -> Iterator[Results]:
    """The results of each chunk, in order; the chunks are made as they are needed."""
    chunks = (
        whole._replace(first=first, last=min(first + GAMES_PER_CHUNK - 1, whole.last))
        for first in range(whole.first, whole.last + 1, GAMES_PER_CHUNK)
    )
    jobs = min(jobs, -(-(whole.last - whole.first + 1) // GAMES_PER_CHUNK))
    return map(play, chunks) if jobs <= 1 else _played_in_processes(chunks, jobs)


def _played_in_processes(chunks: Iterator[SimulationJob], jobs: int) -> Iterator[Results]:
    # Interrupts are left to the parent.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
    try:
        yield from _in_order(pool, chunks, jobs * CHUNKS_PER_PROCESS)
    except BrokenProcessPool:
        raise BadInput("one of the processes that play was killed, so nothing can be counted") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _in_order(pool: ProcessPoolExecutor, chunks: Iterator[SimulationJob], ahead: int) -> Iterator[Results]:
    """Like `pool.map`, but never more than so many chunks are handed out and not yet counted."""
    waiting = deque(pool.submit(play, chunk) for chunk in islice(chunks, ahead))
    while waiting:
        part = waiting.popleft().result()
        waiting.extend(pool.submit(play, chunk) for chunk in islice(chunks, 1))
        yield part


def play(job: SimulationJob) -> Results:
    """Play the games of a job."""
    game = _game(job.game, job.edition)
    setup = game.setup(job.seats, job.options)
    results = Results(job.seats)
    for number in range(job.first, job.last + 1):
        state, tally = play_game(game, setup, job, number)
        results.count(state, tally)
    return results


@cache
def _game(name: str, edition: str | None) -> Game:
    return shelf.game(name) if edition is None else shelf.game_with(name, edition)


def play_game(game: Game, setup: Setup, job: SimulationJob, number: int) -> tuple[State, MoveCounts]:
    """One game to its end; kept as a record if the job says so."""
    dealer, tally = QuickDealer(game_seed(job.seed, number)), MoveCounts()
    if job.save is None:
        state = game.start(setup)
        play_out(state, dealer, tally)
        return state, tally
    table = Table(game, setup)
    play_at_table(table, dealer, tally)
    keep(Path(job.save, f"{job.game}-{job.seats}-{job.seed}-{number:06}.record"), write_record(table))
    return table.state, tally


def keep(path: Path, text: str) -> None:
    """Write a record, unless the same one is there; another one is not overwritten."""
    if not path.exists():
        write_atomically(path, text, durable=False)
    elif not path.is_file() or path.read_bytes() != text.encode():
        raise BadInput(f"{path}: another game is kept in this file; name another folder with --save")


def play_at_table(table: Table, dealer: QuickDealer, tally: MoveCounts) -> None:
    """Play the game that `play_out` plays with that dealer, through the checked door."""
    while seats := table.state.to_act():
        seat = seats[0]
        if seat == CHANCE:
            table.deal(dealer)
            tally.chance += 1
        else:
            table.play(seat, str(table.state.pick(seat, dealer)))
            tally.decisions += 1


# ---- telling ---------------------------------------------------------------------------------------------


def report(results: Results, about: dict[str, object], as_json: bool) -> None:
    """Everything that was counted."""
    if as_json:
        print(json.dumps({**about, **results.summary()}))
    elif results.games == 0:
        print("No game was finished.")
    else:
        show(results, about)
