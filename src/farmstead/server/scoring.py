"""Counting tables that were played elsewhere, and looking at editions: nothing of either is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec

from farmstead import shelf
from farmstead.engine.contract import BadSetup, Game
from farmstead.render.gallery import Section, gallery_for
from farmstead.render.ink import symbol_sheet
from farmstead.render.tally import DEEDS, Counted, Fault, Impossible, Setting, Sheets, tally_for
from farmstead.render.words import Words, words_for
from farmstead.server.house import House
from farmstead.server.refusals import Refused
from farmstead.server.scoring_editions import is_new, own_game, problems_of
from farmstead.server.scoring_messages import (
    CountedOut,
    EditionIn,
    EditionOut,
    FaultOut,
    OwnEditionOut,
    PieceOut,
    ScoreIn,
    ScoreOut,
    SectionOut,
    SettingOut,
)
from farmstead.server.visitors import Visitor

PAGES: Final = "pages"  # the file of words that has those of settings
LARGEST_TABLE: Final = 16_384  # bytes of its sheets


def known_game(name: str, tried: str) -> Game:
    """Refused where there is none of that name."""
    if name not in shelf.names():
        raise Refused("no_such_game", tried, instead=shelf.names())
    return shelf.game(name)


# ---- counting ----------------------------------------------------------------------------------------------


async def score(house: House, visitor: Visitor, name: str, data: ScoreIn, language: str) -> ScoreOut:
    """Do a deed to a table, and count it."""
    house.limits.spend("score", visitor.whom, "score")
    game = known_game(name, "score")
    if data.deed and data.deed.split(" ")[0] not in DEEDS:
        raise Refused("bad_message", "score", {"why": f"a deed begins with one of {', '.join(DEEDS)}"})
    if len(msgspec.json.encode(data.sheets)) > LARGEST_TABLE:
        raise Refused("too_large", "score", {"most": LARGEST_TABLE})
    if is_new(data.components):
        house.limits.spend("check", visitor.whom, "score")
    return await asyncio.to_thread(lambda: scored(game, data, language))


def scored(game: Game, data: ScoreIn, language: str) -> ScoreOut:
    """The same without a server."""
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
    notes: tuple[Fault, ...] = ()
    seat = data.seat
    try:
        sheets = tally.together(sheets)
        seat = min(seat, tally.seats(sheets) - 1)
        if data.deed:
            before = sheets
            sheets, seat = tally.done(before, seat, data.deed)
            notes = tally.went(before, sheets, seat)
    except Impossible as error:
        fault = _fault(error.fault)  # nothing was done: what was before is shown, if it can be
    try:
        seat = min(seat, tally.seats(sheets) - 1)
        counted = tally.counted(sheets, seat, data.tool, data.counted)
    except Impossible as error:
        return ScoreOut(None, fault or _fault(error.fault))
    found = _told(counted, words_for(PAGES, language))
    return ScoreOut(found, fault, tuple([_fault(each) for each in notes]))


def _fault(fault: Fault) -> FaultOut:
    return FaultOut(*fault)


def _told(counted: Counted, words: Words) -> CountedOut:
    plain = {**msgspec.to_builtins(_objects(counted)), "settings": []}
    found = msgspec.convert(plain, CountedOut)
    return msgspec.structs.replace(
        found, settings=tuple([_setting(each, words) for each in counted.settings])
    )


def _objects(value: object) -> object:
    """Named tuples by their names."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {field: _objects(getattr(value, field)) for field in value._fields}
    if isinstance(value, tuple | list):
        return [_objects(each) for each in value]
    return value


def _setting(setting: Setting, words: Words) -> SettingOut:
    choices = [(value, words.say("score", "value", value=value)) for value in setting.choices]
    return SettingOut(
        setting.key, words.say("score", "setting", setting=setting.key), setting.value, tuple(choices)
    )


# ---- editions ----------------------------------------------------------------------------------------------


async def check_edition(house: House, visitor: Visitor, data: EditionIn, language: str) -> EditionOut:
    """Prove an edition sound and draw it, or say all that is wrong with it."""
    house.limits.spend("check", visitor.whom, "edition")
    return await asyncio.to_thread(lambda: checked_edition(data.text, language))


def checked_edition(text: str, language: str) -> EditionOut:
    """The same without a server."""
    try:
        game = shelf.playable_with(shelf.edition_game(text), text)
    except BadSetup as error:
        return EditionOut(False, problems_of(error), "", "", "", (), "")
    gallery = gallery_for(game, language, text)
    return EditionOut(
        True,
        (),
        game.name,
        game.title,
        shelf.edition_of(game),
        tuple(_sections(gallery.sections())),
        symbol_sheet(gallery.symbols),
    )


def _sections(sections: Sequence[Section]) -> list[SectionOut]:
    return [
        SectionOut(each.kind, each.title, tuple([PieceOut(*item[:6]) for item in each.items]), each.wide)
        for each in sections
    ]
