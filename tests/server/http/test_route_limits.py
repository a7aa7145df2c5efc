"""Every route has a limit: with nothing allowed, each of them refuses, before it has done anything dear."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from farmstead.guides.lessons import lessons
from farmstead.guides.puzzles import puzzles_of
from farmstead.server.app import handlers
from farmstead.server.base.pools import Pools
from farmstead.server.http.route_limits import FREE, LIMIT_OPTION
from farmstead.server.moderation import operator
from farmstead.server.people.rate_limits import RATES, RateLimits
from tests.server.asking import ME, OPEN, Browser, Doorstep, opened

VALLEY, GROVE = "sunflower-valley", "walnut-grove"
RECORD = Path(__file__).parents[3] / "docs" / "valley.record"
NOTHING = 1e-12  # of what is allowed usually
FREE_ROUTES = {  # and why they have no limit
    "/static/{name:path}": "sent from memory, packed once",
}
BODIES: dict[str, Any] = {
    "PUT /api/me": {"name": "Ada"},
    "PUT /api/me/webhook": {"url": "https://example.org/hook"},
    "POST /api/account": {"name": "Ada Lovelace", "passphrase": "a passphrase of nobody"},
    "POST /api/account/session": {"name": "Ada Lovelace", "passphrase": "a passphrase of nobody"},
    "PUT /api/account/passphrase": {"old": "a passphrase of nobody", "new": "another one of nobody"},
    "POST /api/operator/session": {"passphrase": "a passphrase of nobody"},
    "POST /api/tables": {"game": VALLEY, "seats": [ME, OPEN]},
    "POST /api/tables/{code:str}/seats/{seat:int}": {},
    "POST /api/tables/{code:str}/moves": {"seat": 0, "decision": 1, "move": "pass"},
    "POST /api/tables/{code:str}/moves/together": {"seat": 0, "decision": 1, "moves": ["pass"]},
    "POST /t/{code:str}/boards": {"seat": 0, "decision": 1, "moves": ["pass"]},
    "POST /api/tables/{code:str}/undo": {"seat": 0, "decision": 1, "choices": 1},
    "POST /api/tables/{code:str}/ask": {"seat": 0, "to": 1},
    "POST /api/tables/{code:str}/answer": {"seat": 0, "ask": 1, "yes": True},
    "POST /api/tables/{code:str}/hand": {"seat": 0},
    "POST /api/tables/{code:str}/chat": {"text": "Hello"},
    "POST /api/tables/{code:str}/luck": {"event": "roll 1"},
    "POST /api/tables/{code:str}/fill": {"level": 1},
    "POST /api/tables/{code:str}/fair/pledge": {"seat": 0, "pledge": "0" * 64},
    "POST /api/tables/{code:str}/fair/open": {"seat": 0, "value": "0" * 64},
    "POST /api/studies": {"text": "farmstead record 1"},
    "POST /api/studies/{name:str}/branches": {"ply": 3, "luck": "same"},
    "POST /api/editions": {"text": "x = 1"},
    "POST /lessons/{name:str}/answer": {"moves": ["pass"]},
    "POST /puzzles/{game:str}/{name:str}/answer": {"moves": ["pass"]},
}
SEATED = {"leave", "resign", "return", "cancel"}  # whose body is a seat
QUERIES: dict[str, dict[str, Any]] = {
    "/t/{code:str}/look": {"of": 0},
    "/t/{code:str}/overlay": {"line": "total"},
    "/t/{code:str}/preview": {"seat": 0, "move": "pass"},
    "/t/{code:str}/why": {"seat": 0, "part": "hex:a1"},
    "/lessons/{name:str}/preview": {"move": "pass"},
    "/lessons/{name:str}/why": {"part": "hex:a1"},
    "/puzzles/{game:str}/{name:str}/preview": {"move": "pass"},
    "/puzzles/{game:str}/{name:str}/why": {"part": "hex:a1"},
    "/api/studies/{name:str}/frames": {"from": 0, "to": 1},
    "/api/studies/{name:str}/review/board": {"ply": 1},
    "/api/tables/{code:str}/coach": {"seat": 0},
    "/api/tables/{code:str}/coach/weighed": {"seat": 0, "since": 1},
    "/api/tables/{code:str}/hint": {"seat": 0},
}


def routes() -> list[str]:
    """`GET /rules/{game:str}` and so on, all there are."""
    app: Litestar = handlers("")
    found = [route for route in app.routes if isinstance(route, HTTPRoute)]
    return sorted([f"{method} {route.path}" for route in found for method in route.methods])


ROUTES = [route for route in routes() if not route.startswith("OPTIONS")]


def test_only_what_is_named_here_goes_without_a_limit() -> None:
    app = handlers("")
    free = {
        route.path
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        if handler.opt.get(LIMIT_OPTION) == FREE
    }
    assert free == set(FREE_ROUTES)


async def places_at(door: Doorstep, ada: Browser) -> dict[str, str]:
    """What stands for the parts of paths: her table that waits, her game, a guided one, a record."""
    waiting = await ada.make(VALLEY, ME, OPEN)
    playing = await ada.make(GROVE, ME)
    guided = await ada.post(f"/learn/{GROVE}", 201)
    kept = await ada.ask("POST", "/studies", 201, json={"text": RECORD.read_text()})
    branch = await ada.post(f"/studies/{kept['name']}/branches", 201, ply=3, luck="chosen")
    return {
        "waiting": waiting["code"],
        "playing": playing["code"],
        "guided": guided["code"],
        "record": kept["name"],
        "branch": branch["code"],
    }


def address(route: str, places: dict[str, str]) -> str:
    path = route.partition(" ")[2]
    code = "playing"
    if "/seats/" in path or path.endswith(("/fill", "/pledge", "/open", "/cancel")):
        code = "waiting"
    elif "/coach" in path:
        code = "guided"
    elif "/branches/" in path or path.endswith("/luck"):
        code = "branch"
    name = next(iter(lessons())) if path.startswith("/lessons") else places["record"]
    if path.startswith("/puzzles"):
        name = next(iter(puzzles_of(VALLEY)))
    known = {
        "day": "2031-05-06",
        "code": places[code],
        "name": name,
        "other": places["record"],
        "game": GROVE if "learn" in path else VALLEY,
        "kind": "png",
        "number": "1",
        "deed": "block",
        "seat": "1",
        "seats": "2",
        "session": "1",
        "rest": "nowhere/at/all",
        "path": "openapi.json",
    }
    return re.sub(r"\{(\w+):\w+\}", lambda part: known[part[1]], path)


async def walk(tmp_path: Path) -> dict[str, str]:
    """What every route answers when nothing is allowed, by route."""
    found: dict[str, str] = {}
    async with opened(tmp_path, url="https://play.example") as door:
        ada = await door.visitor("Ada")
        places = await places_at(door, ada)
        ben = await door.visitor()  # who has an account
        await ben.post("/account", 201, name="Ben Franklin", passphrase="a passphrase of nobody")
        none = RateLimits(NOTHING)
        door.core.limits = door.core.operator_limits = none
        operator.write_hash(door.core.settings, "a hash that is never looked at")
        for route in ROUTES:
            method, _, path = route.partition(" ")
            where = address(route, places)
            body = BODIES.get(route, {"seat": 0} if path.split("/")[-1] in SEATED else {})
            settings: dict[str, Any] = {"json": body} if method in ("POST", "PUT", "PATCH") else {}
            who = ben if path == "/api/account/passphrase" else ada
            answer = await who.http.request(method, where, params=QUERIES.get(path), **settings)
            found[route] = f"{answer.status_code} {answer.text[:160]}"
    return found


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return asyncio.run(walk(tmp_path_factory.mktemp("limits")))


@pytest.mark.parametrize("route", ROUTES)
def test_every_route_has_a_limit(route: str, answers: dict[str, str]) -> None:
    answered = answers[route]
    if route.partition(" ")[2] in FREE_ROUTES:
        assert answered.startswith("404")  # there is no such file
    else:
        assert answered.startswith("429") and "too_many" in answered, answered


# ---- the documents -----------------------------------------------------------------------------------------

SECURITY = (Path(__file__).parents[3] / "docs" / "security.md").read_text(encoding="utf-8")


def test_the_documents_tell_every_limit() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| (\d+) \| ([\d.]+) s \| [^|]+ \|$", SECURITY, re.MULTILINE)
    assert {name: (int(burst), float(seconds)) for name, burst, seconds in rows} == RATES
    assert len(rows) == len(RATES)


def test_the_documents_tell_every_pool() -> None:
    rows = re.findall(r"^\| `(\w+)`: [^|]+ \| (\d+) \| (\d+) \| (\d+) \|$", SECURITY, re.MULTILINE)
    pools = Pools(pace=1.0)
    assert {name: tuple(map(int, numbers)) for name, *numbers in rows} == {
        pool.name: pool.numbers for pool in pools.all()
    }
    pools.close()
