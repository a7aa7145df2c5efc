"""A game as text: a header, one move per line, the score, a checksum.

    farmstead record 1
    game walnut-grove
    rules 1
    seats 2
    options german
    edition farmstead sha256:0123456789abcdef
    * board yellow
    1 start church
    = 31 27
    sha256 ...

`*` is chance. An unfinished game ends with `= unfinished`. The checksum covers every byte before its line.
A game from a table with fair chance has lines `fair …` after the score, from which its luck can be checked.
One that went on from a move of another game has a line `branched …` (branches.py).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final

from farmstead.engine.branches import Branch, read_branch
from farmstead.engine.contract import (
    CHANCE,
    BadSetup,
    FarmsteadError,
    Game,
    IllegalMove,
    Seat,
    Setup,
    counted,
    in_words,
    seat_text,
)
from farmstead.engine.fair import BadFairness, Fairness, read_fairness
from farmstead.engine.table import Table

FORMAT: Final = "farmstead record 1"
UNFINISHED: Final = "unfinished"
MAX_RECORD_BYTES: Final = 4_000_000  # bytes; a long game takes about 30,000
HEADER: Final = ("game", "rules", "seats", "options", "edition")
CHECKSUM: Final = "sha256 "
FAIR: Final = "fair "
BRANCHED: Final = "branched "

GameFor = Callable[[str, str], Game]  # (game name, edition) -> the game with those components


class BadRecord(FarmsteadError):
    """The file is at fault: which line, and why; with the refusal when a move in it is illegal."""

    def __init__(self, line: int, key: str, detail: str = "", cause: IllegalMove | None = None) -> None:
        super().__init__(f"line {line}: {key} {detail}".rstrip())
        self.line = line
        self.key = key
        self.detail = detail
        self.cause = cause

    def __str__(self) -> str:
        """A sentence for people, and in brackets the line and the key for programs."""
        return in_words(self)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.line, self.key, self.detail, self.cause)


class Record:
    """What a record file says, before anything is re-executed: `setup`, `moves`, and `score` as text.

    Moves are (seat, text), with seats from 0. `fair` is what luck can be checked by, `branch` the game that
    it left.
    """

    __slots__ = ("branch", "fair", "first_line", "intact", "moves", "score", "setup")

    def __init__(
        self,
        setup: Setup,
        moves: list[tuple[Seat, str]],
        score: str,
        first_line: int,
        intact: bool = True,
        fair: Fairness | None = None,
        branch: Branch | None = None,
    ) -> None:
        self.setup = setup
        self.moves = moves
        self.score = score  # `31 27`, or `unfinished`
        self.first_line = first_line  # the line of the first move
        self.intact = intact  # the checksum is right
        self.fair = fair  # what its luck can be checked by, if it says
        self.branch = branch  # where it left another game, if it did

    def __repr__(self) -> str:
        """`<Record of walnut-grove, 2 seats, 188 moves, score 31 27>`."""
        setup, moves = self.setup, counted(len(self.moves), "move")
        edited = "" if self.intact else ", edited"
        ends = self.score if self.score == UNFINISHED else f"score {self.score}"
        return f"<Record of {setup.game}, {counted(setup.seats, 'seat')}, {moves}, {ends}{edited}>"

    def fair_line(self) -> int:
        """The line in which that begins."""
        return self.first_line + len(self.moves) + 1

    def last_line(self) -> int:
        """The line of the checksum."""
        fair = 0 if self.fair is None else len(self.fair.lines())
        return self.fair_line() + fair + (0 if self.branch is None else 1)


def write_record(table: Table, fair: Fairness | None = None, branch: Branch | None = None) -> str:
    """The record of a game, finished or not."""
    lines = [FORMAT, *table.setup.lines()]
    lines += [f"{seat_text(entry.seat)} {entry.text}" for entry in table.entries]
    lines.append(f"= {score_text(table)}")
    lines += [] if fair is None else fair.lines()
    lines += [] if branch is None else [branch.line()]
    body = "\n".join(lines) + "\n"
    return f"{body}{CHECKSUM}{_checksum(body)}\n"


def score_text(table: Table) -> str:
    """The score line of a game: the totals, or `unfinished`."""
    return UNFINISHED if table.state.to_act() else " ".join([str(points) for points in table.state.scores()])


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def read_record(data: bytes | str, edited: bool = False) -> Record:
    """Parse a record and check its form and checksum; BadRecord names the line that is wrong.

    `farmstead.load` plays it, too. With `edited` a wrong checksum is let pass, to find out which line was
    changed; see `Record.intact`.
    """
    lines = _lines(data.encode() if isinstance(data, str) else data)
    if not (intact := _is_intact(lines)) and not edited:
        raise BadRecord(len(lines), "checksum")
    header = _header(lines)
    moves: list[tuple[Seat, str]] = []
    first = len(HEADER) + 2
    last = _score_line(lines)
    for number in range(first, last):
        moves.append(_move(number, lines[number - 1]))
    score = lines[last - 1]
    if not score.startswith("= "):
        raise BadRecord(last, "no_score", score)
    after = lines[last:-1]
    branch = _branch(after, last, len(moves))
    fair = _fairness(after if branch is None else after[:-1], last + 1)
    setup = Setup(
        header["game"],
        int(header["rules"]),
        int(header["seats"]),
        tuple(header["options"].split()),
        header["edition"],
    )
    return Record(setup, moves, score[2:], first, intact, fair, branch)


def _score_line(lines: list[str]) -> int:
    """The number of the last line before those about fair chance, another game and the checksum."""
    if (last := len(lines) - 1) > len(HEADER) + 2 and lines[last - 1].startswith(BRANCHED):
        last -= 1
    while last > len(HEADER) + 2 and lines[last - 1].startswith(FAIR):
        last -= 1
    return last


def _branch(lines: list[str], before: int, moves: int) -> Branch | None:
    """What the last of these says; `before` is the number of the line before them, `moves` of all moves."""
    if not lines or not lines[-1].startswith(BRANCHED):
        return None
    found = read_branch(lines[-1])
    if found is None or found.ply > moves:
        raise BadRecord(before + len(lines), "branched_line", lines[-1][:60])
    return found


def _fairness(lines: list[str], first: int) -> Fairness | None:
    if not lines:
        return None
    try:
        return read_fairness(lines)
    except BadFairness as error:
        raise BadRecord(first + error.at, error.key, error.detail) from None


def _lines(data: bytes) -> list[str]:
    if not data.strip():
        raise BadRecord(1, "empty")
    if len(data) > MAX_RECORD_BYTES:
        raise BadRecord(1, "too_large", str(len(data)))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord(data[: error.start].count(b"\n") + 1, "not_utf8") from None
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].strip() != FORMAT:
        raise BadRecord(1, "not_a_record", lines[0][:60])
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def _is_intact(lines: list[str]) -> bool:
    if not lines[-1].startswith(CHECKSUM):
        raise BadRecord(len(lines), "truncated", lines[-1][:60])
    return lines[-1][len(CHECKSUM) :].strip() == _checksum("\n".join(lines[:-1]) + "\n")


def _header(lines: list[str]) -> dict[str, str]:
    if len(lines) < len(HEADER) + 3:
        raise BadRecord(len(lines), "truncated", lines[-1][:60])
    header: dict[str, str] = {}
    for number, name in enumerate(HEADER, start=2):
        word, _, value = lines[number - 1].partition(" ")
        if word != name:
            raise BadRecord(number, "header", name)
        if name in ("rules", "seats") and not (value.isascii() and value.isdecimal() and len(value) < 4):
            raise BadRecord(number, "not_a_number", f"{name} {value[:40]}")
        header[name] = value
    return header


def _move(number: int, line: str) -> tuple[Seat, str]:
    who, _, text = line.partition(" ")
    if who == "*" and text:
        return CHANCE, text
    if not (who.isascii() and who.isdecimal() and text and 1 <= len(who) < 4 and int(who) > 0):
        raise BadRecord(number, "not_a_move", line[:60])
    return int(who) - 1, text


def open_record(record: Record, game_for: GameFor) -> Table:
    """The table at the start of a record."""
    setup = record.setup
    try:
        game = game_for(setup.game, setup.edition)
        return Table(game, game.setup(setup.seats, setup.options, setup.rules))
    except BadSetup as error:
        line = 2 + HEADER.index(error.part) if error.part in HEADER else 1
        raise BadRecord(line, "cannot_start", str(error)) from None


def re_execute(record: Record, game_for: GameFor, upto: int | None = None) -> Table:
    """Play a record's moves through the checked door, all or the first `upto`, and compare the score."""
    table = open_record(record, game_for)
    moves = record.moves if upto is None else record.moves[:upto]
    for number, (seat, text) in enumerate(moves, start=record.first_line):
        if seat >= record.setup.seats:
            raise BadRecord(number, "no_such_seat", seat_text(seat))
        try:
            table.play(seat, text)
        except IllegalMove as error:
            raise BadRecord(number, "illegal", text, error) from None
    if upto is None and record.score != score_text(table):
        raise BadRecord(record.first_line + len(moves), "score", f"{record.score} / {score_text(table)}")
    return table
