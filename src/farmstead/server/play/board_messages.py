"""What the page of a table gets to know of a position, as types."""

from __future__ import annotations

from msgspec import Struct

from farmstead.engine.contract import Seat
from farmstead.messages import Look


class PictureOut(Struct, frozen=True, omit_defaults=True):
    """One picture, or only its key where the browser has it."""

    name: str
    area: str
    key: str
    svg: str = ""


class ChoiceOut(Struct, frozen=True, omit_defaults=True, array_like=True):
    """Something that may be done: its moves, its parts, its ghost (part, symbol, size, edges joined), its
    words; `whole` where all its moves are sent.
    """

    moves: tuple[str, ...]
    parts: tuple[str, ...]
    ghost: tuple[str, str, float, int] | None
    aside: bool
    words: str
    doubt: str
    whole: bool


class ProposalOut(Struct, frozen=True):
    """What most people would do now, to be made by one button (`render.page.Proposal`)."""

    moves: tuple[str, ...]
    uses: dict[str, int]
    parts: tuple[str, ...]
    words: str  # on the button
    sentences: tuple[str, ...]  # what it costs and brings


class FactOut(Struct, frozen=True):
    emblem: str
    words: str
    number: int


class SegmentOut(Struct, frozen=True):
    key: str
    words: str
    now: bool


class HeadingOut(Struct, frozen=True):
    title: str
    note: str
    done: int
    whole: int
    segments: tuple[SegmentOut, ...]


class BoardLineOut(Struct, frozen=True):
    """A line of the score as it stands, None where it cannot be known yet."""

    key: str
    words: str
    points: tuple[int | None, ...]
    notes: tuple[str, ...] = ()  # of ties, at the end


class TraitsOut(Struct, frozen=True):
    """What scripts have to know about the parts and pictures of a game (`render.page.Traits`)."""

    turning: tuple[str, ...]
    unfolding: tuple[str, ...]
    implied: tuple[str, ...]
    numbered: tuple[str, ...]
    held: tuple[str, ...]
    chapters: tuple[tuple[str, ...], ...] = ()
    gist: tuple[str, ...] = ()
    taken: tuple[tuple[str, str], ...] = ()
    freed: tuple[str, ...] = ()
    upkeep: tuple[str, ...] = ()


class BoardsOut(Struct, frozen=True):
    """All that the page shows of a position."""

    number: int
    seat: Seat | None
    shown: Seat  # whose things are the main ones
    decision: int | None
    heading: HeadingOut
    question: str
    pictures: tuple[PictureOut, ...]
    symbols: str  # those that only this position needs
    choices: tuple[ChoiceOut, ...]
    proposal: ProposalOut | None
    traits: TraitsOut
    facts: tuple[tuple[FactOut, ...], ...]  # by seat
    stock: tuple[FactOut, ...]
    lines: tuple[BoardLineOut, ...]
    verdict: tuple[str, ...]
    next: Seat | None = None  # who comes after the seat that is to move, where the order is known


class ShownOut(Struct, frozen=True):
    """What a stream tells a page after news: a position without what only programs read, and its boards.

    Without boards the page has to ask for them, or the game has not begun.
    """

    look: Look
    boards: BoardsOut | None
