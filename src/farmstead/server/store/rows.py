"""What goes into the store and comes out of it: plain values. Times are milliseconds since 1970 (UTC)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from farmstead.server.base.days import Milliseconds as Milliseconds

PlayerId: TypeAlias = int
TableId: TypeAlias = int

TableState: TypeAlias = Literal["waiting", "playing", "over", "aside"]
# `device`: another person on the device of `player`; `client`: a program that plays by a token over the API;
# `former`: somebody who has deleted himself.
SeatKind: TypeAlias = Literal["open", "invited", "person", "device", "bot", "client", "former"]

RUNNING: Final[tuple[TableState, ...]] = ("waiting", "playing")


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who has told us a name. Numbers of players are never used again."""

    id: PlayerId
    name: str
    created: Milliseconds
    has_account: bool = False  # else a guest, known by nothing but sessions
    blocked: Milliseconds | None = None  # since when they may do nothing here any more


@dataclass(frozen=True, slots=True)
class Account:
    """How a player is known on every device: by a name that nobody else's account has, and a passphrase."""

    player: PlayerId
    name: str
    login: str  # the name as it is compared
    hash: str = field(repr=False)  # of the passphrase
    created: Milliseconds
    changed: Milliseconds  # when the passphrase was


@dataclass(frozen=True, slots=True)
class Session:
    """A browser or program that is known to be a player's."""

    id: int
    player: PlayerId
    created: Milliseconds
    seen: Milliseconds
    device: str = ""  # what sort it is on, such as `Firefox, Linux`, where that is known


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session and its token, which is told once and not kept."""

    session: Session
    token: str


@dataclass(frozen=True, slots=True)
class KnownSession:
    """A session and its player."""

    session: Session
    player: Player


@dataclass(frozen=True, slots=True)
class NewTable:
    """What a table is made from. The bytes are never looked into; no name of a player belongs into them."""

    game: str
    setup: bytes  # what is played; it never changes
    key: bytes  # all chance follows from it: secret
    options: bytes = b"{}"  # how it is played: clock, chat, hints
    owner: PlayerId | None = None
    public: bool = False
    edition: str | None = None  # the digest of one that is in the store


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table without its key, which has to be asked for by name: `Tables.key`."""

    id: TableId
    code: str  # whoever knows it may look on
    game: str
    setup: bytes
    options: bytes
    owner: PlayerId | None
    public: bool
    edition: str | None
    state: TableState
    why: str  # it was set aside
    last: int  # the number of its last entry; 0 when it has none
    created: Milliseconds
    changed: Milliseconds
    rematch: TableId | None  # the table at which they play again


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who has a seat of a table."""

    seat: int
    kind: SeatKind
    player: PlayerId | None = None  # whose seat it is; on a shared device whose device
    level: int | None = None  # of a bot
    name: str = ""  # of another person on a device, or of a neighbour


@dataclass(frozen=True, slots=True)
class NewAttempt:
    """Somebody's one attempt at the game of a day, written with its table."""

    day: str
    game: str
    who: str  # `p12` or `level:3`
    player: PlayerId | None


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record as it is kept. Whether it is right, and its name, is for others to check."""

    name: str
    game: str
    edition: str  # as the record calls it
    components: str | None  # the digest of the edition; none: the packaged one
    text: str
    created: Milliseconds = 0


@dataclass(frozen=True, slots=True)
class NewBranch:
    """Where the game of a new table comes from, written with its table."""

    record: StoredRecord  # of the game that it leaves
    parent: str  # how whoever makes it knows that game
    ply: int
    luck: str
    title: str = ""
    shared: bool = False


@dataclass(frozen=True, slots=True)
class BranchRow:
    """A game that goes on from a move of another."""

    table: TableId
    code: str
    game: str
    owner: PlayerId | None
    owner_name: str | None
    record: str  # the name of the record of the game that it left
    parent: str
    ply: int
    luck: str
    title: str
    shared: bool
    state: TableState
    created: Milliseconds


@dataclass(frozen=True, slots=True)
class Opening:
    """What is written together with a new table, all of it or nothing."""

    entries: Sequence[bytes] = ()  # the first of its journal
    state: TableState | None = None  # after them; None: it waits
    up: Milliseconds = 0  # server time beside them
    tokens: Mapping[int, str] = field(default_factory=dict)  # of its seats; only their hashes are stored
    components: str = ""  # the text of its edition, if that may not be in the store yet
    follows: TableId | None = None  # the table whose people play again here
    attempt: NewAttempt | None = None  # at the game of a day
    branch: NewBranch | None = None  # it goes on from a move of another game


@dataclass(frozen=True, slots=True)
class SeatAt:
    """A seat and where it is."""

    table: TableId
    seat: SeatRow


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One entry of a journal; entries count from 1."""

    n: int
    at: Milliseconds
    entry: bytes
    up: Milliseconds = 0  # server time: how long the server had been running in all


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of a table's chat; without a player and a text when its author has deleted himself."""

    n: int
    at: Milliseconds
    player: PlayerId | None
    text: str


@dataclass(frozen=True, slots=True)
class Deleted:
    """What went with a player: whole tables, and seats at those where others play on."""

    tables: list[TableId]
    seats: list[SeatAt]  # as they are now: `former`, or `open` where one was kept for them


@dataclass(frozen=True, slots=True)
class StoreCounts:
    """How much is in the store."""

    players: int
    sessions: int  # not revoked
    tables: dict[TableState, int]
    entries: int
    lines: int
    editions: int
    bytes: int  # of the file
    accounts: int = 0  # of players who made one


@dataclass(frozen=True, slots=True)
class Health:
    """What a check has found: sentences about the file, and the tables whose journals have gaps."""

    troubles: list[str]
    damaged: list[TableId]
    is_complete: bool = True  # else there was no time to look at all of it

    @property
    def is_good(self) -> bool:
        return self.is_complete and not self.troubles and not self.damaged


# ---- webhooks ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where a player wants to be called when a slow game waits for them."""

    player: PlayerId
    url: str = field(repr=False)  # a secret
    language: str
    created: Milliseconds
    failures: int = 0  # one after the other
    paused: Milliseconds | None = None  # since when it is called no longer
    why: str = ""  # the last call failed


@dataclass(frozen=True, slots=True)
class Call:
    """One that is to be made: for a decision of a seat."""

    table: TableId
    seat: int
    decision: int
    tries: int  # before this one
    code: str = field(repr=False)
    game: str
    webhook: Webhook


# ---- for whoever runs the server ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Person:
    """A player as whoever runs the server sees them."""

    id: PlayerId
    name: str
    created: Milliseconds
    has_account: bool
    blocked: Milliseconds | None
    seen: Milliseconds | None  # when they were here last, to the hour; None: signed out everywhere
    tables: int  # at which they sit, or that they have made


@dataclass(frozen=True, slots=True)
class Order:
    """Something that the server is to do, from a command that runs beside it."""

    id: int
    at: Milliseconds
    deed: str
    number: int  # of the player or table that it is about
    name: str = ""  # a new one, where the deed needs one
    done: Milliseconds | None = None
    answer: str = ""  # why it could not be done; nothing: it was


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody has told whoever runs the server about a table, or a person there."""

    id: int
    at: Milliseconds
    reporter: PlayerId
    table: TableId | None  # none: it is gone
    player: PlayerId | None  # none: it is about the whole table, or they are gone
    text: str
    done: Milliseconds | None = None


@dataclass(frozen=True, slots=True)
class AccountInvitation:
    """By it accounts can be made at a server that is for members only. Its code is told once."""

    id: int
    created: Milliseconds
    until: Milliseconds
    uses: int  # that are left
    note: str
