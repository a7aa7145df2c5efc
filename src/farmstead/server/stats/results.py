"""What came of somebody's games: points by line, place, and against whom. Their figures are made of these.

A game that is over stays as it is, so that what came of it is found out once and kept in memory. For a long
list this takes a while: so much is done at a time, and the rest when somebody asks again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from farmstead.engine.contract import Seat
from farmstead.render.ties import TieBreaks, decided_by
from farmstead.server.base.cache import LruCache
from farmstead.server.base.languages import FALLBACK
from farmstead.server.core import Core
from farmstead.server.hub.hub import Quarantined
from farmstead.server.play.sentences import drawing_of
from farmstead.server.store import NotThere, PlayerId, TableId, TableRow
from farmstead.server.table.entries import Damaged
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.setup import decode_setup_without_key

CACHED_RESULTS: Final = 5000  # games
MAX_GAMES_COUNTED: Final = 300  # games that figures are made of, the newest
TABLES_PER_QUESTION: Final = 50
MAX_PAGES: Final = 40  # that are looked through for games that are over
LOADING_TIME_S: Final = 2.0  # seconds that may be spent on games that nobody has asked for yet
ALONE, PEOPLE = "alone", "people"


class FinalResult(NamedTuple):
    """How a game ended, by seat."""

    lines: tuple[Mapping[str, int], ...]
    places: tuple[int, ...]
    hows: tuple[str, ...]
    levels: tuple[int, ...]
    away: tuple[str, ...]
    ties: TieBreaks
    neighbours: tuple[str, ...]  # who the bots are, by id


class MetNeighbour(NamedTuple):
    """A neighbour who played in a game, and whether they were beaten."""

    neighbour: str  # id
    result: Literal["won", "shared", "lost"]


class PlayerResult(NamedTuple):
    """What somebody made of one game."""

    code: str
    game: str
    seats: int
    seat: Seat
    at: int  # when it ended
    lines: Mapping[str, int]
    place: int
    others: str  # `alone`, `people`, or the highest level of the bots, such as `3`
    shared: bool = False  # the place is
    decided: tuple[str, ...] = ()  # the tie-breaks that parted them from others with as many points
    neighbours: tuple[MetNeighbour, ...] = ()
    bots: tuple[int, ...] = ()  # levels of the bots that are no neighbours, lowest first
    edition: str = ""  # the digest of components of one's own

    @property
    def points(self) -> int:
        return self.lines["total"]


class Outcomes(NamedTuple):
    """Those that are known, oldest first, and how many are still to be looked at."""

    known: tuple[PlayerResult, ...]
    left: int


Ends: TypeAlias = LruCache[TableId, FinalResult | None]  # of games that somebody has asked for


async def _end_of(core: Core, ends: Ends, table: TableId) -> FinalResult | None:
    """How a game ended; None where it cannot be read."""
    if table not in ends:
        try:
            async with core.hub.looking(table):
                ends.put(table, await core.hub.look(table, _end))
        except (Quarantined, NotThere):
            ends.put(table, None)
    return ends.get(table)


def _end(live: LiveTable) -> FinalResult | None:
    position = live.position(None)
    if live.phase() != "over" or not position.lines:
        return None
    chairs = live.chairs.all
    return FinalResult(
        position.lines,
        position.places,
        tuple([chair.how for chair in chairs]),
        tuple([chair.level for chair in chairs]),
        tuple([chair.away for chair in chairs]),
        drawing_of(live.game, live.setup.components, FALLBACK).tie_breaks(position.view or {}),
        tuple([chair.neighbour for chair in chairs]),
    )


ENDS: Final[WeakKeyDictionary[Core, Ends]] = WeakKeyDictionary()


async def outcomes(core: Core, player: PlayerId) -> Outcomes:
    """The newest games of a player that are over: those at which they had one seat and played it to its end.

    Games that go on from a move of another are none of them: they were begun by knowing it.
    """
    ends = ENDS.setdefault(core, LruCache(CACHED_RESULTS))
    rows = await _finished(core, player)
    seats = await core.store.seats.of_several([row.id for row in rows])
    clock = asyncio.get_running_loop().time
    until, found, left = clock() + LOADING_TIME_S, list[PlayerResult](), 0
    for row in rows:
        own = [seat.seat for seat in seats.get(row.id, []) if seat.player == player]
        if len(own) != 1 or is_branch(row):
            continue
        if row.id not in ends and clock() > until:
            left += 1
            continue
        end = await _end_of(core, ends, row.id)
        if end is not None and end.hows[own[0]] == "person" and not end.away[own[0]]:
            found.append(_outcome(row, own[0], end))
    return Outcomes(tuple(sorted(found, key=lambda each: each.at)), left)


async def _finished(core: Core, player: PlayerId) -> list[TableRow]:
    found: list[TableRow] = []
    before: TableId | None = None
    for _ in range(MAX_PAGES):
        page = await core.store.tables.of_player(player, before, TABLES_PER_QUESTION)
        if not page or len(found) >= MAX_GAMES_COUNTED:
            break
        found += [row for row in page if row.state == "over"]
        before = page[-1].id
    return found[:MAX_GAMES_COUNTED]


def is_branch(row: TableRow) -> bool:
    """Whether a table goes on from a move of another game, where such tables are made."""
    try:
        return getattr(decode_setup_without_key(row.setup), "origin", None) is not None
    except Damaged:
        return False


def _outcome(row: TableRow, seat: Seat, end: FinalResult) -> PlayerResult:
    return PlayerResult(
        code=row.code,
        game=row.game,
        seats=len(end.lines),
        seat=seat,
        at=row.changed,
        lines=end.lines[seat],
        place=end.places[seat],
        others=_others(end, seat),
        shared=end.places.count(end.places[seat]) > 1,
        decided=decided_by(end.ties, [lines["total"] for lines in end.lines], seat),
        neighbours=tuple(
            [
                MetNeighbour(who, _against(end.places[seat], place))
                for who, place in zip(end.neighbours, end.places, strict=True)
                if who
            ]
        ),
        bots=_levels(end),
        edition=row.edition or "",
    )


def _levels(end: FinalResult) -> tuple[int, ...]:
    """Of the bots that are no neighbours, lowest first."""
    bots = zip(end.hows, end.neighbours, end.levels, strict=True)
    return tuple(sorted({level for how, neighbour, level in bots if how == "bot" and not neighbour}))


def _against(own: int, place: int) -> Literal["won", "shared", "lost"]:
    return "won" if own < place else "shared" if own == place else "lost"


def _others(end: FinalResult, own: Seat) -> str:
    hows = [how for seat, how in enumerate(end.hows) if seat != own]
    if not hows:
        return ALONE
    levels: Sequence[int] = [level for seat, level in enumerate(end.levels) if seat != own]
    return str(max(levels)) if all(how == "bot" for how in hows) else PEOPLE
