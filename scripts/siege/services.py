"""What another visitor waits for while one sends: a bot's turn, a hint, a film, a review."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

import msgspec

from scripts.load.wire import Answer, Caller, Lost
from scripts.siege.payloads import VALLEY

LONGEST_S: Final = 60.0  # after which it has not come
LOOK_S: Final = 0.1  # between two looks whether it has
MUST_COME: Final = ("a bot's first turn", "a hint")  # by then; a film or review before may take longer
LATER: Final = (429, 503)
WAITING: Final = ("unknown", "waiting")


class Customer(NamedTuple):
    """Somebody who wants something done that takes long."""

    caller: Caller
    own: str  # the code of a game of theirs in play
    over: str  # of a game that is over


# `Any`: whatever JSON can say.
async def asked(customer: Customer, method: str, path: str, body: object = None) -> Any:
    """Asked again for as long as the server says that it is busy."""
    while True:
        answer: Answer = await customer.caller.ask(method, path, body)
        if answer.status not in LATER:
            break
        await asyncio.sleep(LOOK_S)
    if answer.status not in (200, 201):
        raise Lost(f"{method} {path}: {answer.status}")
    return msgspec.json.decode(answer.body)


async def bot_turn(customer: Customer) -> None:
    """The first turn of a bot of level 5, who begins."""
    seats = [{"who": "bot", "level": 5}, {"who": "me"}]
    code = (await asked(customer, "POST", "/api/tables", {"game": VALLEY, "seats": seats}))["table"]["code"]
    while not (await asked(customer, "GET", f"/api/tables/{code}/position?seat=1"))["position"]["legal"]:
        await asyncio.sleep(LOOK_S)


async def hint(customer: Customer) -> None:
    await asked(customer, "GET", f"/api/tables/{customer.own}/hint?seat=0")


async def film_begun(customer: Customer) -> None:
    """Until it is being made."""
    path = f"/api/studies/{customer.over}/download/gif"
    await asked(customer, "POST", path, {})
    while (await asked(customer, "GET", f"{path}/progress"))["state"] in WAITING:
        await asyncio.sleep(LOOK_S)


async def review_begun(customer: Customer) -> None:
    path = f"/api/studies/{customer.over}/review"
    await asked(customer, "POST", path, {})
    while (await asked(customer, "GET", path))["state"] in WAITING:
        await asyncio.sleep(LOOK_S)


SERVICES: Final[dict[str, Callable[[Customer], Awaitable[None]]]] = {
    "a bot's first turn": bot_turn,
    "a hint": hint,
    "until a film is being made": film_begun,
    "until a game is being reviewed": review_begun,
}


async def seconds_for(service: str, customer: Customer) -> float | None:
    """How long it takes; None if it has not come."""
    begun = time.perf_counter()
    try:
        async with asyncio.timeout(LONGEST_S):
            await SERVICES[service](customer)
    except (TimeoutError, Lost):
        return None
    return time.perf_counter() - begun
