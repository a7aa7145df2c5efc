"""Two devices that add to the luck of a game and check it after: `farmstead.client` and the page's modules.

Both do what they do for people, against a server over the network; nothing of them is replaced.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pytest

from farmstead.cli.main import main
from farmstead.client import Client, Unfair

Answer = TypeVar("Answer")
STATIC = Path(__file__).parents[2] / "src" / "farmstead" / "server" / "pages" / "static"
SCRIPT = Path(__file__).with_name("page_device.mjs")
NODE = Path(sys.prefix) / "bin" / "node"
NODE_TIMEOUT_S = 60


class Device(Protocol):
    """What somebody plays with. `Any` in here is whatever JSON can say."""

    async def come(self, name: str) -> None: ...

    async def make(self, game: str, seats: list[dict[str, Any]]) -> str:
        """A table with a contribution; its code."""

    async def contribute(self, code: str) -> str:
        """Do this device's part; why it has stopped, if it has."""

    async def openings(self, code: str) -> list[Any]:
        """All that it has noted."""

    async def faults(self, code: str, forget: bool = False) -> list[str]:
        """What its checker finds when the game is over; with `forget` as if it had noted nothing."""

    def close(self) -> None: ...


class Program:
    """`farmstead.client`, and `farmstead verify` with its notes."""

    def __init__(self, url: str, folder: Path) -> None:
        self._client = Client(url, patience=20)
        self._folder = folder

    def close(self) -> None:
        self._client.close()

    async def _do(self, deed: Callable[[], Answer]) -> Answer:
        return await asyncio.to_thread(deed)

    async def come(self, name: str) -> None:
        await self._do(lambda: self._client.name(name))

    async def make(self, game: str, seats: list[dict[str, Any]]) -> str:
        """By its own method, if it does not stop at once."""
        wish = [seat["who"] if len(seat) == 1 else None for seat in seats]
        assert None not in wish
        return await self._do(lambda: self._made(game, [str(each) for each in wish]))

    def _made(self, game: str, seats: list[str]) -> str:
        before = {each.code for each in self._client.my_tables().tables}
        try:
            return self._client.make_table(game, seats).table.code
        except Unfair:
            (code,) = {each.code for each in self._client.my_tables().tables} - before
            return code

    async def contribute(self, code: str) -> str:
        def look() -> str:
            try:
                for _ in range(4):
                    self._client.table(code)
            except Unfair as stopped:
                return stopped.why
            return ""

        return await self._do(look)

    async def openings(self, code: str) -> list[Any]:
        found: list[Any] = json.loads(self._client.notes(code))["openings"]
        return found

    async def faults(self, code: str, forget: bool = False) -> list[str]:
        record, notes = self._folder / f"{code}.record", self._folder / f"{code}.notes.json"
        record.write_text(await self._do(lambda: self._client.record(code)), encoding="utf-8")
        notes.write_text('{"openings":[]}' if forget else self._client.notes(code), encoding="utf-8")
        said = StringIO()
        with redirect_stdout(said):
            failed = main(["verify", "--fair", "--notes", str(notes), str(record)])
        return [said.getvalue().partition(": ")[2].strip()] if failed else []


class Page:
    """The page's modules under Node, with a storage of their own."""

    def __init__(self, url: str, folder: Path) -> None:
        if not NODE.exists():
            pytest.skip("there is no Node here")
        self._url = url
        self._store = folder / "storage.json"
        self._store.write_text('{"storage":{},"cookie":""}', encoding="utf-8")

    def close(self) -> None:
        """It keeps no connection."""

    async def _do(self, deed: str, **details: Any) -> Any:
        given = {"static": STATIC.as_uri(), "url": self._url, "store": str(self._store)}
        told = json.dumps({**given, "deeds": [{"do": deed, **details}]})
        node = await asyncio.create_subprocess_exec(
            str(NODE), "--no-warnings", str(SCRIPT),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        out, wrong = await asyncio.wait_for(node.communicate(told.encode()), NODE_TIMEOUT_S)
        assert node.returncode == 0, wrong.decode()
        return json.loads(out)[0]

    async def come(self, name: str) -> None:
        await self._do("become", name=name)

    async def make(self, game: str, seats: list[dict[str, Any]]) -> str:
        code: str = await self._do("make", wish={"game": game, "seats": seats})
        return code

    async def contribute(self, code: str) -> str:
        why: str = await self._do("contribute", code=code)
        return why

    async def openings(self, code: str) -> list[Any]:
        found: list[Any] = await self._do("openings", code=code)
        return found

    async def faults(self, code: str, forget: bool = False) -> list[str]:
        found = await self._do("check", code=code, forget=forget)
        return [fault["key"] for fault in found["faults"]]


DEVICES: dict[str, Callable[[str, Path], Device]] = {"client": Program, "page": Page}
