"""Answers made small for their way, for browsers that can unpack them."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, Final

from litestar import Request, Response

LEVEL: Final = 5
BEST: Final = 9  # for what is packed only once
SMALL: Final = 1000  # bytes, below which nothing is gained
KEPT: Final = 32  # answers that several may ask for


@cache
def packed_once(data: bytes) -> bytes:
    """For the few things that never change while the server runs."""
    return gzip.compress(data, BEST, mtime=0)


@lru_cache(KEPT)
def packed_now(data: bytes) -> bytes:
    return gzip.compress(data, LEVEL, mtime=0)


# `Any`: Litestar's requests are generic in what this project does not use.
def packed(
    request: Request[Any, Any, Any],
    data: bytes,
    kind: str,
    headers: Mapping[str, str] | None = None,
    pack: Callable[[bytes], bytes] = packed_now,
) -> Response[bytes]:
    """The answer, packed where it is worth it."""
    found = {"vary": "accept-encoding", **(headers or {})}
    if len(data) >= SMALL and "gzip" in request.headers.get("accept-encoding", ""):
        data = pack(data)
        found["content-encoding"] = "gzip"
    return Response(data, headers=found, media_type=kind)
