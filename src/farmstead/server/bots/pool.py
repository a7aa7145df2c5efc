"""Processes that think for seats. Each is told what a person in that seat gets to know, and nothing else.

A process that dies is replaced, and another thinks about it again. None outlives this process.
"""

from __future__ import annotations

import asyncio
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple, TypeAlias, final

import msgspec
from msgspec import structs

from farmstead.agents import Observation, guarded
from farmstead.agents.hints import Hint, hint_for
from farmstead.agents.workers import WorkerLost, WorkerPool
from farmstead.engine.contract import FarmsteadError, Seat
from farmstead.messages import Position
from farmstead.server.table.setup import TableSetup

LOG: Final = logging.getLogger(__name__)
DECISION_S: Final = 60.0  # for a decision; after that the guard chooses another way
TIMEOUT_S: Final = 90.0  # after which a process that does not answer is ended
HINT_S: Final = 1.5  # for a hint
PAUSES_S: Final = (0.0, 0.0, 1.0, 5.0)  # before each try: a process may die over what it is to think of


class MoveRequest(NamedTuple):
    """A decision to be thought about."""

    setup: TableSetup  # without its key
    seat: Seat
    bot: str  # its spec, without a seed
    seed: int
    view: bytes  # as a person in that seat gets it
    legal: tuple[str, ...]


class MoveResult(NamedTuple):
    """The move, and what went wrong with the one who was to find it."""

    move: str
    fault: str = ""


class HintRequest(NamedTuple):
    """A decision of which somebody wants to know what would be good."""

    setup: TableSetup  # without its key
    seat: Seat
    view: bytes  # as the person in that seat gets it
    legal: tuple[str, ...]


class CannotThink(FarmsteadError):
    """No process could be found that thinks about it to the end."""


Task: TypeAlias = MoveRequest | HintRequest
Outcome: TypeAlias = MoveResult | Hint


def thought_of(setup: TableSetup, position: Position, bot: str, seed: int) -> MoveRequest:
    """What is to be decided in a position that a seat was given."""
    told, seat, view, legal = wondering_at(setup, position)
    return MoveRequest(told, seat, bot, seed, view, legal)


def wondering_at(setup: TableSetup, position: Position) -> HintRequest:
    """What somebody wonders about in a position that their seat was given."""
    assert position.seat is not None
    told = structs.replace(setup, key=b"", origin=None, told="")
    return HintRequest(told, position.seat, msgspec.json.encode(position.view), position.legal)


@final
class BotPool:
    """So many processes at most; each is started when it is first needed."""

    def __init__(self, size: int, timeout_s: float = TIMEOUT_S) -> None:
        self.size = size
        self.workers: WorkerPool[Task, Outcome] = WorkerPool(outcome_of, size, timeout_s=timeout_s)
        self._threads = ThreadPoolExecutor(size, "thinker")  # each process is waited for in one
        self._is_closed = False

    def pids(self) -> list[int]:
        """Of the processes there are."""
        return self.workers.pids()

    async def think(self, thought: MoveRequest) -> MoveResult:
        """The answer, in any case; whoever is cancelled meanwhile lets it go."""
        try:
            found = await self._outcome(thought)
        except CannotThink as error:
            return MoveResult(thought.legal[0], str(error))
        assert isinstance(found, MoveResult)
        return found

    async def advise(self, wondering: HintRequest) -> Hint:
        """What would be good; CannotThink when that is not to be had."""
        found = await self._outcome(wondering)
        assert isinstance(found, Hint)
        return found

    async def _outcome(self, task: Task) -> Outcome:
        fault = ""
        for pause in PAUSES_S:
            await asyncio.sleep(pause)
            if self._is_closed:
                break
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, self.workers.do, task)
            except WorkerLost as error:
                fault = f"a process died {error.how}"
            except OSError as error:
                fault = f"no process could be started: {error}"
            LOG.warning("A bot has to think again: %s", fault)
        raise CannotThink(fault or "the server was closed")

    async def close(self) -> None:
        """End all, whatever they are thinking of."""
        self._is_closed = True
        await asyncio.to_thread(self.workers.close)
        await asyncio.to_thread(self._threads.shutdown)


# ---- in the process --------------------------------------------------------------------------------------


def outcome_of(task: Task) -> Outcome:
    """A move, or advice."""
    return answer_to(task) if isinstance(task, MoveRequest) else advice_for(task)


def answer_to(thought: MoveRequest) -> MoveResult:
    """A legal move in any case."""
    try:
        seen = Observation(thought.setup.found_game(), thought.seat, json.loads(thought.view), thought.legal)
        with guarded(f"{thought.bot},seed={thought.seed}", seconds=DECISION_S) as agent:
            move = agent.choose(seen)
            return MoveResult(move, "; ".join([str(fault) for fault in agent.faults]))
    except Exception as error:  # whatever it is: the table waits for a move
        return MoveResult(thought.legal[0], f"{type(error).__name__}: {error}")


def advice_for(wondering: HintRequest) -> Hint:
    """The best moves, from what the seat sees and from nothing else."""
    game = wondering.setup.found_game()
    seen = Observation(game, wondering.seat, json.loads(wondering.view), wondering.legal)
    return hint_for(seen, seconds=HINT_S)
