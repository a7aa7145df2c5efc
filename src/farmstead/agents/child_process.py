"""Child processes that are spoken to in lines, with limits of time and length, and ended for sure."""

import os
import selectors
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from typing import Final, final

from farmstead.agents.faults import MAX_QUOTE, AgentFailed, printable, too_slow

POSSIBLE: Final = sys.platform != "win32"  # pipes cannot be waited for there, nor process groups ended
MAX_ANSWER_BYTES: Final = 65_536  # bytes of one answer
CHUNK: Final = 65_536
KEPT_STDERR_BYTES: Final = 4_000  # bytes of what it last wrote to stderr
LAST_LINES: Final = 5
TO_END: Final = 0.5  # seconds in which a program that has closed its output ends, if it does
# Waits until whoever holds the other end of its input is gone, in whatever way, and then ends the group.
MINDER: Final = 'read -r line; kill -s KILL -- "-$0"'


@final
class ChildProcess:
    """A running program, and all that it starts in its process group."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = Popen(
                command, stdin=PIPE, stdout=PIPE, stderr=PIPE, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:  # ValueError: a null byte in a word
            why = (error.strerror if isinstance(error, OSError) else "") or str(error)
            raise AgentFailed("died", f"cannot be started: {why.lower()}") from None
        self._minder = Popen(
            ["/bin/sh", "-c", MINDER, str(self._process.pid)],
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=DEVNULL,
            start_new_session=True,
        )
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = [stream.fileno() for stream in streams if stream is not None]
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._to_say = b""
        self._heard = b""
        self._complaints = b""
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ, self._hear)
        self._selector.register(self._err, selectors.EVENT_READ, self._overhear)
        self._is_closed = False

    def is_running(self) -> bool:
        """Whether it has neither ended nor said anything unasked."""
        if self._is_closed:
            return False
        with suppress(AgentFailed):
            self._pump(0)
            return self._process.poll() is None and not self._heard
        return False

    # ---- talking -------------------------------------------------------------------------------------------

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Its answer to a line; AgentFailed when there is none in time, or none that can be one."""
        self._pump(0)
        if self._heard:
            raise AgentFailed("garbage", f"wrote more than was asked: {self._said()}")
        until = time.monotonic() + seconds
        self._begin_to_say(line)
        while b"\n" not in self._heard:
            left = until - time.monotonic()
            if left <= 0:
                raise AgentFailed("hung", too_slow(seconds) + self._complaint())
            self._pump(left)
        answer, _, self._heard = self._heard.partition(b"\n")
        return answer

    def tell(self, line: bytes, seconds: float) -> None:
        """Say something that wants no answer, as far as it listens."""
        until = time.monotonic() + seconds
        self._begin_to_say(line)
        while self._to_say and time.monotonic() < until:
            self._pump(until - time.monotonic())

    def _begin_to_say(self, line: bytes) -> None:
        if not self._to_say:
            self._selector.register(self._in, selectors.EVENT_WRITE, self._say)
        self._to_say += line + b"\n"

    def _pump(self, seconds: float) -> None:
        """Whatever can be read or written within that time, but no more than once each."""
        for key, _ in self._selector.select(max(0.0, seconds)):
            key.data()

    def _say(self) -> None:
        try:
            written = os.write(self._in, self._to_say)
        except BlockingIOError:
            return
        except BrokenPipeError:
            raise AgentFailed("died", self._how_it_ended("does not listen any more")) from None
        self._to_say = self._to_say[written:]
        if not self._to_say:
            self._selector.unregister(self._in)

    def _hear(self) -> None:
        data = _read(self._out)
        if data is None:
            return
        if not data:
            raise AgentFailed("died", self._how_it_ended("closed its output"))
        self._heard += data
        if len(self._heard) > MAX_ANSWER_BYTES:
            raise AgentFailed(
                "garbage", f"wrote more than {MAX_ANSWER_BYTES:,} bytes at once: {self._said()}"
            )

    def _overhear(self) -> None:
        data = _read(self._err)
        if data == b"":
            self._selector.unregister(self._err)
        self._complaints = (self._complaints + (data or b""))[-KEPT_STDERR_BYTES:]

    # ---- what can be said of it ----------------------------------------------------------------------------

    def _said(self) -> str:
        text = self._heard[: 4 * MAX_QUOTE].decode("utf-8", "replace")
        return f"`{printable(text, MAX_QUOTE)}`"

    def _how_it_ended(self, otherwise: str) -> str:
        try:
            status = self._process.wait(TO_END)
        except TimeoutExpired:
            return otherwise + self._complaint()
        how = f"ended with status {status}" if status >= 0 else f"was ended by {_signal_name(-status)}"
        return how + self._complaint()

    def _complaint(self) -> str:
        """The last lines it wrote to stderr."""
        data = _read(self._err)
        self._complaints = (self._complaints + (data or b""))[-KEPT_STDERR_BYTES:]
        lines = self._complaints.decode("utf-8", "replace").split("\n")
        last = [printable(line, MAX_QUOTE) for line in lines if line.strip()][-LAST_LINES:]
        return f"; on stderr: {' / '.join(last)}" if last else ""

    # ---- the end -------------------------------------------------------------------------------------------

    def close(self, farewell: bytes = b"", patience: float = 0.0) -> None:
        """End it with its whole group: at once, or after a last word and so many seconds to end by itself."""
        if self._is_closed:
            return
        try:
            if patience > 0:
                self._let_end(farewell, patience)
        finally:  # also when this process is interrupted while it waits
            self._is_closed = True
            self._end()

    def _let_end(self, farewell: bytes, patience: float) -> None:
        with suppress(AgentFailed):
            self.tell(farewell, patience)
        self._hang_up()
        for reminder in (signal.SIGTERM, signal.SIGKILL):
            try:
                self._process.wait(patience)
                return
            except TimeoutExpired:
                self._signal(reminder)

    def _hang_up(self) -> None:
        if self._to_say:
            self._selector.unregister(self._in)
            self._to_say = b""
        if self._process.stdin is not None:
            self._process.stdin.close()

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):  # nobody is left in the group
            os.killpg(self._process.pid, number)

    def _end(self) -> None:
        self._signal(signal.SIGKILL)
        self._minder.kill()
        self._selector.close()
        for process in (self._minder, self._process):
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    stream.close()
            process.wait()


def _read(pipe: int) -> bytes | None:
    """What lies there; nothing when its other end is closed, None when there is nothing yet."""
    try:
        return os.read(pipe, CHUNK)
    except BlockingIOError:
        return None


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
