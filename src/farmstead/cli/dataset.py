"""`farmstead dataset`: whole games between agents as rows of a Parquet file."""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer
from typer import Option

from farmstead.agents.arena.cluster import done_on_ray, ray_if_there
from farmstead.agents.arena.local import done_in_processes
from farmstead.agents.arena.match_game import Lost
from farmstead.cli.arena import MAX_JOBS, PROCESSES, RAY, Jobs, Where, specs
from farmstead.cli.arguments import EditionFile, GameName, Options, game_and_text, must_be_writable, words
from farmstead.cli.errors import BAD_INPUT, INTERRUPTED, complain
from farmstead.cli.screen import progress
from farmstead.engine.contract import BadSetup
from farmstead.research.dataset import (
    DatasetFile,
    DatasetGame,
    DatasetJob,
    in_order,
    play_game,
    pyarrow_if_there,
)

__all__ = ["MAX_JOBS", "dataset"]

SHOWN: Final = 3  # faults of agents that are told one by one
Players: TypeAlias = Callable[[DatasetJob, Iterable[int]], Generator[DatasetGame | Lost, None, None]]


def dataset(
    game: GameName,
    out: Annotated[Path, Option("--out", metavar="FILE", help="Parquet file to write.")],
    agents: Annotated[
        list[str] | None,
        Option(
            "--agents",
            "-a",
            metavar="SPECS",
            help="Who plays: one for all seats, or one for each. Default: `greedy`.",
        ),
    ] = None,
    games: Annotated[int, Option("--games", "-g", help="How many games.")] = 100,
    seats: Annotated[int, Option("--seats", "-n", help="Players at the table.")] = 2,
    jobs: Jobs = None,
    on: Where = PROCESSES,
    seed: Annotated[str, Option("--seed", "-s", help="Any text: the same text gives the same rows.")] = "1",
    options: Options = None,
    edition: EditionFile = None,
) -> None:
    """Let agents play whole games and write every move as a row of a Parquet file.

    Each row has what the seat saw, its legal moves and the one it chose, or a chance event with its odds and
    its outcome; and the final score by category. Needs `pip install 'farmstead[research]'`.

    Agents change seats from game to game. The rows are the same in one process, several or on Ray. Ctrl-C
    stops and keeps the games played so far. `--on ray` plays on the cluster at RAY_ADDRESS, or starts Ray
    on this machine.

    Examples:

        farmstead dataset walnut-grove --agents level:5 --jobs 2 --out a.parquet
        farmstead dataset sunflower-valley --agents greedy,level:2 --out b.parquet
        farmstead dataset walnut-grove --games 100000 --on ray --out c.parquet
    """
    played, text = game_and_text(game, edition)
    setup = played.setup(seats, words(options))
    job = DatasetJob(
        game=game,
        seats=seats,
        agents=specs(agents or ["greedy"]),
        games=games,
        options=setup.options,
        edition=text,
        seed=seed,
    )
    job.check()
    must_be_writable(out)
    pyarrow_if_there()
    ending = write(job, out, players_for(on, jobs))
    report(job, out, ending)


@dataclass
class DatasetEnd:
    """How the writing went."""

    games: int = 0
    rows: int = 0
    lost: list[Lost] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    interrupted: bool = False


def players_for(on: str, jobs: int | None) -> Players:
    """Who plays the games."""
    if on == RAY:
        ray_if_there()
        return partial(done_on_ray, jobs=jobs, work=play_game)
    if on != PROCESSES:
        raise BadSetup(f"--on {on[:40]}: games are played on {PROCESSES} or on {RAY}")
    return played_here if jobs in (None, 1) else partial(done_in_processes, jobs=jobs or 1, work=play_game)


def played_here(job: DatasetJob, numbers: Iterable[int]) -> Generator[DatasetGame | Lost, None, None]:
    """One game after the other, in this process."""
    for number in numbers:
        yield play_game(job, number)


def write(job: DatasetJob, out: Path, players: Players) -> DatasetEnd:
    """Play all games and write them; an interrupt keeps those that are there."""
    ending = DatasetEnd()
    with DatasetFile(out, job) as file:
        try:
            with progress() as tell, closing(players(job, range(1, job.games + 1))) as coming:
                for game in in_order(coming, ending.lost.append):
                    file.add(game)
                    ending.faults += [f"game {game.number}: {fault}" for fault in game.faults]
                    tell(file.games, job.games, f"{file.rows:,} rows")
        except KeyboardInterrupt:
            ending.interrupted = True
        file.finish()
        ending.games, ending.rows = file.games, file.rows
    return ending


def report(job: DatasetJob, out: Path, ending: DatasetEnd) -> None:
    """What has been written, and what went wrong."""
    why = " (interrupted)" if ending.interrupted else ""
    where = f": {out}" if ending.games else "; no file was written"
    print(f"{ending.games:,} of {job.games:,} games of {job.game}, {ending.rows:,} rows{why}{where}")
    for fault in ending.faults[:SHOWN]:
        print(fault)
    if len(ending.faults) > SHOWN:
        print(f"… and {len(ending.faults) - SHOWN:,} more faults of agents")
    if ending.interrupted:
        raise typer.Exit(INTERRUPTED)
    if ending.lost:
        first = ending.lost[0]
        complain(f"{len(ending.lost):,} games could not be played; game {first.number}: {first.why}")
        raise typer.Exit(BAD_INPUT)
