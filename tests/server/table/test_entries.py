"""What is written down can be read again, byte for byte, and nothing else is taken for it."""

from __future__ import annotations

import pytest

from farmstead import shelf
from farmstead.engine.contract import BadSetup, IllegalMove
from farmstead.server.base.refusals import Refused
from farmstead.server.table.entries import (
    MAX_ENTRY_BYTES,
    Answered,
    Asked,
    Closed,
    Damaged,
    Entry,
    Left,
    Moved,
    Returned,
    Sat,
    Started,
    TakenOver,
    Undone,
    decode,
    encode,
    kind_of,
)
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.setup import SeatPlan, TableSetup, decode_setup, encode_setup, new_setup
from tests.server.playing import KEY

ENTRIES: list[tuple[Entry, bytes]] = [
    (Sat(0, "person", "ada"), b'{"is":"sat","seat":0,"how":"person","player":"ada"}'),
    (Sat(1, "device", "ada"), b'{"is":"sat","seat":1,"how":"device","player":"ada"}'),
    (Sat(2, "bot", level=3), b'{"is":"sat","seat":2,"how":"bot","level":3}'),
    (Left(1), b'{"is":"left","seat":1}'),
    (Started(), b'{"is":"started"}'),
    (
        Moved(0, 12, "lay 17 at 1,0 turn 2"),
        b'{"is":"moved","seat":0,"decision":12,"move":"lay 17 at 1,0 turn 2"}',
    ),
    (Moved(2, 1, "pass", "bot"), b'{"is":"moved","seat":2,"decision":1,"move":"pass","by":"bot"}'),
    (Undone(0, 4), b'{"is":"undone","seat":0,"decision":4}'),
    (Undone(0, 4, 2), b'{"is":"undone","seat":0,"decision":4,"choices":2}'),
    (Asked(0, 17), b'{"is":"asked","seat":0,"to":17}'),
    (Answered(1, 18, False), b'{"is":"answered","seat":1,"ask":18,"yes":false}'),
    (TakenOver(0, "clock", 4), b'{"is":"taken_over","seat":0,"why":"clock","level":4}'),
    (Returned(0), b'{"is":"returned","seat":0}'),
    (Closed("aside"), b'{"is":"closed","why":"aside"}'),
]


@pytest.mark.parametrize(("entry", "data"), ENTRIES, ids=[data.decode() for _, data in ENTRIES])
def test_an_entry_is_written_and_read(entry: Entry, data: bytes) -> None:
    """Stored journals stay readable: these bytes must not change."""
    assert encode(entry) == data
    assert decode(data) == entry and type(decode(data)) is type(entry)
    assert f'"is":"{kind_of(entry)}"'.encode() in data


DAMAGED = [
    b"",
    b"\x00",
    b"null",
    b"[]",
    b"7",
    b"{}",
    b'{"is":"flown"}',
    b'{"seat":0}',
    b'{"is":"left"}',
    b'{"is":"left","seat":-1}',
    b'{"is":"left","seat":100}',
    b'{"is":"left","seat":1.0}',
    b'{"is":"left","seat":"1"}',
    b'{"is":"left","seat":true}',
    b'{"is":"left","seat":0,"extra":1}',
    b'{"is":"left","seat":0',
    b'{"is":"left","seat":0}}',
    b'{"is":"left", "seat":0}',
    b'{"is":"left","seat":1,"seat":0}',
    b'{"seat":0,"is":"left"}',
    b'{"is":"sat","seat":0,"how":"ghost"}',
    b'{"is":"moved","seat":0,"decision":0,"move":"pass"}',
    b'{"is":"moved","seat":0,"decision":99999999999,"move":"pass"}',
    b'{"is":"moved","seat":0,"decision":1,"move":""}',
    b'{"is":"moved","seat":0,"decision":1,"move":"' + b"x" * 201 + b'"}',
    b'{"is":"moved","seat":0,"decision":1,"move":"pa\xffss"}',
    b'{"is":"moved","seat":0,"decision":1,"move":"pass","by":"person"}',
    b'{"is":"taken_over","seat":0,"why":"bored","level":1}',
    b'{"is":"closed","why":"' + b"x" * MAX_ENTRY_BYTES + b'"}',
    b"[" * 1999,
]


@pytest.mark.parametrize("data", DAMAGED, ids=[repr(data[:60]) for data in DAMAGED])
def test_damage_is_found_and_named(data: bytes) -> None:
    with pytest.raises(Damaged) as caught:
        decode(data)
    assert len(str(caught.value)) > 20


@pytest.mark.parametrize(("entry", "data"), ENTRIES, ids=[data.decode() for _, data in ENTRIES])
def test_a_flipped_bit_is_found_or_makes_another_sound_entry(entry: Entry, data: bytes) -> None:
    for at in range(len(data)):
        for bit in range(8):
            flipped = data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]
            try:
                other = decode(flipped)
            except Damaged:
                continue
            assert other != entry and encode(other) == flipped


@pytest.mark.parametrize(
    "entry",
    [Undone(-1, 1), Undone(0, 0), Sat(0, "person", "x" * 65), Sat(100, "bot", level=1)],
    ids=str,
)
def test_what_could_not_be_read_is_not_written(entry: Entry) -> None:
    with pytest.raises(Damaged):
        encode(entry)


@pytest.mark.parametrize(
    "entry", [Moved(-1, 1, "pass"), Moved(0, 1, "x" * 201), Moved(0, 0, "pass"), Moved(0, 1, "")], ids=str
)
def test_a_move_that_could_not_be_read_is_refused_before_it_is_written(entry: Entry) -> None:
    live = LiveTable(new_setup("walnut-grove", [SeatPlan("bot", 1), SeatPlan("bot", 1)], KEY))
    live.add(Started())
    with pytest.raises((Refused, IllegalMove)):
        live.check(entry)


# ---- set-ups -------------------------------------------------------------------------------------------

PLAN = [SeatPlan(), SeatPlan("invited"), SeatPlan("bot", 3)]


@pytest.mark.parametrize("game", shelf.names())
def test_a_set_up_is_written_without_its_key(game: str) -> None:
    setup = new_setup(game, PLAN, KEY)
    data = encode_setup(setup)
    assert decode_setup(data, KEY) == setup
    assert KEY not in data and b"key" not in data and b"components" not in data
    assert "key" not in repr(setup) and repr(KEY) not in repr(setup)


@pytest.mark.parametrize("game", shelf.names())
def test_components_of_ones_own_are_kept_apart_and_must_fit(game: str) -> None:
    text = shelf.edition_text(game)
    setup = new_setup(game, PLAN, KEY, components=text)
    data = encode_setup(setup)
    assert len(data) < 1000
    again = decode_setup(data, KEY, text)
    assert again == setup and shelf.edition_of(again.found_game()) == setup.edition
    other = decode_setup(data.replace(setup.edition[-4:].encode(), b"0000"), KEY, text)
    with pytest.raises(BadSetup):
        other.found_game()


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b'{"game":1}', b"\xff", b"[" * 5000])
def test_a_damaged_set_up_is_found(data: bytes) -> None:
    with pytest.raises(Damaged):
        decode_setup(data, KEY)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"seats":3', b'"seats":2'),
        (b'"rules"', b'"rulez"'),
        (b'"seats":3', b'"seats":3,"key":"AAAA"'),
        (b'"seats":3', b'"seats":3,"components":"x"'),
        (b',"level":3', b""),
    ],
)
def test_a_set_up_that_does_not_fit_itself_is_found(old: bytes, new: bytes) -> None:
    data = encode_setup(new_setup(shelf.names()[0], PLAN, KEY))
    assert old in data
    with pytest.raises(Damaged):
        decode_setup(data.replace(old, new), KEY)


@pytest.mark.parametrize("plan", [[], [SeatPlan()] * 9, [SeatPlan("bot")] * 2, [SeatPlan("open", 3)] * 2])
def test_a_table_that_cannot_be_played_at_is_not_made(plan: list[SeatPlan]) -> None:
    with pytest.raises(BadSetup):
        new_setup(shelf.names()[0], plan, KEY)


def test_a_short_key_is_no_key() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        new_setup(shelf.names()[0], PLAN, KEY[:31])
    data = encode_setup(new_setup(shelf.names()[0], PLAN, KEY))
    with pytest.raises(Damaged):
        decode_setup(data, KEY[:31])


def test_a_set_up_is_a_value() -> None:
    one: TableSetup = new_setup(shelf.names()[0], PLAN, KEY)
    with pytest.raises(AttributeError):
        one.key = b""  # type: ignore[misc]  # that is what must fail


def test_moves_of_journals_from_before_are_read_in_the_digits_of_now() -> None:
    """Earlier versions took any decimal digits and any blanks, and wrote them down as they came."""
    old = encode(Moved(0, 1, "work fish at \u0663,\u0660"))
    assert decode(old) == Moved(0, 1, "work fish at 3,0")
    assert decode(encode(Moved(0, 1, "lay\u00a04 at \uff13,1 turn 2"))) == Moved(0, 1, "lay 4 at 3,1 turn 2")
