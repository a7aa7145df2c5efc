"""What the API says about a player's webhook; what is sent to the webhook itself is in `payload.py`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from farmstead.server.store import Milliseconds
from farmstead.server.webhooks.addresses import MAX_URL


class WebhookIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Where you want to be called."""

    url: Annotated[str, Meta(min_length=1, max_length=MAX_URL)]


class WebhookOut(Struct, frozen=True):
    """Where you are called, and how that goes."""

    possible: bool  # this server calls webhooks at all
    shown: str | None = None  # its host; the rest is a secret, and told to nobody again
    created: Milliseconds | None = None
    failures: int = 0  # calls in a row that failed
    why: str = ""  # the last did
    paused: bool = False  # after too many it is called no longer, until it is tried or entered again


class Tried(Struct, frozen=True):
    """What became of a call that was asked for."""

    ok: bool
    why: str  # `sent`, or why not
