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

LETTERS_KEPT: Final = 400_000  # of editions: two of the largest, or many of the usual size
TRIED_ACTION: Final = "score"


class OwnGame(NamedTuple):
    """A game with components that somebody brought along."""

    digest: str  # of the text of its edition
    game: Game
    letters: int  # of that text


# By digest; asked by several threads.
EDITION_CACHE: Final[LruCache[str, OwnGame]] = LruCache(LETTERS_KEPT, lambda own: own.letters)


def digest_of(text: str) -> str:
    """As tables name the text of an edition."""
    return sha256(text.encode()).hexdigest()


def is_new(text: str) -> bool:
    """Whether it would have to be proved sound first."""
    return bool(text) and EDITION_CACHE.get(digest_of(text)) is None


def own_game(name: str, digest: str, text: str) -> OwnGame:
    """The game by the text of an edition, or by the digest of one at hand; BadSetup for an unsound one."""
    digest = digest_of(text) if text else digest
    own = EDITION_CACHE.get(digest) or (OwnGame(digest, built(text), len(text)) if text else None)
    if own is None:
        raise Refused("edition_away", TRIED_ACTION)
    EDITION_CACHE.put(digest, own)
    if own.game.name != name:
        raise Refused(
            "edition_game", TRIED_ACTION, {"title": own.game.title, "wanted": shelf.game(name).title}
        )
    return own


def built(text: str) -> Game:
    """The game an edition is for, with its components; BadSetup says all that is wrong with them."""
    return shelf.playable_with(shelf.edition_game(text), text)


def problems_of(error: BadSetup) -> tuple[str, ...]:
    """Everything that is wrong with an edition."""
    return tuple(getattr(error, "problems", None) or [str(error)])
