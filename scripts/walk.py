"""Plays one move, and prints every function of Farmstead on its way to the other player's screen.

    python -m scripts.walk         # prints it
    python -m scripts.walk --draw  # and draws docs/move.svg; tests/scripts/test_walk.py holds it to the code

Two people play Walnut Grove in this process, and the second listens as the page does. When both have moved
before, one sends a move; what is entered until the other has the news and the boards is the walk. It is
printed in the order in which functions are first entered, with a heading for each package.

Every function of `src/farmstead` counts that is entered in any thread, lambdas and inner functions among
them. Left out are:

- drawing, which the way leads to: what runs in the threads that draw, and all of `render/` and `pictures/`;
- the inside of the rules, which are the same wherever the game is played: `games/*/rules/` and what that
  calls. The total with them is printed, too;
- comprehensions, which are lines of the function they stand in;
- what the server does every few seconds in any case (`base/periodic.py`, `base/heartbeats.py`).
"""

from __future__ import annotations

import ast
import asyncio
import os
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from html import escape
from pathlib import Path
from types import FrameType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import httpx

from farmstead.server.app import create_app, open_server
from farmstead.server.base.settings import Settings
from farmstead.server.http.detached import GONE_EXTENSION

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = ROOT / "src" / "farmstead"
PICTURE: Final = ROOT / "docs" / "move.svg"
BOX_WIDTH, LINE, GAP, MARGIN, LINE_LETTERS = 250, 15, 6, 12, 44
COLOURS: Final = {"server": "#cfe3d4", "engine": "#dfe3ea", "": "#f3dfb0"}
PERIODIC: Final = [str(PACKAGE / "server" / "base" / file) for file in ("periodic.py", "heartbeats.py")]
MOST_FUNCTIONS: Final = 120
MOST_FILES: Final = 35
MOST_LINES: Final = 40  # of one function
PATIENCE_S: Final = 60.0
HASH_SEED: Final = "PYTHONHASHSEED"
GAME: Final = "walnut-grove"
BENS_ADDRESS: Final = "192.0.2.2"
DRAWING_THREADS: Final = "pictures"  # as their pool calls them

LANES: Final = {  # by what the task is called; those for the parts of a request have any name
    "move": "The request",
    "journal": "At the table",
    "writer": "In the store",
    "thread": "In the store",
    "stream": "The other's stream",
}

Kind: TypeAlias = Literal["way", "rules", "drawing"]


class Step(NamedTuple):
    """A function on the way."""

    kind: Kind
    lane: str  # the task or thread that entered it first
    file: str  # below `src/farmstead`
    line: int
    name: str
    lines: int
    summary: str  # the first line of its docstring

    @property
    def package(self) -> str:
        return self.file.rpartition("/")[0]


class Recorder:
    """Notes which functions of Farmstead are entered while it is on, each once."""

    def __init__(self) -> None:
        self.is_on = False
        self._entered: dict[tuple[str, int, str], tuple[Kind, str]] = {}

    # `Any`: whatever Python tells of a call besides its frame.
    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if not self.is_on or event != "call" or not code.co_filename.startswith(str(PACKAGE)):
            return
        called = (code.co_filename, code.co_firstlineno, code.co_qualname)
        known = self._entered.get(called)
        if (known is not None and known[0] == "way") or is_comprehension(code.co_name):
            return
        kind = kind_of(frame)
        if kind is None or (known is not None and kind != "way"):
            return
        self._entered.pop(called, None)  # what the way comes to later stands there in the story
        self._entered[called] = (kind, lane_now())

    def steps(self) -> list[Step]:
        entered = list(self._entered.items())
        return [step_of(kind, lane, file, line, name) for (file, line, name), (kind, lane) in entered]


def lane_now() -> str:
    """What is under way where this is called: a task of the server, or a thread besides."""
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return LANES["thread"]
    if task is None:  # called back when something was drawn
        return LANES["stream"]
    return next((lane for part, lane in LANES.items() if part in task.get_name()), LANES["move"])


def kind_of(frame: FrameType | None) -> Kind | None:
    """What a call belongs to, by all that are waiting for it; None: to nothing that this move has caused."""
    kind: Kind = "drawing" if threading.current_thread().name.startswith(DRAWING_THREADS) else "way"
    while frame is not None:
        file = frame.f_code.co_filename
        if file in PERIODIC:
            return None
        if file.startswith(str(PACKAGE)):
            parts = Path(file).relative_to(PACKAGE).parts
            if parts[0] == "render" or "pictures" in parts:
                kind = "drawing"
            elif parts[0] == "games" and kind == "way":
                kind = "rules"
        frame = frame.f_back
    return kind


def is_comprehension(name: str) -> bool:
    return name in ("<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>", "<module>")


def step_of(kind: Kind, lane: str, file: str, line: int, name: str) -> Step:
    node = functions_in(file).get(line)
    length, summary = 1, ""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        length = (node.end_lineno or node.lineno) - node.lineno + 1
        summary = (ast.get_docstring(node) or "").partition("\n")[0]
    below = str(Path(file).relative_to(PACKAGE))
    return Step(kind, lane, below, line, name.replace("<locals>.", ""), length, summary)


@cache
def functions_in(file: str) -> dict[int, ast.AST]:
    """By their first lines, those of decorators included; of several in a line the outermost."""
    found: dict[int, ast.AST] = {}
    for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *[each.lineno for each in node.decorator_list]])
            found.setdefault(first, node)
    return found


# ---- the move ----------------------------------------------------------------------------------------------


class Listener:
    """Somebody's stream, opened as their page opens it, and what has come by it."""

    def __init__(self, app: Any, cookie: str, path: str, query: str) -> None:
        self._received = b""
        self._news = asyncio.Event()
        self._scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
            "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(b"host", b"localhost"), (b"cookie", cookie.encode())],
            "client": (BENS_ADDRESS, 5001), "server": ("localhost", 80),
            "extensions": {GONE_EXTENSION: lambda _: None},  # as our own server tells that somebody has gone
        }  # fmt: skip
        self._task = asyncio.create_task(
            app(self._scope, self._receive, self._send), name="the other's stream"
        )

    async def _receive(self) -> dict[str, str]:
        await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    # `Any`: a message of ASGI.
    async def _send(self, message: Any) -> None:
        self._received += message.get("body", b"")
        self._news.set()

    async def until(self, *kinds: str) -> None:
        """Until an event of each kind has come since the last time."""
        async with asyncio.timeout(PATIENCE_S):
            while not all(f"event: {kind}\n".encode() in self._received for kind in kinds):
                self._news.clear()
                await self._news.wait()
        self._received = b""

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


# `Any`: an ASGI app, and whatever JSON can say.
class Player:
    """Somebody with a browser in this process."""

    def __init__(self, app: Any, address: str) -> None:
        transport = httpx.ASGITransport(app, client=(address, 5000))
        self.http = httpx.AsyncClient(transport=transport, base_url="http://localhost")

    async def ask(self, method: str, path: str, **settings: Any) -> Any:
        answer = await self.http.request(method, path, **settings)
        answer.raise_for_status()
        return answer.json()

    async def choice(self, code: str, seat: int) -> dict[str, Any]:
        """The first that can be chosen, as the page sends it."""
        boards = await self.ask("GET", f"/t/{code}/boards", params={"seat": seat})
        return {"seat": seat, "decision": boards["decision"], "moves": boards["choices"][0][0]}

    async def choose(self, code: str, choice: dict[str, Any]) -> None:
        await self.ask("POST", f"/t/{code}/boards", json=choice)


@asynccontextmanager
async def two_players(
    folder: Path, names: Sequence[str]
) -> AsyncIterator[tuple[str, list[Player], Listener]]:
    """A table at which both sit and the second listens."""
    async with open_server(Settings(folder, pace=1.0)) as core:
        core.uptime.leads = False  # or its time, which is written again and again, would be written meanwhile
        app = create_app(core)
        players = [Player(app, "192.0.2.1"), Player(app, BENS_ADDRESS)]
        try:
            for player, name in zip(players, names, strict=True):
                await player.ask("PUT", "/api/me", json={"name": name})
            seats = [{"who": "me"}, {"who": "open"}]
            made = await players[0].ask("POST", "/api/tables", json={"game": GAME, "seats": seats})
            code = made["table"]["code"]
            await players[1].ask("POST", f"/api/tables/{code}/seats/1", json={})
            cookie = "; ".join([f"{name}={value}" for name, value in players[1].http.cookies.items()])
            listener = Listener(app, cookie, f"/api/tables/{code}/stream", "seat=1&show=boards")
            try:
                await listener.until("boards")
                yield code, players, listener
            finally:
                await listener.close()
        finally:
            for player in players:
                await player.http.aclose()


async def walked(folder: Path, names: Sequence[str]) -> list[Step]:
    """What is entered from one move to the other's boards."""
    recorder = Recorder()
    threading.setprofile(recorder)  # for the threads that the server begins
    sys.setprofile(recorder)
    try:
        async with two_players(folder, names) as (code, players, listener):
            for seat in (0, 1):
                await players[seat].choose(code, await players[seat].choice(code, seat))
                await listener.until("news", "boards")
            choice = await players[0].choice(code, 0)
            stop_periodic_work()
            recorder.is_on = True
            move = asyncio.create_task(players[0].choose(code, choice), name="the move")
            await asyncio.gather(move, listener.until("news", "boards"))
            recorder.is_on = False
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return recorder.steps()


def stop_periodic_work() -> None:
    """A look every second falls into the move by chance; where it reads the store, another thread does it."""
    for task in asyncio.all_tasks():
        code = getattr(task.get_coro(), "cr_code", None)
        if code is not None and code.co_filename in PERIODIC:
            task.cancel()


def walk() -> list[Step]:
    """The shorter of two walks: what the server does besides can only add to one.

    Other people take each, or the second could find sentences that the first has put into words.
    """
    found = []
    for names in (("Anna", "Ben"), ("Clara", "David")):
        with tempfile.TemporaryDirectory() as folder:
            found.append(asyncio.run(walked(Path(folder), names)))
    return min(found, key=len)


# ---- the story ---------------------------------------------------------------------------------------------


def story(steps: Iterable[Step]) -> list[str]:
    """The way, a line for each function, with a heading where another task goes on or a package begins."""
    lines: list[str] = []
    lane = package = ""
    told: set[str] = set()  # what a package is for is said once
    for step in steps:
        if step.kind != "way":
            continue
        if step.lane != lane:
            lane, package = step.lane, ""
            lines += ["", lane.upper()]
        if step.package != package:
            package = step.package
            heading = f"{package}/" if package in told else f"{package}/  {about(package)}"
            told.add(package)
            lines += ["", heading]
        file = step.file.rpartition("/")[2]
        lines.append(f"  {step.name:<38} {f'{file}:{step.line}':<24} {step.summary}".rstrip())
    return lines


def about(package: str) -> str:
    text = (PACKAGE / package / "__init__.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]


def totals(steps: Sequence[Step]) -> str:
    """How many functions there are in how many files, and the longest of them."""
    way = [step for step in steps if step.kind == "way"]
    with_rules = [step for step in steps if step.kind != "drawing"]
    longest = max(way, key=lambda step: step.lines)
    return "\n".join(
        [
            f"{len(way)} functions in {files(way)} files (at most {MOST_FUNCTIONS} in {MOST_FILES}).",
            f"The longest, {longest.name}, has {longest.lines} lines (at most {MOST_LINES}).",
            f"With the inside of the rules it is {len(with_rules)} in {files(with_rules)}; "
            f"with that of drawing, too, {len(steps)} in {files(steps)}.",
        ]
    )


def files(steps: Iterable[Step]) -> int:
    return len({step.file for step in steps})


# ---- the picture -------------------------------------------------------------------------------------------


def drawn(steps: Iterable[Step]) -> str:
    """The way as SVG: a column for each task, in it the files in the order in which it comes to them."""
    columns: dict[str, dict[str, list[Step]]] = {lane: {} for lane in dict.fromkeys(LANES.values())}
    for step in steps:
        if step.kind == "way":
            columns[step.lane].setdefault(step.file, []).append(step)
    boxes: list[str] = []
    height = 0
    for number, (lane, found) in enumerate(columns.items()):
        x, y = MARGIN + number * (BOX_WIDTH + GAP), MARGIN
        boxes.append(text(x, y + LINE, lane, "bold"))
        y += LINE + GAP
        for file, entered in found.items():
            there = sorted(entered, key=lambda step: step.line)  # some are entered at the same time
            lines = wrapped([step.name.rpartition(".")[2] for step in there])
            tall = (len(lines) + 1) * LINE + GAP
            colour = COLOURS.get(file.split("/")[0], COLOURS[""])
            boxes.append(
                f'<rect x="{x}" y="{y}" width="{BOX_WIDTH}" height="{tall}" rx="5" fill="{colour}"/>'
            )
            boxes.append(text(x + GAP, y + LINE, file.removeprefix("server/"), "bold"))
            boxes += [text(x + GAP, y + (n + 2) * LINE, line) for n, line in enumerate(lines)]
            y += tall + GAP
        height = max(height, y)
    width = 2 * MARGIN + len(columns) * (BOX_WIDTH + GAP) - GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="sans-serif" font-size="11">'
    )
    title = "<title>The way of a move: which functions it enters, task by task</title>"
    ground = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    return "\n".join([head, title, ground, *boxes, "</svg>"]) + "\n"


def wrapped(names: Iterable[str]) -> list[str]:
    """Names in lines that fit a box."""
    lines = [""]
    for name in names:
        if lines[-1] and len(lines[-1]) + len(name) + 3 > LINE_LETTERS:
            lines.append("")
        lines[-1] += f"{' · ' if lines[-1] else ''}{name}"
    return lines


def text(x: int, y: int, words: str, weight: str = "normal") -> str:
    return f'<text x="{x}" y="{y}" font-weight="{weight}" fill="#222222">{escape(words)}</text>'


if __name__ == "__main__":
    if os.environ.get(HASH_SEED) != "0":  # what a request needs is found out in the order of a set of names
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, HASH_SEED: "0"})
    found = walk()
    print("\n".join(story(found)).strip())
    print(f"\n{totals(found)}")
    if "--draw" in sys.argv[1:]:
        PICTURE.write_text(drawn(found), encoding="utf-8")
        print(f"Written: {PICTURE.relative_to(ROOT)}")
