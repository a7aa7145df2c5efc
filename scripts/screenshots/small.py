"""Pictures small enough for a document: few colours, chosen for the picture, written as an indexed PNG."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from playwright.sync_api import Page

Pixels = npt.NDArray[np.int64]  # a colour, as three numbers, for each pixel
MOST_BYTES: Final = 150_000
FEWEST: Final = 24  # colours
ROUNDS: Final = 6  # in which the colours settle
# A browser can read its own pictures, and make them smaller well.
READ: Final = """async ([png, width]) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const height = Math.round(width * image.height / image.width);
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const bytes = context.getImageData(0, 0, width, height).data;
  let text = '';
  for (let n = 0; n < bytes.length; n += 32768) text += String.fromCharCode(...bytes.subarray(n, n + 32768));
  return [height, btoa(text)];
}"""


def small(page: Page, picture: bytes, width: int) -> bytes:
    """A picture so wide, with as many colours as fit into the bytes there are."""
    height, text = page.evaluate(READ, [base64.b64encode(picture).decode(), width])
    pixels = np.frombuffer(base64.b64decode(text), np.uint8).reshape(-1, 4)[:, :3].astype(np.int64)
    for count in counts():
        palette = chosen(pixels, count)
        written = png(nearest(pixels, palette).reshape(height, width), palette)
        if len(written) <= MOST_BYTES:
            break
    return written


def counts() -> Iterator[int]:
    count = 192
    while count >= FEWEST:
        yield count
        count = count * 3 // 4


def chosen(pixels: Pixels, count: int) -> Pixels:
    """The most frequent colours, moved to the middle of what is near to each."""
    coarse, inverse, weights = np.unique(pixels // 6, axis=0, return_inverse=True, return_counts=True)
    del inverse
    colours = coarse * 6 + 3
    order = np.argsort(-(weights**0.6))
    palette = colours[order[:count]].astype(np.float64)
    for _ in range(ROUNDS):
        near = nearest(colours, palette.round().astype(np.int64))
        for n in range(len(palette)):
            own = near == n
            if own.any():
                palette[n] = np.average(colours[own], axis=0, weights=weights[own])
    return palette.round().astype(np.int64)


def nearest(pixels: Pixels, palette: Pixels) -> npt.NDArray[np.uint8]:
    """Which of the colours is nearest to each pixel."""
    distinct, inverse = np.unique(pixels, axis=0, return_inverse=True)
    best = np.empty(len(distinct), np.uint8)
    for start in range(0, len(distinct), 4096):
        part = distinct[start : start + 4096]
        best[start : start + 4096] = ((part[:, None, :] - palette[None]) ** 2).sum(2).argmin(1)
    return best[inverse.reshape(-1)]


# `Any`: numpy's arrays of two dimensions.
def png(rows: Any, palette: Pixels) -> bytes:
    """An indexed PNG."""
    height, width = rows.shape
    data = b"".join([b"\0" + row.tobytes() for row in rows])
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.clip(0, 255).astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(data, 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join([chunk(kind, body) for kind, body in parts])


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
