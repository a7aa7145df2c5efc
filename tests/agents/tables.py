"""Games to try agents in: whole ones, and decisions taken out of random ones."""

import fcntl
import re
import shlex
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from farmstead.agents import Agent, Observation
from farmstead.agents.observation import observation_at
from farmstead.engine.contract import CHANCE, Game, Seat, State
from farmstead.engine.dealer import KeyedDealer, QuickDealer, key_from_seed
from farmstead.engine.table import Table
from tests.laws import random_move

BOTS = Path(__file__).parent / "bots"
PYTHON = f"{shlex.quote(sys.executable)} -I -S"  # without site-packages it starts quickly
NODE = Path(sys.prefix) / "bin" / "node"
DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "bots.md"


def examples() -> list[str]:
    """The Python code of docs/bots.md: a program, and an agent in a package."""
    return re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)


def example_code() -> str:
    """The program of docs/bots.md."""
    return examples()[0]


def example_spec(folder: Path) -> str:
    """The program of docs/bots.md as an opponent."""
    path = folder / "mybot.py"
    path.write_text(example_code(), encoding="utf-8")
    return f"stdio:{PYTHON} {shlex.quote(str(path))}"


def script_spec(folder: Path) -> str:
    """The program of docs/bots.md in JavaScript as an opponent."""
    (code, *_) = re.findall(r"```js\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)
    path = folder / "mybot.mjs"
    path.write_text(code, encoding="utf-8")
    if not NODE.exists():
        pytest.skip("there is no node; `make check-js` gets one")
    return f"stdio:{NODE} {shlex.quote(str(path))}"


def rude(way: str, lock: Path, *more: str) -> str:
    """The command line of a program that misbehaves in this way."""
    return f"{PYTHON} {shlex.join([str(BOTS / 'rude.py'), way, str(lock), *more])}"


def play_out(table: Table, agents: Sequence[Agent], seed: str) -> Table:
    """Play a game to its end; the table refuses what is not legal."""
    dealer = KeyedDealer(key_from_seed(seed))
    while True:
        table.settle(dealer)
        if not table.state.to_act():
            return table
        seat = table.state.to_act()[0]
        table.play(seat, agents[seat].choose(observation_at(table.game, table.state, seat)))


def decisions(game: Game, seats: int, seed: int, count: int = 10) -> list[tuple[Seat, State]]:
    """Positions of a random game with a choice, spread over its course, and who chooses."""
    table, dealer = Table(game, game.setup(seats)), QuickDealer(seed)
    found: list[tuple[Seat, State]] = []
    while table.state.to_act():
        seat, move = random_move(table.state, dealer)
        if seat != CHANCE and len(table.state.legal(seat)) > 1:
            found.append((seat, table.state.clone()))
        table.play(seat, str(move))
    return found[:: max(1, len(found) // count)]


def fresh(seen: Observation) -> Observation:
    """The same decision, shown anew."""
    return Observation(seen.game, seen.seat, seen.view, seen.legal)


def is_free(lock: Path, seconds: float = 60.0) -> bool:
    """Whether all who held the lock are gone, or will be within this time."""
    until = time.monotonic() + seconds
    with lock.open("a") as file:
        while time.monotonic() < until:
            with suppress(BlockingIOError):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            time.sleep(0.01)
    return False
