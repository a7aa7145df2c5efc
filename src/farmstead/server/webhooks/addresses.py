"""Which addresses may be called: those of the public network, by a name, over TLS."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from farmstead.server.base.refusals import Refused

TRIED_ACTION: Final = "webhook"
HTTPS_PORT: Final = 443
MAX_URL: Final = 500  # letters
PART: Final = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
HOST_PATTERN: Final = re.compile(rf"(?=.{{1,253}}$)(?:{PART}\.)+[a-z][a-z0-9-]{{0,61}}[a-z0-9]")
PRINTED: Final = re.compile(r"[!-~]+")  # no blanks, breaks or other letters: they are put into a request
PUBLIC: Final = IPv6Network("2000::/3")  # all that is given out of the newer sort
RELAY: Final = IPv4Network("192.88.99.0/24")  # into the newer sort, in former times
LEADS_ELSEWHERE: Final = (
    IPv6Network("2001::/32"),  # Teredo
    IPv6Network("2002::/16"),  # 6to4: addresses of the older sort in disguise
    IPv6Network("2001:20::/28"),  # no addresses at all
    IPv6Network("3fff::/20"),  # examples in documents
)


class Target(NamedTuple):
    """A checked address, taken apart."""

    host: str
    path: str  # with what is asked behind it


def target_of(url: str) -> Target:
    """Refused says what is wrong with it."""
    if len(url) > MAX_URL or not PRINTED.fullmatch(url):
        raise bad("letters")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise bad("letters") from None
    if parts.scheme.lower() != "https":
        raise bad("https")
    if parts.username is not None or parts.password is not None:
        raise bad("user")
    if port not in (None, HTTPS_PORT):
        raise bad("port")
    host = (parts.hostname or "").removesuffix(".")
    if not HOST_PATTERN.fullmatch(host):  # numbers are names of no host, however they are written
        raise bad("host")
    return Target(host, f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}")


def bad(why: str) -> Refused:
    return Refused("webhook_bad", TRIED_ACTION, {"why": why})


def is_public(address: str) -> bool:
    """Whether an address is somebody's on the public network, not of this machine or network, nor a trick."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv4Address):
        strange = found.is_multicast or found.is_reserved or found.is_unspecified or found in RELAY
        return found.is_global and not strange
    # Nothing that stands for an address of the older sort: who translates it may lead anywhere.
    if found.scope_id is not None or found.ipv4_mapped is not None or found not in PUBLIC:
        return False
    return found.is_global and not any(found in network for network in LEADS_ELSEWHERE)


def masked(url: str) -> str:
    """As it may be shown: whoever reads the rest of it can write there."""
    return f"https://{urlsplit(url).hostname}/…"
