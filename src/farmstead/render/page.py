"""What a page shows of a game: its boards as pictures, and which parts of them make which choice.

A game's `page(game, language, names)` answers its `GamePage`. Texts that are the page's own
are told as a key and fields; the page has the words.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from farmstead import shelf
from farmstead.engine.contract import Arg, Event, Game, Seat
from farmstead.render import View
from farmstead.render.words import LANGUAGE

Saying: TypeAlias = tuple[str, dict[str, Arg]]  # a key of the page's words, and its fields


class Shown(NamedTuple):
    """A picture and where it belongs."""

    name: str
    area: str  # `main`, `side`, `above` it, `tray`, or `seat 2` for what stands with that seat, from 0 on
    svg: str


class Ghost(NamedTuple):
    """What a choice would put on a part: a symbol, as large as it is there."""

    part: str
    symbol: str
    size: float
    joined: int = 0  # the edges that go on with what lies beside them: 1 above, then by turns 2, 4 and 8


class Choice(NamedTuple):
    """Something a seat may do: the moves it takes, and the parts that are chosen for it."""

    moves: tuple[str, ...]
    parts: tuple[str, ...]
    ghost: Ghost | None = None
    aside: bool = False  # not what is asked, but possible now
    whole: bool = False  # with all that has to be paid for it: every move of it is sent


class Proposal(NamedTuple):
    """What most people do where only goods and coins are moved about, made by one button."""

    moves: tuple[str, ...]
    uses: Mapping[str, int]  # how many things of which part it takes
    parts: tuple[str, ...]  # those that change it when they are chosen
    label: Saying  # of the button


class Try(NamedTuple):
    """A move that somebody means who chooses a part, after moves that lead to where it would be made."""

    before: tuple[str, ...]
    move: str


class Fact(NamedTuple):
    """A number worth knowing: its emblem, and the key of its words."""

    emblem: str
    key: str
    number: int


class Segment(NamedTuple):
    """A part of a year or round, in the order in which they come."""

    key: str
    now: bool


class Heading(NamedTuple):
    """Where in the game this is."""

    title: Saying
    note: Saying | None = None
    done: int = 0
    whole: int = 0
    segments: tuple[Segment, ...] = ()


class Traits(NamedTuple):
    """What scripts have to know about the parts and pictures of a game."""

    turning: tuple[str, ...] = ()  # kinds of parts that are turned through, and need not be clicked
    unfolding: tuple[str, ...] = ()  # kinds of parts that something unfolds from once one is chosen
    implied: tuple[str, ...] = ()  # those of them that count as chosen where all that is meant has one
    numbered: tuple[str, ...] = ()  # pictures whose parts digits pick, as they do those in the tray
    held: tuple[str, ...] = ()  # kinds of parts of which that of the first choice is in hand at once


class GamePage(ABC):
    """One game with one set of components, in one language, at one table."""

    traits: Traits = Traits()

    symbols: Mapping[str, str]
    """What the pictures use, by name; a page has them once."""
    apart: bool = True
    """Whether each seat has a board of its own."""
    billed: frozenset[str] = frozenset()
    """Events that `bill` sums up."""
    losses: frozenset[str] = frozenset()
    """Events by which a seat loses something: a choice that brings one is confirmed first."""

    chapters: tuple[tuple[str, ...], ...] = ()
    """Events that the log tells in one line, in their order."""
    gist: tuple[str, ...] = ()
    """Events that tell what a turn came to."""
    taken: tuple[tuple[str, str], ...] = ()
    """Events by which somebody takes a part, and its kind, which is the name of its argument, too."""
    freed: tuple[str, ...] = ()
    """Events after which all of these can be taken again."""
    upkeep: tuple[str, ...] = ()
    """Events of paying for oneself at the end of a year, which is told once more when the next one begins."""

    def lettered(self) -> Mapping[str, str]:
        """Those that are others for eyes that cannot rely on colours: with letters, or larger."""
        return {}

    @abstractmethod
    def boards(self, view: View, seat: Seat, narrow: bool) -> list[Shown]:
        """All that is shown of a position, `seat`'s own things as the main ones."""

    @abstractmethod
    def other(self, view: View, seat: Seat, narrow: bool = False) -> str:
        """What belongs to a seat, as large as one's own."""

    @abstractmethod
    def choices(self, view: View, legal: Sequence[str]) -> list[Choice]:
        """All that the view's seat may do now; those without parts are chosen by their words."""

    def wholes(self, view: View, legal: Sequence[str]) -> list[Choice]:
        """Choices together with what has to be paid for them, as most people would pay."""
        return []

    def proposal(self, view: View, wanted: Mapping[str, int]) -> Proposal | None:
        """What most people would do now, with as many things of some parts as are wanted; or None."""
        return None

    def bill(self, events: Sequence[Event]) -> list[Saying]:
        """What some events cost and bring, summed up; what is said here is not said by [would]."""
        return []

    def here(self, moves: Sequence[str], events: Sequence[Event]) -> Saying | None:
        """A choice that brings these events, in words that go with pointing at its part; or None."""
        return None

    def grown(self, view: View, after: View) -> list[Saying]:
        """What becomes larger by a choice."""
        return []

    def next_offer(self, view: View) -> Saying | None:
        """What there would be to choose from next; None where that needs no words."""
        return None

    @abstractmethod
    def tries(self, view: View, part: str, chosen: Sequence[str], legal: Sequence[str]) -> list[Try]:
        """What somebody means by a part that cannot be chosen, the likeliest first."""

    def thing(self, view: View, part: str) -> str:
        """The name of what a part is, as a drawing's `about` knows it; empty for what needs no words."""
        return ""

    @abstractmethod
    def heading(self, view: View) -> Heading:
        """Where in the game this is."""

    @abstractmethod
    def asked(self, view: View) -> Saying | None:
        """What the view's seat is asked; None when it is not."""

    def next_seat(self, view: View) -> Seat | None:
        """Who comes after the seat that is to move, where the order is known; else None."""
        return None

    def loose(self, view: View, seat: Seat) -> Mapping[str, str]:
        """Symbols that only this position needs."""
        return {}

    def unfolded(self, view: View, seat: Seat, chosen: Sequence[str]) -> str:
        """A picture of what is still to be chosen once some parts are; empty where there is none."""
        return ""

    def facts(self, view: View, seat: Seat) -> list[Fact]:
        """What a seat has, as far as the view knows."""
        return []

    def stock(self, view: View) -> list[Fact]:
        """What is left for all."""
        return []

    def known_lines(self, view: View, seat: Seat, lines: Sequence[str]) -> set[str]:
        """The lines of a seat's score that the view is enough to count."""
        return set(lines)

    def overlay(self, view: View, seat: Seat, line: str, narrow: bool = False) -> str:
        """What a line of the score counts, to be laid over the seat's main picture; or nothing."""
        return ""

    # ---- what chance may bring, for those who choose it --------------------------------------------------

    @abstractmethod
    def outcome(self, move: str) -> str:
        """An outcome in words that tell it from the others."""

    def outcome_picture(self, move: str) -> str:
        """A picture of it; empty where words are enough."""
        return ""

    def face(self, face: str) -> str:
        """What a die shows, by the letter it is written with."""
        return face


@lru_cache(64)
def page_for(game: Game, language: str = LANGUAGE, names: tuple[str, ...] = ()) -> GamePage:
    """The page of a game, imported only now."""
    build: Callable[[Game, str, tuple[str, ...]], GamePage] = shelf.part(game.name, "page")
    return build(game, language, names)
