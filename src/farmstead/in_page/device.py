"""The device: what its pages ask is answered here, as a server would answer it.

device = Device(storage)
answer = await device.answer("GET", "/api/tables/mine", "", "en")
end = await device.listen("/api/tables/CODE/stream?seat=0&show=changes", "en", send)
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from json import dumps
from typing import Final, TypeAlias, final

from farmstead.engine.contract import FarmsteadError, IllegalMove, Seat
from farmstead.in_page import board_requests as board
from farmstead.in_page import lobby_requests as lobby
from farmstead.in_page import table_requests as at_table
from farmstead.in_page.bots import Bots
from farmstead.in_page.challenges import ChallengeIn, challenge_out, read_challenge, rival_out
from farmstead.in_page.listeners import Listener, Send
from farmstead.in_page.request import Answer, Request, as_json, read_request
from farmstead.in_page.shown import check_held
from farmstead.in_page.storage import Storage
from farmstead.in_page.tables import DeviceTable, DeviceTables
from farmstead.messages import Done, Me
from farmstead.server.base.refusals import Refused
from farmstead.server.play.refusal_words import problem_told
from farmstead.server.stats.messages import RibbonsOut

Looked: TypeAlias = Callable[[DeviceTable, Request], Answer]
Deed: TypeAlias = Callable[[DeviceTables, DeviceTable, Request], Awaitable[Done]]
LOOKED_AT: Final[Mapping[str, Looked]] = {
    "": lambda table, _: as_json(lobby.shown(table)),
    "news": lambda table, asked: as_json(at_table.news(table, asked)),
    "hint": lambda table, asked: as_json(at_table.hint(table, asked)),
    "record": lambda table, _: at_table.record(table),
}
DONE: Final[Mapping[str, Deed]] = {
    "moves/together": at_table.moves,
    "undo": at_table.undo,
    "ask": at_table.ask,
    "answer": at_table.answer,
}
PICTURES: Final[Mapping[str, Looked]] = {
    "boards": board.boards,
    "proposal": board.proposal,
    "preview": board.preview,
    "why": board.why,
    "look": board.look,
    "unfolded": board.unfolded,
    "overlay": board.overlay,
    "symbols": board.symbols,
    "picture.svg": board.kept_picture,
    "board.txt": board.text,
    "ribbons": lambda *_: as_json(RibbonsOut()),
}


@final
class Device:
    """All tables of a device, their bots, and the pages that listen."""

    def __init__(self, storage: Storage) -> None:
        self.tables = DeviceTables(storage, self._told)
        self._bots = Bots()
        self._listeners: set[Listener] = set()

    async def answer(self, method: str, address: str, body: str, language: str) -> Answer:
        """What a page is told; a refusal is an answer, too."""
        asked = read_request(method, address, body, language)
        try:
            return await self._answer(asked)
        except (Refused, IllegalMove) as error:
            status, problem = problem_told(error, await self._game(asked), language)
            return as_json(problem, status)
        except (FarmsteadError, ValueError):
            status, problem = problem_told(Refused("nothing_there", "look"), None, language)
            return as_json(problem, status)

    async def _game(self, asked: Request) -> str | None:
        match asked.path.strip("/").split("/"):
            case ["api", "tables", code, *_] | ["t", code, *_]:
                with suppress(Refused):
                    return (await self.tables.find(code)).live.setup.game
        return None

    async def _answer(self, asked: Request) -> Answer:
        match asked.method, asked.path.strip("/").split("/"):
            case _, ["api", "me"]:
                return as_json(Me(""))
            case "GET", ["api", "tables", "mine"]:
                return as_json(await lobby.mine(self.tables))
            case "GET", ["api", "tables"]:
                return as_json({"tables": [], "before": None})
            case "POST", ["api", "tables"]:
                made = await lobby.make(self.tables, asked)
                self._bots.go_on(self.tables, await self.tables.find(made.table.code))
                return as_json(made, 201)
            case "POST", ["api", "challenges"]:
                made = await lobby.take_up(self.tables, asked)
                self._bots.go_on(self.tables, await self.tables.find(made.table.code))
                return as_json(made, 201)
            case "POST", ["api", "challenges", "look"]:
                return as_json(rival_out(read_challenge(asked.message(ChallengeIn).text)))
            case "DELETE", ["api", "tables", code]:
                await self.tables.remove(code)
                return as_json(None)
            case _, ["api", "tables", code, *what]:
                return await self._at_table(await self.tables.find(code), asked, "/".join(what))
            case _, ["t", code, what]:
                return await self._of_boards(await self.tables.find(code), asked, what)
        raise Refused("nothing_there", "look")

    async def _at_table(self, table: DeviceTable, asked: Request, what: str) -> Answer:
        if asked.method == "GET" and what in LOOKED_AT:
            return LOOKED_AT[what](table, asked)
        if asked.method == "POST" and what in DONE:
            return as_json(await DONE[what](self.tables, table, asked))
        match asked.method, what:
            case "GET", "challenge":
                entries = await self.tables.entries(table)
                return as_json(challenge_out(table, entries, asked.language))
            case "PATCH", "":
                return as_json(await lobby.change(self.tables, table, asked))
            case "POST", "resign" | "leave":
                return self._noticed(table, await at_table.leave(self.tables, table, asked))
            case "POST", "return":
                return self._noticed(table, await at_table.come_back(self.tables, table, asked))
            case "POST", "rematch":
                made = await lobby.play_again(self.tables, table)
                self._bots.go_on(self.tables, await self.tables.find(made.table.code))
                return as_json(made, 201)
            case "POST", "hand":
                at_table.hand(table, asked)
                return as_json(lobby.shown(table))
        raise Refused("nothing_there", "look")

    async def _of_boards(self, table: DeviceTable, asked: Request, what: str) -> Answer:
        if (asked.method, what) == ("POST", "boards"):
            return await board.choose(self.tables, table, asked)
        if what not in PICTURES:
            raise Refused("nothing_there", "look")
        return PICTURES[what](table, asked)

    # ---- who listens -----------------------------------------------------------------------------------

    async def listen(self, address: str, language: str, send: Send) -> Callable[[], None]:
        """Tell a page what happens at a table, until what is handed back is called."""
        asked = read_request("GET", address, "", language)
        table, seat = await self.tables.find(asked.path.split("/")[3]), asked.seat()
        if seat is not None:
            check_held(table, seat, "listen")
        listener = Listener(table, seat, asked.narrow, language, send)
        self._listeners.add(listener)
        listener.begin()
        self._bots.go_on(self.tables, table)
        return lambda: self._listeners.discard(listener)

    def _told(self, table: DeviceTable, answering: Seat | None) -> None:
        for listener in list(self._listeners):
            if listener.table is table:
                listener.tell(answering)
        self._bots.go_on(self.tables, table)

    def _noticed(self, table: DeviceTable, done: Done) -> Answer:
        for listener in list(self._listeners):
            if listener.table is table:
                listener.notice()
        return as_json(done)


def told_to_script(answer: Answer) -> str:
    """An answer as the worker's script hands it to the page."""
    return dumps({"status": answer.status, "kind": answer.kind, "body": answer.body})
