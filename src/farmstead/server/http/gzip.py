"""Answers compressed by gzip, for browsers that accept it."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, Final, final

from litestar import Request, Response
from litestar.response.base import ASGIResponse

GZIP_LEVEL: Final = 5
BEST_GZIP_LEVEL: Final = 9  # for what is packed only once
MIN_GZIPPED_BYTES: Final = 1000  # bytes, below which nothing is gained
CACHED_ANSWERS: Final = 32  # answers that several may ask for
STREAM_LEVEL: Final = 3  # for what is packed for one listener, between the moves of others
GZIP_HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LAST_BLOCK: Final = b"\x03\x00"  # with nothing in it
SIZES: Final = 1 << 32  # sums in gzip are counted up to this


@cache
def packed_once(data: bytes) -> bytes:
    """For the few things that never change while the server runs."""
    return gzip.compress(data, BEST_GZIP_LEVEL, mtime=0)


@lru_cache(CACHED_ANSWERS)
def packed_now(data: bytes) -> bytes:
    return gzip.compress(data, GZIP_LEVEL, mtime=0)


# `Any`: Litestar's requests are generic in what this project does not use.
def accepts_gzip(request: Request[Any, Any, Any]) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def packed(
    request: Request[Any, Any, Any],
    data: bytes,
    kind: str,
    headers: Mapping[str, str] | None = None,
    pack: Callable[[bytes], bytes] = packed_now,
) -> Response[bytes]:
    """The answer, packed where it is worth it."""
    found = {"vary": "accept-encoding", **(headers or {})}
    if len(data) >= MIN_GZIPPED_BYTES and accepts_gzip(request):
        data = pack(data)
        found["content-encoding"] = "gzip"
    return Response(data, headers=found, media_type=kind)


def packed_answer(request: Request[Any, Any, Any], made: ASGIResponse) -> ASGIResponse:
    """An answer that Litestar has made, packed where the browser takes gzip and it is worth it."""
    made.headers["vary"] = "accept-encoding"
    if len(made.body) >= MIN_GZIPPED_BYTES and accepts_gzip(request):
        made.body = packed_now(made.body)
        made.headers["content-encoding"] = "gzip"
        made.headers["content-length"] = str(len(made.body))
    return made


class PackedResponse(Response[Any]):
    """For a route that answers with data, much of it at times."""

    # `Any`: Litestar's requests, and what else it hands over.
    def to_asgi_response(self, app: Any, request: Request[Any, Any, Any], **given: Any) -> ASGIResponse:
        return packed_answer(request, super().to_asgi_response(app, request, **given))


@final
class GzipStream:
    """An answer that goes on, packed piece by piece so that each can be read when it comes.

    A compressor that remembered the pieces before would need 40 to 270 kB for as long as somebody listens.
    Here every piece has one of its own, which lasts no longer: what it writes ends at a byte and refers to
    nothing before it, so the pieces together are one stream, of which only a checksum has to be kept.
    """

    __slots__ = ("_checksum", "_size")

    def __init__(self) -> None:
        self._checksum = 0
        self._size = 0

    def pack(self, data: bytes) -> bytes:
        """What is to be sent for it."""
        head = b"" if self._size else GZIP_HEAD
        self._checksum = zlib.crc32(data, self._checksum)
        self._size += len(data)
        deflated = zlib.compressobj(STREAM_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        return head + deflated.compress(data) + deflated.flush(zlib.Z_SYNC_FLUSH)

    def end(self) -> bytes:
        """After the last of them."""
        head = b"" if self._size else GZIP_HEAD
        sums = [self._checksum, self._size % SIZES]
        return head + LAST_BLOCK + b"".join([each.to_bytes(4, "little") for each in sums])
