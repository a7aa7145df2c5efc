"""The same game twice: once as it was played, and once with a thing in it that only its owner may know.

A script is a whole game by its choices. Its twin has the same choices by the same seats in the same order, but a
coin that was drawn face down is of another metal, or its owner gave up another of the coins that nobody else
sees (WG 5.12, 5.14). Whoever is not the owner must not be able to tell which of the two is being played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import NamedTuple

from farmstead import shelf
from farmstead.engine.contract import CHANCE, Action, Dealer, IllegalMove, Seat, State
from farmstead.engine.dealer import KeyedDealer, key_from_seed
from farmstead.engine.table import Table

METALS = ("copper", "silver", "gold")
WALNUT, VALLEY = "walnut-grove", "sunflower-valley"


class Impossible(Exception):
    """Chance cannot come out as it is told, or a choice is not there any more."""


class Choice(NamedTuple):
    """What somebody chose."""

    seat: Seat
    move: str


class Luck(Dealer):
    """Chance as a script wants it, by the names of its events; what it does not say follows from its seed.

    The table's own key decides nothing, so that it can be another one in every world.
    """

    def __init__(self, seed: int, told: Mapping[str, str]) -> None:
        self.happened: dict[str, str] = {}
        self._told = told
        self._other = KeyedDealer(key_from_seed(f"leaks {seed}"))

    def deal(self, state: State) -> Action:
        name = state.chance_name()
        outcome = self._other.deal(state) if name not in self._told else self._as_told(state, name)
        self.happened[name] = str(outcome)
        return outcome

    def _as_told(self, state: State, name: str) -> Action:
        for outcome, _ in state.odds():
            if str(outcome) == self._told[name]:
                return outcome
        raise Impossible(name)

    def below(self, n: int) -> int:
        raise AssertionError("outcomes are asked for, not tickets")


@dataclass(frozen=True)
class Script:
    """A game from its beginning to its end, or to where it is broken off."""

    game: str
    seats: int
    seed: int
    choices: tuple[Choice, ...]
    luck: Mapping[str, str] = field(repr=False)  # how each chance event comes out

    def dealer(self) -> Luck:
        return Luck(self.seed, self.luck)

    def until(self, choices: int) -> Script:
        return replace(self, choices=self.choices[:choices])


class Twins(NamedTuple):
    """Two games that differ in what one seat alone may know, from one choice on."""

    one: Script
    other: Script
    owner: Seat
    since: int  # after so many choices there is a difference


# ---- playing by oneself ------------------------------------------------------------------------------------

Taste = Callable[[str], float]  # how much somebody likes a move


def thrifty(move: str) -> float:
    """Goes for coins and does not let go of them; likes short games."""
    if any(metal in move for metal in METALS):
        return 0.001
    likes = {"visit general-store": 30.0, "sell": 30.0, "done": 0.2, "repay": 0.01, "pass": 3.0, "visit": 0.05}
    return next((weight for words, weight in likes.items() if move.startswith(words)), 1.0)


def spendthrift(move: str) -> float:
    """Goes for coins and pays with them."""
    return 20.0 if any(metal in move for metal in METALS) else thrifty(move)


def anyhow(move: str) -> float:
    return 1.0


def played(game: str, seats: int, seed: int, taste: Taste) -> Script:
    """A whole game, in which seats that choose at the same time do so one after the other."""
    random = Random(seed)
    table, luck = new_table(game, seats), Luck(seed, {})
    choices: list[Choice] = []
    table.settle(luck)
    while table.state.to_act():
        seat = table.state.to_act()[0]
        moves = [str(move) for move in table.state.legal(seat)]
        move = random.choices(moves, [taste(move) for move in moves])[0]
        choices.append(Choice(seat, move))
        table.play(seat, move)
        table.settle(luck)
    return Script(game, seats, seed, tuple(choices), luck.happened)


def new_table(game: str, seats: int) -> Table:
    found = shelf.game(game)
    return Table(found, found.setup(seats))


def steps(script: Script) -> Iterator[Table]:
    """The table before each choice and at the end; Impossible when a choice cannot be made."""
    table, luck = new_table(script.game, script.seats), script.dealer()
    table.settle(luck)
    for seat, move in script.choices:
        yield table
        try:
            table.play(seat, move)
        except IllegalMove as error:
            raise Impossible(str(error)) from error
        table.settle(luck)
    yield table


# ---- twins -------------------------------------------------------------------------------------------------


def with_another_coin(script: Script) -> Iterator[Twins]:
    """Each coin drawn and kept, as another metal."""
    for name, outcome in script.luck.items():
        if not outcome.startswith("coin "):
            continue
        for metal in METALS:
            other = replace(script, luck={**script.luck, name: f"coin {metal}"})
            yield from as_twins(script, other, owner_of(name))


def owner_of(event: str) -> Seat:
    """`year 2 autumn seat 3 coin 1`: whose coin it is."""
    words = event.split()
    return int(words[words.index("seat") + 1]) - 1


def with_another_gift(script: Script) -> Iterator[Twins]:
    """Each coin given up, while its owner had others."""
    for n, (seat, move) in enumerate(script.choices):
        for metal in METALS:
            changed = Choice(seat, " ".join([metal if word in METALS else word for word in move.split()]))
            choices = (*script.choices[:n], changed, *script.choices[n + 1 :])
            yield from as_twins(script, replace(script, choices=choices), seat)


def as_twins(one: Script, other: Script, owner: Seat) -> Iterator[Twins]:
    """The two, if they really differ, only for the owner, and nobody has to choose at another time."""
    if one == other:
        return
    since = None
    try:
        for n, (table, twin) in enumerate(zip(steps(one), steps(other), strict=True)):
            if table.state.to_act() != twin.state.to_act():
                return
            if since is None and table.state.view(owner) != twin.state.view(owner):
                since = n
    except Impossible:
        return
    if since is not None and since < len(one.choices):
        yield Twins(one, other, owner, since)


def found(
    game: str,
    seats: int,
    taste: Taste,
    twins: Callable[[Script], Iterator[Twins]],
    owner: Seat,
    seed: int = 0,
) -> Twins:
    """The first such twins from a seed on."""
    for each in count(seed):
        for pair in twins(played(game, seats, each, taste)):
            if pair.owner == owner:
                return pair
    raise AssertionError("seeds do not end")


def with_another_future(script: Script, event: str) -> Twins:
    """Chance comes out otherwise at an event that is still to come. Both break off with the choice it follows."""
    for n, table in enumerate(steps(script)):
        if n and event in names_since(table):
            ...
