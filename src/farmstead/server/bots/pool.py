"""Processes that think for seats. Each is told what a person in that seat gets to know, and nothing else.

A process that dies is replaced, and another thinks the same again. None outlives this process.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Final, NamedTuple, TypeAlias, final

import msgspec
from msgspec import structs

from farmstead.agents import Seen, guarded
from farmstead.agents.hints import Hint, hint_for
from farmstead.agents.workers import Worker, WorkerLost
from farmstead.engine.contract import FarmsteadError, Seat
from farmstead.messages import Position
from farmstead.server.table.setup import TableSetup

LOG: Final = logging.getLogger(__name__)
SECONDS: Final = 60.0  # for a decision; after that the guard chooses another way
PATIENCE: Final = 90.0  # seconds after which a process that does not answer is ended
HINT_SECONDS: Final = 1.5  # for a hint
PAUSES: Final = (0.0, 0.0, 1.0, 5.0)  # seconds before each try: a process may die over what it is to think of


class MoveRequest(NamedTuple):
    """A decision to be thought about."""

    setup: TableSetup  # without its key
    seat: Seat
    level: int
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


class RatedMove(NamedTuple):
    """A move and what it promises."""

    move: str
    plan: tuple[str, ...]  # how the turn goes on, the move included
    points: float  # to be expected at the end of the game
    error: float
    behind: float  # the best move


class HintResult(NamedTuple):
    """The best moves, and why the first is the best: `agents.hints.Why` says what each part means."""

    moves: tuple[RatedMove, ...]
    tries: int  # of each move
    key: str
    ties: int
    tied: str
    left: int
    other: str
    ahead: float
    doubt: float
    gains: tuple[tuple[str, float], ...]
    losses: tuple[tuple[str, float], ...]
    rest: float
    is_sure: bool


class CannotThink(FarmsteadError):
    """No process could be found that thinks about it to the end."""


Task: TypeAlias = MoveRequest | HintRequest
Outcome: TypeAlias = MoveResult | HintResult
Thinker: TypeAlias = Worker[Task, Outcome]


def thought_of(setup: TableSetup, position: Position, level: int, seed: int) -> MoveRequest:
    """What is to be decided in a position that a seat was given."""
    assert position.seat is not None
    return MoveRequest(
        structs.replace(setup, key=b"", origin=None, told=""),
        position.seat,
        level,
        seed,
        msgspec.json.encode(position.view),
        position.legal,
    )


def wondering_at(setup: TableSetup, position: Position) -> HintRequest:
    """What somebody wonders about in a position that their seat was given."""
    assert position.seat is not None
    view = msgspec.json.encode(position.view)
    return HintRequest(
        structs.replace(setup, key=b"", origin=None, told=""), position.seat, view, position.legal
    )


@final
class BotPool:
    """So many processes at most; each is started when it is first needed."""

    def __init__(self, size: int, patience: float = PATIENCE) -> None:
        self.size = size
        self.deaths = 0
        self._patience = patience
        self._lock = Lock()  # of all that follows: each process is waited for in a thread
        self._closed = False
        self._all: list[Thinker] = []
        self._idle: list[Thinker] = []
        self._threads = ThreadPoolExecutor(size, "thinker")

    def pids(self) -> list[int]:
        """Of the processes there are."""
        with self._lock:
            return [thinker.process.pid for thinker in self._all if thinker.process.pid is not None]

    async def think(self, thought: MoveRequest) -> MoveResult:
        """The answer, in any case; whoever is cancelled meanwhile lets it go."""
        try:
            found = await self._outcome(thought)
        except CannotThink as error:
            return MoveResult(thought.legal[0], str(error))
        assert isinstance(found, MoveResult)
        return found

    async def advise(self, wondering: HintRequest) -> HintResult:
        """What would be good; CannotThink when that is not to be had."""
        found = await self._outcome(wondering)
        assert isinstance(found, HintResult)
        return found

    async def _outcome(self, task: Task) -> Outcome:
        fault = ""
        for pause in PAUSES:
            await asyncio.sleep(pause)
            if self._closed:
                break
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, task)
            except WorkerLost as error:
                fault = f"a process died {error.how}"
            except OSError as error:
                fault = f"no process could be started: {error}"
            self.deaths += 1
            LOG.warning("A bot has to think again: %s", fault)
        raise CannotThink(fault or "the server was closed")

    async def close(self) -> None:
        """End all, whatever they are thinking of."""
        with self._lock:
            self._closed = True
            for thinker in self._all:
                thinker.process.kill()
        await asyncio.to_thread(self._threads.shutdown)
        for thinker in list(self._all):
            self._end(thinker)

    # ---- in a thread -----------------------------------------------------------------------------------

    def _ask(self, task: Task) -> Outcome:
        thinker = self._one()
        try:
            thinker.give(task)
            if not thinker.connection.poll(self._patience):
                raise WorkerLost(f"after {self._patience:g} seconds without an answer")
            answer = thinker.answer()
        except BaseException:
            self._end(thinker)
            raise
        with self._lock:
            self._idle.append(thinker)
        return answer

    def _one(self) -> Thinker:
        with self._lock:
            if self._closed:
                raise WorkerLost("when the server was closed")
            if self._idle:
                return self._idle.pop()
            thinker: Thinker = Worker(begin, helper=True)
            self._all.append(thinker)
            return thinker

    def _end(self, thinker: Thinker) -> None:
        with self._lock:
            self._all.remove(thinker)
            if thinker in self._idle:
                self._idle.remove(thinker)
            thinker.end()


# ---- in the process --------------------------------------------------------------------------------------


def begin() -> Callable[[Task], Outcome]:
    """A process begins with this."""
    return outcome_of


def outcome_of(task: Task) -> Outcome:
    """A move, or advice."""
    return answer_to(task) if isinstance(task, MoveRequest) else advice_for(task)


def answer_to(thought: MoveRequest) -> MoveResult:
    """A legal move in any case."""
    try:
        seen = Seen(thought.setup.found_game(), thought.seat, json.loads(thought.view), thought.legal)
        with guarded(f"level:{thought.level},seed={thought.seed}", seconds=SECONDS) as agent:
            move = agent.choose(seen)
            return MoveResult(move, "; ".join([str(fault) for fault in agent.faults]))
    except Exception as error:  # whatever it is: the table waits for a move
        return MoveResult(thought.legal[0], f"{type(error).__name__}: {error}")


def advice_for(wondering: HintRequest) -> HintResult:
    """The best moves, from what the seat sees and from nothing else."""
    game = wondering.setup.found_game()
    seen = Seen(game, wondering.seat, json.loads(wondering.view), wondering.legal)
    return advised(hint_for(seen, seconds=HINT_SECONDS))


def advised(hint: Hint) -> HintResult:
    """A hint as it goes from process to process."""
    why = hint.why
    moves = [
        RatedMove(each.move, tuple(each.plan), each.worth, each.spread, each.behind)
        for each in [suggestion.advice for suggestion in hint.moves]
    ]
    return HintResult(
        tuple(moves), hint.tries, why.key, why.ties, why.tied, why.left, why.other, why.ahead, why.doubt,
        why.gains, why.losses, why.rest, why.is_sure,
    )  # fmt: skip
