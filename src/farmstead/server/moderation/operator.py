"""Who runs the server, as far as its page knows: whoever has shown a passphrase a short while ago.

There is nothing of this unless a passphrase was set (`farmstead operator passphrase`). Of it the folder has
only a hash. What a browser gets for it is signed by the server's secret, ends by itself, and is worth nothing
once the passphrase is another.
"""

from __future__ import annotations

import hmac
import logging
import os
from contextlib import suppress
from hashlib import sha256
from typing import Final

from farmstead.server.base.refusals import Refused
from farmstead.server.base.settings import Settings
from farmstead.server.core import Core
from farmstead.server.store import Milliseconds, new_token

LOG: Final = logging.getLogger(__name__)
SIGNED_IN_MS: Final[Milliseconds] = 2 * 3_600_000
MAX_HASH_BYTES: Final = 1000


def hash_in(settings: Settings) -> str:
    """That of the passphrase; nothing where none was set."""
    with suppress(OSError, UnicodeDecodeError), settings.operator.open("rb") as file:
        return file.read(MAX_HASH_BYTES).decode("ascii").strip()
    return ""


def write_hash(settings: Settings, hash: str) -> None:
    """For its owner only, and whole or not at all; nothing takes the page away."""
    if not hash:
        settings.operator.unlink(missing_ok=True)
        return
    settings.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = settings.operator.with_name(f"{settings.operator.name}.draft")
    draft.unlink(missing_ok=True)
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(f"{hash}\n")
    draft.replace(settings.operator)


async def sign_in(core: Core, address: str, passphrase: str) -> str:
    """What the browser is to keep. Guesses are counted also at a server without any other limits."""
    hash, tried = required_hash(core), "sign in"
    core.check_counts()
    core.operator_limits.spend("operator", address, tried)
    core.operator_limits.spend("operator_all", "", tried)
    if not await core.hashing.is_right(hash, passphrase, tried):
        LOG.warning("Somebody tried a wrong passphrase at the page of whoever runs this server.")
        raise Refused("operator_wrong", tried)
    LOG.info("Somebody has signed in at the page of whoever runs this server.")
    return signed(core, f"{core.store.now() + SIGNED_IN_MS}.{new_token()}", hash)


def check_signed_in(core: Core, cookie: str) -> None:
    """Refuse whoever has not shown the passphrase that holds now, or too long ago."""
    hash = required_hash(core)
    token, _, _ = cookie.rpartition(".")
    wanted, given = (each.encode("utf-8", "replace") for each in (signed(core, token, hash), cookie))
    is_ours = hmac.compare_digest(wanted, given)
    until, _, _ = token.partition(".")
    if not is_ours or int(until) <= core.store.now():
        raise Refused("operator_unknown", "look")


def required_hash(core: Core) -> str:
    """Refused as what is not there, where no passphrase was set."""
    if not (hash := hash_in(core.settings)):
        raise Refused("nothing_there", "look")
    return hash


def signed(core: Core, token: str, hash: str) -> str:
    """No cookie of a visitor is signed so: those have no blanks before their signature."""
    text = f"operator {sha256(hash.encode()).hexdigest()} {token}"
    return f"{token}.{hmac.new(core.people.secret, text.encode('utf-8', 'replace'), sha256).hexdigest()}"
