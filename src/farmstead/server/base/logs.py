"""What the server says about itself while it runs: a line for people, or JSON for programs that collect it.

Nothing that is said names a player, an address, or what opens a table: tables are called by their number.
"""

from __future__ import annotations

import errno
import logging
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final, TextIO

import msgspec

from farmstead.server.base.settings import LogForm

ACCESS: Final = "farmstead.access"  # its lines are said only where they are asked for
OUR_LOGGER: Final = "farmstead"
REPETITION_PAUSE_S: Final = 60.0  # seconds between two lines of what goes wrong again and again
ATTRIBUTES: Final = frozenset(
    {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName", "color_message"}
)
EXHAUSTED: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
HANDLER: Final = "farmstead"
HTTP_SERVER: Final = "uvicorn.error"


def begin(
    form: LogForm = "text", access: bool = False, stream: TextIO | None = None, worker: int | None = None
) -> None:
    """From now on all that is logged goes to standard error, or to `stream`, in this form.

    `worker`: the number of this process among several, which each line has then.
    """
    handler = logging.StreamHandler(stream)
    handler.set_name(HANDLER)
    line = "%(levelname)s %(message)s" if worker is None else "%(levelname)s worker %(worker)d: %(message)s"
    handler.setFormatter(JsonFormatter() if form == "json" else logging.Formatter(line))
    handler.addFilter(RepetitionFilter())
    if worker is not None:
        handler.addFilter(WorkerNumberFilter(worker))
    root = logging.getLogger()
    for before in [each for each in root.handlers if each.get_name() == HANDLER]:
        root.removeHandler(before)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger(OUR_LOGGER).setLevel(logging.INFO if form == "json" else logging.WARNING)
    logging.getLogger(ACCESS).setLevel(logging.INFO if access else logging.WARNING)
    # What is lost with a database is told by us.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
    sys.excepthook = last_words


class JsonFormatter(logging.Formatter):
    """One JSON object a line; a traceback is a part of it, and so is whatever came as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {  # `Any`: whatever somebody logs
            "time": utc(record.created),
            "level": record.levelname.lower(),
            "where": record.name,
            "message": record.getMessage(),
        }
        said |= {name: value for name, value in vars(record).items() if name not in ATTRIBUTES | said.keys()}
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said, enc_hook=str).decode()


def utc(seconds: float) -> str:
    """Such as 2026-05-01T12:00:00.250Z."""
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    return f"{whole}.{int(seconds % 1 * 1000):03}Z"


class WorkerNumberFilter(logging.Filter):
    """Adds the number of the worker to every record of the log."""

    def __init__(self, worker: int) -> None:
        super().__init__()
        self._worker = worker

    def filter(self, record: logging.LogRecord) -> bool:
        record.worker = self._worker
        return True


class RepetitionFilter(logging.Filter):
    """Lets messages that visitors can provoke pass once a minute.

    When the system has nothing left, each try fails in the same way; and the HTTP server warns of every
    request that is none, or that would be a WebSocket.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: dict[tuple[str, int | str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        which: tuple[str, int | str]
        if isinstance(error, OSError) and error.errno in EXHAUSTED:
            which = (record.name, error.errno)
        elif record.name == HTTP_SERVER and record.levelno == logging.WARNING:
            which = (record.name, str(record.msg))
        else:
            return True
        now = self._clock()
        if now - self._said.get(which, -REPETITION_PAUSE_S) < REPETITION_PAUSE_S:
            return False
        self._said[which] = now
        return True


def last_words(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What nobody caught, said like everything else."""
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    logging.getLogger(OUR_LOGGER).critical("The server has a fault.", exc_info=(kind, error, trace))
