"""Games that are in the store before anybody comes: some hundred kinds of course, each stored many times."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from farmstead import shelf
from farmstead.server.base.settings import Settings
from farmstead.server.folder.secret import secret_in
from farmstead.server.hub.loader import new_table
from farmstead.server.people.sessions import PeopleCache
from farmstead.server.people.visitor import player_key
from farmstead.server.store import PlayerId, Store
from farmstead.server.store import SeatRow as StoredSeat
from farmstead.server.table.entries import Entry, Moved, Sat, Started, encode
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.setup import FAIR, KEY_BYTES, SeatPlan, TableSetup, new_setup
from scripts.load.base import SQLITE, Base
from scripts.load.wire import Pass

SEATS: Final = (2, 3, 4)
COURSES: Final = 4  # played for each game and number of seats
AT_ONCE: Final = 100  # tables that are written in the same moment


class Course(NamedTuple):
    """A whole game, and who did what in it."""

    setup: TableSetup
    entries: tuple[Entry, ...]  # without those who sat down


class Person(NamedTuple):
    """A player and the cookie by which they are known."""

    player: PlayerId
    of: Pass


@dataclass(slots=True)
class Running:
    """A table that waits for its players to come back."""

    code: str
    game: str
    people: list[Person]  # by seat


def courses(seed: int) -> list[Course]:
    """Every game with every number of seats, played by chance."""
    kinds = [(game, seats) for game in shelf.names() for seats in SEATS]
    return [
        course(game, seats, Random(f"{seed} {game} {seats} {n}"))
        for game, seats in kinds
        for n in range(COURSES)
    ]


def course(game: str, seats: int, random: Random, is_fair: bool = False) -> Course:
    """Played by chance; `is_fair`: with the fair chance that new tables have, so that it can be checked."""
    key, fair = random.randbytes(KEY_BYTES), FAIR if is_fair else 0
    setup = new_setup(game, [SeatPlan()] * seats, key, fair=fair)
    live = LiveTable(setup)
    for seat in range(seats):
        live.add(Sat(seat, "person", str(seat)))
    entries: list[Entry] = [Started()]
    live.add(entries[0])
    while live.phase() == "playing":
        position = live.position(random.choice(live.to_act()))
        assert position.seat is not None and position.decision is not None
        entries.append(Moved(position.seat, position.decision, random.choice(position.legal)))
        live.add(entries[-1])
    return Course(setup, tuple(entries))


async def people(folder: Path, number: int, base: Base = SQLITE) -> list[Person]:
    """Some players, with the cookies that the server of this folder would give them."""
    settings = Settings(folder)
    async with await Store.open(base.place(folder)) as store:
        known = PeopleCache(store, secret_in(settings.secret))

        async def one(n: int) -> Person:
            player = await store.players.create(f"Player {n + 1}")
            session = await store.sessions.create(player.id)
            return Person(player.id, Pass(known.cookie(session.token)))

        return await asyncio.gather(*[one(n) for n in range(number)])


async def store_games(
    folder: Path, number: int, of: Sequence[Course], everybody: Sequence[Person], base: Base = SQLITE
) -> None:
    """Games that are over."""
    crowd = cycle(everybody)
    async with await Store.open(base.place(folder)) as store:
        for begin in range(0, number, AT_ONCE):
            some = [of[n % len(of)] for n in range(begin, min(number, begin + AT_ONCE))]
            await asyncio.gather(*[store_one(store, each, crowd) for each in some])


async def store_running(
    folder: Path, number: int, of: Sequence[Course], everybody: Sequence[Person], base: Base = SQLITE
) -> list[Running]:
    """Games that have come to any point between their beginning and their end; nobody sits at two of them."""
    random, crowd = Random(number), cycle(everybody)
    async with await Store.open(base.place(folder)) as store:
        chosen = [of[n % len(of)] for n in range(number)]
        return [
            await store_one(store, each, crowd, random.randrange(1, len(each.entries) - 5)) for each in chosen
        ]


async def store_one(
    store: Store, each: Course, crowd: Iterator[Person], upto: int | None = None, public: bool = False
) -> Running:
    """With the next of the people at it; `upto` which entry, None for all."""
    seated = list(islice(crowd, each.setup.seats))
    seats = [StoredSeat(seat, "person", person.player) for seat, person in enumerate(seated)]
    sat = [Sat(seat, "person", player_key(person.player)) for seat, person in enumerate(seated)]
    table = await store.tables.create(new_table(each.setup, owner=seated[0].player, public=public), seats)
    entries = [encode(entry) for entry in (*sat, *each.entries[:upto])]
    await store.journal.append(table.id, 1, entries, "over" if upto is None else "playing")
    if upto is None:
        await store.ratings.pass_over(table.id, "before")  # long ago: what came of it is known
    return Running(table.code, each.setup.game, seated)
