"""Games to be looked back at: tables whose game is over, and records that people brought along.

A study has a name: the code of its table, or `r` and 32 hexadecimal digits for a record that is kept here.
Whoever knows a record's name may read it; of a table the same is asked as for its record.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

from farmstead import shelf
from farmstead.engine.contract import BadSetup, Game
from farmstead.engine.record import BadRecord, Record, re_execute, read_record
from farmstead.render.embedded_record import record_in
from farmstead.render.words import say_bad_record, seat_name
from farmstead.server.base.cache import LruCache
from farmstead.server.base.languages import FALLBACK
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor, player_key
from farmstead.server.play import actions as play
from farmstead.server.play.names import seat_names
from farmstead.server.store import KeptRecord, NotThere, Par, StoredRecord, TableId, end_of
from farmstead.server.table.entries import Damaged
from farmstead.server.table.setup import NAME_DIGITS as DIGITS
from farmstead.server.table.setup import decode_setup_without_key, game_with, record_name

Given: TypeAlias = str | bytes | Callable[[], bytes]  # a record, a file, or what takes one out of a message
QUICK: Final = 40_000  # bytes of a record that are read in a moment
MAX_RECORD_BYTES: Final = 500_000  # bytes of a record; a long game takes about 30,000


class RecordedGame(NamedTuple):
    """A game that is over, or a record of one that may not be, with all that it takes to play it again."""

    name: str
    text: str  # the record
    record: Record
    game: Game  # with the components that it was played with
    names: tuple[str, ...]  # of the players, by seat
    table: TableId | None  # None: a record that was brought along
    digest: str  # SHA-256 of the text, hexadecimal
    taken_back: int | None = None  # while it is being played: when moves were last taken back

    @property
    def course(self) -> str:
        """What two studies share if one is the other with more moves: their positions are the same."""
        return self.digest if self.taken_back is None else f"{self.name} {self.taken_back}"


class Finished(NamedTuple):
    """The record of a game that is over, as it stood at some entry of its table."""

    text: str
    record: Record
    digest: str


MAX_FINISHED: Final = 64  # records of tables that are kept in memory
# By code and last entry of the table.
FINISHED: Final[LruCache[tuple[str, int], Finished]] = LruCache(MAX_FINISHED)


class ReplayedRecord(NamedTuple):
    """A record that has been played again to its end."""

    text: str
    record: Record
    components: str | None  # the digest of its edition; none: the packaged one


def name_of(text: str) -> str:
    """What a record is called."""
    return record_name(digest_of(text))


def is_record(name: str) -> bool:
    """Whether it is the name of a record; codes of tables are shorter."""
    return len(name) == DIGITS + 1 and name[0] == "r" and not name[1:].strip("0123456789abcdef")


def digest_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()


# ---- finding -----------------------------------------------------------------------------------------------


async def find(core: Core, visitor: Visitor, name: str, language: str = FALLBACK) -> RecordedGame:
    """The study by this name; Refused for what is not there, not over, not open yet, or not theirs to see."""
    if is_record(name):
        return await _kept(core, visitor, name, language)
    table = await core.table(name, visitor)
    await play.check_may_read(core, visitor, table)
    setup, number = await core.hub.look(table, lambda live: (live.setup, live.number))
    found = FINISHED.get((name, number)) or await _finished(core, visitor, name, table)
    names = await names_at(core, table, setup.seats, language)
    return RecordedGame(name, found.text, found.record, setup.found_game(), names, table, found.digest)


async def _finished(core: Core, visitor: Visitor, name: str, table: TableId) -> Finished:
    """The record of a table whose game is over: written and read once, since it is asked for all the time."""
    number, text = await core.hub.look(table, lambda live: (live.number, live.record()))

    def read() -> Finished:
        return Finished(text, read_record(text.encode()), digest_of(text))

    found = await core.pools.replays.run(visitor.address, "study", read)
    FINISHED.put((name, number), found)
    return found


async def _kept(core: Core, visitor: Visitor, name: str, language: str) -> RecordedGame:
    core.limits.spend("read", visitor.rate_limit_key, "study")
    core.limits.check("guess", visitor.rate_limit_key, "study")
    try:
        stored = await core.store.records.get(name)
        await _check_par(core, visitor, name)
    except NotThere:
        core.limits.spend("guess", visitor.rate_limit_key, "study")
        raise Refused("no_study", "study") from None
    text = stored.text.encode()
    if len(text) > QUICK:
        record = await core.pools.replays.run(visitor.address, "study", lambda: read_record(text))
    else:
        record = read_record(text)
    game = await _game(core, visitor, record, stored.components)
    names = tuple([seat_name(seat, None, language) for seat in range(record.setup.seats)])
    return RecordedGame(name, stored.text, record, game, names, None, digest_of(stored.text))


async def names_at(core: Core, table: TableId, seats: int, language: str) -> tuple[str, ...]:
    """How the players of a table are called; by the number of the seat where there is no name."""
    known = await seat_names(core, table, language)
    return tuple([seat_name(seat, known, language) for seat in range(seats)])


async def _check_par(core: Core, visitor: Visitor, name: str) -> None:
    """The best game of a day that lasts is for those whose own attempt counts: it tells the day's luck."""
    who = "" if visitor.player is None else player_key(visitor.player.id)
    for par in await _lasting_pars(core, name):
        mine = await core.store.dailies.attempt(par.day, par.game, who)
        if mine is None or mine.points is None:
            raise Refused("daily_closed", "study", {"day": par.day})


async def check_no_par(core: Core, study: RecordedGame, tried: str) -> None:
    """Refuse what would show the best game of a day that lasts to others."""
    for par in await _lasting_pars(core, record_name(study.digest)):
        raise Refused("daily_closed", tried, {"day": par.day})


async def _lasting_pars(core: Core, name: str) -> list[Par]:
    """The days whose par has this record; none once one of them has ended."""
    found = await core.store.dailies.pars_in(name)
    return [] if any(core.store.now() >= end_of(par.day) for par in found) else found


async def _game(core: Core, visitor: Visitor, record: Record, components: str | None) -> Game:
    """With the components that a record was kept with."""
    if components is None:
        return shelf.game_for(record.setup.game, record.setup.edition)
    text = await core.store.editions.get(components)
    name = record.setup.game
    return await core.pools.editions.run(visitor.address, "study", lambda: game_with(name, text))


async def components_of(core: Core, study: RecordedGame) -> tuple[str | None, str]:
    """Digest and text of the edition that a study was played with; none for the packaged one."""
    if study.table is not None:
        digest = (await core.store.tables.get(study.table)).edition
    else:
        digest = (await core.store.records.get(study.name)).components
    return digest, "" if digest is None else await core.store.editions.get(digest)


# ---- keeping -----------------------------------------------------------------------------------------------


async def admit(core: Core, visitor: Visitor) -> None:
    """Whether somebody may bring one more record along: asked before anything of it is read."""
    visitor.require_player()
    core.limits.spend("record", visitor.rate_limit_key, "read record")
    core.limits.spend("record", visitor.address, "read record")


async def keep(core: Core, visitor: Visitor, given: Given, language: str = FALLBACK) -> str:
    """Keep a record for somebody, once it has been checked; answers its name. Refused says what is wrong.

    It may be in a file of another kind, such as a picture that carries it.
    """
    player = visitor.require_player()
    checked = await check(core, visitor, given, language)
    setup, name = checked.record.setup, name_of(checked.text)
    stored = StoredRecord(name, setup.game, setup.edition, checked.components, checked.text)
    if not await core.store.records.put(stored, player.id):
        raise Refused("records_full", "read record")
    return name


async def check(core: Core, visitor: Visitor, given: Given, language: str = FALLBACK) -> ReplayedRecord:
    """Read a record and play it again, with the components it names; Refused names the line at fault."""
    pool, who = core.pools.uploads, visitor.address
    record: Record | None = None
    try:
        text, found = await pool.run(who, "read record", lambda: _read(given))
        record = found
        game, components = await _found(core, visitor, record)
        await pool.run(who, "read record", partial(re_execute, record, lambda *_: game))
        if not record.intact:
            raise BadRecord(record.last_line(), "checksum")
    except BadRecord as error:
        why = say_bad_record(error, record.setup.options if record is not None else (), language)
        raise Refused("bad_record", "read record", {"line": error.line, "why": why.rstrip(".")}) from None
    return ReplayedRecord(text, record, components)


def _read(given: Given) -> tuple[str, Record]:
    """What is kept is read, and nothing that was only like it."""
    if callable(given):
        given = given()
    data = _taken_out(given.encode("utf-8", "surrogatepass") if isinstance(given, str) else given)
    if len(data) > MAX_RECORD_BYTES:
        raise Refused("too_large", "read record", {"most": MAX_RECORD_BYTES})
    lines = data.decode("utf-8-sig").replace("\r\n", "\n").rstrip().split("\n")  # however they came to end
    text = "\n".join([lines[0].strip(), *lines[1:]]) + "\n"
    return text, read_record(text.encode(), edited=True)


def _taken_out(data: bytes) -> bytes:
    """The record in a file, or the file itself where it is a text."""
    if (carried := record_in(data)) is not None:
        return carried.encode()
    if b"\0" in data or data.lstrip()[:1] == b"<" or not _is_text(data):
        raise Refused("no_record", "read record")
    return data


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


async def _found(core: Core, visitor: Visitor, record: Record) -> tuple[Game, str | None]:
    """The game with the components a record was played with, and their digest unless they are packaged."""
    setup = record.setup
    if setup.game not in shelf.names():
        raise Refused(
            "record_game", "read record", {"game": setup.game[:60], "games": ", ".join(shelf.names())}
        )
    with suppress(BadSetup):
        return shelf.game_for(setup.game, setup.edition), None
    digest = await _components(core, setup.game, setup.edition)
    if digest is None:
        raise Refused("record_edition", "read record", {"edition": setup.edition[:60]})
    return await _game(core, visitor, record, digest), digest


async def _components(core: Core, game: str, edition: str) -> str | None:
    """The digest of an edition that a table or a record here is played with."""
    found = await core.store.records.components(game, edition)
    if found is not None:
        return found
    for digest, setup in await core.store.records.played(game):
        with suppress(Damaged):
            if decode_setup_without_key(setup).edition == edition:
                return digest
    return None


async def mine(core: Core, visitor: Visitor) -> list[KeptRecord]:
    """The records that somebody keeps, newest first; nothing for somebody unknown."""
    core.limits.spend("read", visitor.rate_limit_key, "study")
    return [] if visitor.player is None else await core.store.records.of(visitor.player.id)


async def drop(core: Core, visitor: Visitor, name: str) -> None:
    """One of these is not wanted any more."""
    core.limits.spend("read", visitor.rate_limit_key, "delete record")
    try:
        await core.store.records.drop(visitor.require_player().id, name)
    except NotThere:
        raise Refused("no_study", "delete record") from None
