"""Challenges: a game that is over as a text for a link, so that others can play it with the same draws.

The text holds set-up, luck and all entries of the journal. Whoever opens it has them played again, so a
result that was not reached by these moves is refused.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from farmstead.engine.contract import FarmsteadError, Seat
from farmstead.in_page.storage import TableDocument
from farmstead.in_page.tables import ME, DeviceTable
from farmstead.render.page import page_for
from farmstead.server.base.refusals import Refused
from farmstead.server.table.entries import Sat, decode
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.setup import decode_setup

MAX_TEXT: Final = 100_000  # characters of a link
MAX_BYTES: Final = 2_000_000  # of what is packed in it
TRIED: Final = "challenge"


class Challenge(Struct, frozen=True, forbid_unknown_fields=True):
    """What the text of a link holds."""

    setup: str
    key: str
    names: tuple[str, ...]
    entries: tuple[str, ...]
    points: int  # as its sender says


class Rival(NamedTuple):
    """A challenge that was played again: it ended as it says."""

    challenge: Challenge
    live: LiveTable
    seat: Seat

    @property
    def name(self) -> str:
        return self.challenge.names[self.seat]


class ChallengeIn(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a link that somebody has opened."""

    text: str


class RivalOut(Struct, frozen=True):
    """Who sent the challenge, and what they reached."""

    name: str
    points: int
    title: str  # of the game
    game: str


class SideOut(Struct, frozen=True):
    """One of two farms at the end."""

    points: int
    svg: str


class ChallengeOut(Struct, frozen=True):
    """What a table has to do with challenges."""

    text: str  # by which others are challenged, once it is over
    rival: RivalOut | None  # whose challenge is played here
    sides: tuple[SideOut, ...]  # mine and theirs, once it is over


def text_of(table: DeviceTable, entries: Sequence[str]) -> str:
    """For a link, with the whole journal; nothing before the end, or where others than bots played, too."""
    live = table.live
    mine = table.mine()
    if live.phase() != "over" or len(mine) != 1 or any(seat.away for seat in live.chairs.all):
        return ""
    document = table.document
    found = Challenge(document.setup, document.key, document.names, tuple(entries), _points(live, mine[0]))
    return urlsafe_b64encode(zlib.compress(msgspec.json.encode(found), 9)).decode().rstrip("=")


def _points(live: LiveTable, seat: Seat) -> int:
    return live.position(seat).lines[seat]["total"]


def read_challenge(text: str) -> Rival:
    """Played again to the end; Refused where that is not as it says."""
    if len(text) > MAX_TEXT:
        raise Refused("challenge_wrong", TRIED)
    try:
        packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        data = zlib.decompressobj().decompress(packed, MAX_BYTES)
        challenge = msgspec.json.decode(data, type=Challenge)
        live = LiveTable(decode_setup(challenge.setup.encode(), bytes.fromhex(challenge.key)))
        entries = [decode(each.encode()) for each in challenge.entries]
        for each in entries:
            live.add(each)
    except (FarmsteadError, ValueError, zlib.error):
        raise Refused("challenge_wrong", TRIED) from None
    seats = [each.seat for each in entries if isinstance(each, Sat) and each.player == ME]
    is_whole = live.phase() == "over" and len(seats) == 1 and len(challenge.names) == live.setup.seats
    if not is_whole or _points(live, seats[0]) != challenge.points:
        raise Refused("challenge_wrong", TRIED)
    return Rival(challenge, live, seats[0])


def rival_out(rival: Rival) -> RivalOut:
    """As a page tells of it."""
    game = rival.live.game
    return RivalOut(rival.name, rival.challenge.points, game.title, game.name)


def challenge_out(table: DeviceTable, entries: Sequence[str], language: str) -> ChallengeOut:
    """The rival of a table and, once it is over, both farms."""
    document: TableDocument = table.document
    rival = read_challenge(document.challenge) if document.challenge else None
    mine = table.mine()
    sides: tuple[SideOut, ...] = ()
    if rival is not None and table.live.phase() == "over" and mine:
        sides = (_side(table.live, mine[0], language), _side(rival.live, rival.seat, language))
    return ChallengeOut(text_of(table, entries), None if rival is None else rival_out(rival), sides)


def _side(live: LiveTable, seat: Seat, language: str) -> SideOut:
    view = live.position(seat).view
    assert view is not None
    return SideOut(_points(live, seat), page_for(live.game, language).other(view, seat, False))
