"""Games that go on from a move of another: where they begin, and what chance brings there.

The other game comes as its record. Its first moves are played again, and with the same luck each chance event
that the record names comes out as it did there, if that can still be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple, final

from farmstead.engine.contract import CHANCE, Action, BadSetup, Dealer, Game, IllegalMove, State
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.record import BadRecord, Record, open_record, re_execute, read_record
from farmstead.engine.table import Table
from farmstead.server.table.entries import Damaged
from farmstead.server.table.setup import Origin, SeatPlan, TableSetup, game_of

CACHED_RECORDS: Final = 32  # records whose luck is remembered


class BranchStart(NamedTuple):
    """The table of a game that goes on, and who deals there."""

    table: Table
    dealer: Dealer
    chosen: ChosenDealer | None = None  # the same, where people say what chance brings


def begin(setup: TableSetup, origin: Origin) -> BranchStart:
    """Play a record's first moves again; Damaged if the record is not as it was when the table was made."""
    game = setup.found_game()
    setup.engine_setup(game)  # what cannot be played is not to be had in this version: BadSetup
    try:
        record = read_record(setup.told.encode())
        table = re_execute(record, lambda *_: game, origin.ply)
    except BadRecord as error:
        raise Damaged(f"the record that this game goes on from: {error}") from None
    is_it = sha256(setup.told.encode()).hexdigest() == origin.record
    if not is_it or not _fits(record, setup) or origin.ply > len(record.moves):
        raise Damaged("this game does not go on from the record that is kept for it")
    if origin.luck == "chosen":
        chosen = ChosenDealer(setup.key)
        return BranchStart(table, chosen, chosen)
    if origin.luck == "fresh":
        return BranchStart(table, KeyedDealer(setup.key))
    told = luck_of(setup.game, setup.edition, setup.components, setup.told)
    key = setup.key if record.fair is None else record.fair.game_key(record.setup)
    return BranchStart(table, SameDealer(told, KeyedDealer(key)))


def _fits(record: Record, setup: TableSetup) -> bool:
    its = record.setup
    ours = (setup.game, setup.rules, setup.seats, setup.options, setup.edition)
    return (its.game, its.rules, its.seats, its.options, its.edition) == ours


@lru_cache(CACHED_RECORDS)
def luck_of(name: str, edition: str, components: str, text: str) -> Mapping[str, str]:
    """What each chance event of a record brought, by the event's name."""
    game = game_of(name, edition, components)
    return _luck(read_record(text.encode()), game)


def _luck(record: Record, game: Game) -> Mapping[str, str]:
    found: dict[str, str] = {}
    try:
        table = open_record(record, lambda *_: game)
        for seat, text in record.moves:
            if seat == CHANCE and CHANCE in table.state.to_act():
                found[table.state.chance_name()] = text
            table.play(seat, text)
    except (BadRecord, BadSetup, IllegalMove) as error:
        raise Damaged(f"the record that a game goes on from: {error}") from None
    return found


def outcome(state: State, text: str) -> Action | None:
    """What chance is to bring, if it can."""
    for move, weight in state.odds():
        if weight > 0 and str(move) == text:
            return move
    return None


@final
class SameDealer(Dealer):
    """Brings what a record tells of, and where that cannot be, what another dealer does."""

    def __init__(self, told: Mapping[str, str], otherwise: KeyedDealer) -> None:
        self._told = told
        self._otherwise = otherwise

    def deal(self, state: State) -> Action:
        text = self._told.get(state.chance_name())
        found = None if text is None else outcome(state, text)
        return self._otherwise.deal(state) if found is None else found

    def below(self, n: int) -> int:
        return self._otherwise.below(n)


@final
class ChosenDealer(Dealer):
    """Brings what somebody chose for the event's name; what they left to chance follows from a key.

    What was chosen for a name stays: whoever goes back and comes to the same event again finds the same.
    """

    def __init__(self, key: bytes) -> None:
        self._otherwise = KeyedDealer(key)
        self._chosen: dict[str, str] = {}  # by the event's name; nothing: it falls as it may
        self.falls = False  # everything does, until somebody has to decide

    def choose(self, event: str, text: str) -> None:
        self._chosen[event] = text

    def chosen(self, event: str) -> str | None:
        """What was chosen for an event: nothing if it was left to chance, None if nobody was asked yet."""
        return self._chosen.get(event)

    def knows(self, state: State) -> bool:
        """Whether nobody has to be asked about the event that is due."""
        text = self._chosen.get(state.chance_name())
        return self.falls or text == "" or (text is not None and outcome(state, text) is not None)

    def deal(self, state: State) -> Action:
        text = self._chosen.setdefault(state.chance_name(), "")
        found = outcome(state, text) if text else None
        return self._otherwise.deal(state) if found is None else found

    def below(self, n: int) -> int:
        return self._otherwise.below(n)


def branched_setup(
    text: str, origin: Origin, plan: Sequence[SeatPlan], key: bytes, components: str = ""
) -> TableSetup:
    """The set-up of a game that goes on from a record, which has been read and checked before."""
    its = read_record(text.encode()).setup
    return TableSetup(
        its.game,
        its.rules,
        its.seats,
        tuple(its.options),
        its.edition,
        tuple(plan),
        components,
        key,
        origin=origin,
        told=text,
    )
