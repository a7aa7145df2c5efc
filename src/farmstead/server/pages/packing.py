"""Answers made small for their way, for browsers that can unpack them."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from litestar import Request, Response

LEVEL: Final = 5
SMALL: Final = 1000  # bytes, below which nothing is gained
KEPT: Final = 128  # answers: scripts, style sheets and symbols are the same for everybody


# `Any`: Litestar's requests are generic in what this project does not use.
def packed(
    request: Request[Any, Any, Any], data: bytes, kind: str, headers: Mapping[str, str] | None = None
) -> Response[bytes]:
    """The answer, packed where it is worth it."""
    found = {"vary": "accept-encoding", **(headers or {})}
    if len(data) >= SMALL and "gzip" in request.headers.get("accept-encoding", ""):
        data = _small(data)
        found["content-encoding"] = "gzip"
    return Response(data, headers=found, media_type=kind)


@lru_cache(KEPT)
def _small(data: bytes) -> bytes:
    return gzip.compress(data, LEVEL, mtime=0)
