"""Agents in other processes, in any language: one JSON line per message. docs/bots.md has the whole protocol.

They get views and legal moves, as every agent does, and never anything else.
"""

import atexit
import json
import os
import shlex
import shutil
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Self, TypeAlias, final

from farmstead import shelf
from farmstead.agents.child_process import POSSIBLE, ChildProcess
from farmstead.agents.faults import MAX_QUOTE, AgentFailed, printable, quoted
from farmstead.agents.observation import Observation
from farmstead.agents.specs import BadSpec
from farmstead.engine.contract import BadPosition

PROTOCOL: Final = 1
ANSWER_TIMEOUT_S: Final = 30.0  # for each answer
SHUTDOWN_TIMEOUT_S: Final = 1.0  # seconds to end after `bye`, and once more after SIGTERM
Listener: TypeAlias = Callable[[str, bytes], None]  # who speaks, `farmstead` or `program`, and the line
SETUP: Final = ("game", "rules", "edition", "options", "seats", "seat")  # what `hello` has of a view


@final
class Stdio:
    """A program that plays one seat of one game. It starts by `wake` or with its first decision and is never
    restarted.

    One that can play `again` is kept when the game is over, and plays another.
    """

    def __init__(
        self,
        command: str,
        seed: int = 1,
        seconds: float = ANSWER_TIMEOUT_S,
        listener: Listener | None = None,
    ) -> None:
        self.name = ""  # as it calls itself
        self._listener = listener
        self._plays_again = False
        self._is_over = False
        self._command = words_of(command)
        self._seed = seed
        self._seconds = seconds
        self._child: ChildProcess | None = None
        self._setup: dict[str, object] = {}
        self._is_closed = False

    def wake(self, seen: Observation) -> None:
        """Start the program, if it is not running, so that its first decision is as quick as the others."""
        setup = {key: seen.view.get(key) for key in SETUP}
        if self._setup not in ({}, setup):
            raise ValueError("this program plays another seat or game; each needs one of its own")
        if self._is_closed:
            raise AgentFailed("died", "has been ended")
        try:
            if self._child is None:
                self._started(setup, seen)
        except BaseException:  # also an interruption: nobody would hear its answer
            self._end()
            raise

    def choose(self, seen: Observation) -> str:
        """The move it answers, legal or not; AgentFailed when it answers none, and then it is ended."""
        self.wake(seen)
        try:
            return self._move(seen)
        except BaseException:
            self._end()
            raise

    def _started(self, setup: dict[str, object], seen: Observation) -> None:
        self._setup = setup
        self._child = taken_again(self._command) or ChildProcess(self._command)
        known = {**setup, "components": shelf.components(seen.game)}
        hello = message("hello", protocol=PROTOCOL, **known, seed=self._seed, seconds=self._seconds)
        try:
            answer = self._asked(hello)
        except AgentFailed as error:
            raise AgentFailed(error.kind, f"{error} (to `hello`)") from None
        if answer.get("ready") != PROTOCOL or isinstance(answer["ready"], bool):
            due = f'to hello where {{"ready": {PROTOCOL}}} was due'
            raise AgentFailed("garbage", f"answered {quoted(json.dumps(answer))} {due}")
        self.name = printable(str(answer.get("name", "")), MAX_QUOTE)
        self._plays_again = answer.get("again") is True

    def _asked(self, line: bytes) -> dict[str, object]:
        """What it answers to a message."""
        assert self._child is not None
        self._note("farmstead", line)
        answer = self._child.ask(line, self._seconds)
        self._note("program", answer)
        return answer_of(answer)

    def _note(self, who: str, line: bytes) -> None:
        if self._listener is not None:
            self._listener(who, line)

    def _move(self, seen: Observation) -> str:
        standing: dict[str, object] = {}
        with suppress(BadPosition, LookupError):  # of a view that no game has written nothing can be counted
            standing["standing"] = seen.standing()
        answer = self._asked(
            message("choose", view=seen.view, legal=seen.legal, **standing, seconds=self._seconds)
        )
        move = answer.get("move")
        if not isinstance(move, str):
            raise AgentFailed(
                "garbage", f'answered {quoted(json.dumps(answer))} where {{"move": "…"}} was due'
            )
        return move

    def over(self, scores: list[int], places: list[int]) -> None:
        """Tell it how the game ended, if it listens."""
        if self._child is None or self._is_closed:
            return
        line = message("over", scores=scores, places=places)
        self._note("farmstead", line)
        with suppress(AgentFailed):
            self._child.tell(line, SHUTDOWN_TIMEOUT_S)
            self._is_over = True

    def close(self) -> None:
        """Say goodbye, and see to it that it ends, unless its game is over and it can play another."""
        if self._child is not None and self._is_over and self._plays_again and not self._is_closed:
            self._is_closed = True
            kept_for_another(self._command, self._child)
            return
        self._end(patience=SHUTDOWN_TIMEOUT_S)

    def _end(self, patience: float = 0.0) -> None:
        self._is_closed = True
        if self._child is not None:
            self._child.close(message("bye"), patience)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# ---- programs that play several games ----------------------------------------------------------------------

_KEPT: Final[dict[tuple[int, str], list[ChildProcess]]] = {}  # by process of ours and command line
MAX_KEPT: Final = 8  # of one command line


def kept_for_another(command: list[str], child: ChildProcess) -> None:
    """Put a program aside whose game is over; it is ended when this process ends."""
    waiting = _KEPT.setdefault((os.getpid(), shlex.join(command)), [])
    if len(waiting) >= MAX_KEPT:
        child.close(message("bye"), SHUTDOWN_TIMEOUT_S)
        return
    waiting.append(child)
    atexit.unregister(end_kept)  # so that it is registered once
    atexit.register(end_kept)


def taken_again(command: list[str]) -> ChildProcess | None:
    """A program that was put aside and is still there."""
    waiting = _KEPT.get((os.getpid(), shlex.join(command)), [])
    while waiting:
        child = waiting.pop()
        if child.is_running():
            return child
        child.close()
    return None


def end_kept() -> None:
    """Say goodbye to all programs that were put aside."""
    for (process, _), waiting in _KEPT.items():
        while process == os.getpid() and waiting:
            waiting.pop().close(message("bye"), SHUTDOWN_TIMEOUT_S)


def words_of(command: str) -> list[str]:
    """The words of a command line; BadSpec when it cannot be one or names no program."""
    if not POSSIBLE:
        raise BadSpec("programs as opponents are not possible on Windows; take another opponent")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadSpec(f"stdio:{command[:60]}: {str(error).lower()}; close what you have opened") from None
    if not words:
        raise BadSpec("after `stdio:` stands the command that starts the program, as in stdio:./mybot")
    if shutil.which(words[0]) is None:
        raise BadSpec(f"stdio:{command[:60]}: {_why_no_program(words[0])}")
    return words


def _why_no_program(word: str) -> str:
    if os.path.isdir(word):
        return f"{word!r} is a directory; name the program in it"
    if os.path.isfile(word):
        here = word if os.sep in word else os.path.join(".", word)
        return f"{word!r} cannot be executed; name what runs it, as in `stdio:python {here}`, or make it so"
    return f"there is no program {word!r}; a file is named with its path, as in stdio:./mybot"


def message(kind: str, **fields: object) -> bytes:
    """A message as it is sent, without its end of line."""
    return json.dumps({"message": kind, **fields}, separators=(",", ":")).encode()


def answer_of(line: bytes) -> dict[str, object]:
    """An answer as it was meant; AgentFailed when it is no JSON object, or says that it cannot go on."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):  # ValueError: also bytes that are no UTF-8
        answer = None
    if not isinstance(answer, dict):
        text = line[:1000].decode("utf-8", "replace")
        raise AgentFailed("garbage", f"answered {quoted(text)}, which is no JSON object")
    if "error" in answer:
        raise AgentFailed("error", f"says that it cannot go on: {quoted(str(answer['error']))}")
    return answer
