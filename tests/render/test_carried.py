"""Pictures carry the record of their game; what is damaged or hostile holds none."""

import base64
import io
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
import typst
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from farmstead.engine.record import LARGEST as LARGEST_RECORD
from farmstead.render import carried
from farmstead.render.carried import KINDS, LARGEST, record_in, with_record

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


def pdf(source: str = "= Hello\n== B <x>\n#link(<x>)[there]") -> bytes:
    made = typst.compile(f"#set document(date: none)\n{source}".encode())
    assert isinstance(made, bytes)
    return made


PICTURES = {
    "png": [pixels("png")],
    "svg": [SVG],
    "gif": [pixels("gif"), pixels("gif", frames=3, loop=0)],
    "webp": [pixels("webp"), pixels("webp", lossless=True), pixels("webp", frames=3)],
    "pdf": [pdf(), pdf("Hello")],
}
EVERY = [(kind, n) for kind in KINDS for n in range(len(PICTURES[kind]))]


@pytest.mark.parametrize(("kind", "which"), EVERY)
def test_what_was_put_in_is_found_again(kind: str, which: int) -> None:
    bare = PICTURES[kind][which]
    assert record_in(bare) is None
    full = with_record(bare, kind, TEXT)
    assert record_in(full) == TEXT
    assert full == with_record(bare, kind, TEXT)


@pytest.mark.parametrize(("kind", "which"), [each for each in EVERY if each[0] in ("png", "gif", "webp")])
def test_the_picture_is_the_same(kind: str, which: int) -> None:
    bare = PICTURES[kind][which]
    one, other = Image.open(io.BytesIO(bare)), Image.open(io.BytesIO(with_record(bare, kind, TEXT)))
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


@pytest.mark.parametrize("kind", KINDS)
def test_only_a_record_goes_into_a_sound_picture(kind: str) -> None:
    with pytest.raises(ValueError, match="no record"):
        with_record(PICTURES[kind][0], kind, "my diary")
    for other in ("", "x" * 50):
        with pytest.raises(ValueError, match=f"no sound {kind}"):
            with_record(other.encode(), kind, TEXT)
    with pytest.raises(ValueError, match="put into bmp"):
        with_record(b"", "bmp", TEXT)


@pytest.mark.parametrize("kind", KINDS)
def test_no_more_is_unpacked_than_a_record_may_have(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file that would unpack to very much more."""
    head = f"{TEXT.splitlines()[0]}\n".encode()
    largest = head + b"\n" * (LARGEST_RECORD - len(head))
    assert record_in(with_record(PICTURES[kind][0], kind, largest.decode())) == largest.decode()
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
    data = carried._WRITERS[kind](PICTURES[kind][0], bomb)
    assert len(data) < 200_000
    assert record_in(data) is None
    assert sum(asked) <= LARGEST_RECORD + 1


def test_files_too_large_are_not_looked_into() -> None:
    data = with_record(SVG, "svg", TEXT)
    assert record_in(data + b" " * (LARGEST - len(data))) == TEXT
    assert record_in(data + b" " * (LARGEST - len(data) + 1)) is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_piece_of_the_file_holds_all_of_it_or_nothing(kind: str) -> None:
    data = with_record(PICTURES[kind][0], kind, TEXT)
    for end in range(0, len(data), 7):
        assert record_in(data[:end]) in (None, TEXT)
        assert record_in(data[end:]) in (None, TEXT)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60, deadline=None)
@given(changes=st.lists(st.tuples(st.integers(0, 10**6), st.binary(min_size=1, max_size=6)), min_size=1))
def test_damaged_files_hold_the_record_or_nothing(kind: str, changes: list[tuple[int, bytes]]) -> None:
    data = bytearray(with_record(PICTURES[kind][0], kind, TEXT))
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


def test_a_pdf_stays_sound(tmp_path: Path) -> None:
    """Every row of the new table leads to its object, and a reader that is not ours sees the same page."""
    full = with_record(pdf(), "pdf", TEXT)
    table = int(full.split(b"startxref\n")[-1].split()[0])
    assert full.startswith(b"xref\n", table)
    rows = re.findall(rb"^(\d+) 1\n(\d{10}) 00000 n\r\n", full[table:], re.MULTILINE)
    assert len(rows) == 3
    for number, at in rows:
        assert full.startswith(b"%s 0 obj\n<<" % number, int(at))
    (tmp_path / "bare.pdf").write_bytes(pdf())
    (tmp_path / "full.pdf").write_bytes(full)
    seen = []
    for name in ("bare", "full"):
        (tmp_path / f"{name}.typ").write_text(f'#image("{name}.pdf", width: 200pt)')
        seen.append(typst.compile(str(tmp_path / f"{name}.typ"), format="png", ppi=40))
    assert seen[0] == seen[1]
