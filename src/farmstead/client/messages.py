"""What the server says, as types. Seats count from 0; times are milliseconds since 1970 (UTC).

What a newer server says besides is ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from msgspec import Struct

# ---- what can be wished for --------------------------------------------------------------------------------


class Who(Struct, frozen=True, omit_defaults=True):
    """Who is to sit somewhere: `me`, `open`, `invited`, `client`, `bot` or `device`."""

    who: str
    level: int = 0
    name: str = ""


def bot(level: int) -> Who:
    """A bot that plays as well as its level says."""
    return Who("bot", level)


def device(name: str) -> Who:
    """Another person on this device."""
    return Who("device", name=name)


class Options(TypedDict, total=False):
    """How a table is to be played; what is left out is for the server to choose."""

    switches: Sequence[str]  # such as `german` or `sheet=A`
    edition: str  # other components, as a TOML text
    public: bool  # it stands in the lobby
    clock: int  # seconds for each decision; 0: no clock
    level: int  # of a bot that plays on for somebody who has gone
    chat: bool
    hints: bool
    spectators: bool
    rated: bool  # it counts for ratings, if it can


# ---- fair chance -------------------------------------------------------------------------------------------


class FairSeat(Struct, frozen=True):
    """What a seat adds to the luck of a game: the hash of it, and itself once it is opened."""

    seat: int
    pledge: str
    value: str = ""


class FairSetup(Struct, frozen=True):
    """What a game is played with, as its record will say it."""

    game: str
    rules: int  # revision
    seats: int
    options: tuple[str, ...]
    edition: str


class FairRound(Struct, frozen=True):
    """A start that was cancelled, and the server's key for it."""

    round: int
    why: str  # unopened, or left
    key: str
    contributions: tuple[FairSeat, ...] = ()  # those without a value had not been opened


class CancelledStarts(Struct, frozen=True):
    """The starts that were cancelled at a table."""

    rounds: tuple[FairRound, ...]


class Fair(Struct, frozen=True):
    """What is known of where the luck of a game comes from."""

    round: int  # how many starts have been cancelled
    commitment: str  # to the server's key
    contributions: tuple[FairSeat, ...] = ()
    waiting: tuple[int, ...] = ()  # who has to pledge again, or to open, before the game begins
    open: bool = False  # all seats are taken, and contributions are to be opened now
    scheme: int = 1  # of fair chance
    setup: FairSetup | None = None  # None: a server from before this was shown


# ---- tables ------------------------------------------------------------------------------------------------


class Level(Struct, frozen=True):
    """How well a bot plays."""

    level: int
    name: str


class Game(Struct, frozen=True):
    """A game that can be played there."""

    name: str
    title: str
    fewest: int
    most: int
    switches: dict[str, str]  # what can be chosen, and what it is when nobody does
    levels: tuple[Level, ...]


class Seat(Struct, frozen=True):
    """Who sits there, or who may."""

    seat: int
    how: str = ""  # nobody yet (``), person, device, client or bot
    name: str = ""
    level: int = 0  # of the bot that plays now
    away: str = ""  # why a bot plays for the person: clock, resigned or left
    mine: bool = False
    for_me: bool = False  # free, and I may sit down
    invited: bool = False  # free, and only for whoever has its link


class Table(Struct, frozen=True):
    """A table as everybody with its link may know it."""

    code: str
    game: str
    phase: str  # waiting, playing, over or closed
    number: int  # of the last entry of its journal
    seats: tuple[Seat, ...]
    title: str = ""
    created: int = 0
    changed: int = 0
    public: bool = False
    switches: tuple[str, ...] = ()
    rules: int = 1  # the revision of the rules that it is played under
    edition: str = ""  # name and digest of its components
    own_edition: bool = False  # they are not the packaged ones
    clock: int = 0
    level: int = 0
    chat: bool = True
    hints: bool = True
    spectators: bool = True
    owner: bool = False  # you made it
    open_views: bool = False  # all seats see the same
    holder: int | None = None  # the seat of yours whose view this device gets now
    rematch: str = ""  # the code of the table at which you play on
    trouble: str = ""  # why it has been set aside
    rated: bool = False  # it counts for ratings, as far as can be said now
    daily: str = ""  # the day whose game it is, such as 2031-05-06
    fair: Fair | None = None  # None: a server or a table from before there was fair chance
    guide: str = ""  # a first game with a coach: the guide by which it is played

    def mine(self) -> list[int]:
        """The seats that are yours."""
        return [seat.seat for seat in self.seats if seat.mine]


class Invitation(Struct, frozen=True):
    """The token of a seat: whoever has it may take the seat, or play for it if it is a program's."""

    seat: int
    token: str


class NewTable(Struct, frozen=True):
    """A table that has just been made, and the tokens of its invited and client seats."""

    table: Table
    invitations: tuple[Invitation, ...] = ()


class Tables(Struct, frozen=True):
    """A page of tables, newest first; `before` asks for the next, if there may be one."""

    tables: tuple[Table, ...]
    before: int | None = None


# ---- playing -----------------------------------------------------------------------------------------------


class SeatNow(Struct, frozen=True):
    """Who plays a seat now."""

    how: str = ""
    level: int = 0
    away: str = ""


class Asking(Struct, frozen=True):
    """The game is to go back, if all agree."""

    ask: int  # the entry that asked
    seat: int
    to: int  # the move before which to go back
    waiting: tuple[int, ...]  # whose answer is missing


class Position(Struct, frozen=True):
    """All that a seat, or a spectator, may see now."""

    number: int  # of the last entry
    phase: str  # waiting, playing, over or closed
    seat: int | None
    view: dict[str, Any] | None  # as `farmstead schema GAME` says; None before the game has begun
    to_act: tuple[int, ...]  # who is being waited for
    decision: int | None  # the number of the decision before the seat, None when it has none
    legal: tuple[str, ...]
    stage: str = ""  # the simultaneous stage being played, if it is one
    next: int = 0  # the number the seat's next choice or undo has
    undo: int = 0  # how many of its own choices the seat may take back by itself
    back: int = (
        0  # the entry of its last choice that stands, 0 for none: to go back further the others are asked
    )
    ask: Asking | None = None
    marked: bool = False  # the game went back further than the rules of undoing allow
    seats: tuple[SeatNow, ...] = ()
    lines: tuple[dict[str, int], ...] = ()  # the score of each seat, once the game is over
    places: tuple[int, ...] = ()
    fair: Fair | None = None
    luck: str = ""  # the chance event that people at the table are to choose

    def is_over(self) -> bool:
        """Nothing more will be played."""
        return self.phase not in ("waiting", "playing")


class Look(Struct, frozen=True):
    """A position, and what belongs to it."""

    position: Position
    clocks: tuple[int | None, ...] = ()  # milliseconds left to each seat for its decision
    words: tuple[str, ...] = ()  # the legal moves for people, where they were asked for
    verdict: tuple[str, ...] = ()  # of a game that is over: who has won, what broke ties, shared ranks


class Told(Struct, frozen=True):
    """Something that happened."""

    key: str
    seat: int | None = None  # None: chance, or nobody
    args: dict[str, Any] = {}  # `Any`: texts and numbers
    own: bool = False  # nobody else hears of it


class News(Struct, frozen=True):
    """What one entry of a table's journal means to a seat, or to a spectator."""

    number: int
    kind: str  # sat, left, pledged, opened, cancelled, started, moved, undone, asked, answered, … closed
    seat: int | None = None
    events: tuple[Told, ...] = ()
    by: str = ""
    decision: int = 0
    move: str = ""  # told to the seat itself only
    how: str = ""
    level: int = 0
    why: str = ""
    to: int = 0
    ask: int = 0
    yes: bool = False
    gone: tuple[int, ...] = ()  # the entries whose moves were taken back by this
    pledge: str = ""
    value: str = ""


class Heard(Struct, frozen=True):
    """What happened, and the same in words."""

    news: News
    words: tuple[str, ...] = ()


class NewsPage(Struct, frozen=True):
    """Everything after an entry, in order."""

    heard: tuple[Heard, ...]


class Notice(Struct, frozen=True):
    """There is something new to ask for: `chat`, or `table` when who sits where has changed."""

    about: str


class Done(Struct, frozen=True):
    """It is written down, for good."""

    number: int  # of the table's last entry
    again: bool = False  # it had been done before and was not done twice


class Line(Struct, frozen=True):
    """What somebody said."""

    n: int
    at: int
    text: str
    seat: int | None = None
    name: str = ""


class Lines(Struct, frozen=True):
    """Some lines of the chat, oldest first."""

    lines: tuple[Line, ...]


class Me(Struct, frozen=True):
    """Who you are there."""

    name: str | None = None
