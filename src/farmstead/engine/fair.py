"""Fair chance: what a table's server and players commit to, and the key that all luck of the game comes from.

The server shows a commitment to its key before anybody opens a contribution; players pledge contributions
before any is opened; the key of the game is made from both. docs/fair.md says it byte by byte, and why.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from farmstead.engine.contract import FarmsteadError, Seat, seat_text

VERSION: Final = "1"
DIGITS: Final = 64  # of a key, a value, a commitment or a pledge: 32 bytes, as small hexadecimal digits
MARKS: Final = ("undone", "branched", "imported")
MOST_ROUNDS: Final = 1_000_000
BEFORE_SEATS: Final = 4  # lines of a record before those of the seats: version, round, commitment, key


class BadFairness(FarmsteadError):
    """The lines about fair chance are not as they should be: which of them, counted from 0, and why."""

    def __init__(self, at: int, key: str, detail: str = "") -> None:
        super().__init__(f"{key} {detail}".rstrip())
        self.at = at
        self.key = key
        self.detail = detail


# ---- the definitions ---------------------------------------------------------------------------------------


def round_key(secret: bytes, number: int) -> bytes:
    """The server's key for the n-th try to start, from a secret that is never shown."""
    return hmac.new(secret, f"farmstead fair 1 round {number}\n".encode(), hashlib.sha256).digest()


def commitment_to(key: bytes) -> str:
    """What the server shows of its key before the game."""
    return _digest(f"farmstead fair 1 key\n{key.hex()}\n")


def pledge_for(seat: Seat, value: str) -> str:
    """What a seat shows of its contribution before any is opened; nobody else's seat can use it."""
    return _digest(f"farmstead fair 1 contribution\nseat {seat_text(seat)}\n{value}\n")


def game_key(key: bytes, opened: Sequence[tuple[Seat, str]]) -> bytes:
    """The key of all draws, from the server's key and the contributions, which come in the order of seats."""
    lines = ["farmstead fair 1 game", f"commitment {commitment_to(key)}"]
    lines += [f"seat {seat_text(seat)} {value}" for seat, value in sorted(opened)]
    return hmac.new(key, ("\n".join(lines) + "\n").encode(), hashlib.sha256).digest()


def ticket(key: bytes, name: str, below: int) -> int:
    """The ticket of a chance event, from 0 to `below` - 1."""
    return int.from_bytes(hmac.new(key, name.encode(), hashlib.sha256).digest(), "big") % below


def is_digits(text: str) -> bool:
    """Whether it is written as keys, values, commitments and pledges are."""
    return len(text) == DIGITS and not text.strip("0123456789abcdef")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# ---- what a record says ------------------------------------------------------------------------------------


class Contribution:
    """What one seat pledged, and what it opened."""

    __slots__ = ("pledge", "seat", "value")

    def __init__(self, seat: Seat, pledge: str, value: str) -> None:
        self.seat = seat
        self.pledge = pledge
        self.value = value


class Fairness:
    """All that it takes to derive the luck of a game again. `start_round` starts were cancelled before."""

    __slots__ = ("commitment", "contributions", "key", "marks", "start_round")

    def __init__(
        self,
        start_round: int,
        commitment: str,
        key: str,
        contributions: Sequence[Contribution],
        marks: Sequence[str] = (),
    ) -> None:
        self.start_round = start_round
        self.commitment = commitment
        self.key = key
        self.contributions = list(contributions)
        self.marks = list(marks)

    def lines(self) -> list[str]:
        """As a record has them."""
        seats = [f"fair seat {seat_text(c.seat)} {c.pledge} {c.value}" for c in self.contributions]
        return [
            f"fair {VERSION}",
            f"fair round {self.start_round}",
            f"fair commitment {self.commitment}",
            f"fair key {self.key}",
            *seats,
            *[f"fair mark {mark}" for mark in self.marks],
        ]

    def check(self, seats: int) -> None:
        """That everything was kept to what was shown before; BadFairness says what was not."""
        if commitment_to(bytes.fromhex(self.key)) != self.commitment:
            raise BadFairness(3, "fair_key")
        shown: list[str] = []
        before = -1
        for n, one in enumerate(self.contributions):
            number = seat_text(one.seat)
            if not before < one.seat < seats:
                raise BadFairness(BEFORE_SEATS + n, "fair_seat", number)
            if one.pledge in shown or pledge_for(one.seat, one.value) != one.pledge:
                raise BadFairness(BEFORE_SEATS + n, "fair_pledge", number)
            shown.append(one.pledge)
            before = one.seat

    def game_key(self) -> bytes:
        """The key that every draw must follow from."""
        return game_key(bytes.fromhex(self.key), [(c.seat, c.value) for c in self.contributions])


def read_fairness(lines: Sequence[str]) -> Fairness:
    """What `Fairness.lines` wrote, and nothing else; BadFairness names the first line that is wrong."""
    if lines[0] != f"fair {VERSION}":
        raise BadFairness(0, "fair_version", lines[0][:60])
    number = _field(lines, 1, "round")
    if not (number.isascii() and number.isdecimal() and len(number) <= 7 and int(number) < MOST_ROUNDS):
        raise BadFairness(1, "fair_line", lines[1][:60])
    commitment, key = _digits(lines, 2, "commitment"), _digits(lines, 3, "key")
    contributions: list[Contribution] = []
    marks: list[str] = []
    for n in range(BEFORE_SEATS, len(lines)):
        words = lines[n].split(" ")
        if len(words) == 5 and words[1] == "seat" and not marks:
            contributions.append(_contribution(lines, n, words))
        elif len(words) == 3 and words[1] == "mark" and words[2] in MARKS and words[2] not in marks:
            marks.append(words[2])
        else:
            raise BadFairness(n, "fair_line", lines[n][:60])
    found = Fairness(int(number), commitment, key, contributions, marks)
    for n, line in enumerate(found.lines()):
        if line != lines[n]:
            raise BadFairness(n, "fair_line", lines[n][:60])
    return found


def _contribution(lines: Sequence[str], n: int, words: Sequence[str]) -> Contribution:
    number, pledge, value = words[2], words[3], words[4]
    is_seat = number.isascii() and number.isdecimal() and len(number) < 4 and int(number) > 0
    if not (is_seat and is_digits(pledge) and is_digits(value)):
        raise BadFairness(n, "fair_line", lines[n][:60])
    return Contribution(int(number) - 1, pledge, value)


def _digits(lines: Sequence[str], n: int, name: str) -> str:
    value = _field(lines, n, name)
    if not is_digits(value):
        raise BadFairness(n, "fair_line", lines[n][:60])
    return value


def _field(lines: Sequence[str], n: int, name: str) -> str:
    start = f"fair {name} "
    if n >= len(lines) or not lines[n].startswith(start):
        raise BadFairness(min(n, len(lines) - 1), "fair_missing", name)
    return lines[n][len(start) :]
