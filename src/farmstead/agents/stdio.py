"""Agents in other processes, in any language: one JSON line per message. docs/bots.md has the whole protocol.

They get views and legal moves, as every agent does, and never anything else.
"""

import json
import os
import shlex
import shutil
from contextlib import suppress
from typing import Final, Self, final

from farmstead.agents.child_process import POSSIBLE, ChildProcess
from farmstead.agents.faults import MAX_QUOTE, AgentFailed, printable, quoted
from farmstead.agents.observation import Observation
from farmstead.agents.specs import BadSpec

PROTOCOL: Final = 1
ANSWER_TIMEOUT_S: Final = 30.0  # for each answer
SHUTDOWN_TIMEOUT_S: Final = 1.0  # seconds to end after `bye`, and once more after SIGTERM
SETUP: Final = ("game", "rules", "edition", "options", "seats", "seat")  # what `hello` has of a view


@final
class Stdio:
    """A program that plays one seat of one game. It starts with its first decision and is never restarted."""

    def __init__(self, command: str, seed: int = 1, seconds: float = ANSWER_TIMEOUT_S) -> None:
        self.name = ""  # as it calls itself
        self._command = words_of(command)
        self._seed = seed
        self._seconds = seconds
        self._child: ChildProcess | None = None
        self._setup: dict[str, object] = {}
        self._is_closed = False

    def choose(self, seen: Observation) -> str:
        """The move it answers, legal or not; AgentFailed when it answers none, and then it is ended."""
        setup = {key: seen.view.get(key) for key in SETUP}
        if self._setup not in ({}, setup):
            raise ValueError("this program plays another seat or game; each needs one of its own")
        if self._is_closed:
            raise AgentFailed("died", "has been ended")
        try:
            child = self._child if self._child is not None else self._started(setup)
            return self._move(child, seen)
        except BaseException:  # also an interruption: nobody would hear its answer
            self._end()
            raise

    def _started(self, setup: dict[str, object]) -> ChildProcess:
        self._setup = setup
        child = self._child = ChildProcess(self._command)
        hello = message("hello", protocol=PROTOCOL, **setup, seed=self._seed, seconds=self._seconds)
        answer = answer_of(child.ask(hello, self._seconds))
        if answer.get("ready") != PROTOCOL or isinstance(answer["ready"], bool):
            due = f'to hello where {{"ready": {PROTOCOL}}} was due'
            raise AgentFailed("garbage", f"answered {quoted(json.dumps(answer))} {due}")
        self.name = printable(str(answer.get("name", "")), MAX_QUOTE)
        return child

    def _move(self, child: ChildProcess, seen: Observation) -> str:
        asked = message("choose", view=seen.view, legal=seen.legal, seconds=self._seconds)
        answer = answer_of(child.ask(asked, self._seconds))
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
        with suppress(AgentFailed):
            self._child.tell(message("over", scores=scores, places=places), SHUTDOWN_TIMEOUT_S)

    def close(self) -> None:
        """Say goodbye, and see to it that it ends."""
        self._end(patience=SHUTDOWN_TIMEOUT_S)

    def _end(self, patience: float = 0.0) -> None:
        self._is_closed = True
        if self._child is not None:
            self._child.close(message("bye"), patience)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


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
