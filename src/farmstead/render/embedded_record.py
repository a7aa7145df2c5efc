"""Records embedded in PNG, SVG, GIF, WebP and PDF files, and read from them again.

Each kind of file has a place for what is no picture, and programs that show it leave that place alone: a
chunk of text in PNG, metadata in SVG, an application's block in GIF, XMP in WebP, an attached file in PDF.
The last two are put in when the picture is made, by what makes it: Pillow (`animation.py`) and typst
(`printing.typ`).

What is read may come from anybody. It is bounded in size before and after unpacking, and whatever is damaged
holds no record.
"""

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import Final

from farmstead.engine.record import FORMAT
from farmstead.engine.record import MAX_RECORD_BYTES as LARGEST_RECORD

MAX_FILE_BYTES: Final = 16_000_000  # bytes of a file that is looked into
MAX_CHUNKS: Final = 100_000  # chunks or blocks of a file; a long film has some thousands
PICTURE_KINDS: Final = ("png", "svg", "gif", "webp", "pdf")
RECORD_KEYWORD: Final = "farmstead-record"  # by which it is found

_PNG: Final = b"\x89PNG\r\n\x1a\n"
# Compressed, by zlib, in no language, not translated.
_PNG_HEAD: Final = RECORD_KEYWORD.encode() + b"\0\1\0\0\0"
_GIF: Final = (b"GIF87a", b"GIF89a")
_GIF_APP: Final = b"\x21\xff\x0bFARMSTEDREC"  # eight letters and three, as GIF would have it
_PDF: Final = b"%PDF-"
_PDF_FILE: Final = re.compile(rb"/EmbeddedFile(?!s)")  # /EmbeddedFiles is the list of them
_PDF_STREAM: Final = re.compile(rb">>\s*stream\r?\n")
_PDF_NEAR: Final = 400  # bytes from there to the content
_PDF_MOST: Final = 64  # attached files that are looked at
_HEAD: Final = 1000  # bytes in which it shows what a file is
_BOM: Final = b"\xef\xbb\xbf"
_XMP: Final = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    '<rdf:Description rdf:about="" xmlns:farmstead="urn:farmstead:record"><farmstead:record id="{name}">'
    "{data}</farmstead:record></rdf:Description></rdf:RDF></x:xmpmeta>"
)


class DamagedPicture(Exception):
    """The file is not what it says it is."""


def record_in(data: bytes) -> str | None:
    """The record that a picture carries, or the file itself if it is one; None where there is none."""
    if len(data) > MAX_FILE_BYTES:
        return None
    try:
        packed = _found(data)
    except (DamagedPicture, IndexError, ValueError, struct.error):
        return None
    if packed is None:
        return _plain(data)
    return None if not packed else _plain(_unpacked(packed))


def with_record(data: bytes, kind: str, text: str) -> bytes:
    """A PNG, SVG or GIF with a record put inside; ValueError where it is no sound picture of its kind."""
    if kind not in _WRITERS:
        raise ValueError(f"no record is put into {kind}")
    try:
        return _WRITERS[kind](data, _packed(text))
    except (DamagedPicture, IndexError, struct.error) as error:
        raise ValueError(f"this is no sound {kind}: {error}") from None


def xmp_with(text: str) -> bytes:
    """What WebP has beside a picture: a record and nothing else."""
    return _XMP.format(name=RECORD_KEYWORD, data=base64.b64encode(_packed(text)).decode()).encode()


def _packed(text: str) -> bytes:
    if _plain(text.encode()) is None:
        raise ValueError("this is no record")
    return zlib.compress(text.encode(), 9)


def kind_of(data: bytes) -> str | None:
    """Which kind of picture a file begins like, if like any."""
    if data.startswith(_PNG):
        return "png"
    if data.startswith(_GIF):
        return "gif"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "webp"
    if data.startswith(_PDF):
        return "pdf"
    head = data[:_HEAD].removeprefix(_BOM).lstrip()
    return "svg" if head.startswith(b"<") and b"<svg" in head else None


def _found(data: bytes) -> bytes | None:
    """What is packed in a picture; nothing if it carries none, None if the file is no picture."""
    kind = kind_of(data)
    return None if kind is None else _READERS[kind](data)


def _plain(data: bytes | None) -> str | None:
    """A record as it is, which says so in its first line."""
    if data is None or len(data) > LARGEST_RECORD:
        return None
    if data[: len(FORMAT) + 16].removeprefix(_BOM).split(b"\n")[0].strip() != FORMAT.encode():
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _unpacked(packed: bytes) -> bytes | None:
    """Never more than a record may have, however little it was packed into."""
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(packed, LARGEST_RECORD + 1)
    except zlib.error:
        return None
    return data if unpacker.eof and len(data) <= LARGEST_RECORD else None


# ---- PNG ---------------------------------------------------------------------------------------------------


def _chunks(data: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Where each chunk begins, its name and what is in it."""
    at = len(_PNG)
    for _ in range(MAX_CHUNKS):
        if at >= len(data):
            return
        size, name = struct.unpack_from(">I4s", data, at)
        content = data[at + 8 : at + 8 + size]
        (check,) = struct.unpack_from(">I", data, at + 8 + size)
        if check != zlib.crc32(content, zlib.crc32(name)):
            raise DamagedPicture("a chunk")
        yield at, name, content
        at += size + 12


def _in_png(data: bytes) -> bytes:
    for _, name, content in _chunks(data):
        if name == b"iTXt" and content.startswith(_PNG_HEAD):
            return content[len(_PNG_HEAD) :]
    return b""


def _into_png(data: bytes, packed: bytes) -> bytes:
    if not data.startswith(_PNG):
        raise DamagedPicture("its beginning")
    end = next((at for at, name, _ in _chunks(data) if name == b"IEND"), None)
    if end is None:
        raise DamagedPicture("it has no end")
    content = _PNG_HEAD + packed
    check = zlib.crc32(content, zlib.crc32(b"iTXt"))
    chunk = struct.pack(">I4s", len(content), b"iTXt") + content + struct.pack(">I", check)
    return data[:end] + chunk + data[end:]


# ---- SVG ---------------------------------------------------------------------------------------------------


def _in_markup(data: bytes) -> bytes:
    """Found without reading the markup: what others have written there is never unfolded."""
    at = data.find(RECORD_KEYWORD.encode() + b'"')
    begins = data.find(b">", at) + 1
    ends = data.find(b"<", begins)
    if min(at, begins - 1, ends) < 0:
        return b""
    try:
        return base64.b64decode(b"".join(data[begins:ends].split()), validate=True)
    except binascii.Error:
        raise DamagedPicture("its letters") from None


def _into_svg(data: bytes, packed: bytes) -> bytes:
    if (end := data.rfind(b"</svg>")) < 0:
        raise DamagedPicture("it has no end")
    said = f'<metadata id="{RECORD_KEYWORD}">{base64.b64encode(packed).decode()}</metadata>'
    return data[:end] + said.encode() + data[end:]


# ---- GIF ---------------------------------------------------------------------------------------------------


def _blocks(data: bytes) -> Iterator[int]:
    """Where each block begins; the last is the end of the file."""
    at = 13 + _colours(data[10])
    for _ in range(MAX_CHUNKS):
        yield at
        if data[at] == 0x3B:
            return
        if data[at] == 0x21:
            at = _after_parts(data, at + 2)
        elif data[at] == 0x2C:
            at = _after_parts(data, at + 11 + _colours(data[at + 9]))
        else:
            raise DamagedPicture("a block")
    raise DamagedPicture("it has no end")


def _colours(flags: int) -> int:
    """The bytes of a table of colours, if there is one."""
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _after_parts(data: bytes, at: int) -> int:
    """A block's content is in parts, each with its length before it; the last is empty."""
    while data[at]:
        at += data[at] + 1
    return at + 1


def _in_gif(data: bytes) -> bytes:
    for at in _blocks(data):
        if data.startswith(_GIF_APP, at):
            return b"".join(_parts(data, at + len(_GIF_APP)))
    return b""


def _parts(data: bytes, at: int) -> Iterator[bytes]:
    while data[at]:
        yield data[at + 1 : at + 1 + data[at]]
        at += data[at] + 1


def _into_gif(data: bytes, packed: bytes) -> bytes:
    if not data.startswith(_GIF):
        raise DamagedPicture("its beginning")
    *_, end = _blocks(data)
    parts = [packed[at : at + 255] for at in range(0, len(packed), 255)]
    block = _GIF_APP + b"".join([bytes([len(part)]) + part for part in parts]) + b"\0"
    return data[:end] + block + data[end:]


# ---- WebP --------------------------------------------------------------------------------------------------


def _pieces(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The name and the content of each piece."""
    at = 12
    for _ in range(MAX_CHUNKS):
        if at >= len(data):
            return
        name, size = struct.unpack_from("<4sI", data, at)
        content = data[at + 8 : at + 8 + size]
        if len(content) < size:
            raise DamagedPicture("a piece")
        yield name, content
        at += 8 + size + size % 2


def _in_webp(data: bytes) -> bytes:
    return next((_in_markup(content) for name, content in _pieces(data) if name == b"XMP "), b"")


# ---- PDF ---------------------------------------------------------------------------------------------------


def _in_pdf(data: bytes) -> bytes:
    """The first attached file that may be a record, packed, found without reading the document.

    typst packs those that get shorter by it.
    """
    for _, found in zip(range(_PDF_MOST), _PDF_FILE.finditer(data), strict=False):
        if (begins := _PDF_STREAM.search(data, found.end(), found.end() + _PDF_NEAR)) is None:
            continue
        ends = data.find(b"endstream", begins.end())
        attached = data[begins.end() : ends if ends >= 0 else len(data)]
        if attached.startswith(b"\x78"):  # as zlib begins
            return attached
        if attached.startswith(FORMAT.encode()) and len(attached) <= LARGEST_RECORD:
            return zlib.compress(attached.removesuffix(b"\n"), 1)
    return b""


_READERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "png": _in_png,
    "svg": _in_markup,
    "gif": _in_gif,
    "webp": _in_webp,
    "pdf": _in_pdf,
}
_WRITERS: Final[dict[str, Callable[[bytes, bytes], bytes]]] = {
    "png": _into_png,
    "svg": _into_svg,
    "gif": _into_gif,
}
