"""Scripted clients that play as pages do: they choose, hear, and get the boards of every seat."""

from __future__ import annotations

import gzip
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, final

import msgspec
from msgspec import Struct

from scripts.load.clients import Now, Seat
from scripts.load.wire import Answer, Event

PACKED: Final = "Accept-Encoding: gzip\r\n"  # as all browsers say
KEPT: Final = 16  # boards of a seat whose times are remembered until their move is acknowledged


class Choice(Struct, array_like=True):
    """Something that may be done."""

    moves: tuple[str, ...]


class Picture(Struct):
    """A picture, of which only the key is of interest."""

    key: str


class Boards(Struct):
    """What a page needs of its boards to go on."""

    number: int
    decision: int | None
    pictures: tuple[Picture, ...]
    choices: tuple[Choice, ...]


class Told(Struct):
    """What a stream says of the position itself."""

    number: int
    phase: str
    decision: int | None


class Look(Struct):
    """A position among other things."""

    position: Told


class Shown(Struct):
    """An event `boards`."""

    look: Look
    boards: Boards | None


SHOWN: Final = msgspec.json.Decoder(Shown)
BOARDS: Final[msgspec.json.Decoder[Boards | None]] = msgspec.json.Decoder(Boards | None)


@final
class PageSeat(Seat):
    """A browser at a seat; every second one is a narrow screen."""

    # `Any`: as `Seat` is made.
    def __init__(self, *words: Any) -> None:
        super().__init__(*words)
        self.caller.head = PACKED
        self._choices: tuple[Choice, ...] = ()
        self._known = ""  # the pictures that the page has, as the server wants to be told
        self._came: deque[tuple[int, float]] = deque(maxlen=KEPT)  # boards by entry, and when they came
        self._awaited: list[tuple[int, float]] = []  # others' moves by entry, and when they were sent
        self._is_loading = False

    def _stream_path(self) -> str:
        return f"{super()._stream_path()}&show=changes&narrow={self._narrow}"

    @property
    def _narrow(self) -> str:
        return "true" if self.seat % 2 else "false"

    def _hear(self, event: Event) -> None:
        if event.kind == "news":
            self._hear_news(event)
        elif event.kind == "boards":
            shown = SHOWN.decode(event.data)
            told = shown.look.position
            if shown.boards is not None:
                self._show(shown.boards, told.phase)
            elif told.phase != "playing":
                self.table.end()
            elif not self.is_asking:
                self._load()

    # ---- the boards ----------------------------------------------------------------------------------------

    def _load(self) -> None:
        """A page that comes asks for all boards; so it does when they were not told."""
        if not self._is_loading:
            self._is_loading = True
            self.table.crowd.do(self._loaded())

    async def _loaded(self) -> None:
        try:
            answer = await self._ask(f"{self._boards_path()}&seat={self.seat}", None, "GET")
        finally:
            self._is_loading = False
        if answer.status == 200:
            self._take_boards(answer)
        else:
            self.table.crowd.times.refuse(answer.status)

    def _boards_path(self) -> str:
        return f"/t/{self.table.code}/boards?narrow={self._narrow}&have={self._known}"

    def _take_boards(self, answer: Answer) -> Boards | None:
        packed = b"content-encoding: gzip" in answer.head.lower()
        boards = BOARDS.decode(gzip.decompress(answer.body) if packed else answer.body)
        if boards is not None:
            self._show(boards, "playing")  # the stream says when it is over
        return boards

    def _show(self, boards: Boards, phase: str) -> None:
        now = time.perf_counter()
        crowd = self.table.crowd
        crowd.times.boards += 1
        if self._came and boards.number < self._came[-1][0]:
            return  # newer ones came by the answer to a choice
        self._came.append((boards.number, now))
        done = [sent for number, sent in self._awaited if number <= boards.number]
        self._awaited = [each for each in self._awaited if each[0] > boards.number]
        crowd.times.shown += [now - sent for sent in done]
        self._known = "+".join([each.key for each in boards.pictures])
        self._choices = boards.choices
        legal = tuple([choice.moves[0] for choice in boards.choices])
        self._see(Now(boards.number, phase, boards.decision, legal))

    # ---- choosing ------------------------------------------------------------------------------------------

    def _choice(self, now: Now) -> tuple[str, object]:
        chosen = self.table.crowd.random.choice(self._choices).moves
        moves = sent([choice.moves for choice in self._choices], chosen)
        return self._boards_path(), {"seat": self.seat, "decision": now.decision, "moves": moves}

    def _take(self, answer: Answer, begun: float) -> None:
        """The answer brings one's own boards; the others wait for theirs."""
        boards = self._take_boards(answer)
        if boards is None:
            self._load()
            return
        self.table.crowd.times.shown.append(time.perf_counter() - begun)
        for other in self.table.seats:
            if isinstance(other, PageSeat) and other is not self:
                other.awaits(boards.number, begun)

    def awaits(self, number: int, sent: float) -> None:
        """Somebody has made a move; its boards may have come before its acknowledgement."""
        came = [at for reached, at in self._came if reached >= number]
        if came:
            self.table.crowd.times.shown.append(came[0] - sent)
        else:
            self._awaited.append((number, sent))


def sent(choices: Sequence[tuple[str, ...]], chosen: tuple[str, ...]) -> list[str]:
    """The moves of a choice that a page sends: where nothing else can follow, the table goes on by itself."""
    found = list(chosen[:1])
    for n in range(1, len(chosen)):
        alike = {moves[n] for moves in choices if moves[:n] == chosen[:n] and len(moves) > n}
        if len(alike) > 1:
            found.append(chosen[n])
    return found
