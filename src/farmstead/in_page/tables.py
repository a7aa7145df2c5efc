"""The tables of a device: loaded from what is kept, checked, kept and only then told."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from json import loads
from time import time
from typing import Final, Protocol, TypeAlias, final

from msgspec import structs

from farmstead.agents.hints import Hint
from farmstead.engine.contract import Seat
from farmstead.in_page.storage import (
    Storage,
    TableDocument,
    check_written,
    document_of,
    texts,
    written,
)
from farmstead.in_page.summary import summary_of
from farmstead.server.base.refusals import Refused
from farmstead.server.table.entries import Entry, Moved, decode, encode
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.options import TableOptions, encode_options
from farmstead.server.table.setup import TableSetup, encode_setup

ME: Final = "p1"  # how journals call whoever has the device
CODE_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH: Final = 10
MAX_TRIES: Final = 5  # to write, while another tab is quicker

Make: TypeAlias = Callable[[LiveTable], Sequence[Entry]]


class Told(Protocol):
    """Somebody who is told when a table has changed."""

    def __call__(self, table: DeviceTable, answering: Seat | None) -> None:
        """`answering`: the seat whose own request is answered with what came of it."""


@final
class DeviceTable:
    """One table in memory."""

    def __init__(self, document: TableDocument) -> None:
        self.document = document
        self.live = LiveTable(document.found_setup(), keep=None)
        self.options = document.found_options()
        self.holder: Seat | None = None  # of a device with several seats: whose it is now
        self.lock = asyncio.Lock()  # while something is written
        self.advice: dict[tuple[int, Seat], Hint] = {}

    @property
    def code(self) -> str:
        return self.document.code

    def fold(self, entries: Sequence[str]) -> None:
        """Entries that are kept already."""
        for each in entries:
            self.live.add(decode(each.encode()))

    def mine(self) -> list[Seat]:
        """The seats on this device."""
        return [seat for seat, chair in enumerate(self.live.chairs.all) if chair.player == ME]

    def shown(self) -> Seat | None:
        """The seat whose view the device may have; with several it has to be handed over first."""
        mine = self.mine()
        if len(mine) < 2:
            return mine[0] if mine else None
        return self.holder if self.holder in mine else None


@final
class DeviceTables:
    """All tables of a device. Whatever happens at one goes through `post`."""

    def __init__(self, storage: Storage, told: Told) -> None:
        self.storage = storage
        self._told = told
        self._known: dict[str, DeviceTable] = {}

    async def find(self, code: str) -> DeviceTable:
        """Refused where there is none."""
        known = self._known.get(code)
        if known is not None:
            return known
        text = await self.storage.table(code)
        if not text:
            raise Refused("no_table", "look")
        table = DeviceTable(document_of(text))
        table.fold(loads(await self.storage.entries(code, 0)))
        return self._known.setdefault(code, table)

    async def all(self) -> list[DeviceTable | TableDocument]:
        """Newest first: those in memory, and of the others the document where it says all there is to say."""
        found: list[DeviceTable | TableDocument] = []
        for last, text in loads(await self.storage.tables()):
            document = document_of(text)
            is_said = document.summary is not None and document.summary.number == last
            is_known = document.code in self._known
            found.append(document if is_said and not is_known else await self.find(document.code))
        return sorted(found, key=_changed, reverse=True)

    async def make(
        self,
        setup: TableSetup,
        options: TableOptions,
        names: Sequence[str],
        entries: Sequence[Entry],
        challenge: str = "",
    ) -> DeviceTable:
        """A new table, kept when this returns."""
        now = int(time() * 1000)
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        told = encode_setup(setup).decode()
        document = TableDocument(
            code,
            told,
            setup.key.hex(),
            encode_options(options).decode(),
            tuple(names),
            now,
            now,
            challenge=challenge,
        )
        table = DeviceTable(document)
        data = [encode(entry) for entry in entries]
        table.fold([each.decode() for each in data])
        answer = await self.storage.make(code, written(document), texts(data))
        check_written(answer, "new table")
        self._known[code] = table
        await self.note(table)
        return table

    async def post(self, table: DeviceTable, make: Make, answering: Seat | None = None) -> bool:
        """Check entries, keep them, fold and tell them; False where all had been made before."""
        async with table.lock:
            for _ in range(MAX_TRIES):
                entries = table.live.not_yet_made(make(table.live))
                if not entries:
                    return False
                checked = table.live.check(*entries)
                data = texts([encode(each.entry) for each in checked])
                answer = await self.storage.append(table.code, table.live.number + 1, data)
                if answer == "taken":
                    await self._catch_up(table)
                    continue
                check_written(answer, _tried(entries))
                for each in checked:
                    table.live.add(each)
                self._told(table, answering)
                await self.note(table)
                return True
        raise Refused("device_away", _tried(entries))

    async def heard_elsewhere(self, code: str) -> None:
        """Another tab has written, or removed the table."""
        table = self._known.get(code)
        if table is None:
            return
        async with table.lock:
            await self._catch_up(table)

    async def _catch_up(self, table: DeviceTable) -> None:
        if not (text := await self.storage.table(table.code)):
            self._known.pop(table.code, None)
            raise Refused("no_table", "look")
        entries = loads(await self.storage.entries(table.code, table.live.number))
        table.document = document_of(text)
        table.options = table.document.found_options()
        table.fold(entries)
        self._told(table, None)

    async def note(self, table: DeviceTable, **changed: str) -> None:
        """Keep what lists say of a table; should it not be kept, lists look into the journal."""
        now = int(time() * 1000)
        document = structs.replace(table.document, changed=now, **changed)
        table.document = structs.replace(document, summary=summary_of(document, table.live, table.mine()))
        await self.storage.note(table.code, written(table.document))

    async def entries(self, table: DeviceTable) -> list[str]:
        """The whole journal, as it is kept."""
        found: list[str] = loads(await self.storage.entries(table.code, 0))
        return found

    async def change_options(self, table: DeviceTable, options: TableOptions) -> None:
        table.options = options
        await self.note(table, options=encode_options(options).decode())
        self._told(table, None)

    async def remove(self, code: str) -> None:
        self._known.pop(code, None)
        check_written(await self.storage.remove(code), "delete")


def _changed(found: DeviceTable | TableDocument) -> int:
    return found.document.changed if isinstance(found, DeviceTable) else found.changed


def _tried(entries: Sequence[Entry]) -> str:
    first = entries[0]
    return first.move if isinstance(first, Moved) else "change"
