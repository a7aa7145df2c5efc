"""A recorded game of which every position can be looked at, quickly and in any order.

A film holds everything, also what is hidden: only `view` and `heard` give out what a seat may know. It is
made by playing all moves once, which takes a moment: in a thread, by `film_of`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from farmstead.engine.contract import CHANCE, Event, Seat, State, parse_event
from farmstead.engine.table import Table
from farmstead.render import View
from farmstead.server.base.cache import DrawingCache, LruCache
from farmstead.server.base.pools import Pool
from farmstead.server.replay.recorded_games import RecordedGame

PLIES_PER_POSITION: Final = 8  # plies between two positions that are kept
CACHED_TIMELINES: Final = 24  # films


@final
class Timeline:
    """All positions of a game, from 0, before the first move, to `length`. Moves of chance count, too."""

    __slots__ = ("_events", "_kept", "_last", "length", "record", "seats")

    def __init__(self, study: RecordedGame) -> None:
        """IllegalMove where the moves are none of this game; a study's have been checked."""
        setup = study.record.setup
        self.record = study.record  # and not the study: others who look call the players otherwise
        self.length = len(study.record.moves)
        self.seats = setup.seats
        self._last = Table(study.game, study.game.setup(setup.seats, setup.options, setup.rules))
        self._kept = [self._last.state.clone()]
        self._events: list[str] = [""]
        for n, (seat, text) in enumerate(study.record.moves, 1):
            self._events.append("\n".join([str(event) for event in self._last.play(seat, text)]))
            if n % PLIES_PER_POSITION == 0:
                self._kept.append(self._last.state.clone())

    def table(self, ply: int) -> Table:
        """The table after so many moves, for the caller to do with as they like."""
        assert 0 <= ply <= self.length
        table = Table(self._last.game, self._last.setup)
        near = ply // PLIES_PER_POSITION
        table.state = self._kept[near].clone()
        table.entries = self._last.entries[: near * PLIES_PER_POSITION]
        for seat, text in self.record.moves[near * PLIES_PER_POSITION : ply]:
            table.play(seat, text)
        return table

    def states(self) -> Iterator[tuple[int, State]]:
        """Every position in turn, to be looked at only before the next is asked for."""
        table = Table(self._last.game, self._last.setup)
        yield 0, table.state
        for ply, (seat, text) in enumerate(self.record.moves, 1):
            table.play(seat, text)
            yield ply, table.state

    def mover(self, ply: int) -> Seat:
        """Who made the move that led to a position; CHANCE also for the first one."""
        return self._last.entries[ply - 1].seat if ply else CHANCE

    def is_choice(self, ply: int) -> bool:
        """Whether somebody chose the move that led to a position; chance and forced steps nobody did."""
        entry = self._last.entries[ply - 1] if ply else None
        return entry is not None and entry.seat != CHANCE and not entry.forced

    def events(self, ply: int) -> list[Event]:
        """All that the move which led to a position made happen."""
        return [parse_event(line) for line in self._events[ply].splitlines()]

    def heard(self, ply: int, seat: Seat | None) -> list[Event]:
        """What a seat (None: a spectator) heard of it."""
        return [event for event in self.events(ply) if event.heard_by(seat)]

    def view(self, ply: int, seat: Seat | None) -> View:
        """What a seat (None: a spectator) saw then."""
        return self.table(ply).state.view(seat)


# The last films that somebody wanted: the same record is the same film, whichever server it is in.
TIMELINES: Final[DrawingCache[Timeline]] = DrawingCache(CACHED_TIMELINES)
LATEST: Final[LruCache[str, str]] = LruCache(CACHED_TIMELINES)  # by name, of games that are being played


async def film_of(study: RecordedGame, pool: Pool, who: str) -> Timeline:
    """The film of a study, made in a thread of the pool when it is the turn of `who`, once for all who ask.

    Of a game that goes on the one before is forgotten: move by move they would take all the room.
    """
    shorter = LATEST.get(study.name)
    if shorter is not None and shorter != study.digest:
        TIMELINES.forget(shorter)
    if study.taken_back is not None:
        LATEST.put(study.name, study.digest)
    return await TIMELINES.get(pool, who, study.digest, lambda: Timeline(study), "study")
