"""Bodies that cost a server as much as their size allows: editions, records, and files that carry one."""

from __future__ import annotations

import re
import struct
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, Final

from farmstead import shelf

GROVE: Final = "walnut-grove"
VALLEY: Final = "sunflower-valley"
MOST_TILES: Final = 999
LARGEST_EDITION: Final = 200_000  # letters that the server takes
DOTS: Final = 99_900  # in one key
LARGEST_FILE: Final = 12_000_000  # bytes that the server takes
UNPACKED: Final = 100_000_000  # bytes that a hundred thousand unpack to
MOST_CHUNKS: Final = 99_000
RECORD_HEAD: Final = "farmstead record 1\n"


# ---- editions ----------------------------------------------------------------------------------------------


@cache
def sound_edition() -> str:
    """Walnut Grove with as many tiles as an edition may have."""
    head, *tiles = shelf.edition_text(GROVE).split("[[tile]]")
    numbered = [re.sub(r"id = \d+", f"id = {n + 1}", tiles[n % len(tiles)]) for n in range(MOST_TILES)]
    return "[[tile]]".join([head, *numbered])


def another(edition: str, n: int) -> str:
    """The same components in a text that nobody has read yet."""
    return f"{edition}\n# {n}\n"


@cache
def dotted_key() -> str:
    """A key of many parts, behind what looks like a comment and is the end of a string."""
    return 'x = ["""\n#""", {' + "a." * DOTS + "a = 1}]"


@cache
def many_tables() -> str:
    """As many tables as there is room for, each with a name of its own."""
    lines = [f"[t{n}]\na=1" for n in range(LARGEST_EDITION // 13)]
    return "\n".join(lines)[: LARGEST_EDITION - 20].rpartition("\n[")[0]


# ---- records -----------------------------------------------------------------------------------------------


def cut_record(text: str, n: int) -> str:
    """A record that is sound and like no other: of the same game with `n` moves fewer."""
    lines = text.splitlines()
    moves = next(at for at, line in enumerate(lines) if line.startswith("= "))
    kept = [*lines[: moves - n], "= unfinished"]
    body = "\n".join(kept) + "\n"
    return f"{body}sha256 {sha256(body.encode()).hexdigest()}\n"


# ---- files that carry a record -----------------------------------------------------------------------------


@cache
def files() -> tuple[str, ...]:
    """One of each kind, in base 64: all that can be said to a reader of files before it gives up."""
    return tuple([b64encode(data).decode() for data in (png(), webp(), gif(), svg(), pdf())])


def png() -> bytes:
    """Many chunks, then one that unpacks to a thousand times its size."""
    chunks = [png_chunk(b"tEXt", b"a\0b")] * MOST_CHUNKS
    packed = zlib.compress(RECORD_HEAD.encode() + bytes(UNPACKED), 9)
    chunks.append(png_chunk(b"iTXt", b"farmstead-record\0\1\0\0\0" + packed))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def webp() -> bytes:
    frame = b"ANMF" + struct.pack("<I", 100) + bytes(100)
    body = b"WEBP" + frame * MOST_CHUNKS
    return b"RIFF" + struct.pack("<I", len(body)) + body


def gif() -> bytes:
    block = b"\x21\xff\x0bNETSCAPE2.0" + (b"\xff" + bytes(255)) * 100 + b"\0"
    head = b"GIF89a" + struct.pack("<HHBBB", 1, 1, 0, 0, 0)
    return head + block * (LARGEST_FILE // len(block) - 1)


def svg() -> bytes:
    start = b'<svg xmlns="http://www.w3.org/2000/svg"><metadata>'
    return start + b"<metadata id='farmstead-record'" * (LARGEST_FILE // 40)


def pdf() -> bytes:
    objects = [b"%d 0 obj<</Type/EmbeddedFile/Length 9>>stream\nfarmstead\nendstream endobj\n" % n
               for n in range(LARGEST_FILE // 90)]  # fmt: skip
    return b"%PDF-1.4\n" + b"".join(objects)


# ---- sheets ------------------------------------------------------------------------------------------------


# `Any`: a view is whatever JSON can say.
def farm_sheets(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The farms of a view as WG 11 writes them, to be counted again."""
    return [farm_sheet(farm, view["options"]) for farm in view["farms"]]


def farm_sheet(farm: Mapping[str, Any], options: Sequence[str]) -> dict[str, Any]:
    land: dict[str, int] = {}
    for district in farm["districts"]:
        land[district["terrain"]] = land.get(district["terrain"], 0) + district["goods"]
    held = {**farm["barn"]["goods"], **farm["barn"]["values"]}
    return {
        "board": farm["board"],
        "tiles": farm["tiles"],
        "barn": [item for item, many in held.items() for _ in range(many)],
        "land": land,
        "labourers": [colour for colour, many in farm["labourers"].items() for _ in range(many)],
        "huts": farm["huts"],
        "barns": farm["barns"],
        "improvements": [kind for kind, many in farm["improvements"].items() for _ in range(many)],
        "help": farm["help"],
        "options": " ".join([option for option in options if not option.startswith("start=")]),
    }
