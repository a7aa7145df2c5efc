"""Tables that are made while the server may be killed at any moment, and those who play at them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias, final

import msgspec

from farmstead.engine.contract import FarmsteadError
from scripts.load.wire import Answer, Caller, Lost, Pass, Place
from scripts.soak.log import SeatLog
from scripts.soak.players import PAUSE, Player, Weather

NO_ANSWER_S: Final = 5.0  # a connection that a sleeping worker has taken is not waited for
NAMES: Final = ("Ada", "Ben", "Cyd", "Dot", "Eli", "Fay")
Wanted: TypeAlias = dict[str, str | int]  # a seat as the API takes it
ME: Final[Wanted] = {"who": "me"}
OPEN: Final[Wanted] = {"who": "open"}
PROGRAM: Final[Wanted] = {"who": "client"}


class Kind(NamedTuple):
    """What is played, and who sits where."""

    game: str
    seats: tuple[Wanted, ...]


def bot(level: int) -> Wanted:
    return {"who": "bot", "level": level}


KINDS: Final = (
    Kind("walnut-grove", (ME, OPEN)),
    Kind("sunflower-valley", (ME, OPEN, bot(1))),
    Kind("walnut-grove", (ME, PROGRAM, bot(2))),
    Kind("sunflower-valley", (OPEN, ME, OPEN)),
    Kind("walnut-grove", (ME,)),
    Kind("sunflower-valley", (ME, PROGRAM)),
    Kind("walnut-grove", (OPEN, OPEN, ME, OPEN)),
    Kind("sunflower-valley", (bot(2), ME, OPEN, bot(1))),
)


class NotDone(FarmsteadError):
    """The server has refused what it should have done."""


class SeatShown(msgspec.Struct):
    """A seat of a table, as the server shows it."""

    how: str


class TableShown(msgspec.Struct):
    """A table, as far as it matters here."""

    code: str
    phase: str
    seats: tuple[SeatShown, ...]


class Token(msgspec.Struct):
    """Of a program's seat."""

    seat: int
    token: str


class Made(msgspec.Struct):
    """The answer to a new table."""

    table: TableShown
    invitations: tuple[Token, ...]


@final
class Company:
    """Some people who go from table to table."""

    def __init__(self, place: Place, weather: Weather, seed: int) -> None:
        self.logs: list[SeatLog] = []
        self.tables = 0
        self.playing: set[str] = set()  # the codes of tables
        self.stuck: list[str] = []  # tables at which everybody sat and nothing began
        self._place = place
        self._weather = weather
        self._seed = seed
        self._passes: list[Pass] = []

    async def introduce(self) -> None:
        """Everybody says their name and gets a cookie."""
        for name in NAMES:
            answer = await Caller(self._place).ask("PUT", "/api/me", {"name": name})
            self._passes.append(Pass(answer.cookie()))

    async def play(self, number: int) -> None:
        """One game from its first entry to its end."""
        kind = KINDS[number % len(KINDS)]
        random = Random(f"{self._seed} {number}")
        people = random.sample(self._passes, 1 + kind.seats.count(OPEN))
        made = await self._made(kind, Caller(self._place, people[0]))
        code = made.table.code
        passes = self._seated(kind, people, made.invitations)
        callers = {seat: Caller(self._place, of) for seat, of in passes.items()}
        players = [
            Player(caller, self._weather, code, seat, f"{self._seed} {number}")
            for seat, caller in callers.items()
        ]
        self.tables += 1
        self.logs += [player.log for player in players]
        try:
            await self._sit(kind, code, callers)
            await self._begin(code, callers[kind.seats.index(ME)])
            self.playing.add(code)
            await asyncio.gather(*[player.play() for player in players])
        finally:
            self.playing.discard(code)
            for caller in callers.values():
                caller.close()

    async def until_served(self) -> float:
        """The seconds until every table that is being played now is shown again to whoever comes."""
        begun = time.perf_counter()
        await asyncio.gather(*map(self._until_shown, list(self.playing)))
        return time.perf_counter() - begun

    async def _until_shown(self, code: str) -> None:
        while True:
            caller = Caller(self._place)
            try:
                async with asyncio.timeout(NO_ANSWER_S):
                    answer = await caller.ask("GET", f"/api/tables/{code}/position")
                if answer.status == 200:
                    return
            except (Lost, TimeoutError):
                pass
            finally:
                caller.close()
            await asyncio.sleep(PAUSE)

    async def _made(self, kind: Kind, owner: Caller) -> Made:
        """Should the server be killed over it, another is made; nobody knows of the first."""
        wish = {"game": kind.game, "seats": kind.seats}
        answer = await self._weather.persist(lambda: owner.ask("POST", "/api/tables", wish))
        owner.close()
        return msgspec.json.decode(checked(answer, 201), type=Made)

    def _seated(self, kind: Kind, people: Sequence[Pass], tokens: Sequence[Token]) -> dict[int, Pass]:
        """By what each seat that is no bot's is played."""
        owner, *others = people
        seats = {token.seat: Pass(token=token.token) for token in tokens}
        for seat, wanted in enumerate(kind.seats):
            if wanted == ME:
                seats[seat] = owner
            elif wanted == OPEN:
                seats[seat] = others.pop()
        return seats

    async def _sit(self, kind: Kind, code: str, callers: dict[int, Caller]) -> None:
        for seat, wanted in enumerate(kind.seats):
            if wanted == OPEN:
                await self._sit_down(f"/api/tables/{code}/seats/{seat}", callers[seat])

    async def _sit_down(self, path: str, caller: Caller) -> None:
        """Who was not answered asks again, and may be told that they sit there already."""
        answer = await self._weather.persist(lambda: caller.ask("POST", path, {}))
        if answer.status != 409:
            checked(answer, 200)

    async def _begin(self, code: str, owner: Caller) -> None:
        """By now the game should have begun. If it has not, that is noted, and the owner sees to it."""
        answer = await self._weather.persist(lambda: owner.ask("GET", f"/api/tables/{code}"))
        table = msgspec.json.decode(checked(answer, 200), type=TableShown)
        if table.phase == "waiting":
            self.stuck.append(code)
            fill = {"level": 1}
            await self._weather.persist(lambda: owner.ask("POST", f"/api/tables/{code}/fill", fill))


def checked(answer: Answer, status: int) -> bytes:
    """What was answered; NotDone if it is something else."""
    if answer.status != status:
        raise NotDone(f"{answer.status} instead of {status}: {answer.body[:500].decode(errors='replace')}")
    return answer.body
