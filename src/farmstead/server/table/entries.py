"""What is written down of a table: a small entry for everything that somebody did, in the order it was done.

    {"is":"moved","seat":0,"decision":12,"move":"lay 17 at 1,0 turn 2"}

Entries count from 1. Chance and steps without a choice are not written down: they follow from the table's key
and from the entries. Seats count from 0, as everywhere in code.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from farmstead.engine.contract import FarmsteadError

MAX_ENTRY_BYTES: Final = 2000  # bytes of an entry; most have less than a hundred

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000_000)]
LevelNumber: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Name: TypeAlias = Annotated[str, Meta(max_length=64)]
EventName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
How: TypeAlias = Literal["person", "device", "client", "bot"]
By: TypeAlias = Literal["person", "bot", "client"]
WhyTaken: TypeAlias = Literal["clock", "resigned", "left"]
WhyCancelled: TypeAlias = Literal["unopened", "left"]
Digits: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]  # 32 bytes
WhyClosed: TypeAlias = Literal["aside", "abandoned", "deleted", "owner", "operator"]


class Damaged(FarmsteadError):
    """What is stored cannot be what was written: a sentence says what is wrong with it."""


class Written(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="is", gc=False):
    """What all entries have in common: they are plain values that never change."""


class Sat(Written, frozen=True, tag="sat"):
    """A seat was taken: by a person, by another person on that player's device, by a bot of a level, or
    by a program that plays over the API, a `client`.
    """

    seat: SeatNumber
    how: How
    player: Name = ""  # whose seat it is; a bot is nobody's
    level: LevelNumber = 0


class Left(Written, frozen=True, tag="left"):
    """A seat became free again, before the game began."""

    seat: SeatNumber


class Pledged(Written, frozen=True, tag="pledged"):
    """A seat showed the hash of what it will add to the luck of the game (commit_reveal.py)."""

    seat: SeatNumber
    pledge: Digits


class Opened(Written, frozen=True, tag="opened"):
    """A seat showed what it had pledged."""

    seat: SeatNumber
    value: Digits


class Cancelled(Written, frozen=True, tag="cancelled"):
    """The game could not begin: somebody did not open in time, or left when others had opened."""

    why: WhyCancelled


class Started(Written, frozen=True, tag="started"):
    """The game began."""


class Moved(Written, frozen=True, tag="moved"):
    """A seat made a choice; `decision` is the number the seat's decision had."""

    seat: SeatNumber
    decision: Count
    move: MoveText
    by: By = "person"


class Undone(Written, frozen=True, tag="undone"):
    """A seat took back its last choices, as far as the rules of undoing go; this spends a number, too."""

    seat: SeatNumber
    decision: Count
    choices: Count = 1


class Asked(Written, frozen=True, tag="asked"):
    """A seat wants the game to go back to where the move of entry `to` had not been made."""

    seat: SeatNumber
    to: Count
    programs: bool = False  # their consent is asked for, too; older entries asked only people


class Answered(Written, frozen=True, tag="answered"):
    """Somebody agrees, or does not, to what entry `ask` asked; a no of who asked takes it back."""

    seat: SeatNumber
    ask: Count
    yes: bool


class Dealt(Written, frozen=True, tag="dealt"):
    """Where luck is chosen: what the chance event of that name brings, said by somebody at a seat.

    Without a move it falls as it may, with `rest` all that comes before the next decision does.
    """

    seat: SeatNumber
    event: EventName
    move: Annotated[str, Meta(max_length=200)] = ""
    rest: bool = False


class TakenOver(Written, frozen=True, tag="taken_over"):
    """A bot plays on for a person, until that person returns."""

    seat: SeatNumber
    why: WhyTaken
    level: LevelNumber


class Returned(Written, frozen=True, tag="returned"):
    """The person whose seat it is plays again."""

    seat: SeatNumber


class Closed(Written, frozen=True, tag="closed"):
    """Nothing more will happen at this table."""

    why: WhyClosed


Beginning: TypeAlias = Sat | Left | Pledged | Opened | Cancelled | Started  # what happens before the game
OtherEntry: TypeAlias = Beginning | Undone | Dealt | Asked | Answered | TakenOver | Returned | Closed
Entry: TypeAlias = Moved | OtherEntry

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[Entry]] = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """An entry as it is stored; Damaged if it could not be read again, so nothing of that kind is stored.

    A move need not be read again to be sure: it is legal, and in the game's own words, before it is written.
    """
    data = _ENCODER.encode(entry)
    if not isinstance(entry, Moved):
        decode(data)
    return data


def decode(data: bytes) -> Entry:
    """The entry that `encode` wrote, byte by byte; Damaged says what is wrong."""
    if len(data) > MAX_ENTRY_BYTES:
        raise Damaged(f"an entry has at most {MAX_ENTRY_BYTES} bytes, and this has {len(data)}")
    try:
        entry = _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Damaged(f"this is no entry of a journal: {error}") from None
    if _ENCODER.encode(entry) != data:
        raise Damaged("this entry is not written as entries are")
    if isinstance(entry, Moved) and not entry.move.isascii():
        # Journals from before may have other digits and blanks in them.
        digits = [str(unicodedata.decimal(each)) if each.isdecimal() else each for each in entry.move]
        return msgspec.structs.replace(entry, move=" ".join("".join(digits).split()))
    return entry


def kind_of(entry: Entry) -> str:
    """What sort of entry it is: `moved`, `taken_over`, …"""
    return str(entry.__struct_config__.tag)
