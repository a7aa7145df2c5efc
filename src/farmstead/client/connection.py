"""Asking the server: once for what must not be done twice, again and again for everything else.

Reading does no harm when it is repeated. A move or an undo is for a numbered decision: sent twice, it is made
once. So all of these are sent again when the server was away before it could answer.
"""

import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypedDict, TypeVar, Unpack, final

import httpx

from farmstead._build import version
from farmstead.client.errors import Away, Problem, decoded, problem

Answer = TypeVar("Answer")

LOG: Final = logging.getLogger("farmstead.client")
SLOWED: Final = (
    "The server at %s slows this program down: it asks more often than a visitor may. It goes on by itself,"
    " only slower; on a server of your own, `farmstead serve --pace 0` sets no limits."
)
COOKIE: Final = "farmstead"
MIN_PAUSE_S: Final = 0.1  # seconds before the first repetition
MAX_PAUSE_S: Final = 2.0
TIMEOUT: Final = httpx.Timeout(30.0, connect=10.0)
STREAM_TIMEOUT: Final = httpx.Timeout(45.0, connect=10.0)  # it says something every 15 seconds
STREAM: Final = {"accept": "text/event-stream", "accept-encoding": "identity"}
NOT_NOW_STATUS: Final = 429  # refused before anything was done
AWAY_STATUSES: Final = (502, 503, 504)  # the server, or what stands before it, cannot say whether it was done
NEVER_SENT: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


# `Any`: whatever JSON can say.
class RequestOptions(TypedDict, total=False):
    """What goes with a request, and whether it does no harm to `repeat` it."""

    body: Mapping[str, Any] | None
    query: Mapping[str, Any] | None
    repeat: bool


@final
class RetryBackoff:
    """Pauses between repetitions, each longer than the one before, until a server has been away too long."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.renew()

    def renew(self) -> None:
        """An answer has come."""
        self._pause = MIN_PAUSE_S
        self._since = 0.0

    def wait(self, error: Away | Problem) -> None:
        """Wait a while; raise the error if that would be too long."""
        now = time.monotonic()
        self._since = self._since or now
        pause = max(self._pause, error.seconds if isinstance(error, Problem) else 0.0)
        if now + pause - self._since > self._seconds:
            raise error
        time.sleep(pause)
        self._pause = min(2 * self._pause, MAX_PAUSE_S)


@final
class Connection:
    """A connection to one server, as one visitor."""

    def __init__(self, url: str, token: str, cookie: str, patience: float) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"`{url}` is no address of a server; one looks like http://localhost:8731")
        self.url = url.rstrip("/")
        self.cookie = cookie  # by which the server knows its visitor
        self._patience = patience
        self._was_slowed = False
        self._http = httpx.Client(headers=headers(token), timeout=TIMEOUT)

    def close(self) -> None:
        self._http.close()

    def patience(self) -> RetryBackoff:
        return RetryBackoff(self._patience)

    def ask(self, kind: type[Answer], method: str, path: str, **request: Unpack[RequestOptions]) -> Answer:
        """The answer to a request; Problem if it is refused. What only reads may be sent again."""
        request.setdefault("repeat", method == "GET")
        return decoded(self.answer(method, path, **request).content, kind)

    def answer(self, method: str, path: str, **request: Unpack[RequestOptions]) -> httpx.Response:
        """An answer that is no refusal."""
        patience, repeat = self.patience(), request.get("repeat", False)
        body, query, address = request.get("body"), request.get("query"), f"{self.url}/api{path}"
        while True:
            try:
                answer = self._http.request(method, address, json=body, params=query, headers=self._known())
            except NEVER_SENT as error:
                patience.wait(self.away(error))
            except httpx.TransportError as error:
                if not repeat:
                    raise self.away(error) from None
                patience.wait(self.away(error))
            else:
                self.cookie = answer.cookies.get(COOKIE, self.cookie) or ""
                if answer.is_success:
                    return answer
                refused = problem(answer.status_code, answer.content)
                if not may_wait(refused, repeat):
                    raise refused
                if refused.status == NOT_NOW_STATUS and not self._was_slowed:
                    self._was_slowed = True
                    LOG.warning(SLOWED, self.url)
                patience.wait(refused)

    def _known(self) -> dict[str, str]:
        return {"cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}

    @contextmanager
    def stream(self, path: str, query: Mapping[str, Any], since: int) -> Iterator[Iterator[bytes]]:
        """Pieces of an answer that goes on and on; Problem if it is refused."""
        address = f"{self.url}/api{path}"
        further = {**STREAM, **self._known(), "last-event-id": str(since)}
        asked = self._http.stream("GET", address, params=query, headers=further, timeout=STREAM_TIMEOUT)
        with asked as answer:
            if not answer.is_success:
                raise problem(answer.status_code, answer.read())
            yield answer.iter_bytes()

    def away(self, error: Exception | None = None) -> Away:
        why = str(error) if error is not None else ""
        return Away(f"The server at {self.url} does not answer{f': {why}' if why else ''}.")


def headers(token: str) -> dict[str, str]:
    """Who asks."""
    bearer = {"authorization": f"Bearer {token}"} if token else {}
    return {"user-agent": f"farmstead/{version()}", **bearer}


def may_wait(refused: Problem, repeat: bool) -> bool:
    """Whether the same may be asked again a little later."""
    return refused.status == NOT_NOW_STATUS or (repeat and refused.status in AWAY_STATUSES)
