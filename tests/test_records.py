"""Records that cannot be trusted: each way to be wrong gets its line and its sentence, never a traceback."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.engine.contract import CHANCE, IllegalMove
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.record import (
    MAX_RECORD_BYTES,
    BadRecord,
    open_record,
    re_execute,
    read_record,
    write_record,
)
from farmstead.engine.table import Table
from farmstead.render.words import say_bad_record
from tests.laws import Subject
from tests.subjects import SUBJECTS

GAMES = shelf.names()


def played(name: str, seats: int = 0, options: tuple[str, ...] = (), moves: int | None = None) -> Table:
    """A random game, whole or its beginning; unless told otherwise by as few as can play."""
    game = shelf.game(name)
    table = Table(game, game.setup(seats or game.fewest, options))
    dealer = QuickDealer(11)
    while (seats_to_act := table.state.to_act()) and (moves is None or len(table.entries) < moves):
        seat = seats_to_act[0]
        if seat == CHANCE:
            table.deal(dealer)
        else:
            table.play(seat, str(table.state.pick(seat, dealer)))
    return table


WHOLE = write_record(played("walnut-grove", 2))
LINES = WHOLE.splitlines()  # most faults are made in this one; none of them depends on the game


def signed(lines: list[str]) -> bytes:
    """Lines as a record with the right checksum."""
    body = "\n".join(lines) + "\n"
    return f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n".encode()


def with_line(number: int, text: str) -> bytes:
    """The record with one line, counted from 1, written anew, and signed again."""
    lines = LINES[:-1]
    lines[number - 1] = text
    return signed(lines)


def of_the_other(old: str, new: str) -> bytes:
    """A record of Sunflower Valley with something written otherwise, and signed again."""
    text = write_record(played("sunflower-valley"))
    assert old in text
    return signed(text.replace(old, new, 1).splitlines()[:-1])


def fault_of(data: bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        re_execute(read_record(data), shelf.game_for)
    return caught.value


def first(text: str) -> int:
    """The number of the first line that begins so."""
    return next(n for n, line in enumerate(LINES, start=1) if line.startswith(text))


ARABIC = str.maketrans("0123456789", "\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669")


def in_other_digits(begins: str) -> tuple[int, bytes]:
    """The first line that begins so, and the record with its last cell in digits that are not ASCII."""
    number = first(begins)
    before, at, cell = LINES[number - 1].rpartition(" at ")
    return number, with_line(number, before + at + cell.translate(ARABIC))


def edited() -> bytes:
    """Changed without harm to the game: only the checksum can tell."""
    return WHOLE.replace("1 start", "1  start", 1).encode()


def twice() -> tuple[str, str]:
    """The second town picture, and the first once more in its place."""
    one, other = [line for line in write_record(played("sunflower-valley")).splitlines() if "town" in line]
    return other, one


def other_edition() -> bytes:
    return with_line(6, "edition mybox sha256:0000000000000000")


START = first("1 start")

FAULTS: dict[str, tuple[Callable[[], bytes], str, int, str]] = {
    "nothing": (lambda: b"", "empty", 1, "the file is empty"),
    "blanks": (lambda: b" \n\n", "empty", 1, "the file is empty"),
    "far too much": (lambda: b"farmstead record 1\n" + b"* tile 1\n" * 500_000, "too_large", 1, "too large"),
    "something else": (lambda: b"<html>", "not_a_record", 1, "begins with `farmstead record 1`"),
    "a later format": (
        lambda: WHOLE.replace("record 1", "record 2").encode(),
        "not_a_record",
        1,
        "begins with",
    ),
    "not text": (lambda: WHOLE.encode().replace(b"start", b"\xff\xfe", 1), "not_utf8", START, "UTF-8"),
    "half": (lambda: "\n".join(LINES[:100]).encode(), "truncated", 100, "breaks off here"),
    "half a line": (lambda: WHOLE.encode()[:-75], "truncated", len(LINES) - 1, "breaks off here"),
    "only a header": (lambda: signed(LINES[:4]), "truncated", 5, "breaks off here"),
    "edited": (edited, "checksum", len(LINES), "changed after it was written"),
    "no game": (lambda: with_line(2, "gone"), "header", 2, "this line should be `game …`"),
    "seats in words": (lambda: with_line(4, "seats two"), "not_a_number", 4, "`seats two` isn’t a number"),
    "a huge number": (lambda: with_line(3, "rules " + "9" * 5000), "not_a_number", 3, "isn’t a number"),
    "branched from nowhere": (
        lambda: signed([*LINES[:-1], f"branched 3 lucky {'0' * 64}"]),
        "branched_line",
        len(LINES),
        "doesn’t say from which move",
    ),
    "no score": (lambda: signed(LINES[:-2]), "no_score", len(LINES) - 2, "should be the score"),
    "a line of nonsense": (lambda: with_line(START, "start"), "not_a_move", START, "`start` isn’t a move"),
    "an empty line": (lambda: with_line(START, ""), "not_a_move", START, "isn’t a move"),
    "a third seat": (
        lambda: with_line(START, "3 start church"),
        "no_such_seat",
        START,
        "this game has no seat 3",
    ),
    "another game": (
        lambda: with_line(2, "game walnut-grow"),
        "cannot_start",
        2,
        "did you mean walnut-grove?",
    ),
    "later rules": (lambda: with_line(3, "rules 3"), "cannot_start", 3, "this is revision 2"),
    "five seats": (lambda: with_line(4, "seats 5"), "cannot_start", 4, "1 to 4 players, not 5"),
    "an unknown option": (lambda: with_line(5, "options grman"), "cannot_start", 5, "did you mean german?"),
    "another edition": (other_edition, "cannot_start", 6, "--edition FILE"),
    "an illegal move": (lambda: with_line(START, "1 pass"), "illegal", START, "`pass`: "),
    "a move of nobody's": (
        lambda: with_line(START, "1 jump"),
        "illegal",
        START,
        "No move begins like ",
    ),
    "the other's turn": (
        lambda: with_line(START, "2 start church"),
        "illegal",
        START,
        "turn of seat 1 (WG 1.9)",
    ),
    "a tile not in the bag": (
        lambda: with_line(first("* tile"), "* tile 99"),
        "illegal",
        first("* tile"),
        "WG 3.1",
    ),
    "a sheet for a tile": (
        lambda: with_line(first("* tile"), "* sheet A"),
        "illegal",
        first("* tile"),
        "No move begins like ",
    ),
    "the moves of another game": (
        lambda: with_line(2, "game sunflower-valley"),
        "cannot_start",
        6,
        "was played with the edition",
    ),
    "six in the valley": (
        lambda: of_the_other("seats 2", "seats 6"),
        "cannot_start",
        4,
        "2 to 5 players, not 6",
    ),
    "a ninth sheet": (lambda: of_the_other("* sheet H", "* sheet I"), "illegal", 7, "sheet A|B|C|D|E|F|G|H"),
    "a town twice": (lambda: of_the_other(*twice()), "illegal", 9, "SV 1.3"),
    "a seventh die": (lambda: of_the_other("* roll ", "* roll H"), "illegal", 10, "six of the letters"),
    "a better score": (lambda: with_line(len(LINES) - 1, "= 99 99"), "score", len(LINES) - 1, "says 99 99"),
    "unfinished after all": (
        lambda: with_line(len(LINES) - 1, "= unfinished"),
        "score",
        len(LINES) - 1,
        "lead to",
    ),
    "a move too many": (
        lambda: signed([*LINES[:-2], "1 pass", LINES[-2]]),
        "illegal",
        len(LINES) - 1,
        "WG 8.1",
    ),
    "moves missing": (
        lambda: signed([*LINES[:-4], LINES[-2]]),
        "score",
        len(LINES) - 3,
        "lead to unfinished",
    ),
}


@pytest.mark.parametrize(("make", "key", "line", "words"), FAULTS.values(), ids=FAULTS)
def test_each_fault_has_its_line_and_sentence(
    make: Callable[[], bytes],
    key: str,
    line: int,
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    error = fault_of(make())
    assert (error.key, error.line) == (key, line)
    assert words in say_bad_record(error)
    file = tmp_path / "game.record"
    file.write_bytes(make())
    assert main(["verify", str(file)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"FAILED {file} line {line}: ") and words in out
    assert out.count("\n") == 1


def test_an_edited_move_is_named_by_its_own_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.record"
    file.write_bytes(WHOLE.replace("1 start", "2 start", 1).encode())
    assert main(["verify", str(file)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"FAILED {file} line {START}: ")
    assert "turn of seat 1 (WG 1.9)" in out and "its checksum doesn’t match" in out


def test_every_key_of_a_bad_record_is_met() -> None:
    from farmstead.render.words import vocabulary

    keys = {key for key in vocabulary()["record"] if not key.startswith("fair_")}  # see test_fair_records.py
    assert {key for _, key, _, _ in FAULTS.values()} == keys


def test_a_byte_more_than_allowed_is_too_large() -> None:
    start = WHOLE.encode()
    assert fault_of(start + b"\n" * (MAX_RECORD_BYTES + 1 - len(start))).key == "too_large"
    assert read_record(start + b"\n" * (MAX_RECORD_BYTES - len(start))).score


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_what_is_written_can_be_read(subject: Subject) -> None:
    same_when_read(played(subject.game.name, subject.seats, subject.options))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_written_without_options_can_be_read(name: str) -> None:
    for seats in range(shelf.game(name).fewest, shelf.game(name).most + 1):
        same_when_read(played(name, seats))


@pytest.mark.parametrize(
    ("name", "options"),
    [("walnut-grove", ("start=2", "jokers=buildings")), ("sunflower-valley", ("start=2", "sheet=random"))],
)
def test_what_is_written_of_other_beginners_can_be_read(name: str, options: tuple[str, ...]) -> None:
    table = played(name, 2, options)
    assert "start=2" in table.setup.options
    same_when_read(table)


def same_when_read(table: Table) -> None:
    text = write_record(table)
    again = re_execute(read_record(text.encode()), shelf.game_for)
    assert again.setup.options == table.setup.options
    assert again.state.text() == table.state.text()
    assert write_record(again) == text


@pytest.mark.parametrize("name", GAMES)
def test_an_unfinished_game_can_be_read(name: str) -> None:
    table = played(name, moves=60)
    record = read_record(write_record(table).encode())
    assert record.score == "unfinished"
    assert re_execute(record, shelf.game_for).state.text() == table.state.text()


def test_line_ends_of_another_system_do_not_matter() -> None:
    assert re_execute(read_record(WHOLE.replace("\n", "\r\n").encode()), shelf.game_for)


def test_a_record_can_be_opened_at_its_start_or_half_way() -> None:
    record = read_record(WHOLE.encode())
    assert open_record(record, shelf.game_for).entries == []
    assert len(re_execute(record, shelf.game_for, upto=40).entries) == 40


@pytest.mark.parametrize("name", GAMES)
def test_every_byte_counts(name: str) -> None:
    """Whichever byte is changed, the record is refused."""
    data = bytearray(write_record(played(name)).encode())
    for place in range(0, len(data) - 1, 37):  # the last line end is no part of it
        changed = data[:]
        changed[place] ^= 1
        with pytest.raises(BadRecord):
            re_execute(read_record(bytes(changed)), shelf.game_for)


def test_the_refusal_comes_with_it() -> None:
    error = fault_of(with_line(START, "1 pass"))
    assert isinstance(error.cause, IllegalMove)
    assert error.cause.refusal.instead == ["start church", "start town-hall"]


@pytest.mark.parametrize("begins", ["1 lay", "1 work"])
def test_only_the_digits_of_ascii_are_numbers(begins: str) -> None:
    number, data = in_other_digits(begins)
    fault = fault_of(data)
    assert (fault.line, fault.key) == (number, "illegal")
