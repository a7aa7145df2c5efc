"""A packed file attached to a PDF, and found there again.

It is added as PDF has it for changes: new objects behind the old file, which stays as it was. Only files with
a plain table of objects are written to, such as ours are; attached files are found in any.
"""

import re
from collections.abc import Iterator
from typing import Final

BEGINS: Final = b"%PDF-"
FILE: Final = "game.record"
MOST: Final = 64  # attached files that are looked at
_TRAILER: Final = re.compile(rb"trailer\s*<<([^<>]{0,2000})>>\s*startxref\s+(\d{1,12})\s+%%EOF\s*$")
_SIZE: Final = re.compile(rb"/Size (\d{1,9})")
_ROOT: Final = re.compile(rb"/Root (\d{1,9}) 0 R")
_STREAM: Final = re.compile(rb">>\s*stream\r?\n")
_KIND: Final = b"/EmbeddedFile"  # /EmbeddedFiles is the list of them
_NEAR: Final = 400  # bytes from there to the content


class NoSuchPdf(Exception):
    """The file is not such a PDF."""


def attached(data: bytes) -> bytes:
    """The first attached file that is packed and may be a record; nothing if there is none."""
    for content in _contents(data):
        if content[:1] == b"\x78":  # as everything begins that zlib has packed
            return content
    return b""


def _contents(data: bytes) -> Iterator[bytes]:
    """What is in each attached file, to the end of its stream."""
    at = 0
    for _ in range(MOST):
        at = data.find(_KIND, at)
        if at < 0:
            return
        at += len(_KIND)
        begins = _STREAM.search(data, at, at + _NEAR)
        if begins is not None and data[at : at + 1] != b"s":
            ends = data.find(b"endstream", begins.end())
            yield data[begins.end() : ends if ends >= 0 else len(data)]


def with_attached(data: bytes, packed: bytes) -> bytes:
    """The same file with one more in it."""
    if not data.startswith(BEGINS):
        raise NoSuchPdf("its beginning")
    trailer, before = _trailer(data)
    size, root = _number(_SIZE, trailer), _number(_ROOT, trailer)
    file, spec = size, size + 1
    name = f"({FILE})".encode()
    held = b"<</Type/EmbeddedFile/Subtype/text#2Fplain/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream"
    named = b"<</Type/Filespec/F%s/UF%s/AFRelationship/Source/EF<</F %d 0 R/UF %d 0 R>>>>"
    objects = {
        root: _catalog_with(_object(data, root), b"/EmbeddedFiles<</Names[%s%d 0 R]>>" % (name, spec), spec),
        file: held % (len(packed), packed),
        spec: named % (name, name, file, file),
    }
    return _extended(data, objects, _SIZE.sub(b"/Size %d" % (size + 2), trailer), before)


def _trailer(data: bytes) -> tuple[bytes, int]:
    """What the end of the file says, and where it says the table is."""
    found = _TRAILER.search(data, max(0, len(data) - 4000))
    if found is None:
        raise NoSuchPdf("its end")
    return found[1], int(found[2])


def _number(pattern: re.Pattern[bytes], text: bytes) -> int:
    found = pattern.search(text)
    if found is None:
        raise NoSuchPdf("its trailer")
    return int(found[1])


def _object(data: bytes, number: int) -> bytes:
    begins = data.rfind(b"\n%d 0 obj" % number)
    ends = data.find(b"endobj", begins)
    if min(begins, ends) < 0:
        raise NoSuchPdf("its catalogue")
    return data[begins:ends].partition(b"obj")[2].strip()


def _catalog_with(catalog: bytes, files: bytes, spec: int) -> bytes:
    if b"/EmbeddedFiles" in catalog or not catalog.startswith(b"<<"):
        raise NoSuchPdf("it has attached files")
    if b"/Names<<" in catalog:
        named = catalog.replace(b"/Names<<", b"/Names<<" + files, 1)
    elif b"/Names" in catalog:
        raise NoSuchPdf("its names")
    else:
        named = b"<</Names<<" + files + b">>" + catalog[2:]
    return b"<</AF[%d 0 R]" % spec + named[2:]


def _extended(data: bytes, objects: dict[int, bytes], trailer: bytes, before: int) -> bytes:
    """The file, then the new objects, then a table of where they are."""
    whole, rows = bytearray(data if data.endswith(b"\n") else data + b"\n"), []
    for number, content in sorted(objects.items()):
        rows.append(b"%d 1\n%010d 00000 n\r\n" % (number, len(whole)))
        whole += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    end = b"xref\n%strailer\n<<%s/Prev %d>>\nstartxref\n%d\n%%%%EOF\n"
    return bytes(whole) + end % (b"".join(rows), trailer, before, len(whole))
