"""The codes by which a table is found with a camera: read here by a reader that was written for the test."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import People
from tests.server.serving import Process

# Correction M by version: codewords of correction in a block, blocks, all codewords, small squares.
VERSIONS = {
    1: (10, 1, 26, ()),
    2: (16, 1, 44, (6, 18)),
    3: (26, 1, 70, (6, 22)),
    4: (18, 2, 100, (6, 26)),
    5: (24, 2, 134, (6, 30)),
    6: (16, 4, 172, (6, 34)),
    7: (18, 4, 196, (6, 22, 38)),
    8: (22, 4, 242, (6, 24, 42)),
    9: (22, 5, 292, (6, 26, 46)),
    10: (26, 5, 346, (6, 28, 50)),
}
FORMATS = [0x5412, 0x5125, 0x5E7C, 0x5B4B, 0x45F9, 0x40CE, 0x4F97, 0x4AA0]  # of correction M, by mask
MASKS: list[Callable[[int, int], bool]] = [
    lambda i, j: (i + j) % 2 == 0,
    lambda i, j: i % 2 == 0,
    lambda i, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
]


def is_function(version: int, i: int, j: int) -> bool:
    """Whether a module, row i and column j, holds no data."""
    size = 17 + 4 * version
    if i == 6 or j == 6:
        return True
    if (i < 9 and (j < 9 or j >= size - 8)) or (i >= size - 8 and j < 9):
        return True
    if version >= 7 and ((i < 6 and j >= size - 11) or (j < 6 and i >= size - 11)):
        return True
    centres = VERSIONS[version][3]
    for a in centres:
        for b in centres:
            corner = (a, b) in ((6, 6), (6, centres[-1]), (centres[-1], 6))
            if not corner and abs(i - a) <= 2 and abs(j - b) <= 2:
                return True
    return False


def product(a: int, b: int) -> int:
    """In the field of 256 numbers, by 0x11D."""
    found = 0
    while b:
        if b & 1:
            found ^= a
        a = (a << 1) ^ (0x11D if a & 128 else 0)
        b >>= 1
    return found


def bits_of(rows: list[list[bool]], version: int) -> list[int]:
    """All data bits in the order in which they were laid, without their mask."""
    size = len(rows)
    told = [rows[8][j] for j in (0, 1, 2, 3, 4, 5, 7, 8)] + [rows[i][8] for i in (7, 5, 4, 3, 2, 1, 0)]
    mask = MASKS[FORMATS.index(int("".join("01"[bit] for bit in told), 2))]
    columns = [*range(size - 1, 6, -2), *range(5, 0, -2)]
    found: list[int] = []
    for number, column in enumerate(columns):
        for i in range(size) if number % 2 else range(size - 1, -1, -1):
            places = [j for j in (column, column - 1) if not is_function(version, i, j)]
            found += [int(rows[i][j] != mask(i, j)) for j in places]
    return found


def has_no_fault(block: list[int], ec: int) -> bool:
    """Whether a block with its correction is what it was."""
    root = 1
    for _ in range(ec):
        value = 0
        for word in block:
            value = product(value, root) ^ word
        if value:
            return False
        root = product(root, 2)
    return True


def decoded(rows: list[list[bool]]) -> str:
    """What a camera would read; fails where a block has a fault."""
    version = (len(rows) - 17) // 4
    ec, blocks, whole, _ = VERSIONS[version]
    bits = bits_of(rows, version)
    words = [int("".join(map(str, bits[8 * n : 8 * n + 8])), 2) for n in range(whole)]
    room = whole - ec * blocks
    lengths = [room // blocks + (n >= blocks - room % blocks) for n in range(blocks)]
    found: list[list[int]] = [[] for _ in range(blocks)]
    rest = iter(words)
    for n in range(max(lengths)):
        for block in [block for block, length in zip(found, lengths, strict=True) if n < length]:
            block.append(next(rest))
    data = [word for block in found for word in block]
    for _ in range(ec):
        for block in found:
            block.append(next(rest))
    assert all(has_no_fault(block, ec) for block in found)
    stream = "".join(f"{word:08b}" for word in data)
    assert stream[:4] == "0100"
    wide = 8 if version < 10 else 16
    length, start = int(stream[4 : 4 + wide], 2), 4 + wide
    return bytes(int(stream[start + 8 * n : start + 8 * n + 8], 2) for n in range(length)).decode()


def test_codes_of_every_size_are_read(server: Process, person: People) -> None:
    """Slow: a server and a browser are started for it, where it is the first."""
    page = person(server, "Ada")
    page.goto("/")
    lengths = (0, 5, 20, 40, 60, 80, 95, 110, 140, 170, 190)
    texts = ["Höfe", *["https://a.example/é" + "x" * n for n in lengths]]
    made = page.evaluate(
        """async (texts) => {
          const { qrModules } = await import('/static/table/qr.js');
          return texts.map(qrModules);
        }""",
        texts,
    )
    assert {len(rows) for rows in made} == {17 + 4 * version for version in VERSIONS}
    assert [decoded(rows) for rows in made] == texts


@pytest.mark.parametrize("length", [230, 2000])
def test_what_is_too_long_has_no_code(server: Process, person: People, length: int) -> None:
    page = person(server, "Ada")
    page.goto("/")
    module = "(await import('/static/table/qr.js')).qrModules(text)"
    assert page.evaluate(f"async (text) => {module}", "x" * length) is None
