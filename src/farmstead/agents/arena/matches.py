"""Pairings, seats and luck of each game of a match, all from the match and the game's number.

A *deal* is one key for chance: every event of that name falls alike in all its games. In every deal every
pairing plays all its *seatings*; only whole deals are counted, so that nobody has had the better seats.

- One seat: every agent plays alone.
- `pairs`: every two agents share a table, seated by turns: `ab` and `ba`; `abab` and `baba`. With an odd
  number of seats one of them has a seat more, so both `aba` and `bab` are played, each in all its rotations.
- `mixed`: every choice of as many agents as there are seats, one seat each, in all rotations; the order round
  the table changes from deal to deal, so that everybody sits behind everybody.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import Final

from farmstead import _build, shelf
from farmstead.engine.contract import BadSetup, Game, Seat, Setup
from farmstead.engine.dealer import key_from_seed

Seating = tuple[int, ...]  # by seat: the number of the agent in the match, counted from 0

PAIRS: Final = "pairs"
MIXED: Final = "mixed"
TABLES: Final = (PAIRS, MIXED)
MAX_GAMES: Final = 10_000_000
SEED_BYTES: Final = 4
COMMAND_TAKES_ALL: Final = (
    "; after `stdio:` all that follows is the program's command line, commas too: name a program last, or by"
    " an --agents of its own"
)
TWO_NEEDED: Final = "a match needs two agents, as in --agents greedy,uniform; the same one may be named twice"


@dataclass(frozen=True)
class Match:
    """Everything that decides the games of a match; plain data, so that it can be sent to any process."""

    game: str
    seats: int
    agents: tuple[str, ...]  # their specs
    games: int  # for each pairing; rounded up to whole deals
    options: tuple[str, ...] = ()
    edition: str | None = None  # the text of an edition file
    seed: str = "1"
    tables: str = PAIRS
    records: bool = False
    stop_when_sure: bool = False
    adjusted: bool = False  # whether luck is counted, so that results can be told without it
    version: str = _build.VERSION

    def check(self) -> None:
        """BadSetup says what cannot be played like this."""
        self.setup()
        if self.tables not in TABLES:
            raise BadSetup(f"there are no tables {self.tables[:40]!r}; there are {' and '.join(TABLES)}")
        if not 1 <= self.games <= MAX_GAMES:
            raise BadSetup(f"{self.games} games cannot be played; 1 to {MAX_GAMES:,} can")
        needed = self.seats if self.tables == MIXED else 2
        if len(self.agents) < (1 if self.seats == 1 else needed):
            few = (
                f"mixed tables with {self.seats} seats need {needed} agents, and there are {len(self.agents)}"
            )
            few = few if self.tables == MIXED else TWO_NEEDED
            swallowed = any(spec.startswith("stdio:") and "," in spec for spec in self.agents)
            raise BadSetup(few + COMMAND_TAKES_ALL if swallowed else few)
        if self.stop_when_sure and len(self.agents) < 2:
            raise BadSetup("--stop-when-sure compares agents, so at least two must be named")

    def find_game(self) -> Game:
        """The game with its components."""
        return shelf.game(self.game) if self.edition is None else shelf.game_with(self.game, self.edition)

    def setup(self) -> Setup:
        return self.find_game().setup(self.seats, self.options)

    # ---- who ---------------------------------------------------------------------------------------------

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """How agents are called: by their spec, with a number if that was given before."""
        times = [self.agents[: n + 1].count(spec) for n, spec in enumerate(self.agents)]
        named = zip(self.agents, times, strict=True)
        return tuple([spec if many == 1 else f"{spec} ({many})" for spec, many in named])

    # ---- which games -------------------------------------------------------------------------------------

    @cached_property
    def tables_per_deal(self) -> int:
        return len(self.seatings(1))

    @cached_property
    def deals(self) -> int:
        """How many whole deals give each pairing at least as many games as asked."""
        of_a_pairing = self.seats  # games in one deal
        if self.seats > 1 and self.tables == PAIRS:
            of_a_pairing = len(arrangements(0, 1, self.seats))
        return -(-self.games // of_a_pairing)

    @property
    def total(self) -> int:
        """How many games there are in all; they are numbered from 1."""
        return self.deals * self.tables_per_deal

    def deal_of(self, number: int) -> int:
        """The deal of a game, counted from 1."""
        return (number - 1) // self.tables_per_deal + 1

    def numbers_of(self, deal: int) -> range:
        """The games of a deal."""
        return range((deal - 1) * self.tables_per_deal + 1, deal * self.tables_per_deal + 1)

    def seating(self, number: int) -> Seating:
        """Who sits where in a game."""
        return self.seatings(self.deal_of(number))[(number - 1) % self.tables_per_deal]

    def seatings(self, deal: int) -> list[Seating]:
        """All tables of a deal, in the order of their games."""
        everybody = range(len(self.agents))
        if self.seats == 1:
            return [(agent,) for agent in everybody]
        if self.tables == PAIRS:
            pairs = combinations(everybody, 2)
            return [table for pair in pairs for table in arrangements(*pair, self.seats)]
        found: list[Seating] = []
        for first, *others in combinations(everybody, self.seats):
            orders = list(permutations(others))  # all orders in which they can sit round a table come in turn
            found += rotations([first, *orders[(deal - 1) % len(orders)]])
        return found

    # ---- with which luck ---------------------------------------------------------------------------------

    def key(self, deal: int) -> bytes:
        """What decides chance; `farmstead play --seed "arena SEED DEAL"` has the same luck."""
        return key_from_seed(f"arena {self.seed} {deal}")

    def agent_seed(self, deal: int, seat: Seat, agent: int) -> int:
        """For an agent whose spec names none: another for each deal, seat and agent."""
        text = f"farmstead arena agent {self.seed} {deal} {seat + 1} {self.labels[agent]}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:SEED_BYTES], "big") >> 1


def rotations(seating: Sequence[int]) -> list[Seating]:
    """A seating turned round the table, each that looks different once."""
    table = tuple(seating)
    return list(dict.fromkeys(table[-shift:] + table[:-shift] for shift in range(len(table))))


def arrangements(one: int, other: int, seats: int) -> list[Seating]:
    """Two agents seated by turns, in every rotation; each sits in each seat equally often."""
    found = rotations([(one, other)[seat % 2] for seat in range(seats)])
    if seats % 2:
        found += rotations([(other, one)[seat % 2] for seat in range(seats)])
    return found
