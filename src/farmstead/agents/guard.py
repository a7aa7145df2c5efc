"""Lets any agent play without harm: a fault is named, and the seat goes on with another agent.

What runs in this process can be stopped only between two steps of Python, and only in the main thread;
elsewhere an answer that comes too late counts as none. What must be stopped in any case belongs into a
process of its own: `stdio`.
"""

import json
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, Self, final

from farmstead.agents.faults import AgentFailed, Fault, quoted, too_slow
from farmstead.agents.observation import Agent, Observation
from farmstead.agents.specs import agent
from farmstead.engine.contract import NotUnderstood

DECISION_TIMEOUT_S: Final = 60.0  # for a decision
FALLBACK: Final = "greedy"


def guarded(
    spec: str, seed: int = 1, fallback: str = FALLBACK, seconds: float = DECISION_TIMEOUT_S
) -> "Guarded":
    """The agent of a spec under guard; BadSpec when there is none."""
    return Guarded(agent(spec, seed), agent(fallback, seed), spec, seconds)


@final
class Guarded:
    """An agent for one seat of one game, until its first fault; then the fallback."""

    def __init__(self, player: Agent, fallback: Agent, who: str, seconds: float = DECISION_TIMEOUT_S) -> None:
        self.faults: list[Fault] = []  # at most one: after it nothing more is asked
        self.who = who
        self._player = player
        self._fallback = fallback
        self._seconds = seconds
        self._decisions = 0

    def wake(self, seen: Observation) -> None:
        """Let an agent that takes long to start do so; what goes wrong is a fault of its first decision."""
        wake = getattr(self._player, "wake", None)
        if wake is None or self.faults:
            return
        try:
            self._asked(wake, Observation(seen.game, seen.seat, json.loads(seen.text()), seen.legal))
        except AgentFailed as error:
            self.faults.append(Fault(self.who, seen.seat, error.kind, str(error), self._decisions + 1))
            self.close()

    def choose(self, seen: Observation) -> str:
        """A legal move in any case, spelt as in `seen.legal`."""
        self._decisions += 1
        if self.faults:
            return self._fallback.choose(seen)
        # An agent may spoil what it is shown; the fallback gets it as it was.
        view, legal = seen.text(), list(seen.legal)
        try:
            return checked(self._asked(self._player.choose, seen), seen, legal)
        except AgentFailed as error:
            self.faults.append(Fault(self.who, seen.seat, error.kind, str(error), self._decisions))
        self.close()
        return self._fallback.choose(Observation(seen.game, seen.seat, json.loads(view), legal))

    def _asked(self, ask: Callable[[Observation], object], seen: Observation) -> object:
        """What the agent answers, whatever it is; AgentFailed for all that can go wrong in it."""
        begun = time.monotonic()
        try:
            with at_most(self._seconds):
                answer = ask(seen)
        except AgentFailed:
            raise
        except TimeUp:
            raise AgentFailed("hung", too_slow(self._seconds)) from None
        except (Exception, SystemExit) as error:  # foreign code: it may raise anything, and even ask to exit
            raise AgentFailed("error", f"raised {type(error).__name__}: {quoted(str(error))}") from error
        if time.monotonic() - begun > self._seconds:
            raise AgentFailed("hung", too_slow(self._seconds))
        return answer

    def over(self, scores: Sequence[int], places: Sequence[int]) -> None:
        """Tell the agent how the game ended; nothing it does now matters."""
        if not self.faults:
            self._last_word("over", list(scores), list(places))

    def close(self) -> None:
        """Let the agent give back what it holds; again and again does no harm."""
        self._last_word("close")

    def _last_word(self, name: str, *arguments: object) -> None:
        call = getattr(self._player, name, None)
        # Foreign code may raise anything; the game does not depend on it.
        with suppress(Exception, SystemExit, TimeUp), at_most(self._seconds):
            if call is not None:
                call(*arguments)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def checked(answer: object, seen: Observation, legal: Sequence[str]) -> str:
    """The legal move that was meant; AgentFailed when it is none."""
    if not isinstance(answer, str):
        raise AgentFailed("garbage", f"answered {quoted(repr(answer))} where a move is a text")
    text = str.__str__(answer)  # without the ways of a subclass
    if text in legal:
        return text
    try:
        text = str(seen.game.parse(text))
    except NotUnderstood:
        raise AgentFailed("garbage", f"answered {quoted(text)}, which is no move of this game") from None
    if text not in legal:
        raise AgentFailed("illegal", f"chose {quoted(text)}, which is not legal here")
    return text


class TimeUp(BaseException):
    """Raised in the midst of an agent; no Exception, so that it does not take it for one of its own."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TimeUp inside when the time is up, where the system has an alarm and this is the main thread."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.setitimer(signal.ITIMER_REAL, 0)
    handler = signal.signal(signal.SIGALRM, _ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:  # also when the alarm rings in the line above
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, *before)


def _ring(*_: object) -> None:
    raise TimeUp
