"""The boards of a decision: before it, with what was done and what would have been better, and after that."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from msgspec import Struct

from farmstead.agents.review import Decision
from farmstead.engine.contract import Event, State
from farmstead.render import View
from farmstead.render.page import GamePage, page_for
from farmstead.server.base.refusals import Refused
from farmstead.server.http.texts import PageTexts, page_texts
from farmstead.server.reviews.localized import LocalizedReview

MAIN: Final = "main"
NAMED: Final = re.compile(r'data-part="[^"]*"[^>]*? aria-label="([^"]*)"')


class BoardPicture(Struct, frozen=True):
    name: str
    area: str
    svg: str


class LineBoard(Struct, frozen=True):
    """A position of the better line; before its first move also what is to be marked."""

    step: int
    steps: int
    words: str  # the move that led here
    said: tuple[str, ...]  # what it made happen
    pictures: tuple[BoardPicture, ...]
    symbols: str  # those that only this position needs
    made: tuple[str, ...]  # parts of the move that was made
    better: tuple[str, ...]  # and of the one that would have been better
    position: tuple[str, ...]  # the position in words


def line_board(read: LocalizedReview, ply: int, step: int, narrow: bool) -> LineBoard:
    """Drawn from what the seat saw; Refused for what is no decision of the review."""
    told = read.told
    one = next((each for each in told.review.decisions if each.ply == ply), None)
    if one is None:
        raise Refused("nothing_there", "look")
    before = told.story.positions[ply]
    page = page_for(told.story.game, read.language, tuple(told.names))
    words = told.steps(one)
    step = min(step, len(words))
    state, events = played(before, one, step)
    view, first = state.view(one.seat), before.view(one.seat)
    # Until others or chance came.
    own = takewhile(lambda move: move[0] == one.seat, told.story.moves[one.ply :])
    made = [text for _, text in own]
    marked = [parts_of(page, first, before, one, moves) for moves in (made, one.better)]
    wanted = shown_names(page, first, one, narrow, marked)
    shown = [each for each in page.boards(view, one.seat, narrow) if each.name in wanted]
    return LineBoard(
        step=step,
        steps=len(words),
        words=words[step - 1] if step else "",
        said=tuple([told.words.say_event(event, told.names) for event in events if event.heard_by(one.seat)]),
        pictures=tuple([BoardPicture(each.name, each.area, each.svg) for each in shown]),
        symbols="".join(page.loose(view, one.seat).values()),
        made=marked[0] if not step else (),
        better=marked[1] if not step else (),
        position=tuple(described(page, view, one, page_texts(read.language), [each.svg for each in shown])),
    )


def played(before: State, one: Decision, step: int) -> tuple[State, list[Event]]:
    """After so many moves of the better turn, and what the last of them made happen."""
    state, events = before.clone(), list[Event]()
    for text in one.better[:step]:
        move = next((move for move in state.legal(one.seat) if str(move) == text), None)
        if move is None:
            break
        events.clear()
        state.apply(one.seat, move, events)
    return state, events


def parts_of(
    page: GamePage, view: View, before: State, one: Decision, moves: Sequence[str]
) -> tuple[str, ...]:
    """Of the board, by which a turn is made that begins with these moves: as much as one choice says."""
    legal = [str(each) for each in before.legal(one.seat)]
    begun = [each for each in page.choices(view, legal) if each.moves == tuple(moves[: len(each.moves)])]
    return max(begun, key=lambda choice: len(choice.moves)).parts if begun else ()


def shown_names(
    page: GamePage, view: View, one: Decision, narrow: bool, marked: Sequence[tuple[str, ...]]
) -> set[str]:
    """The main picture, and those on which something is marked."""
    parts = [f'data-part="{html.escape(part)}"' for some in marked for part in some]
    return {
        each.name
        for each in page.boards(view, one.seat, narrow)
        if each.area == MAIN or any(part in each.svg for part in parts)
    }


def described(
    page: GamePage, view: View, one: Decision, say: PageTexts, pictures: Sequence[str]
) -> list[str]:
    """What the seat has and what is left, and then all that the pictures show, by name."""
    facts = [*page.facts(view, one.seat), *page.stock(view)]
    names = [html.unescape(name) for svg in pictures for name in NAMED.findall(svg)]
    return [
        *[say(f"fact.{fact.key}", count=fact.number) for fact in facts],
        *dict.fromkeys(filter(None, names)),
    ]
