"""A page of a device, without a browser: asks what pages ask, and keeps what is told."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from farmstead.in_page.device import Device
from farmstead.in_page.storage import MemoryStorage, Storage

ME = {"who": "me", "name": "Ada"}
BESIDE = {"who": "device", "name": "Ben"}


class Page:
    """`Any` in what follows: answers are JSON."""

    def __init__(self, storage: Storage | None = None) -> None:
        self.storage = storage or MemoryStorage()
        self.device = Device(self.storage)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        status, found = await self.answer(method, path, body)
        assert status < 400, found
        return found

    async def answer(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        sent = "" if body is None else json.dumps(body)
        status, kind, text = await self.device.answer(method, path, sent, "en")
        return status, json.loads(text) if kind == "application/json" else text

    async def refused(self, method: str, path: str, key: str, body: Any = None) -> None:
        status, found = await self.answer(method, path, body)
        assert status >= 400 and found["key"] == key and found["sentence"], found

    async def make(self, game: str, *others: dict[str, Any]) -> str:
        made = await self.ask("POST", "/api/tables", {"game": game, "seats": [ME, *others]})
        code: str = made["table"]["code"]
        return code

    async def boards(self, code: str, seat: int = 0) -> Any:
        return await self.ask("GET", f"/t/{code}/boards?seat={seat}&narrow=false")

    async def choose(self, code: str, seat: int = 0) -> Any:
        """The first choice there is; None where there is none."""
        found = await self.boards(code, seat)
        if found["decision"] is None:
            return None
        moves = found["choices"][0][0]
        wish = {"seat": seat, "decision": found["decision"], "moves": moves[:1]}
        return await self.ask("POST", f"/t/{code}/boards?narrow=false", wish)

    async def table(self, code: str) -> Any:
        return await self.ask("GET", f"/api/tables/{code}")

    async def play(self, code: str) -> int:
        """To the end; how many choices that were."""
        count = 0
        while (await self.table(code))["phase"] == "playing":
            if await self.choose(code) is None:
                await asyncio.sleep(0.001)  # a bot decides
            else:
                count += 1
        return count
