"""All that is settled when a table is made: the game, its components, who is to sit where, chance's key."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct, structs

from farmstead import shelf
from farmstead.engine.branches import Branch
from farmstead.engine.contract import BadSetup, Game, Setup
from farmstead.server.table.entries import Damaged, Digits, LevelNumber

KEY_BYTES: Final = 32
# Of fair chance (docs/fair.md); 0: none, the key of a table alone decides.
Scheme: TypeAlias = Literal[0, 1, 2]
FAIR: Final[Scheme] = 2  # that new tables have
PlannedSeat: TypeAlias = Literal["open", "invited", "device", "bot"]
NAME_DIGITS: Final = 32  # of the name of a record
MAX_NEIGHBOUR: Final = 40  # characters of the id of one
Luck: TypeAlias = Literal["same", "fresh", "chosen"]
GAME: Final = "found"  # by which a set-up keeps its game
EDITIONS_KEPT: Final = 16  # games with components of their own that are kept built


def record_name(digest: str) -> str:
    """What a record is called, by the SHA-256 of its text."""
    return f"r{digest[:NAME_DIGITS]}"


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Who is meant to sit there: anybody, whoever has the link, somebody on the same device, or a bot."""

    kind: PlannedSeat = "open"
    level: LevelNumber = 0  # of a bot
    neighbour: Annotated[str, Meta(max_length=MAX_NEIGHBOUR)] = (
        ""  # who the bot is, or nothing: its level alone
    )


class Origin(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Where a game goes on from: after so many moves of a record, and what chance brings from there on."""

    record: Digits  # the SHA-256 of the record's text
    ply: Annotated[int, Meta(ge=0, le=999_999)]
    luck: Luck

    def mark(self) -> Branch:
        """The branch as a record writes it."""
        return Branch(self.ply, self.luck, self.record)


class TableSetup(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The set-up of a table. The key is secret: it is neither shown nor written with the rest.

    `dict`: its game is kept with it, once it has been built.
    """

    game: str
    rules: int
    seats: int
    options: tuple[str, ...]
    edition: str  # name and digest of the components
    plan: tuple[SeatPlan, ...]
    components: str = ""  # the text of the edition, or nothing for the packaged one
    key: bytes = b""
    fair: Scheme = 0  # how luck comes from the key
    origin: Origin | None = None  # the game goes on from a move of another
    told: str = ""  # the record of that other game; kept elsewhere, as the components are

    def __repr__(self) -> str:
        return f"<table of {self.game} for {self.seats}>"

    def found_game(self) -> Game:
        """The game with these components; BadSetup when they are not to be had.

        Building one with components of its own takes a while: in a thread, when its table is loaded.
        """
        found: Game | None = self.__dict__.get(GAME)
        if found is None:
            found = self.__dict__[GAME] = game_of(self.game, self.edition, self.components)
        return found

    def engine_setup(self, game: Game) -> Setup:
        """The set-up as the engine has it, checked."""
        return game.setup(self.seats, self.options, self.rules)


def game_of(name: str, edition: str, components: str = "") -> Game:
    """A game by its name and edition, with the text of its components unless they are the packaged ones."""
    if not components:
        return shelf.game_for(name, edition)
    game = game_with(name, components)
    if shelf.edition_of(game) != edition:
        raise BadSetup(f"these are not the components of the edition {edition!r}", "edition")
    return game


@lru_cache(EDITIONS_KEPT)
def game_with(name: str, components: str) -> Game:
    """The game with these components; kept for the next who asks."""
    return shelf.game_with(name, components)


def new_setup(
    game: str,
    plan: Sequence[SeatPlan],
    key: bytes,
    options: Sequence[str] = (),
    components: str = "",
    fair: Scheme = 0,
    rules: int | None = None,
) -> TableSetup:
    """A checked set-up, with as many seats as the plan has; BadSetup says what cannot be played.

    Without a revision of the rules it is played under the present one.
    """
    if len(key) < KEY_BYTES:
        raise ValueError(f"a key has at least {KEY_BYTES} bytes")
    if not _is_sound(plan):
        raise BadSetup("a seat for a bot has a level, and no other seat has one", "seats")
    found = game_with(game, components) if components else shelf.game(game)
    setup = found.setup(len(plan), options, rules)
    return TableSetup(
        game, setup.rules, setup.seats, setup.options, setup.edition, tuple(plan), components, key, fair
    )


_DECODER: Final[msgspec.json.Decoder[TableSetup]] = msgspec.json.Decoder(TableSetup)


def _is_sound(plan: Sequence[SeatPlan]) -> bool:
    return all(
        (seat.kind == "bot") == (seat.level > 0) and (seat.kind == "bot" or not seat.neighbour)
        for seat in plan
    )


def encode_setup(setup: TableSetup) -> bytes:
    """All but the key and the texts of edition and origin, which are kept elsewhere."""
    fields = structs.asdict(setup)
    del fields["key"], fields["components"], fields["told"]
    if not setup.fair:
        del fields["fair"]  # as it was written before there was any
    if setup.origin is None:
        del fields["origin"]
    return msgspec.json.encode(fields)


def decode_setup_without_key(data: bytes) -> TableSetup:
    """For those who only want to know what is played; Damaged says what is wrong."""
    return decode_setup(data, bytes(KEY_BYTES))


def decode_setup(data: bytes, key: bytes, components: str = "") -> TableSetup:
    """The set-up that `encode_setup` wrote, complete again; Damaged says what is wrong."""
    try:
        setup = _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Damaged(f"this is no set-up of a table: {error}") from None
    if (
        setup.key
        or setup.components
        or setup.told
        or setup.seats != len(setup.plan)
        or not _is_sound(setup.plan)
    ):
        raise Damaged("this set-up of a table is not written as set-ups are")
    if len(key) < KEY_BYTES:
        raise Damaged(f"the key of this table has {len(key)} bytes and should have {KEY_BYTES}")
    return structs.replace(setup, key=key, components=components)
