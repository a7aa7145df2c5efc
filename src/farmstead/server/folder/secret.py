"""What only the server knows: made at the first start, kept where nobody but its owner can read it."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from farmstead.engine.contract import FarmsteadError

SECRET_BYTES: Final = 32


class NoSecret(FarmsteadError):
    """The file with the secret cannot be used; a sentence says why and what to do."""


def secret_in(path: Path) -> bytes:
    """The secret in this file; a new one when there is none."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    keep_secret(path, secrets.token_bytes(SECRET_BYTES))
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o600)
    found = path.read_bytes()
    if len(found) != SECRET_BYTES:
        raise NoSecret(
            f"{path} holds {len(found)} bytes and should hold {SECRET_BYTES}."
            " Delete it and a new one is made; everybody then has to say their name again."
        )
    return found


def keep_secret(path: Path, secret: bytes) -> None:
    """Write it unless there is one: all at once, so that nobody ever reads half of it."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.write(handle, secret)
        os.fsync(handle)
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.close(handle)
        draft.unlink()


def mark_of(secret: bytes) -> int:
    """By which two secrets can be told apart, and nothing can be found out about them."""
    return int.from_bytes(sha256(b"farmstead mark " + secret).digest()[:6])
