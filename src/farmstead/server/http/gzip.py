"""Answers compressed by gzip, for browsers that accept it."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, Final

from litestar import Request, Response

GZIP_LEVEL: Final = 5
BEST_GZIP_LEVEL: Final = 9  # for what is packed only once
MIN_GZIPPED_BYTES: Final = 1000  # bytes, below which nothing is gained
CACHED_ANSWERS: Final = 32  # answers that several may ask for


@cache
def packed_once(data: bytes) -> bytes:
    """For the few things that never change while the server runs."""
    return gzip.compress(data, BEST_GZIP_LEVEL, mtime=0)


@lru_cache(CACHED_ANSWERS)
def packed_now(data: bytes) -> bytes:
    return gzip.compress(data, GZIP_LEVEL, mtime=0)


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
    if len(data) >= MIN_GZIPPED_BYTES and "gzip" in request.headers.get("accept-encoding", ""):
        data = pack(data)
        found["content-encoding"] = "gzip"
    return Response(data, headers=found, media_type=kind)
