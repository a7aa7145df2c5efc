"""What a seat is asked, and its choices in words, taken apart into steps where there are many."""

from __future__ import annotations

from litestar import get
from msgspec import Struct

from farmstead.engine.contract import Seat
from farmstead.server.api.asking import TheTable
from farmstead.server.pages.board import OfSeat, Seen, see


class Choice(Struct, frozen=True, omit_defaults=True):
    """A legal move: its text, its words, and the steps it is chosen in."""

    move: str
    words: str
    steps: tuple[str, ...]
    note: str = ""  # what it costs or brings
    doubt: str = ""  # asked before a move that is easily regretted


class Menu(Struct, frozen=True):
    """All that the page says about a position, besides the position itself."""

    number: int
    seat: Seat | None
    decision: int | None
    part: str  # where in the game this is
    question: str
    choices: tuple[Choice, ...]
    steps: dict[str, str]  # the words of each step, where there are several
    questions: dict[str, str]  # what is asked where steps that begin with this word are to be chosen
    pictured: tuple[str, ...]  # the first words of steps of which there is a picture
    looks: tuple[str, ...]  # what can be shown besides everything; the first is a seat's own land
    lines: dict[str, str]  # the words of the lines of the score
    verdict: tuple[str, ...]  # what is to be said at the end


@get("/t/{code:str}/menu", include_in_schema=False)
async def menu(at: TheTable, of_seat: OfSeat = None) -> Menu:
    """What one of the visitor's seats is asked now."""
    return menu_of(await see(at, of_seat))


def menu_of(seen: Seen) -> Menu:
    """The menu of a position."""
    position, drawing = seen.position, seen.drawing
    legal = sorted(position.legal, key=drawing.closing.__contains__)
    choices = tuple([_choice(seen, move) for move in legal])
    taken_apart = [choice.steps for choice in choices if len(choice.steps) > 1]
    each = dict.fromkeys([step for steps in taken_apart for step in steps])
    later = dict.fromkeys([step for steps in taken_apart for step in steps[1:]])
    return Menu(
        number=position.number,
        seat=position.seat,
        decision=position.decision,
        part=drawing.part(seen.view),
        question=drawing.question(seen.view),
        choices=choices,
        steps={step: drawing.step_words(step) for step in each},
        questions={_verb(step): drawing.step_question(step) for step in later},
        pictured=_pictured(seen, choices),
        looks=tuple(drawing.looks),
        lines={line: drawing.line_words(line) for line in (position.lines[0] if position.lines else ())},
        verdict=_verdict(seen),
    )


def _choice(seen: Seen, move: str) -> Choice:
    drawing, view = seen.drawing, seen.view
    steps = drawing.steps(move)
    words = drawing.words.describe_move(move, drawing.decision(view))
    if len(steps) > 1:
        return Choice(move, words, steps)
    return Choice(
        move, words, steps, drawing.note(view, move), drawing.doubt(view, move, seen.position.legal)
    )


def _pictured(seen: Seen, choices: tuple[Choice, ...]) -> tuple[str, ...]:
    """Found out once for each sort of step."""
    sorts: dict[str, tuple[str, ...]] = {}
    for choice in choices:
        for depth, step in enumerate(choice.steps):
            sorts.setdefault(_verb(step), choice.steps[: depth + 1])
    return tuple(
        [
            verb
            for verb, steps in sorts.items()
            if seen.drawing.preview(seen.view, steps[:-1], steps[-1:]) is not None
        ]
    )


def _verb(step: str) -> str:
    return step.partition(" ")[0]


def _verdict(seen: Seen) -> tuple[str, ...]:
    position = seen.position
    if not position.lines:
        return ()
    scores = [lines["total"] for lines in position.lines]
    return tuple(seen.drawing.verdict(scores, position.places, seen.view))
