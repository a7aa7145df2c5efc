"""What is packed can be read: all at once, and piece by piece where an answer goes on."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

import pytest

from farmstead.server.http.gzip import GzipStream
from tests.server.asking import ME, opened
from tests.server.stores import awaited

PIECES = [b": here\n\n", b"data: " + b"farm " * 20_000 + b"\n\n", b"\n", bytes(range(256)) * 300, b":\n\n"]


def test_every_piece_can_be_read_when_it_comes_and_all_of_them_together() -> None:
    stream, reader = GzipStream(), zlib.decompressobj(zlib.MAX_WBITS | 16)
    sent = b""
    for piece in PIECES:
        packed = stream.pack(piece)
        assert reader.decompress(packed) == piece
        sent += packed
    assert not reader.eof
    sent += stream.end()
    assert gzip.decompress(sent) == b"".join(PIECES)
    assert len(sent) < sum(map(len, PIECES)) / 50


def test_nothing_at_all_can_be_read_too() -> None:
    assert gzip.decompress(GzipStream().end()) == b""


def test_nothing_is_kept_of_what_was_sent() -> None:
    first, second = GzipStream(), GzipStream()
    first.pack(PIECES[1])
    second.pack(PIECES[3])
    assert first.pack(PIECES[0]) == second.pack(PIECES[0])  # a compressor with a memory would refer to it


@pytest.mark.parametrize("path", ["/", "/rules", "/t/{code}", "/api/tables/{code}/news?seat=0"])
@awaited
async def test_pages_and_the_log_are_packed_for_those_who_accept_it(tmp_path: Path, path: str) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make("walnut-grove", ME))["code"]
        for _ in range(8):
            await ada.move(code, 0)
        address = path.format(code=code)
        plain = await ada.http.get(address, headers={"accept-encoding": "identity"})
        small = await ada.http.get(address, headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in plain.headers and small.headers["content-encoding"] == "gzip"
        assert small.content == plain.content and len(plain.content) > 1000
        assert int(small.headers["content-length"]) < len(plain.content) / 2
        assert plain.headers["vary"] == small.headers["vary"] == "accept-encoding"
        assert plain.headers["content-type"] == small.headers["content-type"]
