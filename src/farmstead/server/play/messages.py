"""What the API takes: accounts, new tables (`TableIn`), moves. Seats count from 0; times are Unix ms."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field, structs

from farmstead.server.table.entries import Count, LevelNumber, MoveText, SeatNumber
from farmstead.server.table.options import ClockSeconds

MAX_EDITION = 200_000  # letters
MAX_LINE = 500  # letters of a line of the chat
MAX_MOVES = 12  # that are sent together

Text = Annotated[str, Meta(max_length=200)]
Token = Annotated[str, Meta(max_length=100)]
Passphrase = Annotated[str, Meta(max_length=400)]
Pledge = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$", max_length=64)]  # or nothing
Who = Literal["me", "device", "open", "invited", "client", "bot"]


class Incoming(Struct, frozen=True, forbid_unknown_fields=True):
    """What all messages to the server have in common: a field that is not known is a mistake."""


# ---- people ------------------------------------------------------------------------------------------------


class NameIn(Incoming, frozen=True):
    """How somebody wants to be called."""

    name: Text


class SessionOut(Struct, frozen=True):
    """A browser or program that is known to be yours."""

    id: int
    created: int
    seen: int
    current: bool  # it is the one that asks
    device: str  # what sort it is, such as `Firefox, Linux`, where that is known


class AccountIn(Incoming, frozen=True):
    """An account to be made: by this name and passphrase you are known on every device."""

    name: Text
    passphrase: Passphrase
    invitation: Annotated[str, Meta(max_length=200)] = ""  # where only members are let in


class SignInIn(Incoming, frozen=True):
    """Who you are, on another device."""

    name: Text
    passphrase: Passphrase
    leave_guest: bool = False  # delete the guest that this browser has been until now, with their games


class PassphraseIn(Incoming, frozen=True):
    """Another passphrase."""

    old: Passphrase
    new: Passphrase


class AccountOut(Struct, frozen=True):
    """Your account."""

    name: str
    created: int
    changed: int  # when the passphrase was


# ---- tables ------------------------------------------------------------------------------------------------


class SeatIn(Incoming, frozen=True):
    """Who is to sit there.

    `me`; `device`, another person on this device; `open` to anybody who has the link; `invited` by a link of
    its own; `client`, a program with a token; `bot` of a level, or one of the neighbours.
    """

    asked: Who | UnsetType = field(default=UNSET, name="who")
    level: LevelNumber = 0  # of a bot; a neighbour has their own
    name: Text = ""  # of another person on this device
    neighbour: Text = ""  # who the bot is, by id, such as `hazel`
    how: Who | UnsetType = UNSET  # what `who` was called once

    def __post_init__(self) -> None:
        """One of both words has to be there, and not both."""
        if (self.asked is UNSET) == (self.how is UNSET):
            raise ValueError("say by `who` who is to sit there, and say it once")

    @property
    def who(self) -> Who:
        """Who is to sit there, by whichever word it was said."""
        found = self.how if self.asked is UNSET else self.asked
        assert found is not UNSET
        return found


class TableIn(Incoming, frozen=True):
    """A table to be made. The game begins when its last seat is taken."""

    game: Text
    seats: Annotated[tuple[SeatIn, ...], Meta(min_length=1, max_length=12)]
    options: Annotated[tuple[Text, ...], Meta(max_length=20)] = ()  # of the game, such as `variant=family`
    edition: Annotated[str, Meta(max_length=MAX_EDITION)] = ""  # other components, as a TOML text
    public: bool = False  # it stands in the lobby
    clock: ClockSeconds = 0
    level: Annotated[int, Meta(ge=1, le=99)] = 3  # of a bot that plays on for somebody who has gone
    chat: bool = True
    hints: bool = True
    spectators: bool = True
    rated: bool = True  # it counts for ratings, if it can
    pledge: Pledge = ""  # the hash of what your own seat adds to the luck
    switches: Annotated[tuple[Text, ...], Meta(max_length=20)] = ()  # what `options` was called once

    def __post_init__(self) -> None:
        """The old word means the new one."""
        if self.switches and self.options:
            raise ValueError("`switches` is what `options` was called once: send only `options`")
        if self.switches:
            structs.force_setattr(self, "options", self.switches)
            structs.force_setattr(self, "switches", ())


class SitIn(Incoming, frozen=True):
    """Take a seat; with the token if it takes an invitation."""

    invitation: Token = ""
    pledge: Pledge = ""  # the hash of what this seat adds to the luck


class AgainIn(Incoming, frozen=True):
    """Play again, one seat further: the seat before yours, or the last one if yours is the first."""

    pledge: Pledge = ""  # the hash of what that seat adds to the luck


class FillIn(Incoming, frozen=True):
    """Let bots take all seats that are free, and begin."""

    level: Annotated[int, Meta(ge=1, le=99)]


class ChangeIn(Incoming, frozen=True):
    """What the owner of a table may change at any time."""

    public: bool | None = None
    chat: bool | None = None
    hints: bool | None = None
    spectators: bool | None = None
    rated: bool | None = None  # until the game begins


# ---- playing -----------------------------------------------------------------------------------------------


class SeatOnly(Incoming, frozen=True):
    """For one of your seats."""

    seat: SeatNumber


class HandIn(Incoming, frozen=True):
    """Which of your seats gets the device; none: it lies on the table, and shows what everybody may see."""

    seat: SeatNumber | None


class MoveIn(Incoming, frozen=True):
    """A choice: for which decision of the seat, and which of its legal moves."""

    seat: SeatNumber
    decision: Count
    move: MoveText


class MovesIn(Incoming, frozen=True):
    """Choices that belong together: for this decision of the seat and those after it, in order."""

    seat: SeatNumber
    decision: Count
    moves: Annotated[tuple[MoveText, ...], Meta(min_length=1, max_length=MAX_MOVES)]


class UndoIn(Incoming, frozen=True):
    """Take back your last choices; `decision` is the number that `next` of your position says."""

    seat: SeatNumber
    decision: Count
    choices: Annotated[int, Meta(ge=1, le=1000)] = 1


class AskIn(Incoming, frozen=True):
    """Ask to go back to before the move of entry `to`."""

    seat: SeatNumber
    to: Count


class AnswerIn(Incoming, frozen=True):
    """Agree, or do not, to what entry `ask` asked."""

    seat: SeatNumber
    ask: Count
    yes: bool


class Suggested(Struct, frozen=True):
    """A move that is worth a thought, and what it promises."""

    move: str
    words: str
    plan: tuple[str, ...]  # how the turn would go on, the move included
    points: float  # to be expected at the end of the game
    error: float  # what the tries leave open
    behind: float  # the best move


class HintOut(Struct, frozen=True):
    """The best moves of a decision, best first, from what the seat sees and from nothing else."""

    number: int  # of the table's last entry: a hint is for this position
    decision: int
    moves: tuple[Suggested, ...]
    why: str  # the first is the best, as a sentence
    tries: int  # of each move
    reasons: str = ""  # what speaks for it and against it, without naming moves


class LineIn(Incoming, frozen=True):
    """Something to say at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_LINE)]
