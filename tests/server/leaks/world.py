"""A server on which a script is played by those whose seats they are, while all of them look at everything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Literal, NamedTuple
from unittest.mock import patch

from farmstead.engine.contract import Seat
from farmstead.server import course
from farmstead.server.house import House
from farmstead.server.store import sqlite
from tests.server.leaks.receiver import Mark, Receiver
from tests.server.leaks.script import Choice, Script
from tests.server.leaks.wire import Credentials
from tests.server.serving import running

Who = Literal["person", "device", "program"]
NAMES = ("Ada", "Bea", "Cyd", "Dan")
LOOKS = 3  # at something after each choice
SPECTATOR, STRANGER, OUTSIDER = "spectator", "stranger", "outsider"


class Look(NamedTuple):
    """Somebody looks at something."""

    receiver: Receiver
    channel: str
    path: str
    method: str = "GET"
    body: object = None


class World:
    """One table, everybody at it, and those around it."""

    def __init__(self, house: House, port: int, script: Script, seating: Sequence[Who]) -> None:
        self.house = house
        self.script = script
        self.port = port
        self.code = ""
        self.key = b""
        self.secret = house.settings.secret.read_bytes()
        self.receivers: dict[str, Receiver] = {}
        self.seated: list[Receiver] = []
        self.marks: list[dict[str, Mark]] = []  # before each choice
        self.private: dict[str, list[str]] = {}  # what only these may know: their cookies, tokens and codes
        self._seating = seating
        self._holder: Receiver | None = None  # of the device that two share

    # ---- coming --------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Everybody comes, a table is made, all sit down and listen."""
        maker = await self._person(NAMES[0], 0)
        made = await maker.done("table", "POST", "/api/tables", self._wish())
        self.code = made["table"]["code"]
        self.key = await self.house.store.tables.key(1)
        tokens = {each["seat"]: each["token"] for each in made["invitations"]}
        for seat, who in enumerate(self._seating):
            self.seated.append(maker if seat == 0 else await self._seat(seat, who, tokens.get(seat, "")))
        await self._others()
        for receiver in self.receivers.values():
            if not self._shares_device(receiver):
                await self._listen(receiver)

    def _wish(self) -> object:
        kinds = {"person": {"who": "invited"}, "program": {"who": "client"}}
        kinds["device"] = {"who": "device", "name": NAMES[1]}
        seats = [{"who": "me"}, *[kinds[who] for who in self._seating[1:]]]
        return {"game": self.script.game, "seats": seats, "public": True}

    async def _person(self, name: str, seat: Seat | None = None) -> Receiver:
        receiver = Receiver(name, self.port, Credentials(), seat)
        answer = await receiver.ask("me", "PUT", "/api/me", {"name": name})
        cookie = answer.head.partition(b"farmstead=")[2].partition(b";")[0].decode()
        receiver.who = Credentials(cookie)
        self.private[cookie] = [name]
        self.receivers[name] = receiver
        return receiver

    async def _seat(self, seat: Seat, who: Who, token: str) -> Receiver:
        """Whoever sits there; the token of a seat is known to who made the table, too."""
        name = NAMES[seat]
        if token:
            self.private[token] = [name, NAMES[0]]
        if who == "person":
            receiver = await self._person(name, seat)
            path = f"/api/tables/{self.code}/seats/{seat}"
            await receiver.done("table", "POST", path, {"invitation": token})
            return receiver
        credentials = Credentials(token=token) if who == "program" else self.seated[0].who
        if who == "device":
            self.private[credentials.cookie].append(name)
        self.receivers[name] = Receiver(name, self.port, credentials, seat)
        return self.receivers[name]

    async def _others(self) -> None:
        """A spectator with a name, one without, and a program from another table, which is private."""
        await self._person(SPECTATOR)
        self.receivers[STRANGER] = Receiver(STRANGER, self.port, Credentials())
        neighbour = Receiver("neighbour", self.port, (await self._person("neighbour")).who)
        del self.receivers["neighbour"]
        wish = {"game": self.script.game, "seats": [{"who": "me"}, {"who": "client"}]}
        made = await neighbour.done("table", "POST", "/api/tables", wish)
        token = made["invitations"][0]["token"]
        self.private[made["table"]["code"]] = []
        self.private[token] = []
        self.receivers[OUTSIDER] = Receiver(OUTSIDER, self.port, Credentials(token=token))

    def _shares_device(self, receiver: Receiver) -> bool:
        return "device" in self._seating and receiver.seat in (0, self._seating.index("device"))

    async def _listen(self, receiver: Receiver) -> None:
        await receiver.listen(self.path("/stream?words=true", receiver.seat))

    def path(self, what: str, seat: Seat | None = None) -> str:
        own = "" if seat is None else f"{'&' if '?' in what else '?'}seat={seat}"
        return f"/api/tables/{self.code}{what}{own}"

    async def close(self) -> None:
        for receiver in self.receivers.values():
            await receiver.hang_up()

    # ---- playing -------------------------------------------------------------------------------------------

    async def play(self) -> None:
        """All choices of the script, and between them a look here and there."""
        looks = cycle(self._looks())
        for n, choice in enumerate(self.script.choices):
            self.marks.append({name: each.mark() for name, each in self.receivers.items()})
            await self._hand_over(choice.seat)
            await self._choose(choice)
            if n % 16 == 5:
                await self._take_back(choice)
            if n % 60 == 20:
                await self._go_back(choice)
            if n % 25 == 3:
                await self._say(f"That was choice {n}.")
            for look in islice(looks, LOOKS):
                await self._look(look)

    async def _choose(self, choice: Choice) -> None:
        receiver = self.seated[choice.seat]
        assert receiver.stream is not None
        decision = receiver.stream.position()["decision"]
        body = {"seat": choice.seat, "decision": decision, "move": choice.move}
        await self._post(receiver, "/moves", body)

    async def _post(self, receiver: Receiver, what: str, body: object) -> None:
        """Do something that everybody hears of."""
        done = await receiver.done("done", "POST", self.path(what), body)
        for stream in self._streams():
            await stream.until(lambda stream=stream: stream.number >= done["number"])

    def _streams(self) -> list[Any]:
        return [each.stream for each in self.receivers.values() if each.stream is not None]

    async def _hand_over(self, seat: Seat) -> None:
        """Where two share a device, the next has to get it before anything else."""
        receiver = self.seated[seat]
        if not self._shares_device(receiver) or receiver is self._holder:
            return
        await self._noticed(receiver, "/hand", {"seat": seat}, "table", self._holder)
        if self._holder is not None:
            await self._holder.hear_end()
        self._holder = receiver
        await self._listen(receiver)

    async def _noticed(
        self, receiver: Receiver, what: str, body: object, notice: str, but: Receiver | None = None
    ) -> None:
        """Do something that is no part of the game, of which all are given notice."""
        streams = [stream for stream in self._streams() if but is None or stream is not but.stream]
        before = [stream.heard[notice] for stream in streams]
        await receiver.done(notice, "POST", self.path(what), body)
        for stream, had in zip(streams, before, strict=True):
            await stream.until(lambda stream=stream, had=had: stream.heard[notice] > had)

    async def _say(self, text: str) -> None:
        await self._noticed(self.seated[0], "/chat", {"text": text}, "chat")

    async def _take_back(self, choice: Choice) -> None:
        """Undo, and do it again."""
        receiver = self.seated[choice.seat]
        assert receiver.stream is not None
        position = receiver.stream.position()
        if position["undo"]:
            await self._post(receiver, "/undo", {"seat": choice.seat, "decision": position["next"]})
            await self._choose(choice)

    async def _go_back(self, choice: Choice) -> None:
        """The same beyond what may be undone: everybody agrees."""
        receiver = self.seated[choice.seat]
        assert receiver.stream is not None
        position = receiver.stream.position()
        if not position["legal"] and position["phase"] == "over":
            return
        await self._post(receiver, "/ask", {"seat": choice.seat, "to": position["back"]})
        while (asked := self._streams()[0].position()["ask"]) is not None:
            seat = self._answering(asked["waiting"])
            await self._post(self.seated[seat], "/answer", {"seat": seat, "ask": asked["ask"], "yes": True})
        await self._choose(choice)

    def _answering(self, waiting: list[Seat]) -> Seat:
        """Of a device, the seat that holds it."""
        return next(seat for seat in waiting if self.seated[seat].stream is not None)

    # ---- looking -------------------------------------------------------------------------------------------

    async def look_at_everything(self) -> None:
        for look in self._looks():
            await self._look(look)

    async def _look(self, look: Look) -> None:
        await look.receiver.ask(look.channel, look.method, look.path, look.body)

    def _looks(self) -> list[Look]:
        return [look for each in self.receivers.values() for look in self._looks_of(each)]

    def _looks_of(self, receiver: Receiver) -> Iterator[Look]:
        """Everything that can be looked at, by one of them, and everything that should not be."""
        seat = receiver.seat
        for page in ("/", f"/t/{self.code}"):
            yield Look(receiver, "page", page)
        for own in (seat, None):
            at = "" if own is None else f"?seat={own}"
            yield Look(receiver, "board", f"/t/{self.code}/board.svg{at}")
            yield Look(receiver, "position", self.path("/position?words=true", own))
            yield Look(receiver, "news", self.path("/news?since=0", own))
        for channel in ("chat", "record"):
            yield Look(receiver, channel, self.path(f"/{channel}"))
        yield Look(receiver, "table", self.path(""))
        yield Look(receiver, "lobby", "/api/tables")
        yield Look(receiver, "mine", "/api/tables/mine")
        yield Look(receiver, "export", "/api/me/export")
        yield Look(receiver, "me", "/api/me")
        yield Look(receiver, "me", "/api/me/sessions")
        yield from self._mistakes_of(receiver)

    def _mistakes_of(self, receiver: Receiver) -> Iterator[Look]:
        """Others' seats, and everything that is refused to one's own."""
        for other in range(self.script.seats):
            if other != receiver.seat:
                for what in ("/position", "/news", "/stream"):
                    yield Look(receiver, "error", self.path(what, other))
                yield Look(receiver, "error", f"/t/{self.code}/board.svg?seat={other}")
                yield Look(receiver, "error", self.path("/moves"), "POST", a_move(other, 1, "done"))
        seat = receiver.seat or 0
        for decision, move in ((1, "pass"), (100_000, "done"), (1, "give gold for wood"), (1, "\u202e<b>")):
            yield Look(receiver, "error", self.path("/moves"), "POST", a_move(seat, decision, move))
        for body in (b"{", b"[]", b'{"seat":-1}', b'"' + b"a" * 20_000 + b'"'):
            yield Look(receiver, "error", self.path("/moves"), "POST", body)
        yield Look(receiver, "error", self.path("/undo"), "POST", {"seat": seat, "decision": 1, "choices": 999})
        yield Look(receiver, "error", self.path("/ask"), "POST", {"seat": seat, "to": 999_999})
        yield Look(receiver, "error", self.path("/answer"), "POST", {"seat": seat, "ask": 999_999, "yes": True})
        yield Look(receiver, "error", "/api/tables/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
        yield Look(receiver, "error", "/api/../secret.key")


def a_move(seat: Seat, decision: int, move: str) -> object:
    return {"seat": seat, "decision": decision, "move": move}


@asynccontextmanager
async def opened(folder: Path, script: Script, seating: Sequence[Who]) -> AsyncIterator[World]:
    """A world in which chance does what the script says. Nothing in it has to outlast the machine."""
    quick = tuple(line.replace("synchronous = FULL", "synchronous = OFF") for line in sqlite.EACH)
    with patch.object(course, "KeyedDealer", lambda key: script.dealer()), patch.object(sqlite, "EACH", quick):
        async with running(folder) as server:
            world = World(server.house, int(server.url.rpartition(":")[2]), script, seating)
            try:
                await world.open()
                yield world
            finally:
                await world.close()


def played(folder: Path, script: Script, seating: Sequence[Who]) -> World:
    """The whole script, everybody looks at everything in the end; the world is over then, what came is kept."""

    async def go() -> World:
        async with opened(folder, script, seating) as world:
            await world.play()
            await world.look_at_everything()
            return world

    return asyncio.run(go())
