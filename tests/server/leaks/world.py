"""A server on which a script is played by those whose seats they are, while all look at everything."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from hashlib import sha256
from itertools import cycle, islice
from typing import Literal

from farmstead.engine.contract import Seat, Setup
from farmstead.engine.fair import CHAIN_KEYS, chain_game_key, chain_key, pledge_for, setup_digest
from farmstead.server.core import Core
from tests.server.leaks.looks import OTHER_PAGES, Look, everything
from tests.server.leaks.receiver import Mark, Receiver
from tests.server.leaks.script import Choice, Script
from tests.server.leaks.wire import Credentials, Listening

Who = Literal["person", "device", "program"]
NAMES = ("Ada", "Bea", "Cyd", "Dan")
SPECTATOR, STRANGER, OUTSIDER = "spectator", "stranger", "outsider"
LOOKS = 1  # at something after each choice
TABLE = 1  # its number in the store


class World:
    """One table, everybody at it, and those around it."""

    def __init__(self, core: Core, port: int, script: Script, seating: Sequence[Who]) -> None:
        self.core = core
        self.port = port
        self.script = script
        self.code = ""
        self.key = b""
        self.hidden: dict[str, bytes] = {}  # what nobody may know before the end, and what it is
        self.commitments: list[str] = []  # to these keys; everybody may know them
        self.secret = core.settings.secret.read_bytes()
        self.private: dict[str, list[str]] = {}  # cookies, tokens and codes, and who may know each
        self.receivers: dict[str, Receiver] = {}
        self.seated: list[Receiver] = []
        self.marks: list[dict[str, Mark]] = []  # what all had received before each choice
        self.is_over = False
        self._seating = seating
        self._holder: Receiver | None = None  # of a device that two share

    # ---- coming ----------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Everybody comes, a table is made, all sit down and listen."""
        maker = await self._person(NAMES[0], 0)
        made = await maker.done("table", "POST", "/api/tables", self._wish())
        self.commitments.append(made["table"]["fair"]["commitment"])
        self.code = made["table"]["code"]
        self.key = await self.core.store.tables.key(TABLE)
        setup = made["table"]["fair"]["setup"]
        self.setup = Setup(
            setup["game"], setup["rules"], setup["seats"], tuple(setup["options"]), setup["edition"]
        )
        tokens = {each["seat"]: each["token"] for each in made["invitations"]}
        for seat, who in enumerate(self._seating):
            self.seated.append(maker if seat == 0 else await self._seat(seat, who, tokens.get(seat, "")))
        await self._others()
        await self._contribute()
        for receiver in [*self.seated, self.receivers[SPECTATOR]]:
            if not self._shares_device(receiver):
                await self._listen(receiver)

    def _wish(self) -> object:
        kinds = {"person": {"who": "invited"}, "program": {"who": "client"}}
        kinds["device"] = {"who": "device", "name": NAMES[1]}
        seats = [{"who": "me"}, *[kinds[who] for who in self._seating[1:]]]
        return {
            "game": self.script.game,
            "seats": seats,
            "public": True,
            "pledge": pledge_for(0, value_of(0)),
        }

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
            coming = {"invitation": token, "pledge": pledge_for(seat, value_of(seat))}
            await receiver.done("table", "POST", self.path(f"/seats/{seat}"), coming)
            return receiver
        credentials = Credentials(token=token) if who == "program" else self.seated[0].who
        if who == "device":
            self.private[credentials.cookie].append(name)
        self.receivers[name] = Receiver(name, self.port, credentials, seat)
        return self.receivers[name]

    async def _contribute(self) -> None:
        """All people open what they have pledged, and the game begins."""
        people = [seat for seat, who in enumerate(self._seating) if who == "person"]
        for seat in people:
            body = {"seat": seat, "value": value_of(seat)}
            await self.seated[seat].done("done", "POST", self.path("/fair/open"), body)
        key, digest = chain_key(self.key, 0), setup_digest(self.setup)
        game = chain_game_key(key, 0, digest, [(seat, value_of(seat)) for seat in people])
        self.hidden = {
            "the server's key of a start": key,
            "the server's key of the next start": chain_key(self.key, 1),
            "the last of its keys": chain_key(self.key, CHAIN_KEYS - 1),
            "the key of the game": game,
        }

    async def _others(self) -> None:
        """A spectator with a name, one without, and a program that plays elsewhere, at a private table."""
        await self._person(SPECTATOR)
        self.receivers[STRANGER] = Receiver(STRANGER, self.port, Credentials())
        neighbour = await self._person("neighbour")
        wish = {"game": self.script.game, "seats": [{"who": "me"}, {"who": "client"}]}
        made = await neighbour.done("table", "POST", "/api/tables", wish)
        token = made["invitations"][0]["token"]
        self.commitments.append(made["table"]["fair"]["commitment"])
        self.private[made["table"]["code"]] = [neighbour.name]
        self.private[token] = [neighbour.name]
        self.receivers[OUTSIDER] = Receiver(OUTSIDER, self.port, Credentials(token=token))

    def _shares_device(self, receiver: Receiver) -> bool:
        return "device" in self._seating and receiver.seat in (0, self._seating.index("device"))

    async def _listen(self, receiver: Receiver) -> None:
        own = "" if receiver.seat is None else f"&seat={receiver.seat}"
        await receiver.listen(self.path(f"/stream?words=false{own}"))

    # ---- moments ---------------------------------------------------------------------------------------

    def now(self) -> dict[str, Mark]:
        """How much all have received."""
        return {name: each.mark() for name, each in self.receivers.items()}

    def before_end(self) -> dict[str, Mark]:
        """The same before everything is shown, which is when the game is over."""
        return self.marks[-1] if self.is_over else self.now()

    def path(self, what: str) -> str:
        return f"/api/tables/{self.code}{what}"

    async def close(self) -> None:
        for receiver in self.receivers.values():
            await receiver.hang_up()

    # ---- playing ---------------------------------------------------------------------------------------

    async def play(self) -> None:
        """All choices of the script; between them things are taken back and done again, said, looked at."""
        looks = cycle([(each, look) for each in self.receivers.values() for look in self._looks(each)])
        for n, choice in enumerate(self.script.choices):
            self.marks.append(self.now())
            await self._hand_over(choice.seat)
            await self._choose(choice)
            if n % 16 == 5:
                await self._take_back(choice)
            if n % 60 == 20:
                await self._go_back(choice)
            if n % 25 == 3:
                await self._notice("/chat", {"text": f"That was choice {n}."}, "chat", self.seated[0])
            for receiver, look in islice(looks, LOOKS):
                await self._look(receiver, look)
        self.is_over = self.receivers[SPECTATOR].position()["phase"] == "over"

    def _looks(self, receiver: Receiver) -> list[Look]:
        return everything(self.code, self.script.seats, receiver.seat)

    async def _look(self, receiver: Receiver, look: Look) -> None:
        """Of two who share a device only the one who holds it can look at anything."""
        if receiver is self._holder or not self._shares_device(receiver):
            await receiver.look(look)

    async def look_at(self, channels: Collection[str]) -> None:
        """Everybody looks at all there is in these channels."""
        for receiver in self.receivers.values():
            if receiver.seat is not None and not self.is_over:
                await self._hand_over(receiver.seat)
            for look in self._looks(receiver):
                if look.channel in channels:
                    await self._look(receiver, look)
        for path in OTHER_PAGES if "static" in channels else ():
            await self.receivers[STRANGER].look(Look("static", path))

    async def _choose(self, choice: Choice) -> None:
        receiver = self.seated[choice.seat]
        decision = receiver.position()["decision"]
        await self._post(receiver, "/moves", {"decision": decision, "move": choice.move})

    async def _post(self, receiver: Receiver, what: str, body: dict[str, object]) -> None:
        """Do something with a seat; it is done when everybody has heard of it."""
        done = await receiver.done("done", "POST", self.path(what), {"seat": receiver.seat, **body})
        for stream in self._streams():
            await stream.until(_has_told(stream, done["number"]))

    def _streams(self) -> list[Listening]:
        return [each.stream for each in self.receivers.values() if each.stream is not None]

    async def _notice(
        self, what: str, body: object, notice: str, who: Receiver, but: Listening | None = None
    ) -> None:
        """Do something that is no part of the game; it is done when all have been given notice."""
        streams = [stream for stream in self._streams() if stream is not but]
        heard = [stream.heard[notice] for stream in streams]
        await who.done(notice, "POST", self.path(what), body)
        for stream, before in zip(streams, heard, strict=True):
            await stream.until(_has_noticed(stream, notice, before))

    async def _hand_over(self, seat: Seat) -> None:
        """Where two share a device, whoever is to choose gets it first."""
        receiver, holder = self.seated[seat], self._holder
        if not self._shares_device(receiver) or receiver is holder:
            return
        before = None if holder is None else holder.stream
        await self._notice("/hand", {"seat": seat}, "table", receiver, before)
        if holder is not None:
            await holder.hear_end()
        self._holder = receiver
        await self._listen(receiver)

    async def _take_back(self, choice: Choice) -> None:
        """Undo, and do it again."""
        receiver = self.seated[choice.seat]
        position = receiver.position()
        if position["undo"]:
            await self._post(receiver, "/undo", {"decision": position["next"]})
            await self._choose(choice)

    async def _go_back(self, choice: Choice) -> None:
        """The same however far it is: everybody agrees. Programs cannot ask for it."""
        receiver = self.seated[choice.seat]
        position = receiver.position()
        if position["phase"] == "over" or self._seating[choice.seat] == "program":
            return
        await self._post(receiver, "/ask", {"to": position["back"]})
        while (asked := receiver.position()["ask"]) is not None:
            answering = next(s for s in asked["waiting"] if self.seated[s].stream is not None)
            await self._post(self.seated[answering], "/answer", {"ask": asked["ask"], "yes": True})
        await self._choose(choice)


def value_of(seat: Seat) -> str:
    """What a seat adds to the luck, which everybody gets to know: the same in each world."""
    return sha256(NAMES[seat].encode()).hexdigest()


def _has_told(stream: Listening, number: int) -> Callable[[], bool]:
    return lambda: stream.number >= number


def _has_noticed(stream: Listening, notice: str, before: int) -> Callable[[], bool]:
    return lambda: stream.heard[notice] > before
