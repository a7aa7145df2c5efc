"""Real games of fair players, brought to where somebody should look at them; the same each time.

Bots think at the same time, and in whichever order they are done, so people play here: Anna, Ben and Clara.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, final

from farmstead import shelf
from farmstead.agents.evaluators import evaluator_for
from farmstead.agents.levels import LevelAgent
from farmstead.agents.observation import Observation
from farmstead.client import Client, Position, Who, bot, device
from scripts.screenshots.serving import luck_of

GROVE: Final = "walnut-grove"
VALLEY: Final = "sunflower-valley"
FRIENDS: Final = ("Ben", "Clara")
FRIEND: Final = "open"  # a seat that one of them takes
LEVEL: Final = 4  # of whoever plays for the people


@dataclass(frozen=True)
class Wanted:
    """A table, and where its game should stand; without `enough` it is left as it was made."""

    game: str
    seats: Sequence[str | Who]
    enough: Callable[[Position], bool] | None = None
    chat: Sequence[str] = ()  # by one after the other
    wish: Callable[[str], bool] | None = None  # moves that the first seat makes wherever it can


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


def beside(move: str) -> bool:
    """A tile laid left or right of the board (WG 3.7)."""
    return move.startswith("lay ") and move.split()[3].endswith(",0")


def hiring(move: str) -> bool:
    """As many labourers as there is room for (WG 5.9), and huts for them."""
    return move in HIRING or move.startswith("hire ")


def never(_: Position) -> bool:
    """To the end of the game."""
    return False


HIRING: Final = ("build hut", *[f"visit {building}" for building in ("lodge", "hotel", "saloon")])
TALK: Final = ("Good luck to all of us!", "That fishpond was mine …", "Next year!")
TABLES: Final = {
    "waiting": Wanted(GROVE, ["me", "invited", "open", bot(3)]),
    "grove-first": Wanted(GROVE, ["me", FRIEND], season("placing", 1)),
    "grove-spring": Wanted(GROVE, ["me", FRIEND, FRIEND], season("spring")),
    "grove-summer": Wanted(GROVE, ["me", FRIEND], season("summer", 3)),
    "grove-autumn": Wanted(GROVE, ["me", FRIEND, FRIEND], season("autumn"), TALK),
    "grove-winter": Wanted(GROVE, ["me", FRIEND], season("winter", 3)),
    "grove-beside": Wanted(GROVE, ["me"], season("spring"), wish=beside),
    "grove-household": Wanted(GROVE, ["me"], season("autumn", 8), wish=hiring),
    "grove-hand": Wanted(GROVE, ["me", device("Ben")], season("autumn", 2)),
    "grove-alone-end": Wanted(GROVE, ["me"], never),
    "grove-end": Wanted(GROVE, ["me", FRIEND], never, TALK[:2]),
    "valley": Wanted(VALLEY, ["me", FRIEND, FRIEND], turn(8), TALK),
    "valley-hand": Wanted(VALLEY, ["me", device("Ben"), device("Clara")], turn(5)),
    "valley-end": Wanted(VALLEY, ["me", FRIEND], never),
}


class _Enough(Exception):
    """The game has come to where it should stand."""


@final
class Tables:
    """The tables of Anna at a server; each is made and played when it is first asked for."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.client = named(url, "Anna")
        self._friends = [named(url, name) for name in FRIENDS]
        self._codes: dict[str, str] = {}

    def close(self) -> None:
        for client in (self.client, *self._friends):
            client.close()

    def code(self, name: str) -> str:
        """Where one is."""
        if name not in self._codes:
            luck_of(name)
            self._codes[name] = self._made(TABLES[name])
        return self._codes[name]

    def _made(self, wanted: Wanted) -> str:
        code = self.client.make_table(wanted.game, wanted.seats).table.code
        if wanted.enough is None:
            return code
        free = [seat.seat for seat in self.client.table(code).seats if not seat.how]
        for seat, friend in zip(free, self._friends, strict=False):
            friend.sit(code, seat)
        friends = dict(zip(free, self._friends, strict=False))
        players = {**dict.fromkeys(self.client.table(code).mine(), self.client), **friends}
        lead(players, code, wanted.enough, wanted.wish)
        for n, line in enumerate(wanted.chat):
            (self.client, *self._friends)[n].say(code, line)
        return code


def named(url: str, name: str) -> Client:
    client = Client(url, contribute=False)  # else the luck would be another each time
    client.name(name)
    return client


def lead(
    players: Mapping[int, Client],
    code: str,
    enough: Callable[[Position], bool],
    wish: Callable[[str], bool] | None = None,
) -> None:
    """Play a game of people in a fixed order until it stands before the first as it should, or is over."""
    first = players[0]
    game, player = shelf.game(first.table(code).game), LevelAgent(LEVEL)
    shared = [seat for seat, client in players.items() if client is first]
    seat = shared[0]
    while not (position := seen_by(players, shared, code, seat)).is_over():
        if seat != max(position.to_act):
            seat = max(position.to_act)
            continue
        assert position.decision is not None and position.view is not None
        if seat in shared and enough(position):
            break
        seen = Observation(game, seat, position.view, position.legal)
        wished = [move for move in position.legal if seat == 0 and wish is not None and wish(move)]
        move = best_of(wished, seen) if wished else player.choose(seen)
        players[seat].move(code, seat, position.decision, move)
    if len(shared) > 1:
        first.hand(code, None)


def best_of(moves: Sequence[str], seen: Observation) -> str:
    """The one that the evaluator of the game likes best."""
    turns = evaluator_for(seen.game.name).turns(seen.imagine(seen.dice(1)), seen.seat)
    worth = {str(turn.moves[0]): turn.value for turn in sorted(turns, key=lambda turn: turn.value)}
    return max(moves, key=lambda move: worth[move])


def seen_by(players: Mapping[int, Client], shared: Sequence[int], code: str, seat: int) -> Position:
    """What a seat sees; it is handed the device first where several share one."""
    if len(shared) > 1 and players[seat].table(code).holder != seat:
        players[seat].hand(code, seat)
    return players[seat].position(code, seat).position


def bring(client: Client, code: str, enough: Callable[[Position], bool]) -> None:
    """Play the one seat of somebody against bots until a game stands where it should, or is over."""
    game, player = shelf.game(client.table(code).game), LevelAgent(LEVEL)

    def choose(position: Position) -> str:
        if enough(position):
            raise _Enough
        assert position.seat is not None and position.view is not None
        return player.choose(Observation(game, position.seat, position.view, position.legal))

    with suppress(_Enough):
        client.play(code, choose)
