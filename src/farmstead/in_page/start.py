"""What the worker's script calls (`scripts/worker/worker.js`): texts in, texts out."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import final

from farmstead import shelf
from farmstead.engine.contract import FarmsteadError
from farmstead.in_page.device import Device, told_to_script
from farmstead.in_page.listeners import Send
from farmstead.in_page.storage import Storage


@final
class ScriptedDevice:
    """A device in the language of its page."""

    def __init__(self, storage: Storage, language: str) -> None:
        self._device = Device(storage)
        self._language = language

    async def answer(self, method: str, address: str, body: str) -> str:
        """The answer to a request, in JSON."""
        return told_to_script(await self._device.answer(method, address, body, self._language))

    async def listen(self, address: str, send: Send) -> Callable[[], None]:
        """Tell what happens, until what is handed back is called."""
        try:
            return await self._device.listen(address, self._language, send)
        except FarmsteadError:
            send("end", "not_yours")
            return lambda: None

    async def heard_elsewhere(self, code: str) -> None:
        """Another tab has written at a table."""
        with suppress(FarmsteadError):  # it is gone
            await self._device.tables.heard_elsewhere(code)


def device_of(storage: Storage, language: str) -> ScriptedDevice:
    """The device with what its browser keeps; its games are read now, so that the first tap need not wait."""
    for name in shelf.names():
        shelf.game(name)
    return ScriptedDevice(storage, language)
