"""Fair chance: what a table's server and players commit to, and the key that all luck of the game comes from.

The server shows a commitment to its key before anybody opens a contribution; players pledge contributions
before any is opened; the key of the game is made from both. docs/fair.md says it byte by byte, and why.

There are two schemes. In scheme 1 each round has a key of its own. In scheme 2 the keys of all rounds are a
hash chain, so that the first commitment binds them all, the set-up is bound into commitment and game key, and
cancelled rounds are shown.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from farmstead.engine.contract import FarmsteadError, Seat, Setup, seat_text

SCHEMES: Final = (1, 2)
KEY_DIGITS: Final = 64  # of a key, a value, a commitment or a pledge: 32 bytes, as small hexadecimal digits
MARKS: Final = ("undone", "branched", "imported")
MAX_ROUNDS: Final = 1_000_000
CHAIN_KEYS: Final = 1000  # in scheme 2: one for each round that a table can have
WHY_CANCELLED: Final = ("unopened", "left")
UNOPENED: Final = "-"  # in a record, for the value of a seat that did not open
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


def setup_digest(setup: Setup) -> str:
    """What scheme 2 binds of a set-up: the header of the record."""
    return _digest("\n".join(["farmstead fair 2 setup", *setup.lines()]) + "\n")


def chain_key(secret: bytes, number: int) -> bytes:
    """The server's key for the n-th try to start in scheme 2: each is the hash of the one after it."""
    if not 0 <= number < CHAIN_KEYS:
        raise ValueError(f"a table has {CHAIN_KEYS} keys")
    key = hmac.new(secret, b"farmstead fair 2 last key\n", hashlib.sha256).digest()
    for _ in range(CHAIN_KEYS - 1 - number):
        key = key_before(key)
    return key


def key_before(key: bytes) -> bytes:
    """The key of the round before in scheme 2."""
    return hashlib.sha256(f"farmstead fair 2 key before\n{key.hex()}\n".encode()).digest()


def chain_commitment(key: bytes, number: int, setup: str) -> str:
    """What the server shows of its key in scheme 2; `setup` is the digest of the set-up."""
    return _digest(f"farmstead fair 2 key\nsetup {setup}\nround {number}\n{key.hex()}\n")


def chain_game_key(key: bytes, number: int, setup: str, opened: Sequence[tuple[Seat, str]]) -> bytes:
    """The key of all draws in scheme 2."""
    lines = ["farmstead fair 2 game", f"setup {setup}", f"commitment {chain_commitment(key, number, setup)}"]
    lines += [f"seat {seat_text(seat)} {value}" for seat, value in sorted(opened)]
    return hmac.new(key, ("\n".join(lines) + "\n").encode(), hashlib.sha256).digest()


def ticket(key: bytes, name: str, below: int) -> int:
    """The ticket of a chance event, from 0 to `below` - 1."""
    return int.from_bytes(hmac.new(key, name.encode(), hashlib.sha256).digest(), "big") % below


def is_digits(text: str) -> bool:
    """Whether it is written as keys, values, commitments and pledges are."""
    return len(text) == KEY_DIGITS and not text.strip("0123456789abcdef")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# ---- what a record says ------------------------------------------------------------------------------------


class Contribution:
    """What one seat pledged, and what it opened: nothing, in a start that was cancelled before it did."""

    __slots__ = ("pledge", "seat", "value")

    def __init__(self, seat: Seat, pledge: str, value: str) -> None:
        self.seat = seat
        self.pledge = pledge
        self.value = value


class CancelledRound:
    """A start that was cancelled: why, the server's key for it, and what had been pledged and opened."""

    __slots__ = ("contributions", "key", "why")

    def __init__(self, why: str, key: str, contributions: Sequence[Contribution]) -> None:
        self.why = why
        self.key = key
        self.contributions = list(contributions)

    def lines(self, number: int) -> list[str]:
        """As a record has them, for the round of that number."""
        start = f"fair cancelled {number}"
        seats = [
            f"{start} seat {seat_text(c.seat)} {c.pledge} {c.value or UNOPENED}" for c in self.contributions
        ]
        return [f"{start} {self.why} {self.key}", *seats]

    def is_complete(self) -> bool:
        """Whether all who had pledged had opened: then the game should have begun."""
        return bool(self.contributions) and "" not in [one.value for one in self.contributions]


class Fairness:
    """All that it takes to derive the luck of a game again. `start_round` starts were cancelled before."""

    __slots__ = ("cancelled", "commitment", "contributions", "key", "marks", "scheme", "start_round")

    def __init__(
        self,
        start_round: int,
        commitment: str,
        key: str,
        contributions: Sequence[Contribution],
        marks: Sequence[str] = (),
        scheme: int = 1,
        cancelled: Sequence[CancelledRound] = (),
    ) -> None:
        self.start_round = start_round
        self.commitment = commitment
        self.key = key
        self.contributions = list(contributions)
        self.marks = list(marks)
        self.scheme = scheme
        self.cancelled = list(cancelled)  # by round; scheme 1 does not show them

    def lines(self) -> list[str]:
        """As a record has them."""
        lines = [
            f"fair {self.scheme}",
            f"fair round {self.start_round}",
            f"fair commitment {self.commitment}",
            f"fair key {self.key}",
        ]
        lines += [f"fair seat {seat_text(c.seat)} {c.pledge} {c.value}" for c in self.contributions]
        for number, one in enumerate(self.cancelled):
            lines += one.lines(number)
        return lines + [f"fair mark {mark}" for mark in self.marks]

    def line_of_cancelled(self, number: int) -> int:
        """Which of the lines is the first about that cancelled round."""
        before = sum([1 + len(one.contributions) for one in self.cancelled[:number]])
        return BEFORE_SEATS + len(self.contributions) + before

    def commitment_of(self, number: int, setup: Setup) -> str:
        """What the server showed in a round, worked out from the key that it shows now."""
        key = self.key if number == self.start_round else self.cancelled[number].key
        return self._commitment(bytes.fromhex(key), number, setup)

    def _commitment(self, key: bytes, number: int, setup: Setup) -> str:
        return commitment_to(key) if self.scheme == 1 else chain_commitment(key, number, setup_digest(setup))

    def check(self, setup: Setup) -> None:
        """That everything was kept to what was shown before; BadFairness says what was not."""
        if self._commitment(bytes.fromhex(self.key), self.start_round, setup) != self.commitment:
            raise BadFairness(3, "fair_key")
        shown: list[str] = []
        _check_contributions(self.contributions, BEFORE_SEATS, setup.seats, shown)
        if self.scheme != 1:
            self._check_cancelled(setup, shown)

    def _check_cancelled(self, setup: Setup, shown: list[str]) -> None:
        if len(self.cancelled) != self.start_round:
            raise BadFairness(1, "fair_rounds", str(len(self.cancelled)))
        after = bytes.fromhex(self.key)
        for number in range(self.start_round - 1, -1, -1):
            one, at = self.cancelled[number], self.line_of_cancelled(number)
            if key_before(after).hex() != one.key:
                raise BadFairness(at, "fair_chain", str(number))
            if one.is_complete():
                raise BadFairness(at, "fair_complete", str(number))
            _check_contributions(one.contributions, at + 1, setup.seats, shown)
            after = bytes.fromhex(one.key)

    def game_key(self, setup: Setup) -> bytes:
        """The key that every draw must follow from."""
        key, opened = bytes.fromhex(self.key), [(c.seat, c.value) for c in self.contributions]
        if self.scheme == 1:
            return game_key(key, opened)
        return chain_game_key(key, self.start_round, setup_digest(setup), opened)


def _check_contributions(given: Sequence[Contribution], first: int, seats: int, shown: list[str]) -> None:
    """Seats in order, each value what was pledged, no pledge twice; `first` is the line of the first."""
    before = -1
    for n, one in enumerate(given):
        number = seat_text(one.seat)
        if not before < one.seat < seats:
            raise BadFairness(first + n, "fair_seat", number)
        if one.pledge in shown or (one.value and pledge_for(one.seat, one.value) != one.pledge):
            raise BadFairness(first + n, "fair_pledge", number)
        shown.append(one.pledge)
        before = one.seat


def read_fairness(lines: Sequence[str]) -> Fairness:
    """What `Fairness.lines` wrote, and nothing else; BadFairness names the first line that is wrong."""
    scheme = _scheme(lines[0])
    number = _field(lines, 1, "round")
    if not _is_round(number, scheme):
        raise BadFairness(1, "fair_line", lines[1][:60])
    commitment, key = _digits(lines, 2, "commitment"), _digits(lines, 3, "key")
    found = Fairness(int(number), commitment, key, [], [], scheme)
    for n in range(BEFORE_SEATS, len(lines)):
        _read_line(found, lines, n)
    for n, line in enumerate(found.lines()):
        if line != lines[n]:
            raise BadFairness(n, "fair_line", lines[n][:60])
    return found


def _scheme(line: str) -> int:
    for scheme in SCHEMES:
        if line == f"fair {scheme}":
            return scheme
    raise BadFairness(0, "fair_version", line[:60])


def _is_round(number: str, scheme: int) -> bool:
    if not (number.isascii() and number.isdecimal() and len(number) <= 7):
        return False
    return int(number) < (MAX_ROUNDS if scheme == 1 else CHAIN_KEYS)


def _read_line(found: Fairness, lines: Sequence[str], n: int) -> None:
    """Add to it what a line behind the first four says; they come in the order in which they are written."""
    words = lines[n].split(" ")
    if len(words) == 5 and words[1] == "seat" and not found.marks and not found.cancelled:
        found.contributions.append(_contribution(lines, n, words[2:]))
    elif len(words) == 3 and words[1] == "mark" and words[2] in MARKS and words[2] not in found.marks:
        found.marks.append(words[2])
    elif len(words) > 3 and words[1] == "cancelled" and found.scheme != 1 and not found.marks:
        _read_cancelled(found, lines, n, words)
    else:
        raise BadFairness(n, "fair_line", lines[n][:60])


def _read_cancelled(found: Fairness, lines: Sequence[str], n: int, words: Sequence[str]) -> None:
    latest = str(len(found.cancelled) - 1)
    if len(words) == 7 and words[2] == latest and words[3] == "seat":
        found.cancelled[-1].contributions.append(_contribution(lines, n, words[4:], True))
    elif len(words) == 5 and words[2] == str(len(found.cancelled)) and words[3] in WHY_CANCELLED:
        if not is_digits(words[4]):
            raise BadFairness(n, "fair_line", lines[n][:60])
        found.cancelled.append(CancelledRound(words[3], words[4], []))
    else:
        raise BadFairness(n, "fair_line", lines[n][:60])


def _contribution(
    lines: Sequence[str], n: int, words: Sequence[str], may_be_unopened: bool = False
) -> Contribution:
    number, pledge, value = words[0], words[1], words[2]
    is_seat = number.isascii() and number.isdecimal() and len(number) < 4 and int(number) > 0
    is_value = is_digits(value) or (may_be_unopened and value == UNOPENED)
    if not (is_seat and is_digits(pledge) and is_value):
        raise BadFairness(n, "fair_line", lines[n][:60])
    return Contribution(int(number) - 1, pledge, "" if value == UNOPENED else value)


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
