"""What a choice would do, and why something cannot be chosen: found out on an imagined copy of the game.

The copy is made from what the seat may see and from nothing else, so neither answer can tell more than that.
What chance would bring is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct, structs

from farmstead import shelf
from farmstead.engine.contract import FarmsteadError, IllegalMove, Refusal, Seat
from farmstead.render.page import Try
from farmstead.render.words import page_words
from farmstead.rulebooks import languages_of
from farmstead.rulebooks.addresses import address_of
from farmstead.server.play.boards import PageContext
from farmstead.server.play.outcomes import imagined, make, outcome_of, sentences_of

MAX_TRIES: Final = 40
TYPED: Final = re.compile(r" \((?:`[^`]*`|[A-Z])\)")  # words to type, letters of dice


class Gain(Struct, frozen=True):
    """How a line of one's score changes."""

    key: str
    words: str
    points: int


class Preview(Struct, frozen=True):
    """What a choice would do."""

    words: str
    here: str  # the same, where it goes with pointing at a part
    sentences: tuple[str, ...]
    gains: tuple[Gain, ...]
    svg: str  # the main board after it
    confirm: bool  # it reveals or loses something, or cannot be taken back


class Why(Struct, frozen=True):
    """Why a part cannot be chosen, or what it is, and where that is written."""

    sentence: str
    rule: str = ""
    link: str = ""
    about: str = ""  # what it is


# ---- what it would do --------------------------------------------------------------------------------------


def preview_of(found: PageContext, seat: Seat, moves: Sequence[str], narrow: bool = False) -> Preview:
    """With all that follows without a choice; IllegalMove where the rules forbid one of the moves."""
    words = page_words(found.game.name, found.language)
    outcome = outcome_of(found, moves)
    lost = found.page.losses & {event.key for event in outcome.log if event.seat == seat}
    after = outcome.state.view(seat)
    offer = found.page.next_offer(after) if seat in outcome.state.to_act() else None
    here = found.page.here(moves, outcome.log)
    grown = [found.say(f"grown.{key}", **fields) for key, fields in found.page.grown(found.view, after)]
    offered = [found.say(f"next_offer.{offer[0]}", **offer[1])] if offer is not None else []
    return Preview(
        words=words.describe_move(moves[-1], found.drawing.decision(found.view)),
        here=found.say(f"here.{here[0]}", **here[1]) if here is not None else "",
        sentences=(*grown, *sentences_of(found, outcome.log), *offered),
        gains=tuple(
            [Gain(line, words.called(line, "line"), points) for line, points in outcome.gains.items()]
        ),
        svg=found.page.other(after, seat, narrow),
        confirm=outcome.is_final or bool(lost) or outcome.gains.get("total", 0) < 0,
    )


# ---- why not -----------------------------------------------------------------------------------------------


def why_not(found: PageContext, seat: Seat, part: str, chosen: Sequence[str]) -> Why:
    """The refusal of the first move that somebody may mean by a part."""
    if ":" not in part:
        return Why(found.say("playing.not_now"))
    if not found.position.legal:
        return _about(found, part)
    tries = found.page.tries(found.view, part, [each for each in chosen if ":" in each], found.position.legal)
    refused = [_refusal(found, seat, each) for each in tries[:MAX_TRIES]]
    told = [refusal for refusal in refused if refusal is not None]
    about = _about(found, part)
    return structs.replace(_told(found, told[0]), about=about.about) if told else about


def _about(found: PageContext, part: str) -> Why:
    """What a part is, with the first paragraph that says more of it."""
    name = found.page.thing(found.view, part)
    said = found.drawing.about(found.view, name) if name else ""
    if not said:
        return Why(found.say("playing.not_now"))
    said = TYPED.sub("", said)
    cited = re.search(rf"{shelf.row(found.game.name).prefix} [\d.]*\d", said)
    return Why("", cited[0], _link(found, cited[0]), said) if cited else Why("", about=said)


def _refusal(found: PageContext, seat: Seat, tried: Try) -> Refusal | None:
    """None for what can be done after all, or is no move."""
    state = imagined(found, seat)
    try:
        for move in tried.before:
            make(found, state, seat, move)
        make(found, state, seat, tried.move)
    except IllegalMove as error:
        return error.refusal
    except FarmsteadError:
        return None
    return None


def _told(found: PageContext, refusal: Refusal) -> Why:
    words = page_words(found.game.name, found.language)
    options = found.view.get("options")
    said = words.say_refusal(
        Refusal(refusal.rule, refusal.key, refusal.tried, refusal.args),
        options if isinstance(options, list) else (),
    )
    return Why(said, refusal.rule, _link(found, refusal.rule))


def _link(found: PageContext, rule: str) -> str:
    paragraph = rule.partition(" ")[2]
    options, revision = found.view.get("options"), found.view.get("rules")
    if not paragraph or not isinstance(options, list) or not isinstance(revision, int):
        return ""
    game = found.game.name
    return address_of(game, options, revision, paragraph) if languages_of(game) else ""
