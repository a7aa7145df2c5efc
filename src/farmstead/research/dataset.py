"""Datasets: whole games as rows, one for each move, and the Parquet file that holds them.

A game follows from the job and its number alone, so the rows are the same whoever plays it, and wherever.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple, Self

from farmstead import _build, shelf
from farmstead.agents.arena.match_game import LazyAgent, Lost
from farmstead.agents.guard import FALLBACK, Guarded
from farmstead.agents.observation import observation_at
from farmstead.agents.specs import agent
from farmstead.engine.contract import CHANCE, BadSetup, Game, Seat, Setup
from farmstead.engine.dealer import KeyedDealer, key_from_seed
from farmstead.engine.encoding import Encoding
from farmstead.engine.table import Table

FORMAT: Final = 1  # of the columns
ABOUT: Final = b"farmstead"  # the key under which a file says in JSON how it was made
GAMES_PER_GROUP: Final = 20  # games in a row group
MAX_GAMES: Final = 10_000_000
SEED_BYTES: Final = 4
SUFFIX: Final = ".part"  # of a file that is being written


class Column(NamedTuple):
    """A column of the file: its type as Arrow writes it, and what it holds, for the table in the docs."""

    name: str
    kind: str
    about: str


COLUMNS: Final = [
    Column("game", "int32", "number of the game, from 1"),
    Column("ply", "int32", "number of the move in its game, from 0; moves without choice count, too"),
    Column("seat", "int8", "who moved, from 0; null: chance"),
    Column("agent", "string", "the agent that chose, by its spec; null: chance"),
    Column("view", "string", "what the seat saw before its move, as JSON; null: chance"),
    Column("legal", "list<string>", "the legal moves, in the order of the rules; null: chance"),
    Column("event", "string", "the name of the chance event; null: a decision"),
    Column("outcomes", "list<string>", "what could happen; null: a decision"),
    Column("weights", "list<int64>", "how often each outcome comes, by its sum; null: a decision"),
    Column("move", "string", "what was done, or what happened: one of `legal` or of `outcomes`"),
    Column("action", "int32", "the number of the move in the action space; null: chance, or no encoding"),
    Column("scores", "list<int32>", "the points at the end of the game, by seat"),
    Column("places", "list<int8>", "the ranks at the end, from 1, by seat; equal ones share"),
    Column("lines", "list<map<string, int32>>", "each category of the score at the end, by seat"),
]


@dataclass(frozen=True)
class DatasetJob:
    """Everything that decides the rows; plain data, so that it can be sent to any process."""

    game: str
    seats: int
    agents: tuple[str, ...]  # specs: one for all seats, or one for each
    games: int
    options: tuple[str, ...] = ()
    edition: str | None = None  # the text of an edition file
    seed: str = "1"
    version: str = _build.VERSION

    def check(self) -> None:
        """BadSetup says what cannot be played like this."""
        self.setup()
        if len(self.agents) not in (1, self.seats):
            named = f"{len(self.agents)} agents for {self.seats} seats"
            raise BadSetup(f"{named}; name one for all seats, or as many as there are")
        if not 1 <= self.games <= MAX_GAMES:
            raise BadSetup(f"{self.games} games cannot be played; 1 to {MAX_GAMES:,} can")

    def find_game(self) -> Game:
        """The game with its components."""
        return shelf.game(self.game) if self.edition is None else shelf.game_with(self.game, self.edition)

    def setup(self) -> Setup:
        return self.find_game().setup(self.seats, self.options)

    def seating(self, number: int) -> list[str]:
        """Who sits where in a game: one seat on from game to game."""
        specs = list(self.agents) * (self.seats // len(self.agents))
        shift = (number - 1) % self.seats
        return specs[-shift:] + specs[:-shift]

    def key(self, number: int) -> bytes:
        """What decides chance; `farmstead play --seed "dataset SEED NUMBER"` has the same luck."""
        return key_from_seed(f"dataset {self.seed} {number}")

    def agent_seed(self, number: int, seat: Seat) -> int:
        """For an agent whose spec names none: another for each game and seat."""
        text = f"farmstead dataset agent {self.seed} {number} {seat + 1}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:SEED_BYTES], "big") >> 1

    def described(self) -> dict[str, object]:
        """How the rows were made, as the file says it."""
        setup, encoding = self.setup(), _encoding(self)
        return {
            "format": FORMAT,
            "farmstead": self.version,
            "game": self.game,
            "rules": setup.rules,
            "edition": setup.edition,
            "options": list(setup.options),
            "seats": self.seats,
            "agents": list(self.agents),
            "seed": self.seed,
            "encoding": None if encoding is None else encoding.version,
        }


class DatasetGame(NamedTuple):
    """The rows of one game, and what went wrong with agents; a move after a fault is the fallback's."""

    number: int
    rows: list[dict[str, object]]
    faults: list[str]


# ---- playing ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _game(job: DatasetJob) -> Game:
    return job.find_game()


@lru_cache(maxsize=4)
def _encoding(job: DatasetJob) -> Encoding | None:
    build: Callable[[Game, int], Encoding] | None = shelf.part(job.game, "encoding")
    return None if build is None else build(_game(job), job.seats)


def play_game(job: DatasetJob, number: int) -> DatasetGame:
    """Play a game to its end and write its rows."""
    if job.version != _build.VERSION:
        raise BadSetup(f"the dataset was begun by farmstead {job.version}, and this is {_build.VERSION}")
    game, dealer, seating = _game(job), KeyedDealer(job.key(number)), job.seating(number)
    table = Table(game, game.setup(job.seats, job.options))
    with ExitStack() as open_agents:
        players = []
        for seat, spec in enumerate(seating):
            seed = job.agent_seed(number, seat)
            guarded = Guarded(LazyAgent(spec, seed), agent(FALLBACK, seed), spec)
            players.append(open_agents.enter_context(guarded))
        rows = [_row(job, table, dealer, players) for _ in iter(table.state.to_act, [])]
        for player in players:
            player.over(table.state.scores(), table.state.places())
    ending = {
        "scores": list(table.state.scores()),
        "places": list(table.state.places()),
        "lines": [list(table.state.score_lines(seat).items()) for seat in range(job.seats)],
    }
    for ply, row in enumerate(rows):
        row |= {"game": number, "ply": ply, **ending}
    return DatasetGame(number, rows, [str(fault) for player in players for fault in player.faults])


def _row(job: DatasetJob, table: Table, dealer: KeyedDealer, players: Sequence[Guarded]) -> dict[str, object]:
    """Make the next move; what there was to know about it."""
    seat = table.state.to_act()[0]
    return _chance_row(table, dealer) if seat == CHANCE else _decision_row(job, table, seat, players[seat])


def _chance_row(table: Table, dealer: KeyedDealer) -> dict[str, object]:
    odds, event = table.state.odds(), table.state.chance_name()
    table.deal(dealer)
    return {
        "event": event,
        "outcomes": [str(outcome) for outcome, _ in odds],
        "weights": [weight for _, weight in odds],
        "move": table.entries[-1].text,
    }


def _decision_row(job: DatasetJob, table: Table, seat: Seat, player: Guarded) -> dict[str, object]:
    seen = observation_at(table.game, table.state, seat)
    view, legal = seen.text(), list(seen.legal)
    move = legal[0] if len(legal) == 1 else player.choose(seen)
    encoding = _encoding(job)
    action = None if encoding is None else encoding.action_at(table.state, seat, table.game.parse(move))
    table.play(seat, move)
    return {"seat": seat, "agent": player.who, "view": view, "legal": legal, "move": move, "action": action}


# ---- the file --------------------------------------------------------------------------------------------

# `Any` in what follows is PyArrow's: it has no types.


def pyarrow_if_there() -> ModuleType:
    """PyArrow with what writes Parquet; BadSetup says how to get it."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise BadSetup(
            "datasets need PyArrow, which is not installed: pip install 'farmstead[research]'"
        ) from None
    found: ModuleType = pyarrow
    return found


def schema_of(job: DatasetJob) -> Any:
    """The columns, and how the rows were made."""
    pa = pyarrow_if_there()
    text, number = pa.string(), pa.int32()
    kinds = {
        "string": text,
        "int8": pa.int8(),
        "int32": number,
        "list<string>": pa.list_(text),
        "list<int8>": pa.list_(pa.int8()),
        "list<int32>": pa.list_(number),
        "list<int64>": pa.list_(pa.int64()),
        "list<map<string, int32>>": pa.list_(pa.map_(text, number)),
    }
    about = json.dumps(job.described(), ensure_ascii=False).encode()
    return pa.schema([(column.name, kinds[column.kind]) for column in COLUMNS], metadata={ABOUT: about})


class DatasetFile:
    """Writes games in the order of their numbers; the file has its name once it is whole."""

    def __init__(self, path: Path, job: DatasetJob) -> None:
        self.games = 0
        self.rows = 0
        self._path = path
        self._part = path.with_name(path.name + SUFFIX)
        self._pyarrow = pyarrow_if_there()
        self._schema = schema_of(job)
        self._writer: Any = self._pyarrow.parquet.ParquetWriter(
            self._part, self._schema, compression="zstd", compression_level=9
        )
        self._waiting: list[dict[str, object]] = []

    def add(self, game: DatasetGame) -> None:
        """The next game."""
        self.games += 1
        self.rows += len(game.rows)
        self._waiting += game.rows
        if self.games % GAMES_PER_GROUP == 0:
            self._write()

    def _write(self) -> None:
        if self._waiting:
            self._writer.write_table(self._pyarrow.Table.from_pylist(self._waiting, self._schema))
            self._waiting = []

    def finish(self) -> None:
        """Give the file its name; nothing stays of one without games."""
        self._write()
        self._writer.close()
        if self.games:
            os.replace(self._part, self._path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()
        with suppress(FileNotFoundError):
            self._part.unlink()


def in_order(outcomes: Iterable[DatasetGame | Lost], lose: Callable[[Lost], object]) -> Iterator[DatasetGame]:
    """Games by their numbers, as soon as all before them are there; lost ones are told and left out."""
    waiting: dict[int, DatasetGame | Lost] = {}
    following = 1
    for outcome in outcomes:
        waiting[outcome.number] = outcome
        while (due := waiting.pop(following, None)) is not None:
            following += 1
            if isinstance(due, Lost):
                lose(due)
            else:
                yield due
