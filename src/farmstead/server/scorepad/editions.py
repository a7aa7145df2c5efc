"""Components of one's own, by which a real table is counted: a few are kept at hand, none is stored.

A file is sent once and named by its digest from then on, as those of tables are. Whoever asks where it is not
at hand, at another server or much later, is told to send it again.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple

from farmstead import shelf
from farmstead.engine.contract import BadSetup, Game
from farmstead.server.base.cache import LruCache
from farmstead.server.base.refusals import Refused

KEPT: Final = 16  # games with components of their own
TRIED: Final = "score"


class OwnGame(NamedTuple):
    """A game with components that somebody brought along."""

    digest: str  # of the text of its edition
    game: Game


AT_HAND: Final[LruCache[str, Game]] = LruCache(KEPT)  # by digest; asked by several threads


def digest_of(text: str) -> str:
    """As tables name the text of an edition."""
    return sha256(text.encode()).hexdigest()


def is_new(text: str) -> bool:
    """Whether it would have to be proved sound first."""
    return bool(text) and AT_HAND.get(digest_of(text)) is None


def own_game(name: str, digest: str, text: str) -> OwnGame:
    """The game by the text of an edition, or by the digest of one at hand; BadSetup for an unsound one."""
    digest = digest_of(text) if text else digest
    game = AT_HAND.get(digest) or (shelf.playable_with(shelf.edition_game(text), text) if text else None)
    if game is None:
        raise Refused("edition_away", TRIED)
    AT_HAND.put(digest, game)
    if game.name != name:
        raise Refused("edition_game", TRIED, {"title": game.title, "wanted": shelf.game(name).title})
    return OwnGame(digest, game)


def problems_of(error: BadSetup) -> tuple[str, ...]:
    """Everything that is wrong with an edition."""
    return tuple(getattr(error, "problems", None) or [str(error)])
