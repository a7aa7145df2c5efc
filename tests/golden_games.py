"""Which games are pinned, and how: records, digests of seeded games, counted move trees, order of moves.

`scripts/golden.py` writes the files, the tests compare with them. Both builds must give the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from farmstead.engine.contract import CHANCE, Action, Game, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.record import write_record
from farmstead.engine.table import Table
from tests.laws import Subject, finished, random_move, random_table
from tests.subjects import EARLIER, SUBJECTS

HERE = Path(__file__).parent
RECORDS = HERE / "records"
POSITIONS = HERE / "positions"
FIRST_PLAYED = 100  # the number of the first record that is not of a random game
GAMES = 1000  # of each game in the digest table
LARGEST_TREE = 30_000  # leaves
LONGEST_LIST = 200  # choices written out in a line; of more, their number and a digest


class Rules(NamedTuple):
    """A game under one revision of its rules, which has golden files of its own."""

    game: str
    revision: int

    def __str__(self) -> str:
        return f"{self.game}-r{self.revision}"

    @property
    def folder(self) -> Path:
        """Where digests and orders lie; the first revision was there before there was a second."""
        whole = HERE / "golden" / self.game
        return whole if self.revision == 1 else whole / f"r{self.revision}"

    @property
    def files(self) -> str:
        """What the names of its records and positions begin with."""
        return f"{self.game}-[0-9]*" if self.revision == 1 else f"{self.game}-r{self.revision}-*"


def present() -> list[Rules]:
    """Every game under its present rules."""
    return list(dict.fromkeys(Rules(subject.game.name, subject.revision) for subject in SUBJECTS))


def every() -> list[Rules]:
    """The same, and every game under rules that were in force before."""
    return [*present(), *dict.fromkeys(Rules(subject.game.name, subject.revision) for subject in EARLIER)]


def subjects_of(rules: Rules) -> list[Subject]:
    return [each for each in [*SUBJECTS, *EARLIER] if (each.game.name, each.revision) == rules]


def some_of_all() -> list[Subject]:
    """Few subjects for tests that take long: those with counted trees, and one under earlier rules."""
    earlier = [subject for subject in EARLIER if subject.pinned.trees and subject.seats > 1]
    return [*[subject for subject in SUBJECTS if subject.pinned.trees], *earlier[:1]]


def digests_of(rules: Rules) -> Path:
    return rules.folder / "digests.txt"


def order_of(rules: Rules) -> Path:
    return rules.folder / "order.txt"


def records_of(game: str) -> list[Path]:
    """Under whatever rules."""
    return sorted(RECORDS.glob(f"{game}-*.record"))


def records_under(rules: Rules) -> list[Path]:
    return sorted(RECORDS.glob(f"{rules.files}.record"))


def positions_under(rules: Rules) -> list[Path]:
    return sorted(POSITIONS.glob(f"{rules.files}.txt"))


def seeded(rules: Rules) -> Iterator[tuple[Subject, int]]:
    """The games of the digest table: every seat count and preset in turn."""
    subjects = subjects_of(rules)
    for seed in range(GAMES):
        yield subjects[seed % len(subjects)], seed


def digest_line(subject: Subject, seed: int) -> str:
    """One seeded game: its subject, its final score, a digest of its record."""
    table = subject.table()
    dealer = QuickDealer(seed)
    while table.state.to_act():
        seat, move = random_move(table.state, dealer)
        table.play(seat, str(move))
    scores = " ".join(str(score) for score in table.state.scores())
    return f"{subject} {seed} {digest(write_record(table))} {scores}"


def record_path(subject: Subject, seed: int) -> Path:
    return RECORDS / f"{subject}-{seed}.record"


def random_seeds(subject: Subject) -> range:
    return range(subject.pinned.random)


def played_seeds(subject: Subject) -> range:
    return range(FIRST_PLAYED, FIRST_PLAYED + subject.pinned.played)


def pinned(rules: Rules) -> list[tuple[Subject, int]]:
    """The whole games that are kept, by the numbers in their files' names."""
    subjects = subjects_of(rules)
    return [(each, seed) for each in subjects for seed in [*random_seeds(each), *played_seeds(each)]]


def uniform_record(subject: Subject, seed: int) -> str:
    return write_record(finished(subject, subject.pinned.first + seed))


def order_lines(rules: Rules) -> list[str]:
    return [line for subject in subjects_of(rules) if subject.pinned.order for line in orders_in(subject)]


def orders_in(subject: Subject) -> list[str]:
    """The legal moves of a short random game, in their order: a permutation shows here and nowhere else."""
    lines = [f"# {subject}"]
    for n, table in enumerate(random_table(subject, subject.pinned.first + 11)):
        for seat in table.state.to_act():
            if n % 13 == 5:
                lines.append(f"{n} {seat + 1}: {listed(options_of(table.state, seat))}")
    return lines


def listed(options: list[str]) -> str:
    text = ", ".join(options)
    if len(options) <= LONGEST_LIST:
        return text
    return f"{options[0]} to {options[-1]}, {len(options)} in all, {digest(text)}"


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def options_of(state: State, seat: int) -> list[str]:
    if seat == CHANCE:
        return [f"{move} x{weight}" for move, weight in state.odds()]
    return [str(move) for move in state.legal(seat)]


def choices(state: State) -> Iterator[tuple[int, Action]]:
    for seat in state.to_act():
        moves: Sequence[Action] = [m for m, _ in state.odds()] if seat == CHANCE else state.legal(seat)
        for move in moves:
            yield seat, move


def leaves(state: State, depth: int) -> int:
    """Positions after `depth` moves, chance and all seats to act counted (a perft)."""
    if depth == 0:
        return 1
    total = 0
    for seat, move in choices(state):
        after = state.clone()
        after.apply(seat, move)
        total += leaves(after, depth - 1)
    return total


def counted_trees(game: Game, position: str) -> list[str]:
    """`depth count` for a position, as deep as the tree stays small."""
    state = game.position(position)
    lines: list[str] = []
    for depth in range(1, 6):
        count = leaves(state, depth)
        lines.append(f"{depth} {count}")
        if count * max(1, count // max(1, int(lines[-2].split()[1]) if depth > 1 else 1)) > LARGEST_TREE:
            break
    return lines


def interesting_positions(subject: Subject) -> Iterator[tuple[str, Table]]:
    """One position for each kind of decision that a random game comes to."""
    seen: set[str] = set()
    for table in random_table(subject, subject.pinned.first + 5):
        for seat in table.state.to_act():
            what = chance_word(table.state) if seat == CHANCE else decision(table.state, seat)
            if what not in seen:
                seen.add(what)
                yield what, table


def chance_word(state: State) -> str:
    """`tile` for `year 1 spring seat 2 tile 1`."""
    return [word for word in state.chance_name().split() if not word.isdecimal()][-1]


def decision(state: State, seat: int) -> str:
    """A word for what a seat has to decide: the first words of its choices."""
    return "-".join(dict.fromkeys(str(move).split()[0] for move in state.legal(seat)))
