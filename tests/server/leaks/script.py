"""The same game twice: once as it was played, and once with something in it that only its owner may know.

A script is a game by its choices. Its twin has the same choices by the same seats in the same order, but the
coins somebody drew face down are of other metals, or their owner gave up another of the coins that nobody
else sees (WG 5.12, 5.14). Whoever is not the owner must not be able to tell which of the two is being played.
Or chance is to come out otherwise at some moment; before it nobody at all must be able to tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import NamedTuple

from farmstead import shelf
from farmstead.engine.contract import Action, Dealer, IllegalMove, Seat, State
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

    def __init__(self, seed: int, told: Mapping[str, str], otherwise: str = "") -> None:
        self.happened: dict[str, str] = {}
        self._told = told
        self._otherwise = otherwise  # at this event it comes out in another way
        self._seeded = KeyedDealer(key_from_seed(f"leaks {seed}"))

    def deal(self, state: State) -> Action:
        name = state.chance_name()
        usual = str(self._seeded.deal(state))
        wanted = self._told.get(name, usual)
        for outcome, _ in state.odds():
            if (str(outcome) == wanted) == (name != self._otherwise):
                self.happened[name] = str(outcome)
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
    luck: Mapping[str, str] = field(repr=False)  # how chance events come out
    otherwise: str = ""  # the event that comes out in another way

    def dealer(self) -> Luck:
        return Luck(self.seed, self.luck, self.otherwise)

    def until(self, choices: int) -> Script:
        return replace(self, choices=self.choices[:choices])


class Twins(NamedTuple):
    """Two games that differ in what one seat alone may know, from one choice on."""

    one: Script
    other: Script
    owner: Seat
    since: int  # after so many choices there is a difference

    def until(self, choices: int) -> Twins:
        return self._replace(one=self.one.until(choices), other=self.other.until(choices))


# ---- playing by oneself ------------------------------------------------------------------------------------

Taste = Callable[[str], float]  # how much somebody likes a move
LIKES = {
    "visit general-store": 30.0,
    "sell": 30.0,
    "pass": 30.0,
    "help": 5.0,
    "leave": 3.0,
    "done": 0.5,
    "visit": 0.02,
    "keep": 0.01,
    "throw": 0.001,
    "move": 0.001,
    "repay": 0.001,
}


def thrifty(move: str) -> float:
    """Goes for coins, does not let go of them, and makes a short game of it."""
    if any(metal in move for metal in METALS):
        return 0.0001
    return next((weight for words, weight in LIKES.items() if move.startswith(words)), 1.0)


def giving(verb: str) -> Taste:
    """Goes for coins and about town, and gives coins up in one way and no other."""

    def taste(move: str) -> float:
        if move.startswith(verb) and any(metal in move for metal in METALS):
            return 50.0
        return 3.0 if move.startswith("visit") and move not in LIKES else thrifty(move)

    return taste


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


class Step(NamedTuple):
    """A game after some of its choices."""

    state: State
    happened: Mapping[str, str]  # by chance, so far


def steps(script: Script) -> Iterator[Step]:
    """The game before each choice and at its end; Impossible when a choice cannot be made."""
    table, luck = new_table(script.game, script.seats), script.dealer()
    table.settle(luck)
    for seat, move in script.choices:
        yield Step(table.state, luck.happened)
        try:
            table.play(seat, move)
        except IllegalMove as error:
            raise Impossible(str(error)) from error
        table.settle(luck)
    yield Step(table.state, luck.happened)


# ---- twins -------------------------------------------------------------------------------------------------

Finder = Callable[[Script], Iterator[Twins]]


def with_other_coins(script: Script) -> Iterator[Twins]:
    """For each seat, all coins that it draws are of other metals."""
    for owner in range(script.seats):
        for turn in (1, 2):
            luck = {
                name: turned(outcome, turn) if is_coin_of(name, owner) else outcome
                for name, outcome in script.luck.items()
            }
            yield from as_twins(script, replace(script, luck=luck), owner)


def is_coin_of(event: str, owner: Seat) -> bool:
    """`year 2 autumn seat 3 coin 1` is one of seat 3."""
    return f" seat {owner + 1} coin " in event


def turned(text: str, turn: int) -> str:
    """Each metal becomes the next, or the one after it."""
    words = [METALS[(METALS.index(word) + turn) % 3] if word in METALS else word for word in text.split()]
    return " ".join(words)


def with_another_gift(verb: str) -> Finder:
    """Each coin that is given up, or kept, in this way, as another that its owner had."""

    def twins(script: Script) -> Iterator[Twins]:
        for n, (seat, move) in enumerate(script.choices):
            for turn in (1, 2):
                changed = Choice(seat, turned(move, turn))
                if changed.move != move and move.startswith(verb):
                    choices = (*script.choices[:n], changed, *script.choices[n + 1 :])
                    yield from as_twins(script, replace(script, choices=choices), seat)

    return twins


def as_twins(one: Script, other: Script, owner: Seat) -> Iterator[Twins]:
    """The two, if they differ for the owner and everybody chooses when they do in the other."""
    since = None
    try:
        for n, (step, twin) in enumerate(zip(steps(one), steps(other), strict=True)):
            if step.state.to_act() != twin.state.to_act():
                return
            if since is None and step.state.view(owner) != twin.state.view(owner):
                since = n
    except Impossible:
        return
    if since is not None and since < len(one.choices):
        yield Twins(one, other, owner, since)


def found(
    seats: int,
    owner: Seat,
    finder: Finder,
    seed: int,
    taste: Taste = thrifty,
    choices: int | None = None,
) -> Twins:
    """The first such twins from a seed on, of whole games or of so many choices."""
    for each in count(seed):
        script = played(WALNUT, seats, each, taste)
        for twins in finder(script.until(choices or len(script.choices))):
            if twins.owner == owner:
                return twins
    raise AssertionError("seeds do not end")


def with_another_future(script: Script, event: str) -> tuple[Script, Script]:
    """Chance comes out otherwise at an event still to come. Both end with the choice that leads to it."""
    led = next(n for n, step in enumerate(steps(script)) if event in step.happened)
    one = replace(script.until(led), luck={})
    return one, replace(one, otherwise=event)
