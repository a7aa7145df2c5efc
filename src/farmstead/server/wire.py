"""How requests are read off the wire, and the loop that everything runs in: the quickest that there are."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final, final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD: Final = 32_768  # bytes that are read before the door looks at a request
LONGEST_ASKING: Final = 60.0  # seconds in which a request has to be there
TOO_LONG: Final = "The head of this request is too long."


@final
class Reader(HttpToolsProtocol):
    """Reads requests, and gives up on one that goes on and on, in bytes or in time."""

    # What uvicorn keeps of a connection, as far as it comes with each. In a dictionary, which it would be in
    # otherwise, it takes six times the memory.
    __slots__ = (
        *("_besides", "_since", "access_log", "access_logger", "app", "app_state", "asgi_version", "client"),
        *("config", "connections", "cycle", "expect_100_continue", "flow", "headers", "limit_concurrency"),
        *("logger", "loop", "parser", "pipeline", "root_path", "scheme", "scope", "server", "server_state"),
        *("tasks", "timeout_keep_alive", "timeout_keep_alive_task", "transport", "url", "ws_protocol_class"),
    )

    # `Any`: uvicorn makes it, with what it knows.
    def __init__(self, *what: Any, **named: Any) -> None:
        super().__init__(*what, **named)
        self._besides = 0  # bytes of this request that are not its body
        self._since: float | None = time.monotonic()  # when it began to come in, or who was to ask came

    def is_late(self, now: float) -> bool:
        """Whether a request has been coming in for too long, or none has come."""
        return self._since is not None and now - self._since > LONGEST_ASKING

    def on_message_begin(self) -> None:
        self._since = time.monotonic()
        super().on_message_begin()

    def data_received(self, data: bytes) -> None:
        self._besides += len(data)
        super().data_received(data)
        if self._besides > LARGEST_HEAD and not self.transport.is_closing():
            self.logger.warning(TOO_LONG)
            self.send_400_response(TOO_LONG)

    def on_body(self, body: bytes) -> None:
        self._besides -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._besides = 0
        self._since = None
        super().on_message_complete()


def run_loop(work: Coroutine[None, None, None]) -> None:
    """Do this in a loop of its own, until it is done or somebody interrupts it."""
    with asyncio.Runner(loop_factory=loops()) as runner:
        runner.run(work)


def loops() -> Callable[[], asyncio.AbstractEventLoop]:
    """There is none but Python's own on Windows."""
    if sys.platform == "win32":
        return asyncio.new_event_loop
    import uvloop

    return uvloop.new_event_loop
