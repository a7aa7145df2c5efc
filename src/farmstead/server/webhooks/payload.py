"""The body of a webhook call, by event: JSON for Discord, in the player's language, pinging nobody."""

from __future__ import annotations

import msgspec

from farmstead import shelf
from farmstead.render.words import PAGES, words_for


def turn(language: str, game: str, link: str) -> bytes:
    """A slow game waits for them."""
    title = shelf.game(game).title if game in shelf.names() else game
    return written(words_for(PAGES, language).say("webhook", "turn", title=title, link=link))


def trial(language: str, link: str) -> bytes:
    """They want to see whether it works."""
    return written(words_for(PAGES, language).say("webhook", "trial", link=link))


def written(text: str) -> bytes:
    return msgspec.json.encode({"content": text, "allowed_mentions": {"parse": []}})
