"""What is kept on the device: a document for each table, and its journal.

    document of a table    what was settled when it was made, and what lists say of it
    journal                entries as `server.table.entries` writes them, counted from 1

The storage itself is the browser's (`scripts/worker/storage.js`) and knows texts only; tests have one in
memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps, loads
from typing import Final, Literal, Protocol, TypeAlias, final

import msgspec
from msgspec import Struct

from farmstead.messages import TableOut
from farmstead.server.base.refusals import Refused
from farmstead.server.table.options import TableOptions, decode_options
from farmstead.server.table.setup import TableSetup, decode_setup

Written: TypeAlias = Literal["done", "taken", "full", "away"]  # taken: another tab was quicker


class TableDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it is kept, but for its journal."""

    code: str
    setup: str  # as `encode_setup` writes it
    key: str  # of its luck, in hexadecimal digits
    options: str
    names: tuple[str, ...]  # of those on this device and of neighbours; empty: as the language has it
    created: int
    changed: int
    rematch: str = ""
    challenge: str = ""  # the text of the one that is played here
    summary: TableOut | None = None  # what lists say, as of entry `summary.number`

    def found_setup(self) -> TableSetup:
        return decode_setup(self.setup.encode(), bytes.fromhex(self.key))

    def found_options(self) -> TableOptions:
        return decode_options(self.options.encode())


DOCUMENT: Final = msgspec.json.Decoder(TableDocument)


class Storage(Protocol):
    """What the browser does; every answer is a text."""

    async def tables(self) -> str:
        """A list of [number of the last entry, document] in JSON."""

    async def table(self, code: str) -> str:
        """The document, or nothing."""

    async def entries(self, code: str, after: int) -> str:
        """Those of a journal after a number, as a list in JSON."""

    async def make(self, code: str, document: str, entries: str) -> str:
        """A new table with its first entries; `Written`."""

    async def append(self, code: str, number: int, entries: str) -> str:
        """Entries from this number on, all or none; `taken` if there is one of that number."""

    async def note(self, code: str, document: str) -> str:
        """Another document for a table that is there."""

    async def remove(self, code: str) -> str:
        """The table and its journal."""


def document_of(text: str) -> TableDocument:
    """What `written` wrote."""
    return DOCUMENT.decode(text)


def written(document: TableDocument) -> str:
    """A document as it is kept."""
    return msgspec.json.encode(document).decode()


def check_written(answer: str, tried: str) -> None:
    """Refused where nothing could be kept."""
    if answer == "full":
        raise Refused("device_full", tried)
    if answer == "away":
        raise Refused("device_away", tried)


@final
class MemoryStorage:
    """A storage for tests, and where a browser keeps nothing."""

    def __init__(self) -> None:
        self.documents: dict[str, str] = {}
        self.journals: dict[str, list[str]] = {}
        self.trouble = ""  # what is answered instead of writing

    async def tables(self) -> str:
        return dumps([[len(self.journals[code]), text] for code, text in self.documents.items()])

    async def table(self, code: str) -> str:
        return self.documents.get(code, "")

    async def entries(self, code: str, after: int) -> str:
        return dumps(self.journals.get(code, [])[after:])

    async def make(self, code: str, document: str, entries: str) -> str:
        if self.trouble:
            return self.trouble
        self.documents[code], self.journals[code] = document, loads(entries)
        return "done"

    async def append(self, code: str, number: int, entries: str) -> str:
        if self.trouble:
            return self.trouble
        if len(self.journals[code]) != number - 1:
            return "taken"
        self.journals[code] += loads(entries)
        return "done"

    async def note(self, code: str, document: str) -> str:
        if self.trouble:
            return self.trouble
        if code in self.documents:
            self.documents[code] = document
        return "done"

    async def remove(self, code: str) -> str:
        self.documents.pop(code, None)
        self.journals.pop(code, None)
        return "done"


def texts(entries: Sequence[bytes]) -> str:
    """Entries as a list in JSON."""
    return dumps([each.decode() for each in entries])
