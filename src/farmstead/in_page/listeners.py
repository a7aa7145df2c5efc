"""What pages hear of a table: the news in words, then how things are, as a server's stream has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, final

import msgspec
from msgspec import structs

from farmstead.engine.contract import Seat
from farmstead.in_page.shown import context_of
from farmstead.in_page.summary import seat_names
from farmstead.in_page.tables import DeviceTable
from farmstead.render import View
from farmstead.server.play.board_messages import ShownOut
from farmstead.server.play.boards import boards_of, without
from farmstead.server.play.sentences import heard_of, look_of

Send: TypeAlias = Callable[[str, str], None]  # the kind of an event, and its data
_ENCODER: Final = msgspec.json.Encoder()


@final
class Listener:
    """One page that listens to a table by one of its seats, or as nobody."""

    def __init__(
        self, table: DeviceTable, seat: Seat | None, narrow: bool, language: str, send: Send
    ) -> None:
        self.table = table
        self._seat = seat
        self._narrow = narrow
        self._language = language
        self._send = send
        self._number = table.live.number
        self._had: set[str] | None = None  # pictures that the page has; None: it asks for the first

    def begin(self) -> None:
        """How things are."""
        self._tell_look(None)

    def tell(self, answering: Seat | None) -> None:
        """What is new; whoever holds the device now, and not this seat, is told so."""
        live = self.table.live
        if self._seat is not None and self._seat != self.table.shown():
            self._send("end", "not_yours")
            return
        names = seat_names(self.table.document, live, self._language)
        for news in live.news(min(self._number, live.number), self._seat):
            heard = heard_of(news, live.setup.game, names, self._language)
            self._send("news", _ENCODER.encode(heard).decode())
        self._number = live.number
        self._tell_look(answering)

    def notice(self) -> None:
        """Something besides the game has changed."""
        self._send("table", "{}")

    def _tell_look(self, answering: Seat | None) -> None:
        live, setup = self.table.live, self.table.live.setup
        position = live.position(self._seat)
        names = seat_names(self.table.document, live, self._language)
        look = look_of(setup, position, names, self._language, (None,) * setup.seats, counted=False)
        boards = None
        is_answered = answering is not None and answering == self._seat
        if position.view is not None and self._had is not None and not is_answered:
            drawn = boards_of(context_of(self.table, self._seat, self._language), self._narrow, None, True)
            boards = without(drawn, self._had)
            self._had = {each.key for each in drawn.pictures}
        elif self._had is None:
            self._had = set()
        view: View | None = None if position.view is None else {}
        plain = structs.replace(position, view=view, legal=())
        shown = ShownOut(structs.replace(look, position=plain), boards)
        self._send("boards", _ENCODER.encode(shown).decode())
