"""Games to take along: the record, pictures of any position, films, pages to print. All carry the record."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Final, NamedTuple

from farmstead.engine.contract import CHANCE, Seat
from farmstead.render.animation import AnimationRequest
from farmstead.render.animation_scenes import MOVE, TURN
from farmstead.render.embedded_record import with_record
from farmstead.render.ink import DARK, LIGHT
from farmstead.render.plate import plate
from farmstead.render.poster import poster
from farmstead.render.print_pages import paper
from farmstead.render.static_picture import box_of
from farmstead.render.typst_output import png_of
from farmstead.render.words import PAGES, words_for
from farmstead.server.base.days import day_of
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.exports.animation_worker import AnimationOrder, AnimationWorker, Progress
from farmstead.server.people.visitor import Visitor
from farmstead.server.replay import recorded_games
from farmstead.server.replay.recorded_games import RecordedGame, components_of
from farmstead.server.replay.timeline import Timeline, film_of

TYPES: Final = {
    "record": "text/plain",
    "png": "image/png",
    "svg": "image/svg+xml",
    "gif": "image/gif",
    "webp": "image/webp",
    "pdf": "application/pdf",
}
ANIMATION_KINDS: Final = ("gif", "webp")
PNG_WIDTH_PX: Final = 1920  # pixels of a PNG
DOWNLOAD: Final = "download"


class ExportRequest(NamedTuple):
    """What somebody wants to take along."""

    kind: str
    ply: int | None = None  # of a picture; None: the end
    seat: Seat | None = None  # whose eyes; None: somebody who may know everything
    dark: bool = False
    moves: bool = False  # a film of each decision
    log: bool = False  # pages with what happened
    plate: bool = False  # a picture of one board as a page of an almanac, with the day on which it ended
    language: str = "en"

    @property
    def light(self) -> int:
        return DARK if self.dark else LIGHT


class ExportedFile(NamedTuple):
    """As it goes out."""

    name: str
    media_type: str
    content: bytes


async def fetch(
    core: Core, visitor: Visitor, name: str, wanted: ExportRequest, led_here: bool = False
) -> ExportedFile:
    """The file; a film when it is made, which takes a while. `led_here`: by a page of another site, which
    can have nothing begun.
    """
    study = await _study(core, visitor, name, wanted)
    if wanted.kind in ANIMATION_KINDS:
        if led_here and core.get(AnimationWorker).progress(_key(study, wanted)) is None:
            raise Refused("film_not_made", DOWNLOAD)
        key, order = await _order(core, visitor, study, wanted)
        content = await core.get(AnimationWorker).get(key, lambda: order, visitor.party)
    elif wanted.kind == "record":
        content = study.text.encode()
    else:
        core.limits.spend("picture", visitor.rate_limit_key, DOWNLOAD)
        content = await _still(core, visitor, study, wanted)
    return ExportedFile(f"{study.game.name}-{name}.{wanted.kind}", TYPES[wanted.kind], content)


async def start(core: Core, visitor: Visitor, name: str, wanted: ExportRequest) -> Progress:
    """Have a film made, or hear how far it is; everything else is ready at once."""
    study = await _study(core, visitor, name, wanted)
    if wanted.kind not in ANIMATION_KINDS:
        return Progress("ready")
    key, order = await _order(core, visitor, study, wanted)
    return core.get(AnimationWorker).begin(key, lambda: order, visitor.party)


async def progress(core: Core, visitor: Visitor, name: str, wanted: ExportRequest) -> Progress | None:
    """How far a film is; None where it has not been asked for at this server."""
    study = await _study(core, visitor, name, wanted)
    if wanted.kind not in ANIMATION_KINDS:
        return Progress("ready")
    return core.get(AnimationWorker).progress(_key(study, wanted))


async def _study(core: Core, visitor: Visitor, name: str, wanted: ExportRequest) -> RecordedGame:
    if wanted.kind not in TYPES:
        raise Refused("nothing_there", DOWNLOAD)
    study = await recorded_games.find(core, visitor, name, wanted.language)
    seats = study.record.setup.seats
    if wanted.seat is not None and not wanted.seat < seats:
        raise Refused("no_such_seat", DOWNLOAD, {"seats": seats})
    return study


# ---- films -------------------------------------------------------------------------------------------------


def _key(study: RecordedGame, wanted: ExportRequest) -> Hashable:
    return (study.digest, study.names, wanted._replace(ply=None, log=False, plate=False))


async def _order(
    core: Core, visitor: Visitor, study: RecordedGame, wanted: ExportRequest
) -> tuple[Hashable, AnimationOrder]:
    """What a film is made from; whoever wants too many new ones is refused."""
    key = _key(study, wanted)
    if core.get(AnimationWorker).progress(key) is None:
        core.limits.spend("film", visitor.rate_limit_key, DOWNLOAD)
    every = MOVE if wanted.moves else TURN
    wish = AnimationRequest(wanted.kind, wanted.seat, study.names, wanted.language, wanted.light, every)
    setup = study.record.setup
    _, components = await components_of(core, study)
    return key, AnimationOrder(study.text, setup.game, setup.edition, components, wish)


# ---- pictures and pages ------------------------------------------------------------------------------------


async def _still(core: Core, visitor: Visitor, study: RecordedGame, wanted: ExportRequest) -> bytes:
    pool, who = core.pools.files, visitor.address
    if wanted.kind == "pdf":
        make = partial(paper, study.game, study.record, study.text, names=study.names, log=wanted.log)
        return await pool.run(who, DOWNLOAD, lambda: make(language=wanted.language))
    film = await film_of(study, core.pools.replays, who)
    if wanted.plate:
        day = "" if study.table is None else day_of((await core.store.tables.get(study.table)).changed)
        return await pool.run(who, DOWNLOAD, lambda: _plate(study, film, wanted, day))
    return await pool.run(who, DOWNLOAD, lambda: _poster(study, film, wanted))


def _poster(study: RecordedGame, film: Timeline, wanted: ExportRequest) -> bytes:
    ply = film.length if wanted.ply is None else min(wanted.ply, film.length)
    movers = [film.mover(each) for each in range(ply, 0, -1)]
    shown = wanted.seat if wanted.seat is not None else next((each for each in movers if each != CHANCE), 0)
    view, names, language = film.view(ply, wanted.seat), study.names, wanted.language
    note = words_for(PAGES, language).say("film", "move", number=ply, all=film.length)
    svg = poster(study.game, view, seat=shown, names=names, language=language, light=wanted.light, note=note)
    return _file(study, svg, wanted)


def _plate(study: RecordedGame, film: Timeline, wanted: ExportRequest, day: str) -> bytes:
    """Of the end, and of the first seat unless another is named."""
    seat = wanted.seat or 0
    view, light = film.view(film.length, wanted.seat), wanted.light
    svg = plate(study.game, view, seat, names=study.names, day=day, language=wanted.language, light=light)
    return _file(study, svg, wanted)


def _file(study: RecordedGame, svg: str, wanted: ExportRequest) -> bytes:
    if wanted.kind == "svg":
        data = f"{svg}\n".encode()
    else:
        data = png_of(svg, box_of(svg).width, PNG_WIDTH_PX, wanted.light)
    return with_record(data, wanted.kind, study.text)
