"""Looking back at a game: through whose eyes somebody may, and what there is to be told of it.

A game that is over can be seen by everybody who may have its record, through any eyes. Of one that is being
played, or of a day that has not ended, a seat sees again what it saw, and a spectator what spectators see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from farmstead.engine.contract import CHANCE, Event, Seat
from farmstead.engine.record import FORMAT, HEADER, UNFINISHED, Record
from farmstead.render import Drawing, View, drawing_for
from farmstead.render.page import page_for
from farmstead.render.words import TABLE, page_words, words_for
from farmstead.server.base.cache import LruCache
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor
from farmstead.server.play import actions as play
from farmstead.server.replay import recorded_games
from farmstead.server.replay.messages import LeftOut, PartOut, StudyOut
from farmstead.server.replay.recorded_games import RecordedGame
from farmstead.server.replay.timeline import Timeline, film_of
from farmstead.server.store import TableId
from farmstead.server.table.embargo import is_closed
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.setup import TableSetup, record_name

FIRST_LINE: Final = len((FORMAT, *HEADER)) + 1  # of a record's moves
CACHED_STORIES: Final = 64  # games whose story is remembered


class ReplayView(NamedTuple):
    """A game, and how somebody looks at it."""

    study: RecordedGame
    film: Timeline
    seat: Seat | None  # whose eyes
    whole: bool  # nothing of it is hidden any more
    mine: tuple[Seat, ...]
    language: str

    def view(self, ply: int) -> View:
        """What is to be seen of a position; with nobody's eyes all that anybody saw, once it may be told."""
        if self.whole and self.seat is None:
            return whole_view(self.film, ply)
        return self.film.view(ply, self.seat)

    def events(self, ply: int) -> list[Event]:
        """What is to be told of the move that led there."""
        if self.whole and self.seat is None:
            return self.film.events(ply)
        return self.film.heard(ply, self.seat)


# ---- who may look ------------------------------------------------------------------------------------------


async def watch(core: Core, visitor: Visitor, name: str, seat: Seat | None, language: str) -> ReplayView:
    """A game through the eyes of a seat, or of nobody; Refused where that is not theirs to see."""
    mine, whole, table = tuple[Seat, ...](), True, None
    if not recorded_games.is_record(name):
        table = await core.table(name, visitor)
        mine = tuple(await play.seats_of(core, visitor, table))
        over = await core.hub.look(table, lambda live: live.phase() == "over")
        whole = over and not is_closed(await core.hub.options(table), core.store.now())
    if whole or table is None:
        study = await recorded_games.find(core, visitor, name, language)
    else:
        await play.check_may_look(core, visitor, table, seat)
        study = await _so_far(core, name, table, language)
    film = await film_of(study, core.pools.replays, visitor.address)
    if seat is not None and not 0 <= seat < film.seats:
        raise Refused("no_such_seat", "study", {"seats": film.seats})
    return ReplayView(study, film, seat, whole, mine, language)


async def _so_far(core: Core, name: str, table: TableId, language: str) -> RecordedGame:
    """A game that is being played, for those who see only what is theirs. Moves taken back are gone."""
    setup, number, taken_back, moves = await core.hub.look(table, _course)
    names = await recorded_games.names_at(core, table, setup.seats, language)
    game = setup.found_game()
    branch = None if setup.origin is None else setup.origin.mark()
    record = Record(setup.engine_setup(game), moves, UNFINISHED, FIRST_LINE, branch=branch)
    return RecordedGame(name, "", record, game, names, table, f"{name} {number}", taken_back)


def _course(live: LiveTable) -> tuple[TableSetup, int, int, list[tuple[Seat, str]]]:
    if live.phase() in ("waiting", "closed"):
        raise Refused("not_started", "study")
    return live.setup, live.number, live.taken_back, live.everything_so_far()


# ---- all that anybody saw ----------------------------------------------------------------------------------


def whole_view(film: Timeline, ply: int) -> View:
    """What a spectator sees, with what each seat alone knows of its own put in."""
    state = film.table(ply).state
    base = state.view(None)
    own = [state.view(seat) for seat in range(film.seats)]
    found = {key: _known(value, [view[key] for view in own]) for key, value in base.items()}
    return {**found, "seat": None}


def _known(base: object, own: Sequence[object]) -> object:
    """Where a seat knows more than all of them do, that."""
    if all(each == base for each in own):
        return base
    if isinstance(base, Mapping):
        theirs = [each for each in own if isinstance(each, Mapping)]
        return {
            key: _known(value, [each[key] for each in theirs if key in each]) for key, value in base.items()
        }
    if isinstance(base, list):
        rows = [each for each in own if isinstance(each, list) and len(each) == len(base)]
        if rows:
            return [_known(value, [each[n] for each in rows]) for n, value in enumerate(base)]
    return next(each for each in own if each != base)


# ---- what is told ------------------------------------------------------------------------------------------


class GameInWords(NamedTuple):
    """A game in words."""

    parts: tuple[PartOut, ...]
    log: tuple[tuple[str, ...], ...]


# By what a story depends on, and not by the view: the film is let go of before.
STORIES: Final[LruCache[tuple[object, ...], GameInWords]] = LruCache(CACHED_STORIES)


async def look(core: Core, visitor: Visitor, name: str, seat: Seat | None, language: str) -> StudyOut:
    """What there is to be told of a game."""
    return await show(core, visitor, await watch(core, visitor, name, seat, language))


async def show(core: Core, visitor: Visitor, watched: ReplayView) -> StudyOut:
    """All of it but the boards."""
    return await core.pools.replays.run(visitor.address, "study", lambda: shown(watched))


def shown(watched: ReplayView) -> StudyOut:
    """The message about a replay, from its view alone."""
    film, study = watched.film, watched.study
    record = study.record
    key = (study.digest, study.names, watched.seat, watched.whole, watched.language)
    story = STORIES.get(key) or _story(watched)
    STORIES.put(key, story)
    unfinished = record.score == UNFINISHED
    return StudyOut(
        name=study.name,
        table=study.name if study.table is not None else "",
        game=study.game.name,
        title=study.game.title,
        switches=record.setup.options,
        options=record.setup.options,
        rules=record.setup.rules,
        edition=record.setup.edition,
        names=study.names,
        mine=watched.mine,
        seat=watched.seat,
        running=not watched.whole,
        eyes=tuple(range(film.seats)) if watched.whole else watched.mine,
        length=film.length,
        marks=_marks(watched),
        score=() if unfinished else tuple([int(points) for points in record.score.split()]),
        movers=tuple([film.mover(ply) for ply in range(1, film.length + 1)]),
        choices=tuple([ply for ply in range(1, film.length + 1) if film.is_choice(ply)]),
        parts=story.parts,
        log=story.log,
        left=left(record),
        taken_back=study.taken_back or 0,
    )


def left(record: Record) -> LeftOut | None:
    """Where it left another game."""
    branch = record.branch
    return None if branch is None else LeftOut(record_name(branch.parent), branch.ply, branch.luck)


def _marks(watched: ReplayView) -> tuple[str, ...]:
    record = watched.study.record
    if not watched.whole:
        return ()
    unfinished = ["unfinished"] if record.score == UNFINISHED else []
    branched = ["branched"] if record.branch is not None else []
    return (*unfinished, *branched, *(["fair", *record.fair.marks] if record.fair is not None else []))


def _story(watched: ReplayView) -> GameInWords:
    drawing = drawing_for(watched.study.game, None, watched.language)
    plies = range(1, watched.film.length + 1)
    return GameInWords(_parts(watched, drawing), tuple([_sentences(watched, drawing, ply) for ply in plies]))


def _parts(watched: ReplayView, drawing: Drawing) -> tuple[PartOut, ...]:
    """But those in which nobody moves, such as when a year ends."""
    page = page_for(watched.study.game, watched.language)
    found: list[PartOut] = []
    for ply, state in watched.film.states():
        words = drawing.part(state.view(None))
        if not found or found[-1].words != words:
            movers = [watched.film.mover(each) for each in range(found[-1].ply + 1, ply + 1)] if found else []
            if len(found) > 1 and all(mover == CHANCE for mover in movers):
                found.pop()
            found.append(PartOut(ply, words, page.heading(state.view(None)).done))
    return tuple(found)


def _sentences(watched: ReplayView, drawing: Drawing, ply: int) -> tuple[str, ...]:
    """What the move that led to a position looked like."""
    study, events = watched.study, watched.events(ply)
    words = page_words(study.game.name, watched.language)
    said = [words.say_event(event, study.names) for event in drawing.worth_telling(events)]
    mover = watched.film.mover(ply)
    if said or mover == CHANCE:
        return tuple(said)
    table = words_for(TABLE, watched.language)
    return (table.say_sentence("news", "moved", {"who": table.who(mover, study.names)}),)
