"""What is in the store before anybody comes: the tables of those who play, and all that the visitor needs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final

from farmstead.server.base.settings import Settings
from farmstead.server.hub.loader import new_table
from farmstead.server.people.visitor import player_key
from farmstead.server.store import RatedParty, Store
from farmstead.server.store import SeatRow as StoredSeat
from farmstead.server.store.rating_rows import Skill
from farmstead.server.table.entries import encode
from scripts.load.base import SQLITE
from scripts.load.stored import Course, Person, Running, course, people, store_one
from scripts.load.wire import Pass
from scripts.siege.payloads import GROVE, VALLEY
from scripts.siege.routes import Entry

PLAYED: Final = (GROVE, VALLEY, GROVE)  # the tables of those who play, two people at each
NAMES: Final = 24  # players that the visitor is: an address may make 30 at once
KINDS: Final = 6  # games that differ, of those that are stored many times
BOARDS: Final = 60  # public tables in play, each late in a game of four
OVER: Final = 12  # long games of four that are over
CUSTOMERS: Final = 12  # people who want something that takes long, each once
RATED: Final = 50  # games of each kind that count for ratings
LATE: Final = 0.85  # of a game


@dataclass(slots=True)
class Prepared:
    """A folder to copy, who plays there, and what the visitor has for each entry."""

    folder: Path
    running: list[Running]
    customers: list[tuple[Pass, str, str]] = field(default_factory=list)  # with a game in play, and one over
    names: dict[str, list[str]] = field(default_factory=dict)  # cookies, by entry
    codes: dict[str, dict[str, list[str]]] = field(default_factory=dict)  # of tables by kind, by entry

    def copy(self, to: Path) -> Path:
        """For a server of its own."""
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(self.folder, to)
        return to


async def prepare(folder: Path, entries: Sequence[Entry], seed: int) -> Prepared:
    """Everything in a new folder."""
    folder.mkdir(parents=True)
    random = Random(seed)
    everybody = await people(folder, 2 * len(PLAYED) + 2 * RATED + NAMES * len(entries) + CUSTOMERS)
    players = cycle(everybody[: 2 * len(PLAYED)])
    crowd = cycle(everybody[2 * len(PLAYED) :][: 2 * RATED])
    visitors = everybody[2 * len(PLAYED) + 2 * RATED :]
    long = longest([course(GROVE, 4, Random(f"{seed} long {n}"), is_fair=True) for n in range(KINDS)])
    alone = longest([course(GROVE, 1, Random(f"{seed} alone {n}")) for n in range(KINDS)])
    played = [course(game, 2, Random(f"{seed} played {n}")) for n, game in enumerate(PLAYED)]
    async with await Store.open(SQLITE.place(folder)) as store:
        running = [await store_one(store, each, players, random.randrange(10, 40)) for each in played]
        shared = {
            "boards": [await late(store, long[n % KINDS], crowd, public=True) for n in range(BOARDS)],
            "over": [(await store_one(store, long[n % KINDS], crowd)).code for n in range(OVER)],
        }
        for each in played[:2]:
            await store_rated(store, each, everybody[2 * len(PLAYED) :])
        prepared = Prepared(folder, running)
        for n, person in enumerate(everybody[-CUSTOMERS:]):
            own = await late(store, alone[n % KINDS], cycle([person]))
            over = await store_one(store, alone[n % KINDS], cycle([person]))
            prepared.customers.append((person.of, own, over.code))
        for n, entry in enumerate(entries):
            names = visitors[NAMES * n : NAMES * (n + 1)]
            theirs = {
                "own": [await late(store, alone[k % KINDS], cycle(names[:1])) for k in range(entry.own)],
                "ended": [
                    (await store_one(store, alone[k % KINDS], cycle(names[:1]))).code
                    for k in range(entry.ended)
                ],
            }
            prepared.names[entry.name] = [person.of.cookie for person in names]
            prepared.codes[entry.name] = {**shared, **theirs}
    assert Settings(folder).store.exists()
    return prepared


def longest(courses: Sequence[Course]) -> list[Course]:
    return sorted(courses, key=lambda each: len(each.entries), reverse=True)


async def late(store: Store, each: Course, crowd: Iterator[Person], public: bool = False) -> str:
    """A table at which most has been played."""
    return (await store_one(store, each, crowd, int(LATE * len(each.entries)), public)).code


async def store_rated(store: Store, each: Course, everybody: Sequence[Person]) -> None:
    """Games of two that count for ratings, so that their list is full."""
    for n in range(RATED):
        pair = everybody[2 * n : 2 * n + 2]
        seats = [StoredSeat(seat, "person", person.player) for seat, person in enumerate(pair)]
        table = await store.tables.create(new_table(each.setup, owner=pair[0].player), seats)
        await store.journal.append(table.id, 1, [encode(entry) for entry in each.entries[:1]], "over")
        parties = [
            RatedParty(seat, player_key(person.player), person.player, seat + 1)
            for seat, person in enumerate(pair)
        ]
        await store.ratings.rate(table.id, each.setup.game, 2, parties, reckoned)


def reckoned(parties: Sequence[RatedParty], _: Mapping[str, Skill]) -> Mapping[str, Skill]:
    return {party.who: Skill(25.0 - party.place, 2.0) for party in parties}
