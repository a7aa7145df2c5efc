"""Who asks for something, and for which seats they may speak."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, final

from farmstead.engine.contract import Seat, seat_text
from farmstead.server.base.cache import LruCache
from farmstead.server.base.fair_queue import Party
from farmstead.server.base.refusals import Refused
from farmstead.server.store import Player, Session, TableId
from farmstead.server.table.live_table import LiveTable

REMEMBERED_DEVICES: Final = 10_000  # devices and tables remembered
MAX_REMEMBERED: Final = 10_000  # people with the addresses they came from


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person with a session, a program with the token of a seat, or somebody unknown."""

    address: str
    player: Player | None = None
    session: Session | None = None
    table: TableId | None = None  # a program: the one table and
    seat: Seat | None = None  # the one seat it is for
    credential: str = field(default="", repr=False)  # the cookie or token by which they are known
    key: str = field(init=False)  # how the journal calls them; nothing for somebody unknown
    rate_limit_key: str = field(init=False)  # whose actions are counted

    def __post_init__(self) -> None:
        program = "" if self.seat is None else client_key(self.seat)
        key = program if self.player is None else f"p{self.player.id}"
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "rate_limit_key", self.address if self.player is None else key)

    @property
    def party(self) -> Party:
        """Whose turn it is where people take turns."""
        return (self.address, self.rate_limit_key)

    def is_program(self) -> bool:
        return self.seat is not None

    def require_player(self) -> Player:
        """The player who asks; Refused for a visitor without a name."""
        if self.player is None:
            raise Refused("no_player", "name")
        return self.player

    def seats_at(self, table: TableId, live: LiveTable) -> list[Seat]:
        """The visitor's seats at a table, also while a bot plays for them."""
        if self.seat is not None and self.table != table:
            return []
        key = self.key
        return [seat for seat, chair in enumerate(live.chairs.all) if key and chair.player == key]


def client_key(seat: Seat) -> str:
    return f"c{seat}"


def player_key(player: int) -> str:
    return f"p{player}"


@final
class DeviceHolders:
    """On a device with several seats: which of them holds it now. At first nobody does.

    Known to the worker that serves the table, and forgotten with it.
    """

    def __init__(self) -> None:
        self._holds: LruCache[tuple[int, TableId], Seat] = LruCache(REMEMBERED_DEVICES)

    async def holder(self, visitor: Visitor, table: TableId, seats: list[Seat]) -> Seat | None:
        """The seat whose view the device may have; None: it has to be handed over first."""
        if len(seats) < 2:
            return seats[0] if seats else None
        assert visitor.session is not None
        seat = self._holds.get((visitor.session.id, table))
        return seat if seat in seats else None

    async def hand(self, visitor: Visitor, table: TableId, seat: Seat) -> None:
        assert visitor.session is not None
        self._holds.put((visitor.session.id, table), seat)

    async def put_down(self, visitor: Visitor, table: TableId) -> None:
        """Nobody holds the device: what it shows now everybody may see."""
        if visitor.session is not None:
            self._holds.remove((visitor.session.id, table))


def check_held(seats: list[Seat], holder: Seat | None, seat: Seat, tried: str) -> None:
    """Refuse a seat that is not the visitor's, or not the one that holds their device."""
    if seat not in seats:
        raise Refused("not_yours", tried, {"seat": seat})
    if len(seats) > 1 and holder != seat:
        raise Refused("not_handed_over", tried, {"seat": seat}, [f"hand over {seat_text(seat)}"])


@final
class Parties:
    """Who came from which address last, as far as it is known here. It is kept in memory only."""

    def __init__(self) -> None:
        self._addresses: LruCache[str, str] = LruCache(MAX_REMEMBERED)

    def note(self, person: str, address: str) -> None:
        """Remember the address that a person came from last."""
        if self._addresses.get(person) != address:
            self._addresses.put(person, address)

    def of(self, person: str) -> Party:
        """Somebody of whom no address is known has one of their own."""
        return (self._addresses.get(person) or person, person)
