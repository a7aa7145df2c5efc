"""A position as the page shows it: its boards as pictures, and what may be done by which of their parts.

Drawn from what a seat may see and from nothing else. What has been drawn is kept by table, entry and seat:
all who look at a table ask at the same moment.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

from msgspec import structs

from farmstead.engine.contract import Arg, Game, Seat
from farmstead.engine.dealer import QuickDealer
from farmstead.messages import Position
from farmstead.render import Drawing, View
from farmstead.render.page import Choice, Fact, GamePage, Heading, Saying, page_for
from farmstead.render.words import PAGES_OF, page_words, words_for
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor
from farmstead.server.play.board_messages import (
    BoardLineOut,
    BoardsOut,
    ChoiceOut,
    FactOut,
    HeadingOut,
    PictureOut,
    ProposalOut,
    SegmentOut,
    TraitsOut,
)
from farmstead.server.play.outcomes import outcome_of, sentences_of
from farmstead.server.play.sentences import drawing_of, verdict_of
from farmstead.server.store import TableId
from farmstead.server.table.live_table import LiveTable

CACHED_MOVES: Final = 8192  # in words
KEY_DIGITS: Final = 12  # hexadecimal ones, by which pictures are told apart

Scores: TypeAlias = Sequence[Mapping[str, int | None]]  # by seat


class PageContext(NamedTuple):
    """What somebody may see of a game, and all that is needed to show it to them."""

    position: Position
    view: View
    game: Game
    drawing: Drawing
    page: GamePage
    language: str
    names: tuple[str, ...]
    shown: Seat | None = None  # none: one's own

    @property
    def seat(self) -> Seat:
        """Whose things are the main ones."""
        return (self.position.seat or 0) if self.shown is None else self.shown

    def say(self, key: str, **fields: Arg) -> str:
        """A text of the game's pages by table and key, such as `playing.not_now`."""
        table, _, name = key.partition(".")
        return words_for(PAGES_OF + self.game.name, self.language).say_again(table, name, **fields)


async def page_context(
    core: Core, visitor: Visitor, live: LiveTable, position: Position, language: str, names: tuple[str, ...]
) -> PageContext:
    """A position of a table with all that is needed to show it; Refused before the game has begun."""
    if position.view is None:
        raise Refused("not_started", "look")
    game, text = live.game, live.setup.components
    if text:  # it has to be read for it
        pool = core.pools.editions
        drawing = await pool.run(visitor.address, "look", lambda: drawing_of(game, text, language))
    else:
        drawing = drawing_of(game, text, language)
    return PageContext(
        position, position.view, game, drawing, page_for(game, language, names), language, names
    )


async def drawn(core: Core, visitor: Visitor, table: TableId, found: PageContext, narrow: bool) -> BoardsOut:
    """The boards, drawn in a thread once for all who see the same; visitors take turns."""
    position = found.position
    key = (table, position.number, position.seat, position.phase, narrow, found.language, found.names)
    return await core.boards.get(  # type: ignore[no-any-return]  # only this is put there
        core.pools.pictures, visitor.address, key, lambda: boards_of(found, narrow, None, True)
    )


def without(drawn: BoardsOut, known: Collection[str]) -> BoardsOut:
    """These boards less the pictures that a browser has already."""
    kept = [structs.replace(each, svg="") if each.key in known else each for each in drawn.pictures]
    return structs.replace(drawn, pictures=tuple(kept))


def boards_of(
    found: PageContext, narrow: bool, scores: Scores | None = None, proposing: bool = False
) -> BoardsOut:
    """All of it; with `scores` where more is known of them than the view tells.

    Where somebody plays and does not only look, `proposing`, with what most people would do.
    """
    position, view, page = found.position, found.view, found.page
    asked = page.asked(view)
    shown = page.boards(view, found.seat, narrow)
    seats = range(len(position.seats))
    wholes = page.wholes(view, position.legal) if proposing and position.legal else []
    return BoardsOut(
        number=position.number,
        seat=position.seat,
        shown=found.seat,
        decision=position.decision,
        heading=_heading(found, page.heading(view)),
        question=_said(found, "asking", asked) if asked is not None else "",
        pictures=tuple(
            PictureOut(each.name, each.area, sha256(each.svg.encode()).hexdigest()[:KEY_DIGITS], each.svg)
            for each in shown
        ),
        symbols="".join(page.loose(view, found.seat).values()),
        choices=tuple([_choice(found, choice) for choice in [*wholes, *page.choices(view, position.legal)]]),
        proposal=proposal_of(found, {}) if proposing and position.legal else None,
        traits=TraitsOut(*page.traits, page.chapters, page.gist, page.taken, page.freed, page.upkeep),
        facts=tuple([_facts(found, page.facts(view, seat)) for seat in seats]),
        stock=_facts(found, page.stock(view)),
        lines=lines_of(found) if scores is None else said_lines(found, scores),
        verdict=verdict_of(found.drawing, position, found.names),
        next=page.next_seat(view),
    )


def _said(found: PageContext, table: str, saying: Saying) -> str:
    key, fields = saying
    return found.say(f"{table}.{key}", **fields)


def _heading(found: PageContext, heading: Heading) -> HeadingOut:
    segments = [
        SegmentOut(each.key, found.say("season.name", season=each.key), each.now) for each in heading.segments
    ]
    note = _said(found, "heading", heading.note) if heading.note else ""
    return HeadingOut(
        _said(found, "heading", heading.title), note, heading.done, heading.whole, tuple(segments)
    )


def _facts(found: PageContext, facts: Sequence[Fact]) -> tuple[FactOut, ...]:
    return tuple(
        FactOut(each.emblem, found.say(f"fact.{each.key}", count=each.number), each.number) for each in facts
    )


def _choice(found: PageContext, choice: Choice) -> ChoiceOut:
    words = ""
    if (len(choice.moves) == 1 or choice.whole) and choice.ghost is None:
        words = _move_words(
            found.game.name, found.language, choice.moves[0], found.drawing.decision(found.view)
        )
    doubt = "" if choice.parts else found.drawing.doubt(found.view, choice.moves[0], found.position.legal)
    return ChoiceOut(choice.moves, choice.parts, choice.ghost, choice.aside, words, doubt, choice.whole)


def proposal_of(found: PageContext, wanted: Mapping[str, int]) -> ProposalOut | None:
    """What most people would do now, with as many things of some parts as are wanted."""
    if (proposed := found.page.proposal(found.view, wanted)) is None:
        return None
    label = _said(found, "proposal", proposed.label)
    log = outcome_of(found, proposed.moves).log
    return ProposalOut(
        proposed.moves, dict(proposed.uses), proposed.parts, label, tuple(sentences_of(found, log))
    )


@lru_cache(CACHED_MOVES)
def _move_words(game: str, language: str, move: str, decision: str) -> str:
    return page_words(game, language).describe_move(move, decision)


def lines_of(found: PageContext) -> tuple[BoardLineOut, ...]:
    """The score as it stands: of a game that is over as it is, else as far as the view is enough for it."""
    known: Scores = found.position.lines
    if not known and not found.view.get("to_act"):
        return ()
    said = said_lines(found, known or _standing(found))
    return tuple([structs.replace(each, notes=_ties(found, each.key)) for each in said]) if known else said


def _ties(found: PageContext, line: str) -> tuple[str, ...]:
    """What came of ties within a line of the score."""
    return (*found.drawing.parted(found.view, line), *found.drawing.undecided(found.view, line))


def said_lines(found: PageContext, scores: Scores) -> tuple[BoardLineOut, ...]:
    words = page_words(found.game.name, found.language)
    return tuple(
        BoardLineOut(line, words.called(line, "line"), tuple([of[line] for of in scores]))
        for line in scores[0]
    )


def _standing(found: PageContext) -> list[dict[str, int | None]]:
    position, view = found.position, found.view
    state = found.game.from_view(position.seat, view, QuickDealer(0))
    standing: list[dict[str, int | None]] = []
    for seat in range(len(position.seats)):
        lines = state.score_lines(seat)
        known = found.page.known_lines(view, seat, list(lines))
        standing.append({line: points if line in known else None for line, points in lines.items()})
    return standing
