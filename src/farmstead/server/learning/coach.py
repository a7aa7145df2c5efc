"""The coach of a guided game: what is to be learnt in a position, and what a choice means that was another.

All of it follows from the position and the moves that led to it; nothing is remembered. The guide is data
(`farmstead.guides`), its words stand with those of its game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

import msgspec
from msgspec import structs

from farmstead import shelf
from farmstead.agents.levels import LEVELS
from farmstead.engine.contract import Event, Game, Seat
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.guides import Guide, GuideStep, guide_of, guided, words_of
from farmstead.messages import Position
from farmstead.render import View
from farmstead.render.hint_sentences import reasons_in_words
from farmstead.render.page import Choice, page_for
from farmstead.render.words import page_words, vocabulary, words_for
from farmstead.server.base.refusals import Refused
from farmstead.server.bots.pool import CannotThink, HintRequest
from farmstead.server.core import Core
from farmstead.server.hub.rooms import Room
from farmstead.server.learning.messages import CoachOut, Remark, WeighedOut
from farmstead.server.lobby.create import make_with_key, spend_table
from farmstead.server.people.visitor import Visitor, check_held
from farmstead.server.play.actions import snapshot
from farmstead.server.play.messages import SeatIn, TableIn
from farmstead.server.play.sentences import move_words
from farmstead.server.store import TableId
from farmstead.server.table.options import TableOptions

POINTS_DECIMALS: Final = 1  # of points
OVER: Final = "over"  # the words for after the game
BETWEEN: Final = " · "  # the moves of one choice


class Earlier(NamedTuple):
    """A position that the player had, and what was chosen in it."""

    view: View
    legal: tuple[str, ...]
    made: tuple[str, ...]


# ---- beginning ---------------------------------------------------------------------------------------------


async def begin(core: Core, visitor: Visitor, game: str) -> TableId:
    """A new guided game; it is nobody else's, and counts for nothing."""
    if game not in guided():
        raise Refused("no_such_game", "learn", instead=guided())
    guide = guide_of(game)
    seats = (SeatIn("me"), *[SeatIn("bot", level) for level in guide.others])
    wish = TableIn(game, seats, guide.options)
    options = TableOptions(level=min(LEVELS), chat=False, spectators=False, rated=False, guide=game)
    owner = visitor.require_player().id
    spend_table(core, visitor, "learn")
    return await make_with_key(core, owner, wish, options, guide.key)


# ---- what is to be learnt now ------------------------------------------------------------------------------


async def coach(
    core: Core, visitor: Visitor, table: TableId, seat: Seat, since: int, language: str
) -> CoachOut:
    """For a seat of the visitor's: the step whose turn it is, and a word about what was chosen since."""
    core.limits.spend("read", visitor.rate_limit_key, "coach")
    guide, room = await _guide(core, visitor, table, seat)
    game, live, position = shelf.game(guide.game), room.going(), room.position(seat)
    if position.view is None:
        raise Refused("not_started", "coach")
    moves = live.everything_so_far()

    def said() -> CoachOut:
        remark = _remark(guide, game, live.setup.rules, seat, moves, since, language)
        return structs.replace(_told(guide, game, position, len(moves), language), remark=remark)

    return await core.pools.replays.run(visitor.address, "coach", said)


async def _guide(core: Core, visitor: Visitor, table: TableId, seat: Seat) -> tuple[Guide, Room]:
    """The guide of a table, and its room; Refused where there is none, and for a seat of others."""
    found = await snapshot(core, visitor, table)
    name = found.room.options.guide
    if name not in guided():
        raise Refused("no_guide", "coach")
    check_held(found.seats, found.holder, seat, "coach")
    return guide_of(name), found.room


def _told(guide: Guide, game: Game, position: Position, ply: int, language: str) -> CoachOut:
    assert position.view is not None
    over = position.phase == "over"
    found = guide.step_at(position.view, position.legal) if position.decision is not None else None
    key = OVER if over else found.key if found is not None else ""
    words = words_for(words_of(guide.game), language)
    said = (words.say("step_title", key), words.say("step_text", key)) if key else ("", "")
    chosen = _choice(found, game, position.view, position.legal)
    rule = found.rule if found is not None else ""
    return CoachOut(
        step=key,
        title=said[0],
        text=said[1],
        rule=f"{shelf.row(guide.game).prefix} {rule}" if rule else "",
        link=f"/rules/{guide.game}#{rule}" if rule else "",
        parts=(found.light if found is not None else ()) or (chosen.parts if chosen is not None else ()),
        plan=chosen.moves if chosen is not None else (),
        words=_in_words(guide.game, chosen.moves, position.view, language) if chosen is not None else "",
        ply=ply,
        over=over,
    )


def _choice(step: GuideStep | None, game: Game, view: View, legal: Sequence[str]) -> Choice | None:
    """The choice that a step has in mind."""
    if step is None or not step.moves:
        return None
    choices = page_for(game).choices(view, legal)
    meant = step.meant([choice.moves for choice in choices])
    return next((choice for choice in choices if choice.moves == meant), None)


def _in_words(game: str, moves: Sequence[str], view: View, language: str) -> str:
    return BETWEEN.join([move_words(game, move, language, view) for move in moves])


# ---- what was chosen instead -------------------------------------------------------------------------------


def _remark(
    guide: Guide,
    game: Game,
    rules: int,
    seat: Seat,
    moves: Sequence[tuple[Seat, str]],
    since: int,
    language: str,
) -> Remark | None:
    """Nothing where the guide had no move in mind, or that one was made."""
    then = _earlier(guide, game, rules, seat, moves, since)
    if then is None:
        return None
    step = guide.step_at(then.view, then.legal)
    meant = _choice(step, game, then.view, then.legal)
    if step is None or meant is None or step.is_as_meant(then.made):
        return None
    made = then.made[: len(meant.moves)]
    file = words_of(guide.game)
    has_words = step.key in vocabulary(file, language).get("step_other", {})
    text = words_for(file, language).say("step_other", step.key) if has_words else ""
    if any(_has_place(game, seat, then.view, moves) for moves in (made, meant.moves)):
        return Remark("", "", text)  # the board that would show where is gone
    said = [_in_words(guide.game, moves, then.view, language) for moves in (made, meant.moves)]
    return Remark(said[0], said[1], text)


def _has_place(game: Game, seat: Seat, view: View, moves: Sequence[str]) -> bool:
    """Whether a choice is said by pointing at a board."""
    state, log = game.from_view(seat, view, QuickDealer(0)), list[Event]()
    for text in moves:
        if text not in [str(move) for move in state.legal(seat)]:
            break
        state.apply(seat, game.parse(text), log)
    return page_for(game).here(moves, log) is not None


def _earlier(
    guide: Guide, game: Game, rules: int, seat: Seat, moves: Sequence[tuple[Seat, str]], since: int
) -> Earlier | None:
    """The position after so many moves under these rules, if the seat has chosen something in it."""
    made = [text for who, text in moves[since:] if who == seat]
    if not 0 < since < len(moves) or not made:
        return None
    table = Table(game, game.setup(1 + len(guide.others), guide.options, rules))
    for who, text in moves[:since]:
        table.play(who, text)
    state = table.state
    if seat not in state.to_act():
        return None
    return Earlier(state.view(seat), tuple([str(move) for move in state.legal(seat)]), tuple(made))


async def weigh(
    core: Core, visitor: Visitor, table: TableId, seat: Seat, since: int, language: str
) -> WeighedOut:
    """What a choice was worth beside the best, as a hint would have said it."""
    core.limits.spend("read", visitor.rate_limit_key, "coach")
    guide, room = await _guide(core, visitor, table, seat)
    setup, moves = room.going().setup, room.going().everything_so_far()
    earlier = partial(_earlier, guide, shelf.game(guide.game), setup.rules, seat, moves, since)
    then = await core.pools.replays.run(visitor.address, "coach", earlier)
    if then is None or len(then.legal) < 2:
        raise Refused("nothing_there", "coach")
    for whose in (visitor.rate_limit_key, visitor.address):
        core.limits.spend("hint", whose, "coach")
    wondering = HintRequest(structs.replace(setup, key=b""), seat, msgspec.json.encode(then.view), then.legal)
    try:
        found = await core.bots.advise(wondering, visitor.party)
    except CannotThink:
        raise Refused("fault", "coach") from None
    advice = [suggestion.advice for suggestion in found.moves]
    behind = next((each.behind for each in advice if each.move == then.made[0]), None)
    return WeighedOut(
        best=_in_words(guide.game, advice[0].plan, then.view, language),
        why=reasons_in_words(page_words(guide.game, language), found.why),
        behind=None if behind is None else round(behind, POINTS_DECIMALS),
        least=round(advice[-1].behind, POINTS_DECIMALS),
    )
