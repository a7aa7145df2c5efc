"""What servers that share a database tell each other: that something changed, and where; never what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, cast, get_args

from sqlalchemy import Connection

NoticeKind: TypeAlias = Literal[
    "entries",  # the journal of a table goes to `n`
    "due",  # the same, and a bot or a clock may have something to do there
    "chat",  # somebody has said something at a table
    "table",  # something else about a table: who sits there, how it is played, who holds a device
    "people",  # of some session, name or token; `n`: the player who may no longer be known somewhere
    "deleted",  # a table
    "over",  # the game at a table
    "uptime",  # the server time is `n`
]
KINDS: Final[tuple[str, ...]] = get_args(NoticeKind)
LONGEST: Final = 7000  # bytes of one message; PostgreSQL takes 8000
WAITING: Final = "notices"


class Notice(NamedTuple):
    """Something changed."""

    kind: NoticeKind
    table: int = 0
    n: int = 0


def note(connection: Connection, *notices: Notice) -> None:
    """Others are to be told of this when the transaction is committed."""
    noted(connection).extend(notices)


def noted(connection: Connection) -> list[Notice]:
    """What has been noted in this transaction; whoever begins one clears it."""
    waiting: list[Notice] = connection.info.setdefault(WAITING, [])
    return waiting


# ---- as texts ----------------------------------------------------------------------------------------------


def messages(sender: str, notices: Sequence[Notice]) -> Iterator[str]:
    """As few texts as will do, each with its sender first and every notice once."""
    text = sender
    for notice in dict.fromkeys(notices):
        word = f" {notice.kind}.{notice.table}.{notice.n}"
        if len(text) + len(word) > LONGEST:
            yield text
            text = sender
        text += word
    if text != sender:
        yield text


def read(message: str) -> tuple[str, list[Notice]]:
    """The sender and the notices of a text. What a newer server may say besides is left out."""
    sender, *words = message.split(" ")
    return sender, [found for word in words if (found := _notice(word)) is not None]


def _notice(word: str) -> Notice | None:
    kind, *numbers = word.split(".")
    if kind not in KINDS or len(numbers) != 2 or not all(number.isdecimal() for number in numbers):
        return None
    return Notice(cast(NoticeKind, kind), *map(int, numbers))
