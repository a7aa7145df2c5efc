"""Passphrases: which will do, and how they are hashed and compared.

Each hash takes 19 MiB and some hundredths of a second, by intention. So it is done in threads, few at once,
and when many wait already others are sent away: whoever floods this holds up nobody's game.
"""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar, final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from farmstead.server.base.refusals import Refused

LOG: Final = logging.getLogger(__name__)
MIN_PASSPHRASE: Final = 10  # letters
MAX_PASSPHRASE: Final = 200
MIN_DIFFERENT_LETTERS: Final = 5  # that differ
COMMON_PASSPHRASES: Final = {
    "0123456789", "0987654321", "1234567890", "12345678910", "123456789a", "1q2w3e4r5t", "1qaz2wsx3edc",
    "abcdefghij", "azertyuiop", "qwertyuiop", "qwertyuiop1", "qwertzuiop", "iloveyou123", "motdepasse",
    "motdepasse1", "passphrase", "password01", "password12", "password123", "password1234", "passwort123",
    "correct horse battery staple",
}  # fmt: skip  # what is tried first

THREADS: Final = 2
MAX_WAITING: Final = 16
RETRY_AFTER_S: Final = 5  # seconds after which to try again

# What OWASP asks for at least: 19 MiB, twice over, in one thread.
ARGON2_TIME_COST: Final = 2
ARGON2_MEMORY_KIB: Final = 19 * 1024
ARGON2_LANES: Final = 1
SALT_BYTES: Final = 16  # bytes
HASH_BYTES: Final = 32

# Which of its shapes a letter is to have: some names need them, and beside most letters nobody sees them.
VARIATION_SELECTORS: Final = dict.fromkeys(
    [*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
)

Done = TypeVar("Done")


def login_of(name: str) -> str:
    """A name as it is compared: letters that look alike to a reader of one script are the same."""
    kept = name.translate(VARIATION_SELECTORS)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", kept).casefold())
    return " ".join(folded.split())


def checked_passphrase(text: str, login: str, tried: str) -> str:
    """A passphrase that will do; Refused says why not. Any letters are good, and so are spaces."""
    if len(text) > MAX_PASSPHRASE:
        raise Refused("passphrase_bad", tried, {"why": "long"})
    kept = plain(text)
    if len(kept) < MIN_PASSPHRASE:
        raise Refused("passphrase_bad", tried, {"why": "short"})
    if login_of(kept) == login:
        raise Refused("passphrase_bad", tried, {"why": "name"})
    if login_of(kept) in COMMON_PASSPHRASES or len(set(kept)) < MIN_DIFFERENT_LETTERS:
        raise Refused("passphrase_bad", tried, {"why": "common"})
    return kept


def plain(passphrase: str) -> str:
    """A passphrase in Unicode's form NFKC, however a keyboard has composed it."""
    return unicodedata.normalize("NFKC", passphrase)


def hasher(times: int = ARGON2_TIME_COST, kibibytes: int = ARGON2_MEMORY_KIB) -> PasswordHasher:
    return PasswordHasher(times, kibibytes, ARGON2_LANES, HASH_BYTES, SALT_BYTES)


def nobodys(maker: PasswordHasher) -> str:
    """A hash that no passphrase has, and that takes as long to compare as any other."""
    salt, end = (b64encode(bytes(length)).decode().rstrip("=") for length in (SALT_BYTES, HASH_BYTES))
    how = f"m={maker.memory_cost},t={maker.time_cost},p={maker.parallelism}"
    return f"$argon2id$v=19${how}${salt}${end}"


@final
class PassphraseHasher:
    """Hashes and verifies passphrases in threads, a few at a time."""

    def __init__(
        self, maker: PasswordHasher | None = None, at_once: int = THREADS, most_waiting: int = MAX_WAITING
    ) -> None:
        self._maker = maker or hasher()
        self._nobodys = nobodys(self._maker)
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="passphrases")
        self._most = at_once + most_waiting
        self._now = 0  # being hashed, or waiting for it

    async def hash(self, passphrase: str, tried: str) -> str:
        return await self._do(lambda: self._maker.hash(letters(passphrase)), tried)

    async def is_right(self, stored: str | None, passphrase: str, tried: str) -> bool:
        """Whether it is the one that was hashed. With nothing to compare it takes as long, and is not."""
        is_same = await self._do(lambda: self._is_same(stored or self._nobodys, plain(passphrase)), tried)
        return is_same and stored is not None

    def _is_same(self, stored: str, passphrase: str) -> bool:
        try:
            return self._maker.verify(stored, letters(passphrase))
        except InvalidHashError:
            LOG.error(
                "What is stored of a passphrase is damaged. Set a new one: farmstead account passphrase"
            )
            return False
        except VerificationError:
            return False

    def is_outdated(self, stored: str) -> bool:
        """Whether it was hashed with less care than is taken now."""
        return self._maker.check_needs_rehash(stored)

    async def _do(self, work: Callable[[], Done], tried: str) -> Done:
        if self._now >= self._most:
            raise Refused("busy", tried, {"seconds": RETRY_AFTER_S})
        self._now += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._now -= 1

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)


def letters(passphrase: str) -> bytes:
    return passphrase.encode("utf-8", "surrogatepass")
