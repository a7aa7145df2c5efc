"""Counting tables that were played elsewhere, and looking at editions: nothing of either is stored."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

import msgspec

from farmstead import shelf
from farmstead.engine.contract import BadSetup, Game
from farmstead.render.gallery import GallerySection, gallery_for
from farmstead.render.ink import symbol_sheet
from farmstead.render.tally import DEEDS, Impossible, SheetFault, Sheets, TallyResult, tally_for
from farmstead.render.words import PAGES, Words, words_for
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor
from farmstead.server.scorepad.editions import built, is_new, own_game, problems_of
from farmstead.server.scorepad.messages import (
    CountedOut,
    EditionIn,
    EditionOut,
    FaultOut,
    OwnEditionOut,
    PieceOut,
    ScoreIn,
    ScoreOut,
    SectionOut,
)

MAX_TABLE: Final = 16_384  # bytes of its sheets
MAX_GALLERY: Final = 4_000_000  # letters of pictures in one answer; a box with 999 tiles has two million


async def admit(core: Core, visitor: Visitor) -> None:
    """Whether somebody may send one more edition: asked before it is read."""
    core.limits.check("check", visitor.rate_limit_key, "edition")


# ---- counting ----------------------------------------------------------------------------------------------


async def score(core: Core, visitor: Visitor, name: str, data: ScoreIn, language: str) -> ScoreOut:
    """Do a deed to a table, and count it."""
    core.limits.spend("score", visitor.rate_limit_key, "score")
    if name not in shelf.having("tally"):
        raise Refused("no_such_game", "score", instead=shelf.having("tally"))
    game = shelf.game(name)
    if data.deed and data.deed.split(" ")[0] not in DEEDS:
        raise Refused("bad_message", "score", {"why": f"a deed begins with one of {', '.join(DEEDS)}"})
    if len(msgspec.json.encode(data.sheets)) > MAX_TABLE:  # which is quick
        raise Refused("too_large", "score", {"most": MAX_TABLE})
    pools, who = core.pools, visitor.address
    if is_new(data.components):
        core.limits.spend("check", visitor.rate_limit_key, "score")
        try:
            await pools.editions.run(who, "score", lambda: own_game(name, data.edition, data.components))
        except BadSetup as error:
            return ScoreOut(None, None, problems=problems_of(error))
    return await pools.scoring.run(who, "score", lambda: scored(game, data, language))


def scored(game: Game, data: ScoreIn, language: str) -> ScoreOut:
    """A table that was played elsewhere, counted; needs no server."""
    if not (data.components or data.edition):
        return _counted(game, data, language)
    try:
        own = own_game(game.name, data.edition, data.components)
    except BadSetup as error:
        return ScoreOut(None, None, problems=problems_of(error))
    names = OwnEditionOut(own.digest, shelf.edition_of(own.game))
    symbols = symbol_sheet(tally_for(own.game, language).symbols()) if data.components else ""
    return msgspec.structs.replace(_counted(own.game, data, language), edition=names, symbols=symbols)


def _counted(game: Game, data: ScoreIn, language: str) -> ScoreOut:
    tally = tally_for(game, language, tuple([name.strip() for name in data.names]))
    sheets: Sheets = list(data.sheets) or tally.blank()
    fault: FaultOut | None = None
    notes: tuple[SheetFault, ...] = ()
    seat = data.seat
    try:
        sheets = tally.together(sheets)
        seat = min(seat, tally.seats(sheets) - 1)
        if data.deed:
            before = sheets
            sheets, seat = tally.done(before, seat, data.deed)
            notes = tally.went(before, sheets, seat)
    except Impossible as error:
        fault = FaultOut(*error.fault)  # nothing was done: what was before is shown, if it can be
    try:
        seat = min(seat, tally.seats(sheets) - 1)
        counted = tally.counted(sheets, seat, data.tool, data.counted)
    except Impossible as error:
        return ScoreOut(None, fault or FaultOut(*error.fault))
    found = _told(counted, words_for(PAGES, language))
    return ScoreOut(found, fault, tuple([FaultOut(*each) for each in notes]))


# Made here, by one thread: msgspec crashes Python where two threads meet at a type new to it.
_DECODER: Final[msgspec.msgpack.Decoder[CountedOut]] = msgspec.msgpack.Decoder(CountedOut)


def _told(counted: TallyResult, words: Words) -> CountedOut:
    settings = [
        {
            "key": each.key,
            "name": words.say("score", "setting", setting=each.key),
            "value": each.value,
            "choices": [(value, words.say("score", "value", value=value)) for value in each.choices],
        }
        for each in counted.settings
    ]
    told = {**msgspec.to_builtins(_objects(counted)), "settings": settings}
    return _DECODER.decode(msgspec.msgpack.encode(told))


def _objects(value: object) -> object:
    """Named tuples by their names."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {field: _objects(getattr(value, field)) for field in value._fields}
    if isinstance(value, tuple | list):
        return [_objects(each) for each in value]
    return value


# ---- editions ----------------------------------------------------------------------------------------------


async def check_edition(core: Core, visitor: Visitor, data: EditionIn, language: str) -> bytes:
    """Prove an edition sound and draw it, or say all that is wrong with it: an EditionOut as JSON."""
    core.limits.spend("check", visitor.rate_limit_key, "edition")
    try:
        game = await core.pools.editions.run(visitor.address, "edition", lambda: built(data.text))
    except BadSetup as error:
        return msgspec.json.encode(_unsound(error))

    def drawn() -> bytes:
        return msgspec.json.encode(_drawn(game, data.text, language))

    return await core.pools.galleries.run(visitor.address, "edition", drawn)


def checked_edition(text: str, language: str) -> EditionOut:
    """An edition, checked, with what is in it; needs no server."""
    try:
        return _drawn(built(text), text, language)
    except BadSetup as error:
        return _unsound(error)


def _unsound(error: BadSetup) -> EditionOut:
    return EditionOut(False, problems_of(error), "", "", "", (), "")


def _drawn(game: Game, text: str, language: str) -> EditionOut:
    gallery = gallery_for(game, language, text)
    sections = [
        SectionOut(each.kind, each.title, tuple([PieceOut(*item[:6]) for item in each.items]), each.wide)
        for each in bounded(gallery.sections())
    ]
    label, symbols = shelf.edition_of(game), symbol_sheet(gallery.symbols)
    return EditionOut(True, (), game.name, game.title, label, tuple(sections), symbols)


def bounded(sections: Sequence[GallerySection], most: int = MAX_GALLERY) -> list[GallerySection]:
    """As many sorts of components, from the first on, as have no more letters in their pictures than that."""
    letters = accumulate([sum([len(item.svg) for item in each.items]) for each in sections])
    return [each for each, so_far in zip(sections, letters, strict=True) if so_far <= most]
