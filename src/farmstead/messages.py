"""What the server says to all who play, as types. Seats count from 0; times are milliseconds since 1970.

The server sends these structs and `farmstead.client` reads them; what a newer server says besides is ignored.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

Phase: TypeAlias = Literal["waiting", "playing", "over", "closed"]


# ---- fair chance -------------------------------------------------------------------------------------------


class FairSeat(Struct, frozen=True, omit_defaults=True):
    """What a seat adds to the luck of the game: the hash of it, and itself once it is opened."""

    seat: int
    pledge: str
    value: str = ""


class FairSetup(Struct, frozen=True):
    """What a game is played with, as the record says it. Scheme 2 of fair chance binds it."""

    game: str
    rules: int  # revision
    seats: int
    options: tuple[str, ...]
    edition: str  # name and digest of the components


class FairRound(Struct, frozen=True):
    """A start that was cancelled, and the server's key for it, which nothing depends on any more."""

    round: int
    why: str  # unopened, or left
    key: str
    contributions: tuple[FairSeat, ...]  # those without a value had not been opened


class CancelledOut(Struct, frozen=True):
    """The starts that were cancelled at a table."""

    rounds: tuple[FairRound, ...]


class FairNow(Struct, frozen=True):
    """What is known of where the luck of a game comes from."""

    round: int  # how many starts have been cancelled
    commitment: str  # to the server's key
    contributions: tuple[FairSeat, ...]
    waiting: tuple[int, ...]  # who has to pledge again, or to open, before the game begins
    open: bool  # all seats are taken, and contributions are to be opened now
    scheme: int  # of fair chance: 1 or 2
    setup: FairSetup  # note it before you open, as you note commitment and pledges


# ---- tables ------------------------------------------------------------------------------------------------


class LevelOut(Struct, frozen=True):
    """How well a bot plays."""

    level: int
    name: str


class NeighbourOut(Struct, frozen=True):
    """A bot with a name and a manner of its own, which plays at a level."""

    id: str
    name: str
    level: int


class GameOut(Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    fewest: int
    most: int
    switches: dict[str, str]  # what `options` was called once
    levels: tuple[LevelOut, ...]
    neighbours: tuple[NeighbourOut, ...] = ()
    options: dict[str, str] = {}  # what can be chosen, and what it is when nobody does


class SeatOut(Struct, frozen=True):
    """Who sits there, or who may."""

    seat: int
    how: str  # what `who` was called once
    name: str  # of the person, if somebody sits there
    level: int  # of the bot that plays now
    away: str  # why a bot plays for the person: clock, resigned or left
    mine: bool
    for_me: bool  # free, and I may sit down
    invited: bool  # free, and only for whoever has its link
    neighbour: str = ""  # who the bot is, by id; nothing where it only has a level
    guest: bool = False  # the person has no account: anybody may be called so
    who: str = ""  # nobody yet (``), person, device, client or bot


class BranchedOut(Struct, frozen=True):
    """The game of a table goes on from a move of another."""

    parent: str  # the study that it left
    ply: int  # how many moves are that game's
    luck: str  # same, fresh or chosen
    title: str
    shared: bool  # whoever looks at that game finds this one


class TableOut(Struct, frozen=True):
    """A table as everybody with its link may know it."""

    code: str
    game: str
    title: str
    phase: Phase
    number: int  # of the last entry of its journal
    created: int  # when it was set up, milliseconds since 1970
    changed: int  # when something last happened there, likewise
    public: bool
    switches: tuple[str, ...]  # what `options` was called once
    rules: int  # the revision of the rules that it is played under
    edition: str  # name and digest of its components
    own_edition: bool  # they are not the packaged ones
    clock: int
    level: int
    chat: bool
    hints: bool
    spectators: bool
    seats: tuple[SeatOut, ...]
    to_act: tuple[int, ...]  # the seats that are waited for; none in the lobby, where no game is looked into
    open_views: bool  # all seats see the same: a shared device need not be hidden from anybody
    owner: bool  # you made it
    holder: int | None  # the seat of yours whose view this device gets now
    rematch: str  # the code of the table at which you play on
    trouble: str  # why it has been set aside
    rated: bool = False  # it counts for ratings, as far as can be said now
    daily: str = ""  # the day whose game it is, such as 2031-05-06
    fair: FairNow | None = None  # where its luck comes from; none in a list, and at a table from before
    branch: BranchedOut | None = None  # where its game comes from, if it goes on from another
    guide: str = ""  # a first game with a coach: the guide by which it is played
    options: tuple[str, ...] = ()  # of the game, in canonical form

    def mine(self) -> list[int]:
        """The seats that are yours."""
        return [seat.seat for seat in self.seats if seat.mine]


class Invitation(Struct, frozen=True):
    """The one time that the token of a seat is told. Whoever has it may take the seat."""

    seat: int
    token: str


class NewTableOut(Struct, frozen=True):
    """A table that has just been made, and the tokens of its invited and client seats."""

    table: TableOut
    invitations: tuple[Invitation, ...]


class Tables(Struct, frozen=True):
    """A page of tables, newest first; `before` asks for the next, if there may be one."""

    tables: tuple[TableOut, ...]
    before: int | None


# ---- playing -----------------------------------------------------------------------------------------------


class SeatNow(Struct, frozen=True, omit_defaults=True):
    """Who plays a seat now."""

    how: str = ""  # what `who` was called once
    level: int = 0  # of the bot that plays
    away: str = ""  # why a bot plays for the person
    who: str = ""  # nobody, person, device, client or bot


class Asking(Struct, frozen=True):
    """The game is to go back, if all agree."""

    ask: int  # the entry that asked
    seat: int
    to: int  # the move before which to go back
    waiting: tuple[int, ...]  # whose answer is missing


class Position(Struct, frozen=True):
    """All that a seat, or a spectator, may see now."""

    number: int  # of the last entry
    phase: Phase
    seat: int | None
    view: dict[str, Any] | None  # as `farmstead schema GAME` says; None before the game has begun
    to_act: tuple[int, ...]  # who is being waited for
    stage: str  # the simultaneous stage being played, if it is one
    decision: int | None  # the number of the decision before the seat, None when it has none
    next: int  # the number the seat's next choice or undo has
    legal: tuple[str, ...]
    undo: int  # how many of its own choices the seat may take back by itself
    back: int  # the entry of its last choice that stands, 0 for none: to go back further the others are asked
    ask: Asking | None
    marked: bool  # the game went back further than the rules of undoing allow
    seats: tuple[SeatNow, ...]
    lines: tuple[dict[str, int], ...]  # the score of each seat, once the game is over
    places: tuple[int, ...]
    fair: FairNow | None = None  # None: a table from before there was fair chance
    luck: str = ""  # the chance event that is to be chosen now, by the people at the table

    def is_over(self) -> bool:
        """Nothing more will be played."""
        return self.phase not in ("waiting", "playing")


class Look(Struct, frozen=True):
    """What a seat, or a spectator, may see now."""

    position: Position
    clocks: tuple[int | None, ...]  # milliseconds left to each seat for its decision
    words: tuple[str, ...] = ()  # the legal moves for people, where they were asked for
    verdict: tuple[str, ...] = ()  # of a game that is over: who has won, what broke ties, shared ranks
    standing: tuple[
        dict[str, int | None], ...
    ] = ()  # of each seat, if it ended now; null: not for you to know


class SeatEvent(Struct, frozen=True, omit_defaults=True):
    """An event that a seat hears of."""

    key: str
    seat: int | None  # None: chance, or nobody
    args: dict[str, str | int]
    own: bool = False  # nobody else hears of it


class News(Struct, frozen=True, omit_defaults=True):
    """What one entry of the journal means to a seat, or to a spectator."""

    number: int
    kind: str  # as the journal calls it
    seat: int | None = None
    events: tuple[SeatEvent, ...] = ()
    by: str = ""  # moved: a person, a bot or a client
    decision: int = 0  # moved, undone: told to the seat itself only
    move: str = ""  # moved: told to the seat itself only, its text may hold a secret
    how: str = ""  # dealt: chosen or fell; sat: as `who` says
    level: int = 0  # sat, taken over
    why: str = ""  # taken over, closed, cancelled
    to: int = 0  # asked
    ask: int = 0  # answered
    yes: bool = False  # answered
    gone: tuple[int, ...] = ()  # the entries whose moves were taken back by this
    pledge: str = ""  # pledged
    value: str = ""  # opened
    who: str = ""  # sat: person, device, client or bot


class Heard(Struct, frozen=True):
    """What happened, and the same in words."""

    news: News
    words: tuple[str, ...]
    seats: tuple[int | None, ...] = ()  # of each sentence: whose doing it tells
    keys: tuple[str, ...] = ()  # of each sentence: the event that it tells; empty: the entry itself
    briefs: tuple[str, ...] = ()  # of each sentence: the same without the place; empty: it tells of none


class NewsOut(Struct, frozen=True):
    """Everything after an entry, in order."""

    heard: tuple[Heard, ...]


class Done(Struct, frozen=True):
    """It is written down, for good."""

    number: int  # of the table's last entry
    again: bool = False  # it had been done before and was not done twice


class LineOut(Struct, frozen=True):
    """What somebody said."""

    n: int
    at: int
    seat: int | None  # None: a spectator, or somebody who is no longer here
    name: str
    text: str


class Lines(Struct, frozen=True):
    """Some lines of the chat, oldest first."""

    lines: tuple[LineOut, ...]


class Me(Struct, frozen=True, omit_defaults=True):
    """Who you are here; without a name you can watch and not play."""

    name: str | None
    account: bool = False  # there is a passphrase that brings you back on other devices
    blocked: bool = False  # whoever runs this server lets you do nothing here any more
