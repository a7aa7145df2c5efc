"""How a table is played, apart from its rules: its clock, the bot that plays on for somebody, chat, hints."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct

from farmstead.server.table.entries import Damaged

MIN_CLOCK_S: Final = 10  # seconds for a decision
MAX_CLOCK_S: Final = 30 * 24 * 3600
ClockSeconds: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_CLOCK_S)]  # for each decision; 0: no clock
# The options that are chosen with a new table (`TableIn`) and kept by a rematch.
CHOSEN: Final = ("clock", "level", "chat", "hints", "spectators", "rated")
# The options that everybody with the link is told (`TableOut`) as they are; `rated` is worked out.
SHOWN: Final = ("clock", "level", "chat", "hints", "spectators", "daily", "guide")


class TableOptions(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """What whoever makes a table may choose; ValueError when a clock is too quick."""

    clock: ClockSeconds = 0
    level: Annotated[int, Meta(ge=1, le=99)] = 3  # of a bot that takes a seat over
    chat: bool = True
    hints: bool = True
    spectators: bool = True
    rated: bool = True  # the game counts for ratings, if nothing else speaks against it
    daily: Annotated[str, Meta(max_length=10)] = ""  # the day whose game it is, such as 2031-05-06
    guide: Annotated[str, Meta(max_length=60)] = ""  # the guide by which it is played, see `farmstead.guides`

    def __post_init__(self) -> None:
        if 0 < self.clock < MIN_CLOCK_S:
            raise ValueError(
                f"a clock gives at least {MIN_CLOCK_S} seconds for a decision, or 0 for no clock"
            )
        if self.daily:
            date.fromisoformat(self.daily)


_DECODER: Final[msgspec.json.Decoder[TableOptions]] = msgspec.json.Decoder(TableOptions)


def encode_options(options: TableOptions) -> bytes:
    """Options as they are stored; Damaged if they could not be read again."""
    data = msgspec.json.encode(options)
    decode_options(data)
    return data


def decode_options(data: bytes) -> TableOptions:
    """The options that `encode_options` wrote; Damaged says what is wrong."""
    try:
        return _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Damaged(f"these are no options of a table: {error}") from None
