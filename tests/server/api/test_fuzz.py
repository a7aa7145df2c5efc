"""Whatever is sent, the server answers in words and never fails: by its description, and by mutated moves."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans

from tests.server.asking import BOT, ME, PROGRAM, opened
from tests.server.serving import running
from tests.server.stores import awaited

WALNUT, VALLEY = "walnut-grove", "sunflower-valley"
EXAMPLES = 10  # for each operation
MUTANTS = 240  # of moves, for each game
LETTERS = " 0123456789,.-+:#*@abcxyz\u00e9\u202e\x00\U0001f33b'\"\\{}[]<>&%"


class Tried:
    """What the server was asked for by its description, and by whom."""

    def __init__(self, url: str, cookies: dict[str, str], code: str) -> None:
        self.url = url
        self.cookies = cookies
        self.code = code


@pytest.fixture(scope="module")
def tried() -> Iterator[Tried]:
    """A server in a thread of its own, with a player who sits at a table."""
    ready: Future[Tried] = Future()
    enough = Event()

    async def serve() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with running(Path(folder)) as server:
                async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
                    await client.put("/api/me", json={"name": "Ada"})
                    made = await client.post("/api/tables", json={"game": VALLEY, "seats": [ME, BOT]})
                    ready.set_result(Tried(server.url, dict(client.cookies), made.json()["table"]["code"]))
                await asyncio.to_thread(enough.wait)

    thread = Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    try:
        yield ready.result(60)
    finally:
        enough.set()
        thread.join()


LEFT_OUT = {("GET", "/api/tables/{code}/stream"), ("DELETE", "/api/me")}  # endless, and the end of the player


# `Any`: schemathesis has no public names for an operation and a case.
def operations(url: str) -> list[Any]:
    schema = schemathesis.openapi.from_url(f"{url}/api/openapi.json")
    found: list[Any] = [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]
    kept = [each for each in found if (each.method.upper(), each.path) not in LEFT_OUT]
    return sorted(kept, key=lambda each: when((each.method.upper(), each.path)))


def when(operation: tuple[str, str]) -> int:
    """What others need goes last, and who makes an account has another cookie then."""
    if operation == ("POST", "/api/account"):
        return 2
    return int(operation[0] == "DELETE" or operation == ("POST", "/api/tables/{code}/close"))


@pytest.mark.more
def test_by_its_description_nothing_fails(tried: Tried) -> None:
    """Slow: every operation of the API is sent several requests."""
    asked = operations(tried.url)
    assert len(asked) > 20
    for operation in asked:
        check(operation, tried)


def check(operation: Any, tried: Tried) -> None:
    """Requests that fit the description and such that do not; half are about the player's own table."""

    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(), is_own=booleans())
    def answered(case: Any, is_own: bool) -> None:
        if is_own and "code" in case.path_parameters:
            case.path_parameters["code"] = tried.code
        if is_own and isinstance(case.body, dict) and "game" in case.body:
            case.body["game"] = VALLEY
        answer = case.call(base_url=tried.url, cookies=tried.cookies)
        assert answer.status_code < 500, (case.as_curl_command(), answer.text)
        if answer.status_code >= 400 and "json" in answer.headers.get("content-type", ""):
            assert answer.json()["sentence"]

    answered()


def mutated(text: str, random: Random) -> str:
    """A move with some letters changed, doubled, left out or taken from elsewhere."""
    letters = list(text)
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(letters) + 1)
        match random.randrange(4):
            case 0:
                letters.insert(place, random.choice(LETTERS))
            case 1 if letters:
                letters.pop(place % len(letters))
            case 2 if letters:
                letters[place % len(letters)] = random.choice(LETTERS)
            case _:
                letters[place:place] = letters[: random.randint(0, 30)]
    return "".join(letters)


@pytest.mark.parametrize("game", [WALNUT, VALLEY])
@awaited
async def test_mutated_moves_are_made_or_refused(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        table = await ada.make(game, ME, PROGRAM)
        program = await door.visitor(token=table["invitations"][1])
        code, random, seen = table["code"], Random(game), set()
        for n in range(MUTANTS):
            seat = (await ada.look(code))["to_act"][0]
            who = (ada, program)[seat]
            position = await who.look(code, seat)
            move = mutated(random.choice(position["legal"]), random)
            sent = {"seat": seat, "decision": position["decision"], "move": move}
            answer = await who.http.post(f"/api/tables/{code}/moves", json=sent)
            assert answer.status_code in (200, 400, 409, 422), (move, answer.text)
            if answer.status_code != 200:
                assert answer.json()["sentence"], move
            seen.add(answer.status_code)
            if n % 8 == 0 and (await who.look(code, seat))["decision"] == position["decision"]:
                await who.move(code, seat, n)
        assert 422 in seen
