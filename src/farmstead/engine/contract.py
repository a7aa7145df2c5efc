"""What rules promise to everybody else. Nothing in this file knows a rule.

    FarmsteadError
    ├── IllegalMove        the player's: the rules forbid it; carries a Refusal
    │   └── NotUnderstood  the text is no move of this game
    ├── BadSetup           the table's: seats, options or edition that cannot be played
    ├── BadPosition        a view or a position that cannot be read
    ├── UnreadableFile     the path's: there is no such file, or it may not be read (farmstead.library)
    └── BadRecord          the file's: says which line (farmstead.engine.record)

Setup + moves = the whole game. Chance is a seat: its outcomes are moves with integer weights and
every chance event has a name that depends neither on the order of clicks nor on the ply.
Seats count from 0 in code, in `repr` too (`seat 0`), and from 1 in every text; chance is written `*`.
Positions, moves and set-ups are pickled and copied by their texts.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final, Self, TypeAlias

from mypy_extensions import mypyc_attr

from farmstead import hooks

Seat: TypeAlias = int
CHANCE: Final = -1  # the seat of the bag and the dice
Arg: TypeAlias = str | int
MAX_NUMBER_DIGITS: Final = 10  # digits of a number in an event


def seat_text(seat: Seat) -> str:
    """How a seat is written: `*` for chance, otherwise counted from 1."""
    return "*" if seat == CHANCE else str(seat + 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class FarmsteadError(Exception):
    """Anything that goes wrong through input; never a fault of the program."""


def in_words(error: FarmsteadError) -> str:
    """An error as a sentence for programmers (seats count from 0), and in brackets what it is made of."""
    sentence = hooks.explain(error)
    return f"{sentence} ({error.args[0]})" if sentence else str(error.args[0])


def counted(number: int, what: str) -> str:
    """`1 seat`, `2 seats`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


class Refusal:
    """Why something is not possible: `rule`, the paragraph; `key` for the words, and `args` to fill them in,
    seats counted from 0; `tried`, the move as it was written; `instead`, what would do.
    """

    __slots__ = ("args", "instead", "key", "rule", "tried")

    def __init__(
        self,
        rule: str,
        key: str,
        tried: str = "",
        args: Mapping[str, Arg] | None = None,
        instead: Sequence[str] = (),
    ) -> None:
        self.rule = rule
        self.key = key
        self.tried = tried
        self.args: dict[str, Arg] = dict(args) if args is not None else {}
        self.instead: list[str] = list(instead)

    def __str__(self) -> str:
        details = "".join([f" {name}={value}" for name, value in self.args.items()])
        return f"{self.rule} {self.key}{details}"

    def __repr__(self) -> str:
        return f"<Refusal of {self.tried!r}: {self}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Refusal, (self.rule, self.key, self.tried, self.args, self.instead)


@mypyc_attr(allow_interpreted_subclasses=True)
class IllegalMove(FarmsteadError):
    """The rules forbid it; `refusal` says which paragraph and what would do.

    `after` is the number of moves before it, where a whole game is played from its moves.
    """

    def __init__(self, refusal: Refusal, after: int | None = None) -> None:
        where = "" if after is None else f"after {counted(after, 'move')}, "
        super().__init__(f"{where}{refusal.tried}: {refusal}")
        self.refusal = refusal
        self.after = after

    def __str__(self) -> str:
        """A sentence, in which seats count from 0, and in brackets the key for programs."""
        return in_words(self)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.refusal, self.after)


@mypyc_attr(allow_interpreted_subclasses=True)
class NotUnderstood(IllegalMove):
    """The text is no move of this game."""


@mypyc_attr(allow_interpreted_subclasses=True)
class BadSetup(FarmsteadError):
    """A game that cannot be set up like this: a sentence, and which part of the set-up is wrong."""

    def __init__(self, sentence: str, part: str = "") -> None:
        super().__init__(sentence)
        self.part = part  # game, rules, seats, options or edition

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.args[0], self.part)


@mypyc_attr(allow_interpreted_subclasses=True)
class BadPosition(FarmsteadError):
    """A view or position that no game could have written; the message is a sentence."""


class Setup:
    """All that is settled before the first move: `game` by its name, revision of the `rules`, number of
    `seats`, `options` in canonical form, name and digest of the `edition`.
    """

    __slots__ = ("edition", "game", "options", "rules", "seats")

    def __init__(self, game: str, rules: int, seats: int, options: tuple[str, ...], edition: str) -> None:
        self.game = game
        self.rules = rules  # revision of the rules these moves are made under
        self.seats = seats
        self.options = options
        self.edition = edition  # name and digest of the components

    def lines(self) -> list[str]:
        """As a record begins with them, and as fair chance binds them."""
        return [
            f"game {self.game}",
            f"rules {self.rules}",
            f"seats {self.seats}",
            f"options {' '.join(self.options)}",
            f"edition {self.edition}",
        ]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and self.lines() == other.lines()

    def __hash__(self) -> int:
        return hash((self.game, self.rules, self.seats, self.options, self.edition))

    def __repr__(self) -> str:
        seats, options = counted(self.seats, "seat"), " ".join(self.options)
        return f"<Setup {self.game}, {seats}, {options}, rules {self.rules}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Setup, (self.game, self.rules, self.seats, self.options, self.edition)


@mypyc_attr(allow_interpreted_subclasses=True)
class Action:
    """A decision, or an outcome of chance. Immutable, interned on first use, written as text.

    Not an ABC: `isinstance` is the busiest call of an interpreted game, and an ABC makes it slow.
    """

    __slots__ = ()

    def __str__(self) -> str:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{self}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return move_of, (type(self).__module__, str(self))


def move_of(module: str, text: str) -> object:
    """The move that is written so: `NOTATION` or `GAME` of the module of its class reads it."""
    __import__(module)
    found = sys.modules[module]
    reader = getattr(found, "NOTATION", None) or getattr(found, "GAME", None)
    if reader is None:
        raise BadPosition(f"{module} has neither NOTATION nor GAME to read `{text[:40]}`")
    return reader.parse(text)


class Event:
    """Something to show after a move: whose doing it is (`seat`, CHANCE for nobody's), what happened (`key`,
    `args`), and who alone may know (`audience`; None: everybody). Never needed to rebuild a position.
    """

    __slots__ = ("args", "audience", "key", "seat")

    def __init__(
        self,
        key: str,
        seat: Seat = CHANCE,
        args: Mapping[str, Arg] | None = None,
        audience: Seat | None = None,
    ) -> None:
        self.key = key
        self.seat = seat
        self.args: dict[str, Arg] = dict(args) if args is not None else {}
        self.audience = audience  # None: everybody may know

    def heard_by(self, seat: Seat | None) -> bool:
        """Whether `seat` (None: a spectator) may hear of it."""
        return self.audience is None or self.audience == seat

    def __str__(self) -> str:
        """`1 harvested good=grain count=3`, with `@1` at the end when only seat 1 may know."""
        parts = [seat_text(self.seat), self.key] + [f"{name}={value}" for name, value in self.args.items()]
        if self.audience is not None:
            parts.append("@" + seat_text(self.audience))
        return " ".join(parts)

    def __repr__(self) -> str:
        """`<seat 0: harvested good=grain count=3>`: here seats count from 0, as `seat` does."""
        details = "".join([f" {name}={value}" for name, value in self.args.items()])
        alone = "" if self.audience is None else f", for seat {self.audience} alone"
        return f"<{_seat_name(self.seat)}: {self.key}{details}{alone}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[object, ...]:
        return Event, (self.key, self.seat, self.args, self.audience)


def _seat_name(seat: Seat) -> str:
    return "chance" if seat == CHANCE else f"seat {seat}"


def is_number(text: str) -> bool:
    """Whether it is written in the digits 0-9, with a plain minus before them at most."""
    digits = text[1:] if text[:1] == "-" else text
    return digits.isascii() and digits.isdecimal()


def parse_event(text: str) -> Event:
    """The event that `str(event)` wrote."""
    words = text.split()
    audience: Seat | None = None
    if words and words[-1].startswith("@"):
        audience = _parse_seat(words.pop()[1:])
    if len(words) < 2:
        raise BadPosition(f"`{text}` is no event: it needs a seat and a key")
    args: dict[str, Arg] = {}
    for word in words[2:]:
        name, _, value = word.partition("=")
        args[name] = int(value) if is_number(value) and len(value) < MAX_NUMBER_DIGITS else value
    return Event(words[1], _parse_seat(words[0]), args, audience)


def _parse_seat(text: str) -> Seat:
    if text == "*":
        return CHANCE
    if not (text.isascii() and text.isdecimal()) or text == "0" or len(text) >= MAX_NUMBER_DIGITS:
        raise BadPosition(f"`{text}` is no seat: seats are counted from 1, chance is *")
    return int(text) - 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Dealer(ABC):
    """Plays the CHANCE seat: the only randomness there is."""

    @abstractmethod
    def below(self, n: int) -> int:
        """A ticket from 0 to n - 1."""

    def deal(self, state: State) -> Action:
        """The outcome of the chance event that is due."""
        return state.deal(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """One position. Mutable, and owned by whoever cloned it: `apply` changes it, `child` does not.

    Positions are equal when their texts are. As they change, they are no keys; `text()` is one.
    """

    __slots__ = ()

    def game(self) -> Game:
        """The game it is a position of, with its components."""
        raise NotImplementedError(
            f"{type(self).__name__} does not say which game it is of: it has no `game()`"
        )

    @abstractmethod
    def to_act(self) -> list[Seat]:
        """`[2]`, or `[0, 1, 3]` in any order, or `[CHANCE]`, or `[]` when over. Not to be changed."""

    @abstractmethod
    def legal(self, seat: Seat) -> list[Action]:
        """What a player may do now, always in the same order; empty if the seat is not to act."""

    def pick(self, seat: Seat, dealer: Dealer) -> Action:
        """One legal move, each with the same chance: `legal(seat)[dealer.below(len)]`, perhaps quicker."""
        moves = self.legal(seat)
        return moves[dealer.below(len(moves))]

    @abstractmethod
    def odds(self) -> list[tuple[Action, int]]:
        """Chance is to act: the outcomes with their integer weights."""

    @abstractmethod
    def chance_name(self) -> str:
        """Chance is to act: what is decided (`year 3 spring seat 2 tile 1`), whatever was clicked before."""

    def faces(self) -> str:
        """Chance is to act: if equal dice are thrown, a letter for each face, and a ticket's digits in that
        base are the dice, the first die first. Else ``: outcomes own tickets in the order of `odds`.
        """
        return ""

    def deal(self, dealer: Dealer) -> Action:
        """One outcome for one ticket below the sum of the weights; each owns as many as its weight."""
        odds = self.odds()
        ticket = dealer.below(sum([weight for _, weight in odds]))
        for move, weight in odds:
            ticket -= weight
            if ticket < 0:
                return move
        raise AssertionError("the weights changed while dealing")

    @abstractmethod
    def apply(self, seat: Seat, move: Action, log: list[Event] | None = None) -> None:
        """Make a legal move. Trusts its caller; `Table.play` is the door that checks."""

    def conceals(self, seat: Seat, move: Action) -> bool:
        """Whether it is a secret of `seat` that it has no other move: then `move` is not made by itself."""
        return False

    @abstractmethod
    def clone(self) -> Self:
        """A position like this one that can be changed without changing it."""

    def child(self, seat: Seat, move: Action) -> Self:
        """The position that a legal move leads to; this one stays as it is. IllegalMove if it is not legal.

        For chance `seat` is CHANCE and `move` one of `odds`.
        """
        due = seat == CHANCE and CHANCE in self.to_act()
        if move not in ([outcome for outcome, _ in self.odds()] if due else self.legal(seat)):
            raise IllegalMove(self.why_not(seat, move))
        found = self.clone()
        found.apply(seat, move)
        return found

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, State) and type(self) is type(other) and self.text() == other.text()
        )

    def __hash__(self) -> int:
        raise TypeError("a position changes, so it cannot be a key; take its text()")

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        return position_of, (self.game(), self.text())

    def __repr__(self) -> str:
        """`<WalnutGrove, 2 seats, seat 0 to act>`: seats count from 0 here."""
        return f"<{type(self).__name__}, {counted(self.seats(), 'seat')}, {self.waiting_for()}>"

    def __str__(self) -> str:
        """The boards in letters, as a spectator sees them."""
        return hooks.draw(self) or repr(self)

    def waiting_for(self) -> str:
        """Who is to act, as `repr` says it: seats count from 0."""
        seats = self.to_act()
        if not seats:
            return f"over, {' '.join([str(points) for points in self.scores()])}"
        if seats[0] == CHANCE:
            return f"chance to act: `{self.chance_name()}`"
        names = " and ".join([str(seat) for seat in sorted(seats)])
        return f"seat{'s' if len(seats) > 1 else ''} {names} to act"

    @abstractmethod
    def stage(self) -> str:
        """The simultaneous stage being played (`year 3 spring`), or `` while turns are taken in order."""

    @abstractmethod
    def view(self, seat: Seat | None) -> dict[str, object]:
        """What `seat` (None: a spectator) may see, as JSON; it always says `seat`, `seats` and `to_act`."""

    @abstractmethod
    def text(self) -> str:
        """The whole position on one line; `Game.position` reads it back."""

    @abstractmethod
    def score_lines(self, seat: Seat) -> dict[str, int]:
        """The named lines of a seat's score as the position stands, `total` last: the sum of all others."""

    def reasons(self, seat: Seat) -> dict[str, list[Event]]:
        """What makes up the lines of `score_lines`, as events to be said, for the lines that can tell."""
        return {}

    @abstractmethod
    def places(self) -> list[int]:
        """The final order, 1 for the winner; shared places share the number."""

    def scores(self) -> list[int]:
        """The totals of all seats as the position stands."""
        return [self.score_lines(seat)["total"] for seat in range(self.seats())]

    @abstractmethod
    def seats(self) -> int:
        """How many play."""

    @abstractmethod
    def why_not(self, seat: Seat, move: Action) -> Refusal:
        """Why `seat` cannot make `move` now. Only asked for moves that are not legal."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """A game with one set of components: the factory of its positions."""

    name: str
    title: str
    rules: int  # the current revision of the rules; `setup` takes any revision that can still be played
    fewest: int
    most: int
    label: str  # name and digest of its components, as records write them

    @abstractmethod
    def setup(self, seats: int, options: Sequence[str] = (), rules: int | None = None) -> Setup:
        """A checked set-up with the options in canonical form; BadSetup says what is wrong."""

    @abstractmethod
    def start(self, setup: Setup) -> State:
        """The position before the first move."""

    @abstractmethod
    def parse(self, text: str) -> Action:
        """Inverse of `str(move)`; NotUnderstood when it is no move of this game."""

    @abstractmethod
    def position(self, text: str) -> State:
        """Inverse of `State.text`; BadPosition when no game could have written it."""

    def edition_text(self) -> str:
        """The text of the edition file it was made of; empty for the packaged one, or where there is none."""
        return ""

    @abstractmethod
    def from_view(self, seat: Seat | None, view: Mapping[str, object], dealer: Dealer) -> State:
        """A playable position that looks to `seat` exactly like `view`; what it cannot know is dealt anew."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> str | tuple[object, ...]:
        """A game that is always the same lies in the module of its class as `GAME`."""
        return "GAME"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, edition {self.label}>"


def position_of(game: Game, text: str) -> State:
    """The position of a game that is written so; positions are pickled by it."""
    return game.position(text)
