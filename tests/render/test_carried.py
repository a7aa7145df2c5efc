"""Pictures carry the record of their game; what is damaged or hostile holds none."""

import base64
import io
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
import typst
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from farmstead.engine.record import MAX_RECORD_BYTES as LARGEST_RECORD
from farmstead.render import embedded_record
from farmstead.render.embedded_record import MAX_FILE_BYTES, PICTURE_KINDS, record_in, with_record, xmp_with

RECORDS = Path(__file__).parent.parent / "records"
TEXT = (RECORDS / "walnut-grove-1-german-0.record").read_text()
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><title>x</title></svg>\n'


def pixels(kind: str, *, frames: int = 1, **how: Any) -> bytes:
    """A picture, or a film of several, as Pillow writes it."""
    pictures = [Image.new("RGB", (30, 17 + 8 * (frames > 1)), (n * 40, 90, 10)) for n in range(frames)]
    out = io.BytesIO()
    rest = {"save_all": True, "append_images": pictures[1:]} if frames > 1 else {}
    pictures[0].save(out, kind.upper(), **rest, **how)
    return out.getvalue()


ATTACHED = '#pdf.attach("game.record", bytes(sys.inputs.record), mime-type: "text/plain")\n'
HELLO = "= Hello\n== B <x>\n#link(<x>)[there]"


def pdf(source: str = HELLO, record: str = "") -> bytes:
    text = f"#set document(date: none)\n{ATTACHED if record else ''}{source}"
    made = typst.compile(text.encode(), sys_inputs={"record": record})
    assert isinstance(made, bytes)
    return made


FILMS: list[dict[str, Any]] = [{}, {"lossless": True}, {"frames": 3}]
PAGES = [HELLO, "Hello"]
PICTURES = {
    "png": [pixels("png")],
    "svg": [SVG],
    "gif": [pixels("gif"), pixels("gif", frames=3, loop=0)],
    "webp": [pixels("webp", **how) for how in FILMS],
    "pdf": [pdf(source) for source in PAGES],
}
EVERY = [(kind, n) for kind in PICTURE_KINDS for n in range(len(PICTURES[kind]))]
LATER = ("png", "svg", "gif")  # into which a record is put when they have been made


def carrying(kind: str, text: str = TEXT, which: int = 0) -> bytes:
    """Such a picture with a record inside."""
    if kind == "webp":
        return pixels("webp", xmp=xmp_with(text), **FILMS[which])
    return pdf(PAGES[which], text) if kind == "pdf" else with_record(PICTURES[kind][which], kind, text)


def holding(kind: str, packed: bytes) -> bytes:
    """Such a picture with anything packed inside."""
    if kind == "pdf":
        return b"%%PDF-1.7\n1 0 obj\n<</Type/EmbeddedFile>>\nstream\n%s\nendstream\n" % packed
    if kind == "webp":
        said = embedded_record._XMP.format(
            name=embedded_record.RECORD_KEYWORD, data=base64.b64encode(packed).decode()
        )
        return pixels("webp", xmp=said.encode())
    return embedded_record._WRITERS[kind](PICTURES[kind][0], packed)


@pytest.mark.parametrize(("kind", "which"), EVERY)
def test_what_was_put_in_is_found_again(kind: str, which: int) -> None:
    bare = PICTURES[kind][which]
    assert record_in(bare) is None
    full = carrying(kind, TEXT, which)
    assert record_in(full) == TEXT
    assert full == carrying(kind, TEXT, which)


@pytest.mark.parametrize(("kind", "which"), [each for each in EVERY if each[0] in ("png", "gif", "webp")])
def test_the_picture_is_the_same(kind: str, which: int) -> None:
    bare = PICTURES[kind][which]
    one, other = Image.open(io.BytesIO(bare)), Image.open(io.BytesIO(carrying(kind, TEXT, which)))
    frames = getattr(one, "n_frames", 1)
    assert one.size == other.size and getattr(other, "n_frames", 1) == frames
    for n in range(frames):
        one.seek(n)
        other.seek(n)
        assert one.convert("RGB").tobytes() == other.convert("RGB").tobytes()
    if kind == "webp":
        assert b"farmstead" in other.info["xmp"]


def test_a_plain_record_is_one() -> None:
    assert record_in(TEXT.encode()) == TEXT
    assert record_in(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()) == TEXT.replace("\n", "\r\n")
    for data in (b"", b"farmstead record 12\n", b"farmstead", b"\xff" * 40, TEXT.encode("utf-16")):
        assert record_in(data) is None


@pytest.mark.parametrize("kind", LATER)
def test_only_a_record_goes_into_a_sound_picture(kind: str) -> None:
    with pytest.raises(ValueError, match="no record"):
        with_record(PICTURES[kind][0], kind, "my diary")
    for other in ("", "x" * 50):
        with pytest.raises(ValueError, match=f"no sound {kind}"):
            with_record(other.encode(), kind, TEXT)
    with pytest.raises(ValueError, match="put into bmp"):
        with_record(b"", "bmp", TEXT)
    with pytest.raises(ValueError, match="no record"):
        xmp_with("my diary")


@pytest.mark.parametrize("kind", PICTURE_KINDS)
def test_no_more_is_unpacked_than_a_record_may_have(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file that would unpack to very much more."""
    head = f"{TEXT.splitlines()[0]}\n".encode()
    largest = head + b"\n" * (LARGEST_RECORD - len(head))
    assert record_in(carrying(kind, largest.decode())) == largest.decode()
    bomb = zlib.compress(largest + b"\n" * 50_000_000, 9)
    asked: list[int] = []
    real = zlib.decompressobj

    class Counting:
        def __init__(self) -> None:
            self.real = real()
            self.eof = False

        def decompress(self, data: bytes, most: int) -> bytes:
            out = self.real.decompress(data, most)
            asked.append(len(out))
            self.eof = self.real.eof
            return out

    monkeypatch.setattr(zlib, "decompressobj", Counting)
    data = holding(kind, bomb)
    assert len(data) < 200_000
    assert record_in(data) is None
    assert sum(asked) <= LARGEST_RECORD + 1


def test_files_too_large_are_not_looked_into() -> None:
    data = with_record(SVG, "svg", TEXT)
    assert record_in(data + b" " * (MAX_FILE_BYTES - len(data))) == TEXT
    assert record_in(data + b" " * (MAX_FILE_BYTES - len(data) + 1)) is None


@pytest.mark.parametrize("kind", PICTURE_KINDS)
def test_a_piece_of_the_file_holds_all_of_it_or_nothing(kind: str) -> None:
    data = carrying(kind)
    for end in range(0, len(data), 7):
        assert record_in(data[:end]) in (None, TEXT)
        assert record_in(data[end:]) in (None, TEXT)


@pytest.mark.parametrize("kind", PICTURE_KINDS)
@settings(max_examples=60, deadline=None)
@given(changes=st.lists(st.tuples(st.integers(0, 10**6), st.binary(min_size=1, max_size=6)), min_size=1))
def test_damaged_files_hold_the_record_or_nothing(kind: str, changes: list[tuple[int, bytes]]) -> None:
    data = bytearray(carrying(kind))
    for place, new in changes:
        at = place % len(data)
        data[at : at + len(new)] = new
    assert record_in(bytes(data)) in (None, TEXT)


HEADS = [
    b"",
    b"\x89PNG\r\n\x1a\n",
    b"GIF89a",
    b"RIFF\0\0\0\0WEBP",
    b"%PDF-1.7\n",
    b"<svg>",
    TEXT[:19].encode(),
]


@settings(max_examples=150, deadline=None)
@given(head=st.sampled_from(HEADS), rest=st.binary(max_size=300))
def test_garbage_holds_nothing(head: bytes, rest: bytes) -> None:
    found = record_in(head + rest)
    assert found is None or head == HEADS[-1]


def test_hostile_files() -> None:
    place = b'<svg><metadata id="farmstead-record">%s</metadata></svg>'
    entities = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + place % b"&b;"
    endless_gif = b"GIF89a" + bytes([1, 0, 1, 0, 0, 0, 0]) + b"\x21\xfe\0" * 200_000 + b";"
    huge = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4s", 2**32 - 1, b"iTXt") + b"farmstead-record\0\1\0\0\0"
    many = b"%PDF-1.7\n" + b"/EmbeddedFile" * 100_000
    other = place % base64.b64encode(zlib.compress(b"a diary"))
    for data in (entities, endless_gif, huge, many, other):
        assert record_in(data) is None


def test_records_that_were_attached_behind_a_document_are_still_found() -> None:
    """As earlier versions did: in new objects after its end."""
    attached = (
        b"<</Type/EmbeddedFile/Subtype/text#2Fplain/Filter/FlateDecode/Length 9>>\nstream\n%s\nendstream"
    )
    packed = zlib.compress(TEXT.encode(), 9)
    assert record_in(pdf() + b"99 0 obj\n" + attached % packed + b"\nendobj\nxref\n") == TEXT


def test_a_record_too_short_to_be_packed_comes_back_from_a_pdf() -> None:
    short = "\n".join([*TEXT.splitlines()[:3], "sha256 0", ""])
    file = pdf(PAGES[0], short)
    assert short.encode() in file and record_in(file) == short
