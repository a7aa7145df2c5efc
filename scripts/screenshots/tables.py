"""Real games of fair players, brought to where somebody should look at them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, final

from farmstead import shelf
from farmstead.agents.levels import Levelled
from farmstead.agents.seen import Seen
from farmstead.client import Client, Position, Who, bot, device
from scripts.screenshots.serving import luck_of

GROVE: Final = "walnut-grove"
VALLEY: Final = "sunflower-valley"
PAUSE: Final = 0.05  # seconds
LEVEL: Final = 4  # of whoever plays for the people


@dataclass(frozen=True)
class Wanted:
    """A table, and where its game should stand; without `enough` it is left as it was made."""

    game: str
    seats: Sequence[str | Who]
    enough: Callable[[Position], bool] | None = None
    chat: Sequence[str] = ()


def season(name: str, year: int = 4) -> Callable[[Position], bool]:
    """Walnut Grove, in a year, where there is something to choose."""

    def enough(position: Position) -> bool:
        view = position.view or {}
        return bool(view["year"] >= year and view["season"] == name and len(position.legal) > 1)

    return enough


def turn(round_: int) -> Callable[[Position], bool]:
    """Sunflower Valley, the beginning of a turn in a round."""

    def enough(position: Position) -> bool:
        view = position.view or {}
        return bool(view["round"] >= round_ and view["decision"] == "die")

    return enough


def never(_: Position) -> bool:
    """To the end of the game."""
    return False


TALK: Final = ("Good luck to all of us!", "That fishpond was mine …")
TABLES: Final = {
    "waiting": Wanted(GROVE, ["me", "invited", "open", bot(3)]),
    "grove-first": Wanted(GROVE, ["me", bot(2)], season("placing", 1)),
    "grove-spring": Wanted(GROVE, ["me", bot(2), bot(3)], season("spring")),
    "grove-summer": Wanted(GROVE, ["me", bot(2), bot(3)], season("summer")),
    "grove-autumn": Wanted(GROVE, ["me", bot(2), bot(3)], season("autumn"), TALK),
    "grove-winter": Wanted(GROVE, ["me", bot(2), bot(3)], season("winter")),
    "grove-hand": Wanted(GROVE, ["me", device("Ben")], season("autumn", 2)),
    "grove-alone-end": Wanted(GROVE, ["me"], never),
    "grove-end": Wanted(GROVE, ["me", bot(2), bot(3)], never, TALK),
    "valley": Wanted(VALLEY, ["me", bot(2), bot(3)], turn(8), TALK),
    "valley-hand": Wanted(VALLEY, ["me", device("Ben"), device("Clara")], turn(5)),
    "valley-end": Wanted(VALLEY, ["me", bot(2), bot(3)], never),
}


class _Enough(Exception):
    """The game has come to where it should stand."""


@final
class Tables:
    """The tables of one person at a server; each is made and played when it is first asked for."""

    def __init__(self, url: str, name: str = "Anna") -> None:
        self.url = url
        self.client = Client(url)
        self.client.name(name)
        self._codes: dict[str, str] = {}

    def close(self) -> None:
        self.client.close()

    def code(self, name: str) -> str:
        """Where one is."""
        if name not in self._codes:
            luck_of(name)
            self._codes[name] = self._made(TABLES[name])
        return self._codes[name]

    def _made(self, wanted: Wanted) -> str:
        table = self.client.make_table(wanted.game, wanted.seats).table
        if wanted.enough is not None:
            bring(self.client, table.code, wanted.enough)
        for line in wanted.chat:
            self.client.say(table.code, line)
        return table.code


def bring(client: Client, code: str, enough: Callable[[Position], bool]) -> None:
    """Play all seats of somebody by the program until a game stands where it should, or is over."""
    table = client.table(code)
    game, player = shelf.game(table.game), Levelled(LEVEL)

    def choose(position: Position) -> str:
        if enough(position):
            raise _Enough
        assert position.seat is not None and position.view is not None
        return player.choose(Seen(game, position.seat, position.view, position.legal))

    try:
        if len(table.mine()) == 1:
            client.play(code, choose)
        else:
            _hand_round(client, code, table.mine(), choose)
    except _Enough:
        _let_others_finish(client, code, table.mine())


def _let_others_finish(client: Client, code: str, mine: Sequence[int]) -> None:
    """In a season of all at once, bots may not be done yet; pictures should not depend on that."""
    while set(client.position(code).position.to_act) - set(mine):
        time.sleep(PAUSE)


def _hand_round(client: Client, code: str, seats: Sequence[int], choose: Callable[[Position], str]) -> None:
    """The same on a device that several share; in the end it lies on the table."""
    try:
        holder = None
        while not (look := client.position(code, holder).position).is_over():
            seat = next(seat for seat in look.to_act if seat in seats)
            if seat != holder:
                client.hand(code, seat)
                holder = seat
            position = client.position(code, seat).position
            assert position.decision is not None
            client.move(code, seat, position.decision, choose(position))
    finally:
        client.hand(code, None)
